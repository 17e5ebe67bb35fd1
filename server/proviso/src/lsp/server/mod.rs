//! The server as the protocol sees it: what all handlers share. Each reads or notes something and returns at once; what
//! takes longer it hands to a thread of its own.

mod client;
mod handlers;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Arc, PoisonError};

use proviso_ide::names::{Declared, Sources};
use proviso_ide::remedies::{About, Remedy};
use proviso_ide::{Document, FileState, Snapshot, actions};
use proviso_project::CheckOn;
use proviso_syntax::ast::SourceFile;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;
use tower_lsp::Client;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::{Location, Position, ProgressToken, Uri, WorkDoneProgressCancelParams};

use super::counterexample::{self, Which};
use super::documents::path_of;
use super::position::{Encoding, to_offset, to_range};
use super::progress::TOKEN_PREFIX;
use super::scheduler::{Message, What};
use super::shared::Shared;
use super::translate::{Translator, uri_of};
use super::{commands, remedies};

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

    /// Puts a document into the next snapshot. `reading` is how it was read: another way may have been agreed on since.
    fn put(&self, document: Document, reading: &proviso_syntax::Options) {
        self.shared.change(|next| {
            let document = if next.reading == *reading {
                document
            } else {
                document.read_as(&next.reading)
            };
            let path = document.path.clone();
            next.documents.insert(path, Arc::new(document));
        });
    }

    /// An edit makes what executes that text stale: stop that first, then tell the scheduler.
    fn edited(&self, path: &Path, from: usize) {
        self.shared.running.edited(path, from);
        self.shared.send(Message::Changed(What::Texts));
    }

    /// Contracts that were tried and help. What was never tried is tried now, for the next time somebody asks: those
    /// trials are returned. `invoked`: the user asked, not the editor because the cursor moved.
    fn remedies(
        &self,
        document: &Document,
        known: &Arc<FileState>,
        question: &actions::Question,
        invoked: bool,
    ) -> (Vec<actions::Action>, Vec<JoinHandle<()>>) {
        let file = document.tree();
        let mut list = Vec::new();
        let mut trials = Vec::new();
        for (diagnostic, method, about) in actions::remediable(&file, known, question) {
            let asked = remedies::Question {
                path: document.path.clone(),
                version: known.version,
                method,
                about,
            };
            let offer = |found: Vec<Remedy>| -> Vec<actions::Action> {
                let found = found.iter();
                found.map(|it| actions::remedy(it, diagnostic)).collect()
            };
            // Looking at a method is not asking for its frame: that costs a check.
            if about == About::Frame && !invoked {
                list.extend(offer(self.shared.remedies.found(&asked)));
                continue;
            }
            let (found, is_new) = self.shared.remedies.known(&asked);
            list.extend(offer(found));
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

    /// Answers about an open document; nothing for any other.
    fn with_document<T>(
        &self,
        uri: &Uri,
        answer: impl FnOnce(&Asked) -> Option<T>,
    ) -> Result<Option<T>> {
        guarded(|| {
            let snapshot = self.shared.snapshot();
            let Some(document) = path_of(uri).and_then(|path| snapshot.document(&path).cloned())
            else {
                return Ok(None);
            };
            Ok(answer(&Asked {
                tree: document.tree(),
                document,
                snapshot,
                encoding: self.shared.encoding(),
            }))
        })
    }

    fn checks_on_save(&self) -> bool {
        self.shared.settings().editor.check_on == CheckOn::Save
    }
}

/// The document that a request is about, in the snapshot that answers it.
struct Asked {
    snapshot: Arc<Snapshot>,
    document: Arc<Document>,
    tree: Arc<SourceFile>,
    encoding: Encoding,
}

impl Asked {
    fn offset(&self, position: Position) -> usize {
        to_offset(self.document.text(), position, self.encoding)
    }

    fn translator(&self) -> Translator<'_, str> {
        Translator {
            text: self.document.text(),
            encoding: self.encoding,
        }
    }

    /// A place in any file of the project.
    fn location(&self, sources: &Sources, declared: Declared) -> Option<Location> {
        let Declared { file, span } = declared;
        Some(Location {
            uri: uri_of(&self.snapshot, sources.path(file))?,
            range: to_range(&*sources.tree(file).text, span, self.encoding),
        })
    }
}

/// A handler that panics must not take the server along.
fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        tracing::error!("a request failed inside the server");
        Err(Error::internal_error())
    })
}
