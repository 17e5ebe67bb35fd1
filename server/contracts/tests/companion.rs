//! `.jml` companions supersede the JML of their `.java` file; places point into the companion.

mod common;

use common::{compile, lower_texts, trimmed};
use proviso_contracts::{ClauseKind, LowerOptions};

const JAVA: &str = "package p;\npublic class Pile {\n  int n;\n  //@ ensures \\result == 99;\n  public int size() { return n; }\n  //@ requires false;\n  public void add(int x) { n++; }\n}\n";
const SPEC: &str = "package p;\npublic class Pile {\n  //@ ghost int seen = 1;\n  //@ invariant n >= 0 && seen == 1;\n  //@ ensures \\result == n;\n  public /*@ pure */ int size();\n}\n";

#[test]
fn the_companion_alone_counts_and_its_clauses_are_placed_in_it() {
    let files = [("p/Pile.java", JAVA), ("p/Pile.jml", SPEC)];
    let lowered = lower_texts(&files, &LowerOptions::default());
    assert_eq!(lowered.diagnostics, vec![]);
    let mut texts: Vec<(usize, &str, &str)> = lowered
        .table
        .clauses
        .values()
        .filter(|c| {
            matches!(
                c.kind,
                ClauseKind::Requires | ClauseKind::Ensures | ClauseKind::Invariant
            )
        })
        .map(|c| {
            (
                c.file,
                c.text.as_str(),
                &files[c.file].1[c.span.start..c.span.end],
            )
        })
        .collect();
    texts.sort();
    let expected = ["ensures \\result == n;", "invariant n >= 0 && seen == 1;"];
    assert_eq!(
        texts,
        expected.map(|t| (1, t, t)),
        "what the .java file says is superseded, also for `add`"
    );
    assert_eq!(lowered.files[0].text.lines().count(), JAVA.lines().count());
    assert_eq!(lowered.files[1].text, "", "a companion is not compiled");
    let java_only = proviso_contracts::Lowered {
        files: vec![lowered.files[0].clone()],
        table: lowered.table.clone(),
        diagnostics: Vec::new(),
        parts: Vec::new(),
        memo: None,
        fresh_files: 1,
    };
    let dir = tempfile::tempdir().expect("temp folder");
    compile(&java_only, &[], dir.path()).unwrap_or_else(|m| panic!("{}", trimmed(&m)));
}

#[test]
fn a_clause_of_a_companion_can_be_left_out_by_its_own_path() {
    let files = [("p/Pile.java", JAVA), ("p/Pile.jml", SPEC)];
    let first = lower_texts(&files, &LowerOptions::default());
    let invariant = first
        .table
        .clauses
        .values()
        .find(|c| c.kind == ClauseKind::Invariant)
        .expect("there");
    let mut options = LowerOptions::default();
    options
        .excluded
        .insert(("p/Pile.jml".to_string(), invariant.span));
    let second = lower_texts(&files, &options);
    let shadow = &second.files[0].text;
    assert!(
        shadow.contains("an invariant of Pile is not understood"),
        "what is left out is true for nobody: {shadow}"
    );
    assert!(!first.files[0].text.contains("is not understood"));
}
