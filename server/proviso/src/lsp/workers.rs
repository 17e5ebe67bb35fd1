//! The worker threads that check methods. They never touch the async runtime; a panic in a check is an `unknown`
//! verdict of that method, and the thread goes on.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use super::running::{Running, TaskNo};
use proviso_checker::{Prepared, PreparedMethod, Session};
use proviso_report::{Bounds, Coverage, MethodReport, Stats, Unknown, Verdict};

/// One method at one bound in one version of the project.
pub struct Task {
    pub generation: u64,
    pub session: Arc<Session>,
    pub prepared: Arc<Prepared>,
    pub method: PreparedMethod,
    pub bounds: Bounds,
    /// Not to be answered from memory.
    pub anew: bool,
}

pub enum WorkerEvent {
    Started {
        generation: u64,
        path: PathBuf,
        method: String,
        k: u32,
    },
    /// Only of checks that nobody cancelled.
    Finished {
        task: TaskNo,
        generation: u64,
        path: PathBuf,
        report: Box<MethodReport>,
    },
}

#[derive(Default)]
struct Queue {
    tasks: VecDeque<Task>,
    closed: bool,
}

type SharedQueue = Arc<(Mutex<Queue>, Condvar)>;

pub struct Workers {
    queue: SharedQueue,
}

impl Workers {
    pub fn start(
        count: usize,
        running: &Arc<Running>,
        report: impl Fn(WorkerEvent) + Send + Sync + Clone + 'static,
    ) -> Workers {
        let queue = SharedQueue::default();
        for number in 0..count.max(1) {
            let (queue, running, report) = (queue.clone(), running.clone(), report.clone());
            let started = std::thread::Builder::new()
                .name(format!("check-{number}"))
                // Deep Java recursion becomes deep terms; the default two megabytes are soon used up.
                .stack_size(64 << 20)
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

fn work(queue: &SharedQueue, running: &Running, report: &impl Fn(WorkerEvent)) {
    loop {
        let mut waiting = lock(&queue.0);
        let task = loop {
            if waiting.closed {
                return;
            }
            match waiting.tasks.pop_front() {
                Some(task) => break task,
                None => {
                    waiting = queue
                        .1
                        .wait(waiting)
                        .unwrap_or_else(PoisonError::into_inner)
                }
            }
        };
        drop(waiting);
        let begun = running.begin(&task.method.id, task.bounds, &task.prepared);
        let Some((number, cancel)) = begun else {
            continue;
        };
        report(WorkerEvent::Started {
            generation: task.generation,
            path: task.method.path.clone(),
            method: task.method.id.clone(),
            k: task.bounds.k,
        });
        let checked = catch_unwind(AssertUnwindSafe(|| {
            let check = if task.anew {
                Session::check_anew
            } else {
                Session::check
            };
            check(
                &task.session,
                &task.prepared,
                &task.method.id,
                task.bounds,
                &cancel,
            )
        }));
        let result = match checked {
            Ok(Some(result)) => result,
            Ok(None) => unknown(&task, "the method is no longer there".to_owned()),
            Err(panic) => unknown(
                &task,
                format!(
                    "Proviso failed while checking it, please report this: {}",
                    panic_text(&*panic)
                ),
            ),
        };
        if !running.end(number) {
            continue;
        }
        report(WorkerEvent::Finished {
            task: number,
            generation: task.generation,
            path: task.method.path.clone(),
            report: Box::new(result),
        });
    }
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic
        .downcast_ref::<&str>()
        .map(|text| (*text).to_owned())
        .or_else(|| panic.downcast_ref::<String>().cloned());
    text.unwrap_or_else(|| "no message".to_owned())
}

fn unknown(task: &Task, why: String) -> MethodReport {
    MethodReport {
        id: task.method.id.clone(),
        file: task.method.file.clone(),
        range: task.method.range,
        verdict: Verdict::Unknown,
        bounds: task.bounds,
        cuts: Vec::new(),
        unknowns: vec![Unknown {
            why,
            file: task.method.file.clone(),
            line: 0,
        }],
        stats: Stats::default(),
        coverage: Coverage::default(),
        violations: Vec::new(),
        warnings: Vec::new(),
        rests_on: Vec::new(),
    }
}
