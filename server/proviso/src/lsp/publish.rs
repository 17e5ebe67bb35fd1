//! Sends what the board says to the client: diagnostics with their version, lens refreshes, status, progress, messages.
//!
//! After an edit a file is published again only when what was red before has a new verdict (or after a short wait), so that
//! squiggles do not flicker; and never with results of another version.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use proviso_ide::diagnostics::diagnostics;
use proviso_ide::{FileState, Progress, Snapshot};
use proviso_report::Verdict;
use tokio::runtime::Handle;
use tower_lsp::ls_types::{MessageType, Uri};

use super::progress::ProgressBar;
use super::shared::Shared;
use super::status::{State, StatusChanged};
use super::translate::Translator;

/// How long a file waits for the methods that were red before.
const HOLD: Duration = Duration::from_millis(700);
/// Results that arrive together are published together.
const GATHER: Duration = Duration::from_millis(15);
const STATUS_PAUSE: Duration = Duration::from_millis(100);
const LENS_PAUSE: Duration = Duration::from_millis(150);

pub struct Publisher {
    shared: Arc<Shared>,
    runtime: Handle,
    bar: ProgressBar,
    /// Files to publish, and when.
    due: HashMap<PathBuf, Instant>,
    /// Per file the methods that were red and have no new verdict yet.
    held: HashMap<PathBuf, HashSet<String>>,
    hold_ends: Instant,
    red: HashSet<String>,
    /// Files that show diagnostics now, to be cleared when they vanish.
    shown: HashMap<PathBuf, Uri>,
    status_due: Option<Instant>,
    status_sent: Instant,
    lens_due: Option<Instant>,
}

impl Publisher {
    pub fn new(shared: Arc<Shared>, runtime: Handle) -> Publisher {
        let now = Instant::now();
        Publisher {
            bar: ProgressBar::new(shared.clone(), runtime.clone()),
            shared,
            runtime,
            due: HashMap::new(),
            held: HashMap::new(),
            hold_ends: now,
            red: HashSet::new(),
            shown: HashMap::new(),
            status_due: None,
            status_sent: now,
            lens_due: None,
        }
    }

    pub fn until_due(&self) -> Duration {
        let now = Instant::now();
        let next = self
            .due
            .values()
            .copied()
            .chain(self.status_due)
            .chain(self.lens_due)
            .min();
        next.map_or(Duration::from_secs(3600), |due| {
            due.saturating_duration_since(now)
        })
    }

    pub fn publish_due(&mut self) {
        let now = Instant::now();
        let ready: BTreeSet<PathBuf> = self
            .due
            .iter()
            .filter(|(_, due)| **due <= now)
            .map(|(path, _)| path.clone())
            .collect();
        for path in ready {
            self.due.remove(&path);
            self.publish(&path);
        }
        if self.status_due.is_some_and(|due| due <= now) {
            self.send_status();
        }
        if self.lens_due.is_some_and(|due| due <= now) {
            self.lens_due = None;
            self.send_refresh();
        }
    }

    /// The board as of a new generation; nothing is sent for a file before its first results or its turn.
    pub fn new_generation(&mut self, files: HashMap<PathBuf, FileState>) {
        let now = Instant::now();
        self.hold_ends = now + HOLD;
        self.held.clear();
        self.due.clear();
        let gone: Vec<PathBuf> = self
            .shown
            .keys()
            .filter(|path| !files.contains_key(*path))
            .cloned()
            .collect();
        for path in gone {
            if let Some(uri) = self.shown.remove(&path) {
                self.send_diagnostics(uri, Vec::new(), None);
            }
        }
        for (path, file) in &files {
            let red: HashSet<String> = file
                .methods
                .iter()
                .map(|state| &state.id)
                .filter(|id| self.red.contains(*id))
                .cloned()
                .collect();
            let wait = if red.is_empty() { now } else { self.hold_ends };
            if !red.is_empty() {
                self.held.insert(path.clone(), red);
            }
            self.due.insert(path.clone(), wait);
        }
        let files = files.into_iter().map(|(path, file)| (path, Arc::new(file)));
        self.shared
            .change(|snapshot| snapshot.files = files.collect());
        self.refresh_lenses();
    }

    /// Methods that nobody will check in this generation are not waited for.
    pub fn only_these_run(&mut self, ids: &HashSet<String>) {
        for held in self.held.values_mut() {
            held.retain(|id| ids.contains(id));
        }
        let released: Vec<PathBuf> = self
            .held
            .iter()
            .filter(|(_, held)| held.is_empty())
            .map(|(path, _)| path.clone())
            .collect();
        for path in released {
            self.held.remove(&path);
            self.due.insert(path, Instant::now());
        }
        self.shared.change(|snapshot| {
            let others = snapshot.methods_mut().filter(|it| !ids.contains(&it.id));
            others.for_each(|state| state.progress = Progress::Done);
        });
    }

    pub fn was_red(&self, method: &str) -> bool {
        self.red.contains(method)
    }

    /// A method has a new report on the board.
    pub fn result(&mut self, path: &Path, method: &str) {
        let now = Instant::now();
        let held = self.held.get_mut(path).is_some_and(|held| {
            held.remove(method);
            !held.is_empty()
        });
        let due = if held {
            self.hold_ends.max(now)
        } else {
            now + GATHER
        };
        let entry = self.due.entry(path.to_owned()).or_insert(due);
        *entry = if held { *entry } else { (*entry).min(due) };
        self.refresh_lenses();
    }

    pub fn all_done(&mut self) {
        self.held.clear();
        let now = Instant::now();
        self.due.values_mut().for_each(|due| *due = now);
    }

    fn publish(&mut self, path: &Path) {
        let snapshot = self.shared.snapshot();
        let Some(file) = snapshot.file(path) else {
            return;
        };
        // Someone is typing: a newer generation will speak for the newer text.
        let current = snapshot.document(path).map(|document| document.version);
        if current != file.version {
            return;
        }
        for state in &file.methods {
            match &state.report {
                Some(report) if report.verdict == Verdict::Violated => {
                    self.red.insert(report.id.clone())
                }
                Some(report) => self.red.remove(&report.id),
                None => false,
            };
        }
        // From now on the squiggles are those of this version.
        self.shared.change(|snapshot| {
            let file = snapshot.files.get_mut(path).map(Arc::make_mut);
            let states = file.into_iter().flat_map(|file| &mut file.methods);
            states.for_each(|state| state.shown = None);
        });
        let Ok(uri) = file.address.parse::<Uri>() else {
            return;
        };
        let list = self.shared.diagnostics(&snapshot, path, file);
        let was_shown = self.shown.contains_key(path);
        if list.is_empty() && !was_shown && file.version.is_none() {
            return;
        }
        if list.is_empty() {
            self.shown.remove(path);
        } else {
            self.shown.insert(path.to_owned(), uri.clone());
        }
        self.send_diagnostics(uri, list, file.version);
    }

    fn send_diagnostics(
        &self,
        uri: Uri,
        list: Vec<tower_lsp::ls_types::Diagnostic>,
        version: Option<i32>,
    ) {
        if self.shared.pulls() {
            return;
        }
        let count = list.len();
        let _stage = tracing::debug_span!("publish", uri = uri.as_str(), version, count).entered();
        self.runtime
            .block_on(self.shared.client.publish_diagnostics(uri, list, version));
    }

    pub fn message(&self, kind: MessageType, text: &str) {
        self.runtime
            .block_on(self.shared.client.show_message(kind, text));
    }

    pub fn jdk(&self, jdk: Option<String>, works: bool) {
        let mut status = self
            .shared
            .status
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        status.sidecar = if works { "up" } else { "down" };
        status.jdk = jdk;
    }

    pub fn status(&mut self, state: State, done: usize, total: usize, message: &str) {
        {
            let mut status = self
                .shared
                .status
                .lock()
                .unwrap_or_else(PoisonError::into_inner);
            let same = status.state == state
                && status.done == done
                && status.total == total
                && status.message == message;
            if same {
                return;
            }
            (status.state, status.done, status.total) = (state, done, total);
            status.message = message.to_owned();
        }
        self.bar.show(state, done, total);
        if self.status_due.is_none() {
            self.status_due = Some((self.status_sent + STATUS_PAUSE).max(Instant::now()));
        }
    }

    pub fn send_status(&mut self) {
        self.status_due = None;
        self.status_sent = Instant::now();
        if let Ok(value) = serde_json::to_value(self.shared.status()) {
            self.runtime
                .block_on(self.shared.client.send_notification::<StatusChanged>(value));
        }
    }

    pub fn refresh_lenses(&mut self) {
        if self.lens_due.is_none() {
            self.lens_due = Some(Instant::now() + LENS_PAUSE);
        }
    }

    /// Requests to the client are not waited for: it may be busy, and we must go on.
    fn send_refresh(&self) {
        let features = self.shared.features();
        let (client, pulls) = (self.shared.client.clone(), self.shared.pulls());
        self.runtime.spawn(async move {
            if features.lens_refresh
                && let Err(error) = client.code_lens_refresh().await
            {
                tracing::debug!("the client did not refresh its lenses: {error}");
            }
            if pulls
                && features.diagnostic_refresh
                && let Err(error) = client.workspace_diagnostic_refresh().await
            {
                tracing::debug!("the client did not refresh its diagnostics: {error}");
            }
        });
    }

    pub fn end(&mut self) {
        self.bar.end();
    }
}

impl Shared {
    /// A client that pulls is not pushed to: it would show everything twice.
    pub fn pulls(&self) -> bool {
        self.settings().editor.pull_diagnostics && self.features().pull_diagnostics
    }

    /// What a file shows, in the protocol's terms.
    pub fn diagnostics(
        &self,
        snapshot: &Snapshot,
        path: &Path,
        file: &FileState,
    ) -> Vec<tower_lsp::ls_types::Diagnostic> {
        let translator = Translator {
            text: &file.text,
            encoding: self.encoding(),
        };
        let javac = self.settings().editor.javac_diagnostics;
        let list = diagnostics(snapshot, path, file, javac).into_iter();
        list.map(|item| translator.diagnostic(item, file.version, snapshot))
            .collect()
    }
}
