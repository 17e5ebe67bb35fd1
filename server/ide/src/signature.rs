//! Signature help for JML's operators: which part comes next in `(\forall T x; range; condition)`.

use crate::jml_words::{Kind, QUANTIFIERS, WORDS, in_annotation};

/// The form of an operator.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signature {
    pub label: String,
    pub help: &'static str,
    pub parts: Vec<String>,
    /// The part that comes next.
    pub active: u32,
}

/// Help for the innermost operator whose parentheses are open at `offset`.
pub fn help(text: &str, offset: usize) -> Option<Signature> {
    let before = text.get(..offset)?;
    if !in_annotation(text, offset) {
        return None;
    }
    let comment = before.rfind("//@").max(before.rfind("/*@"))?;
    let (operator, active) = open_operator(&before[comment..])?;
    let word = WORDS
        .iter()
        .find(|word| word.kind == Kind::Operator && word.word == operator)?;
    let label = without_places(word.snippet);
    let inside = label.split_once('(').map_or("", |(_, rest)| rest);
    let inside = inside.strip_suffix(')').unwrap_or(inside);
    let inside = inside.strip_prefix(operator).unwrap_or(inside);
    let separator = if inside.contains(';') { ';' } else { ',' };
    let parts = inside.split(separator);
    Some(Signature {
        parts: parts.map(|part| part.trim().to_owned()).collect(),
        label,
        help: word.help,
        active,
    })
}

/// The operator before or (for quantifiers) behind the innermost open parenthesis, and which part the end stands in.
fn open_operator(text: &str) -> Option<(&str, u32)> {
    let mut depth = 0;
    let mut parts = 0;
    for (at, c) in text.char_indices().rev() {
        match c {
            ')' => depth += 1,
            '(' if depth > 0 => depth -= 1,
            '(' => {
                let behind = text[at + 1..].trim_start();
                let name = |text: &str| {
                    text[1..]
                        .find(|c: char| !c.is_alphanumeric() && c != '_')
                        .map_or(text.len(), |end| end + 1)
                };
                if behind.starts_with('\\') {
                    let quantifier = &behind[..name(behind)];
                    if QUANTIFIERS.contains(&quantifier) {
                        return Some((quantifier, parts));
                    }
                }
                let start = text[..at].rfind('\\')?;
                let operator = &text[start..at];
                return (name(operator) == operator.len()).then_some((operator, parts));
            }
            ';' | ',' if depth == 0 => parts += 1,
            _ => {}
        }
    }
    None
}

/// `\old(${1:expression})` → `\old(expression)`.
fn without_places(snippet: &str) -> String {
    let mut out = String::new();
    let mut rest = snippet;
    while let Some(at) = rest.find("${") {
        out.push_str(&rest[..at]);
        let inner = &rest[at + 2..];
        let end = inner.find('}').unwrap_or(inner.len());
        out.push_str(inner[..end].split_once(':').map_or("", |(_, name)| name));
        rest = inner.get(end + 1..).unwrap_or("");
    }
    (out + &rest.replace("$0", "")).replace("\\\\", "\\")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Option<(String, u32)> {
        let help = help(text, text.len())?;
        Some((help.label, help.active))
    }

    #[test]
    fn the_innermost_open_operator_counts() {
        let (label, part) = at("//@ ensures \\old(").expect("help");
        assert!(label.starts_with("\\old("), "{label}");
        assert_eq!(part, 0);
        let (label, part) = at("//@ ensures (\\forall int i; 0 <= i && i < f(n); ").expect("help");
        assert!(label.contains("\\forall"), "{label}");
        assert_eq!(part, 2);
        assert_eq!(at("//@ ensures f(x"), None);
        assert_eq!(at("int x = f("), None);
    }
}
