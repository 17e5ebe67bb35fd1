//! JML expressions. Java's expressions are nodes too, so that they can be rewritten piece by piece.

use super::{Ident, Span, TypeRef};

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub span: Span,
    pub kind: ExprKind,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    // ---- Java
    /// `1`, `'c'`, `"s"`, `true`, `null`, as written.
    Literal(Literal),
    /// A simple name: variable, type or package.
    Name(String),
    This,
    Super,
    /// `(e)`
    Paren(Box<Expr>),
    Field {
        object: Box<Expr>,
        name: Ident,
    },
    /// `a[i]`
    Index {
        array: Box<Expr>,
        index: Box<Expr>,
    },
    Call {
        object: Option<Box<Expr>>,
        type_args: Option<Span>,
        name: Ident,
        args: Vec<Expr>,
    },
    /// `new T(args) { body }`; an anonymous body is text only.
    New {
        outer: Option<Box<Expr>>,
        ty: TypeRef,
        args: Vec<Expr>,
        body: Option<Span>,
    },
    /// `new int[n][]`, `new int[] {…}`: text with the expressions in it.
    NewArray {
        ty: TypeRef,
        parts: Vec<Expr>,
    },
    /// `{a, b}` as an initialiser.
    ArrayInit(Vec<Expr>),
    ClassLiteral(TypeRef),
    /// `T::m`: text with the expression before `::` if it is one.
    MethodRef(Vec<Expr>),
    Unary {
        op: UnaryOp,
        operand: Box<Expr>,
    },
    Binary {
        op: BinaryOp,
        left: Box<Expr>,
        right: Box<Expr>,
    },
    /// `a < b <= c`: at least two operators; `operands.len() == ops.len() + 1`.
    Chain {
        ops: Vec<BinaryOp>,
        operands: Vec<Expr>,
    },
    Conditional {
        condition: Box<Expr>,
        then: Box<Expr>,
        otherwise: Box<Expr>,
    },
    Cast {
        ty: TypeRef,
        operand: Box<Expr>,
    },
    InstanceOf {
        operand: Box<Expr>,
        ty: Option<TypeRef>,
        binding: Option<Ident>,
        pattern: Option<Span>,
    },
    /// `x -> e`; a block body is `Java`.
    Lambda {
        params: Span,
        names: Vec<Ident>,
        body: Box<Expr>,
    },
    /// Assignments, `++`, `--`: only in `set` and model bodies (elsewhere a problem is reported).
    Assign {
        target: Box<Expr>,
        op: String,
        value: Box<Expr>,
    },
    Update {
        target: Box<Expr>,
        op: String,
        is_prefix: bool,
    },
    /// Other Java (switch, blocks): the text of the span with these expressions in it.
    Java(Vec<Expr>),

    // ---- JML
    Result,
    Exception,
    /// `\count`, old `\index`.
    Count,
    Values,
    Lockset,
    /// `(* … *)`
    Informal(String),
    /// `\old(e)`, `\old(e, L)`, `\pre(e)`, `\past(e)`.
    Old {
        kind: OldKind,
        expr: Box<Expr>,
        label: Option<Ident>,
    },
    /// `\fresh(e)`, `\fresh(e, L)` (KeY: a list; then `args` has several and a label is an arg that is a name).
    Fresh {
        args: Vec<Expr>,
    },
    /// `\nonnullelements(e)`, `\typeof(e)`, … every operator that looks like a call.
    JmlCall {
        function: JmlFunction,
        args: Vec<Expr>,
    },
    /// `\type(T)`, `\static_invariant_for(T)`, `\is_initialized(T, …)`.
    TypeCall {
        function: TypeFunction,
        types: Vec<TypeRef>,
    },
    /// `\only_called(m, n(int))`.
    OnlyCalled(Vec<MethodSig>),
    Lbl {
        kind: LblKind,
        name: Ident,
        expr: Box<Expr>,
    },
    Let {
        bindings: Vec<LetBinding>,
        body: Box<Expr>,
    },
    Quantified(Box<Quantified>),
    /// `\set T x; c.has(x); P` and old `new JMLObjectSet {T x | c.has(x) && P}`.
    Comprehension(Box<Quantified>),
    /// `\nothing`, `\everything`, `\not_specified`, `\strictly_nothing`, `\same`, …
    Keyword(JmlWord),
    /// `\dl_foo(…)`, `\seq_def(…)` and other words this version has no meaning for; `name` with its backslash.
    Unknown {
        name: String,
        args: Vec<Expr>,
    },
    /// Store-refs: `o.*`, `T.*`.
    AllFields(Box<Expr>),
    /// Store-refs: `a[*]`, `a[i..j]`, `a[i:j]`.
    Elements {
        array: Box<Expr>,
        range: ElementRange,
    },
    /// What could not be read; a problem has been reported for its clause.
    Error,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Literal {
    Int,
    Float,
    Char,
    String,
    True,
    False,
    Null,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum UnaryOp {
    Plus,
    Minus,
    Not,
    Complement,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOp {
    Mul,
    Div,
    Rem,
    Add,
    Sub,
    Shl,
    Shr,
    Ushr,
    Lt,
    Le,
    Gt,
    Ge,
    /// `<:`
    Subtype,
    /// `<:=`
    SubtypeEq,
    /// `<#`
    LockLt,
    /// `<#=`
    LockLe,
    Eq,
    Ne,
    BitAnd,
    BitXor,
    BitOr,
    And,
    Or,
    /// `==>`
    Implies,
    /// `<==` (deprecated)
    ImpliedBy,
    /// `<==>`
    Iff,
    /// `<=!=>`
    NotIff,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OldKind {
    Old,
    Pre,
    Past,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LblKind {
    Lbl,
    LblPos,
    LblNeg,
}

/// Operators `\f(e, …)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JmlFunction {
    NonNullElements,
    TypeOf,
    ElemType,
    ArrayType,
    IsArray,
    Erasure,
    InvariantFor,
    /// KeY `\inv` (without arguments: of `this`).
    Inv,
    Reach,
    Space,
    Duration,
    WorkingSpace,
    JavaMath,
    SafeMath,
    BigintMath,
    NotModified,
    NotAssigned,
    OnlyAssigned,
    OnlyAccessed,
    OnlyCaptured,
    /// `\max(\lockset)`
    MaxLock,
    Distinct,
    /// `\locset(…)`
    Locset,
    /// KeY
    NewElemsFresh,
    Intersect,
    SetUnion,
    SetMinus,
    Disjoint,
    Subset,
    Singleton,
    AllFieldsOf,
    AllObjects,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeFunction {
    Type,
    StaticInvariantFor,
    IsInitialized,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum JmlWord {
    Nothing,
    Everything,
    NotSpecified,
    StrictlyNothing,
    Same,
    /// KeY `\empty`
    Empty,
}

#[derive(Clone, Debug, PartialEq)]
pub struct MethodSig {
    pub span: Span,
    /// `T.m`, `m`, `this.m`, with dots.
    pub name: String,
    pub params: Option<Vec<TypeRef>>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct LetBinding {
    pub span: Span,
    pub ty: TypeRef,
    pub name: Ident,
    pub value: Expr,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantifier {
    Forall,
    Exists,
    Choose,
    NumOf,
    Sum,
    Product,
    Max,
    Min,
    /// `\set`
    Set,
    /// KeY: `\bsum int i; lo; hi; e` (`range` is lo, `upper` is hi).
    BSum,
    BProd,
    /// KeY: `\seq_def int i; lo; hi; e`.
    SeqDef,
    /// KeY: `\infinite_union`.
    InfiniteUnion,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Quantified {
    pub quantifier: Quantifier,
    /// Of the variables' declaration.
    pub ty: TypeRef,
    pub vars: Vec<Ident>,
    /// `None`: true.
    pub range: Option<Expr>,
    /// Only for the bounded forms of KeY.
    pub upper: Option<Expr>,
    pub body: Expr,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ElementRange {
    /// `[*]`
    All,
    /// `[i..j]`, inclusive.
    Inclusive {
        from: Option<Box<Expr>>,
        to: Option<Box<Expr>>,
    },
    /// `[i:j]`, `j` excluded.
    HalfOpen {
        from: Option<Box<Expr>>,
        to: Option<Box<Expr>>,
    },
}

impl Expr {
    pub fn new(span: Span, kind: ExprKind) -> Expr {
        Expr { span, kind }
    }

    /// The direct sub-expressions, left to right.
    pub fn children(&self) -> Vec<&Expr> {
        use ExprKind::*;
        match &self.kind {
            Literal(_)
            | Name(_)
            | This
            | Super
            | ClassLiteral(_)
            | Result
            | Exception
            | Count
            | Values
            | Lockset
            | Informal(_)
            | TypeCall { .. }
            | OnlyCalled(_)
            | Keyword(_)
            | Error => Vec::new(),
            Paren(e)
            | AllFields(e)
            | Field { object: e, .. }
            | Unary { operand: e, .. }
            | Cast { operand: e, .. }
            | InstanceOf { operand: e, .. }
            | Lambda { body: e, .. }
            | Update { target: e, .. }
            | Old { expr: e, .. }
            | Lbl { expr: e, .. } => vec![e],
            Index { array, index } => vec![array, index],
            Call { object, args, .. } => object.iter().map(|o| &**o).chain(args).collect(),
            New { outer, args, .. } => outer.iter().map(|o| &**o).chain(args).collect(),
            NewArray { parts, .. } | ArrayInit(parts) | MethodRef(parts) | Java(parts) => {
                parts.iter().collect()
            }
            Binary { left, right, .. } => vec![left, right],
            Chain { operands, .. } => operands.iter().collect(),
            Conditional {
                condition,
                then,
                otherwise,
            } => vec![condition, then, otherwise],
            Assign { target, value, .. } => vec![target, value],
            Fresh { args } | JmlCall { args, .. } | Unknown { args, .. } => args.iter().collect(),
            Let { bindings, body } => bindings.iter().map(|b| &b.value).chain([&**body]).collect(),
            Quantified(q) | Comprehension(q) => q
                .range
                .iter()
                .chain(q.upper.iter())
                .chain([&q.body])
                .collect(),
            Elements { array, range } => {
                let mut all = vec![&**array];
                if let ElementRange::Inclusive { from, to } | ElementRange::HalfOpen { from, to } =
                    range
                {
                    all.extend(from.iter().chain(to).map(|e| &**e));
                }
                all
            }
        }
    }

    /// Calls `visit` for this expression and everything in it, outermost first.
    pub fn walk<'a>(&'a self, visit: &mut dyn FnMut(&'a Expr)) {
        visit(self);
        for child in self.children() {
            child.walk(visit);
        }
    }

    /// The expression inside any parentheses.
    pub fn without_parens(&self) -> &Expr {
        match &self.kind {
            ExprKind::Paren(inner) => inner.without_parens(),
            _ => self,
        }
    }
}
