//! Constructors without a body, as `.jml` files have them (`public C(int n);`).
//!
//! Java's grammar knows none, and its repair of them swallows neighbours. So, only in a text that does not parse, they get
//! a made-up result type `T` in place of their visibility or of blanks before the name: same length, same lines, and then
//! they are methods to the parser. The reader turns them back.

use crate::ast::Span;
use crate::comments::java_tokens;

/// A constructor that was given a result type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bodiless {
    /// Where the made-up type stands.
    pub type_at: usize,
    pub name_at: usize,
    /// The visibility it was written over.
    pub visibility: Option<Span>,
}

/// The text with result types put in, or `None` if there is nothing to do.
pub(crate) fn patch(text: &str) -> Option<(String, Vec<Bodiless>)> {
    let tokens = java_tokens(text);
    let word = |token: &Span| &text[token.start..token.end];
    let mut found = Vec::new();
    // The types and other blocks around the current token.
    let mut around: Vec<Option<&str>> = Vec::new();
    let mut next_type: Option<&str> = None;
    let mut member_start = 0;
    for (index, token) in tokens.iter().enumerate() {
        match word(token) {
            "class" | "enum" | "record" | "interface" => {
                next_type = tokens.get(index + 1).map(word).or(next_type)
            }
            "{" => {
                around.push(next_type.take());
                member_start = index + 1;
            }
            "}" => {
                around.pop();
                member_start = index + 1;
            }
            ";" => {
                if let Some(Some(name)) = around.last() {
                    let member: Vec<&str> = tokens[member_start..index].iter().map(word).collect();
                    if let Some(at) = constructor_name(&member, name) {
                        found.extend(room(text, &tokens, member_start + at));
                    }
                }
                next_type = None;
                member_start = index + 1;
            }
            _ => {}
        }
    }
    if found.is_empty() {
        return None;
    }
    let mut patched = text.as_bytes().to_vec();
    for constructor in &found {
        for visibility in constructor.visibility.iter() {
            patched[visibility.start..visibility.end].fill(b' ');
        }
        patched[constructor.type_at] = b'T';
    }
    // Only ASCII bytes were replaced, by ASCII bytes.
    String::from_utf8(patched)
        .ok()
        .map(|patched| (patched, found))
}

/// The position of the name in `[visibility] Name ( … ) [throws …]`.
fn constructor_name(member: &[&str], name: &str) -> Option<usize> {
    let at = usize::from(matches!(
        member.first(),
        Some(&("public" | "protected" | "private"))
    ));
    let is_constructor = member.get(at) == Some(&name) && member.get(at + 1) == Some(&"(");
    let close = member.iter().rposition(|token| *token == ")")?;
    let ends = close + 1 == member.len() || member.get(close + 1) == Some(&"throws");
    (is_constructor && ends).then_some(at)
}

/// Where to put the type: over the visibility, or into blanks before the name.
fn room(text: &str, tokens: &[Span], name: usize) -> Option<Bodiless> {
    let name_at = tokens[name].start;
    let before = name.checked_sub(1).map(|index| tokens[index]);
    if let Some(visibility) = before
        && matches!(
            &text[visibility.start..visibility.end],
            "public" | "protected" | "private"
        )
    {
        return Some(Bodiless {
            type_at: visibility.start,
            name_at,
            visibility: Some(visibility),
        });
    }
    let blanks = text[..name_at]
        .bytes()
        .rev()
        .take_while(|byte| matches!(byte, b' ' | b'\t'))
        .count();
    (blanks >= 3).then(|| Bodiless {
        type_at: name_at - 2,
        name_at,
        visibility: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_constructors_without_a_body_are_patched() {
        let text = "class C { public C(int n);\n    C() throws E; void f(); C(int x) { this(); g(); } class D { C(); } }";
        let (patched, found) = patch(text).expect("two constructors");
        assert_eq!(patched.len(), text.len());
        assert!(
            patched.starts_with("class C { T      C(int n);\n  T C() throws E;"),
            "{patched}"
        );
        assert_eq!(found.len(), 2);
        assert_eq!(patch("class C { C(int n) { f(); } int f(); }"), None);
    }
}
