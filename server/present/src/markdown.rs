//! Markdown for hovers: the verdict, the guarantee, the witness as a table, the heap before and after.

use proviso_report::{Heap, MethodReport, Violation};

use crate::heap_svg::heap_svg_card;
use crate::heap_unicode::heap_unicode;
use crate::sentence::{guarantee, replay, verdict_sentence};
use crate::text::witness_rows;

/// How a client can show a heap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagramForm {
    /// An image with a data URI.
    Svg,
    Unicode,
    None,
}

/// The verdict and what it covers.
pub fn method_markdown(method: &MethodReport) -> String {
    let mut text = format!("**{}**", escape(&verdict_sentence(method)));
    let guarantee = guarantee(method);
    if !guarantee.is_empty() {
        text.push_str(&format!("\n\n{}", escape(&guarantee)));
    }
    text
}

/// A hover is read at a glance.
const MOST_ROWS: usize = 12;

/// The witness of one violation. The message itself is left out where the editor already shows it as a diagnostic.
pub fn violation_markdown(violation: &Violation, with_message: bool, form: DiagramForm) -> String {
    let mut parts = Vec::new();
    if with_message {
        parts.push(format!(
            "**{}**: {}",
            violation.kind.name(),
            escape(&violation.message)
        ));
    }
    let rows = witness_rows(violation);
    if !rows.is_empty() {
        let mut table = "| | on this input |\n|---|---|".to_owned();
        for (name, value) in rows.iter().take(MOST_ROWS) {
            table.push_str(&format!("\n| {} | {} |", code(name), code(value)));
        }
        if rows.len() > MOST_ROWS {
            let more = rows.len() - MOST_ROWS;
            table.push_str(&format!("\n| … | {more} more in the counterexample |"));
        }
        parts.push(table);
    }
    parts.extend(heap_markdown("Heap before", &violation.heap_before, form));
    if violation.heap_after != violation.heap_before {
        parts.extend(heap_markdown("Heap after", &violation.heap_after, form));
    }
    parts.push(format!("*{}*", escape(&replay(violation))));
    parts.join("\n\n")
}

fn heap_markdown(title: &str, heap: &Heap, form: DiagramForm) -> Option<String> {
    match form {
        DiagramForm::None => None,
        DiagramForm::Unicode => {
            let diagram = heap_unicode(heap)?;
            Some(format!(
                "{title}:\n```text\n{}```",
                diagram.replace("```", "'''")
            ))
        }
        DiagramForm::Svg => {
            let svg = heap_svg_card(heap)?;
            Some(format!(
                "{title}:\n\n![{title}](data:image/svg+xml;base64,{})",
                base64(svg.as_bytes())
            ))
        }
    }
}

/// Inline code that survives a table cell.
fn code(text: &str) -> String {
    let flat = text.replace(['\n', '\r'], " ").replace('|', "\\|");
    if flat.contains('`') {
        format!("`` {flat} ``")
    } else {
        format!("`{flat}`")
    }
}

/// Characters with a meaning in Markdown, as themselves.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if matches!(
            character,
            '\\' | '*' | '_' | '`' | '<' | '[' | ']' | '|' | '#'
        ) {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Base64 with padding (RFC 4648, section 4).
pub fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let group = chunk
            .iter()
            .chain([0; 2].iter())
            .take(3)
            .fold(0u32, |group, byte| group << 8 | u32::from(*byte));
        for digit in 0..4 {
            if digit <= chunk.len() {
                let index = group >> (18 - 6 * digit) & 63;
                text.push(char::from(DIGITS[index as usize]));
            } else {
                text.push('=');
            }
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::violated;

    #[test]
    fn base64_matches_the_examples_of_the_rfc() {
        for (plain, encoded) in [
            ("", ""),
            ("f", "Zg=="),
            ("fo", "Zm8="),
            ("foo", "Zm9v"),
            ("foobar", "Zm9vYmFy"),
        ] {
            assert_eq!(base64(plain.as_bytes()), encoded);
        }
    }

    #[test]
    fn the_message_appears_only_when_asked_for() {
        let violation = &violated().violations[0];
        let message = "the postcondition is false";
        assert!(violation_markdown(violation, true, DiagramForm::Unicode).contains(message));
        assert!(!violation_markdown(violation, false, DiagramForm::Unicode).contains(message));
    }

    #[test]
    fn a_bar_in_a_value_does_not_break_the_table() {
        assert_eq!(code("a || b"), "`a \\|\\| b`");
    }
}
