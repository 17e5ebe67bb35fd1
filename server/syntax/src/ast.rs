//! The typed tree of one Java file with its JML: what every other crate sees of the syntax.
//!
//! All positions are byte offsets of the file as the user wrote it. A JML construct may run over several
//! comments; take its text from [`SourceFile::clean`] (same length as the file, JML markers blanked), never from the raw file.

mod decl;
mod expr;
mod spec;

pub use decl::*;
pub use expr::*;
pub use spec::*;

use std::sync::Arc;

/// A byte range of the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Span {
    pub start: usize,
    pub end: usize,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Span {
        Span { start, end }
    }

    pub fn is_empty(self) -> bool {
        self.start >= self.end
    }

    pub fn contains(self, offset: usize) -> bool {
        self.start <= offset && offset < self.end
    }

    pub fn covers(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// The smallest span that covers both.
    pub fn to(self, other: Span) -> Span {
        Span::new(self.start.min(other.start), self.end.max(other.end))
    }
}

impl std::fmt::Debug for Span {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}..{}", self.start, self.end)
    }
}

/// A name with the place where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ident {
    pub text: String,
    pub span: Span,
}

/// One Java (or `.jml`) file: always there, however broken the text is.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// The text as the user wrote it.
    pub text: Arc<str>,
    /// Same length and lines as `text`; in annotation comments everything that is not JML (openers, closers,
    /// leading `@`s, embedded plain comments) is blank. The place to take the text of JML nodes from.
    pub clean: Arc<str>,
    pub package: Option<Ident>,
    pub imports: Vec<Import>,
    pub types: Vec<TypeDecl>,
    /// Every active annotation comment, in order.
    pub annotations: Vec<AnnotationComment>,
    /// JML errors and warnings. Java's own errors are javac's business.
    pub problems: Vec<Problem>,
    /// Every JML clause that was written, also those that cannot be read.
    pub clauses: Vec<WrittenClause>,
    /// The casts that the user wrote, in Java and in JML.
    pub casts: Vec<WrittenCast>,
    /// The lines (from 1, ascending) of Java that hold more than braces and words like `else`.
    pub code_lines: Vec<u32>,
    /// Whether tree-sitter had to repair the Java text (half-typed file).
    pub java_has_errors: bool,
}

/// A JML clause in the text of a file, with its keyword as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenClause {
    pub span: Span,
    pub keyword: String,
}

/// A cast in the text of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenCast {
    /// The lines (from 1) that its bytecode may bear: those of the statement, up to the end of the part it stands in.
    pub first_line: u32,
    pub last_line: u32,
    /// The simple names of the types, without type arguments and brackets; several in `(A & B) e`.
    pub types: Vec<String>,
}

impl SourceFile {
    /// The text of a JML node, free of comment markers.
    pub fn jml_text(&self, span: Span) -> &str {
        self.clean.get(span.start..span.end).unwrap_or("")
    }

    /// The raw text.
    pub fn raw_text(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or("")
    }

    /// The keyword of the innermost JML clause around a place.
    pub fn keyword_at(&self, at: usize) -> Option<&str> {
        let around = self
            .clauses
            .iter()
            .filter(|clause| clause.span.start <= at && at < clause.span.end);
        around
            .min_by_key(|clause| clause.span.end - clause.span.start)
            .map(|clause| clause.keyword.as_str())
    }

    /// All types of the file, nested, local and anonymous ones too, outermost first.
    pub fn all_types(&self) -> Vec<&TypeDecl> {
        let mut all = Vec::new();
        let mut rest: Vec<&TypeDecl> = self.types.iter().rev().collect();
        while let Some(ty) = rest.pop() {
            all.push(ty);
            let mut inner = ty.inner_types();
            inner.reverse();
            rest.extend(inner);
        }
        all
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Import {
    pub span: Span,
    /// `java.util.List`; with `.*` for an on-demand import.
    pub name: String,
    pub is_static: bool,
    pub on_demand: bool,
    /// `//@ model import p.C;`
    pub is_model: bool,
}

/// One comment that is JML by its opener and the enabled keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnnotationComment {
    /// The whole comment with its markers.
    pub span: Span,
    /// `/*@ … @*/` rather than `//@ …`.
    pub is_block: bool,
}

/// Something wrong with the JML, in terms of JML.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    pub span: Span,
    pub severity: Severity,
    pub code: ProblemCode,
    pub message: String,
    pub fix: Option<Fix>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    Error,
    Warning,
}

/// What kind of problem; stable names for settings and tests.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProblemCode {
    /// The text is not JML; only this clause is lost.
    Syntax,
    /// JML that parses but is not allowed there.
    Misplaced,
    /// Not allowed in a specification expression (assignment, `++`, `a < b > c`).
    Illegal,
    /// `// @ ensures`: a formatter has switched this JML off.
    SwitchedOff,
    /// An old form that is still read.
    Deprecated,
    /// First word of the comment is no JML keyword (`//@Override`).
    UnknownWord,
}

/// A text edit that mends a problem.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    pub title: String,
    pub span: Span,
    pub replacement: String,
}
