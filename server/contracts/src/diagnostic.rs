//! What lowering has to say to the user about their JML.

use proviso_syntax::ast::Span;

/// A message at a place of a user's file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// Index into the files given to `lower`.
    pub file: usize,
    pub span: Span,
    pub kind: DiagnosticKind,
    pub message: String,
}

/// How bad it is; the clause concerned is left out except for `Note`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DiagnosticKind {
    /// Not JML: the clause is a `spec-error`.
    Illegal,
    /// JML this version has no meaning for: a soft warning, the clause is not checked.
    Unsupported,
    /// Read and understood, but without effect here.
    Ignored,
    /// The clause counts; something about it is worth saying.
    Note,
}
