//! Editing: the result is that of reading anew, most of the trees stays, and what changed is known.

use proviso_syntax::ast::{SourceFile, Span};
use proviso_syntax::{Document, MethodKey};
use std::collections::HashSet;

const FILE: &str = "package p;
class A {
    //@ public invariant 0 <= size;
    private /*@ spec_public @*/ int size;

    /*@ requires x > 0 && x < 100;
      @ requires (\\forall int i; 0 <= i && i < a.length; a[i] >= 0);
      @ ensures \\result == \\old(size) + x;
      @ also
      @ requires x <= 0;
      @ ensures \\result == 0; @*/
    int f(int x, int[] a) {
        //@ loop_invariant 0 <= i && i <= x;
        //@ decreases x - i;
        for (int i = 0; i < x; i++) { size++; }
        return size;
    }

    //@ ensures \\result == size;
    /*@ pure @*/ int g() { return size; }
}
";

fn span_of(text: &str, needle: &str) -> Span {
    let start = text.find(needle).unwrap_or_else(|| panic!("no {needle}"));
    Span::new(start, start + needle.len())
}

fn tree(file: &SourceFile) -> String {
    format!(
        "{:?} {:?} {:?} {:?}",
        file.package, file.imports, file.types, file.problems
    )
}

/// Edits and compares with a fresh reading.
fn edit(document: &mut Document, range: Span, replacement: &str) {
    document.edit(range, replacement);
    let fresh = Document::new(document.text());
    assert_eq!(
        tree(document.file()),
        tree(fresh.file()),
        "after writing {replacement:?} at {range:?}"
    );
}

fn key(name: &str, params: &[&str]) -> MethodKey {
    MethodKey {
        class: "p.A".to_owned(),
        name: name.to_owned(),
        params: params.iter().map(|param| (*param).to_owned()).collect(),
    }
}

#[test]
fn editing_one_clause_reuses_the_other_nodes() {
    let mut document = Document::new(FILE);
    let before: HashSet<usize> = document.jml_node_ids().into_iter().collect();
    let range = span_of(FILE, "\\old(size) + x");
    edit(&mut document, range, "\\old(size) + x + 0");
    let after = document.jml_node_ids();
    let kept = after.iter().filter(|id| before.contains(id)).count();
    assert!(
        kept * 10 > after.len() * 7,
        "only {kept} of {} nodes were reused",
        after.len()
    );
    assert!(kept < after.len(), "the edited clause must have new nodes");
}

#[test]
fn an_edit_of_a_clause_changes_its_method_only() {
    let mut document = Document::new(FILE);
    let range = span_of(FILE, "x < 100");
    edit(&mut document, range, "x < 101");
    assert_eq!(document.changes().methods, [key("f", &["int", "int[]"])]);
    assert!(document.changes().types.is_empty());
}

#[test]
fn an_edit_of_an_invariant_changes_the_type() {
    let mut document = Document::new(FILE);
    let range = span_of(FILE, "0 <= size;");
    edit(&mut document, range, "1 <= size;");
    assert!(document.changes().methods.is_empty());
    assert_eq!(document.changes().types, ["p.A"]);
}

#[test]
fn new_lines_above_a_method_do_not_change_it() {
    let mut document = Document::new(FILE);
    let at = FILE.find("    /*@ requires").expect("the method");
    edit(
        &mut document,
        Span::new(at, at),
        "\n\n    // a plain comment\n",
    );
    assert!(
        document.changes().methods.is_empty(),
        "{:?}",
        document.changes()
    );
}

#[test]
fn typing_a_clause_letter_by_letter_is_reading_it_anew() {
    let mut document = Document::new(FILE);
    let mut at = FILE.find("    /*@ pure").expect("the method");
    for letter in "    //@ requires (\\exists int j; 0 <= j; j == size) ==> size > 0;\n".chars() {
        let mut text = [0; 4];
        let text = letter.encode_utf8(&mut text);
        edit(&mut document, Span::new(at, at), text);
        at += text.len();
    }
}

#[test]
fn deleting_letter_by_letter_is_reading_it_anew() {
    let mut document = Document::new(FILE);
    let from = FILE.find("requires x > 0").expect("the clause");
    for _ in 0..120 {
        edit(&mut document, Span::new(from, from + 1), "");
    }
}

#[test]
fn opening_and_closing_a_comment_is_reading_it_anew() {
    let mut document = Document::new(FILE);
    for (at, text) in [
        (12, "/*@ "),
        (12, "*/"),
        (40, "\""),
        (41, "\"\"\""),
        (9, "//@ model import a.B;\n"),
        (30, "é"),
    ] {
        edit(&mut document, Span::new(at, at), text);
    }
}

#[test]
fn random_edits_are_reading_anew() {
    let pieces = [
        "//@ ",
        "/*@",
        "@*/",
        "\n",
        "requires ",
        ";",
        "{",
        "}",
        "(",
        ")",
        "x",
        " ",
        "also",
        "\"",
        "{|",
        "ü",
        "\\old(",
        "@",
    ];
    let mut document = Document::new(FILE);
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = |below: usize| {
        // xorshift: the same edits in each run.
        seed ^= seed << 13;
        seed ^= seed >> 7;
        seed ^= seed << 17;
        (seed % below as u64) as usize
    };
    for _ in 0..300 {
        let start = next(document.text().len() + 1);
        let end = start + next(6);
        let piece = pieces[next(pieces.len())];
        document.edit(Span::new(start, end), piece);
        let fresh = Document::new(document.text());
        // Java's own repair of broken text may differ after an edit; the JML must not.
        assert_eq!(document.file().annotations, fresh.file().annotations);
        if !fresh.file().java_has_errors {
            assert_eq!(
                tree(document.file()),
                tree(fresh.file()),
                "{}",
                document.text()
            );
        }
    }
}

#[test]
fn replacing_the_whole_text_finds_the_difference() {
    let mut document = Document::new(FILE);
    document.set_text(&FILE.replace("return size; }\n}", "return size + 1; }\n}"));
    assert_eq!(document.changes().methods, [key("g", &[])]);
    let text = document.text().to_owned();
    document.set_text(&text);
    assert!(document.changes().is_empty());
}
