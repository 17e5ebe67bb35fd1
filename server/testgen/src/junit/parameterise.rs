//! Several paths of a method that differ in nothing but numbers become one test with a row for each.

use std::collections::BTreeMap;
use std::fmt::Write;

use proviso_report::{Outcome, PathCase, Shapes, Subject, Value};

use super::framework::{Assertion, Statement};
use super::{Draft, Framework, Making, Test, case_draft, result_name};

/// Groups of cases (by their place in `cases`) that can share a test, with that test. Only JUnit 5 has a plain way to
/// write the rows.
pub fn parameterised(
    subject: &Subject,
    cases: &[&PathCase],
    shapes: &Shapes,
    making: &Making,
) -> Vec<(Vec<usize>, Test)> {
    let simple = subject.parameters.iter().all(|(_, ty)| is_simple(ty));
    if making.framework != Framework::Junit5 || subject.parameters.is_empty() || !simple {
        return Vec::new();
    }
    let Some(result) = subject.returns.as_deref().filter(|ty| is_simple(ty)) else {
        return Vec::new();
    };
    if subject
        .parameters
        .iter()
        .any(|(name, _)| name == "expected")
    {
        return Vec::new();
    }
    let mut groups: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (index, case) in cases.iter().enumerate() {
        if let Some(frame) = frame(subject, case, result, shapes, making) {
            groups.entry(frame).or_default().push(index);
        }
    }
    let mut found: Vec<(Vec<usize>, Test)> = groups
        .into_iter()
        .filter(|(_, members)| members.len() > 1)
        .filter_map(|(frame, members)| {
            let test = whole(subject, cases, &members, &frame, result, shapes, making)?;
            Some((members, test))
        })
        .collect();
    found.sort_by_key(|(members, _)| members[0]);
    found
}

fn is_simple(ty: &str) -> bool {
    ["boolean", "byte", "short", "int", "long", "double", "float"].contains(&ty)
}

/// The case with its own numbers taken out; cases with the same text can share a test.
fn draft(
    subject: &Subject,
    case: &PathCase,
    name: &str,
    result: &str,
    shapes: &Shapes,
    making: &Making,
) -> Option<Draft> {
    let Outcome::Returns {
        value: Some(value), ..
    } = &case.outcome
    else {
        return None;
    };
    csv(value)?;
    let mut draft = case_draft(subject, case, name, shapes, making).ok()?;
    let name_of_result = result_name(subject);
    let set = |line: &str| {
        subject
            .parameters
            .iter()
            .any(|(name, ty)| line.starts_with(&format!("{ty} {name} = ")))
    };
    for section in &mut draft.sections {
        section.retain(|statement| !matches!(statement, Statement::Plain(line) if set(line)));
        for statement in section.iter_mut() {
            let Statement::All(all) = statement else {
                continue;
            };
            for assertion in all.iter_mut() {
                let of_result = match assertion {
                    Assertion::Equals { actual, .. } => actual == name_of_result,
                    Assertion::True { condition, text } => {
                        text.is_none() && condition == name_of_result
                    }
                    Assertion::False(condition) => condition == name_of_result,
                    _ => false,
                };
                if of_result {
                    *assertion = Assertion::Equals {
                        expected: "expected".to_owned(),
                        actual: name_of_result.to_owned(),
                        floating: ["float", "double"].contains(&result),
                    };
                }
            }
        }
    }
    draft.sections.retain(|section| !section.is_empty());
    Some(draft)
}

fn frame(
    subject: &Subject,
    case: &PathCase,
    result: &str,
    shapes: &Shapes,
    making: &Making,
) -> Option<String> {
    for (name, _) in &subject.parameters {
        let input = case.inputs.iter().find(|input| input.name == *name)?;
        csv(&input.value)?;
    }
    let draft = draft(subject, case, "frame", result, shapes, making)?;
    Some(draft.finish(making.framework).source)
}

/// As `@CsvSource` reads it back.
fn csv(value: &Value) -> Option<String> {
    Some(match value {
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => value.to_string(),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => value.to_string(),
        Value::Float(value) if value.is_finite() => format!("{value:?}"),
        Value::Double(value) if value.is_finite() => format!("{value:?}"),
        _ => return None,
    })
}

fn whole(
    subject: &Subject,
    cases: &[&PathCase],
    members: &[usize],
    frame: &str,
    result: &str,
    shapes: &Shapes,
    making: &Making,
) -> Option<Test> {
    let mut rows = String::new();
    for (place, member) in members.iter().enumerate() {
        let case = cases[*member];
        let mut cells = Vec::new();
        for (name, _) in &subject.parameters {
            let input = case.inputs.iter().find(|input| input.name == *name)?;
            cells.push(csv(&input.value)?);
        }
        let Outcome::Returns {
            value: Some(value), ..
        } = &case.outcome
        else {
            return None;
        };
        cells.push(csv(value)?);
        let end = if place + 1 == members.len() { "" } else { "," };
        let _ = writeln!(rows, "        \"{}\"{end}", cells.join(", "));
    }
    let name = format!("{}_returnsExpected", subject.method);
    let parameters: Vec<String> = subject
        .parameters
        .iter()
        .map(|(name, ty)| format!("{ty} {name}"))
        .chain([format!("{result} expected")])
        .collect();
    let shared = draft(subject, cases[members[0]], &name, result, shapes, making)?;
    let mut test = shared.finish(making.framework);
    test.source = frame
        .replace(
            "    @Test\n",
            &format!("    @ParameterizedTest\n    @CsvSource({{\n{rows}    }})\n"),
        )
        .replace(
            "void frame()",
            &format!("void {name}({})", parameters.join(", ")),
        );
    test.imports.remove(making.framework.test_import());
    for class in ["ParameterizedTest", "provider.CsvSource"] {
        test.imports
            .insert(format!("org.junit.jupiter.params.{class}"));
    }
    test.name = name;
    test.rows = members.len();
    for member in &members[1..] {
        for branch in &cases[*member].branches {
            if !test.takes.contains(branch) {
                test.takes.push(branch.clone());
            }
        }
    }
    Some(test)
}
