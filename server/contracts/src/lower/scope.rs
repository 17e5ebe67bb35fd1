//! What an expression can see while it is lowered, and how a refusal is said.

use super::types::Ty;
use crate::DiagnosticKind;
use crate::index::{Index, TypeNo};
use crate::out::Fragment;
use proviso_syntax::ast::{SourceFile, Span};
use std::cell::Cell;

/// Why a clause is left out.
#[derive(Clone, Debug)]
pub struct Refusal {
    pub span: Span,
    pub kind: DiagnosticKind,
    pub message: String,
}

impl Refusal {
    pub fn unsupported(span: Span, message: impl Into<String>) -> Refusal {
        Refusal {
            span,
            kind: DiagnosticKind::Unsupported,
            message: message.into(),
        }
    }

    pub fn illegal(span: Span, message: impl Into<String>) -> Refusal {
        Refusal {
            span,
            kind: DiagnosticKind::Illegal,
            message: message.into(),
        }
    }
}

/// A lowered expression.
pub struct Lowered {
    pub code: Fragment,
    pub ty: Ty,
    /// Cannot throw and touches no object but `this`: `&` may stand for `&&`, which saves the engine a branch.
    pub total: bool,
}

/// A variable in scope.
#[derive(Clone, Debug)]
pub struct Var {
    pub name: String,
    pub ty: Ty,
    /// What stands for it in Java: mostly its name.
    pub java: Fragment,
    /// Has the same value in every state (parameters of a clause method, quantified variables).
    pub is_constant: bool,
    /// A parameter or local of the body the JML stands in.
    pub is_local: bool,
}

/// A label with what stands for the state there.
#[derive(Clone, Debug)]
pub struct LabelState {
    pub name: String,
    /// The Java variable that holds the state's number.
    pub state: String,
    /// Locals as they were there.
    pub vars: Vec<Var>,
}

#[derive(Clone)]
pub struct Scope<'a> {
    pub index: &'a Index<'a>,
    pub ty: TypeNo,
    pub file: &'a SourceFile,
    /// Innermost last.
    pub vars: Vec<Var>,
    pub result: Option<(String, Ty)>,
    pub exception: Option<String>,
    /// The Java expression for the number of the pre-state; `None` where `\old` makes no sense.
    pub old: Option<String>,
    /// In a body: parameters, which `\old` wants as they were at entry (Java name of that copy).
    pub entry: Vec<Var>,
    /// JML and Java labels in scope, the nearest last.
    pub labels: Vec<LabelState>,
    /// Specification arithmetic wraps like Java's.
    pub java_math: bool,
    /// The Java variable behind `\count`.
    pub count: Option<String>,
    /// Quantifiers note for which value they fail.
    pub explained: bool,
    /// `\only_assigned` and the like that are checked as frames.
    pub traced: Vec<Span>,
    /// Numbers for renamed variables.
    pub renamed: &'a Cell<u32>,
}

impl<'a> Scope<'a> {
    pub fn var(&self, name: &str) -> Option<&Var> {
        self.vars.iter().rev().find(|v| v.name == name)
    }

    /// The nearest label of that name.
    pub fn label(&self, name: &str) -> Option<&LabelState> {
        self.labels.iter().rev().find(|label| label.name == name)
    }

    /// Whether a name still means the local or parameter it is a copy of, not something bound inside of the expression.
    pub fn is_local(&self, copy: &Var) -> bool {
        self.var(&copy.name).is_none_or(|v| v.is_local)
    }

    pub fn with(&self, var: Var) -> Scope<'a> {
        let mut inner = self.clone();
        inner.vars.push(var);
        inner
    }

    pub fn in_java_math(&self) -> Scope<'a> {
        let mut inner = self.clone();
        inner.java_math = true;
        inner
    }

    /// A Java name for a new variable; the JML name itself if nothing of that name is in scope.
    pub fn new_name(&self, name: &str) -> String {
        if self.var(name).is_none() {
            return name.to_string();
        }
        self.renamed.set(self.renamed.get() + 1);
        format!("proviso$q{}${name}", self.renamed.get())
    }
}
