//! Which comments are JML, and which parts of them.

use super::*;

fn jml(text: &str) -> Vec<String> {
    let scan = scan(text, &Keys::default());
    scan.groups
        .iter()
        .map(|group| {
            let pieces: Vec<&str> = group
                .pieces
                .iter()
                .map(|p| text[p.start..p.end].trim())
                .collect();
            pieces
                .into_iter()
                .filter(|piece| !piece.is_empty())
                .collect::<Vec<_>>()
                .join("|")
        })
        .collect()
}

#[test]
fn line_and_block_annotations_are_found() {
    assert_eq!(jml("//@ a\nint x; /*@ b @*/"), ["a", "b"]);
    assert_eq!(jml("//@@@ a"), ["a"]);
    assert_eq!(jml("/*@@ a @@*/"), ["a"]);
}

#[test]
fn leading_at_signs_are_white_space() {
    assert_eq!(jml("/*@ a\n   @@ b\n  @*/"), ["a|b"]);
}

#[test]
fn plain_comments_and_javadoc_are_not_jml() {
    assert_eq!(
        jml("// @ a\n/* @ b */ /** @ c */ //+ RAC@ d\n//+RAC @ e"),
        Vec::<String>::new()
    );
}

#[test]
fn comments_in_strings_are_not_comments() {
    assert_eq!(
        jml("String s = \"//@ a\"; char c = '\"'; //@ b\nString t = \"\"\"\n//@ c\n\"\"\";"),
        ["b"]
    );
}

#[test]
fn keys_decide_what_is_active() {
    assert_eq!(jml("//+PROVISO@ a"), ["a"]);
    assert_eq!(jml("//+OPENJML@ a"), Vec::<String>::new());
    assert_eq!(jml("//-OPENJML@ a"), ["a"]);
    assert_eq!(jml("//-PROVISO+ESC@ a"), Vec::<String>::new());
    assert_eq!(jml("//+OPENJML+ESC@ a"), ["a"]);
}

#[test]
fn neighbouring_annotations_form_one_group() {
    assert_eq!(jml("//@ a\n// plain\n/** doc */\n//@ b\n"), ["a|b"]);
    assert_eq!(jml("//@ a\nint x;\n//@ b\n"), ["a", "b"]);
}

#[test]
fn embedded_comments_are_dropped_or_spliced() {
    assert_eq!(jml("/*@ a // plain\n @ //-RAC@ b\n @ c */"), ["a|b|c"]);
    assert_eq!(jml("//@ a /* plain */ b /*@ c @*/ d // e"), ["a|b|c|d"]);
    assert_eq!(
        jml("//@ a \"//\" 'x' (* it's // so *) b"),
        ["a \"//\" 'x' (* it's // so *) b"]
    );
}

#[test]
fn block_ends_at_first_closer_even_in_a_string() {
    assert_eq!(jml("/*@ a \"*/ int x;"), ["a \""]);
}

#[test]
fn switched_off_jml_has_a_fix() {
    let text = "  // @ ensures x > 0;\n/* @ requires y; */\n// @author me\n";
    let problems = scan(text, &Keys::default()).problems;
    assert_eq!(problems.len(), 2);
    let fix = problems[0].fix.as_ref().expect("a fix");
    let mut fixed = text.to_owned();
    fixed.replace_range(fix.span.start..fix.span.end, &fix.replacement);
    assert!(fixed.starts_with("  //@ ensures"));
}

#[test]
fn any_cut_of_a_text_can_be_scanned() {
    let text = "/*@ a /*@ b @*/ \"\\\" 'ü' (* ü *) //+X@ \u{fffd} @ */ //@ c /* d\n\"\"\" x";
    for (cut, _) in text.char_indices() {
        scan(&text[..cut], &Keys::default());
        scan(&text[cut..], &Keys::default());
    }
}
