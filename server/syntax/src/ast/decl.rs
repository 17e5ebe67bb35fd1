//! Declarations: types, members, parameters, bodies with what stands in them.

use super::{ClauseNode, Expr, Ident, JmlStatement, LoopClause, MethodSpec, Span, TypeClause};

/// A type as written, with the nullness that stands at it.
#[derive(Clone, Debug, PartialEq)]
pub struct TypeRef {
    pub span: Span,
    /// Normal form: no white space but after commas, no annotations or JML words: `Map<String, int[]>[]`.
    pub text: String,
    /// `Map` of `java.util.Map<String>[]` is `java.util.Map`; primitive and JML types too.
    pub name: String,
    /// Array dimensions (those after the variable's name included).
    pub dims: usize,
    /// Of the reference itself (for `String nullable []` and, without dims, `nullable String`).
    pub nullness: Option<Nullness>,
    /// `nullable String[]`: of the innermost elements. Only for arrays.
    pub element_nullness: Option<Nullness>,
    /// `List<nullable String>`: of the type arguments, as far as any says something.
    pub argument_nullness: Vec<Option<Nullness>>,
}

impl TypeRef {
    pub fn is_primitive(&self) -> bool {
        self.dims == 0
            && matches!(
                self.name.as_str(),
                "int" | "long" | "short" | "byte" | "char" | "boolean" | "float" | "double"
            )
    }

    /// `\bigint`, `\real`, `\TYPE`, …
    pub fn is_jml(&self) -> bool {
        self.name.starts_with('\\')
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Nullness {
    NonNull,
    Nullable,
}

/// Java and JML modifiers of a declaration, in order of appearance.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Modifiers {
    /// From the first to the last Java modifier; empty at the declaration's start if there is none.
    pub span: Span,
    pub java: Vec<Ident>,
    pub jml: Vec<JmlModifier>,
    /// Java annotations, JML's own (`@Pure`) too; those also appear in `jml`.
    pub annotations: Vec<Annotation>,
}

impl Modifiers {
    pub fn has(&self, modifier: JmlModifierKind) -> bool {
        self.jml.iter().any(|m| m.kind == modifier)
    }

    pub fn has_java(&self, word: &str) -> bool {
        self.java.iter().any(|m| m.text == word)
    }

    pub fn is_static(&self) -> bool {
        self.has_java("static")
    }

    /// `@NonNull`/`nullable` among the modifiers, the last one wins.
    pub fn nullness(&self) -> Option<Nullness> {
        self.jml.iter().rev().find_map(|m| match m.kind {
            JmlModifierKind::NonNull => Some(Nullness::NonNull),
            JmlModifierKind::Nullable => Some(Nullness::Nullable),
            _ => None,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Annotation {
    pub span: Span,
    pub name: String,
    /// Text between the parentheses.
    pub arguments: Option<String>,
}

#[derive(Clone, Debug, PartialEq)]
pub struct JmlModifier {
    pub kind: JmlModifierKind,
    pub span: Span,
    /// Written as a Java annotation (`@Pure`).
    pub is_annotation: bool,
}

/// Every modifier of JML (`JmlModifierKind::from_word` gives the spelling).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum JmlModifierKind {
    SpecPublic,
    SpecProtected,
    Pure,
    SpecPure,
    StrictlyPure,
    /// `no_state`, old `heap_free`.
    NoState,
    Helper,
    Ghost,
    Model,
    Instance,
    NonNull,
    Nullable,
    NonNullByDefault,
    NullableByDefault,
    Uninitialized,
    Monitored,
    CodeJavaMath,
    CodeSafeMath,
    CodeBigintMath,
    SpecJavaMath,
    SpecSafeMath,
    SpecBigintMath,
    SkipEsc,
    SkipRac,
    Inline,
    Extract,
    Immutable,
    Peer,
    Rep,
    Readonly,
    Query,
    Secret,
    TwoState,
    /// KeY's and Why3's word for a model method that only computes.
    Function,
    /// `code` before a behaviour keyword; as a modifier it has no meaning.
    Code,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TypeKind {
    Class,
    Interface,
    Enum,
    Record,
    Annotation,
    /// The body of `new T() { … }`.
    Anonymous,
    /// The body of an enum constant.
    EnumConstant,
}

#[derive(Clone, Debug)]
pub struct TypeDecl {
    pub kind: TypeKind,
    /// Empty for an anonymous class.
    pub name: Ident,
    /// `p.Outer$Inner`; for local and anonymous classes the enclosing type's name plus `$?` (javac numbers them).
    pub binary_name: String,
    pub span: Span,
    pub modifiers: Modifiers,
    pub type_params: Vec<TypeParam>,
    pub superclass: Option<TypeRef>,
    /// `implements`, or `extends` of an interface.
    pub interfaces: Vec<TypeRef>,
    pub record_components: Vec<Param>,
    pub enum_constants: Vec<EnumConstant>,
    /// Of an enum: a `;` ends its constants, so that members may follow.
    pub constants_closed: bool,
    /// With its braces.
    pub body: Span,
    pub members: Vec<Member>,
    pub clauses: Vec<TypeClause>,
    /// Written in JML (`model class`).
    pub is_model: bool,
    /// Declared in a body.
    pub is_local: bool,
}

impl TypeDecl {
    pub fn fields(&self) -> impl Iterator<Item = &Field> {
        self.members.iter().filter_map(|m| match m {
            Member::Field(field) => Some(field),
            _ => None,
        })
    }

    pub fn methods(&self) -> impl Iterator<Item = &Method> {
        self.members.iter().filter_map(|m| match m {
            Member::Method(method) => Some(method),
            _ => None,
        })
    }

    pub fn initializers(&self) -> impl Iterator<Item = &Initializer> {
        self.members.iter().filter_map(|m| match m {
            Member::Initializer(initializer) => Some(initializer),
            _ => None,
        })
    }

    pub fn member_types(&self) -> impl Iterator<Item = &TypeDecl> {
        self.members.iter().filter_map(|m| match m {
            Member::Type(ty) => Some(ty),
            _ => None,
        })
    }

    /// Types directly inside this one: members, and those in bodies and initialisers.
    pub fn inner_types(&self) -> Vec<&TypeDecl> {
        let mut all = Vec::new();
        for constant in &self.enum_constants {
            all.extend(constant.body.iter());
        }
        for member in &self.members {
            match member {
                Member::Type(ty) => all.push(ty),
                Member::Method(method) => all.extend(method.body.iter().flat_map(|b| &b.types)),
                Member::Initializer(initializer) => all.extend(&initializer.body.types),
                Member::Field(field) => all.extend(&field.types),
            }
        }
        all
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct TypeParam {
    pub span: Span,
    pub name: Ident,
    pub bounds: Vec<TypeRef>,
}

#[derive(Clone, Debug)]
pub struct EnumConstant {
    pub name: Ident,
    pub span: Span,
    pub body: Option<TypeDecl>,
}

#[derive(Clone, Debug)]
pub enum Member {
    /// One per declarator: `int a, b;` gives two.
    Field(Field),
    Method(Method),
    Initializer(Initializer),
    Type(TypeDecl),
}

#[derive(Clone, Debug)]
pub struct Field {
    pub name: Ident,
    /// The whole declaration, up to and with `;` (shared by the declarators of one declaration).
    pub span: Span,
    pub modifiers: Modifiers,
    pub ty: TypeRef,
    /// The initialiser's text.
    pub value: Option<Span>,
    /// The initialiser is a literal.
    pub is_plain: bool,
    /// The initialiser of a ghost or model field.
    pub jml_value: Option<Expr>,
    /// `in` and `maps` clauses after it, and `in` groups of model fields.
    pub clauses: Vec<FieldClause>,
    /// Declared in JML, so not there in Java (`ghost`, `model`).
    pub in_jml: bool,
    /// Anonymous classes in the initialiser.
    pub types: Vec<TypeDecl>,
}

impl Field {
    pub fn is_ghost(&self) -> bool {
        self.modifiers.has(JmlModifierKind::Ghost)
    }

    pub fn is_model(&self) -> bool {
        self.modifiers.has(JmlModifierKind::Model)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub enum FieldClause {
    In {
        span: Span,
        groups: Vec<Expr>,
    },
    Maps {
        span: Span,
        locations: Vec<Expr>,
        groups: Vec<Expr>,
    },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MethodKind {
    Method,
    Constructor,
    /// A record's `Name { … }`.
    CompactConstructor,
}

#[derive(Clone, Debug)]
pub struct Method {
    pub kind: MethodKind,
    pub name: Ident,
    /// Modifiers to closing brace or `;`. JML before it is not included.
    pub span: Span,
    pub modifiers: Modifiers,
    pub type_params: Vec<TypeParam>,
    /// `None` for constructors; `void` is a type here.
    pub result: Option<TypeRef>,
    pub params: Vec<Param>,
    /// With its parentheses; empty for a compact constructor.
    pub params_span: Span,
    pub throws: Vec<TypeRef>,
    pub body: Option<Body>,
    pub spec: Option<MethodSpec>,
    /// Declared in JML (`model` or `ghost` method).
    pub in_jml: bool,
}

impl Method {
    pub fn is_static(&self) -> bool {
        self.modifiers.is_static()
    }

    pub fn is_model(&self) -> bool {
        self.modifiers.has(JmlModifierKind::Model)
    }
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: Ident,
    pub span: Span,
    pub modifiers: Modifiers,
    pub ty: TypeRef,
    /// `T... xs`; `ty.dims` counts that dimension.
    pub is_varargs: bool,
}

#[derive(Clone, Debug)]
pub struct Initializer {
    pub span: Span,
    pub is_static: bool,
    pub body: Body,
    /// `initializer`/`static_initializer` specs stand among the type's clauses.
    pub spec: Option<MethodSpec>,
}

/// A block of Java and the JML in it. Nested lists are in source order.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// With its braces.
    pub span: Span,
    /// Where its own statements begin: after `{`, or after a constructor's `this(…)` or `super(…)`.
    pub start: usize,
    /// JML statements, loop clauses excepted.
    pub statements: Vec<JmlStatement>,
    pub loops: Vec<Loop>,
    pub locals: Vec<Local>,
    pub labels: Vec<Label>,
    /// Local and anonymous classes (what is inside them is in them, not here).
    pub types: Vec<TypeDecl>,
    /// Only in bodies written in JML (model methods): the outermost expressions, for rewriting.
    pub expressions: Vec<Expr>,
    /// `return` statements of this body itself (not of lambdas in it).
    pub returns: Vec<Return>,
}

#[derive(Clone, Debug)]
pub struct Return {
    pub span: Span,
    pub value: Option<Span>,
}

/// A Java label: `outer: for (…)`.
#[derive(Clone, Debug)]
pub struct Label {
    pub name: Ident,
    pub span: Span,
    pub statement: Span,
    /// The innermost block around it; `None` where it is not a statement of a block itself, so nothing can be declared before it.
    pub block: Option<Span>,
}

#[derive(Clone, Debug)]
pub struct Local {
    pub name: Ident,
    /// The whole declaration statement (or loop/resource/catch/pattern variable).
    pub span: Span,
    pub modifiers: Modifiers,
    pub ty: TypeRef,
    pub value: Option<Span>,
    /// The block or statement in which it is visible.
    pub scope: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LoopKind {
    For,
    ForEach,
    While,
    Do,
}

/// A Java loop; `clauses` is empty if it has no JML.
#[derive(Clone, Debug)]
pub struct Loop {
    pub kind: LoopKind,
    pub span: Span,
    /// Labels directly before it; the statement then starts at `labels[0].span.start`.
    pub labels: Vec<Ident>,
    /// `for`: from after `(` to the first `;` (that excluded).
    pub init: Span,
    /// Without parentheses.
    pub condition: Option<Span>,
    /// The condition is the literal `true`.
    pub is_endless: bool,
    /// The condition assigns a variable (outside of lambdas).
    pub condition_assigns: bool,
    /// The `break` statements that leave this very loop, labelled or not.
    pub breaks: Vec<Span>,
    /// `for`: the update list.
    pub update: Span,
    /// `for (T x : iterable)`.
    pub variable: Option<Ident>,
    pub variable_type: Option<TypeRef>,
    pub iterable: Option<Span>,
    pub body: Span,
    pub body_is_block: bool,
    pub clauses: Vec<LoopClause>,
    /// Statement contracts written for the loop (`loop_contract`), kept apart.
    pub contract: Option<Vec<ClauseNode>>,
}
