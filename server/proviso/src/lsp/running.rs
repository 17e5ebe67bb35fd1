//! The checks that are under way, and why one of them has to stop: an edit made it stale, others wait for its worker, the
//! memory is used up. Handlers cancel here at once, before the scheduler even hears of the edit; the rest goes on.

use std::collections::{HashMap, HashSet, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use proviso_checker::{Cancel, Prepared};
use proviso_report::Bounds;
use serde::Serialize;

/// Number of a task; never used twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct TaskNo(u64);

#[derive(Clone)]
pub struct Check {
    pub method: String,
    pub bounds: Bounds,
    pub prepared: Arc<Prepared>,
    pub cancel: Cancel,
    since: Instant,
    /// How long it may keep others waiting.
    slice: Duration,
    stopped: Option<(Instant, Stop)>,
}

/// Why a check does not go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stop {
    /// Nobody wants its result any more.
    Stale,
    /// Others waited for its worker: it has to begin again after them.
    Preempted,
    /// The server has more memory than it may.
    Memory,
}

/// How often what happened, since the server started.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Counts {
    pub started: u64,
    pub finished: u64,
    pub cancelled: u64,
    /// Checks that an edit left alone: they went on in the next version.
    pub carried: u64,
    /// Verdicts that were known and not checked again.
    pub remembered: u64,
    /// Checks that began again later because others were waiting.
    pub preempted: u64,
    /// Checks whose stop met the solver inside a query.
    pub stopped_in_solver: u64,
    /// From the wish to stop to the end of the check, usually and at worst.
    pub median_cancel_ms: u64,
    pub slowest_cancel_ms: u64,
}

#[derive(Default)]
struct Inner {
    next: u64,
    checks: HashMap<TaskNo, Check>,
    /// Edits that the newest prepared version does not know: file and first byte that is different.
    edits: Vec<(PathBuf, usize)>,
    counts: Counts,
    /// How long the last stops took, in milliseconds.
    stops: VecDeque<u64>,
}

/// So many stops are remembered for their median.
const STOPS: usize = 500;

#[derive(Default)]
pub struct Running(Mutex<Inner>);

impl Running {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// None when an edit has made the check stale before it began.
    pub fn begin(
        &self,
        method: &str,
        bounds: Bounds,
        prepared: &Arc<Prepared>,
        slice: Duration,
    ) -> Option<(TaskNo, Cancel)> {
        let mut inner = self.lock();
        let check = Check {
            method: method.to_owned(),
            bounds,
            prepared: prepared.clone(),
            cancel: Cancel::new(),
            since: Instant::now(),
            slice,
            stopped: None,
        };
        if inner
            .edits
            .iter()
            .any(|(path, from)| check.executes(path, *from))
        {
            return None;
        }
        inner.next += 1;
        inner.counts.started += 1;
        let (number, cancel) = (TaskNo(inner.next), check.cancel.clone());
        inner.checks.insert(number, check);
        Some((number, cancel))
    }

    /// Why the check was stopped; none when its result counts. `remembered`: nothing had to be checked.
    pub fn end(&self, number: TaskNo, remembered: bool) -> Option<Stop> {
        let mut inner = self.lock();
        let inner = &mut *inner;
        let Some(check) = inner.checks.remove(&number) else {
            return Some(Stop::Stale);
        };
        let counts = &mut inner.counts;
        match check.stopped {
            Some((when, why)) => {
                let waited = when.elapsed().as_millis() as u64;
                counts.slowest_cancel_ms = counts.slowest_cancel_ms.max(waited);
                counts.stopped_in_solver += u64::from(check.cancel.met_query());
                inner.stops.push_back(waited);
                if inner.stops.len() > STOPS {
                    inner.stops.pop_front();
                }
                match why {
                    Stop::Preempted => counts.preempted += 1,
                    Stop::Stale | Stop::Memory => counts.cancelled += 1,
                }
            }
            None if remembered => {
                counts.started -= 1;
                counts.remembered += 1;
            }
            None => counts.finished += 1,
        }
        check.stopped.map(|(_, why)| why)
    }

    /// A verdict was known before there was a check for it.
    pub fn note_remembered(&self) {
        self.lock().counts.remembered += 1;
    }

    /// Stops the checks that have had their slice of time.
    pub fn preempt(&self) {
        let mut inner = self.lock();
        let running = inner.checks.values_mut();
        running
            .filter(|check| check.since.elapsed() >= check.slice)
            .for_each(|check| check.stop(Stop::Preempted));
    }

    /// When the next slice of time ends; none when nothing is under way.
    pub fn until_slice_ends(&self) -> Option<Duration> {
        let inner = self.lock();
        let running = inner.checks.values().filter(|c| c.stopped.is_none());
        running
            .map(|check| check.slice.saturating_sub(check.since.elapsed()))
            .min()
    }

    /// Stops what has been running longest, if anything has for this long.
    pub fn stop_longest(&self, least: Duration) {
        let mut inner = self.lock();
        let running = inner.checks.values_mut();
        let longest = running
            .filter(|check| check.stopped.is_none() && check.since.elapsed() >= least)
            .min_by_key(|check| check.since);
        if let Some(check) = longest {
            check.stop(Stop::Memory);
        }
    }

    /// A text is different from this byte on: what executes code there is stale.
    pub fn edited(&self, path: &Path, from: usize) {
        let mut inner = self.lock();
        inner.edits.push((path.to_owned(), from));
        for check in inner.checks.values_mut() {
            if check.executes(path, from) {
                check.stop(Stop::Stale);
            }
        }
    }

    /// The next version is about to be read from the texts as they are now.
    pub fn edits_are_read(&self) {
        self.lock().edits.clear();
    }

    pub fn cancel_all(&self) {
        let mut inner = self.lock();
        let running = inner.checks.values_mut();
        running.for_each(|check| check.stop(Stop::Stale));
    }

    pub fn cancel_but(&self, kept: &HashSet<TaskNo>) {
        let mut inner = self.lock();
        for (number, check) in &mut inner.checks {
            if !kept.contains(number) {
                check.stop(Stop::Stale);
            }
        }
        inner.counts.carried += kept.len() as u64;
    }

    /// What is under way and wanted.
    pub fn under_way(&self) -> Vec<(TaskNo, Check)> {
        let inner = self.lock();
        let wanted = inner.checks.iter().filter(|(_, c)| c.stopped.is_none());
        wanted
            .map(|(number, check)| (*number, check.clone()))
            .collect()
    }

    pub fn counts(&self) -> Counts {
        let inner = self.lock();
        let mut stops: Vec<u64> = inner.stops.iter().copied().collect();
        stops.sort_unstable();
        Counts {
            median_cancel_ms: stops.get(stops.len() / 2).copied().unwrap_or(0),
            ..inner.counts
        }
    }
}

impl Check {
    fn executes(&self, path: &Path, from: usize) -> bool {
        self.prepared.executes(&self.method, path, from)
    }

    /// The first reason counts, but what is stale need not begin again.
    fn stop(&mut self, why: Stop) {
        match &mut self.stopped {
            Some((_, before)) if why == Stop::Stale => *before = why,
            Some(_) => {}
            None => {
                self.stopped = Some((Instant::now(), why));
                self.cancel.cancel();
            }
        }
    }
}
