//! The checks that are under way, and which of them an edit makes stale. Handlers cancel here at once, before the scheduler
//! even hears of the edit; the rest goes on.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

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
    cancelled: Option<Instant>,
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
    /// From the wish to stop to the end of the check, at worst.
    pub slowest_cancel_ms: u64,
}

#[derive(Default)]
struct Inner {
    next: u64,
    checks: HashMap<TaskNo, Check>,
    /// Edits that the newest prepared version does not know: file and first byte that is different.
    edits: Vec<(PathBuf, usize)>,
    counts: Counts,
}

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
    ) -> Option<(TaskNo, Cancel)> {
        let mut inner = self.lock();
        let check = Check {
            method: method.to_owned(),
            bounds,
            prepared: prepared.clone(),
            cancel: Cancel::new(),
            cancelled: None,
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

    /// Whether the result counts: false when the check was cancelled.
    pub fn end(&self, number: TaskNo) -> bool {
        let mut inner = self.lock();
        let Some(check) = inner.checks.remove(&number) else {
            return false;
        };
        match check.cancelled {
            Some(when) => {
                let waited = when.elapsed().as_millis() as u64;
                inner.counts.cancelled += 1;
                inner.counts.slowest_cancel_ms = inner.counts.slowest_cancel_ms.max(waited);
            }
            None => inner.counts.finished += 1,
        }
        check.cancelled.is_none()
    }

    /// A text is different from this byte on: what executes code there is stale.
    pub fn edited(&self, path: &Path, from: usize) {
        let mut inner = self.lock();
        inner.edits.push((path.to_owned(), from));
        for check in inner.checks.values_mut() {
            if check.executes(path, from) {
                check.stop();
            }
        }
    }

    /// The next version is about to be read from the texts as they are now.
    pub fn edits_are_read(&self) {
        self.lock().edits.clear();
    }

    pub fn cancel_all(&self) {
        self.lock().checks.values_mut().for_each(Check::stop);
    }

    pub fn cancel_but(&self, kept: &HashSet<TaskNo>) {
        let mut inner = self.lock();
        for (number, check) in &mut inner.checks {
            if !kept.contains(number) {
                check.stop();
            }
        }
        inner.counts.carried += kept.len() as u64;
    }

    /// What is under way and wanted.
    pub fn under_way(&self) -> Vec<(TaskNo, Check)> {
        let inner = self.lock();
        let wanted = inner.checks.iter().filter(|(_, c)| c.cancelled.is_none());
        wanted
            .map(|(number, check)| (*number, check.clone()))
            .collect()
    }

    pub fn counts(&self) -> Counts {
        self.lock().counts
    }
}

impl Check {
    fn executes(&self, path: &Path, from: usize) -> bool {
        self.prepared.executes(&self.method, path, from)
    }

    fn stop(&mut self) {
        if self.cancelled.is_none() {
            self.cancelled = Some(Instant::now());
            self.cancel.cancel();
        }
    }
}
