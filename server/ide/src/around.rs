//! Where an offset stands in a tree.

use proviso_syntax::ast::{Member, Method, SourceFile, Span, TypeDecl};

/// Where an offset stands among the declarations.
pub struct Around<'a> {
    /// The innermost type whose body holds the offset.
    pub class: Option<&'a TypeDecl>,
    /// The method whose body holds it, or whose contract it would belong to.
    pub method: Option<&'a Method>,
    pub in_body: bool,
}

pub fn around(file: &SourceFile, offset: usize) -> Around<'_> {
    let holds = |span: Span| span.start <= offset && offset <= span.end;
    let class = file
        .all_types()
        .into_iter()
        .filter(|ty| holds(ty.body))
        .min_by_key(|ty| ty.body.end - ty.body.start);
    let Some(class) = class else {
        return Around {
            class: None,
            method: None,
            in_body: false,
        };
    };
    if let Some(method) = class
        .methods()
        .find(|method| method.body.as_ref().is_some_and(|body| holds(body.span)))
    {
        return Around {
            class: Some(class),
            method: Some(method),
            in_body: true,
        };
    }
    // A contract stands before its method, with nothing but other JML between.
    let next = class
        .members
        .iter()
        .filter(|member| start_of(member) >= offset || holds(span_of(member)))
        .min_by_key(|member| start_of(member));
    let of_type = class.clauses.iter().any(|clause| holds(clause.span));
    let method = match next {
        Some(Member::Method(method)) if !of_type => Some(method),
        _ => None,
    };
    Around {
        class: Some(class),
        method,
        in_body: false,
    }
}

fn span_of(member: &Member) -> Span {
    match member {
        Member::Field(field) => field.span,
        Member::Method(method) => method.span,
        Member::Initializer(initializer) => initializer.span,
        Member::Type(ty) => ty.span,
    }
}

fn start_of(member: &Member) -> usize {
    span_of(member).start
}

/// The annotation comment that holds an offset.
pub fn annotation_at(file: &SourceFile, offset: usize) -> Option<Span> {
    file.annotations
        .iter()
        .map(|annotation| annotation.span)
        .find(|span| span.start <= offset && offset <= span.end)
}
