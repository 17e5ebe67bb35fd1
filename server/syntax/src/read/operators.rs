//! Unary and binary operators, and chains of comparisons.

use super::{Reader, span};
use crate::ast::*;
use tree_sitter::Node;

/// Operands of one `a + b + c + …`.
const MAX_SPINE: usize = 400;

impl Reader<'_> {
    pub(super) fn unary(&mut self, node: Node) -> ExprKind {
        let op = match self.field_ident(node, "operator").text.as_str() {
            "+" => UnaryOp::Plus,
            "-" => UnaryOp::Minus,
            "!" => UnaryOp::Not,
            _ => UnaryOp::Complement,
        };
        ExprKind::Unary {
            op,
            operand: self.field_expr(node, "operand"),
        }
    }

    /// Long sums are left-deep: their spine is walked in a loop, not by recursion.
    pub(super) fn binary(&mut self, node: Node) -> ExprKind {
        let mut spine = Vec::new();
        let mut leftmost = node;
        while leftmost.kind() == "binary_expression" {
            spine.push(leftmost);
            match leftmost.child_by_field_name("left") {
                Some(left) => leftmost = left,
                None => return ExprKind::Error,
            }
        }
        if spine.len() > MAX_SPINE {
            self.error(
                span(node),
                ProblemCode::Syntax,
                "this expression has too many operands",
            );
            return ExprKind::Error;
        }
        let mut left = self.expr(leftmost);
        for part in spine.into_iter().rev() {
            let Some(op) = part.child_by_field_name("operator") else {
                return ExprKind::Error;
            };
            let Some(op) = binary_op(self.text_of(op)) else {
                return ExprKind::Error;
            };
            if op == BinaryOp::ImpliedBy {
                self.warn(
                    span(part),
                    ProblemCode::Deprecated,
                    "`<==` is an old form; turn it round to `==>`",
                );
            }
            let right = *self.field_expr(part, "right");
            left = Expr::new(span(part), self.join(op, left, right, part));
        }
        left.kind
    }

    /// `a < b <= c` is one chain, if the operators point the same way.
    pub(super) fn join(&mut self, op: BinaryOp, left: Expr, right: Expr, node: Node) -> ExprKind {
        let Some(direction) = op.chain_direction() else {
            return ExprKind::Binary {
                op,
                left: Box::new(left),
                right: Box::new(right),
            };
        };
        let (mut ops, mut operands) = match left.kind {
            ExprKind::Binary {
                op: first,
                left,
                right,
            } if first.chain_direction().is_some() => (vec![first], vec![*left, *right]),
            ExprKind::Chain { ops, operands } => (ops, operands),
            _ => {
                return ExprKind::Binary {
                    op,
                    left: Box::new(left),
                    right: Box::new(right),
                };
            }
        };
        if ops
            .iter()
            .any(|before| before.chain_direction() != Some(direction))
        {
            self.error(
                span(node),
                ProblemCode::Illegal,
                "comparisons in a chain must point the same way (`a < b <= c`); use `&&`",
            );
        }
        ops.push(op);
        operands.push(right);
        ExprKind::Chain { ops, operands }
    }
}

impl BinaryOp {
    /// Operators of one direction may be chained: {<, <=}, {>, >=}, {<:, <:=}, {<#, <#=}.
    pub fn chain_direction(self) -> Option<u8> {
        Some(match self {
            BinaryOp::Lt | BinaryOp::Le => 0,
            BinaryOp::Gt | BinaryOp::Ge => 1,
            BinaryOp::Subtype | BinaryOp::SubtypeEq => 2,
            BinaryOp::LockLt | BinaryOp::LockLe => 3,
            _ => return None,
        })
    }

    pub fn symbol(self) -> &'static str {
        BINARY_OPS
            .iter()
            .find(|(_, op)| *op == self)
            .map_or("", |(symbol, _)| symbol)
    }
}

const BINARY_OPS: &[(&str, BinaryOp)] = &[
    ("*", BinaryOp::Mul),
    ("/", BinaryOp::Div),
    ("%", BinaryOp::Rem),
    ("+", BinaryOp::Add),
    ("-", BinaryOp::Sub),
    ("<<", BinaryOp::Shl),
    (">>", BinaryOp::Shr),
    (">>>", BinaryOp::Ushr),
    ("<", BinaryOp::Lt),
    ("<=", BinaryOp::Le),
    (">", BinaryOp::Gt),
    (">=", BinaryOp::Ge),
    ("<:", BinaryOp::Subtype),
    ("<:=", BinaryOp::SubtypeEq),
    ("<#", BinaryOp::LockLt),
    ("<#=", BinaryOp::LockLe),
    ("==", BinaryOp::Eq),
    ("!=", BinaryOp::Ne),
    ("&", BinaryOp::BitAnd),
    ("^", BinaryOp::BitXor),
    ("|", BinaryOp::BitOr),
    ("&&", BinaryOp::And),
    ("||", BinaryOp::Or),
    ("==>", BinaryOp::Implies),
    ("<==", BinaryOp::ImpliedBy),
    ("<==>", BinaryOp::Iff),
    ("<=!=>", BinaryOp::NotIff),
];

fn binary_op(symbol: &str) -> Option<BinaryOp> {
    BINARY_OPS
        .iter()
        .find(|(spelling, _)| *spelling == symbol)
        .map(|(_, op)| *op)
}
