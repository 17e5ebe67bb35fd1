//! Values along the executed lines of a witness: what each line did, and what a variable holds at a line.

use proviso_report::{Step, Violation};

/// `i = 1, this.size = 2`.
pub fn values(step: &Step) -> String {
    let values: Vec<String> = step
        .values
        .iter()
        .map(|variable| format!("{} = {}", variable.name, variable.text))
        .collect();
    values.join(", ")
}

/// What the lines of the method itself changed, in the order they ran. A step holds the values *before* its line, so
/// they belong to the line before it; what the first step holds are the parameters.
pub fn results(violation: &Violation) -> Vec<(&Step, String)> {
    let own: Vec<&Step> = violation.trace.iter().filter(|s| s.depth == 0).collect();
    own.windows(2)
        .filter(|pair| !pair[1].values.is_empty())
        .map(|pair| (pair[0], values(pair[1])))
        .collect()
}

/// The value of a variable or field of `this` where a line of the method is first reached; if it has none yet, the one
/// that line gives it.
pub fn value_at(violation: &Violation, here: impl Fn(&Step) -> bool, name: &str) -> Option<String> {
    let field = format!("this.{name}");
    let mut value = at_entry(violation, name);
    let mut reached = false;
    for step in violation.trace.iter().filter(|step| step.depth == 0) {
        let changed = step
            .values
            .iter()
            .rev()
            .find(|variable| variable.name == name || variable.name == field);
        if let Some(changed) = changed {
            value = Some(changed.text.clone());
        }
        reached |= here(step);
        if reached && value.is_some() {
            return value;
        }
    }
    None
}

/// A parameter, or a field of the receiver.
fn at_entry(violation: &Violation, name: &str) -> Option<String> {
    let inputs = &violation.inputs;
    if let Some(input) = inputs.iter().find(|input| input.name == name) {
        return Some(input.text.clone());
    }
    let this = inputs.iter().find(|input| input.name == "this")?;
    let proviso_report::Value::Ref(id) = this.value else {
        return None;
    };
    let objects = &violation.heap_before.objects;
    let object = objects.iter().find(|object| object.id == id)?;
    let proviso_report::ObjectKind::Object { fields } = &object.kind else {
        return None;
    };
    let field = fields.iter().find(|field| field.name == name)?;
    Some(crate::value::value_text(
        &field.value,
        &violation.heap_before,
    ))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::violated;
    use proviso_report::Variable;

    fn step(line: u32, depth: u32, values: &[(&str, &str)]) -> Step {
        Step {
            file: "A.java".to_owned(),
            line,
            method: "A.m".to_owned(),
            depth,
            values: values
                .iter()
                .map(|(name, text)| Variable {
                    name: name.to_string(),
                    text: text.to_string(),
                })
                .collect(),
        }
    }

    fn looped() -> Violation {
        let mut violation = violated().violations.remove(0);
        violation.trace = vec![
            step(3, 0, &[("x", "-2147483648")]),
            step(4, 0, &[("i", "0")]),
            step(9, 1, &[("i", "77")]),
            step(5, 0, &[("this.sum", "4"), ("i", "1")]),
        ];
        violation
    }

    #[test]
    fn what_a_line_did_stands_at_that_line() {
        let violation = looped();
        let results = results(&violation);
        let shown: Vec<(u32, &str)> = results.iter().map(|(s, t)| (s.line, t.as_str())).collect();
        assert_eq!(shown, [(3, "i = 0"), (4, "this.sum = 4, i = 1")]);
    }

    #[test]
    fn a_variable_has_the_value_it_has_when_the_line_is_reached() {
        let violation = looped();
        let at = |line, name| value_at(&violation, |step| step.line == line, name);
        assert_eq!(at(3, "i").as_deref(), Some("0"), "the line gives it");
        assert_eq!(at(4, "i").as_deref(), Some("0"), "not the callee's i");
        assert_eq!(at(5, "sum").as_deref(), Some("4"));
        assert_eq!(at(4, "x").as_deref(), Some("-2147483648"));
        assert_eq!(at(8, "x"), None, "a line that did not run");
        assert_eq!(at(4, "other"), None);
    }
}
