//! Decides what is checked when. One thread owns the project: it gathers edits, has the project prepared, deals methods
//! to the workers bound by bound, and publishes. A *generation* is one prepared version of the project; results of an
//! older one are dropped, so versions are never mixed.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use proviso_checker::{Prepared, PreparedMethod, Session};
use proviso_report::{Bounds, MethodReport, Severity, Verdict};
use tokio::runtime::Handle;
use tower_lsp::ls_types::{MessageType, Uri};

use super::board::{FileState, MethodState, Progress};
use super::documents::Document;
use super::publish::Publisher;
use super::roots;
use super::running::TaskNo;
use super::settings::Scope;
use super::shared::Shared;
use super::status::State;
use super::workers::{Task, WorkerEvent, Workers};

pub enum Message {
    /// Documents, files, settings or folders are different now.
    Changed(What),
    /// Check again although nothing changed; `deeper` raises k for that method from now on.
    Recheck {
        path: PathBuf,
        method: Option<String>,
        deeper: bool,
    },
    Restart,
    Worker(WorkerEvent),
    Cancelled,
    Stop,
}

/// The later, the more has to be done anew.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Texts,
    /// Other files of the project, on disk.
    Files,
    /// Which files there are on disk.
    Listing,
    /// Settings or folders: the session has to be opened anew.
    Project,
}

/// After a lone edit we need not wait for more of them.
const CALM: Duration = Duration::from_millis(40);
/// Edits closer together than this are typing.
const TYPING: Duration = Duration::from_millis(500);
/// Typing without a pause must not keep verdicts away for ever.
const PATIENCE: Duration = Duration::from_millis(1500);

pub struct Scheduler {
    shared: Arc<Shared>,
    receiver: Receiver<Message>,
    workers: Workers,
    worker_count: usize,
    sender: Sender<Message>,
    publisher: Publisher,
    session: Option<Arc<Session>>,
    session_paths: Vec<PathBuf>,
    overlays: HashSet<PathBuf>,
    generation: u64,
    /// Checks of an earlier generation that the edits since have not touched: their results count.
    carried: HashSet<TaskNo>,
    /// The versions the last generation was made of, to see which files were edited.
    versions: HashMap<PathBuf, i32>,
    /// The user wants nothing to be checked until the next edit.
    stopped: bool,
    prepared: Option<Arc<Prepared>>,
    /// Largest k of methods the user wants deeper than the settings say.
    deeper: HashMap<String, u32>,
    /// Tasks of this generation that are not finished.
    open_tasks: usize,
    total_tasks: usize,
    last_error: String,
    // What waits for the debounce.
    dirty: Option<What>,
    first_change: Instant,
    last_change: Instant,
    typing: bool,
}

impl Scheduler {
    pub fn start(
        shared: Arc<Shared>,
        runtime: Handle,
        sender: Sender<Message>,
        receiver: Receiver<Message>,
    ) -> std::io::Result<()> {
        let worker_count = worker_count(&shared);
        let workers = start_workers(worker_count, &shared, &sender);
        let publisher = Publisher::new(shared.clone(), runtime);
        let now = Instant::now();
        let scheduler = Scheduler {
            shared,
            receiver,
            workers,
            worker_count,
            sender,
            publisher,
            session: None,
            session_paths: Vec::new(),
            overlays: HashSet::new(),
            generation: 0,
            carried: HashSet::new(),
            versions: HashMap::new(),
            stopped: false,
            prepared: None,
            deeper: HashMap::new(),
            open_tasks: 0,
            total_tasks: 0,
            last_error: String::new(),
            dirty: None,
            first_change: now,
            last_change: now,
            typing: false,
        };
        std::thread::Builder::new()
            .name("scheduler".to_owned())
            .spawn(move || scheduler.run())?;
        Ok(())
    }

    fn run(mut self) {
        loop {
            let wait = self.until_due().min(self.publisher.until_due());
            match self.receiver.recv_timeout(wait) {
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(message) => self.handle(message),
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.dirty.is_some() && self.until_due().is_zero() {
                self.renew();
            }
            self.publisher.publish_due();
        }
        self.shared.running.cancel_all();
        self.publisher.end();
    }

    fn until_due(&self) -> Duration {
        if self.dirty.is_none() {
            return Duration::from_secs(3600);
        }
        let quiet = if self.typing {
            self.shared.settings().debounce()
        } else {
            CALM
        };
        let due = (self.last_change + quiet).min(self.first_change + PATIENCE);
        due.saturating_duration_since(Instant::now())
    }

    fn handle(&mut self, message: Message) {
        match message {
            Message::Changed(what) => self.note_change(what),
            Message::Recheck {
                path,
                method,
                deeper,
            } => self.recheck(&path, method, deeper),
            Message::Restart => {
                self.session = None;
                self.note_change(What::Project);
            }
            Message::Worker(WorkerEvent::Started {
                generation,
                path,
                method,
                k,
            }) => {
                if generation == self.generation {
                    self.set_progress(&path, &method, Progress::Checking { k });
                }
            }
            Message::Worker(WorkerEvent::Finished {
                task,
                generation,
                path,
                report,
            }) => {
                if self.carried.remove(&task) || generation == self.generation {
                    self.finished(&path, *report);
                }
            }
            Message::Cancelled => {
                self.workers.clear();
                self.stopped = true;
                self.open_tasks = 0;
                self.finish_waiting();
                self.publisher.status(State::Idle, 0, 0, "cancelled");
            }
            Message::Stop => {}
        }
    }

    fn note_change(&mut self, what: What) {
        let now = Instant::now();
        self.typing = self.dirty.is_some() || now - self.last_change < TYPING;
        if self.dirty.is_none() {
            self.first_change = now;
        }
        self.last_change = now;
        self.dirty = self.dirty.max(Some(what));
        // What has not been started is dealt out again; what an edit made stale is cancelled already.
        self.workers.clear();
    }

    /// A new generation: prepare the project as it is now and deal out the work.
    fn renew(&mut self) {
        let what = self.dirty.take();
        self.workers.clear();
        self.generation += 1;
        self.carried.clear();
        self.open_tasks = 0;
        self.stopped = false;
        self.publisher
            .status(State::Preparing, 0, 0, "reading the project");
        // Reading takes this thread; what it is doing must be said before.
        self.publisher.send_status();

        self.shared.running.edits_are_read();
        let documents = self.shared.documents.all();
        let Some(session) = self.session(&documents, what) else {
            return;
        };
        let open: HashSet<PathBuf> = documents
            .iter()
            .map(|document| document.path.clone())
            .collect();
        for closed in self.overlays.difference(&open) {
            session.update_file(closed, None);
        }
        for document in &documents {
            session.update_file(&document.path, Some(document.text.to_string()));
        }
        self.overlays = open;

        let prepared =
            match std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| session.prepare())) {
                Ok(prepared) => prepared,
                Err(_) => {
                    self.down("Proviso failed while reading the project; please report this");
                    return;
                }
            };
        // Edits that came meanwhile make this version stale: start again rather than show it.
        self.drain_changes();
        if self.dirty.is_some() {
            return;
        }
        let kept = self.carry_over(&session, &prepared);
        self.prepared = Some(prepared.clone());
        *self
            .shared
            .project
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = Some((session.clone(), prepared.clone()));
        self.fill_board(&session, &prepared, &documents, &kept);
        if self.stopped {
            // The user cancelled while the project was being read.
            self.finish_waiting();
            self.publisher.status(State::Idle, 0, 0, "cancelled");
            return;
        }
        self.deal(&session, &prepared, &documents, &kept);
        let versions = documents.iter().map(|d| (d.path.clone(), d.version));
        self.versions = versions.collect();
    }

    /// Checks under way whose verdict is the same in the new version go on; all others end. Gives the methods that go on.
    fn carry_over(&mut self, session: &Arc<Session>, prepared: &Prepared) -> HashSet<String> {
        let running = self.shared.running.clone();
        let mut methods = HashSet::new();
        for (number, check) in running.under_way() {
            let same = |before| session.is_unchanged(before, prepared, &check.method, check.bounds);
            if same(&check.prepared) {
                self.carried.insert(number);
                methods.insert(check.method);
            }
        }
        running.cancel_but(&self.carried);
        methods
    }

    /// Takes what is waiting in the channel; results of the last generation are stale anyway.
    fn drain_changes(&mut self) {
        while let Ok(message) = self.receiver.try_recv() {
            self.handle(message);
        }
    }

    /// The session for today's roots and settings.
    fn session(&mut self, documents: &[Document], what: Option<What>) -> Option<Arc<Session>> {
        let folders = self
            .shared
            .folders
            .read()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let paths = roots::session_paths(&folders, documents);
        if self.session_paths == paths
            && let Some(session) = &self.session
            && match what {
                Some(What::Project) => false,
                Some(What::Listing) => session.rescan(),
                _ => true,
            }
        {
            return Some(session.clone());
        }
        let settings = self.shared.settings();
        let (options, complaint) = settings.options(paths.clone());
        if let Some(text) = complaint {
            self.publisher.message(MessageType::WARNING, &text);
        }
        self.session = None;
        self.overlays.clear();
        let count = worker_count(&self.shared);
        if count != self.worker_count {
            self.workers = start_workers(count, &self.shared, &self.sender);
            self.worker_count = count;
        }
        match Session::open(options) {
            Ok(session) => {
                self.last_error.clear();
                let session = Arc::new(session);
                *self
                    .shared
                    .root
                    .write()
                    .unwrap_or_else(PoisonError::into_inner) = session.workspace().root.clone();
                self.publisher.jdk(Some(session.jdk()));
                self.session = Some(session.clone());
                self.session_paths = paths;
                Some(session)
            }
            Err(error) => {
                self.publisher.jdk(None);
                self.down(&error.to_string());
                None
            }
        }
    }

    /// The server lives on; the user hears once why nothing is checked.
    fn down(&mut self, why: &str) {
        if self.last_error != why {
            self.last_error = why.to_owned();
            self.publisher
                .message(MessageType::ERROR, &format!("Proviso: {why}"));
        }
        self.publisher.status(State::Down, 0, 0, why);
    }

    fn fill_board(
        &mut self,
        session: &Session,
        prepared: &Prepared,
        documents: &[Document],
        kept: &HashSet<String>,
    ) {
        let known = self.reports_of(kept);
        let root = session.workspace().root.clone();
        let mut files: HashMap<PathBuf, FileState> = HashMap::new();
        for document in documents {
            files.insert(
                document.path.clone(),
                FileState {
                    uri: document.uri.clone(),
                    version: Some(document.version),
                    text: document.text.clone().into(),
                    problems: Vec::new(),
                    methods: Vec::new(),
                },
            );
        }
        let mut entry = |path: &Path, add: &mut dyn FnMut(&mut FileState)| {
            if let Some(file) = files.get_mut(path) {
                add(file);
            } else if let (Ok(text), Some(uri)) =
                (std::fs::read_to_string(path), Uri::from_file_path(path))
            {
                let mut file = FileState {
                    uri,
                    version: None,
                    text: Arc::<str>::from(text).into(),
                    problems: Vec::new(),
                    methods: Vec::new(),
                };
                add(&mut file);
                files.insert(path.to_owned(), file);
            }
        };
        for method in &prepared.methods {
            entry(&method.path, &mut |file| {
                file.methods.push(MethodState {
                    method: method.clone(),
                    progress: Progress::Waiting,
                    report: known.get(&method.id).cloned(),
                });
            });
        }
        for problem in &prepared.problems {
            match &problem.place {
                Some(place) => entry(&root.join(&place.file), &mut |file| {
                    file.problems.push(problem.clone())
                }),
                None if problem.severity == Severity::Error => {
                    self.publisher.message(MessageType::ERROR, &problem.message)
                }
                None => tracing::info!("{}", problem.message),
            }
        }
        self.publisher.new_generation(files);
    }

    /// What the last generation knew of these methods.
    fn reports_of(&self, methods: &HashSet<String>) -> HashMap<String, Arc<MethodReport>> {
        let board = self.shared.board.read();
        let states = board.values().flat_map(|file| &file.methods);
        let wanted = states.filter(|state| methods.contains(&state.method.id));
        wanted
            .filter_map(|state| Some((state.method.id.clone(), state.report.clone()?)))
            .collect()
    }

    /// Orders the methods: at the cursor, in the edited files or red before, those that execute what was edited, other
    /// open files, then the rest.
    fn deal(
        &mut self,
        session: &Arc<Session>,
        prepared: &Arc<Prepared>,
        documents: &[Document],
        kept: &HashSet<String>,
    ) {
        let is_edited = |d: &&Document| self.versions.get(&d.path) != Some(&d.version);
        let edited: Vec<&Document> = documents.iter().filter(is_edited).collect();
        let whole_workspace = self.shared.settings().scope == Some(Scope::Workspace);
        let mut wanted: Vec<(u32, &PreparedMethod)> = Vec::new();
        for method in &prepared.methods {
            let document = documents
                .iter()
                .find(|document| document.path == method.path);
            let rank = match document {
                Some(document) => {
                    let start = method.extent.start.to_byte(&document.text);
                    let end = method.extent.end.to_byte(&document.text);
                    let is_edited = edited.iter().any(|edited| edited.path == document.path);
                    let depends = || {
                        edited.iter().any(|edited| {
                            prepared.executes(&method.id, &edited.path, edited.edited_at)
                        })
                    };
                    if is_edited && document.edited_at >= start && document.edited_at <= end {
                        0
                    } else if is_edited || self.publisher.was_red(&method.id) {
                        1
                    } else if depends() {
                        2
                    } else {
                        3
                    }
                }
                None if whole_workspace => 4,
                None => continue,
            };
            wanted.push((rank, method));
        }
        wanted.sort_by_key(|(rank, _)| *rank);
        let tasks: Vec<Task> = wanted
            .iter()
            .filter(|(_, method)| !kept.contains(&method.id))
            .map(|(_, method)| self.task(session, prepared, method, 1))
            .collect();
        let ids: HashSet<String> = wanted
            .iter()
            .map(|(_, method)| method.id.clone())
            .chain(kept.iter().cloned())
            .collect();
        let count = tasks.len() + self.carried.len();
        self.publisher.only_these_run(&ids);
        self.open_tasks = count;
        self.total_tasks = count;
        self.workers.push(tasks);
        self.publish_progress();
    }

    fn task(
        &self,
        session: &Arc<Session>,
        prepared: &Arc<Prepared>,
        method: &PreparedMethod,
        k: u32,
    ) -> Task {
        Task {
            generation: self.generation,
            session: session.clone(),
            prepared: prepared.clone(),
            method: method.clone(),
            bounds: Bounds {
                k: k.min(self.largest_k(&method.id)),
                ..session.options().bounds
            },
            anew: false,
        }
    }

    fn largest_k(&self, method: &str) -> u32 {
        let usual = self
            .session
            .as_ref()
            .map_or(Bounds::default().k, |session| session.options().bounds.k);
        self.deeper.get(method).copied().unwrap_or(usual)
    }

    fn finished(&mut self, path: &Path, report: MethodReport) {
        let next = report.bounds.k + 1;
        let id = report.id.clone();
        // Only a verdict that a bound limits can change with a larger bound.
        let grows = !report.cuts.is_empty()
            && report.verdict != Verdict::SpecError
            && next <= self.largest_k(&id);
        let method = {
            let mut board = self.shared.board.write();
            let Some(state) = board
                .get_mut(path)
                .and_then(|file| file.methods.iter_mut().find(|state| state.method.id == id))
            else {
                return;
            };
            // A larger bound that ran out of time does not take back what the smaller one showed.
            let keeps = report.verdict == Verdict::Unknown
                && state
                    .report
                    .as_ref()
                    .is_some_and(|old| old.verdict != Verdict::Unknown);
            if !keeps {
                state.report = Some(Arc::new(report));
            }
            state.progress = if grows {
                Progress::Checking { k: next }
            } else {
                Progress::Done
            };
            state.method.clone()
        };
        if grows
            && self.dirty.is_none()
            && let (Some(session), Some(prepared)) = (self.session.clone(), self.prepared.clone())
        {
            let task = self.task(&session, &prepared, &method, next);
            self.workers.push([task]);
        } else {
            self.open_tasks = self.open_tasks.saturating_sub(1);
        }
        self.publisher.result(path, &id);
        self.publish_progress();
    }

    fn publish_progress(&mut self) {
        let done = self.total_tasks - self.open_tasks.min(self.total_tasks);
        if self.open_tasks == 0 {
            self.publisher
                .status(State::Idle, done, self.total_tasks, "");
            self.publisher.all_done();
        } else {
            self.publisher
                .status(State::Checking, done, self.total_tasks, "");
        }
    }

    fn set_progress(&self, path: &Path, method: &str, progress: Progress) {
        let mut board = self.shared.board.write();
        if let Some(state) = board.get_mut(path).and_then(|file| {
            file.methods
                .iter_mut()
                .find(|state| state.method.id == method)
        }) {
            state.progress = progress;
        }
    }

    /// After a cancel nothing is being checked any more.
    fn finish_waiting(&self) {
        for state in self
            .shared
            .board
            .write()
            .values_mut()
            .flat_map(|file| &mut file.methods)
        {
            state.progress = Progress::Done;
        }
    }

    fn recheck(&mut self, path: &Path, method: Option<String>, deeper: bool) {
        let (Some(session), Some(prepared)) = (self.session.clone(), self.prepared.clone()) else {
            self.note_change(What::Project);
            return;
        };
        if self.dirty.is_some() {
            return; // everything is about to be checked anyway
        }
        self.stopped = false;
        let methods: Vec<PreparedMethod> = prepared
            .methods
            .iter()
            .filter(|candidate| {
                candidate.path == path && method.as_ref().is_none_or(|id| candidate.id == *id)
            })
            .cloned()
            .collect();
        let mut tasks = Vec::new();
        for method in &methods {
            let largest = self.largest_k(&method.id);
            let k = if deeper {
                self.deeper.insert(method.id.clone(), largest + 1);
                largest + 1
            } else {
                1
            };
            self.set_progress(path, &method.id, Progress::Checking { k });
            let mut task = self.task(&session, &prepared, method, k);
            task.anew = true;
            tasks.push(task);
        }
        self.open_tasks += tasks.len();
        self.total_tasks = self.open_tasks;
        self.workers.push(tasks);
        self.publisher.refresh_lenses();
        self.publish_progress();
    }
}

fn worker_count(shared: &Shared) -> usize {
    let (options, _) = shared.settings().options(Vec::new());
    options.jobs.max(1)
}

fn start_workers(count: usize, shared: &Shared, sender: &Sender<Message>) -> Workers {
    let sender = sender.clone();
    Workers::start(count, &shared.running, move |event| {
        // The scheduler is gone only when the server is about to end.
        let _ = sender.send(Message::Worker(event));
    })
}
