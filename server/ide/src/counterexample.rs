//! A witness in full, and its heap as a picture.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_present::course;
use proviso_present::heap_svg::heap_svg;
use proviso_present::heap_unicode::heap_unicode;
use proviso_present::sentence;
use proviso_present::text::witness_rows;
use proviso_report::{Heap, MethodReport, Violation};
use proviso_syntax::ast::Span;

use crate::snapshot::{FileState, MethodState, Snapshot};
use crate::text::Lined;

/// Which violation of which method of a file is meant: the method by its id or by a place in it, else the first that has one.
#[derive(Debug, Clone, Default)]
pub struct Which {
    pub method: Option<String>,
    pub offset: Option<usize>,
    pub violation: usize,
}

/// Everything that is known of a witness.
pub struct Counterexample {
    /// The version of the text that it is from.
    pub version: Option<i32>,
    /// The text on the screen is another one.
    pub stale: bool,
    pub report: Arc<MethodReport>,
    /// Which violation of how many.
    pub index: usize,
    pub count: usize,
    /// The method's name.
    pub span: Span,
    /// The method as people name it.
    pub name: String,
    pub sentence: String,
    pub guarantee: String,
    pub replay: String,
    /// Inputs and results, by name.
    pub table: Vec<(String, String)>,
    pub before: Pictures,
    pub after: Pictures,
    pub steps: Vec<StepShown>,
}

/// One heap, drawn.
pub struct Pictures {
    pub svg: Option<String>,
    pub unicode: Option<String>,
}

/// One step of the course, with the file it is in.
pub struct StepShown {
    pub path: PathBuf,
    pub text: String,
}

impl Counterexample {
    pub fn violation(&self) -> &Violation {
        &self.report.violations[self.index]
    }
}

fn method<'f>(file: &'f FileState, which: &Which) -> Option<&'f MethodState> {
    let has_violation = |state: &&MethodState| {
        let report = state.report.as_ref();
        report.is_some_and(|report| !report.violations.is_empty())
    };
    match (&which.method, which.offset) {
        (Some(id), _) => file.method(id),
        (None, Some(offset)) => file.method_at(offset),
        (None, None) => file.methods.iter().find(has_violation),
    }
}

/// The report of the method that is meant.
pub fn report(snapshot: &Snapshot, path: &Path, which: &Which) -> Option<Arc<MethodReport>> {
    let file = snapshot.file(path)?;
    method(file, which)?.report.clone()
}

pub fn counterexample(snapshot: &Snapshot, path: &Path, which: &Which) -> Option<Counterexample> {
    let file = snapshot.file(path)?;
    let report = report(snapshot, path, which)?;
    let violation = report.violations.get(which.violation)?;
    let current = snapshot.document(path).map(|document| document.version);
    let steps = violation.trace.iter().map(|step| StepShown {
        path: snapshot.root.join(&step.file),
        text: course::values(step),
    });
    Some(Counterexample {
        version: file.version,
        stale: current != file.version,
        index: which.violation,
        count: report.violations.len(),
        span: file.text.span(report.range),
        name: sentence::method_name(&report.id),
        sentence: sentence::verdict_sentence(&report),
        guarantee: sentence::guarantee(&report),
        replay: sentence::replay(violation),
        table: witness_rows(violation),
        before: pictures(&violation.heap_before),
        after: pictures(&violation.heap_after),
        steps: steps.collect(),
        report: report.clone(),
    })
}

fn pictures(heap: &Heap) -> Pictures {
    Pictures {
        svg: heap_svg(heap),
        unicode: heap_unicode(heap),
    }
}
