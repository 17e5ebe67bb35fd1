//! The worker threads that check methods. They never touch the async runtime; a panic in a check is an `unknown`
//! verdict of that method, and the thread goes on.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::running::{Running, Stop, TaskNo};
use proviso_checker::{Answer, Cancel, Effort, Prepared, PreparedMethod, Session};
use proviso_report::{Bounds, MethodReport, Reason, Unknown};

/// One method at one bound in one version of the project.
#[derive(Clone)]
pub struct Task {
    pub generation: u64,
    pub session: Arc<Session>,
    pub prepared: Arc<Prepared>,
    pub method: PreparedMethod,
    pub effort: Effort,
    /// How long it may keep others waiting.
    pub slice: Duration,
}

pub enum WorkerEvent {
    Started {
        generation: u64,
        path: PathBuf,
        method: String,
        k: u32,
    },
    /// A verdict that is sure, before its clauses are explained and its check has finished.
    Early {
        task: TaskNo,
        generation: u64,
        path: PathBuf,
        report: Box<MethodReport>,
    },
    /// Only of checks that nobody cancelled.
    Finished {
        task: TaskNo,
        generation: u64,
        path: PathBuf,
        report: Box<MethodReport>,
    },
    /// Others were waiting: the method has to be checked again, after them.
    Preempted {
        task: TaskNo,
        generation: u64,
        method: String,
        effort: Effort,
        slice: Duration,
    },
}

#[derive(Default)]
struct Queue {
    tasks: VecDeque<Task>,
    /// Checks that were told to stop and have not ended: nobody waits for them.
    left_behind: usize,
    /// Workers with nothing to do.
    idle: usize,
    closed: bool,
}

/// How long a worker waits for a check that was told to stop.
const SOON: Duration = Duration::from_millis(20);
/// So many checks may be left behind; each may hold much memory.
const MOST_LEFT_BEHIND: usize = 4;

/// Takes what workers have to say.
pub trait Tell: Fn(WorkerEvent) + Send + Sync + Clone + 'static {}

impl<F: Fn(WorkerEvent) + Send + Sync + Clone + 'static> Tell for F {}

type SharedQueue = Arc<(Mutex<Queue>, Condvar)>;

pub struct Workers {
    queue: SharedQueue,
}

impl Workers {
    pub fn start(count: usize, running: &Arc<Running>, report: impl Tell) -> Workers {
        let queue = SharedQueue::default();
        for number in 0..count.max(1) {
            let (queue, running, report) = (queue.clone(), running.clone(), report.clone());
            let started = std::thread::Builder::new()
                .name(format!("check-{number}"))
                .spawn(move || work(&queue, &running, &report));
            if let Err(error) = started {
                tracing::error!("cannot start a worker thread: {error}");
            }
        }
        Workers { queue }
    }

    pub fn push(&self, tasks: impl IntoIterator<Item = Task>) {
        lock(&self.queue.0).tasks.extend(tasks);
        self.queue.1.notify_all();
    }

    pub fn push_first(&self, task: Task) {
        lock(&self.queue.0).tasks.push_front(task);
        self.queue.1.notify_all();
    }

    /// Whether there are tasks that no worker is free to take.
    pub fn are_short(&self) -> bool {
        let queue = lock(&self.queue.0);
        queue.tasks.len() > queue.idle
    }

    /// Forgets what has not been started.
    pub fn clear(&self) {
        lock(&self.queue.0).tasks.clear();
    }
}

impl Drop for Workers {
    fn drop(&mut self) {
        let mut queue = lock(&self.queue.0);
        queue.closed = true;
        queue.tasks.clear();
        drop(queue);
        self.queue.1.notify_all();
    }
}

/// A poisoned queue is still a queue: the only code under the lock is ours and leaves it whole.
fn lock(queue: &Mutex<Queue>) -> MutexGuard<'_, Queue> {
    queue.lock().unwrap_or_else(PoisonError::into_inner)
}

fn work(queue: &SharedQueue, running: &Running, report: &impl Tell) {
    let mut hand = Hand::default();
    loop {
        let mut waiting = lock(&queue.0);
        let task = loop {
            if waiting.closed {
                return;
            }
            match waiting.tasks.pop_front() {
                Some(task) => break task,
                None => {
                    waiting.idle += 1;
                    waiting = queue
                        .1
                        .wait(waiting)
                        .unwrap_or_else(PoisonError::into_inner);
                    waiting.idle -= 1;
                }
            }
        };
        drop(waiting);
        let Task { method, effort, .. } = &task;
        let begun = running.begin(&method.id, effort.bounds, &task.prepared, task.slice);
        let Some((number, cancel)) = begun else {
            continue;
        };
        report(WorkerEvent::Started {
            generation: task.generation,
            path: method.path.clone(),
            method: method.id.clone(),
            k: effort.bounds.k,
        });
        let early = early(number, &task, &cancel, report);
        let answer = checked_apart(&task, &cancel, early, queue, &mut hand);
        let remembered = answer.as_ref().is_some_and(|answer| answer.remembered);
        let result = match (running.end(number, remembered), answer) {
            (None, Some(answer)) => answer.report,
            (None, None) => unknown(method, effort.bounds, "it was left behind".to_owned()),
            (Some(stop), _) => match stop {
                Stop::Stale => continue,
                Stop::Preempted => {
                    report(WorkerEvent::Preempted {
                        task: number,
                        generation: task.generation,
                        method: method.id.clone(),
                        effort: *effort,
                        slice: task.slice,
                    });
                    continue;
                }
                Stop::Memory => {
                    let why = "the memory limit was met (setting `memory`)".to_owned();
                    unknown(method, effort.bounds, why)
                }
            },
        };
        report(WorkerEvent::Finished {
            task: number,
            generation: task.generation,
            path: method.path.clone(),
            report: Box::new(result),
        });
    }
}

/// Says a verdict before its check has ended, unless the check was told to stop.
fn early(
    number: TaskNo,
    task: &Task,
    cancel: &Cancel,
    tell: &impl Tell,
) -> impl Fn(&MethodReport) + Send + 'static {
    let (tell, cancel) = (tell.clone(), cancel.clone());
    let (generation, path) = (task.generation, task.method.path.clone());
    move |report: &MethodReport| {
        if !cancel.is_cancelled() {
            tell(WorkerEvent::Early {
                task: number,
                generation,
                path: path.clone(),
                report: Box::new(report.clone()),
            });
        }
    }
}

/// The thread that a worker lets its checks run on. Z3 has steps that nothing interrupts: a check that is told to stop and
/// does not end soon is left behind with its thread, and the next one gets a new one.
#[derive(Default)]
struct Hand(Option<Sender<Job>>);

type Job = Box<dyn FnOnce() + Send>;

impl Hand {
    fn run(&mut self, job: Job) -> std::io::Result<()> {
        let jobs = match &self.0 {
            Some(jobs) => jobs,
            None => self.0.insert(hire()?),
        };
        // It lives as long as it can be reached, since no job of ours panics.
        jobs.send(job)
            .map_err(|_| std::io::Error::other("it has ended"))
    }

    fn leave_behind(&mut self) {
        self.0 = None;
    }
}

fn hire() -> std::io::Result<Sender<Job>> {
    let (jobs, waiting) = mpsc::channel::<Job>();
    std::thread::Builder::new()
        .name("check".to_owned())
        // Deep Java recursion becomes deep terms; the default two megabytes are soon used up.
        .stack_size(64 << 20)
        .spawn(move || waiting.into_iter().for_each(|job| job()))?;
    Ok(jobs)
}

/// Runs the check on the worker's other thread. None when it was told to stop and does not end soon: the worker has better
/// things to do than to wait for it.
fn checked_apart(
    task: &Task,
    cancel: &Cancel,
    early: impl Fn(&MethodReport) + Send + 'static,
    queue: &SharedQueue,
    hand: &mut Hand,
) -> Option<Answer> {
    let (done, ended) = mpsc::channel();
    let told = done.clone();
    cancel.on_cancel(move || {
        // The worker has gone on when nobody listens.
        let _ = told.send(None);
    });
    let (work, wish, waiting) = (task.clone(), cancel.clone(), queue.clone());
    let check = move || {
        let Task { method, effort, .. } = &work;
        let answer = judged(method, effort.bounds, || {
            let session = &work.session;
            session.check_telling(&work.prepared, &method.id, effort, &wish, &early)
        });
        // Under the lock, as the worker that may be about to stop listening.
        let mut queue = lock(&waiting.0);
        if done.send(Some(answer)).is_err() {
            queue.left_behind -= 1;
            drop(queue);
            waiting.1.notify_all();
        }
    };
    if let Err(error) = hand.run(Box::new(check)) {
        let why = format!("there is no thread for it: {error}");
        return Some(undecided(&task.method, task.effort.bounds, why));
    }
    match ended.recv() {
        Ok(Some(answer)) => Some(answer),
        // Told to stop.
        _ => {
            let answer = wait_a_little(ended, queue);
            if answer.is_none() {
                hand.leave_behind();
            }
            answer
        }
    }
}

/// What comes of a check that was told to stop, if it comes soon or too many others were left behind already.
fn wait_a_little(ended: Receiver<Option<Answer>>, queue: &SharedQueue) -> Option<Answer> {
    let until = Instant::now() + SOON;
    loop {
        match ended.recv_timeout(until.saturating_duration_since(Instant::now())) {
            Ok(Some(answer)) => return Some(answer),
            Ok(None) => {}
            Err(RecvTimeoutError::Disconnected) => return None,
            Err(RecvTimeoutError::Timeout) => break,
        }
    }
    let mut waiting = lock(&queue.0);
    while waiting.left_behind >= MOST_LEFT_BEHIND {
        waiting = queue
            .1
            .wait(waiting)
            .unwrap_or_else(PoisonError::into_inner);
    }
    // It may have ended just now; after this, and before the lock is given back, nobody listens any more.
    let last = ended.try_iter().flatten().next();
    if last.is_none() {
        waiting.left_behind += 1;
    }
    drop(ended);
    last
}

fn undecided(method: &PreparedMethod, bounds: Bounds, why: String) -> Answer {
    Answer {
        report: unknown(method, bounds, why),
        remembered: false,
    }
}

/// The answer of a check, whatever becomes of it.
fn judged(
    method: &PreparedMethod,
    bounds: Bounds,
    check: impl FnOnce() -> Option<Answer>,
) -> Answer {
    let undecided = |why: String| undecided(method, bounds, why);
    match catch_unwind(AssertUnwindSafe(check)) {
        Ok(Some(answer)) => answer,
        Ok(None) => undecided("the method is no longer there".to_owned()),
        Err(panic) => undecided(format!(
            "Proviso failed while checking it, please report this: {}",
            panic_text(&*panic)
        )),
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "no message".to_owned())
}

fn unknown(method: &PreparedMethod, bounds: Bounds, why: String) -> MethodReport {
    let mut report = MethodReport::undecided(&method.id, &method.file, method.range, bounds);
    report.unknowns.push(Unknown {
        reason: Reason::Internal,
        why,
        file: method.file.clone(),
        line: 0,
    });
    report
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_report::{Position, Range, Verdict};

    #[test]
    fn a_panic_in_a_check_is_an_unknown_verdict_that_says_so() {
        let start = Position { line: 3, column: 1 };
        let range = Range { start, end: start };
        let method = PreparedMethod {
            id: "A.f()V".to_owned(),
            file: "A.java".to_owned(),
            path: PathBuf::from("A.java"),
            range,
            extent: range,
            has_contract: true,
        };
        let answer = judged(&method, Bounds::default(), || {
            panic!("expected by the test")
        });
        assert_eq!(answer.report.verdict, Verdict::Unknown);
        let why = &answer.report.unknowns[0].why;
        assert!(
            why.contains("please report this: expected by the test"),
            "{why}"
        );
    }
}
