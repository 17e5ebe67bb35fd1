//! A whole test class around tests.

use std::collections::BTreeSet;
use std::fmt::Write;

use super::arrange::HELPER;
use super::{Framework, Test};

/// `None` when there are no tests.
pub fn test_class(
    package: Option<&str>,
    class_name: &str,
    framework: Framework,
    tests: &[Test],
) -> Option<String> {
    if tests.is_empty() {
        return None;
    }
    let mut text = String::new();
    if let Some(package) = package {
        let _ = write!(text, "package {package};\n\n");
    }
    let imports: BTreeSet<&String> = tests.iter().flat_map(|test| &test.imports).collect();
    text.push_str(&import_lines(imports.into_iter()));
    let failing = tests.iter().any(|test| test.fails.is_some());
    let passing = tests.iter().any(|test| test.fails.is_none());
    let doc = match (failing, passing) {
        (true, false) => {
            "Inputs that break a contract, found by Proviso. Each test fails until the code or the contract is mended."
        }
        (false, _) => "Inputs that together take every branch that can be taken, found by Proviso.",
        (true, true) => {
            "Inputs found by Proviso. Tests that say what they break fail until the code or the contract is mended."
        }
    };
    let body: Vec<&str> = tests.iter().map(|test| test.source.as_str()).collect();
    let _ = write!(
        text,
        "\n/** {doc} */\n{}class {class_name} {{\n{}",
        framework.visibility(),
        body.join("\n")
    );
    if tests.iter().any(|test| test.uses_helper) {
        text.push_str(HELPER);
    }
    text.push_str("}\n");
    Some(text)
}

/// Static imports first, then classes, a blank line between.
fn import_lines<'i>(imports: impl Iterator<Item = &'i String>) -> String {
    let (fixed, classes): (Vec<&String>, Vec<&String>) =
        imports.partition(|import| import.starts_with("static "));
    let lines = |imports: &[&String]| -> String {
        imports.iter().map(|i| format!("import {i};\n")).collect()
    };
    match (fixed.is_empty(), classes.is_empty()) {
        (false, false) => format!("{}\n{}", lines(&fixed), lines(&classes)),
        _ => lines(&fixed) + &lines(&classes),
    }
}
