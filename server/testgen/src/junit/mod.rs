//! Tests from executions: one readable test per witness of a violation, or per path that is worth keeping, in the
//! subject's own package.
//!
//! The generator sees only the report and the *shape* of the classes involved (what a test can call and set of them);
//! whether a generated test compiles and does what it promises is found out by whoever runs it before it is offered.
//! What cannot be said in plain Java is refused with the reason.

mod arrange;
mod class;
mod framework;
mod literals;
pub mod merge;
mod names;
mod observe;
mod oracle;
mod parameterise;
mod quantifier;
mod snippet;
mod stub;

pub use arrange::Style;
pub use class::test_class;
pub use framework::Framework;
pub use names::case_names;
pub use parameterise::parameterised;
pub use snippet::snippet;

use std::collections::BTreeSet;
use std::fmt::Write;

use proviso_report::{
    Branch, Heap, Input, Outcome, PathCase, Shape, Shapes, Subject, Violation, ViolationKind,
};

use arrange::{Arranged, Wanted, arrange};
use framework::{Assertion, Statement};

/// One test method, ready to stand in a class.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Test {
    pub name: String,
    pub source: String,
    /// What the class must import: `org.junit.jupiter.api.Test`, `static …assertTrue`.
    pub imports: BTreeSet<String>,
    pub uses_helper: bool,
    /// The input is built without reflection.
    pub plainly_built: bool,
    /// How many inputs it runs on.
    pub rows: usize,
    /// How it must fail on the code as it is; none for a test that passes.
    pub fails: Option<Failing>,
    /// The line that makes the call under test.
    pub act: Option<String>,
    /// The branches that this call is to take.
    pub takes: Vec<Branch>,
}

/// What a runner says of a violation test.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failing {
    /// By this exception (as `Class.getName` spells it, with `.` for `$`).
    Throws(String),
    /// By an assertion that quotes this.
    Assertion(String),
    /// By running out of time.
    Timeout,
}

/// How tests are to be written.
#[derive(Debug, Clone, Copy)]
pub struct Making {
    pub framework: Framework,
    pub style: Style,
    /// Whether a passing test asserts the contract's clauses; some mean in Java what they do not mean in JML.
    pub promises: bool,
}

impl Default for Making {
    fn default() -> Self {
        Making {
            framework: Framework::default(),
            style: Style::Plain,
            promises: true,
        }
    }
}

/// A call that does not end is given up after this many milliseconds.
const PATIENCE: u32 = 2000;

/// The test for one violation, or why there is none.
pub fn violation_test(
    subject: &Subject,
    violation: &Violation,
    shapes: &Shapes,
    making: &Making,
) -> Result<Test, String> {
    let own = own_shape(subject, shapes)?;
    let input = (&violation.heap_before, &violation.inputs[..]);
    let call = arrange_call(subject, own, input, shapes, making)?;
    let endless = matches!(
        violation.kind,
        ViolationKind::Decreases | ViolationKind::MeasuredBy | ViolationKind::Diverges
    );
    let mut test = Draft::new(names::violation_name(subject, violation));
    test.uses_helper = call.arranged.uses_helper;
    test.lines(&call.arranged.lines);
    let fails;
    if endless {
        fails = Failing::Timeout;
        test.section();
        test.endless(making.framework, &call.text);
    } else if oracle::is_exception(violation.kind) {
        let Outcome::Throws { class, .. } = &violation.outcome else {
            return Err("the method does not end by an exception".to_owned());
        };
        fails = Failing::Throws(class.clone());
        test.section();
        test.push(Statement::Plain(call.statement(subject, own)));
    } else if oracle::about_the_end(violation.kind) {
        let clause = violation
            .clause
            .as_ref()
            .ok_or("there is no clause to assert")?;
        let promise = oracle::promise(subject, own, &clause.text, &call.receiver, 0)?;
        test.uses_helper |= promise.uses_helper;
        test.lines(&promise.before);
        test.section();
        test.push(match &violation.outcome {
            Outcome::Throws { class, .. } => Statement::Assert(Assertion::Throws {
                class: class.replace('$', "."),
                call: call.text.clone(),
            }),
            _ => Statement::Plain(call.statement(subject, own)),
        });
        test.section();
        let Assertion::True { text, .. } = &promise.assertion else {
            return Err("the clause has no condition".to_owned());
        };
        let quoted = text.clone().unwrap_or_default();
        fails = Failing::Assertion(quoted.replace("\\\"", "\"").replace("\\\\", "\\"));
        test.push(Statement::Assert(
            call.without_idle_casts(promise.assertion),
        ));
    } else {
        return Err(format!(
            "a violation of kind {} cannot be seen from outside the method",
            violation.kind.name()
        ));
    }
    let clause = violation
        .clause
        .as_ref()
        .map_or(violation.kind.name(), |clause| clause.text.trim());
    test.doc = format!("Breaks `{clause}`: {}", violation.message);
    test.raw = call.arranged.raw || own.generic;
    test.plainly_built = !call.arranged.uses_helper;
    test.fails = Some(fails);
    Ok(test.finish(making.framework))
}

/// The test for a path that keeps its contract.
pub fn case_test(
    subject: &Subject,
    case: &PathCase,
    name: &str,
    shapes: &Shapes,
    making: &Making,
) -> Result<Test, String> {
    Ok(case_draft(subject, case, name, shapes, making)?.finish(making.framework))
}

fn case_draft(
    subject: &Subject,
    case: &PathCase,
    name: &str,
    shapes: &Shapes,
    making: &Making,
) -> Result<Draft, String> {
    let own = own_shape(subject, shapes)?;
    let input = (&case.heap_before, &case.inputs[..]);
    let call = arrange_call(subject, own, input, shapes, making)?;
    let mut test = Draft::new(name.to_owned());
    test.lines(&call.arranged.lines);
    test.uses_helper = call.arranged.uses_helper;
    let thrown = match &case.outcome {
        Outcome::Throws { class, .. } => Some(class.replace('$', ".")),
        Outcome::Returns { .. } => None,
        Outcome::Stopped => return Err("the method does not end".to_owned()),
    };
    // After an exception neither `\result` nor a constructor's object is there.
    let made = subject.method == "<init>";
    let mut promises = Vec::new();
    let mut olds = 0;
    for clause in case.clauses.iter().filter(|_| making.promises) {
        if thrown.is_some() && (made || clause.text.contains("\\result")) {
            continue;
        }
        // What plain Java cannot say is left to the checker.
        let Ok(promise) = oracle::promise(subject, own, &clause.text, &call.receiver, olds) else {
            continue;
        };
        olds += promise.before.len();
        test.lines(&promise.before);
        test.uses_helper |= promise.uses_helper;
        promises.push(call.without_idle_casts(promise.assertion));
    }
    let receiver = made.then_some(receiver_name(subject));
    let mut observed = Vec::new();
    if !made || thrown.is_none() {
        observed = observe::observed(subject, case, shapes, receiver, &call.arranged.variables);
    }
    test.section();
    let act = match &thrown {
        Some(class) => Statement::Assert(Assertion::Throws {
            class: local_type(subject, class),
            call: call.text.clone(),
        }),
        // With nothing to say of the end, that it is reached is what the test asserts.
        None if promises.is_empty() && observed.is_empty() => {
            Statement::Assert(Assertion::DoesNotThrow(call.text.clone()))
        }
        None => Statement::Plain(call.statement(subject, own)),
    };
    test.push(act.clone());
    test.act = Some(act);
    test.takes.clone_from(&case.branches);
    if !promises.is_empty() {
        test.section();
        test.push(Statement::All(promises));
    }
    if !observed.is_empty() {
        test.section();
        test.push(Statement::Plain(OBSERVED.to_owned()));
        test.push(Statement::All(observed));
    }
    test.raw = call.arranged.raw || own.generic;
    test.plainly_built = !call.arranged.uses_helper;
    Ok(test)
}

/// Whether a test of this input has to set state from outside, or cannot build it at all: then calls that lead to the
/// same state are worth a search.
pub fn reaches_in(subject: &Subject, heap: &Heap, inputs: &[Input], shapes: &Shapes) -> bool {
    let arranged = arrange(&Wanted {
        subject,
        heap,
        inputs,
        shapes,
        style: Style::Plain,
    });
    arranged.map_or(true, |arranged| arranged.reaches_in)
}

const OBSERVED: &str = "// Observed when this test was made, not promised by the contract:";

fn own_shape<'s>(subject: &Subject, shapes: &'s Shapes) -> Result<&'s Shape, String> {
    if !subject.accessible {
        return Err("the method is private: a test cannot call it".to_owned());
    }
    let own = shapes
        .get(&subject.class)
        .ok_or_else(|| format!("{} is not known", subject.class))?;
    if own.accessible {
        Ok(own)
    } else {
        Err(format!("a test cannot name {}", own.java_name))
    }
}

/// The witness built up, and the call to make.
struct ArrangedCall {
    arranged: Arranged,
    receiver: String,
    text: String,
}

impl ArrangedCall {
    /// A variable has the class of its object, whatever the parameter's type: a clause need not cast it to that.
    fn without_idle_casts(&self, assertion: Assertion) -> Assertion {
        let Assertion::True { condition, text } = assertion else {
            return assertion;
        };
        let declared = self.arranged.lines.iter().filter_map(|line| {
            let (variable, _) = line.split_once(" = ")?;
            variable.split_once(' ')
        });
        let condition = declared.fold(condition, |condition, (class, name)| {
            condition.replace(&format!("(({class}){name})"), name)
        });
        Assertion::True { condition, text }
    }

    fn statement(&self, subject: &Subject, own: &Shape) -> String {
        let call = &self.text;
        if subject.method == "<init>" {
            return format!("{} {} = {call};", own.java_name, receiver_name(subject));
        }
        match &subject.returns {
            Some(result) => {
                let name = result_name(subject);
                format!("{} {name} = {call};", local_type(subject, result))
            }
            None => format!("{call};"),
        }
    }
}

fn arrange_call(
    subject: &Subject,
    own: &Shape,
    (heap, inputs): (&Heap, &[Input]),
    shapes: &Shapes,
    making: &Making,
) -> Result<ArrangedCall, String> {
    let mut arranged = arrange(&Wanted {
        subject,
        heap,
        inputs,
        shapes,
        style: making.style,
    })?;
    if !subject.is_static && subject.method != "<init>" {
        let this = arranged
            .roots
            .get("this")
            .ok_or("the receiver is not part of the witness")?;
        let name = receiver_name(subject);
        if this != name {
            arranged
                .lines
                .push(format!("{} {name} = {this};", own.java_name));
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
            arranged.lines.push(format!(
                "{} {parameter} = {value};",
                local_type(subject, type_name)
            ));
            arranged.raw |= has_type_parameters(type_name);
        }
        arguments.push(parameter.clone());
    }
    let receiver = if subject.is_static {
        own.java_name.clone()
    } else {
        receiver_name(subject).to_owned()
    };
    let arguments = arguments.join(", ");
    let text = if subject.method == "<init>" {
        format!("new {}({arguments})", own.java_name)
    } else {
        format!("{receiver}.{}({arguments})", subject.method)
    };
    Ok(ArrangedCall {
        arranged,
        receiver,
        text,
    })
}

/// Types of the JDK that are named without their type parameters; a suppression too many does no harm.
fn has_type_parameters(type_name: &str) -> bool {
    let generic = ["Class", "Comparable", "Enum", "Iterable", "ThreadLocal"];
    type_name.starts_with("java.util.")
        || type_name
            .strip_prefix("java.lang.")
            .is_some_and(|name| generic.contains(&name))
}

/// The variable of the receiver; a parameter keeps its own name.
fn receiver_name(subject: &Subject) -> &'static str {
    free(subject, ["subject", "receiver", "theSubject"])
}

/// The variable of the result.
fn result_name(subject: &Subject) -> &'static str {
    free(subject, ["result", "returned", "theResult"])
}

fn free(subject: &Subject, names: [&'static str; 3]) -> &'static str {
    let taken = |name: &str| subject.parameters.iter().any(|(other, _)| other == name);
    names
        .into_iter()
        .find(|name| !taken(name))
        .unwrap_or(names[2])
}

/// A type of the subject's own package, or of `java.lang`, needs no package.
fn local_type(subject: &Subject, type_name: &str) -> String {
    let type_name = type_name.replace('$', ".");
    let own = subject
        .package
        .as_ref()
        .map(|package| format!("{package}."));
    for prefix in [own.as_deref().unwrap_or(""), "java.lang."] {
        if let Some(rest) = type_name.strip_prefix(prefix)
            && (!rest.contains('.') || rest.starts_with(|c: char| c.is_uppercase()))
        {
            return rest.to_owned();
        }
    }
    type_name
}

/// A test while it is written.
struct Draft {
    name: String,
    doc: String,
    /// Parts are set apart by a blank line.
    sections: Vec<Vec<Statement>>,
    timeout: Option<u32>,
    uses_helper: bool,
    plainly_built: bool,
    raw: bool,
    fails: Option<Failing>,
    imports: BTreeSet<String>,
    act: Option<Statement>,
    takes: Vec<Branch>,
}

impl Draft {
    fn new(name: String) -> Draft {
        Draft {
            name,
            doc: String::new(),
            sections: vec![Vec::new()],
            timeout: None,
            uses_helper: false,
            plainly_built: true,
            raw: false,
            fails: None,
            imports: BTreeSet::new(),
            act: None,
            takes: Vec::new(),
        }
    }

    fn section(&mut self) {
        if self.sections.last().is_some_and(|last| !last.is_empty()) {
            self.sections.push(Vec::new());
        }
    }

    fn push(&mut self, statement: Statement) {
        if let Some(last) = self.sections.last_mut() {
            last.push(statement);
        }
    }

    fn lines(&mut self, lines: &[String]) {
        for line in lines {
            self.push(Statement::Plain(line.clone()));
        }
    }

    /// JUnit 5 has an assertion for a call that must end; the others have it in the annotation.
    fn endless(&mut self, framework: Framework, call: &str) {
        if framework == Framework::Junit5 {
            framework.import("assertTimeoutPreemptively", &mut self.imports);
            self.push(Statement::Plain(format!(
                "assertTimeoutPreemptively(java.time.Duration.ofMillis({PATIENCE}), () -> {{ {call}; }});"
            )));
        } else {
            self.timeout = Some(PATIENCE);
            self.push(Statement::Plain(format!("{call};")));
        }
    }

    fn finish(mut self, framework: Framework) -> Test {
        let mut body = String::new();
        let mut imports = std::mem::take(&mut self.imports);
        for section in self.sections.iter().filter(|section| !section.is_empty()) {
            if !body.is_empty() {
                body.push('\n');
            }
            for statement in section {
                for line in framework.render(statement, &mut imports) {
                    let indent = if line.is_empty() { "" } else { "        " };
                    let _ = writeln!(body, "{indent}{line}");
                }
            }
        }
        let act = self
            .act
            .map(|act| framework.render(&act, &mut imports).join("\n"));
        imports.insert(framework.test_import().to_owned());
        let mut source = String::new();
        if !self.doc.is_empty() {
            let _ = writeln!(source, "    /** {} */", comment(&self.doc));
        }
        let _ = writeln!(source, "    {}", framework.annotation(self.timeout));
        if self.raw {
            source.push_str("    @SuppressWarnings({\"rawtypes\", \"unchecked\"})\n");
        }
        let _ = write!(
            source,
            "    {}void {}() throws Exception {{\n{body}    }}\n",
            framework.visibility(),
            self.name
        );
        Test {
            name: self.name,
            source,
            imports,
            uses_helper: self.uses_helper,
            plainly_built: self.plainly_built,
            rows: 1,
            fails: self.fails,
            act,
            takes: self.takes,
        }
    }
}

fn comment(text: &str) -> String {
    text.replace("*/", "* /")
        .replace('\n', " ")
        .replace("\\u", "\\\\u")
}
