//! The server as the protocol sees it: what all handlers share. Each reads or notes something and returns at once; what
//! takes longer it hands to a thread of its own.

mod client;
mod handlers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, PoisonError};

use proviso_project::CheckOn;
use proviso_syntax::ast::SourceFile;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{CodeActionOrCommand, ProgressToken, Uri, WorkDoneProgressCancelParams};

use super::board::FileState;
use super::counterexample::{self, Which};
use super::documents::Document;
use super::position::Encoding;
use super::progress::TOKEN_PREFIX;
use super::remedies::About;
use super::scheduler::{Message, What};
use super::shared::Shared;
use super::{actions, commands, remedies};

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
        if self.shared.long_works.cancel(&params.token) {
            return;
        }
        if matches!(&params.token, ProgressToken::String(token) if token.starts_with(TOKEN_PREFIX))
        {
            commands::cancel(&self.shared);
        }
    }

    /// An edit makes what executes that text stale: stop that first, then tell the scheduler.
    fn edited(&self, path: &Path, from: usize) {
        self.shared.running.edited(path, from);
        self.shared.send(Message::Changed(What::Texts));
    }

    /// Contracts that were tried and help. What was never tried is tried now, for the next time somebody asks: those
    /// trials are returned.
    fn remedies(
        &self,
        document: &Document,
        file: &Arc<SourceFile>,
        known: &FileState,
        question: &actions::Question,
    ) -> (Vec<CodeActionOrCommand>, Vec<JoinHandle<()>>) {
        let mut list = Vec::new();
        let mut trials = Vec::new();
        for (diagnostic, method, about) in actions::remediable(file, known, question) {
            let asked = remedies::Question {
                path: document.path.clone(),
                version: known.version,
                method,
                about,
            };
            // Looking at a method is not asking for its frame: that costs a check.
            if about == About::Frame && !question.invoked {
                list.extend(
                    self.shared
                        .remedies
                        .found(&asked)
                        .iter()
                        .map(|remedy| actions::remedy(file, remedy, diagnostic, question)),
                );
                continue;
            }
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
                let (file, known) = (file.clone(), known.clone());
                let remedies = self.shared.remedies.clone();
                trials.push(self.runtime.spawn_blocking(move || {
                    let tried = catch_unwind(AssertUnwindSafe(|| {
                        remedies::try_all(&session, &file, &known, &asked)
                    }));
                    remedies.add(asked, tried.unwrap_or_default());
                }));
            }
        }
        (list, trials)
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
        self.shared.settings().editor.check_on == CheckOn::Save
    }
}

/// A handler that panics must not take the server along.
fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::error!("a request failed inside the server");
        Err(Error::internal_error())
    })
}
