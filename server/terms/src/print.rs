//! Terms as text, for messages, traces and debugging; long terms are cut so that the text stays readable.

use crate::arena::{Op, Term, Terms};
use std::fmt;

/// Deeper parts are shown as `…`; this also bounds the recursion.
const MAX_DEPTH: usize = 24;

/// A term that can be written with `{}`; made by [`Terms::display`].
pub struct Display<'a> {
    terms: &'a Terms,
    term: Term,
}

impl Terms {
    pub fn display(&self, term: Term) -> Display<'_> {
        Display { terms: self, term }
    }
}

impl fmt::Display for Display<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_term(self.terms, self.term, 0, f)
    }
}

fn write_term(terms: &Terms, term: Term, depth: usize, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    if let Some(value) = terms.as_const(term) {
        return write!(f, "{value}");
    }
    if let Some(name) = terms.symbol_name(term) {
        return write!(f, "{name}");
    }
    if depth > MAX_DEPTH {
        return write!(f, "…");
    }
    let args = terms.args(term);
    if terms.op(term) == Op::Not {
        return write_negation(terms, args[0], depth, f);
    }
    match infix(terms.op(term)) {
        Some(symbol) => write_infix(terms, symbol, args, depth, f),
        None => {
            write!(f, "{}(", name(terms.op(term)))?;
            for (index, &arg) in args.iter().enumerate() {
                if index > 0 {
                    write!(f, ", ")?;
                }
                write_term(terms, arg, depth + 1, f)?;
            }
            write!(f, ")")
        }
    }
}

fn write_infix(
    terms: &Terms,
    symbol: &str,
    args: &[Term],
    depth: usize,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    write!(f, "(")?;
    for (index, &arg) in args.iter().enumerate() {
        if index > 0 {
            write!(f, " {symbol} ")?;
        }
        write_term(terms, arg, depth + 1, f)?;
    }
    write!(f, ")")
}

/// Undoes the normal form: `not(a < b)` reads `b <= a`, `not(and(not a, not b))` reads `a || b`.
fn write_negation(
    terms: &Terms,
    atom: Term,
    depth: usize,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    let args = terms.args(atom);
    match terms.op(atom) {
        Op::Eq => write_infix(terms, "!=", args, depth, f),
        Op::Slt => write_infix(terms, ">=", args, depth, f),
        Op::Ult => write_infix(terms, ">=u", args, depth, f),
        Op::And => {
            write!(f, "(")?;
            for (index, &arg) in args.iter().enumerate() {
                if index > 0 {
                    write!(f, " || ")?;
                }
                match terms.literal(arg) {
                    (inner, false) => write_term(terms, inner, depth + 1, f)?,
                    (inner, true) => write_negation_bounded(terms, inner, depth + 1, f)?,
                }
            }
            write!(f, ")")
        }
        _ => {
            write!(f, "!")?;
            write_term(terms, atom, depth + 1, f)
        }
    }
}

fn write_negation_bounded(
    terms: &Terms,
    atom: Term,
    depth: usize,
    f: &mut fmt::Formatter<'_>,
) -> fmt::Result {
    if depth > MAX_DEPTH {
        return write!(f, "…");
    }
    if terms.is_symbol(atom) || terms.is_const(atom) {
        write!(f, "!")?;
        return write_term(terms, atom, depth, f);
    }
    write_negation(terms, atom, depth, f)
}

fn infix(op: Op) -> Option<&'static str> {
    Some(match op {
        Op::And => "&&",
        Op::Eq => "==",
        Op::Add | Op::FpAdd => "+",
        Op::FpSub => "-",
        Op::Mul | Op::FpMul => "*",
        Op::Sdiv | Op::FpDiv => "/",
        Op::Srem | Op::FpRem => "%",
        Op::Udiv => "/u",
        Op::Urem => "%u",
        Op::BvAnd => "&",
        Op::BvOr => "|",
        Op::BvXor => "^",
        Op::Shl => "<<",
        Op::Lshr => ">>>",
        Op::Ashr => ">>",
        Op::Slt | Op::FpLt => "<",
        Op::Ult => "<u",
        Op::FpLe => "<=",
        Op::FpEq => "==",
        Op::Concat => "++",
        _ => return None,
    })
}

fn name(op: Op) -> String {
    match op {
        Op::Ite => "if".to_owned(),
        Op::BvNot => "~".to_owned(),
        Op::Extract { high, low } => format!("bits[{high}..{low}]"),
        Op::FpNeg => "-".to_owned(),
        Op::FpAbs => "abs".to_owned(),
        Op::FpSqrt => "sqrt".to_owned(),
        Op::FpIsNan => "isNaN".to_owned(),
        other => format!("{other:?}").to_lowercase(),
    }
}
