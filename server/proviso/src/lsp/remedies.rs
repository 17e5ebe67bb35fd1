//! Remedies are only offered after a check of the changed text has shown that the violation is gone and that the method
//! can still be called. The first request for actions on a violation starts the trial in the background; later requests
//! find its result.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use proviso_checker::{Cancel, Prepared, Session};
use proviso_ide::FileState;
use proviso_ide::remedies::{About, Remedy, candidates, frame_of, violation_of, written};
use proviso_report::{Bounds, MethodReport, Verdict, Violation, ViolationKind};
use proviso_syntax::ast::SourceFile;

/// Which method of which version of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    pub path: PathBuf,
    pub version: Option<i32>,
    pub method: String,
    pub about: About,
}

#[derive(Default)]
struct Known {
    asked: HashSet<Question>,
    found: HashMap<Question, Vec<Remedy>>,
}

/// What was tried so far; results of older versions are forgotten.
#[derive(Default)]
pub struct Remedies(Mutex<Known>);

impl Remedies {
    fn lock(&self) -> MutexGuard<'_, Known> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The remedies that are known to help; true when the trial has to be started.
    pub fn known(&self, question: &Question) -> (Vec<Remedy>, bool) {
        let mut known = self.lock();
        let found = known.found.get(question).cloned().unwrap_or_default();
        let newer = |q: &Question| q.path != question.path || q.version == question.version;
        known.asked.retain(newer);
        known.found.retain(|q, _| newer(q));
        (found, known.asked.insert(question.clone()))
    }

    pub fn found(&self, question: &Question) -> Vec<Remedy> {
        self.lock().found.get(question).cloned().unwrap_or_default()
    }

    pub fn add(&self, question: Question, remedies: Vec<Remedy>) {
        self.lock().found.insert(question, remedies);
    }
}

/// The remedies that a check has shown to help; at most two are enough.
pub fn try_all(
    session: &Session,
    tree: &SourceFile,
    file: &FileState,
    question: &Question,
) -> Vec<Remedy> {
    if question.about == About::Frame {
        return observed_frame(session, tree, file, question)
            .into_iter()
            .collect();
    }
    let Some((report, violation)) = violation_of(file, &question.method, question.about) else {
        return Vec::new();
    };
    let mut helping = Vec::new();
    for remedy in candidates(tree, report, violation) {
        let prepared = session.prepare_with(&question.path, remedy.applied(&file.text));
        if helps(session, &prepared, report, violation, report.bounds) {
            helping.push(remedy);
        }
        if helping.len() == 2 {
            break;
        }
    }
    helping
}

/// A frame made of what the method is seen to write: it promises nothing first, and each check that finds a write widens it.
fn observed_frame(
    session: &Session,
    tree: &SourceFile,
    file: &FileState,
    question: &Question,
) -> Option<Remedy> {
    const MOST_PLACES: usize = 6;
    let report = file.method(&question.method)?.report.as_deref()?;
    let mut places: Vec<String> = Vec::new();
    while places.len() <= MOST_PLACES {
        let remedy = frame_of(tree, report, &places)?;
        let text = remedy.applied(&file.text);
        let prepared = session.prepare_with(&question.path, text.clone());
        let after = session.check(&prepared, &report.id, report.bounds, &Cancel::new())?;
        if matches!(after.verdict, Verdict::Unknown | Verdict::SpecError) {
            return None;
        }
        let frames = |violation: &&Violation| violation.kind == ViolationKind::Assignable;
        let broken: Vec<&Violation> = after.violations.iter().filter(frames).collect();
        if broken.is_empty() {
            return Some(remedy);
        }
        let before = places.len();
        let seen = |violation| written(&text, &report.file, violation);
        for place in broken.into_iter().flat_map(seen) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
        if places.len() == before {
            return None; // it writes something that has no name here
        }
    }
    None
}

fn helps(
    session: &Session,
    prepared: &Prepared,
    before: &MethodReport,
    violation: &Violation,
    bounds: Bounds,
) -> bool {
    let Some(after) = session.check(prepared, &before.id, bounds, &Cancel::new()) else {
        return false;
    };
    let decided = !matches!(after.verdict, Verdict::Unknown | Verdict::SpecError);
    let vacuous = after
        .warnings
        .iter()
        .any(|warning| warning.kind == "vacuous");
    let text = |violation: &Violation| violation.clause.as_ref().map(|clause| clause.text.clone());
    let still = after
        .violations
        .iter()
        .any(|other| other.kind == violation.kind && text(other) == text(violation));
    let assignable = violation.kind == ViolationKind::Assignable
        && after
            .violations
            .iter()
            .any(|other| other.kind == ViolationKind::Assignable);
    decided && !vacuous && !still && !assignable
}
