//! The handlers of the protocol: each reads or notes something and returns at once.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, PoisonError, mpsc};

use proviso_syntax::ast::SourceFile;
use serde_json::Value;
use tokio::runtime::Handle;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::*;
use tower_lsp::{Client, LanguageServer};

use super::board::FileState;
use super::counterexample::{self, Which};
use super::definition::{self, Target};
use super::documents::{Document, canonical, path_of};
use super::hover;
use super::lens;
use super::position::{Encoding, span_to_range, to_offset};
use super::progress::TOKEN_PREFIX;
use super::scheduler::{Message, Scheduler, What};
use super::settings::{CheckOn, Settings};
use super::shared::Shared;
use super::{
    actions, capabilities, commands, completion, format, inlay, references, remedies, signature,
    symbols, tokens,
};

pub struct Backend {
    shared: Arc<Shared>,
    runtime: Handle,
}

impl Backend {
    pub fn new(client: Client, runtime: Handle) -> Backend {
        Backend {
            shared: Arc::new(Shared::new(client)),
            runtime,
        }
    }

    pub async fn counterexample(&self, which: Which) -> Result<Option<Value>> {
        guarded(|| Ok(counterexample::counterexample(&self.shared, &which)))
    }

    pub async fn heap(&self, which: Which) -> Result<Option<Value>> {
        guarded(|| Ok(counterexample::heap(&self.shared, &which)))
    }

    pub async fn paths(&self, which: Which) -> Result<Option<Value>> {
        guarded(|| Ok(counterexample::paths(&self.shared, &which)))
    }

    /// See [`super::input`].
    pub async fn malformed(&self) -> Result<Value> {
        Err(Error::parse_error())
    }

    pub async fn status(&self, _: Value) -> Result<Value> {
        guarded(|| serde_json::to_value(self.shared.status()).map_err(|_| Error::internal_error()))
    }

    pub async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        if matches!(&params.token, ProgressToken::String(token) if token.starts_with(TOKEN_PREFIX))
        {
            commands::cancel(&self.shared);
        }
    }

    /// An edit makes what executes that text stale: stop that first, then tell the scheduler.
    fn edited(&self, path: &std::path::Path, from: usize) {
        self.shared.running.edited(path, from);
        self.shared.send(Message::Changed(What::Texts));
    }

    /// Contracts that were tried and help; what was never tried is tried now, for the next time somebody asks.
    fn remedies(
        &self,
        document: &Document,
        file: &Arc<SourceFile>,
        known: &FileState,
        question: &actions::Question,
    ) -> Vec<CodeActionOrCommand> {
        let mut list = Vec::new();
        for (diagnostic, method, violation) in actions::violations(question) {
            let asked = remedies::Question {
                path: document.path.clone(),
                version: known.version,
                method: method.to_owned(),
                violation,
            };
            let (found, is_new) = self.shared.remedies.known(&asked);
            list.extend(
                found
                    .iter()
                    .map(|remedy| actions::remedy(file, remedy, diagnostic, question)),
            );
            let project = self
                .shared
                .project
                .lock()
                .unwrap_or_else(PoisonError::into_inner)
                .clone();
            if let (true, Some((session, _))) = (is_new, project) {
                let candidates = remedies::candidates(file, known, &asked);
                let (known, shared) = (known.clone(), self.shared.remedies.clone());
                self.runtime.spawn_blocking(move || {
                    let tried = catch_unwind(AssertUnwindSafe(|| {
                        remedies::try_all(&session, &known, &asked, candidates)
                    }));
                    shared.add(asked, tried.unwrap_or_default());
                });
            }
        }
        list
    }

    /// Answers from the syntax tree of an open document; nothing for any other.
    fn with_tree<T>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(&Document, &Arc<SourceFile>, Encoding) -> Option<T>,
    ) -> Result<Option<T>> {
        guarded(|| {
            let Some(document) = self.shared.documents.by_uri(uri) else {
                return Ok(None);
            };
            let file = self.shared.trees.file(&document);
            Ok(answer(&document, &file, self.shared.encoding()))
        })
    }

    fn checks_on_save(&self) -> bool {
        self.shared.settings().check_on == Some(CheckOn::Save)
    }

    fn take_settings(&self, value: &Value) {
        let (settings, complaints) = Settings::read(value);
        note_complaints(&complaints);
        apply_settings(&self.shared, settings);
    }

    /// Asks for what we can only ask for once the client is ready; its answers come later.
    fn ask_client(&self) {
        let shared = self.shared.clone();
        let features = shared.features();
        self.runtime.spawn(async move {
            if features.watched_files
                && let Err(error) = shared
                    .client
                    .register_capability(vec![watched_files()])
                    .await
            {
                tracing::warn!("the client does not watch files for us: {error}");
            }
            if features.configuration {
                pull_configuration(&shared).await;
            }
        });
    }
}

/// A handler that panics must not take the server along.
fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::error!("a request failed inside the server");
        Err(Error::internal_error())
    })
}

fn note_complaints(complaints: &[String]) {
    for complaint in complaints {
        tracing::warn!("{complaint}");
    }
}

fn apply_settings(shared: &Shared, settings: Settings) {
    let mut current = shared
        .settings
        .write()
        .unwrap_or_else(PoisonError::into_inner);
    if *current != settings {
        *current = settings;
        drop(current);
        shared.running.cancel_all();
        shared.send(Message::Changed(What::Project));
    }
}

async fn pull_configuration(shared: &Shared) {
    let item = ConfigurationItem {
        scope_uri: None,
        section: Some("proviso".to_owned()),
    };
    match shared.client.configuration(vec![item]).await {
        Ok(values) => {
            if let Some(value) = values.first().filter(|value| value.is_object()) {
                let (mut settings, complaints) = Settings::read(value);
                note_complaints(&complaints);
                // Trust is said at start only; a setting of the workspace cannot grant it.
                let before = shared.settings();
                settings.trusted = before.trusted;
                settings.pull_diagnostics = before.pull_diagnostics;
                apply_settings(shared, settings);
            }
        }
        Err(error) => tracing::warn!("the client gives no configuration: {error}"),
    }
}

fn watched_files() -> Registration {
    let watcher = |glob: &str| FileSystemWatcher {
        glob_pattern: GlobPattern::String(glob.to_owned()),
        kind: None,
    };
    let options = DidChangeWatchedFilesRegistrationOptions {
        watchers: vec![
            watcher("**/*.java"),
            watcher("**/*.jml"),
            watcher("**/{pom.xml,proviso.toml,build.gradle,build.gradle.kts}"),
        ],
    };
    Registration {
        id: "proviso-files".to_owned(),
        method: "workspace/didChangeWatchedFiles".to_owned(),
        register_options: serde_json::to_value(options).ok(),
    }
}

impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let features = capabilities::features(&params);
        let (settings, complaints) = Settings::read(
            params
                .initialization_options
                .as_ref()
                .unwrap_or(&Value::Null),
        );
        note_complaints(&complaints);
        let offered = capabilities::offered(&features, &settings);
        let folders = folders_of(&params);
        *self
            .shared
            .features
            .write()
            .unwrap_or_else(PoisonError::into_inner) = features;
        *self
            .shared
            .settings
            .write()
            .unwrap_or_else(PoisonError::into_inner) = settings;
        *self
            .shared
            .folders
            .write()
            .unwrap_or_else(PoisonError::into_inner) = folders;
        Ok(InitializeResult {
            capabilities: offered,
            server_info: Some(ServerInfo {
                name: "proviso".to_owned(),
                version: Some(proviso_report::VERSION.to_owned()),
            }),
            ..InitializeResult::default()
        })
    }

    async fn initialized(&self, _: InitializedParams) {
        let (sender, receiver) = mpsc::channel();
        if let Err(error) = Scheduler::start(
            self.shared.clone(),
            self.runtime.clone(),
            sender.clone(),
            receiver,
        ) {
            tracing::error!("cannot start the scheduler: {error}");
            return;
        }
        *self
            .shared
            .scheduler
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some(sender);
        self.shared.send(Message::Changed(What::Project));
        self.ask_client();
    }

    async fn shutdown(&self) -> Result<()> {
        self.shared.running.cancel_all();
        self.shared.send(Message::Stop);
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let document = params.text_document;
        let documents = &self.shared.documents;
        let opened = documents.open(document.uri, document.version, document.text);
        if let Some(path) = opened {
            self.edited(&path, 0);
        }
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        let changed = self.shared.documents.change(
            &document.uri,
            document.version,
            params.content_changes,
            self.shared.encoding(),
        );
        if let Some((path, from)) = changed
            && !self.checks_on_save()
        {
            self.edited(&path, from);
        }
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        if self.checks_on_save()
            && let Some(path) = path_of(&params.text_document.uri)
        {
            self.edited(&path, 0);
        }
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        if let Some(path) = path_of(&params.text_document.uri) {
            self.shared.trees.forget(&path);
        }
        let closed = self.shared.documents.close(&params.text_document.uri);
        if let Some(path) = closed {
            self.edited(&path, 0);
        }
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let mut news = None;
        for change in &params.changes {
            let Some(path) = path_of(&change.uri) else {
                continue;
            };
            let is_source = path
                .extension()
                .is_some_and(|extension| extension == "java" || extension == "jml");
            let what = if !is_source {
                What::Project
            } else if change.typ != FileChangeType::CHANGED {
                What::Listing
            } else if self.shared.documents.get(&path).is_none() {
                What::Files
            } else {
                continue; // an open document speaks for its file
            };
            news = news.max(Some(what));
        }
        if let Some(what) = news {
            self.shared.running.cancel_all();
            self.shared.send(Message::Changed(what));
        }
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        if self.shared.features().configuration {
            let shared = self.shared.clone();
            self.runtime
                .spawn(async move { pull_configuration(&shared).await });
        } else {
            let value = params.settings.get("proviso").unwrap_or(&params.settings);
            let mut value = value.clone();
            if let Some(object) = value.as_object_mut() {
                object.remove("trusted");
            }
            let before = self.shared.settings();
            self.take_settings(&value);
            let mut settings = self
                .shared
                .settings
                .write()
                .unwrap_or_else(PoisonError::into_inner);
            settings.trusted = before.trusted;
            settings.pull_diagnostics = before.pull_diagnostics;
        }
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        {
            let mut folders = self
                .shared
                .folders
                .write()
                .unwrap_or_else(PoisonError::into_inner);
            let removed: Vec<_> = params
                .event
                .removed
                .iter()
                .filter_map(|folder| path_of(&folder.uri))
                .collect();
            folders.retain(|folder| !removed.contains(folder));
            folders.extend(
                params
                    .event
                    .added
                    .iter()
                    .filter_map(|folder| path_of(&folder.uri)),
            );
        }
        self.shared.running.cancel_all();
        self.shared.send(Message::Changed(What::Project));
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        guarded(|| {
            let at = params.text_document_position_params;
            let Some(document) = self.shared.documents.by_uri(&at.text_document.uri) else {
                return Ok(None);
            };
            let known = self
                .shared
                .board
                .file(&document.path)
                .filter(|file| file.version == Some(document.version));
            let root = self.shared.root();
            let question = hover::Question {
                path: &document.path,
                root: &root,
                position: at.position,
                encoding: self.shared.encoding(),
                form: self.shared.diagram_form(),
            };
            Ok(hover::hover(&document.text, known.as_ref(), &question))
        })
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        guarded(|| {
            if self.shared.settings().code_lens == Some(false) {
                return Ok(None);
            }
            let uri = params.text_document.uri;
            let Some(document) = self.shared.documents.by_uri(&uri) else {
                return Ok(None);
            };
            let Some(file) = self.shared.board.file(&document.path) else {
                return Ok(None);
            };
            let features = self.shared.features();
            let current = file.version == Some(document.version);
            Ok(Some(lens::lenses(
                &file,
                &uri,
                current,
                features.encoding,
                features.show_counterexample,
            )))
        })
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        guarded(|| {
            let path = path_of(&params.text_document.uri);
            let items = path
                .and_then(|path| {
                    self.shared
                        .board
                        .file(&path)
                        .map(|file| self.shared.diagnostics(&path, &file))
                })
                .unwrap_or_default();
            let report = FullDocumentDiagnosticReport {
                result_id: None,
                items,
            };
            Ok(DocumentDiagnosticReportResult::Report(
                DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
                    related_documents: None,
                    full_document_diagnostic_report: report,
                }),
            ))
        })
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        guarded(|| {
            let document = self.shared.documents.by_uri(&params.text_document.uri);
            let Some(document) =
                document.filter(|_| self.shared.settings().inlay_hints == Some(true))
            else {
                return Ok(None);
            };
            let known = self
                .shared
                .board
                .file(&document.path)
                .filter(|file| file.version == Some(document.version));
            Ok(known.map(|file| {
                inlay::hints(
                    &document.path,
                    &file,
                    &self.shared.root(),
                    params.range,
                    self.shared.encoding(),
                )
            }))
        })
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        self.with_tree(&params.text_document.uri, |_, file, encoding| {
            Some(symbols::symbols(file, encoding).into())
        })
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.with_tree(&params.text_document.uri, |_, file, encoding| {
            Some(symbols::folding(file, encoding))
        })
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        self.with_tree(&params.text_document.uri, |_, file, encoding| {
            let data = tokens::tokens(file, encoding);
            Some(
                SemanticTokens {
                    result_id: None,
                    data,
                }
                .into(),
            )
        })
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        self.with_tree(&at.text_document.uri, |_, file, encoding| {
            Some(completion::complete(file, at.position, encoding).into())
        })
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let at = params.text_document_position_params;
        self.with_tree(&at.text_document.uri, |document, file, encoding| {
            let offset = to_offset(&*file.text, at.position, encoding);
            let known: Vec<_> = self.shared.board.read().keys().cloned().collect();
            let location = match definition::definition(file, &document.path, offset, &known)? {
                Target::Here(span) => Location {
                    uri: document.uri.clone(),
                    range: span_to_range(&*file.text, span.start, span.end, encoding),
                },
                Target::File(path) => Location {
                    uri: Uri::from_file_path(path)?,
                    range: Range::default(),
                },
            };
            Some(location.into())
        })
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        self.with_tree(&at.text_document.uri, |document, file, encoding| {
            let offset = to_offset(&*file.text, at.position, encoding);
            let declared = params.context.include_declaration;
            let found = references::references(file, &document.path, offset, declared);
            let locations = found.into_iter().map(|span| Location {
                uri: document.uri.clone(),
                range: span_to_range(&*file.text, span.start, span.end, encoding),
            });
            Some(locations.collect())
        })
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.with_tree(&params.text_document.uri, |_, file, encoding| {
            Some(format::format(file, encoding))
        })
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        let at = params.text_document_position_params;
        self.with_tree(&at.text_document.uri, |document, _, encoding| {
            let offset = to_offset(&*document.text, at.position, encoding);
            signature::help(&document.text, offset)
        })
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let uri = &params.text_document.uri;
        self.with_tree(uri, |document, file, encoding| {
            let known = self.shared.board.file(&document.path);
            let known = known.filter(|known| known.version == Some(document.version));
            let question = actions::Question {
                uri,
                range: params.range,
                diagnostics: &params.context.diagnostics,
                encoding,
                show_counterexample: self.shared.features().show_counterexample,
            };
            let mut list = actions::actions(file, known.as_ref(), &question);
            if let Some(known) = &known {
                list.extend(self.remedies(document, file, known, &question));
            }
            Some(list)
        })
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        guarded(|| commands::execute(&self.shared, &params.command, &params.arguments))
    }
}

/// The workspace folders, or the root that older clients send.
#[allow(deprecated)]
fn folders_of(params: &InitializeParams) -> Vec<std::path::PathBuf> {
    if let Some(folders) = params
        .workspace_folders
        .as_ref()
        .filter(|folders| !folders.is_empty())
    {
        return folders
            .iter()
            .filter_map(|folder| path_of(&folder.uri))
            .collect();
    }
    match (&params.root_uri, &params.root_path) {
        (Some(uri), _) => path_of(uri).into_iter().collect(),
        (None, Some(path)) => vec![canonical(path.as_ref())],
        (None, None) => Vec::new(),
    }
}
