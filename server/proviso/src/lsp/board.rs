//! What is known of every file right now: one place that all requests read and only the scheduler writes.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use proviso_checker::PreparedMethod;
use proviso_report::{MethodReport, Problem, Verdict};
use tower_lsp::ls_types::{Position, Uri};

use super::position::{Encoding, Text, contains, range_from_report};

/// How far the check of one method is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    Waiting,
    Checking { k: u32 },
    Done,
}

#[derive(Debug, Clone)]
pub struct MethodState {
    pub method: PreparedMethod,
    pub progress: Progress,
    /// The newest report for exactly this version of the text.
    pub report: Option<Arc<MethodReport>>,
    /// What a larger bound gave that decided nothing: the limit it met is a part of what is known.
    pub beyond: Option<Arc<MethodReport>>,
    /// What its squiggles on the screen still say, until the file is published again.
    pub shown: Option<Arc<MethodReport>>,
}

/// A file in one version: the text that was checked and what is known of it.
#[derive(Debug, Clone)]
pub struct FileState {
    pub uri: Uri,
    /// None for a file that is not open.
    pub version: Option<i32>,
    pub text: Text,
    pub problems: Vec<Problem>,
    pub methods: Vec<MethodState>,
}

impl FileState {
    pub fn method(&self, id: &str) -> Option<&MethodState> {
        self.methods.iter().find(|state| state.method.id == id)
    }

    pub fn method_mut(&mut self, id: &str) -> Option<&mut MethodState> {
        self.methods.iter_mut().find(|state| state.method.id == id)
    }

    /// The innermost method whose declaration or contract covers the position.
    pub fn method_at(&self, position: Position, encoding: Encoding) -> Option<&MethodState> {
        self.methods
            .iter()
            .filter(|state| {
                contains(
                    &range_from_report(&self.text, state.method.extent, encoding),
                    position,
                )
            })
            .max_by_key(|state| state.method.extent.start)
    }
}

#[derive(Debug, Default)]
pub struct Board {
    files: RwLock<BTreeMap<PathBuf, FileState>>,
}

/// Counts by verdict, for the status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Tally {
    pub violated: usize,
    pub holds: usize,
    pub holds_to_bound: usize,
    pub unknown: usize,
    pub spec_error: usize,
}

impl Board {
    pub fn read(&self) -> RwLockReadGuard<'_, BTreeMap<PathBuf, FileState>> {
        self.files.read().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn write(&self) -> RwLockWriteGuard<'_, BTreeMap<PathBuf, FileState>> {
        self.files.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn file(&self, path: &Path) -> Option<FileState> {
        self.read().get(path).cloned()
    }

    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        for report in self
            .read()
            .values()
            .flat_map(|file| &file.methods)
            .filter_map(|state| state.report.as_ref())
        {
            match report.verdict {
                Verdict::Violated => tally.violated += 1,
                Verdict::Holds => tally.holds += 1,
                Verdict::HoldsToBound => tally.holds_to_bound += 1,
                Verdict::Unknown => tally.unknown += 1,
                Verdict::SpecError => tally.spec_error += 1,
            }
        }
        tally
    }
}
