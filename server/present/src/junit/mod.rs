//! JUnit 5 tests from violations: one readable test per witness, in the subject's own package.
//!
//! The generator sees only the report and the *shape* of the classes involved (which constructors and
//! fields a test can reach); whether a generated test compiles and fails for the reported reason is
//! found out by whoever runs it before it is offered. What cannot be said in plain Java is refused with
//! the reason.

mod arrange;
pub mod merge;
mod names;
mod oracle;
mod snippet;

pub use snippet::snippet;

use std::fmt::Write;

use proviso_report::{Outcome, Shape, Shapes, Subject, Violation};

/// The assertions that generated tests use; a class imports those it needs.
const ASSERTIONS: [&str; 2] = ["assertThrows", "assertTrue"];

/// One test method, ready to stand in a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    pub name: String,
    pub source: String,
    pub uses_helper: bool,
}

/// The test for one violation, or why there is none.
pub fn violation_test(
    subject: &Subject,
    violation: &Violation,
    shapes: &Shapes,
) -> Result<Test, String> {
    if !subject.accessible {
        return Err("the method is private: a test cannot call it".to_owned());
    }
    let own = shapes
        .get(&subject.class)
        .ok_or_else(|| format!("{} is not known", subject.class))?;
    if !own.accessible {
        return Err(format!("a test cannot name {}", own.java_name));
    }
    let arranged = arrange_call(subject, own, violation, shapes)?;
    let receiver = if subject.is_static {
        own.java_name.clone()
    } else {
        "subject".to_owned()
    };
    let oracle = oracle::oracle(subject, own, violation, &receiver)?;
    let name = names::test_name(subject, violation);
    let mut body = String::new();
    let mut arrange_lines = arranged.lines;
    let call = call(subject, own, &receiver, &arranged.arguments);
    arrange_lines.extend(oracle.before);
    section(&mut body, &arrange_lines);
    section(&mut body, &act(subject, own, violation, &call));
    section(&mut body, &oracle.after);
    let clause = violation
        .clause
        .as_ref()
        .map_or(violation.kind.name(), |clause| clause.text.trim());
    let mut source = String::new();
    let _ = write!(
        source,
        "    /** Breaks `{}`: {} */\n    @Test\n    void {name}() throws Exception {{\n{body}    }}\n",
        comment(clause),
        comment(&violation.message)
    );
    Ok(Test {
        name,
        source,
        uses_helper: arranged.uses_helper || oracle.uses_helper,
    })
}

/// The witness built up, ready for the call.
struct ArrangedCall {
    lines: Vec<String>,
    arguments: Vec<String>,
    uses_helper: bool,
}

fn arrange_call(
    subject: &Subject,
    own: &Shape,
    violation: &Violation,
    shapes: &Shapes,
) -> Result<ArrangedCall, String> {
    let arranged = arrange::arrange(violation, shapes)?;
    let mut lines = arranged.lines;
    if !subject.is_static && subject.method != "<init>" {
        let this = arranged
            .roots
            .get("this")
            .ok_or("the receiver is not part of the witness")?;
        if this != "subject" {
            lines.push(format!("{} subject = {this};", own.java_name));
        }
    }
    // Every argument has its parameter's name, so that the clause reads as it was written.
    let mut arguments = Vec::new();
    for (parameter, type_name) in &subject.parameters {
        let value = arranged
            .roots
            .get(parameter)
            .ok_or("an argument is not part of the witness")?;
        if value != parameter {
            lines.push(format!(
                "{} {parameter} = {value};",
                local_type(subject, type_name)
            ));
        }
        arguments.push(parameter.clone());
    }
    Ok(ArrangedCall {
        lines,
        arguments,
        uses_helper: arranged.uses_helper,
    })
}

/// A type of the subject's own package needs no package.
fn local_type(subject: &Subject, type_name: &str) -> String {
    let package = subject
        .package
        .as_ref()
        .map(|package| format!("{package}."));
    let prefix = package.as_deref().unwrap_or("");
    match type_name.strip_prefix(prefix) {
        Some(rest) if !rest.contains('.') || rest.starts_with(|c: char| c.is_uppercase()) => {
            rest.to_owned()
        }
        _ => type_name.to_owned(),
    }
}

fn call(subject: &Subject, own: &Shape, receiver: &str, arguments: &[String]) -> String {
    let arguments = arguments.join(", ");
    if subject.method == "<init>" {
        format!("new {}({arguments})", own.java_name)
    } else {
        format!("{receiver}.{}({arguments})", subject.method)
    }
}

/// Exceptions that the contract forbids are left to fail the test by themselves: the runner shows their trace.
fn act(subject: &Subject, own: &Shape, violation: &Violation, call: &str) -> Vec<String> {
    let throws = match &violation.outcome {
        Outcome::Throws { class, .. } => Some(class.replace('$', ".")),
        Outcome::Returns { .. } | Outcome::Stopped => None,
    };
    let line = match (&throws, violation.kind) {
        (Some(class), kind) if oracle::about_the_end(kind) => {
            format!("assertThrows({class}.class, () -> {call});")
        }
        _ if subject.method == "<init>" => format!("{} subject = {call};", own.java_name),
        _ => match &subject.returns {
            Some(result) => format!("{result} result = {call};"),
            None => format!("{call};"),
        },
    };
    vec![line]
}

/// Parts of a test are set apart by a blank line.
fn section(body: &mut String, lines: &[String]) {
    if lines.is_empty() {
        return;
    }
    if !body.is_empty() {
        body.push('\n');
    }
    for line in lines {
        let _ = writeln!(body, "        {line}");
    }
}

fn comment(text: &str) -> String {
    text.replace("*/", "* /").replace('\n', " ")
}

/// A whole test class around tests; `None` when there are none.
pub fn test_class(package: Option<&str>, class_name: &str, tests: &[Test]) -> Option<String> {
    if tests.is_empty() {
        return None;
    }
    let mut text = String::new();
    if let Some(package) = package {
        let _ = write!(text, "package {package};\n\n");
    }
    let body: String = tests
        .iter()
        .map(|test| test.source.as_str())
        .collect::<Vec<_>>()
        .join("\n");
    let mut imports = String::new();
    for assertion in ASSERTIONS {
        if body.contains(&format!("{assertion}(")) {
            let _ = writeln!(
                imports,
                "import static org.junit.jupiter.api.Assertions.{assertion};"
            );
        }
    }
    if !imports.is_empty() {
        let _ = writeln!(text, "{imports}");
    }
    text.push_str("import org.junit.jupiter.api.Test;\n\n");
    let _ = write!(
        text,
        "/** Inputs that break a contract, found by Proviso. Each test fails until the code or the contract is mended. */\n\
         class {class_name} {{\n{body}"
    );
    if tests.iter().any(|test| test.uses_helper) {
        text.push_str(arrange::HELPER);
    }
    text.push_str("}\n");
    Some(text)
}
