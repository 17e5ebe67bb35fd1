//! Default constructors: where none is written, Java adds one, and it owes invariants like any other.

use crate::index::{Index, TypeNo};
use proviso_syntax::ast::{Body, Ident, Method, MethodKind, Modifiers, Span, TypeDecl, TypeKind};
use std::collections::HashMap;

/// The default constructors of classes that have JML.
pub fn constructors(index: &Index) -> HashMap<TypeNo, Method> {
    let mut all = HashMap::new();
    for no in (0..index.types.len()).map(TypeNo) {
        let entry = index.of(no);
        let decl = entry.decl;
        let written = decl.methods().any(|m| m.kind != MethodKind::Method);
        let makes_objects = decl.kind == TypeKind::Class
            && !decl.is_model
            && entry.is_member
            && !decl.modifiers.has_java("abstract");
        if makes_objects && !written && (has_jml(index, no) || runs_code(decl)) {
            all.insert(no, constructor(decl));
        }
    }
    all
}

/// Initialisers that do something: a constructor runs them, and they can go wrong as any code.
pub fn runs_code(decl: &TypeDecl) -> bool {
    decl.initializers().any(|i| !i.is_static)
        || decl
            .fields()
            .any(|f| !f.in_jml && !f.modifiers.is_static() && f.value.is_some() && !f.is_plain)
}

/// Without any JML nobody has asked for anything: then a field that starts as null is no news.
fn has_jml(index: &Index, ty: TypeNo) -> bool {
    let file = index.file(ty);
    let body = index.of(ty).decl.body;
    let inside = |span: Span| body.covers(span);
    file.annotations.iter().any(|a| inside(a.span))
        || index
            .ancestry(ty)
            .iter()
            .any(|t| !index.of(*t).decl.clauses.is_empty())
}

fn constructor(decl: &TypeDecl) -> Method {
    let at = Span::new(decl.name.span.start, decl.name.span.end);
    Method {
        kind: MethodKind::Constructor,
        name: Ident {
            text: decl.name.text.clone(),
            span: at,
        },
        span: at,
        modifiers: Modifiers {
            span: Span::new(at.start, at.start),
            ..Modifiers::default()
        },
        type_params: Vec::new(),
        result: None,
        params: Vec::new(),
        params_span: Span::new(at.end, at.end),
        throws: Vec::new(),
        body: Some(Body::default()),
        spec: None,
        in_jml: false,
    }
}
