//! The custom requests: a witness in full, its heap as a picture, how a method was explored.

use std::sync::PoisonError;

use proviso_present::course;
use proviso_present::heap_svg::heap_svg;
use proviso_present::heap_unicode::heap_unicode;
use proviso_present::sentence;
use proviso_present::text::witness_rows;
use proviso_report::Violation;
use proviso_testgen::{junit, shapes_for};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::ls_types::{Position, Uri};

use super::board::{FileState, MethodState};
use super::documents::path_of;
use super::position::range_from_report;
use super::shared::Shared;

/// Which violation of which method is meant.
#[derive(Debug, Deserialize)]
pub struct Which {
    pub uri: Uri,
    pub method: Option<String>,
    pub violation: Option<usize>,
    pub position: Option<Position>,
    pub when: Option<When>,
    pub format: Option<HeapFormat>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    Before,
    After,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum HeapFormat {
    Svg,
    Unicode,
}

fn find_file(shared: &Shared, which: &Which) -> Option<FileState> {
    shared.board.file(&path_of(&which.uri)?)
}

fn find_method<'a>(shared: &Shared, file: &'a FileState, which: &Which) -> Option<&'a MethodState> {
    match (&which.method, which.position) {
        (Some(id), _) => file.method(id),
        (None, Some(position)) => file.method_at(position, shared.encoding()),
        (None, None) => file.methods.iter().find(|state| {
            state
                .report
                .as_ref()
                .is_some_and(|report| !report.violations.is_empty())
        }),
    }
}

fn find_violation<'a>(state: &'a MethodState, which: &Which) -> Option<(usize, &'a Violation)> {
    let index = which.violation.unwrap_or(0);
    Some((index, state.report.as_ref()?.violations.get(index)?))
}

pub fn counterexample(shared: &Shared, which: &Which) -> Option<Value> {
    let file = find_file(shared, which)?;
    let state = find_method(shared, &file, which)?;
    let (index, violation) = find_violation(state, which)?;
    let report = state.report.as_ref()?;
    let current = shared
        .documents
        .by_uri(&which.uri)
        .map(|document| document.version);
    let table: Vec<Value> = witness_rows(violation)
        .into_iter()
        .map(|(name, value)| json!({"name": name, "value": value}))
        .collect();
    Some(json!({
        "uri": which.uri.as_str(),
        "version": file.version,
        "method": report.id,
        "name": sentence::method_name(&report.id),
        "index": index,
        "count": report.violations.len(),
        "stale": current != file.version,
        "range": range_from_report(&file.text, report.range, shared.encoding()),
        "violation": violation,
        "sentence": sentence::verdict_sentence(report),
        "guarantee": sentence::guarantee(report),
        "replay": sentence::replay(violation),
        "table": table,
        "svgBefore": heap_svg(&violation.heap_before),
        "svgAfter": heap_svg(&violation.heap_after),
        "unicodeBefore": heap_unicode(&violation.heap_before),
        "unicodeAfter": heap_unicode(&violation.heap_after),
        "steps": steps(shared, violation),
        "java": java(shared, &report.id, violation),
    }))
}

/// The witness as Java statements; none when plain Java cannot say it.
fn java(shared: &Shared, method: &str, violation: &Violation) -> Option<String> {
    let project = shared
        .project
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let (subject, shapes) = shapes_for(&project?.1, method)?;
    junit::snippet(&subject, violation, &shapes).ok()
}

fn steps(shared: &Shared, violation: &Violation) -> Vec<Value> {
    let root = shared.root();
    let uri_of = |file: &str| {
        let uri = shared.uri_of(&root.join(file))?;
        Some(uri.as_str().to_owned())
    };
    violation
        .trace
        .iter()
        .map(|step| {
            json!({"line": step.line, "file": step.file, "uri": uri_of(&step.file), "method": step.method, "depth": step.depth, "text": course::values(step)})
        })
        .collect()
}

pub fn heap(shared: &Shared, which: &Which) -> Option<Value> {
    let file = find_file(shared, which)?;
    let state = find_method(shared, &file, which)?;
    let (_, violation) = find_violation(state, which)?;
    let heap = match which.when.unwrap_or(When::Before) {
        When::Before => &violation.heap_before,
        When::After => &violation.heap_after,
    };
    match which.format.unwrap_or(HeapFormat::Svg) {
        HeapFormat::Svg => heap_svg(heap).map(|svg| json!({"svg": svg})),
        HeapFormat::Unicode => heap_unicode(heap).map(|text| json!({"unicode": text})),
    }
}

pub fn paths(shared: &Shared, which: &Which) -> Option<Value> {
    let file = find_file(shared, which)?;
    let state = find_method(shared, &file, which)?;
    let report = state.report.as_ref()?;
    Some(json!({
        "method": report.id,
        "verdict": report.verdict,
        "sentence": sentence::verdict_sentence(report),
        "guarantee": sentence::guarantee(report),
        "bounds": report.bounds,
        "cuts": report.cuts,
        "unknowns": report.unknowns,
        "stats": report.stats,
        "coverage": report.coverage,
        "restsOn": report.rests_on,
    }))
}
