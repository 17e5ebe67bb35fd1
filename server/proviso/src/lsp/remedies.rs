//! Contracts that would exclude a witness. A remedy is only offered after a check of the changed text has shown that the
//! violation is gone and that the method can still be called.
//!
//! The first request for actions on a violation starts the trial in the background; later requests find its result.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use proviso_checker::{Cancel, Prepared, Session};
use proviso_report::{
    Bounds, Change, Heap, HeapObject, MethodReport, ObjectKind, Value, Verdict, Violation,
    ViolationKind,
};
use proviso_syntax::ast::{Method, SourceFile, Span};

use super::board::FileState;

/// A change of the text that might help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remedy {
    pub title: String,
    pub span: Span,
    pub text: String,
}

/// Which violation of which version of a file.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Question {
    pub path: PathBuf,
    pub version: Option<i32>,
    pub method: String,
    pub violation: usize,
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

    pub fn add(&self, question: Question, remedies: Vec<Remedy>) {
        self.lock().found.insert(question, remedies);
    }
}

/// Tries the candidates one after another; at most two that help are enough.
pub fn try_all(
    session: &Session,
    file: &FileState,
    question: &Question,
    candidates: Vec<Remedy>,
) -> Vec<Remedy> {
    let Some((report, violation)) = violation_of(file, question) else {
        return Vec::new();
    };
    let mut helping = Vec::new();
    for remedy in candidates {
        let mut text = file.text.to_string();
        text.replace_range(remedy.span.start..remedy.span.end, &remedy.text);
        let prepared = session.prepare_with(&question.path, text);
        if helps(session, &prepared, report, violation, report.bounds) {
            helping.push(remedy);
        }
        if helping.len() == 2 {
            break;
        }
    }
    helping
}

fn violation_of<'f>(
    file: &'f FileState,
    question: &Question,
) -> Option<(&'f MethodReport, &'f Violation)> {
    let report = file.method(&question.method)?.report.as_deref()?;
    Some((report, report.violations.get(question.violation)?))
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

/// What to try for a violation, the mildest first.
pub fn candidates(file: &SourceFile, known: &FileState, question: &Question) -> Vec<Remedy> {
    let Some((report, violation)) = violation_of(known, question) else {
        return Vec::new();
    };
    let name = report.range.start.to_byte(&file.text);
    let types = file.all_types();
    let methods = types.iter().flat_map(|class| class.methods());
    let Some(method) = methods.into_iter().find(|m| m.name.span.contains(name)) else {
        return Vec::new();
    };
    if violation.kind == ViolationKind::Assignable {
        return frame(file, violation).into_iter().collect();
    }
    let is_parameter = |name: &str| method.params.iter().any(|p| p.name.text == name);
    let inputs = violation.inputs.iter().filter(|i| is_parameter(&i.name));
    let conditions: Vec<String> = inputs
        .flat_map(|input| exclude(&input.name, &input.value, &violation.heap_before))
        .collect();
    conditions
        .into_iter()
        .map(|condition| requires(file, method, &condition))
        .collect()
}

fn requires(file: &SourceFile, method: &Method, condition: &str) -> Remedy {
    let start = contract_start(file, method);
    let line = file.text[..start]
        .rfind('\n')
        .map_or(0, |newline| newline + 1);
    let indent: String = file.text[line..]
        .chars()
        .take_while(|c| *c == ' ' || *c == '\t')
        .collect();
    Remedy {
        title: format!("Add `requires {condition};` (checked: the violation is gone)"),
        span: Span::new(line, line),
        text: format!("{indent}//@ requires {condition};\n"),
    }
}

/// A precondition stands before the clauses that rest on it.
fn contract_start(file: &SourceFile, method: &Method) -> usize {
    let Some(spec) = &method.spec else {
        return method.span.start;
    };
    let comments = file.annotations.iter().map(|annotation| annotation.span);
    let around = comments.filter(|comment| comment.contains(spec.span.start));
    around
        .map(|comment| comment.start)
        .next()
        .unwrap_or(method.span.start)
}

/// Conditions on a parameter that this value does not meet.
fn exclude(name: &str, value: &Value, heap: &Heap) -> Vec<String> {
    let whole = |value: i64, least: i64, most: i64, class: &str| -> Vec<String> {
        if value == least {
            vec![
                format!("{name} != {class}.MIN_VALUE"),
                format!("{name} >= 0"),
            ]
        } else if value == most {
            vec![format!("{name} != {class}.MAX_VALUE")]
        } else if value < 0 {
            vec![format!("{name} >= 0")]
        } else if value == 0 {
            vec![format!("{name} != 0"), format!("{name} > 0")]
        } else {
            vec![format!("{name} < {value}")]
        }
    };
    match value {
        Value::Null => vec![format!("{name} != null")],
        Value::Int(v) => whole((*v).into(), i32::MIN.into(), i32::MAX.into(), "Integer"),
        Value::Long(v) => whole(*v, i64::MIN, i64::MAX, "Long"),
        Value::Short(v) => whole((*v).into(), i16::MIN.into(), i16::MAX.into(), "Short"),
        Value::Byte(v) => whole((*v).into(), i8::MIN.into(), i8::MAX.into(), "Byte"),
        Value::Boolean(v) => vec![format!("{}{name}", if *v { "!" } else { "" })],
        Value::Ref(id) => match object(heap, *id).map(|object| &object.kind) {
            Some(ObjectKind::Array { length: 0, .. }) => vec![format!("{name}.length > 0")],
            _ => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn object(heap: &Heap, id: u32) -> Option<&HeapObject> {
    heap.objects.iter().find(|object| object.id == id)
}

/// The broken frame with the locations that the witness was seen to write.
fn frame(file: &SourceFile, violation: &Violation) -> Option<Remedy> {
    let clause = violation.clause.as_ref()?;
    let span = Span::new(
        clause.place.range.start.to_byte(&file.text),
        clause.place.range.end.to_byte(&file.text),
    );
    let written = file.text.get(span.start..span.end)?;
    let (keyword, rest) = written.trim_end().split_once(char::is_whitespace)?;
    let mut places: Vec<String> = rest
        .trim_end_matches(';')
        .split(',')
        .map(|place| place.trim().to_owned())
        .filter(|place| place != "\\nothing" && place != "\\strictly_nothing")
        .collect();
    let heap = &violation.heap_after;
    for root in &heap.roots {
        let Value::Ref(id) = root.value else {
            continue;
        };
        let before = violation.heap_before.roots.iter();
        let is_input = before.into_iter().any(|input| input.name == root.name);
        let Some(object) = object(heap, id).filter(|_| is_input) else {
            continue;
        };
        for place in written_places(&root.name, object) {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    let text = format!("{keyword} {};", places.join(", "));
    let title = format!("Change to `{text}` (checked: the violation is gone)");
    (text != written).then_some(Remedy { title, span, text })
}

fn written_places(root: &str, object: &HeapObject) -> Vec<String> {
    match &object.kind {
        ObjectKind::Object { fields } => fields
            .iter()
            .filter(|field| field.change == Change::Changed)
            .map(|field| match root {
                "this" => field.name.clone(),
                _ => format!("{root}.{}", field.name),
            })
            .collect(),
        ObjectKind::Array { elements, .. } => {
            let changed = elements.iter().any(|e| e.change == Change::Changed);
            changed.then(|| format!("{root}[*]")).into_iter().collect()
        }
        ObjectKind::Atom { .. } => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_exclude_the_value_they_are_made_from() {
        let heap = Heap::default();
        let of = |value: Value| exclude("x", &value, &heap);
        assert_eq!(of(Value::Null), ["x != null"]);
        assert_eq!(of(Value::Int(i32::MIN))[0], "x != Integer.MIN_VALUE");
        assert_eq!(of(Value::Long(-3)), ["x >= 0"]);
        assert_eq!(of(Value::Int(0)), ["x != 0", "x > 0"]);
        assert_eq!(of(Value::Int(7)), ["x < 7"]);
        assert_eq!(of(Value::Boolean(true)), ["!x"]);
    }
}
