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
use proviso_syntax::ast::{JmlModifierKind, Method, MethodKind, SourceFile, Span, TypeDecl};

use super::board::FileState;

/// A change of the text that might help.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remedy {
    pub title: String,
    pub span: Span,
    pub text: String,
}

/// What could be better about a method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum About {
    /// A violation, by its index.
    Violation(usize),
    /// It does not say what it may write.
    Frame,
}

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
    let Some((report, violation)) = violation_of(file, question) else {
        return Vec::new();
    };
    let mut helping = Vec::new();
    for remedy in candidates(tree, file, question) {
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

impl Remedy {
    fn applied(&self, text: &str) -> String {
        let mut text = text.to_owned();
        text.replace_range(self.span.start..self.span.end, &self.text);
        text
    }
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
    let types = tree.all_types();
    let method = method_of(&types, report, tree)?;
    let mut places: Vec<String> = Vec::new();
    while places.len() <= MOST_PLACES {
        let list = if places.is_empty() {
            "\\nothing".to_owned()
        } else {
            places.join(", ")
        };
        let line = line_start(tree, method.span.start);
        let remedy = Remedy {
            title: format!("Add `assignable {list};` (checked: nothing else is written)"),
            span: Span::new(line, line),
            text: format!("{}//@ assignable {list};\n", indent(tree, line)),
        };
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

/// Whether a method says nothing of what it may write.
pub fn has_no_frame(file: &SourceFile, method: &Method) -> bool {
    let words = ["assignable", "assigns", "modifies", "modifiable"];
    let spec = method.spec.as_ref().map(|spec| file.jml_text(spec.span));
    let pure = method.modifiers.has(JmlModifierKind::Pure);
    let framed = spec.is_some_and(|text| words.iter().any(|word| text.contains(word)));
    method.kind == MethodKind::Method && method.body.is_some() && !pure && !framed
}

fn violation_of<'f>(
    file: &'f FileState,
    question: &Question,
) -> Option<(&'f MethodReport, &'f Violation)> {
    let About::Violation(index) = question.about else {
        return None;
    };
    let report = file.method(&question.method)?.report.as_deref()?;
    Some((report, report.violations.get(index)?))
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
fn candidates(file: &SourceFile, known: &FileState, question: &Question) -> Vec<Remedy> {
    let Some((report, violation)) = violation_of(known, question) else {
        return Vec::new();
    };
    let types = file.all_types();
    let Some(method) = method_of(&types, report, file) else {
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
    let line = line_start(file, contract_start(file, method));
    let indent = indent(file, line);
    Remedy {
        title: format!("Add `requires {condition};` (checked: the violation is gone)"),
        span: Span::new(line, line),
        text: format!("{indent}//@ requires {condition};\n"),
    }
}

fn method_of<'t>(
    types: &[&'t TypeDecl],
    report: &MethodReport,
    file: &SourceFile,
) -> Option<&'t Method> {
    let name = report.range.start.to_byte(&file.text);
    let mut methods = types.iter().flat_map(|class| class.methods());
    methods.find(|method| method.name.span.contains(name))
}

fn line_start(file: &SourceFile, at: usize) -> usize {
    file.text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn indent(file: &SourceFile, line: usize) -> String {
    let blanks = file.text[line..].chars();
    blanks.take_while(|c| *c == ' ' || *c == '\t').collect()
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
    let range = violation.clause.as_ref()?.place.range;
    let (start, end) = (range.start, range.end);
    let span = Span::new(start.to_byte(&file.text), end.to_byte(&file.text));
    let clause = file.text.get(span.start..span.end)?;
    let (keyword, rest) = clause.trim_end().split_once(char::is_whitespace)?;
    let mut places: Vec<String> = rest
        .trim_end_matches(';')
        .split(',')
        .map(|place| place.trim().to_owned())
        .filter(|place| place != "\\nothing" && place != "\\strictly_nothing")
        .collect();
    let own = &violation.clause.as_ref()?.place.file;
    for place in written(&file.text, own, violation) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    let text = format!("{keyword} {};", places.join(", "));
    let title = format!("Change to `{text}` (checked: the violation is gone)");
    (text != clause).then_some(Remedy { title, span, text })
}

/// The locations of the pre-state that the witness was seen to write, as JML names them; the last one is the assignment
/// that is not allowed, where it stands in the method's own file.
fn written(text: &str, own: &str, violation: &Violation) -> Vec<String> {
    let heap = &violation.heap_after;
    let mut places = Vec::new();
    for root in &heap.roots {
        let Value::Ref(id) = root.value else {
            continue;
        };
        let mut before = violation.heap_before.roots.iter();
        let is_input = before.any(|input| input.name == root.name);
        if let Some(object) = object(heap, id).filter(|_| is_input) {
            places.extend(written_places(&root.name, object));
        }
    }
    let at = &violation.at;
    if at.file == own {
        let (start, end) = (at.range.start.to_byte(text), at.range.end.to_byte(text));
        places.extend(text.get(start..end).and_then(assigned));
    }
    places
}

/// The location that a statement assigns, with any index for every index: `this.cells[i + 1] += 2;` gives `this.cells[*]`.
fn assigned(statement: &str) -> Option<String> {
    let statement = statement.trim().trim_end_matches(';').trim();
    let stepped = ["++", "--"].iter().find_map(|step| {
        statement
            .strip_prefix(step)
            .or(statement.strip_suffix(step))
    });
    let target = match stepped {
        Some(target) => target,
        None => {
            let (target, value) = statement.split_once('=')?;
            if value.starts_with('=')
                || target.ends_with(['<', '>', '!'])
                    && !target.ends_with("<<")
                    && !target.ends_with(">>")
            {
                return None;
            }
            target.trim_end_matches(['+', '-', '*', '/', '%', '&', '|', '^', '<', '>'])
        }
    };
    let mut place = String::new();
    let mut depth = 0;
    for letter in target.trim().chars() {
        match letter {
            '[' => {
                depth += 1;
                if depth == 1 {
                    place.push_str("[*]");
                }
            }
            ']' => depth -= 1,
            _ if depth > 0 => {}
            _ => place.push(letter),
        }
    }
    let is_part = |c: char| c.is_alphanumeric() || "_$.[*]".contains(c);
    let is_place = place.starts_with(|c: char| c.is_alphabetic() || c == '_');
    (is_place && place.chars().all(is_part)).then_some(place)
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
    fn a_statement_names_the_location_it_assigns() {
        for (statement, place) in [
            ("other = 2;", Some("other")),
            ("this.cells[i + a[0]] += 2;", Some("this.cells[*]")),
            ("p.next.value--;", Some("p.next.value")),
            ("x <<= 1;", Some("x")),
            ("f(x).y = 1;", None),
            ("if (a == b) g();", None),
            ("return x;", None),
        ] {
            assert_eq!(assigned(statement).as_deref(), place, "{statement}");
        }
    }

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
