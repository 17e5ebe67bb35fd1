//! The words of JML in a text: finding them, and one line of help each.

pub use crate::jml_table::{Kind, WORDS, Word};

/// Operators that bind variables: `(\forall int i; …)`.
pub const QUANTIFIERS: [&str; 7] = [
    "\\forall",
    "\\exists",
    "\\sum",
    "\\product",
    "\\min",
    "\\max",
    "\\num_of",
];

pub fn help(text: &str) -> Option<&'static str> {
    WORDS
        .iter()
        .find(|word| word.word == text)
        .map(|word| word.help)
}

/// The word around an offset, with a backslash before it if there is one.
pub fn word_at(text: &str, offset: usize) -> Option<(usize, usize)> {
    let part =
        |character: char| character.is_alphanumeric() || character == '_' || character == '$';
    let before = text.get(..offset)?;
    let mut start = before
        .char_indices()
        .rev()
        .take_while(|(_, c)| part(*c))
        .last()
        .map_or(offset, |(index, _)| index);
    let end = offset
        + text[offset..]
            .char_indices()
            .find(|(_, c)| !part(*c))
            .map_or(text.len() - offset, |(index, _)| index);
    if text[..start].ends_with('\\') {
        start -= 1;
    }
    (start < end).then_some((start, end))
}

/// Whether an offset lies in an annotation comment: a look at the text around it that works while it is being typed.
pub fn in_annotation(text: &str, offset: usize) -> bool {
    let before = &text[..offset.min(text.len())];
    let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
    if let Some(comment) = before[line_start..].find("//") {
        return opens_annotation(&before[line_start + comment + 2..]);
    }
    match before.rfind("/*") {
        Some(open) if !before[open..].contains("*/") => opens_annotation(&before[open + 2..]),
        _ => false,
    }
}

/// `@`, or keys such as `+ESC` and then `@`, right after the comment's opening.
fn opens_annotation(after: &str) -> bool {
    after
        .trim_start_matches(|c: char| c == '+' || c == '-' || c.is_alphanumeric() || c == '_')
        .starts_with('@')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_with_their_backslash() {
        let text = "ensures \\result >= 0;";
        assert_eq!(
            word_at(text, 10).map(|(a, b)| &text[a..b]),
            Some("\\result")
        );
        assert_eq!(word_at(text, 3).map(|(a, b)| &text[a..b]), Some("ensures"));
        assert_eq!(word_at(text, 17), None);
    }

    #[test]
    fn annotations_are_told_from_plain_comments() {
        for (text, inside) in [
            ("//@ requires x", true),
            ("  //+ESC@ requires x", true),
            ("// @ requires x", false),
            ("/*@ requires\n  @ ensures x", true),
            ("/* requires x", false),
            ("/*@ pure @*/ int x", false),
            ("int requires", false),
        ] {
            assert_eq!(in_annotation(text, text.len()), inside, "{text}");
        }
    }

    #[test]
    fn every_word_is_listed_once() {
        let mut words: Vec<&str> = WORDS.iter().map(|word| word.word).collect();
        words.sort_unstable();
        let count = words.len();
        words.dedup();
        assert_eq!(words.len(), count);
    }
}
