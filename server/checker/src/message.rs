//! The one sentence that says what is broken, in Java's own words and with the input that breaks it.

use proviso_report::{Input, Outcome, ViolationKind};

/// What a sentence is made from.
pub struct Facts<'a> {
    pub kind: ViolationKind,
    /// The clause kind in words when a clause is undefined: `postcondition`, `invariant`, …
    pub clause_words: &'a str,
    pub inputs: &'a [Input],
    pub outcome: &'a Outcome,
    /// Simple name of the exception that was thrown, if one was.
    pub exception: Option<&'a str>,
    /// Its message, if it has one; why there is no end.
    pub detail: Option<&'a str>,
    /// The location written, the operation that overflowed, the method called.
    pub target: Option<&'a str>,
}

pub fn sentence(facts: &Facts) -> String {
    let exception = facts.exception.unwrap_or("an exception");
    let target = facts.target.unwrap_or("a location");
    let with = given(facts.inputs);
    let detail = facts
        .detail
        .map(|text| format!(": {text}"))
        .unwrap_or_default();
    match facts.kind {
        ViolationKind::Ensures => {
            format!("the postcondition is false{with}{}", end(facts.outcome))
        }
        ViolationKind::RequiresAtCall => {
            format!("the precondition of {target} is false at this call{with}")
        }
        ViolationKind::Invariant => match facts.target {
            Some(target) => format!("the invariant is false at {target}{with}"),
            None => format!(
                "the invariant is false after the method{with}{}",
                end(facts.outcome)
            ),
        },
        ViolationKind::Constraint => {
            format!(
                "the constraint is false after the method{with}{}",
                end(facts.outcome)
            )
        }
        ViolationKind::Initially => {
            format!("the initially clause is false after the constructor{with}")
        }
        ViolationKind::Signals => {
            format!("the signals clause is false when {exception} is thrown{with}")
        }
        ViolationKind::SignalsOnly => {
            format!(
                "{exception} is thrown, which signals_only does not allow{}",
                comma(&with)
            )
        }
        ViolationKind::Assignable => {
            format!(
                "{target} is assigned, which the assignable clause does not allow{}",
                comma(&with)
            )
        }
        ViolationKind::Assert => format!("the assertion is false{with}"),
        ViolationKind::Unreachable => format!("this statement is reached{with}"),
        ViolationKind::LoopInvariant => format!("the loop invariant is false{with}"),
        ViolationKind::Decreases => {
            format!("the decreases expression is negative or does not decrease{with}")
        }
        ViolationKind::MeasuredBy => {
            format!("the measured_by expression is negative or does not decrease{with}")
        }
        ViolationKind::Diverges => {
            let target = facts.target.unwrap_or("the execution");
            format!("{target} never ends{with}{detail}")
        }
        ViolationKind::Undefined => {
            let words = facts.clause_words;
            format!("the {words} has no value: evaluating it throws {exception}{detail}{with}")
        }
        ViolationKind::Null => match facts.target {
            Some(target) => format!("{target} is not nullable but null{with}"),
            None => format!("null is dereferenced ({exception}){with}"),
        },
        ViolationKind::Bounds => format!("the index is out of bounds ({exception}){with}"),
        ViolationKind::Cast => format!("the cast fails ({exception}){with}"),
        ViolationKind::Arithmetic => format!("division by zero ({exception}){with}"),
        ViolationKind::NegativeSize => format!("the array size is negative ({exception}){with}"),
        ViolationKind::ArrayStore => {
            format!("the array cannot hold the value ({exception}){with}")
        }
        ViolationKind::Uncaught => {
            format!(
                "{exception} is thrown, which the contract does not allow{}",
                comma(&with)
            )
        }
        ViolationKind::Overflow => format!("{target} overflows{with}"),
    }
}

/// The input after a relative clause, which a comma closes.
fn comma(with: &str) -> String {
    if with.is_empty() {
        String::new()
    } else {
        format!(",{with}")
    }
}

/// ` for x = 3, y = null`; at most four inputs, the rest is in the table below the message.
fn given(inputs: &[Input]) -> String {
    let mut parts: Vec<String> = inputs
        .iter()
        .filter(|input| input.name != "this")
        .take(4)
        .map(|input| {
            let value = input.text.split(" (").next().unwrap_or(&input.text);
            let short: String = value.chars().take(60).collect();
            let dots = if short.len() < value.len() { "…" } else { "" };
            format!("{} = {short}{dots}", input.name)
        })
        .collect();
    let shown = inputs.iter().filter(|input| input.name != "this").count();
    if shown > parts.len() {
        parts.push("…".to_owned());
    }
    if parts.is_empty() {
        String::new()
    } else {
        format!(" for {}", parts.join(", "))
    }
}

fn end(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Returns {
            value: Some(_),
            text,
        } => format!(" (returns {text})"),
        Outcome::Throws { class, .. } => {
            format!(" (throws {})", class.rsplit('.').next().unwrap_or(class))
        }
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_report::Value;

    fn input(name: &str, text: &str) -> Input {
        Input {
            name: name.into(),
            type_name: "int".into(),
            value: Value::Int(0),
            text: text.into(),
        }
    }

    fn facts<'a>(kind: ViolationKind, inputs: &'a [Input], outcome: &'a Outcome) -> Facts<'a> {
        Facts {
            kind,
            clause_words: "postcondition",
            inputs,
            outcome,
            exception: Some("NullPointerException"),
            detail: None,
            target: None,
        }
    }

    #[test]
    fn a_false_postcondition_names_input_and_result() {
        let inputs = [
            input("this", "A#1"),
            input("x", "-2147483648 (Integer.MIN_VALUE)"),
        ];
        let outcome = Outcome::Returns {
            value: Some(Value::Int(i32::MIN)),
            text: "-2147483648".into(),
        };
        assert_eq!(
            sentence(&facts(ViolationKind::Ensures, &inputs, &outcome)),
            "the postcondition is false for x = -2147483648 (returns -2147483648)"
        );
    }

    #[test]
    fn a_dereference_names_the_exception() {
        let inputs = [input("s", "null")];
        assert_eq!(
            sentence(&facts(ViolationKind::Null, &inputs, &Outcome::Stopped)),
            "null is dereferenced (NullPointerException) for s = null"
        );
    }

    #[test]
    fn no_dangling_comma_without_inputs() {
        assert_eq!(
            sentence(&facts(ViolationKind::Uncaught, &[], &Outcome::Stopped)),
            "NullPointerException is thrown, which the contract does not allow"
        );
    }

    #[test]
    fn many_inputs_are_cut() {
        let inputs: Vec<Input> = (0..6).map(|i| input(&format!("p{i}"), "0")).collect();
        let text = sentence(&facts(ViolationKind::Assert, &inputs, &Outcome::Stopped));
        assert!(text.ends_with("p3 = 0, …"), "{text}");
    }
}
