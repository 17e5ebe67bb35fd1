//! What the request handlers and the scheduler share.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use proviso_checker::{Prepared, Session};
use proviso_present::markdown::DiagramForm;
use proviso_project::Diagram;
use proviso_syntax::ast::SourceFile;
use tower_lsp::Client;
use tower_lsp::ls_types::{Location, Uri};

use super::board::Board;
use super::documents::{Document, Documents};
use super::long_work::LongWorks;
use super::names::{Declared, Sources};
use super::position::{Encoding, Text, span_to_range};
use super::remedies::Remedies;
use super::running::Running;
use super::scheduler::Message;
use super::settings::Settings;
use super::status::Status;
use super::trees::Trees;

/// What the client said it can do.
#[derive(Debug, Clone, Default)]
pub struct ClientFeatures {
    pub encoding: Encoding,
    pub name: String,
    pub configuration: bool,
    pub watched_files: bool,
    pub progress: bool,
    pub lens_refresh: bool,
    pub diagnostic_refresh: bool,
    pub pull_diagnostics: bool,
    pub show_counterexample: bool,
}

pub struct Shared {
    pub client: Client,
    pub documents: Documents,
    pub trees: Trees,
    pub board: Board,
    pub features: RwLock<ClientFeatures>,
    pub settings: RwLock<Settings>,
    pub folders: RwLock<Vec<PathBuf>>,
    /// The folder that file names in reports are relative to.
    pub root: RwLock<PathBuf>,
    pub status: Mutex<Status>,
    pub running: Arc<Running>,
    pub remedies: Arc<Remedies>,
    pub long_works: LongWorks,
    pub scheduler: Mutex<Option<Sender<Message>>>,
    /// The newest prepared version of the project.
    pub project: Mutex<Option<(Arc<Session>, Arc<Prepared>)>>,
}

impl Shared {
    pub fn new(client: Client) -> Shared {
        Shared {
            client,
            documents: Documents::default(),
            trees: Trees::default(),
            board: Board::default(),
            features: RwLock::default(),
            settings: RwLock::default(),
            folders: RwLock::default(),
            root: RwLock::default(),
            status: Mutex::new(Status::new()),
            running: Arc::default(),
            remedies: Arc::default(),
            long_works: LongWorks::default(),
            scheduler: Mutex::new(None),
            project: Mutex::new(None),
        }
    }

    pub fn send(&self, message: Message) {
        if let Some(scheduler) = &*self
            .scheduler
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
        {
            // The scheduler is gone only when the server is about to end.
            let _ = scheduler.send(message);
        }
    }

    pub fn features(&self) -> ClientFeatures {
        self.features
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn encoding(&self) -> Encoding {
        self.features
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .encoding
    }

    pub fn settings(&self) -> Settings {
        self.settings
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn root(&self) -> PathBuf {
        self.root
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    pub fn status(&self) -> Status {
        let mut status = self
            .status
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        status.workspace = self.board.tally();
        status.checks = self.running.counts();
        status
    }

    /// The text that results of a file speak of, and its URI: the checked version, the open one, or the one on disk.
    pub fn text_of(&self, path: &Path) -> Option<(Uri, Text)> {
        if let Some(file) = self.board.read().get(path) {
            return Some((file.uri.clone(), file.text.clone()));
        }
        if let Some(document) = self.documents.get(path) {
            return Some((document.uri, document.text.into()));
        }
        let text = proviso_project::read_text(path).ok()?;
        Some((Uri::from_file_path(path)?, Arc::<str>::from(text).into()))
    }

    /// All sources of the project for questions about names: open documents as they are now, the others as last read.
    pub fn sources(&self, document: &Document, tree: &Arc<SourceFile>) -> Sources {
        let project = self
            .project
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let open = self.documents.all().into_iter().map(|open| {
            let tree = self.trees.file(&open);
            (open.path, tree)
        });
        let mut files: BTreeMap<PathBuf, Arc<SourceFile>> = project
            .iter()
            .flat_map(|(_, prepared)| prepared.sources())
            .chain(open)
            .collect();
        files.insert(document.path.clone(), tree.clone());
        Sources::new(files.into_iter().collect())
    }

    pub fn location(
        &self,
        sources: &Sources,
        declared: Declared,
        encoding: Encoding,
    ) -> Option<Location> {
        let Declared { file, span } = declared;
        let text = &*sources.tree(file).text;
        Some(Location {
            uri: self.uri_of(sources.path(file))?,
            range: span_to_range(text, span.start, span.end, encoding),
        })
    }

    /// The URI of a file, as the client calls it if it is open.
    pub fn uri_of(&self, path: &Path) -> Option<Uri> {
        let open = self.documents.get(path).map(|document| document.uri);
        open.or_else(|| Uri::from_file_path(path))
    }

    /// How this client can show a heap in a hover.
    pub fn diagram_form(&self) -> DiagramForm {
        match self.settings().editor.diagram {
            Diagram::Svg => DiagramForm::Svg,
            Diagram::Unicode => DiagramForm::Unicode,
            Diagram::None => DiagramForm::None,
            Diagram::Auto => {
                // No capability says that a client shows images; these do.
                let name = self.features().name.to_ascii_lowercase();
                let shows_images = [
                    "visual studio code",
                    "code-server",
                    "vscodium",
                    "vscode",
                    "cursor",
                ]
                .iter()
                .any(|known| name.contains(known));
                if shows_images {
                    DiagramForm::Svg
                } else {
                    DiagramForm::Unicode
                }
            }
        }
    }
}
