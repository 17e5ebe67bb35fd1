//! The handlers of the protocol, one beside the other as the protocol lists them.

use std::sync::{PoisonError, mpsc};
use std::time::Duration;

use serde_json::{Value, json};
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::ls_types::*;

use super::client::{folders_of, note_complaints, pull_configuration, take_settings};
use super::{Backend, guarded};
use crate::lsp::documents::path_of;
use crate::lsp::position::{span_to_range, to_offset};
use crate::lsp::scheduler::{Message, Scheduler, What};
use crate::lsp::settings::Settings;
use crate::lsp::{
    actions, capabilities, commands, completion, format, hover, inlay, lens, long_work, references,
    rename, signature, symbols, tokens,
};

/// `ServerCancelled` of the protocol.
const SERVER_CANCELLED: i64 = -32802;
/// How long a menu of actions may wait for remedies that are being tried.
const WORTH_WAITING: Duration = Duration::from_millis(1500);

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
        if let Some(path) = self.shared.documents.open(params.text_document) {
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
            if !self.shared.settings().editor.code_lens {
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
            let known = path.and_then(|path| Some((self.shared.board.file(&path)?, path)));
            let document = self.shared.documents.by_uri(&params.text_document.uri);
            let wanted = document.map(|document| document.version);
            let items = match known {
                Some((file, path)) if file.version == wanted => {
                    self.shared.diagnostics(&path, &file)
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
        guarded(|| {
            let document = self.shared.documents.by_uri(&params.text_document.uri);
            let Some(document) = document.filter(|_| self.shared.settings().editor.inlay_hints)
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
            let sources = self.shared.sources(document, file);
            let here = sources.position(&document.path)?;
            let declared = sources.meaning(here, offset)?;
            Some(self.shared.location(&sources, declared, encoding)?.into())
        })
    }

    async fn references(&self, params: ReferenceParams) -> Result<Option<Vec<Location>>> {
        let at = params.text_document_position;
        self.with_tree(&at.text_document.uri, |document, file, encoding| {
            let offset = to_offset(&*file.text, at.position, encoding);
            let declared = params.context.include_declaration;
            let sources = self.shared.sources(document, file);
            let here = sources.position(&document.path)?;
            let found = references::references(&sources, here, offset, declared);
            let locations = found.into_iter();
            let locations =
                locations.filter_map(|use_| self.shared.location(&sources, use_, encoding));
            Some(locations.collect())
        })
    }

    async fn prepare_rename(
        &self,
        params: TextDocumentPositionParams,
    ) -> Result<Option<PrepareRenameResponse>> {
        let answer = self.with_tree(&params.text_document.uri, |document, file, encoding| {
            let offset = to_offset(&*file.text, params.position, encoding);
            if let Some((span, _)) = rename::prepare(file, offset) {
                let range = span_to_range(&*file.text, span.start, span.end, encoding);
                return Some(Ok(PrepareRenameResponse::Range(range)));
            }
            let sources = self.shared.sources(document, file);
            let here = sources.position(&document.path)?;
            let declared = sources.meaning(here, offset)?;
            Some(Err(rename::elsewhere(&sources, declared)))
        })?;
        answer.transpose().map_err(Error::invalid_params)
    }

    async fn rename(&self, params: RenameParams) -> Result<Option<WorkspaceEdit>> {
        let at = params.text_document_position;
        let uri = at.text_document.uri.clone();
        let edits = self.with_tree(&at.text_document.uri, |_, file, encoding| {
            let offset = to_offset(&*file.text, at.position, encoding);
            Some(rename::rename(file, offset, &params.new_name, encoding))
        })?;
        match edits {
            None => Ok(None),
            Some(Err(why)) => Err(Error::invalid_params(why)),
            Some(Ok(edits)) => Ok(Some(WorkspaceEdit {
                changes: Some([(uri, edits)].into_iter().collect()),
                ..WorkspaceEdit::default()
            })),
        }
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
        let invoked = params.context.trigger_kind != Some(CodeActionTriggerKind::AUTOMATIC);
        let answer = || {
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
                    invoked,
                };
                let mut list = actions::actions(file, known.as_ref(), &question);
                let mut trials = Vec::new();
                if let Some(known) = &known {
                    let (remedies, started) = self.remedies(document, file, known, &question);
                    list.extend(remedies);
                    trials = started;
                }
                Some((list, trials))
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
