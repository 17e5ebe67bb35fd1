//! From tree-sitter's trees to the typed tree.

pub(crate) mod body;
pub(crate) mod clauses;
pub(crate) mod declarations;
pub(crate) mod exprs;
pub(crate) mod items;
pub(crate) mod java;
pub(crate) mod java_modifiers;
pub(crate) mod jml_exprs;
pub(crate) mod jml_statements;
pub(crate) mod loops;
pub(crate) mod members;
pub(crate) mod operators;
pub(crate) mod recover;
pub(crate) mod specs;
pub(crate) mod types;

use crate::ast::{Ident, Problem, ProblemCode, Severity, Span, WrittenClause};
use tree_sitter::Node;

pub(crate) fn span(node: Node) -> Span {
    Span::new(node.start_byte(), node.end_byte())
}

/// Named children that are code (no comments, no markers).
pub(crate) fn code_children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| !child.is_extra())
        .collect()
}

pub(crate) fn all_children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor).collect()
}

pub(crate) fn fields<'t>(node: Node<'t>, name: &str) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.children_by_field_name(name, &mut cursor)
        .filter(|child| !child.is_extra())
        .collect()
}

pub(crate) fn child_of_kind<'t>(node: Node<'t>, kind: &str) -> Option<Node<'t>> {
    let mut cursor = node.walk();
    node.children(&mut cursor)
        .find(|child| child.kind() == kind)
}

/// Reads nodes of one text: the file's (Java) or its clean copy (JML).
pub(crate) struct Reader<'a> {
    pub text: &'a str,
    pub problems: Vec<Problem>,
    pub clauses: Vec<WrittenClause>,
    pub depth: usize,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader {
            text,
            problems: Vec::new(),
            clauses: Vec::new(),
            depth: 0,
        }
    }

    pub fn text_of(&self, node: Node) -> &'a str {
        self.text.get(node.byte_range()).unwrap_or("")
    }

    /// The last character before `end`: where to show that something is missing.
    pub fn last_char(&self, end: usize) -> Span {
        let end = end.min(self.text.len());
        let start = self
            .text
            .get(..end)
            .and_then(|text| text.char_indices().next_back())
            .map_or(end, |(at, _)| at);
        Span::new(start, end)
    }

    pub fn ident(&self, node: Node) -> Ident {
        Ident {
            text: self.text_of(node).to_owned(),
            span: span(node),
        }
    }

    pub fn error(&mut self, span: Span, code: ProblemCode, message: impl Into<String>) {
        self.problems.push(Problem {
            span,
            severity: Severity::Error,
            code,
            message: message.into(),
            fix: None,
        });
    }

    pub fn warn(&mut self, span: Span, code: ProblemCode, message: impl Into<String>) {
        self.problems.push(Problem {
            span,
            severity: Severity::Warning,
            code,
            message: message.into(),
            fix: None,
        });
    }
}
