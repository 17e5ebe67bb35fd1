//! Names of tests: the method, what is special about the input, and what happens.

use std::collections::BTreeMap;

use proviso_report::{Heap, Input, ObjectKind, Outcome, PathCase, Subject, Value, Violation};

use proviso_present::value::simple_class;

/// `transfer_toIsThis_breaksEnsures`, `length_sIsNull_throwsNullPointer`.
pub fn violation_name(subject: &Subject, violation: &Violation) -> String {
    let mut parts = vec![method(subject)];
    let mut special = plain_facts(subject, &violation.inputs);
    special.truncate(2);
    parts.extend(special);
    parts.push(match &violation.outcome {
        Outcome::Throws { class, .. } => throws(class),
        Outcome::Returns { .. } | Outcome::Stopped => {
            format!("breaks{}", capitalised(violation.kind.name()))
        }
    });
    parts.join("_")
}

/// One name per case: what sets it apart from the method's other cases comes first.
pub fn case_names(subject: &Subject, cases: &[&PathCase]) -> Vec<String> {
    let facts: Vec<Vec<String>> = cases.iter().map(|case| facts(subject, case)).collect();
    let mut shared: BTreeMap<&str, usize> = BTreeMap::new();
    for fact in facts.iter().flatten() {
        *shared.entry(fact).or_default() += 1;
    }
    cases
        .iter()
        .zip(&facts)
        .map(|(case, own)| {
            // Rare facts tell most; among equals the order in which they were found, which is that of their weight.
            let mut chosen: Vec<(usize, usize, &String)> = own
                .iter()
                .enumerate()
                .map(|(order, fact)| (shared[fact.as_str()], order, fact))
                .collect();
            chosen.sort();
            let enough = if chosen.first().is_some_and(|(count, ..)| *count == 1) {
                1
            } else {
                2
            };
            let mut parts = vec![method(subject)];
            parts.extend(
                chosen
                    .into_iter()
                    .take(enough)
                    .map(|(.., fact)| fact.clone()),
            );
            parts.push(ends(case));
            parts.join("_")
        })
        .collect()
}

fn method(subject: &Subject) -> String {
    if subject.method == "<init>" {
        "constructor".to_owned()
    } else {
        subject.method.clone()
    }
}

fn throws(class: &str) -> String {
    let simple = simple_class(class);
    let short = simple.strip_suffix("Exception").filter(|s| !s.is_empty());
    format!("throws{}", short.unwrap_or(simple))
}

fn ends(case: &PathCase) -> String {
    match &case.outcome {
        Outcome::Throws { class, .. } => throws(class),
        Outcome::Stopped => "stops".to_owned(),
        Outcome::Returns { value, .. } => match value {
            None => "returns".to_owned(),
            Some(Value::Null) => "returnsNull".to_owned(),
            Some(Value::Boolean(value)) => format!("returns{}", capitalised(&value.to_string())),
            Some(Value::Int(value)) => format!("returns{}", number(i64::from(*value))),
            Some(Value::Long(value)) => format!("returns{}", number(*value)),
            Some(Value::Ref(id)) => {
                let root = case.heap_before.roots.iter();
                let mut root = root.filter(|root| root.value == Value::Ref(*id));
                match root.next() {
                    Some(root) => format!("returns{}", capitalised(&root.name)),
                    None => "returnsObject".to_owned(),
                }
            }
            Some(_) => "returnsValue".to_owned(),
        },
    }
}

fn number(value: i64) -> String {
    match value {
        i64::MIN => "LongMin".to_owned(),
        i64::MAX => "LongMax".to_owned(),
        value if value == i64::from(i32::MIN) => "IntMin".to_owned(),
        value if value == i64::from(i32::MAX) => "IntMax".to_owned(),
        value if value < 0 => format!("Minus{}", value.unsigned_abs()),
        value => value.to_string(),
    }
}

/// All that can be said of an input in a word or two, weightiest first.
fn facts(subject: &Subject, case: &PathCase) -> Vec<String> {
    let mut found = plain_facts(subject, &case.inputs);
    found.extend(receiver_facts(subject, case));
    found.extend(comparisons(subject, case));
    found.extend(sizes(&case.heap_before));
    found.dedup();
    found
}

/// Aliases first, then nulls, then numbers.
fn plain_facts(subject: &Subject, inputs: &[Input]) -> Vec<String> {
    let mut facts = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let twin = inputs[..index]
            .iter()
            .find(|other| matches!(other.value, Value::Ref(_)) && other.value == input.value);
        if let Some(twin) = twin {
            facts.push(format!(
                "{}Is{}",
                identifier(&input.name),
                capitalised(&identifier(&twin.name))
            ));
        }
    }
    for input in inputs {
        let fact = match input.value {
            Value::Null => "Null",
            Value::Int(i32::MIN) | Value::Long(i64::MIN) => "Min",
            Value::Int(i32::MAX) | Value::Long(i64::MAX) => "Max",
            Value::Int(0) | Value::Long(0) => "Zero",
            Value::Int(i32::MIN..0) | Value::Long(i64::MIN..0) => "Negative",
            Value::Int(_) | Value::Long(_) => "Positive",
            Value::Boolean(true) => "True",
            Value::Boolean(false) => "False",
            _ => continue,
        };
        let parameter = subject
            .parameters
            .iter()
            .any(|(name, _)| *name == input.name);
        if parameter || input.name.contains('.') {
            facts.push(format!("{}Is{fact}", identifier(&input.name)));
        }
    }
    facts
}

/// What the receiver's own fields hold: `rootIsNull`, `sizeIsZero`.
fn receiver_facts(subject: &Subject, case: &PathCase) -> Vec<String> {
    let mut facts = Vec::new();
    let this = case
        .heap_before
        .roots
        .iter()
        .find(|root| root.name == "this");
    let Some(Value::Ref(id)) = this.map(|root| &root.value) else {
        return facts;
    };
    let object = case.heap_before.objects.iter().find(|o| o.id == *id);
    if let Some(ObjectKind::Object { fields }) = object.map(|object| &object.kind) {
        for field in fields.iter().filter(|field| !field.untouched) {
            let parameter = subject
                .parameters
                .iter()
                .any(|(name, _)| *name == field.name);
            let fact = match field.value {
                Value::Null => "Null",
                Value::Ref(other) if other == *id => "Itself",
                Value::Int(0) | Value::Long(0) => "Zero",
                Value::Int(i32::MIN..0) | Value::Long(i64::MIN..0) => "Negative",
                Value::Boolean(true) => "True",
                Value::Boolean(false) => "False",
                _ => continue,
            };
            let name = if parameter {
                format!("own{}", capitalised(&field.name))
            } else {
                field.name.clone()
            };
            facts.push(format!("{}Is{fact}", identifier(&name)));
        }
    }
    facts
}

/// Numbers among the arguments and in the objects they are compared with: `xLessThanRootKey`.
fn comparisons(subject: &Subject, case: &PathCase) -> Vec<String> {
    let mut numbers: Vec<(String, i64)> = Vec::new();
    for (name, _) in &subject.parameters {
        let input = case.inputs.iter().find(|input| input.name == *name);
        if let Some(value) = input.and_then(|input| as_number(&input.value)) {
            numbers.push((name.clone(), value));
        }
    }
    let arguments = numbers.len();
    for (name, id) in near_objects(&case.heap_before) {
        let object = case.heap_before.objects.iter().find(|o| o.id == id);
        if let Some(ObjectKind::Object { fields }) = object.map(|object| &object.kind) {
            for field in fields.iter().filter(|field| !field.untouched) {
                if let Some(value) = as_number(&field.value) {
                    numbers.push((format!("{name}{}", capitalised(&field.name)), value));
                }
            }
        }
    }
    let mut facts = Vec::new();
    for (index, (left, a)) in numbers.iter().enumerate().take(arguments) {
        for (right, b) in &numbers[index + 1..] {
            let word = match a.cmp(b) {
                std::cmp::Ordering::Less => "LessThan",
                std::cmp::Ordering::Equal => "Equals",
                std::cmp::Ordering::Greater => "GreaterThan",
            };
            facts.push(identifier(&format!("{left}{word}{}", capitalised(right))));
        }
    }
    facts
}

fn as_number(value: &Value) -> Option<i64> {
    match value {
        Value::Int(value) => Some(i64::from(*value)),
        Value::Long(value) => Some(*value),
        Value::Char(value) => Some(i64::from(*value)),
        Value::Short(value) => Some(i64::from(*value)),
        Value::Byte(value) => Some(i64::from(*value)),
        _ => None,
    }
}

/// The roots' objects and those one field further, by a name.
fn near_objects(heap: &Heap) -> Vec<(String, u32)> {
    let mut found = Vec::new();
    for root in &heap.roots {
        let Value::Ref(id) = root.value else { continue };
        let name = if root.name == "this" {
            String::new()
        } else {
            root.name.clone()
        };
        found.push((name.clone(), id));
        let object = heap.objects.iter().find(|object| object.id == id);
        if let Some(ObjectKind::Object { fields }) = object.map(|object| &object.kind) {
            for field in fields {
                if let Value::Ref(next) = field.value {
                    found.push((format!("{name}{}", capitalised(&field.name)), next));
                }
            }
        }
    }
    found
}

/// `with2Nodes`, `withArrayOf3`.
fn sizes(heap: &Heap) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut facts = Vec::new();
    for object in &heap.objects {
        let root = heap
            .roots
            .iter()
            .any(|root| root.value == Value::Ref(object.id));
        match &object.kind {
            ObjectKind::Array { length, .. } => facts.push(format!("withArrayOf{length}")),
            ObjectKind::Object { .. } if !root => {
                *counts.entry(simple_class(&object.class)).or_default() += 1;
            }
            _ => {}
        }
    }
    facts.extend(counts.into_iter().map(|(class, count)| match count {
        1 => format!("with1{class}"),
        more => format!("with{more}{class}s"),
    }));
    facts
}

/// Only what a Java name may hold.
fn identifier(text: &str) -> String {
    let parts: Vec<&str> = text
        .split(|c: char| !c.is_alphanumeric() && c != '_')
        .filter(|part| !part.is_empty())
        .collect();
    match parts.split_first() {
        Some((first, rest)) => {
            let rest: String = rest.iter().map(|part| capitalised(part)).collect();
            let mut letters = first.chars();
            let lower: String = letters
                .next()
                .map_or(String::new(), |c| c.to_lowercase().chain(letters).collect());
            format!("{lower}{rest}")
        }
        None => "it".to_owned(),
    }
}

/// `requires-at-call` becomes `RequiresAtCall`.
fn capitalised(text: &str) -> String {
    text.split('-')
        .map(|word| {
            let mut letters = word.chars();
            letters.next().map_or(String::new(), |first| {
                first.to_uppercase().chain(letters).collect()
            })
        })
        .collect()
}
