//! JML's own primaries: `\result`, `\old`, `\fresh`, `\typeof`, … to calls of the runtime.

use super::expr::{Result, expr, glue, value};
use super::operators::equality;
use super::scope::{Lowered, Refusal, Scope, Var};
use super::types::{Ty, java_type};
use crate::out::call;
use proviso_syntax::ast::{
    Expr, ExprKind, Ident, JmlFunction, JmlWord, OldKind, Span, TypeFunction, TypeRef,
};

pub fn lower(e: &Expr, scope: &Scope) -> Result<Lowered> {
    let unsupported = |what: &str| {
        Err(Refusal::unsupported(
            e.span,
            format!("{what} is not supported"),
        ))
    };
    match &e.kind {
        ExprKind::Result => match &scope.result {
            Some((name, ty)) => Ok(value(glue(name), ty.clone(), true)),
            None => Err(Refusal::illegal(e.span, "`\\result` has no value here")),
        },
        ExprKind::Exception => match &scope.exception {
            Some(name) => Ok(value(glue(name), Ty::Ref, true)),
            None => Err(Refusal::illegal(e.span, "`\\exception` has no value here")),
        },
        ExprKind::Count => match &scope.count {
            Some(name) => Ok(value(glue(name), Ty::Int, true)),
            None => Err(Refusal::illegal(
                e.span,
                "`\\count` stands outside of a loop specification",
            )),
        },
        ExprKind::Informal(_) => Ok(value(glue("true"), Ty::Bool, true)),
        ExprKind::Old {
            kind,
            expr: inner,
            label,
        } => old(e.span, *kind, inner, label.as_ref(), scope),
        ExprKind::Fresh { args } => fresh(e.span, args, scope),
        ExprKind::JmlCall { function, args } => function_call(e.span, *function, args, scope),
        ExprKind::TypeCall { function, types } => type_call(e.span, *function, types, scope),
        ExprKind::Lbl { expr: inner, .. } => expr(inner, scope),
        ExprKind::Let { bindings, body } => {
            let mut inner = scope.clone();
            for binding in bindings {
                let bound = expr(&binding.value, &inner)?;
                let mut code = glue("(");
                let ty = Ty::of(&binding.ty, scope.index, scope.ty);
                if ty == Ty::Big && bound.ty != Ty::Big {
                    code.push("proviso.runtime.Spec.big(")
                        .append(&bound.code)
                        .push(")");
                } else {
                    code.append(&bound.code);
                }
                code.push(")");
                let ty = if bound.ty.may_be_mathematical() {
                    bound.ty
                } else {
                    ty
                };
                inner.vars.push(Var {
                    name: binding.name.text.clone(),
                    ty,
                    java: code,
                    is_constant: false,
                    is_local: false,
                });
            }
            expr(body, &inner)
        }
        ExprKind::Quantified(q) => super::quant::lower(e.span, q, scope),
        ExprKind::Comprehension(_) => unsupported("set comprehension"),
        ExprKind::OnlyCalled(_) => unsupported("`\\only_called`"),
        ExprKind::Values => unsupported("`\\values`"),
        ExprKind::Lockset => unsupported("`\\lockset`"),
        ExprKind::Keyword(JmlWord::Same) => unsupported("`\\same`"),
        ExprKind::Keyword(_) => Err(Refusal::illegal(
            e.span,
            "this word stands for locations, not for a value",
        )),
        ExprKind::Unknown { name, .. } => unsupported(&format!("`{name}`")),
        ExprKind::AllFields(_) | ExprKind::Elements { .. } => {
            Err(Refusal::illegal(e.span, "a set of locations has no value"))
        }
        ExprKind::Error => Err(Refusal::illegal(e.span, "this expression cannot be read")),
        _ => unsupported("this expression"),
    }
}

fn state_of(span: Span, label: Option<&Ident>, scope: &Scope) -> Result<String> {
    if let Some(label) = label {
        if let Some(known) = scope.label(&label.text) {
            return Ok(known.state.clone());
        }
        match label.text.as_str() {
            "Pre" | "Old" | "\\Pre" | "\\Old" => {}
            other => {
                return Err(Refusal::unsupported(
                    label.span,
                    format!("the label `{other}` is not known here"),
                ));
            }
        }
    }
    scope
        .old
        .clone()
        .ok_or_else(|| Refusal::illegal(span, "there is no earlier state to refer to here"))
}

fn old(
    span: Span,
    kind: OldKind,
    inner: &Expr,
    label: Option<&Ident>,
    scope: &Scope,
) -> Result<Lowered> {
    if kind == OldKind::Past {
        return Err(Refusal::unsupported(span, "`\\past` is not supported"));
    }
    if label.is_some_and(|l| l.text == "Here" || l.text == "\\Here") {
        return expr(inner, scope);
    }
    let state = state_of(span, label, scope)?;
    // Variables that are the same in every state need no journey.
    if let ExprKind::Name(name) = &inner.without_parens().kind
        && scope.var(name).is_some_and(|v| v.is_constant)
    {
        return expr(inner, scope);
    }
    let mut past = scope.clone();
    match label.and_then(|l| scope.label(&l.text)) {
        // A variable that is bound further in (quantified, say) is no local of the body.
        Some(known) => past
            .vars
            .extend(known.vars.iter().filter(|v| scope.is_local(v)).cloned()),
        None if scope.old.as_ref() == Some(&state) => {
            past.vars
                .extend(scope.entry.iter().filter(|v| scope.is_local(v)).cloned());
        }
        None => {}
    }
    if let ExprKind::Name(name) = &inner.without_parens().kind
        && past.var(name).is_some_and(|v| v.is_constant)
    {
        return expr(inner, &past);
    }
    let e = expr(inner, &past)?;
    let mut code = glue(&format!("proviso.runtime.Jml.old({state}, () -> "));
    if may_be_constant(inner) && matches!(e.ty, Ty::Int | Ty::Any) {
        code.append(&call("proviso.runtime.Spec.given", &[&e.code]));
    } else {
        code.append(&e.code);
    }
    code.push(")");
    Ok(value(code, e.ty, false))
}

/// A constant of type `int` fits a lambda that gives a `byte` or a `char` as well (JLS 5.2), and javac
/// could not choose; the result of a call has one type.
fn may_be_constant(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Literal(_) | ExprKind::Name(_) => true,
        ExprKind::Field { object, .. } => may_be_constant(object),
        ExprKind::Paren(inner) => may_be_constant(inner),
        ExprKind::Unary { operand, .. } | ExprKind::Cast { operand, .. } => {
            may_be_constant(operand)
        }
        ExprKind::Binary { left, right, .. } => may_be_constant(left) && may_be_constant(right),
        ExprKind::Conditional {
            condition,
            then,
            otherwise,
        } => may_be_constant(condition) && may_be_constant(then) && may_be_constant(otherwise),
        _ => false,
    }
}

fn fresh(span: Span, args: &[Expr], scope: &Scope) -> Result<Lowered> {
    let (objects, label) = match args {
        [
            object,
            Expr {
                kind: ExprKind::Name(label),
                span,
            },
        ] if scope.label(label).is_some() || matches!(label.as_str(), "Pre" | "Old") => (
            std::slice::from_ref(object),
            Some(Ident {
                text: label.clone(),
                span: *span,
            }),
        ),
        all => (all, None),
    };
    let state = state_of(span, label.as_ref(), scope)?;
    let mut code = glue("(");
    for (i, object) in objects.iter().enumerate() {
        if i > 0 {
            code.push(" && ");
        }
        let object = expr(object, scope)?;
        code.push(&format!("proviso.runtime.Jml.fresh({state}, "))
            .append(&object.code)
            .push(")");
    }
    code.push(")");
    Ok(value(code, Ty::Bool, false))
}

fn function_call(
    span: Span,
    function: JmlFunction,
    args: &[Expr],
    scope: &Scope,
) -> Result<Lowered> {
    use JmlFunction::*;
    let one = || match args {
        [arg] => Ok(arg),
        _ => Err(Refusal::illegal(span, "this operator takes one argument")),
    };
    let runtime = |name: &str, ty: Ty| -> Result<Lowered> {
        let arg = expr(one()?, scope)?;
        Ok(value(call(name, &[&arg.code]), ty, false))
    };
    match function {
        OnlyAssigned | NotAssigned if scope.traced.contains(&span) => {
            Ok(value(glue("true"), Ty::Bool, true))
        }
        NonNullElements => runtime("proviso.runtime.Spec.nonNullElements", Ty::Bool),
        TypeOf => runtime("proviso.runtime.Spec.typeof", Ty::Ref),
        ElemType => runtime("proviso.runtime.Spec.elemtype", Ty::Ref),
        Reach => runtime("proviso.runtime.QuantIn.reach", Ty::Ref),
        Erasure => expr(one()?, scope),
        IsArray => {
            let arg = expr(one()?, scope)?;
            let mut code = arg.code;
            code.push(".isArray()");
            Ok(value(code, Ty::Bool, false))
        }
        JavaMath | SafeMath => expr(one()?, &scope.in_java_math()),
        BigintMath => {
            let mut inner = scope.clone();
            inner.java_math = false;
            expr(one()?, &inner)
        }
        InvariantFor | Inv => {
            let (code, ty) = match args {
                [] => (glue("this"), Ty::Class(scope.ty)),
                [arg] => {
                    let arg = expr(arg, scope)?;
                    (arg.code, arg.ty)
                }
                _ => return Err(Refusal::illegal(span, "this operator takes one argument")),
            };
            match ty {
                Ty::Class(_) => {
                    let mut out = glue("(");
                    out.append(&code)
                        .push(" == null || ")
                        .append(&code)
                        .push(".")
                        .push(super::INVARIANTS)
                        .push("())");
                    Ok(value(out, Ty::Bool, false))
                }
                // Types outside the project have no invariants.
                Ty::Str | Ty::Array(_) => Ok(value(glue("true"), Ty::Bool, true)),
                _ => Err(Refusal::unsupported(
                    span,
                    "the type of this expression is not known well enough for its invariants",
                )),
            }
        }
        NotModified => {
            let mut code = glue("(true");
            for arg in args {
                let now = expr(arg, scope)?;
                let then = old(span, OldKind::Old, arg, None, scope)?;
                code.push(" && ").append(&equality(false, &now, &then).code);
            }
            code.push(")");
            Ok(value(code, Ty::Bool, false))
        }
        Distinct => {
            let mut code = glue("(true");
            let all = args
                .iter()
                .map(|a| expr(a, scope))
                .collect::<Result<Vec<_>>>()?;
            for (i, a) in all.iter().enumerate() {
                for b in &all[i + 1..] {
                    code.push(" & ").append(&equality(true, a, b).code);
                }
            }
            code.push(")");
            Ok(value(code, Ty::Bool, false))
        }
        ArrayType | Space | Duration | WorkingSpace | NotAssigned | OnlyAssigned | OnlyAccessed
        | OnlyCaptured | MaxLock | Locset | NewElemsFresh | Intersect | SetUnion | SetMinus
        | Disjoint | Subset | Singleton | AllFieldsOf | AllObjects => {
            let word = scope.file.jml_text(span);
            let word = word.split('(').next().unwrap_or(word).trim();
            Err(Refusal::unsupported(
                span,
                format!("`{word}` is not supported"),
            ))
        }
    }
}

fn type_call(
    span: Span,
    function: TypeFunction,
    types: &[TypeRef],
    scope: &Scope,
) -> Result<Lowered> {
    match (function, types) {
        (TypeFunction::Type, [ty]) if is_type_variable(&ty.name, scope) => {
            Err(Refusal::unsupported(
                ty.span,
                "what a type variable stands for is not known at run time",
            ))
        }
        (TypeFunction::Type, [ty]) => {
            let java = java_type(ty).map_err(|m| Refusal::unsupported(span, m))?;
            // A class literal takes no type arguments.
            let raw = if java.contains('<') {
                ty.name.clone() + &"[]".repeat(ty.dims)
            } else {
                java
            };
            // So that any two can be compared.
            let code = format!("((java.lang.Class<?>) {raw}.class)");
            Ok(value(glue(&code), Ty::Ref, true))
        }
        (TypeFunction::StaticInvariantFor, [ty]) => match scope.index.resolve(&ty.name, scope.ty) {
            Some(no) => {
                let name = scope.index.name_from(no, scope.ty);
                Ok(value(
                    glue(&format!("{name}.{}()", super::STATIC_INVARIANTS)),
                    Ty::Bool,
                    false,
                ))
            }
            None => Ok(value(glue("true"), Ty::Bool, true)),
        },
        (TypeFunction::IsInitialized, _) => Err(Refusal::unsupported(
            span,
            "`\\is_initialized` is not supported",
        )),
        _ => Err(Refusal::illegal(span, "this operator takes one type")),
    }
}

/// Of the class or one around it; those of a method javac refuses.
fn is_type_variable(name: &str, scope: &Scope) -> bool {
    let mut around = Some(scope.ty);
    while let Some(ty) = around {
        let entry = scope.index.of(ty);
        if entry.decl.type_params.iter().any(|p| p.name.text == name) {
            return true;
        }
        around = entry.outer;
    }
    false
}
