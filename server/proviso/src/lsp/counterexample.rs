//! The custom requests: a witness in full, its heap as a picture, how a method was explored.

use std::path::PathBuf;
use std::sync::PoisonError;

use proviso_ide::Snapshot;
use proviso_ide::counterexample as ide;
use proviso_present::sentence;
use proviso_report::Violation;
use proviso_testgen::{junit, shapes_for};
use serde::Deserialize;
use serde_json::{Value, json};
use tower_lsp::ls_types::{Position, Uri};

use super::documents::path_of;
use super::position::{to_offset, to_range};
use super::shared::Shared;
use super::translate::uri_of;

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

impl Which {
    /// The file, and what of it is meant.
    fn resolve(&self, shared: &Shared, snapshot: &Snapshot) -> Option<(PathBuf, ide::Which)> {
        let path = path_of(&self.uri)?;
        let text = &snapshot.file(&path)?.text;
        let offset = self
            .position
            .map(|position| to_offset(text, position, shared.encoding()));
        let which = ide::Which {
            method: self.method.clone(),
            offset,
            violation: self.violation.unwrap_or(0),
        };
        Some((path, which))
    }
}

pub fn counterexample(shared: &Shared, which: &Which) -> Option<Value> {
    let snapshot = shared.snapshot();
    let (path, meant) = which.resolve(shared, &snapshot)?;
    let shown = ide::counterexample(&snapshot, &path, &meant)?;
    let text = &snapshot.file(&path)?.text;
    let violation = shown.violation();
    let table = shown.table.iter();
    let table: Vec<Value> = table
        .map(|(name, value)| json!({"name": name, "value": value}))
        .collect();
    let steps = violation.trace.iter().zip(&shown.steps);
    let steps: Vec<Value> = steps
        .map(|(step, shown)| {
            let uri = uri_of(&snapshot, &shown.path);
            let uri = uri.map(|uri| uri.as_str().to_owned());
            json!({"line": step.line, "file": step.file, "uri": uri, "method": step.method, "depth": step.depth, "text": shown.text})
        })
        .collect();
    Some(json!({
        "uri": which.uri.as_str(),
        "version": shown.version,
        "method": shown.report.id,
        "name": shown.name,
        "index": shown.index,
        "count": shown.count,
        "stale": shown.stale,
        "range": to_range(text, shown.span, shared.encoding()),
        "violation": violation,
        "sentence": shown.sentence,
        "guarantee": shown.guarantee,
        "replay": shown.replay,
        "table": table,
        "svgBefore": shown.before.svg,
        "svgAfter": shown.after.svg,
        "unicodeBefore": shown.before.unicode,
        "unicodeAfter": shown.after.unicode,
        "steps": steps,
        "java": java(shared, &shown.report.id, violation),
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

pub fn heap(shared: &Shared, which: &Which) -> Option<Value> {
    let snapshot = shared.snapshot();
    let (path, meant) = which.resolve(shared, &snapshot)?;
    let shown = ide::counterexample(&snapshot, &path, &meant)?;
    let pictures = match which.when.unwrap_or(When::Before) {
        When::Before => shown.before,
        When::After => shown.after,
    };
    match which.format.unwrap_or(HeapFormat::Svg) {
        HeapFormat::Svg => pictures.svg.map(|svg| json!({"svg": svg})),
        HeapFormat::Unicode => pictures.unicode.map(|text| json!({"unicode": text})),
    }
}

pub fn paths(shared: &Shared, which: &Which) -> Option<Value> {
    let snapshot = shared.snapshot();
    let (path, meant) = which.resolve(shared, &snapshot)?;
    let report = ide::report(&snapshot, &path, &meant)?;
    Some(json!({
        "method": report.id,
        "verdict": report.verdict,
        "sentence": sentence::verdict_sentence(&report),
        "guarantee": sentence::guarantee(&report),
        "bounds": report.bounds,
        "cuts": report.cuts,
        "unknowns": report.unknowns,
        "stats": report.stats,
        "coverage": report.coverage,
        "restsOn": report.rests_on,
    }))
}
