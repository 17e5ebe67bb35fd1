//! Questions to the raw Java text that need no tree.

use proviso_syntax::ast::Span;

/// Where the first own statement of a body starts: after `{`, or after a constructor's `this(…)`/`super(…)`.
pub fn body_start(text: &str, body: Span, is_constructor: bool) -> usize {
    let open = body.start + 1;
    if !is_constructor {
        return open;
    }
    let plain = blank_comments(text.get(open..body.end).unwrap_or(""));
    let trimmed = plain.trim_start();
    let skipped = plain.len() - trimmed.len();
    let is_call = ["this", "super"].iter().any(|w| {
        trimmed
            .strip_prefix(w)
            .is_some_and(|rest| rest.trim_start().starts_with('('))
    });
    if !is_call {
        return open;
    }
    match trimmed.find(';') {
        Some(end) => open + skipped + end + 1,
        None => open,
    }
}

/// Whether a statement may be put here: after `{`, `}`, `;` or `:`.
pub fn stands_alone(text: &str, at: usize) -> bool {
    // A window is enough and keeps this linear for long files.
    let mut start = at.saturating_sub(4000);
    while !text.is_char_boundary(start) {
        start += 1;
    }
    let line = text[start..at].rfind(['{', ';', '}', ':', ')', '>']);
    match line {
        None => true,
        Some(_) => {
            let before = blank_comments(&text[start..at]);
            let before = before.trim_end();
            before.is_empty() || before.ends_with(['{', '}', ';', ':'])
        }
    }
}

/// Comments blanked, same length; strings and characters are left alone.
pub fn blank_comments(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = bytes.to_vec();
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            quote @ (b'"' | b'\'') => {
                i += 1;
                while i < bytes.len() && bytes[i] != quote && bytes[i] != b'\n' {
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
                i += 1;
            }
            b'/' if bytes.get(i + 1) == Some(&b'/') => {
                while i < bytes.len() && bytes[i] != b'\n' {
                    out[i] = b' ';
                    i += 1;
                }
            }
            b'/' if bytes.get(i + 1) == Some(&b'*') => {
                let start = i;
                i += 2;
                while i + 1 < bytes.len() && !(bytes[i] == b'*' && bytes[i + 1] == b'/') {
                    i += 1;
                }
                i = (i + 2).min(bytes.len());
                for b in &mut out[start..i] {
                    if *b != b'\n' {
                        *b = b' ';
                    }
                }
            }
            _ => i += 1,
        }
    }
    // Only ASCII was written over whole characters, so this cannot fail; be safe all the same.
    String::from_utf8(out).unwrap_or_else(|_| text.to_string())
}
