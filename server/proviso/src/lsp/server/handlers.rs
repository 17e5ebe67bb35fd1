//! The handlers of the protocol, one beside the other as the protocol lists them.

use std::sync::{PoisonError, mpsc};
use std::time::Duration;

use proviso_ide::names::Sources;
use proviso_ide::{
    Text, actions, completion, format, hover, inlay, lens, references, rename, signature, symbols,
    tokens,
};
use serde_json::{Value, json};
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::*;

use super::client::{folders_of, note_complaints, pull_configuration, take_settings};
use super::{Backend, guarded};
use crate::lsp::documents::{self, path_of};
use crate::lsp::position::to_span;
use crate::lsp::scheduler::{Message, Scheduler, What};
use crate::lsp::settings::Settings;
use crate::lsp::translate::{self, Translator};
use crate::lsp::{capabilities, commands, long_work};

/// `ServerCancelled` of the protocol.
const SERVER_CANCELLED: i64 = -32802;
/// How long a menu of actions may wait for remedies that are being tried.
const WORTH_WAITING: Duration = Duration::from_millis(1500);

/// The stage in which a document is read; every edit has one, and no other for that text.
fn parsing(uri: &Uri) -> tracing::span::EnteredSpan {
    tracing::debug_span!("parse", uri = uri.as_str()).entered()
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
        let reading = self.shared.snapshot().reading.clone();
        let stage = parsing(&params.text_document.uri);
        let document = documents::open(params.text_document, &reading);
        drop(stage);
        if let Some(document) = document {
            let path = document.path.clone();
            self.put(document, &reading);
            self.edited(&path, 0);
        }
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let (uri, version) = (params.text_document.uri, params.text_document.version);
        let snapshot = self.shared.snapshot();
        let Some(document) = path_of(&uri).and_then(|path| snapshot.document(&path)) else {
            return;
        };
        let encoding = self.shared.encoding();
        let change = documents::change(document, params.content_changes, encoding);
        let checked = !self.checks_on_save();
        if checked {
            // What it makes stale stops before anything else is done.
            self.shared.running.edited(&document.path, change.from);
        }
        let stage = parsing(&uri);
        let next = document.with_text(version, &change.text, change.edited_at);
        drop(stage);
        self.put(next, &snapshot.reading);
        if checked {
            self.shared.send(Message::Changed(What::Texts));
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
        let Some(path) = path_of(&params.text_document.uri) else {
            return;
        };
        let closed = self.shared.change(|next| next.documents.remove(&path));
        if closed.is_some() {
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
            } else if self.shared.snapshot().document(&path).is_none() {
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
            take_settings(&self.shared, value);
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
        let at = params.text_document_position_params;
        let form = self.shared.diagram_form();
        self.with_document(&at.text_document.uri, |asked| {
            let offset = asked.offset(at.position);
            let hover = hover::hover(&asked.snapshot, &asked.document, offset, form)?;
            Some(asked.translator().hover(hover))
        })
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        if !self.shared.settings().editor.code_lens {
            return Ok(None);
        }
        let uri = &params.text_document.uri;
        let features = self.shared.features();
        self.with_document(uri, |asked| {
            let (snapshot, document) = (&asked.snapshot, &asked.document);
            let lenses = lens::lenses(snapshot, document, features.show_counterexample)?;
            // They stand in the text that was checked, which may be older than the one on the screen.
            let translator = Translator {
                text: &snapshot.file(&document.path)?.text,
                encoding: asked.encoding,
            };
            let lenses = lenses.into_iter();
            Some(lenses.map(|lens| translator.lens(lens, uri)).collect())
        })
    }

    async fn diagnostic(
        &self,
        params: DocumentDiagnosticParams,
    ) -> Result<DocumentDiagnosticReportResult> {
        guarded(|| {
            let snapshot = self.shared.snapshot();
            let path = path_of(&params.text_document.uri).unwrap_or_default();
            let document = snapshot.document(&path);
            let wanted = document.map(|document| document.version);
            let items = match snapshot.file(&path) {
                Some(file) if file.version == wanted => {
                    self.shared.diagnostics(&snapshot, &path, file)
                }
                // A text that is not read yet: what is known speaks of another one. We say when to ask again.
                _ if wanted.is_some() => {
                    let again = !self.shared.features().diagnostic_refresh;
                    return Err(Error {
                        code: ErrorCode::ServerError(SERVER_CANCELLED),
                        message: "this version is not checked yet".into(),
                        data: Some(json!({"retriggerRequest": again})),
                    });
                }
                _ => Vec::new(),
            };
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
        if !self.shared.settings().editor.inlay_hints {
            return Ok(None);
        }
        self.with_document(&params.text_document.uri, |asked| {
            let document = &asked.document;
            let span = to_span(document.text(), params.range, asked.encoding);
            let hints = inlay::hints(&asked.snapshot, document, span)?.into_iter();
            let translator = asked.translator();
            Some(hints.map(|hint| translator.hint(hint)).collect())
        })
    }

    async fn document_symbol(
        &self,
        params: DocumentSymbolParams,
    ) -> Result<Option<DocumentSymbolResponse>> {
        self.with_document(&params.text_document.uri, |asked| {
            let text = Text::from(asked.tree.text.clone());
            let translator = Translator {
                text: &text,
                encoding: asked.encoding,
            };
            let symbols = symbols::symbols(&asked.tree).into_iter();
            let symbols = symbols.map(|symbol| translator.symbol(symbol));
            Some(symbols.collect::<Vec<_>>().into())
        })
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        self.with_document(&params.text_document.uri, |asked| {
            let ranges = symbols::folding(&asked.tree).into_iter();
            Some(ranges.map(translate::folding).collect())
        })
    }

    async fn semantic_tokens_full(
        &self,
        params: SemanticTokensParams,
    ) -> Result<Option<SemanticTokensResult>> {
        self.with_document(&params.text_document.uri, |asked| {
            // Many places of a file that may be long.
            let text = Text::from(asked.tree.text.clone());
            let translator = Translator {
                text: &text,
                encoding: asked.encoding,
            };
            let tokens = SemanticTokens {
                result_id: None,
                data: translator.tokens(&tokens::tokens(&asked.tree)),
            };
            Some(tokens.into())
        })
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let at = params.text_document_position;
        self.with_document(&at.text_document.uri, |asked| {
            let items = completion::complete(&asked.tree, asked.offset(at.position));
            let translator = asked.translator();
            let items = items.into_iter().map(|item| translator.completion(item));
            Some(items.collect::<Vec<_>>().into())
        })
    }

    async fn goto_definition(
        &self,
        params: GotoDefinitionParams,
    ) -> Result<Option<GotoDefinitionResponse>> {
        let at = params.text_document_position_params;
        self.with_document(&at.text_document.uri, |asked| {
            let sources = Sources::of(&asked.snapshot);
            let here = sources.position(&asked.document.path)?;
            let declared = sources.meaning(here, asked.offset(at.position))?;
            Some(asked.location(&sources, declared)?.into())
        })
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        self.with_document(&at.text_document.uri, |asked| {
            let declared = params.context.include_declaration;
            let sources = Sources::of(&asked.snapshot);
            let here = sources.position(&asked.document.path)?;
            let offset = asked.offset(at.position);
            let found = references::references(&sources, here, offset, declared).into_iter();
            let locations = found.filter_map(|place| asked.location(&sources, place));
            Some(locations.collect())
        })
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        let answer = self.with_document(&params.text_document.uri, |asked| {
            let offset = asked.offset(params.position);
            if let Some((span, _)) = rename::prepare(&asked.tree, offset) {
                let range = asked.translator().range(span);
                return Some(Ok(PrepareRenameResponse::Range(range)));
            }
            let sources = Sources::of(&asked.snapshot);
            let here = sources.position(&asked.document.path)?;
            let declared = sources.meaning(here, offset)?;
            Some(Err(rename::elsewhere(&sources, declared)))
        })?;
        answer.transpose().map_err(Error::invalid_params)
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let at = params.text_document_position;
        let uri = at.text_document.uri;
        let edits = self.with_document(&uri, |asked| {
            let offset = asked.offset(at.position);
            let edits = rename::rename(&asked.tree, offset, &params.new_name);
            Some(edits.map(|edits| asked.translator().edits(edits)))
        })?;
        let edits = edits.transpose().map_err(Error::invalid_params)?;
        Ok(edits.map(|edits| translate::workspace_edit(uri, edits)))
    }

    async fn formatting(&self, params: DocumentFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        self.with_document(&params.text_document.uri, |asked| {
            Some(asked.translator().edits(format::format(&asked.tree)))
        })
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        let at = params.text_document_position_params;
        self.with_document(&at.text_document.uri, |asked| {
            let offset = asked.offset(at.position);
            let found = signature::help(asked.document.text(), offset)?;
            Some(translate::signature(found))
        })
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let invoked = params.context.trigger_kind != Some(CodeActionTriggerKind::AUTOMATIC);
        let uri = &params.text_document.uri;
        let diagnostics = &params.context.diagnostics;
        let marks: Vec<_> = diagnostics.iter().map(translate::mark).collect();
        let answer = || {
            self.with_document(uri, |asked| {
                let document = &asked.document;
                let known = asked.snapshot.known(document);
                let question = actions::Question {
                    span: to_span(document.text(), params.range, asked.encoding),
                    marks: &marks,
                    pictures: self.shared.features().show_counterexample,
                };
                let mut list =
                    actions::actions(&asked.tree, known.map(|known| &**known), &question);
                let mut trials = Vec::new();
                if let Some(known) = known {
                    let (remedies, started) = self.remedies(document, known, &question, invoked);
                    list.extend(remedies);
                    trials = started;
                }
                let translator = asked.translator();
                let list = list.into_iter();
                let list = list.map(|action| translator.action(action, uri, diagnostics));
                Some((list.collect(), trials))
            })
        };
        let Some((list, trials)) = answer()? else {
            return Ok(None);
        };
        if trials.is_empty() || !invoked {
            return Ok(Some(list));
        }
        // Somebody looks at the menu: better late than without what is being tried.
        let all = async {
            for trial in trials {
                let _ = trial.await; // a trial that failed found nothing
            }
        };
        let _ = tokio::time::timeout(WORTH_WAITING, all).await;
        Ok(answer()?.map(|(list, _)| list))
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<LSPAny>> {
        let Some(title) = commands::long_title(&params.command) else {
            return guarded(|| commands::execute(&self.shared, &params.command, &params.arguments));
        };
        let shared = self.shared.clone();
        let token = params.work_done_progress_params.work_done_token;
        // A cancelled request drops this future, and with it the asker: then the work ends.
        let (work, _asker) = long_work::begin(&shared, &self.runtime, title, token);
        let (command, arguments) = (params.command, params.arguments);
        let work = move || guarded(|| commands::execute_long(&shared, &command, &arguments, &work));
        let done = self.runtime.spawn_blocking(work).await;
        done.unwrap_or_else(|_| Err(Error::internal_error()))
    }
}
