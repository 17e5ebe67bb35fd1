//! Names of tests: the method, what is special about the input, and what happens.

use proviso_report::{Outcome, Subject, Value, Violation};

/// `transfer_toIsThis_breaksEnsures`, `length_sIsNull_throwsNullPointerException`.
pub fn test_name(subject: &Subject, violation: &Violation) -> String {
    let method = if subject.method == "<init>" {
        "constructor"
    } else {
        &subject.method
    };
    let mut parts = vec![method.to_owned()];
    parts.extend(special(subject, violation));
    parts.push(match &violation.outcome {
        Outcome::Throws { class, .. } => {
            format!("throws{}", class.rsplit(['.', '$']).next().unwrap_or(class))
        }
        Outcome::Returns { .. } | Outcome::Stopped => {
            format!("breaks{}", capitalised(violation.kind.name()))
        }
    });
    parts.join("_")
}

/// At most two facts about the input: aliases first, then nulls, then extreme numbers.
fn special(subject: &Subject, violation: &Violation) -> Vec<String> {
    let inputs = &violation.inputs;
    let mut facts = Vec::new();
    for (index, input) in inputs.iter().enumerate() {
        let twin = inputs[..index]
            .iter()
            .find(|other| matches!(other.value, Value::Ref(_)) && other.value == input.value);
        if let Some(twin) = twin {
            facts.push(format!("{}Is{}", input.name, capitalised(&twin.name)));
        }
    }
    for input in inputs {
        let fact = match input.value {
            Value::Null => "Null",
            Value::Int(i32::MIN) | Value::Long(i64::MIN) => "Min",
            Value::Int(i32::MAX) | Value::Long(i64::MAX) => "Max",
            Value::Int(0) | Value::Long(0) => "Zero",
            Value::Int(i32::MIN..0) | Value::Long(i64::MIN..0) => "Negative",
            _ => continue,
        };
        if subject
            .parameters
            .iter()
            .any(|(name, _)| *name == input.name)
        {
            facts.push(format!("{}Is{fact}", input.name));
        }
    }
    facts.truncate(2);
    facts
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
