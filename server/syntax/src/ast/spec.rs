//! Specifications: spec cases and their clauses, type clauses, loop clauses, JML statements.

use super::{Expr, Ident, MethodSig, Modifiers, Span, TypeDecl, TypeRef};

/// A method specification as written: nothing is desugared.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MethodSpec {
    pub span: Span,
    /// The leading `also` of an overriding method.
    pub also: Option<Span>,
    pub cases: Vec<SpecCase>,
    pub implies_that: Vec<SpecCase>,
    pub for_example: Vec<SpecCase>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub struct SpecCase {
    pub span: Span,
    pub visibility: Option<(Visibility, Span)>,
    pub code: Option<Span>,
    /// `None`: lightweight.
    pub behavior: Option<(Behavior, Span)>,
    pub name: Option<Ident>,
    pub items: Vec<CaseItem>,
}

// Nearly all items are clauses, so a box would cost more than it saves.
#[allow(clippy::large_enum_variant)]
#[derive(Clone, Debug, PartialEq)]
pub enum CaseItem {
    Clause(ClauseNode),
    /// `{| … also … |}`
    Group {
        span: Span,
        alternatives: Vec<Vec<CaseItem>>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Visibility {
    Public,
    Protected,
    Private,
    SpecPublic,
    SpecProtected,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Behavior {
    Behavior,
    Normal,
    Exceptional,
    Example,
    NormalExample,
    ExceptionalExample,
    /// KeY block contracts.
    Return,
    Break,
    Continue,
    /// `model_program` (refused).
    ModelProgram,
}

/// One clause of a spec case.
#[derive(Clone, Debug, PartialEq)]
pub struct ClauseNode {
    /// Keyword to `;` (included if there is one).
    pub span: Span,
    /// As written, so `modifies` stays `modifies`.
    pub keyword: Ident,
    /// `ensures_redundantly`
    pub redundant: bool,
    /// `ensures_free` (KeY): assumed, not shown.
    pub free: bool,
    /// `requires positive: x > 0;`
    pub name: Option<Ident>,
    pub clause: Clause,
}

/// Lists of locations: `Keyword(Nothing)`, `Keyword(Everything)`, names, fields, `AllFields`, `Elements`, locset expressions.
pub type StoreRefs = Vec<Expr>;

#[derive(Clone, Debug, PartialEq)]
pub enum Clause {
    Requires {
        predicate: Expr,
        otherwise: Option<TypeRef>,
    },
    Recommends {
        predicate: Expr,
        otherwise: Option<TypeRef>,
    },
    Ensures(Expr),
    Signals {
        exception: TypeRef,
        variable: Option<Ident>,
        predicate: Option<Expr>,
    },
    /// Empty list: `\nothing`.
    SignalsOnly(Vec<TypeRef>),
    Assignable(StoreRefs),
    Accessible(StoreRefs),
    Captures(StoreRefs),
    Callable(Callable),
    Diverges(Expr),
    When(Expr),
    MeasuredBy {
        measure: Expr,
        condition: Option<Expr>,
    },
    Duration {
        amount: Expr,
        condition: Option<Expr>,
    },
    WorkingSpace {
        amount: Expr,
        condition: Option<Expr>,
    },
    /// `old int x = e, y = f;`
    Old(Vec<VarDecl>),
    /// `forall T x;` (deprecated)
    Forall(Vec<VarDecl>),
    /// Block contracts. `None`: bare keyword, true.
    Returns(Option<Expr>),
    Throws(Option<Expr>),
    Breaks {
        label: Option<Ident>,
        predicate: Option<Expr>,
    },
    Continues {
        label: Option<Ident>,
        predicate: Option<Expr>,
    },
    /// `{ … }` or `model_program { … }`: parsed, refused.
    ModelProgram(Span),
    /// Parsed, no meaning in this version: `determines … \by …`, `invariants`, `mbody`, …
    Other {
        expressions: Vec<Expr>,
    },
}

#[derive(Clone, Debug, PartialEq)]
pub enum Callable {
    Nothing,
    Everything,
    Methods(Vec<MethodSig>),
}

/// `final nullable T x = e`
#[derive(Clone, Debug, PartialEq)]
pub struct VarDecl {
    pub span: Span,
    pub modifiers: Modifiers,
    pub ty: TypeRef,
    pub name: Ident,
    pub value: Option<Expr>,
}

/// A clause that is a member of a type.
#[derive(Clone, Debug)]
pub struct TypeClause {
    /// Modifiers to `;`.
    pub span: Span,
    pub keyword: Ident,
    pub modifiers: Modifiers,
    pub redundant: bool,
    pub free: bool,
    pub name: Option<Ident>,
    pub kind: TypeClauseKind,
}

#[derive(Clone, Debug)]
pub enum TypeClauseKind {
    Invariant(Expr),
    /// `for m, n`: `Only`; `for !m`: `Except`.
    Constraint {
        predicate: Expr,
        methods: Option<ConstraintFor>,
    },
    Initially(Expr),
    Axiom(Expr),
    /// `represents f = e` (or the old `<-`).
    Represents {
        target: Expr,
        value: Expr,
    },
    /// `represents f \such_that p`
    RepresentsSuchThat {
        target: Expr,
        predicate: Expr,
    },
    ReadableIf {
        target: Expr,
        condition: Expr,
    },
    WritableIf {
        target: Expr,
        condition: Expr,
    },
    MonitorsFor {
        target: Expr,
        locks: Vec<Expr>,
    },
    Initializer(Option<MethodSpec>),
    StaticInitializer(Option<MethodSpec>),
    /// KeY: `accessible \inv: …`
    AccessibleFor {
        target: Expr,
        locations: Vec<Expr>,
        measure: Option<Expr>,
    },
    /// `model datatype D { … }` and others that are parsed only.
    Other,
}

#[derive(Clone, Debug, PartialEq)]
pub struct ConstraintFor {
    pub except: bool,
    pub methods: Vec<MethodSig>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LoopClause {
    pub span: Span,
    pub keyword: Ident,
    pub redundant: bool,
    pub free: bool,
    pub name: Option<Ident>,
    pub kind: LoopClauseKind,
    /// The annotation comment (group) it stands in.
    pub comment: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum LoopClauseKind {
    Invariant(Expr),
    Decreases(Expr),
    Assignable(StoreRefs),
    /// Parsed, no meaning in this version.
    Other(Vec<Expr>),
}

/// JML in a body, at a place where a statement may stand.
#[derive(Clone, Debug)]
pub struct JmlStatement {
    pub span: Span,
    /// The annotation comment (or compound of comments) it stands in.
    pub comment: Span,
    pub keyword: Ident,
    pub name: Option<Ident>,
    pub kind: StatementKind,
    /// The innermost Java block (or switch group) it stands in.
    pub block: Span,
    /// The Java statement that follows in the same block.
    pub next: Option<NextStatement>,
    /// It stands before the only statement of an `if`, an `else` or a loop, and acts as if both stood in braces.
    pub unbraced: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NextStatement {
    pub span: Span,
    /// tree-sitter-java's kind: `while_statement`, `block`, …
    pub kind: String,
}

#[derive(Clone, Debug)]
pub enum StatementKind {
    Assert(Expr),
    Assume(Expr),
    Check(Expr),
    /// Text of the Java statement, and the expressions in it.
    Set {
        statement: Span,
        expression: Option<Expr>,
    },
    Ghost(Vec<VarDecl>),
    /// `//@ L:`
    Label(Ident),
    Unreachable,
    Reachable,
    /// Statement contract of the next statement: `refining` or KeY's bare cases.
    Refining(MethodSpec),
    HenceBy(Expr),
    Debug(Span),
    Show(Vec<Expr>),
    Havoc(StoreRefs),
    Halt,
    Begin,
    End,
    /// `allow`/`forbid`/`ignore` for the line it stands on.
    LineSpec {
        kind: LineSpecKind,
        exceptions: Vec<TypeRef>,
    },
    ModelClass(Box<TypeDecl>),
    /// Parsed, no meaning in this version: `choose`, `repeat`, `split`, `use`, `merge_point`, `inlined_loop`, …
    Other {
        expressions: Vec<Expr>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LineSpecKind {
    Allow,
    Forbid,
    Ignore,
}
