//! Decides what is checked when. One thread owns the project: it gathers edits, has the project prepared, deals methods
//! to the workers bound by bound, and publishes. A *generation* is one prepared version of the project; results of an
//! older one are dropped, so versions are never mixed.

mod deal;
mod project;
mod reading;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, PoisonError};
use std::time::{Duration, Instant};

use proviso_checker::{Effort, Prepared, PreparedMethod, Session};
use proviso_ide::{Document, FileState, MethodState, Progress, Snapshot};
use proviso_project::Scope;
use proviso_report::{Bounds, MethodReport, Severity, Verdict};
use tokio::runtime::Handle;
use tower_lsp::ls_types::{MessageType, Uri};

use super::memory;
use super::publish::Publisher;
use super::roots;
use super::running::TaskNo;
use super::shared::Shared;
use super::status::State;
use super::workers::{Task, WorkerEvent, Workers};

pub enum Message {
    /// Documents, files, settings or folders are different now.
    Changed(What),
    /// Check again although nothing changed.
    Recheck {
        path: PathBuf,
        method: Option<String>,
        wish: Wish,
    },
    Restart,
    Worker(WorkerEvent),
    Cancelled,
    Stop,
}

/// What a check that the user asks for does more than the last one; from now on, for that method.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Wish {
    Again,
    /// With k one larger.
    Deeper,
    Longer(Duration),
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
/// How long a check may keep others waiting the first time; twice as long each time after.
const SLICE: Duration = Duration::from_secs(2);
/// After this long without anything to do, memory that is not needed is given back.
const REST: Duration = Duration::from_secs(2);
/// How often the memory is looked at, where a limit is set.
const MEMORY_PAUSE: Duration = Duration::from_millis(500);

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
    /// Time for methods the user gives more than the settings do.
    longer: HashMap<String, Duration>,
    /// The methods of this generation that the last edit was in.
    at_cursor: HashSet<String>,
    /// Tasks of this generation that are not finished.
    open_tasks: usize,
    total_tasks: usize,
    /// Files of the project that are not compiled yet: those that are open came first.
    unread: usize,
    last_error: String,
    memory_seen: Instant,
    /// When to give memory back, unless something happens before.
    rest_at: Option<Instant>,
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
            longer: HashMap::new(),
            at_cursor: HashSet::new(),
            open_tasks: 0,
            total_tasks: 0,
            unread: 0,
            last_error: String::new(),
            memory_seen: now,
            rest_at: None,
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
            let wait = wait.min(self.until_limits()).min(self.until_rest());
            match self.receiver.recv_timeout(wait) {
                Ok(Message::Stop) | Err(RecvTimeoutError::Disconnected) => break,
                Ok(message) => {
                    self.handle(message);
                    self.rest_at = Some(Instant::now() + REST);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
            if self.until_rest().is_zero() {
                self.rest_at = None;
                memory::give_back();
            }
            if self.dirty.is_some() && self.until_due().is_zero() {
                self.renew();
            } else if self.dirty.is_none() && self.unread > 0 {
                self.read_more();
            }
            self.keep_limits();
            self.publisher.publish_due();
        }
        self.shared.running.cancel_all();
        self.publisher.end();
    }

    fn until_due(&self) -> Duration {
        if self.dirty.is_none() {
            let nothing_to_do = self.unread == 0;
            return Duration::from_secs(if nothing_to_do { 3600 } else { 0 });
        }
        let quiet = if self.typing {
            self.shared.settings().editor.debounce
        } else {
            CALM
        };
        let due = (self.last_change + quiet).min(self.first_change + PATIENCE);
        due.saturating_duration_since(Instant::now())
    }

    fn until_rest(&self) -> Duration {
        let rest = self.rest_at.filter(|_| self.open_tasks == 0);
        rest.map_or(Duration::from_secs(3600), |at| {
            at.saturating_duration_since(Instant::now())
        })
    }

    /// How long nothing has to be done about checks that take too much.
    fn until_limits(&self) -> Duration {
        let slice = self.shared.running.until_slice_ends();
        let Some(slice) = slice else {
            return Duration::from_secs(3600);
        };
        let memory = self.shared.settings().editor.memory.map(|_| MEMORY_PAUSE);
        let slice = self.workers.are_short().then_some(slice);
        let until = slice.into_iter().chain(memory).min();
        // A worker that was told to stop takes a moment.
        until.map_or(Duration::from_secs(3600), |d| d.max(CALM))
    }

    /// A check that others wait for begins again after them; one that takes all memory ends.
    fn keep_limits(&mut self) {
        let running = &self.shared.running;
        if self.workers.are_short() {
            running.preempt();
        }
        if let Some(limit) = self.shared.settings().editor.memory
            && self.memory_seen.elapsed() >= MEMORY_PAUSE
        {
            self.memory_seen = Instant::now();
            if memory::resident_mb().is_some_and(|used| used > limit.into()) {
                running.stop_longest(MEMORY_PAUSE);
            }
        }
    }

    fn handle(&mut self, message: Message) {
        match message {
            Message::Changed(what) => self.note_change(what),
            Message::Recheck { path, method, wish } => self.recheck(&path, method, wish),
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
            Message::Worker(WorkerEvent::Early {
                task,
                generation,
                path,
                report,
            }) => {
                if self.carried.contains(&task) || generation == self.generation {
                    self.known_early(&path, *report);
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
            Message::Worker(WorkerEvent::Preempted {
                task,
                generation,
                method,
                effort,
                slice,
            }) => {
                if self.carried.remove(&task) || generation == self.generation {
                    self.again_later(&method, effort, slice);
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
        self.unread = 0;
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
        let Some((session, documents)) = self.session_and_documents(what) else {
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
            session.update_tree(&document.path, document.tree());
        }
        self.overlays = open;

        let Some(prepared) = self.guarded(|| session.prepare_open()) else {
            return;
        };
        self.unread = prepared.waiting;
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
        let sources = prepared.sources().collect();
        self.shared.change(|snapshot| snapshot.sources = sources);
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
