//! JML expressions to Java expressions: names, operators, calls. Quantifiers are in `quant`, JML functions in `jml_expr`.

use super::narrow::{argument, index_value};
use super::operators::{binary, cast, chain, conditional, unary};
use super::scope::{Lowered, Refusal, Scope, Var};
use super::types::Ty;
use crate::out::{Fragment, call};
use proviso_syntax::ast::{Expr, ExprKind, Field, Ident, Literal, Span};

pub type Result<T> = std::result::Result<T, Refusal>;

pub fn glue(text: &str) -> Fragment {
    Fragment::glue(text)
}

/// `(` + fragments + `)`.
pub fn parens(parts: &[&Fragment]) -> Fragment {
    let mut out = glue("(");
    for part in parts {
        out.append(part);
    }
    out.push(")");
    out
}

pub fn value(code: Fragment, ty: Ty, total: bool) -> Lowered {
    Lowered { code, ty, total }
}

/// Lowers a predicate; its Java type is boolean (or Boolean, which javac unboxes).
pub fn predicate(e: &Expr, scope: &Scope) -> Result<Lowered> {
    expr(e, scope)
}

pub fn expr(e: &Expr, scope: &Scope) -> Result<Lowered> {
    let copy = |span: Span| Fragment::copy(scope.file, span);
    Ok(match &e.kind {
        ExprKind::Literal(kind) => literal(e.span, *kind, scope),
        ExprKind::Name(name) => {
            let found = scope
                .var(name)
                .is_none()
                .then(|| scope.index.field(scope.ty, name));
            if let Some((_, field)) = found.flatten() {
                representable(e.span, field)?;
            }
            self::name(e.span, name, scope)
        }
        ExprKind::This => value(copy(e.span), Ty::Class(scope.ty), true),
        ExprKind::Super => value(copy(e.span), Ty::Ref, true),
        ExprKind::Paren(inner) => {
            let inner = expr(inner, scope)?;
            value(parens(&[&inner.code]), inner.ty, inner.total)
        }
        ExprKind::Field { object, name } => field(e, object, name, scope)?,
        ExprKind::Index { array, index } => {
            let array = expr(array, scope)?;
            let index = index_value(index, scope)?;
            let ty = match array.ty {
                Ty::Array(element) => *element,
                _ => Ty::Any,
            };
            let mut code = array.code;
            code.push("[").append(&index.code).push("]");
            value(code, ty, false)
        }
        ExprKind::Call {
            object,
            type_args,
            name,
            args,
        } => method_call(object.as_deref(), *type_args, name, args, scope)?,
        ExprKind::Unary { op, operand } => unary(e.span, *op, operand, scope)?,
        ExprKind::Binary { op, left, right } => binary(e.span, *op, left, right, scope)?,
        ExprKind::Chain { ops, operands } => chain(e.span, ops, operands, scope)?,
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => conditional(condition, then, otherwise, scope)?,
        ExprKind::Cast { ty, operand } => cast(e.span, ty, operand, scope)?,
        ExprKind::InstanceOf { operand, ty, .. } => {
            let object = expr(operand, scope)?;
            // What stands after the operand (type or pattern) is Java as it is.
            let mut code = glue("(");
            code.append(&object.code)
                .append(&copy(Span::new(operand.span.end, e.span.end)))
                .push(")");
            if ty.as_ref().is_some_and(|t| t.is_jml()) {
                return Err(Refusal::unsupported(
                    e.span,
                    "`instanceof` with a JML type is not supported",
                ));
            }
            value(code, Ty::Bool, false)
        }
        ExprKind::Lambda { names, body, .. } => {
            let mut inner = scope.in_java_math();
            for name in names {
                let var = Var {
                    name: name.text.clone(),
                    ty: Ty::Any,
                    java: glue(&name.text),
                    is_constant: true,
                    is_local: false,
                };
                inner.vars.push(var);
            }
            value(with_holes(e.span, &[body], &inner)?, Ty::Ref, false)
        }
        ExprKind::New {
            outer, args, body, ..
        } => {
            if body.is_some() {
                return Err(Refusal::unsupported(
                    e.span,
                    "an anonymous class in a specification is not supported",
                ));
            }
            let parts: Vec<&Expr> = outer.iter().map(|o| &**o).chain(args).collect();
            value(
                with_holes(e.span, &parts, &scope.in_java_math())?,
                Ty::Ref,
                false,
            )
        }
        ExprKind::NewArray { parts, .. }
        | ExprKind::ArrayInit(parts)
        | ExprKind::MethodRef(parts)
        | ExprKind::Java(parts) => {
            let parts: Vec<&Expr> = parts.iter().collect();
            value(
                with_holes(e.span, &parts, &scope.in_java_math())?,
                Ty::Any,
                false,
            )
        }
        ExprKind::ClassLiteral(_) => value(copy(e.span), Ty::Ref, true),
        ExprKind::Assign { .. } | ExprKind::Update { .. } => {
            return Err(Refusal::illegal(e.span, "a specification must not assign"));
        }
        _ => super::jml_expr::lower(e, scope)?,
    })
}

/// The text of a span with the given sub-expressions lowered in place.
pub fn with_holes(span: Span, holes: &[&Expr], scope: &Scope) -> Result<Fragment> {
    let mut out = Fragment::new();
    let mut at = span.start;
    for hole in holes {
        if hole.span.start < at {
            continue;
        }
        out.append(&Fragment::copy(scope.file, Span::new(at, hole.span.start)));
        out.append(&expr(hole, scope)?.code);
        at = hole.span.end;
    }
    out.append(&Fragment::copy(scope.file, Span::new(at, span.end.max(at))));
    Ok(out)
}

fn literal(span: Span, kind: Literal, scope: &Scope) -> Lowered {
    let ty = match kind {
        Literal::Int => return int_literal(span, "", scope),
        Literal::Float => {
            let text = scope.file.jml_text(span);
            if text.ends_with(['f', 'F']) {
                Ty::Float
            } else {
                Ty::Double
            }
        }
        Literal::Char => Ty::Int,
        Literal::String => Ty::Str,
        Literal::True | Literal::False => Ty::Bool,
        Literal::Null => Ty::Null,
    };
    value(Fragment::copy(scope.file, span), ty, true)
}

/// Specification arithmetic has integers of any size, so has its literals.
pub fn int_literal(span: Span, sign: &str, scope: &Scope) -> Lowered {
    let text = scope.file.jml_text(span);
    let digits: String = text.chars().filter(|c| *c != '_').collect();
    let is_long = digits.ends_with(['l', 'L']);
    let decimal =
        digits.bytes().all(|b| b.is_ascii_digit()) && (digits == "0" || !digits.starts_with('0'));
    if decimal && !scope.java_math {
        let fits = format!("{sign}{digits}").parse::<i32>().is_ok();
        if !fits {
            return value(
                glue(&format!("proviso.runtime.BigInt.parse(\"{sign}{digits}\")")),
                Ty::Big,
                true,
            );
        }
    }
    let mut code = glue(if sign.is_empty() { "" } else { "(-" });
    code.append(&Fragment::copy(scope.file, span));
    code.push(if sign.is_empty() { "" } else { ")" });
    value(code, if is_long { Ty::Long } else { Ty::Int }, true)
}

/// A ghost or model field of a type without a meaning here is not there.
fn representable(span: Span, field: &Field) -> Result<()> {
    match super::types::java_type(&field.ty) {
        Err(message) if field.in_jml => Err(Refusal::unsupported(span, message)),
        _ => Ok(()),
    }
}

fn name(span: Span, name: &str, scope: &Scope) -> Lowered {
    if let Some(var) = scope.var(name) {
        let code = if var.java.text == *name {
            Fragment::copy(scope.file, span)
        } else {
            var.java.clone()
        };
        return value(code, var.ty.clone(), true);
    }
    if let Some((owner, field)) = scope.index.field(scope.ty, name) {
        let ty = Ty::of(&field.ty, scope.index, owner);
        if field.is_model() {
            return value(
                glue(&format!("{}()", super::model::reader(name))),
                ty,
                false,
            );
        }
        return value(Fragment::copy(scope.file, span), ty, true);
    }
    let ty = scope
        .index
        .component(scope.ty, name)
        .map_or(Ty::Any, |c| Ty::of(c, scope.index, scope.ty));
    value(Fragment::copy(scope.file, span), ty, true)
}

/// Whether an expression is the name of a type rather than a value.
pub fn as_type(e: &Expr, scope: &Scope) -> Option<crate::index::TypeNo> {
    let dotted = dotted(e)?;
    let head = dotted.split('.').next().unwrap_or("");
    if scope.var(head).is_some() || scope.index.field(scope.ty, head).is_some() {
        return None;
    }
    scope.index.resolve(&dotted, scope.ty)
}

/// `a.b.c` of names only.
pub fn dotted(e: &Expr) -> Option<String> {
    match &e.kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Field { object, name } => Some(format!("{}.{}", dotted(object)?, name.text)),
        _ => None,
    }
}

fn field(e: &Expr, object: &Expr, name: &Ident, scope: &Scope) -> Result<Lowered> {
    if let Some(owner) = as_type(object, scope) {
        let mut code = Fragment::copy(scope.file, object.span);
        if let Some((declared, field)) = scope.index.field_of(owner, &name.text) {
            let ty = Ty::of(&field.ty, scope.index, declared);
            if field.is_model() {
                code.push(&format!(".{}()", super::model::reader(&name.text)));
                return Ok(value(code, ty, false));
            }
            return Ok(value(Fragment::copy(scope.file, e.span), ty, true));
        }
        return Ok(value(Fragment::copy(scope.file, e.span), Ty::Any, false));
    }
    let is_this = matches!(object.kind, ExprKind::This);
    let object = expr(object, scope)?;
    let found = match &object.ty {
        Ty::Class(no) => scope.index.field_of(*no, &name.text),
        _ => None,
    };
    if let Some((_, field)) = found {
        representable(name.span, field)?;
    }
    let mut code = object.code;
    let model = match found {
        Some((_, field)) => field.is_model(),
        None => {
            !matches!(object.ty, Ty::Array(_) | Ty::Class(_))
                && super::model::only_model(scope.index, &name.text)
        }
    };
    if model {
        code.push(&format!(".{}()", super::model::reader(&name.text)));
    } else {
        code.push(".")
            .append(&Fragment::copy(scope.file, name.span));
    }
    let ty = match (found, &object.ty) {
        (Some((owner, field)), _) => Ty::of(&field.ty, scope.index, owner),
        (None, Ty::Array(_)) => Ty::Int,
        (None, Ty::Class(no)) => scope
            .index
            .component(*no, &name.text)
            .map_or(Ty::Any, |c| Ty::of(c, scope.index, *no)),
        _ => Ty::Any,
    };
    Ok(value(code, ty, is_this && !model))
}

fn method_call(
    object: Option<&Expr>,
    type_args: Option<Span>,
    name: &Ident,
    args: &[Expr],
    scope: &Scope,
) -> Result<Lowered> {
    // `\reach(o).has(x)`
    if let Some(Expr {
        kind:
            ExprKind::JmlCall {
                function: proviso_syntax::ast::JmlFunction::Reach,
                ..
            },
        ..
    }) = object
        && (name.text == "has" || name.text == "contains")
        && let [member] = args
    {
        let set = expr(object.expect("matched"), scope)?;
        let member = expr(member, scope)?;
        return Ok(value(
            call("proviso.runtime.QuantIn.has", &[&set.code, &member.code]),
            Ty::Bool,
            false,
        ));
    }
    let mut code = Fragment::new();
    let mut owner = Some(scope.ty);
    if let Some(object) = object {
        owner = None;
        if let Some(ty) = as_type(object, scope) {
            owner = Some(ty);
            code.append(&Fragment::copy(scope.file, object.span));
        } else {
            let object = expr(object, scope)?;
            if let Ty::Class(no) = object.ty {
                owner = Some(no);
            }
            code.append(&object.code);
        }
        code.push(".");
        if let Some(type_args) = type_args {
            code.append(&Fragment::copy(scope.file, type_args));
        }
    }
    let candidates = owner.map_or(Vec::new(), |t| {
        scope.index.methods_named(t, &name.text, args.len())
    });
    if !candidates.is_empty() && candidates.iter().all(|(_, m)| m.in_jml && m.body.is_none()) {
        let message = "a model method without a body has no value";
        return Err(Refusal::unsupported(name.span, message));
    }
    code.append(&Fragment::copy(scope.file, name.span))
        .push("(");
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            code.push(", ");
        }
        let wanted = param_type(owner, &name.text, args.len(), i, scope);
        code.append(&argument(arg, wanted, scope)?.code);
    }
    code.push(")");
    Ok(value(
        code,
        call_type(owner, &name.text, args.len(), scope),
        false,
    ))
}

/// The type of a parameter if all project methods of that name and arity agree on it.
fn param_type(
    owner: Option<crate::index::TypeNo>,
    name: &str,
    arity: usize,
    at: usize,
    scope: &Scope,
) -> Option<Ty> {
    let found = scope.index.methods_named(owner?, name, arity);
    let mut types = found
        .iter()
        .filter_map(|(t, m)| m.params.get(at).map(|p| Ty::of(&p.ty, scope.index, *t)));
    let first = types.next()?;
    types.all(|t| t == first).then_some(first)
}

/// The result type if all project methods of that name and arity agree on it.
fn call_type(owner: Option<crate::index::TypeNo>, name: &str, arity: usize, scope: &Scope) -> Ty {
    let mut owner = owner;
    while let Some(current) = owner {
        let found = scope.index.methods_named(current, name, arity);
        let mut types = found.iter().map(|(t, m)| match &m.result {
            // A type variable stands for anything.
            Some(r) if m.type_params.iter().any(|p| p.name.text == r.name) => Ty::Any,
            Some(r) => Ty::of(r, scope.index, *t),
            None => Ty::Any,
        });
        if let Some(first) = types.next() {
            return if types.all(|t| t == first) {
                first
            } else {
                Ty::Any
            };
        }
        owner = scope.index.of(current).outer;
    }
    Ty::Any
}
