//! Where a mathematical integer has to become a Java one: arguments of calls and array indices. What does not fit is
//! undefined, so that nothing wraps in silence (jml.md §7).

use super::expr::{Result, expr, parens};
use super::scope::{Lowered, Scope};
use super::types::Ty;
use crate::out::call;
use proviso_syntax::ast::{BinaryOp, Expr, ExprKind, Literal, UnaryOp};

/// An argument of a Java method; `wanted` is the parameter's type where it is known.
pub fn argument(e: &Expr, wanted: Option<Ty>, scope: &Scope) -> Result<Lowered> {
    let inner = e.without_parens();
    if scope.java_math {
        return Ok(fitted(expr(e, scope)?, wanted.as_ref()));
    }
    if let ExprKind::Conditional {
        condition,
        then,
        otherwise,
    } = &inner.kind
    {
        let c = expr(condition, scope)?;
        let t = argument(then, wanted.clone(), scope)?;
        let o = argument(otherwise, wanted, scope)?;
        let code = parens(&[
            &c.code,
            &super::expr::glue(" ? "),
            &t.code,
            &super::expr::glue(" : "),
            &o.code,
        ]);
        let ty = if t.ty == o.ty {
            t.ty
        } else {
            t.ty.promoted(&o.ty)
        };
        return Ok(Lowered {
            code,
            ty,
            total: false,
        });
    }
    if !is_arithmetic(inner) {
        return Ok(fitted(expr(e, scope)?, wanted.as_ref()));
    }
    if matches!(wanted, Some(Ty::Big | Ty::Real)) {
        return Ok(fitted(expr(e, scope)?, wanted.as_ref()));
    }
    let java = expr(e, &scope.in_java_math())?;
    if !matches!(java.ty, Ty::Int | Ty::Long) {
        return Ok(java);
    }
    let value = expr(e, scope)?;
    if value.ty != Ty::Big {
        return Ok(java);
    }
    let long = java.ty == Ty::Long || wanted == Some(Ty::Long);
    Ok(match (long, only_ring_operations(inner)) {
        // Wrapping does not disturb + - *: Java's own term is the easier one to reason about.
        (false, true) => exact("proviso.runtime.Spec.exact", &[&java, &value], Ty::Int),
        (false, false) => exact("proviso.runtime.Spec.exactInt", &[&value], Ty::Int),
        (true, true) if java.ty == Ty::Long => {
            exact("proviso.runtime.Spec.exact", &[&java, &value], Ty::Long)
        }
        (true, _) => exact("proviso.runtime.Spec.exactLong", &[&value], Ty::Long),
    })
}

/// A mathematical integer (a sum, say) where a Java type is wanted, which it has to fit.
pub fn fitted(value: Lowered, wanted: Option<&Ty>) -> Lowered {
    match (&value.ty, wanted) {
        (Ty::Big, Some(Ty::Long)) => exact("proviso.runtime.Spec.exactLong", &[&value], Ty::Long),
        (Ty::Big, Some(Ty::Big)) | (Ty::Real, Some(Ty::Real)) => value,
        (_, Some(Ty::Big)) => exact("proviso.runtime.Spec.big", &[&value], Ty::Big),
        (_, Some(Ty::Real)) => exact("proviso.runtime.Spec.real", &[&value], Ty::Real),
        (Ty::Big, _) => exact("proviso.runtime.Spec.exactInt", &[&value], Ty::Int),
        _ => value,
    }
}

/// The index of an array element.
pub fn index_value(e: &Expr, scope: &Scope) -> Result<Lowered> {
    // `i + 1` and `i - 1` wrap to what is no index either.
    if let ExprKind::Binary {
        op: BinaryOp::Add | BinaryOp::Sub,
        left,
        right,
    } = &e.without_parens().kind
        && !is_arithmetic(left.without_parens())
        && matches!(right.kind, ExprKind::Literal(Literal::Int))
        && scope.file.jml_text(right.span) == "1"
    {
        return expr(e, &scope.in_java_math());
    }
    argument(e, Some(Ty::Int), scope)
}

fn exact(function: &str, args: &[&Lowered], ty: Ty) -> Lowered {
    let args: Vec<_> = args.iter().map(|a| &a.code).collect();
    Lowered {
        code: call(function, &args),
        ty,
        total: false,
    }
}

fn is_arithmetic(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Binary { op, .. } => matches!(
            op,
            BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem
        ),
        ExprKind::Unary { op, operand } => {
            *op == UnaryOp::Minus && !matches!(operand.kind, ExprKind::Literal(_))
        }
        _ => false,
    }
}

fn only_ring_operations(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Paren(inner) => only_ring_operations(inner),
        ExprKind::Binary { op, left, right } => {
            matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul)
                && only_ring_operations(left)
                && only_ring_operations(right)
        }
        ExprKind::Unary { op, operand } => *op == UnaryOp::Minus && only_ring_operations(operand),
        ExprKind::Conditional { .. } | ExprKind::Cast { .. } => false,
        _ => true,
    }
}
