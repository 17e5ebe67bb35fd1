//! When a group of annotations does not parse: find the bad clause, say what is wrong with it, keep the others.

use super::Reader;
use super::items::Item;
use crate::ast::{Fix, Problem, ProblemCode, Severity, Span, TypeRef, WrittenClause};
use crate::comments::Group;
use crate::lines::Lines;
use crate::words;
use tree_sitter::{Node, Parser, Tree};

/// Parses parts of the text.
pub(crate) struct JmlParser<'a> {
    pub parser: &'a mut Parser,
    /// The clean text.
    pub text: &'a str,
    pub lines: &'a Lines,
}

impl JmlParser<'_> {
    /// Parses the pieces as one token sequence; `old` is the edited tree of before, if any.
    pub fn parse(&mut self, pieces: &[Span], old: Option<&Tree>) -> Option<Tree> {
        let ranges: Vec<tree_sitter::Range> = pieces
            .iter()
            .map(|piece| tree_sitter::Range {
                start_byte: piece.start,
                end_byte: piece.end,
                start_point: self.lines.point(piece.start),
                end_point: self.lines.point(piece.end),
            })
            .collect();
        if ranges.is_empty() || self.parser.set_included_ranges(&ranges).is_err() {
            return None;
        }
        self.parser.parse(self.text, old)
    }
}

impl Reader<'_> {
    /// The items of a group; bad clauses become problems.
    pub fn group_items(
        &mut self,
        group: &Group,
        tree: Option<&Tree>,
        parser: &mut JmlParser,
    ) -> Vec<Item> {
        if let Some(tree) = tree
            && !tree.root_node().has_error()
        {
            return self.items(tree.root_node(), group.span);
        }
        let mut items = Vec::new();
        let segments = segments(self.text, &group.pieces);
        let count = segments.len();
        for (index, pieces) in segments.into_iter().enumerate() {
            let Some(tree) = parser.parse(&pieces, None) else {
                continue;
            };
            let root = tree.root_node();
            if root.has_error() && is_modifiers(self.text, &pieces) {
                items.append(&mut self.known_modifiers(&pieces, group.span, parser));
                continue;
            }
            if root.has_error() {
                let problem = self.diagnose(root, &pieces);
                self.problems.push(problem);
                let span = trimmed(self.text, &pieces);
                let keyword = keyword_of(self.text, span);
                self.clauses.push(WrittenClause { span, keyword });
                continue;
            }
            let mut found = self.items(root, group.span);
            // Each segment is parsed alone, so only the last may go without its `;`.
            if index + 1 < count {
                self.demand_semicolon(root);
            }
            items.append(&mut found);
        }
        items
    }

    /// Modifiers with words among them that nobody knows: these mean nothing, the others what they always mean.
    fn known_modifiers(
        &mut self,
        pieces: &[Span],
        group: Span,
        parser: &mut JmlParser,
    ) -> Vec<Item> {
        let mut items = Vec::new();
        for word in word_spans(self.text, pieces) {
            let text = &self.text[word.start..word.end];
            if words::is_modifier(text) {
                if let Some(tree) = parser.parse(&[word], None) {
                    items.append(&mut self.items(tree.root_node(), group));
                }
            } else {
                let message = format!("`{text}` is no modifier of JML; it is ignored");
                self.warn(word, ProblemCode::UnknownWord, message);
            }
        }
        items
    }

    fn demand_semicolon(&mut self, root: Node) {
        let Some(last) = super::code_children(root).into_iter().last() else {
            return;
        };
        let closed = last.child_count() > 0
            && last
                .child(last.child_count() - 1)
                .is_some_and(|end| end.kind() == ";");
        if last.kind().ends_with("_clause") && !closed {
            let word = last
                .child_by_field_name("keyword")
                .map_or("the clause", |keyword| self.text_of(keyword));
            let message = format!("expected `;` after `{word}`");
            self.error(
                self.last_char(last.end_byte()),
                ProblemCode::Syntax,
                message,
            );
        }
    }

    /// Says what is wrong with one clause.
    fn diagnose(&self, root: Node, pieces: &[Span]) -> Problem {
        let at = trimmed(self.text, pieces);
        let text = self.text.get(at.start..at.end).unwrap_or("");
        let error = |span: Span, message: String| Problem {
            span,
            severity: Severity::Error,
            code: ProblemCode::Syntax,
            message,
            fix: None,
        };
        let word: String = text
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_' || *c == '$')
            .collect();
        let word_span = Span::new(at.start, at.start + word.len());
        if word.is_empty() {
            let token = first_token(text);
            return error(at, format!("expected a JML clause, found `{token}`"));
        }
        let keyword = keyword_of(self.text, at);
        if !words::is_jml_word(&word) {
            if word.starts_with(char::is_uppercase) {
                return Problem {
                    span: at,
                    severity: Severity::Warning,
                    code: ProblemCode::UnknownWord,
                    message: format!("`{word}` is not JML; the comment is ignored"),
                    fix: None,
                };
            }
            return not_a_keyword(&word, word_span);
        }
        let after = text[word.len()..].trim();
        if after.is_empty() || after == ";" {
            let base = words::canonical_clause(words::strip_variant(&word).0);
            let locations = matches!(base, "assignable" | "accessible" | "loop_writes");
            let what = if locations { "a location" } else { "something" };
            return error(at, format!("expected {what} after `{word}`"));
        }
        if let Some((offset, message)) = unbalanced(text) {
            return error(
                Span::new(at.start + offset, at.start + offset + 1),
                format!("{message} in `{keyword}`"),
            );
        }
        match first_error(root) {
            Some(node) if node.is_missing() => {
                let message = match node.kind() {
                    "identifier" | "type_identifier" => {
                        format!("expected an expression in `{keyword}`")
                    }
                    token => format!(
                        "expected `{}` in `{keyword}`",
                        token.trim_start_matches('_')
                    ),
                };
                error(self.last_char(node.start_byte().max(at.start + 1)), message)
            }
            Some(node) => {
                let text = self.text_of(node);
                let token = first_token(text);
                let start = node.start_byte() + (text.len() - text.trim_start().len());
                match token {
                    "" => error(at, format!("`{keyword}` is not finished")),
                    _ => error(
                        Span::new(start, start + token.len()),
                        format!("unexpected `{token}` in `{keyword}`"),
                    ),
                }
            }
            None => error(at, format!("cannot read this `{keyword}`")),
        }
    }
}

/// A word that begins no clause, with the keyword that was meant if one is near.
pub(crate) fn not_a_keyword(word: &str, at: Span) -> Problem {
    let suggestion = words::nearest(word);
    let hint = suggestion.map_or(String::new(), |near| format!("; did you mean `{near}`?"));
    Problem {
        span: at,
        severity: Severity::Error,
        code: ProblemCode::Syntax,
        message: format!("`{word}` is not a JML keyword{hint}"),
        fix: suggestion.map(|near| Fix {
            title: format!("Write `{near}`"),
            span: at,
            replacement: near.to_owned(),
        }),
    }
}

impl Reader<'_> {
    /// A declaration that is neither `ghost` nor `model` is most often a misspelt clause.
    pub fn undeclared(&mut self, at: Span, ty: Option<&TypeRef>, needs: &str) {
        match ty {
            Some(ty)
                if ty.name.starts_with(char::is_lowercase)
                    && !ty.is_primitive()
                    && ty.dims == 0 =>
            {
                let word = Span::new(ty.span.start, ty.span.start + ty.name.len());
                self.problems.push(not_a_keyword(&ty.name, word));
            }
            _ => self.error(
                at,
                ProblemCode::Syntax,
                format!("a declaration in JML needs {needs}"),
            ),
        }
    }
}

/// The clause keyword: the first word that begins an item (after modifiers), else the first word.
fn keyword_of(text: &str, at: Span) -> String {
    let words = text
        .get(at.start..at.end)
        .unwrap_or("")
        .split(|c: char| !(c.is_alphanumeric() || c == '_'));
    let mut first = None;
    for word in words.filter(|word| !word.is_empty()) {
        if words::begins_item(word) {
            return word.to_owned();
        }
        first.get_or_insert(word);
    }
    first.unwrap_or("").to_owned()
}

/// Whether a segment consists of words only, with a modifier among them and nothing that begins a clause or declaration,
/// correctly spelt or not.
fn is_modifiers(text: &str, pieces: &[Span]) -> bool {
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c.is_whitespace();
    let plain = pieces
        .iter()
        .all(|p| text[p.start..p.end].chars().all(is_word));
    let spans = word_spans(text, pieces);
    let mut words = spans.iter().map(|s| &text[s.start..s.end]);
    let declares = |word: &str| matches!(word, "ghost" | "model" | "class" | "import");
    let meant = |word: &str| !words::is_modifier(word) && words::nearest(word).is_some();
    plain
        && words.clone().any(words::is_modifier)
        && !words.any(|w| words::begins_item(w) || declares(w) || meant(w))
}

fn word_spans(text: &str, pieces: &[Span]) -> Vec<Span> {
    let mut found = Vec::new();
    for piece in pieces {
        let mut start = None;
        for (offset, c) in text[piece.start..piece.end].char_indices() {
            let at = piece.start + offset;
            match (c.is_whitespace(), start) {
                (false, None) => start = Some(at),
                (true, Some(from)) => {
                    found.push(Span::new(from, at));
                    start = None;
                }
                _ => {}
            }
        }
        found.extend(start.map(|from| Span::new(from, piece.end)));
    }
    found
}

fn first_token(text: &str) -> &str {
    let text = text.trim_start();
    let is_word = |c: char| c.is_alphanumeric() || c == '_' || c == '\\';
    let length = match text.chars().next() {
        None => 0,
        Some(c) if is_word(c) => text.find(|c| !is_word(c)).unwrap_or(text.len()),
        Some(c) => c.len_utf8(),
    };
    &text[..length]
}

/// The first ERROR or MISSING node in reading order.
fn first_error(root: Node) -> Option<Node> {
    let mut rest = vec![root];
    while let Some(node) = rest.pop() {
        if node.is_missing() || node.is_error() {
            return Some(node);
        }
        if node.has_error() {
            rest.extend(super::all_children(node).into_iter().rev());
        }
    }
    None
}

/// The first bracket without partner.
fn unbalanced(text: &str) -> Option<(usize, String)> {
    let mut open: Vec<(usize, char)> = Vec::new();
    let mut quoted: Option<char> = None;
    for (at, c) in text.char_indices() {
        if let Some(quote) = quoted {
            if c == quote || c == '\n' {
                quoted = None;
            }
            continue;
        }
        match c {
            '"' => quoted = Some(c),
            '(' | '[' | '{' => open.push((at, c)),
            ')' | ']' | '}' => {
                let wanted = match c {
                    ')' => '(',
                    ']' => '[',
                    _ => '{',
                };
                match open.pop() {
                    Some((_, opened)) if opened == wanted => {}
                    Some((_, opened)) => {
                        let expected = match opened {
                            '(' => ')',
                            '[' => ']',
                            _ => '}',
                        };
                        return Some((at, format!("expected `{expected}` before `{c}`")));
                    }
                    None => return Some((at, format!("`{c}` without `{wanted}`"))),
                }
            }
            _ => {}
        }
    }
    let (at, opened) = open.pop()?;
    let expected = match opened {
        '(' => ')',
        '[' => ']',
        _ => '}',
    };
    Some((at, format!("expected `{expected}` for this `{opened}`")))
}

fn trimmed(text: &str, pieces: &[Span]) -> Span {
    let (Some(first), Some(last)) = (pieces.first(), pieces.last()) else {
        return Span::default();
    };
    let whole = text.get(first.start..last.end).unwrap_or("");
    let start = first.start + (whole.len() - whole.trim_start().len());
    Span::new(start, start + whole.trim().len())
}

/// Cuts a group where a clause begins: at a keyword after `;` or at the start of a line.
fn segments(text: &str, pieces: &[Span]) -> Vec<Vec<Span>> {
    let mut cuts: Vec<usize> = Vec::new();
    let mut braces = 0_i32;
    let mut at_start = true;
    for piece in pieces {
        let bytes = text.as_bytes();
        let mut at = piece.start;
        // A piece begins after an opener or a line-leading `@`.
        let line_start = text[..piece.start].trim_end_matches([' ', '\t']).len();
        if line_start == 0 || bytes[line_start - 1] == b'\n' {
            at_start = true;
        }
        while at < piece.end {
            let byte = bytes[at];
            if byte == b'\n' || byte == b';' {
                at_start = true;
            } else if byte == b'{' || byte == b'}' {
                // `{|` and `|}` are no braces.
                let is_group = (byte == b'{' && bytes.get(at + 1) == Some(&b'|'))
                    || (at > 0 && byte == b'}' && bytes[at - 1] == b'|');
                if is_group {
                    at_start = true;
                } else {
                    braces += if byte == b'{' { 1 } else { -1 };
                    at_start = byte == b'}';
                }
            } else if byte.is_ascii_alphabetic() || byte == b'_' {
                let end = (at..piece.end)
                    .find(|&i| {
                        !(bytes[i].is_ascii_alphanumeric() || bytes[i] == b'_' || bytes[i] == b'$')
                    })
                    .unwrap_or(piece.end);
                let word = &text[at..end];
                if at_start && braces <= 0 && words::is_jml_word(word) {
                    cuts.push(at);
                    braces = 0;
                    // `also public normal_behavior requires …`: these words do not end the start of an item.
                    at_start = !words::begins_item(word)
                        || words::behavior(word).is_some()
                        || word == "also";
                } else {
                    at_start = false;
                }
                at = end;
                continue;
            } else if !byte.is_ascii_whitespace() && byte != b'|' {
                at_start = false;
            }
            at += 1;
        }
    }
    cut_at(pieces, &cuts)
}

fn cut_at(pieces: &[Span], cuts: &[usize]) -> Vec<Vec<Span>> {
    let mut segments: Vec<Vec<Span>> = vec![Vec::new()];
    let mut cuts = cuts.iter().copied().peekable();
    for piece in pieces {
        let mut start = piece.start;
        while let Some(&cut) = cuts.peek()
            && cut < piece.end
        {
            cuts.next();
            if cut > start
                && let Some(last) = segments.last_mut()
            {
                last.push(Span::new(start, cut));
            }
            segments.push(Vec::new());
            start = cut;
        }
        if let Some(last) = segments.last_mut() {
            last.push(Span::new(start, piece.end));
        }
    }
    segments.retain(|pieces| !pieces.is_empty());
    segments
}
