//! What the request handlers and the scheduler share.

use std::path::PathBuf;
use std::sync::mpsc::Sender;
use std::sync::{Arc, Mutex, PoisonError, RwLock};

use proviso_checker::{Prepared, Session};
use proviso_ide::Snapshot;
use proviso_present::markdown::DiagramForm;
use proviso_project::Diagram;
use tower_lsp::Client;

use super::long_work::LongWorks;
use super::position::Encoding;
use super::remedies::Remedies;
use super::running::Running;
use super::scheduler::Message;
use super::settings::Settings;
use super::status::Status;

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
    /// The only way to documents, trees and results.
    snapshot: Mutex<Arc<Snapshot>>,
    pub features: RwLock<ClientFeatures>,
    pub settings: RwLock<Settings>,
    pub folders: RwLock<Vec<PathBuf>>,
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
            snapshot: Mutex::default(),
            features: RwLock::default(),
            settings: RwLock::default(),
            folders: RwLock::default(),
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

    pub fn status(&self) -> Status {
        let mut status = self
            .status
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        status.workspace = self.snapshot().tally().into();
        status.checks = self.running.counts();
        status
    }

    /// Everything that is known now. It does not change any more; what comes later is in another.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.snapshot
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    /// Makes the next snapshot. Those that somebody still reads stay as they are.
    pub fn change<T>(&self, change: impl FnOnce(&mut Snapshot) -> T) -> T {
        let mut current = self.snapshot.lock().unwrap_or_else(PoisonError::into_inner);
        change(Arc::make_mut(&mut current))
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
