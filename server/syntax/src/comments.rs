//! Finds the comments of a Java text and decides which of them are JML (annotation comments) and which parts of
//! those are JML text. Java's rules come first: a comment ends where Java says, whatever the JML in it looks like.

use crate::ast::{AnnotationComment, Fix, Problem, ProblemCode, Severity, Span};
use crate::words;

/// Which conditional annotations (`//+KEY@`, `//-KEY@`) are read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys(pub Vec<String>);

impl Default for Keys {
    /// Ours, and the reserved one for static checkers.
    fn default() -> Keys {
        Keys(vec!["PROVISO".to_owned(), "ESC".to_owned()])
    }
}

/// An annotation comment with the parts of it that are JML text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Annotation {
    pub comment: AnnotationComment,
    pub pieces: Vec<Span>,
}

/// Neighbouring annotation comments that form one token sequence (white space and plain comments between them do not count).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    pub span: Span,
    pub pieces: Vec<Span>,
}

#[derive(Debug, Default)]
pub struct Scan {
    pub annotations: Vec<AnnotationComment>,
    pub groups: Vec<Group>,
    pub problems: Vec<Problem>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Comment {
    span: Span,
    is_block: bool,
}

/// All annotation comments of a Java text, grouped.
pub fn scan(text: &str, keys: &Keys) -> Scan {
    let mut scan = Scan::default();
    let bytes = text.as_bytes();
    let mut last_significant = 0;
    for comment in java_comments(text) {
        // Java code since the last annotation ends the group.
        let code_between =
            !scan.groups.is_empty() && has_code(bytes, last_significant, comment.span.start);
        last_significant = comment.span.end;
        if code_between && let Some(group) = scan.groups.last_mut() {
            group.pieces.shrink_to_fit();
            scan.groups.push(Group {
                span: Span::default(),
                pieces: Vec::new(),
            });
        }
        match opener(bytes, comment.span.start, comment.span.end, keys) {
            Opener::Active { end, old_style } => {
                if old_style {
                    scan.problems.push(warning(
                        Span::new(comment.span.start, end),
                        ProblemCode::Deprecated,
                        "`+@` without a key is an old form; write `//@`",
                    ));
                }
                let pieces = jml_pieces(text, comment, end, keys, &mut scan.problems);
                let annotation = Annotation {
                    comment: AnnotationComment {
                        span: comment.span,
                        is_block: comment.is_block,
                    },
                    pieces,
                };
                add_to_group(&mut scan, annotation, text);
            }
            Opener::Inactive => {}
            Opener::Plain => scan.problems.extend(switched_off(text, comment)),
        }
    }
    scan.groups.retain(|group| !group.span.is_empty());
    scan
}

fn add_to_group(scan: &mut Scan, annotation: Annotation, text: &str) {
    let span = annotation.comment.span;
    if scan.groups.is_empty() {
        scan.groups.push(Group {
            span: Span::default(),
            pieces: Vec::new(),
        });
    }
    if let Some(group) = scan.groups.last_mut() {
        group.span = if group.span.is_empty() {
            span
        } else {
            group.span.to(span)
        };
        for piece in annotation.pieces {
            match group.pieces.last_mut() {
                Some(last) if last.end >= piece.start => last.end = piece.end,
                _ => group.pieces.push(piece),
            }
        }
        // The white space after the comment keeps its last token apart from the next comment's first one.
        if let Some(last) = group.pieces.last_mut()
            && last.end == span.end
            && text
                .as_bytes()
                .get(span.end)
                .is_some_and(u8::is_ascii_whitespace)
        {
            last.end += 1;
        }
    }
    scan.annotations.push(annotation.comment);
}

/// Whether there is anything but white space between two comments. Plain comments in between were already passed.
fn has_code(bytes: &[u8], start: usize, end: usize) -> bool {
    bytes
        .get(start..end)
        .is_some_and(|between| between.iter().any(|b| !b.is_ascii_whitespace()))
}

fn warning(span: Span, code: ProblemCode, message: &str) -> Problem {
    Problem {
        span,
        severity: Severity::Warning,
        code,
        message: message.to_owned(),
        fix: None,
    }
}

/// The comments of a Java text, by Java's lexical rules (strings, text blocks and characters are skipped).
fn java_comments(text: &str) -> Vec<Comment> {
    let bytes = text.as_bytes();
    let mut comments = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => {
                let end = line_end(bytes, at);
                comments.push(Comment {
                    span: Span::new(at, end),
                    is_block: false,
                });
                at = end;
            }
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                let end = find(bytes, at + 2, b"*/").map_or(bytes.len(), |found| found + 2);
                comments.push(Comment {
                    span: Span::new(at, end),
                    is_block: true,
                });
                at = end;
            }
            b'"' => at = skip_string(bytes, at, bytes.len()),
            b'\'' => at = skip_char(bytes, at, bytes.len()),
            _ => at += 1,
        }
    }
    comments
}

/// Words and single characters of the Java code: no comments, no literals of text.
pub(crate) fn java_tokens(text: &str) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < bytes.len() {
        let start = at;
        match bytes[at] {
            b'/' if bytes.get(at + 1) == Some(&b'/') => at = line_end(bytes, at),
            b'/' if bytes.get(at + 1) == Some(&b'*') => {
                at = find(bytes, at + 2, b"*/").map_or(bytes.len(), |found| found + 2);
            }
            b'"' => at = skip_string(bytes, at, bytes.len()),
            b'\'' => at = skip_char(bytes, at, bytes.len()),
            byte if byte.is_ascii_whitespace() => at += 1,
            byte if is_identifier_byte(byte, false) => {
                while at < bytes.len() && is_identifier_byte(bytes[at], false) {
                    at += 1;
                }
                tokens.push(Span::new(start, at));
            }
            _ => {
                at += 1;
                tokens.push(Span::new(start, at));
            }
        }
    }
    tokens
}

fn line_end(bytes: &[u8], from: usize) -> usize {
    (from..bytes.len())
        .find(|&i| bytes[i] == b'\n' || bytes[i] == b'\r')
        .unwrap_or(bytes.len())
}

fn find(bytes: &[u8], from: usize, needle: &[u8]) -> Option<usize> {
    let rest = bytes.get(from..)?;
    rest.windows(needle.len())
        .position(|window| window == needle)
        .map(|i| from + i)
}

/// The end of the string or text block that begins at `at`; an unclosed string ends with its line.
fn skip_string(bytes: &[u8], at: usize, limit: usize) -> usize {
    let is_block = bytes.get(at..at + 3) == Some(b"\"\"\"");
    let mut i = at + if is_block { 3 } else { 1 };
    while i < limit {
        match bytes[i] {
            b'\\' => i += 1,
            b'"' if !is_block => return i + 1,
            b'"' if bytes.get(i..i + 3) == Some(b"\"\"\"") => return i + 3,
            b'\n' | b'\r' if !is_block => return i,
            _ => {}
        }
        i += 1;
    }
    limit
}

/// The end of the character literal at `at`, or just after the quote if it is none (`it's` in an informal predicate).
fn skip_char(bytes: &[u8], at: usize, limit: usize) -> usize {
    let mut i = at + 1;
    if bytes.get(i) == Some(&b'\\') {
        i += 2;
    }
    // A code point has at most four bytes, an escape (\u005c) six.
    let last = (i + 8).min(limit);
    while i < last && bytes[i] != b'\n' {
        if bytes[i] == b'\'' {
            return i + 1;
        }
        i += 1;
    }
    at + 1
}

enum Opener {
    /// JML text begins at `end`.
    Active {
        end: usize,
        old_style: bool,
    },
    /// An annotation for other tools.
    Inactive,
    Plain,
}

/// Reads `("//" | "/*") {("+"|"-") ident} "@" {"@"}` at `start`.
fn opener(bytes: &[u8], start: usize, limit: usize, keys: &Keys) -> Opener {
    let mut at = start + 2;
    let (mut any_plus, mut plus_enabled, mut minus_enabled, mut old_style) =
        (false, false, false, false);
    while at < limit && matches!(bytes[at], b'+' | b'-') {
        let is_plus = bytes[at] == b'+';
        let word_start = at + 1;
        let mut end = word_start;
        while end < limit && is_identifier_byte(bytes[end], end == word_start) {
            end += 1;
        }
        if end == word_start {
            // `//+@`: JML of old; `//-@` was for other tools.
            if is_plus && bytes.get(end) == Some(&b'@') {
                old_style = true;
                at = end;
                continue;
            }
            return Opener::Plain;
        }
        let enabled = keys
            .0
            .iter()
            .any(|key| key.as_bytes() == &bytes[word_start..end]);
        if is_plus {
            any_plus = true;
            plus_enabled |= enabled;
        } else {
            minus_enabled |= enabled;
        }
        at = end;
    }
    if at >= limit || bytes[at] != b'@' {
        return Opener::Plain;
    }
    while at < limit && bytes[at] == b'@' {
        at += 1;
    }
    if minus_enabled || (any_plus && !plus_enabled) {
        Opener::Inactive
    } else {
        Opener::Active { end: at, old_style }
    }
}

fn is_identifier_byte(byte: u8, first: bool) -> bool {
    byte == b'_'
        || byte == b'$'
        || byte >= 0x80
        || byte.is_ascii_alphabetic()
        || (!first && byte.is_ascii_digit())
}

/// The JML text of an annotation comment: without closer, line-leading `@`s and embedded comments.
fn jml_pieces(
    text: &str,
    comment: Comment,
    start: usize,
    keys: &Keys,
    problems: &mut Vec<Problem>,
) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut end = comment.span.end;
    if comment.is_block && end >= start + 2 && text.as_bytes()[..end].ends_with(b"*/") {
        end -= 2;
        while end > start && bytes[end - 1] == b'@' {
            end -= 1;
        }
    }
    let end = end.max(start);
    let mut pieces = Pieces {
        pieces: Vec::new(),
        from: start,
    };
    let mut at = start;
    // Ends of embedded block annotations whose closers must be dropped when we come there.
    let mut closers: Vec<Span> = Vec::new();
    while at < end {
        if let Some(&closer) = closers.last()
            && at == closer.start
        {
            pieces.skip(closer);
            closers.pop();
            at = closer.end;
            continue;
        }
        match bytes[at] {
            b'\n' | b'\r' if comment.is_block => {
                let mut i = at + 1;
                while i < end && matches!(bytes[i], b' ' | b'\t') {
                    i += 1;
                }
                let marker = i;
                while i < end && bytes[i] == b'@' {
                    i += 1;
                }
                if i > marker {
                    pieces.skip(Span::new(marker, i));
                }
                at = i.max(at + 1);
            }
            b'@' => {
                let rest_is_blank = bytes[at + 1..end]
                    .iter()
                    .all(|b| b.is_ascii_whitespace() || *b == b'@');
                if comment.is_block && rest_is_blank {
                    problems.push(Problem {
                        fix: Some(Fix {
                            title: "Join `@` and `*/`".to_owned(),
                            span: Span::new(at + 1, comment.span.end),
                            replacement: "*/".to_owned(),
                        }),
                        ..warning(
                            Span::new(at, at + 1),
                            ProblemCode::Deprecated,
                            "write `@*/` without white space",
                        )
                    });
                    pieces.skip(Span::new(at, end));
                    at = end;
                } else {
                    at += 1;
                }
            }
            b'"' => at = skip_string(bytes, at, end),
            b'\'' => at = skip_char(bytes, at, end),
            b'(' if bytes.get(at + 1) == Some(&b'*') && bytes.get(at + 2) != Some(&b')') => {
                at = find(bytes, at + 2, b"*)").map_or(at + 2, |found| (found + 2).min(end));
            }
            b'/' if at + 1 < end && bytes[at + 1] == b'/' => {
                let stop = line_end(bytes, at).min(end);
                at = match opener(bytes, at, stop, keys) {
                    Opener::Active { end: inner, .. } => {
                        pieces.skip(Span::new(at, inner));
                        inner
                    }
                    _ => {
                        pieces.skip(Span::new(at, stop));
                        stop
                    }
                };
            }
            b'/' if at + 1 < end && bytes[at + 1] == b'*' => {
                let close = find(bytes, at + 2, b"*/").filter(|&close| close + 2 <= end);
                let stop = close.map_or(end, |close| close + 2);
                at = match (opener(bytes, at, stop, keys), close) {
                    (Opener::Active { end: inner, .. }, Some(close)) => {
                        pieces.skip(Span::new(at, inner));
                        let mut closer = close.max(inner);
                        while closer > inner && bytes[closer - 1] == b'@' {
                            closer -= 1;
                        }
                        closers.push(Span::new(closer, stop));
                        inner
                    }
                    _ => {
                        pieces.skip(Span::new(at, stop));
                        stop
                    }
                };
            }
            _ => at += 1,
        }
    }
    pieces.finish(end)
}

struct Pieces {
    pieces: Vec<Span>,
    from: usize,
}

impl Pieces {
    fn skip(&mut self, hole: Span) {
        if hole.start > self.from {
            self.pieces.push(Span::new(self.from, hole.start));
        }
        self.from = hole.end;
    }

    fn finish(mut self, end: usize) -> Vec<Span> {
        if end > self.from {
            self.pieces.push(Span::new(self.from, end));
        }
        self.pieces
    }
}

/// `// @ ensures …`: most formatters put a blank there, and the contract is silently gone.
fn switched_off(text: &str, comment: Comment) -> Option<Problem> {
    let body = text.get(comment.span.start + 2..comment.span.end)?;
    let blanks = body.len() - body.trim_start_matches([' ', '\t']).len();
    if blanks == 0 || body.as_bytes().get(blanks) != Some(&b'@') {
        return None;
    }
    let jml = body[blanks..]
        .trim_start_matches('@')
        .trim_start_matches([' ', '\t']);
    let word: String = jml
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '_')
        .collect();
    if !words::is_jml_word(&word) {
        return None;
    }
    let (open, close) = if comment.is_block {
        ("/*", "*/")
    } else {
        ("//", "")
    };
    let blank = Span::new(comment.span.start + 2, comment.span.start + 2 + blanks);
    Some(Problem {
        fix: Some(Fix {
            title: format!("Write `{open}@`"),
            span: blank,
            replacement: String::new(),
        }),
        ..warning(
            Span::new(comment.span.start, comment.span.end),
            ProblemCode::SwitchedOff,
            &format!(
                "this JML is switched off: write `{open}@ {word} …{close}` without white space before `@`"
            ),
        )
    })
}
#[cfg(test)]
mod tests;
