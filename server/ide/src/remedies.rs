//! Contracts that would exclude a witness: what to try. Whether one helps is shown by a check, which is not done here.

use proviso_report::{
    Change, Heap, HeapObject, MethodReport, ObjectKind, Value, Violation, ViolationKind,
};
use proviso_syntax::ast::{JmlModifierKind, Method, MethodKind, SourceFile, Span, TypeDecl};

use crate::snapshot::FileState;

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

impl Remedy {
    /// The text with the change in it.
    pub fn applied(&self, text: &str) -> String {
        let mut text = text.to_owned();
        text.replace_range(self.span.start..self.span.end, &self.text);
        text
    }
}

/// Whether a method says nothing of what it may write.
pub fn has_no_frame(file: &SourceFile, method: &Method) -> bool {
    let words = ["assignable", "assigns", "modifies", "modifiable"];
    let spec = method.spec.as_ref().map(|spec| file.jml_text(spec.span));
    let pure = method.modifiers.has(JmlModifierKind::Pure);
    let framed = spec.is_some_and(|text| words.iter().any(|word| text.contains(word)));
    method.kind == MethodKind::Method && method.body.is_some() && !pure && !framed
}

/// A violation and the report it is from.
pub fn violation_of<'f>(
    file: &'f FileState,
    method: &str,
    about: About,
) -> Option<(&'f MethodReport, &'f Violation)> {
    let About::Violation(index) = about else {
        return None;
    };
    let report = file.method(method)?.report.as_deref()?;
    Some((report, report.violations.get(index)?))
}

/// A frame for the method of a report: it may write these places, or nothing.
pub fn frame_of(tree: &SourceFile, report: &MethodReport, places: &[String]) -> Option<Remedy> {
    let types = tree.all_types();
    let method = method_of(&types, report, tree)?;
    let list = match places {
        [] => "\\nothing".to_owned(),
        places => places.join(", "),
    };
    let line = line_start(tree, method.span.start);
    Some(Remedy {
        title: format!("Add `assignable {list};` (checked: nothing else is written)"),
        span: Span::new(line, line),
        text: format!("{}//@ assignable {list};\n", indent(tree, line)),
    })
}

/// What to try for a violation, the mildest first.
pub fn candidates(file: &SourceFile, report: &MethodReport, violation: &Violation) -> Vec<Remedy> {
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
pub fn written(text: &str, own: &str, violation: &Violation) -> Vec<String> {
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
