//! Operators: specification arithmetic is mathematical, comparisons are values rather than branches.

use super::expr::{Result, expr, glue, int_literal, parens, value};
use super::scope::{Lowered, Refusal, Scope};
use super::types::{Ty, java_type};
use crate::out::{Fragment, call};
use proviso_syntax::ast::{BinaryOp, Expr, ExprKind, Literal, Span, TypeRef, UnaryOp};

pub fn unary(span: Span, op: UnaryOp, operand: &Expr, scope: &Scope) -> Result<Lowered> {
    if op == UnaryOp::Minus
        && let ExprKind::Literal(Literal::Int) = operand.kind
    {
        return Ok(int_literal(operand.span, "-", scope));
    }
    let inner_scope = if op == UnaryOp::Complement {
        scope.in_java_math()
    } else {
        scope.clone()
    };
    let inner = expr(operand, &inner_scope)?;
    let sign = Fragment::copy(scope.file, Span::new(span.start, operand.span.start));
    Ok(match op {
        UnaryOp::Not => value(parens(&[&sign, &inner.code]), Ty::Bool, inner.total),
        UnaryOp::Complement => value(parens(&[&sign, &inner.code]), inner.ty, inner.total),
        UnaryOp::Plus => value(parens(&[&inner.code]), inner.ty, inner.total),
        UnaryOp::Minus if scope.java_math || inner.ty.is_floating() => {
            value(parens(&[&sign, &inner.code]), inner.ty, inner.total)
        }
        UnaryOp::Minus => {
            let ty = if inner.ty.is_integer() {
                Ty::Big
            } else {
                Ty::Arithmetic
            };
            value(
                call("proviso.runtime.Spec.neg", &[&inner.code]),
                ty,
                inner.total,
            )
        }
    })
}

pub fn binary(
    span: Span,
    op: BinaryOp,
    left: &Expr,
    right: &Expr,
    scope: &Scope,
) -> Result<Lowered> {
    use BinaryOp::*;
    match op {
        Add | Sub | Mul | Div | Rem => {
            let l = expr(left, scope)?;
            let r = expr(right, scope)?;
            arithmetic(op, left, right, l, r, scope)
        }
        Shl | Shr | Ushr => bits(span, left, right, scope),
        BitAnd | BitOr | BitXor => {
            let l = expr(left, scope)?;
            let r = expr(right, scope)?;
            if l.ty == Ty::Bool || r.ty == Ty::Bool {
                let sign = between(left, right, scope);
                return Ok(value(
                    parens(&[&l.code, &sign, &r.code]),
                    Ty::Bool,
                    l.total && r.total,
                ));
            }
            bits(span, left, right, scope)
        }
        Lt | Le | Gt | Ge => {
            let l = expr(left, scope)?;
            let r = expr(right, scope)?;
            Ok(comparison(op, &l, &r))
        }
        Eq | Ne => {
            let l = expr(left, scope)?;
            let r = expr(right, scope)?;
            Ok(equality(op == Ne, &l, &r))
        }
        And | Or | Implies | ImpliedBy => {
            let (first, second) = if op == ImpliedBy {
                (right, left)
            } else {
                (left, right)
            };
            let l = expr(first, scope)?;
            let r = expr(second, scope)?;
            let total = l.total && r.total;
            let code = match (op, r.total) {
                (And, true) => parens(&[&l.code, &glue(" & "), &r.code]),
                (And, false) => parens(&[&l.code, &glue(" && "), &r.code]),
                (Or, true) => parens(&[&l.code, &glue(" | "), &r.code]),
                (Or, false) => parens(&[&l.code, &glue(" || "), &r.code]),
                (_, true) => call("proviso.runtime.Spec.implies", &[&l.code, &r.code]),
                (_, false) => parens(&[&glue("!"), &parens(&[&l.code]), &glue(" || "), &r.code]),
            };
            Ok(value(code, Ty::Bool, total))
        }
        Iff | NotIff => {
            let l = expr(left, scope)?;
            let r = expr(right, scope)?;
            let same = call("proviso.runtime.Spec.iff", &[&l.code, &r.code]);
            let code = if op == Iff {
                same
            } else {
                parens(&[&glue("!"), &same])
            };
            Ok(value(code, Ty::Bool, l.total && r.total))
        }
        Subtype | SubtypeEq => {
            let l = expr(left, scope)?;
            let r = expr(right, scope)?;
            Ok(value(
                call("proviso.runtime.Spec.subtype", &[&l.code, &r.code]),
                Ty::Bool,
                false,
            ))
        }
        LockLt | LockLe => Err(Refusal::unsupported(span, "lock order is not supported")),
    }
}

/// The operator as the user wrote it, with its surroundings.
fn between(left: &Expr, right: &Expr, scope: &Scope) -> Fragment {
    Fragment::copy(
        scope.file,
        Span::new(left.span.end, right.span.start.max(left.span.end)),
    )
}

fn bits(span: Span, left: &Expr, right: &Expr, scope: &Scope) -> Result<Lowered> {
    let inner = scope.in_java_math();
    let l = expr(left, &inner)?;
    let r = expr(right, &inner)?;
    if l.ty.may_be_mathematical() || r.ty.may_be_mathematical() {
        return Err(Refusal::unsupported(
            span,
            "bit operations on `\\bigint` are not supported",
        ));
    }
    let ty = l.ty.promoted(&r.ty);
    Ok(value(
        parens(&[&l.code, &between(left, right, scope), &r.code]),
        ty,
        l.total && r.total,
    ))
}

fn arithmetic(
    op: BinaryOp,
    left: &Expr,
    right: &Expr,
    l: Lowered,
    r: Lowered,
    scope: &Scope,
) -> Result<Lowered> {
    let mathematical = l.ty.may_be_mathematical() || r.ty.may_be_mathematical();
    let divides = matches!(op, BinaryOp::Div | BinaryOp::Rem);
    let total = l.total && r.total && !divides;
    let text = op == BinaryOp::Add && (l.ty == Ty::Str || r.ty == Ty::Str);
    let floats =
        l.ty.is_floating() && r.ty.is_primitive() || r.ty.is_floating() && l.ty.is_primitive();
    if (scope.java_math && !mathematical) || text || floats {
        let ty = l.ty.promoted(&r.ty);
        return Ok(value(
            parens(&[&l.code, &between(left, right, scope), &r.code]),
            ty,
            total && !text,
        ));
    }
    let function = match op {
        BinaryOp::Add => "proviso.runtime.Spec.add",
        BinaryOp::Sub => "proviso.runtime.Spec.sub",
        BinaryOp::Mul => "proviso.runtime.Spec.mul",
        BinaryOp::Div => "proviso.runtime.Spec.div",
        _ => "proviso.runtime.Spec.rem",
    };
    let ty = if l.ty.is_integer() && r.ty.is_integer() {
        Ty::Big
    } else {
        Ty::Arithmetic
    };
    // Unknown operands may be null boxes.
    let total = total && ty == Ty::Big;
    Ok(value(call(function, &[&l.code, &r.code]), ty, total))
}

pub fn comparison(op: BinaryOp, l: &Lowered, r: &Lowered) -> Lowered {
    let numeric = |t: &Ty| t.is_primitive() || t.may_be_mathematical();
    let total = l.total && r.total && numeric(&l.ty) && numeric(&r.ty);
    let code = match op {
        BinaryOp::Lt => call("proviso.runtime.Spec.lt", &[&l.code, &r.code]),
        BinaryOp::Le => call("proviso.runtime.Spec.le", &[&l.code, &r.code]),
        BinaryOp::Gt => call("proviso.runtime.Spec.lt", &[&r.code, &l.code]),
        _ => call("proviso.runtime.Spec.le", &[&r.code, &l.code]),
    };
    value(code, Ty::Bool, total)
}

pub fn equality(negated: bool, l: &Lowered, r: &Lowered) -> Lowered {
    let known = |t: &Ty| t.is_primitive() || t.may_be_mathematical();
    let code = if known(&l.ty) || known(&r.ty) {
        let same = call("proviso.runtime.Spec.eq", &[&l.code, &r.code]);
        if negated {
            parens(&[&glue("!"), &same])
        } else {
            same
        }
    } else {
        parens(&[
            &l.code,
            &glue(if negated { " != " } else { " == " }),
            &r.code,
        ])
    };
    // Comparing references may choose an object: not something to do needlessly.
    let total = l.total && r.total && known(&l.ty) && known(&r.ty);
    value(code, Ty::Bool, total)
}

pub fn chain(span: Span, ops: &[BinaryOp], operands: &[Expr], scope: &Scope) -> Result<Lowered> {
    let mut lowered = Vec::new();
    for operand in operands {
        lowered.push(expr(operand, scope)?);
    }
    let mut code = glue("(");
    let mut total = true;
    for (i, op) in ops.iter().enumerate() {
        let (Some(l), Some(r)) = (lowered.get(i), lowered.get(i + 1)) else {
            return Err(Refusal::illegal(span, "a comparison lacks an operand"));
        };
        let link = match op {
            BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => comparison(*op, l, r),
            BinaryOp::Subtype | BinaryOp::SubtypeEq => value(
                call("proviso.runtime.Spec.subtype", &[&l.code, &r.code]),
                Ty::Bool,
                false,
            ),
            _ => return Err(Refusal::unsupported(span, "lock order is not supported")),
        };
        if i > 0 {
            code.push(" & ");
        }
        total &= link.total;
        code.append(&link.code);
    }
    code.push(")");
    Ok(value(code, Ty::Bool, total))
}

pub fn conditional(
    condition: &Expr,
    then: &Expr,
    otherwise: &Expr,
    scope: &Scope,
) -> Result<Lowered> {
    let c = expr(condition, scope)?;
    let mut t = expr(then, scope)?;
    let mut o = expr(otherwise, scope)?;
    if t.ty.may_be_mathematical() || o.ty.may_be_mathematical() {
        t.code = call("proviso.runtime.Spec.big", &[&t.code]);
        o.code = call("proviso.runtime.Spec.big", &[&o.code]);
        let ty = if t.ty.is_integer() && o.ty.is_integer() {
            Ty::Big
        } else {
            Ty::Arithmetic
        };
        t.ty = ty.clone();
        o.ty = ty;
    }
    let ty = if t.ty == o.ty {
        t.ty.clone()
    } else {
        t.ty.promoted(&o.ty)
    };
    Ok(value(
        parens(&[&c.code, &glue(" ? "), &t.code, &glue(" : "), &o.code]),
        ty,
        false,
    ))
}

pub fn cast(span: Span, ty: &TypeRef, operand: &Expr, scope: &Scope) -> Result<Lowered> {
    let inner = expr(operand, scope)?;
    let target = Ty::of(ty, scope.index, scope.ty);
    let code = match (&target, ty.name.as_str()) {
        (Ty::Big, _) => call("proviso.runtime.Spec.big", &[&inner.code]),
        (Ty::Real, _) => call("proviso.runtime.Spec.real", &[&inner.code]),
        (_, name) if ty.is_primitive() && name != "boolean" && inner.ty.may_be_mathematical() => {
            let mut chars = name.chars();
            let upper: String = chars
                .next()
                .map(|c| c.to_ascii_uppercase())
                .into_iter()
                .chain(chars)
                .collect();
            call(&format!("proviso.runtime.Spec.to{upper}"), &[&inner.code])
        }
        _ => {
            let java = java_type(ty).map_err(|message| Refusal::unsupported(span, message))?;
            parens(&[&glue(&format!("({java}) ")), &inner.code])
        }
    };
    let total = inner.total && (target.is_primitive() || target == Ty::Big);
    Ok(value(code, target, total))
}
