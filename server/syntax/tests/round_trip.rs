//! Every construct of the grammar's corpus is read without an error, and print → parse → print is stable.

use proviso_syntax::ast::*;
use proviso_syntax::print::Printer;
use proviso_syntax::{Options, parse};

/// Where a text of the corpus belongs.
#[derive(Clone, Copy)]
enum Place {
    Method,
    Type,
    Body,
}

impl Place {
    fn wrap(self, jml: &str) -> String {
        match self {
            Place::Method => format!("class A {{\n/*@ {jml}\n@*/\nint m(int x); }}"),
            Place::Type => {
                format!("class A {{ int x;\n/*@ {jml}\n@*/\nint m(int y) {{ return y; }} }}")
            }
            Place::Body => {
                format!("class A {{ int m(int x) {{\n/*@ {jml}\n@*/\nwhile (x > 0) {{ }} }} }}")
            }
        }
    }
}

/// Name and text of the examples in a corpus file.
fn corpus(file: &str) -> Vec<(String, String)> {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../grammar-ext/corpus")
        .join(file);
    let content = std::fs::read_to_string(path).expect("a corpus file");
    let mut examples = Vec::new();
    for part in content.split("===\n").collect::<Vec<_>>()[1..].chunks(2) {
        let [name, rest] = part else {
            panic!("odd corpus file {file}")
        };
        let text = rest.split("\n---").next().expect("a text");
        examples.push((name.trim().to_owned(), text.trim().to_owned()));
    }
    examples
}

/// All JML of a file, in normal form and source order.
fn print(file: &SourceFile) -> String {
    let printer = Printer::new(file);
    let mut parts: Vec<(usize, String)> = Vec::new();
    for ty in file.types.iter() {
        for clause in &ty.clauses {
            parts.push((clause.span.start, printer.type_clause(clause)));
        }
        for field in ty.fields().filter(|field| field.in_jml) {
            let kind = if field.is_ghost() { "ghost" } else { "model" };
            let value = field
                .jml_value
                .as_ref()
                .map_or(String::new(), |value| format!(" = {}", printer.expr(value)));
            let text = format!("{kind} {} {}{value};", field.ty.text, field.name.text);
            // Declarators of one declaration share its start.
            parts.push((field.name.span.start, text));
        }
        for method in ty.methods() {
            if let Some(spec) = &method.spec {
                parts.push((spec.span.start, printer.method_spec(spec)));
            }
            if let Some(body) = &method.body {
                parts.extend(
                    body.statements
                        .iter()
                        .map(|s| (s.span.start, printer.statement(s))),
                );
                let clauses = body.loops.iter().flat_map(|l| &l.clauses);
                parts
                    .extend(clauses.map(|clause| (clause.span.start, printer.loop_clause(clause))));
            }
        }
    }
    parts.sort();
    parts
        .into_iter()
        .map(|(_, text)| text)
        .collect::<Vec<_>>()
        .join("\n")
}

fn errors(file: &SourceFile) -> Vec<&Problem> {
    file.problems
        .iter()
        .filter(|problem| problem.severity == Severity::Error)
        .collect()
}

fn check(place: Place, name: &str, jml: &str) {
    let first = parse(&place.wrap(jml), &Options::default());
    assert!(
        errors(&first).is_empty(),
        "{name}: {jml}\n{:#?}",
        errors(&first)
    );
    let once = print(&first);
    let second = parse(&place.wrap(&once), &Options::default());
    assert!(
        errors(&second).is_empty(),
        "{name}, printed: {once}\n{:#?}",
        errors(&second)
    );
    assert_eq!(
        print(&second),
        once,
        "{name}: printing is not stable for {jml}"
    );
}

/// Constructs whose reading is not a list of clauses (checked by tests of their own).
const NOT_PRINTED: &[&str] = &[
    "comment markers are skipped",
    "an unknown clause keeps the others",
];

fn run(file: &str, place: Place) -> usize {
    let mut count = 0;
    for (name, text) in corpus(file) {
        if name.starts_with("mistake:") || NOT_PRINTED.contains(&name.as_str()) {
            continue;
        }
        // The texts about types and members stand in the file of expressions, too.
        let place = match name.as_str() {
            "jml types" => Place::Type,
            _ => place,
        };
        check(place, &name, &text);
        count += 1;
    }
    count
}

#[test]
fn method_specifications_are_stable() {
    assert!(run("method_specs.txt", Place::Method) > 30);
}

#[test]
fn expressions_are_stable() {
    assert!(run("expressions.txt", Place::Method) > 30);
}

#[test]
fn type_specifications_are_stable() {
    let mut count = 0;
    for (name, text) in corpus("type_specs.txt") {
        // A model import stands outside the type.
        if name == "model import" {
            continue;
        }
        check(Place::Type, &name, &text);
        count += 1;
    }
    assert!(count > 15);
}

#[test]
fn statements_are_stable() {
    let mut count = 0;
    for (name, text) in corpus("statements.txt") {
        check(Place::Body, &name, &text);
        count += 1;
    }
    assert!(count > 10);
}

#[test]
fn every_expression_keeps_its_exact_place() {
    for (name, text) in corpus("expressions.txt") {
        if name.starts_with("mistake:") || name == "jml types" {
            continue;
        }
        let file = parse(&Place::Method.wrap(&text), &Options::default());
        let Some(spec) = file.types[0]
            .methods()
            .next()
            .and_then(|method| method.spec.as_ref())
        else {
            continue;
        };
        for case in &spec.cases {
            for item in &case.items {
                let CaseItem::Clause(ClauseNode {
                    clause: Clause::Ensures(predicate),
                    ..
                }) = item
                else {
                    continue;
                };
                predicate.walk(&mut |part| {
                    assert!(predicate.span.covers(part.span), "{name}: {part:?}");
                    if let ExprKind::Name(text) = &part.kind {
                        assert_eq!(file.jml_text(part.span), text, "{name}");
                    }
                    assert!(!matches!(part.kind, ExprKind::Error), "{name}: {part:?}");
                });
            }
        }
    }
}
