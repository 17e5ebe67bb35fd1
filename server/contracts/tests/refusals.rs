//! What is not supported, illegal or does not compile costs only its own clause, and says so at its place.

mod common;

use common::{compile, lower_one, lower_texts, trimmed};
use proviso_contracts::{DiagnosticKind, LowerOptions, Lowered};
use std::collections::BTreeSet;

fn messages(text: &str, lowered: &Lowered) -> Vec<(DiagnosticKind, String, String)> {
    lowered
        .diagnostics
        .iter()
        .map(|d| {
            (
                d.kind,
                text[d.span.start..d.span.end].to_string(),
                d.message.clone(),
            )
        })
        .collect()
}

#[test]
fn an_unsupported_operator_is_a_soft_warning_on_its_expression() {
    let text = "class A {\n  //@ ensures \\only_called(f);\n  //@ ensures \\result == 1;\n  int f() { return 1; }\n int x; }";
    let lowered = lower_one(text);
    let all = messages(text, &lowered);
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(all[0].0, DiagnosticKind::Unsupported);
    assert_eq!(all[0].1, "\\only_called(f)");
    assert!(
        lowered.files[0].text.contains("proviso$result, 1"),
        "the other clause is still there"
    );
}

#[test]
fn result_in_a_precondition_is_illegal() {
    let text = "class A {\n  //@ requires \\result > 0;\n  int f() { return 1; } }";
    let all = messages(text, &lower_one(text));
    assert_eq!(all.len(), 1, "{all:?}");
    assert_eq!(
        (all[0].0, all[0].1.as_str()),
        (DiagnosticKind::Illegal, "\\result")
    );
}

#[test]
fn a_frame_with_a_location_that_is_not_understood_is_dropped_as_a_whole() {
    let text = "class A { int x;\n  //@ assignable x, \\set_minus(x, x);\n  void f() { } }";
    let lowered = lower_one(text);
    assert_eq!(messages(text, &lowered).len(), 1);
    assert!(
        !lowered.files[0].text.contains("Jml.frame("),
        "half a frame would raise false alarms"
    );
}

#[test]
fn clauses_that_do_not_compile_are_found_through_the_source_map_and_left_out() {
    let text = "class A {\n  //@ requires nosuch > 0;\n  //@ ensures \\result == x;\n  //@ invariant missing() == 1;\n  int f(int x) {\n    //@ assert yonder == 3;\n    return x;\n  }\n}";
    let path = "A.java";
    let mut options = LowerOptions::default();
    let dir = tempfile::tempdir().expect("temp folder");
    let lowered = lower_texts(&[(path, text)], &options);
    let output = compile(&lowered, &[], dir.path()).expect_err("three clauses are wrong");
    // javac's own positions come through its API; here the shadow text is searched for the wrong names.
    let mut bad = BTreeSet::new();
    for name in ["nosuch", "missing", "yonder"] {
        let shadow = &lowered.files[0];
        for (at, _) in shadow.text.match_indices(name) {
            let mapped = shadow.map.to_source(at, at + name.len());
            if let Some(clause) = mapped.clause.and_then(|id| lowered.table.clauses.get(&id)) {
                assert_eq!(
                    &text[mapped.span.start..mapped.span.end],
                    name,
                    "the place in the clause is exact"
                );
                bad.insert((path.to_string(), clause.span));
            }
        }
    }
    assert_eq!(bad.len(), 3, "{}", trimmed(&output));
    options.excluded = bad;
    let again = lower_texts(&[(path, text)], &options);
    let dir = tempfile::tempdir().expect("temp folder");
    compile(&again, &[], dir.path()).unwrap_or_else(|m| panic!("{}", trimmed(&m)));
    assert!(
        again.files[0].text.contains("proviso$result, x"),
        "the good clause is still there"
    );
}

#[test]
fn an_edit_of_one_method_leaves_the_numbers_of_the_others() {
    let one = "class A {\n  //@ ensures \\result > 0;\n  int f() { return 1; }\n  //@ ensures \\result > 1;\n  int g() { return 2; }\n}";
    let two = one.replace("\\result > 0;", "\\result > 0;  ensures \\result < 9;");
    let number = |lowered: &Lowered, name: &str| {
        let m = lowered
            .table
            .methods
            .iter()
            .find(|m| m.name == name)
            .expect("there");
        (m.no, m.clauses.clone())
    };
    let (a, b) = (lower_one(one), lower_one(&two));
    assert_eq!(number(&a, "g"), number(&b, "g"));
    assert_ne!(number(&a, "f").1, number(&b, "f").1);
}

#[test]
fn half_typed_files_do_not_hurt() {
    let whole = "package p;\nclass A<T> {\n  /*@ requires x > 0 && (\\forall int i; 0 <= i < x; i >= 0);\n    @ ensures \\result == \\old(x) + 1; @*/\n  int f(int x) {\n    //@ loop_invariant x > 0;\n    while (x > 3) { x--; }\n    //@ assert x == 3;\n    return x;\n  }\n  enum E { A, B }\n}\n";
    for end in (0..whole.len()).step_by(3) {
        let _ = lower_one(&whole[..end]);
    }
    for start in (0..whole.len()).step_by(3) {
        let _ = lower_one(&whole[start..]);
    }
}

#[test]
fn a_project_of_200_files_lowers_completely() {
    let texts: Vec<(String, String)> = (0..200)
        .map(|i| {
            let mut text = format!("package p{};\nclass C{i} {{ int x; //@ invariant x >= 0;\n", i % 7);
            for m in 0..30 {
                text.push_str(&format!(
                    "  //@ requires a > {m} && x < 100;\n  //@ assignable x;\n  //@ ensures x == \\old(x) + 1 && (\\forall int i; 0 <= i < a; i + 1 > i);\n  int m{m}(int a) {{ return x++; }}\n"
                ));
            }
            text.push('}');
            (format!("C{i}.java"), text)
        })
        .collect();
    let files: Vec<(&str, &str)> = texts
        .iter()
        .map(|(p, t)| (p.as_str(), t.as_str()))
        .collect();
    let lowered = lower_texts(&files, &LowerOptions::default());
    assert_eq!(
        lowered.table.methods.len(),
        6200,
        "30 methods and a default constructor each"
    );
    assert_eq!(lowered.diagnostics, vec![]);
}
