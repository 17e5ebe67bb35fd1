//! An interface that no class of the project implements, as a lambda or an anonymous class that answers each call as the
//! path was told, by its arguments.

use std::collections::BTreeSet;

use proviso_report::{Signature, StubAnswer, Value};

use super::literals::default_literal;

/// One call's answer as Java: the condition on the arguments and the value.
pub struct Answered {
    pub condition: String,
    pub value: String,
}

/// The answers for one method; the same call must not have been answered in two ways.
pub fn answers_of<'a>(
    answers: &'a [StubAnswer],
    method: &Signature,
) -> Result<Vec<&'a StubAnswer>, String> {
    let mut own: Vec<&StubAnswer> = Vec::new();
    for answer in answers {
        if answer.method != method.name || answer.parameters != method.parameters {
            continue;
        }
        match own.iter().find(|known| known.arguments == answer.arguments) {
            Some(known) if known.answer != answer.answer => {
                return Err(format!(
                    "{} would have to answer the same call in two ways",
                    method.name
                ));
            }
            Some(_) => {}
            None => own.push(answer),
        }
    }
    Ok(own)
}

/// Names for the parameters that are no variables of the test: a lambda's may not hide them.
pub fn parameter_names(count: usize, taken: &BTreeSet<String>) -> Vec<String> {
    let base = if taken.iter().any(|name| name.starts_with("argument")) {
        "given"
    } else {
        "argument"
    };
    match count {
        1 => vec![base.to_owned()],
        _ => (1..=count)
            .map(|number| format!("{base}{number}"))
            .collect(),
    }
}

/// `argument == 0`, for a value as the test writes it.
pub fn equals(parameter: &str, value: &Value, text: &str, is_atom: bool) -> String {
    match value {
        Value::Float(_) => format!("Float.compare({parameter}, {text}) == 0"),
        Value::Double(_) => format!("Double.compare({parameter}, {text}) == 0"),
        Value::Boolean(true) => parameter.to_owned(),
        Value::Boolean(false) => format!("!{parameter}"),
        _ if is_atom => format!("{text}.equals({parameter})"),
        _ => format!("{parameter} == {text}"),
    }
}

/// The value of a method without a condition where one suffices; what was not asked on the path gets the default.
fn result(returns: &str, answered: &[Answered]) -> String {
    match answered {
        [] => default_literal(returns),
        [only] => only.value.clone(),
        [first, rest @ ..] => {
            let mut text = format!("{} ? {}", first.condition, first.value);
            for next in rest {
                text.push_str(&format!(" : {} ? {}", next.condition, next.value));
            }
            format!("{text} : {}", default_literal(returns))
        }
    }
}

/// `name = argument -> …;`
pub fn lambda(method: &Signature, names: &[String], answered: &[Answered]) -> String {
    let parameters = match names {
        [one] => one.clone(),
        _ => format!("({})", names.join(", ")),
    };
    match &method.returns {
        Some(returns) => format!("{parameters} -> {}", result(returns, answered)),
        None => format!("{parameters} -> {{ }}"),
    }
}

/// The lines of a method of an anonymous class.
pub fn method(
    method: &Signature,
    names: &[String],
    answered: &[Answered],
    local: impl Fn(&str) -> String,
) -> Vec<String> {
    let parameters: Vec<String> = method
        .parameters
        .iter()
        .zip(names)
        .map(|(ty, name)| format!("{} {name}", local(ty)))
        .collect();
    let returns = method.returns.as_deref();
    let mut lines = vec![
        "    @Override".to_owned(),
        format!(
            "    public {} {}({}) {{",
            returns.map_or("void".to_owned(), &local),
            method.name,
            parameters.join(", ")
        ),
    ];
    if let Some(returns) = returns {
        lines.push(format!("        return {};", result(returns, answered)));
    }
    lines.push("    }".to_owned());
    lines
}
