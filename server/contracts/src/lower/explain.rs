//! The parts of a clause, for the one replay that explains why it is false: each is evaluated by itself, before the clause
//! is, and `proviso.runtime.Parts` keeps the values.

use super::Lowerer;
use super::expr::{as_type, dotted, expr};
use super::scope::Scope;
use crate::ClauseId;
use crate::out::Fragment;
use proviso_syntax::ast::{BinaryOp, Expr, ExprKind, Span, UnaryOp};

/// A sub-expression with a value of its own. Its number is its place among the parts of its clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Part {
    pub clause: ClauseId,
    pub file: usize,
    pub span: Span,
}

/// More than anybody reads.
const MOST_PARTS: usize = 40;
const PARTS: &str = "proviso.runtime.Parts";

impl<'a> Lowerer<'a> {
    /// Java statements that note the parts; nothing unless the clause is to be explained.
    pub fn explain(&mut self, file: usize, id: ClauseId, e: &Expr, scope: &Scope<'a>) -> Fragment {
        if !self.options.explained.contains(&id) || binds_pattern(e) {
            return Fragment::new();
        }
        let mut scope = scope.clone();
        scope.explained = true;
        let mut found = Vec::new();
        collect(e, &scope, true, &mut found);
        let mut out = Fragment::glue(format!("{PARTS}.begin({}); ", id.0));
        let mut seen: Vec<&str> = Vec::new();
        let mut number = 0;
        for (part, scope) in found {
            let text = scope.file.jml_text(part.span);
            if number == MOST_PARTS || seen.contains(&text) {
                continue;
            }
            seen.push(text);
            let Ok(lowered) = expr(part, &scope) else {
                continue;
            };
            out.push(&format!("try {{ {PARTS}.at({}, {number}, ", id.0))
                .append(&lowered.code)
                .push(&format!(
                    "); }} catch (Throwable proviso$y) {{ {PARTS}.undefined({}, {number}, proviso$y); }} ",
                    id.0
                ));
            self.parts.push(Part {
                clause: id,
                file,
                span: part.span,
            });
            number += 1;
        }
        out
    }
}

/// A pattern variable is only there where its `instanceof` is true: parts of such a clause cannot stand alone.
fn binds_pattern(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |sub| {
        found |= matches!(
            sub.kind,
            ExprKind::InstanceOf {
                binding: Some(_),
                ..
            } | ExprKind::InstanceOf {
                pattern: Some(_),
                ..
            }
        );
    });
    found
}

/// Sub-expressions worth a line, outermost first, each with the scope it is to be lowered in. The value of the whole
/// clause is known.
fn collect<'e, 'a>(
    e: &'e Expr,
    scope: &Scope<'a>,
    whole: bool,
    found: &mut Vec<(&'e Expr, Scope<'a>)>,
) {
    let java = || scope.in_java_math();
    match &e.kind {
        ExprKind::Paren(inner) | ExprKind::Lbl { expr: inner, .. } => {
            return collect(inner, scope, whole, found);
        }
        // What a quantifier says cannot be read off its parts: for which value it fails.
        ExprKind::Quantified(_) => found.push((e, scope.clone())),
        _ if whole => {}
        ExprKind::Name(name) => {
            if is_variable(name, scope) {
                found.push((e, scope.clone()));
            }
            return;
        }
        // `Integer.MAX_VALUE`, and what else is no variable of the project's.
        ExprKind::Field { object, .. }
            if !is_value(object, scope) && as_type(object, scope).is_none() =>
        {
            return;
        }
        ExprKind::Unary {
            op: UnaryOp::Minus | UnaryOp::Plus,
            operand,
        } if matches!(operand.kind, ExprKind::Literal(_)) => return,
        ExprKind::Field { .. }
        | ExprKind::Index { .. }
        | ExprKind::Call { .. }
        | ExprKind::Unary { .. }
        | ExprKind::Binary { .. }
        | ExprKind::Chain { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::Cast { .. }
        | ExprKind::InstanceOf { .. }
        | ExprKind::Result
        | ExprKind::Count
        | ExprKind::Old { .. }
        | ExprKind::Fresh { .. }
        | ExprKind::JmlCall { .. }
        | ExprKind::TypeCall { .. } => found.push((e, scope.clone())),
        _ => return,
    }
    match &e.kind {
        ExprKind::Field { object, .. } if is_value(object, scope) => {
            collect(object, scope, false, found);
        }
        ExprKind::Call { object, args, .. } => {
            if let Some(object) = object.as_deref().filter(|object| is_value(object, scope)) {
                collect(object, scope, false, found);
            }
            for arg in args {
                collect(arg, &java(), false, found);
            }
        }
        ExprKind::Index { array, index } => {
            collect(array, scope, false, found);
            collect(index, &java(), false, found);
        }
        ExprKind::Unary { op, operand } => {
            let inner = if *op == UnaryOp::Complement {
                java()
            } else {
                scope.clone()
            };
            collect(operand, &inner, false, found);
        }
        ExprKind::Binary { op, left, right } => {
            let bits = matches!(
                op,
                BinaryOp::Shl
                    | BinaryOp::Shr
                    | BinaryOp::Ushr
                    | BinaryOp::BitAnd
                    | BinaryOp::BitOr
                    | BinaryOp::BitXor
            );
            let inner = if bits { java() } else { scope.clone() };
            collect(left, &inner, false, found);
            collect(right, &inner, false, found);
        }
        ExprKind::Chain { .. }
        | ExprKind::Conditional { .. }
        | ExprKind::Cast { .. }
        | ExprKind::InstanceOf { .. } => {
            for child in e.children() {
                collect(child, scope, false, found);
            }
        }
        // An earlier state and bound variables are of another world.
        _ => {}
    }
}

fn is_variable(name: &str, scope: &Scope) -> bool {
    scope.var(name).is_some()
        || scope.index.field(scope.ty, name).is_some()
        || scope.index.component(scope.ty, name).is_some()
}

/// Not the name of a type or a package.
fn is_value(e: &Expr, scope: &Scope) -> bool {
    match dotted(e) {
        Some(dotted) => {
            let head = dotted.split('.').next().unwrap_or("");
            as_type(e, scope).is_none() && is_variable(head, scope)
        }
        None => true,
    }
}
