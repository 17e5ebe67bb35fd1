//! Mathematical integers: bit-vectors just wide enough to be exact.

use crate::classes::Method;
use crate::heap::object::Native;
use crate::intrinsics::Intrinsic;
use crate::machine::{Machine, R, unknown};
use crate::state::State;
use crate::step::{ref_at, term_at};
use crate::value::{Ref, Value};
use proviso_terms::{Sort, Term};
use std::rc::Rc;

/// Wider than any sensible specification; beyond it the solver would not come back.
const WIDEST: u32 = 512;

pub(super) fn lookup(name: &str, descriptor: &str) -> Option<Intrinsic> {
    Some(match name {
        "of" if descriptor.starts_with("(I)") || descriptor.starts_with("(J)") => of,
        "parse" => parse,
        "add" => |m, st, method| binary(m, st, method, Op::Add),
        "subtract" => |m, st, method| binary(m, st, method, Op::Subtract),
        "multiply" => |m, st, method| binary(m, st, method, Op::Multiply),
        "quotient" => |m, st, method| binary(m, st, method, Op::Quotient),
        "remainderOf" => |m, st, method| binary(m, st, method, Op::Remainder),
        "negate" => negate,
        "isLess" => |m, st, method| compare(m, st, method, |m, a, b| m.terms.slt(a, b)),
        "isLessOrEqual" => |m, st, method| compare(m, st, method, |m, a, b| m.terms.sle(a, b)),
        "isEqual" => |m, st, method| compare(m, st, method, |m, a, b| m.terms.eq(a, b)),
        "toInt" => to_int,
        "toLong" => to_long,
        "fitsLong" => fits_long,
        "toDouble" => to_double,
        _ => return None,
    })
}

#[derive(Clone, Copy)]
enum Op {
    Add,
    Subtract,
    Multiply,
    Quotient,
    Remainder,
}

fn operand(m: &mut Machine, st: &mut State, depth: usize) -> R<Term> {
    let r = ref_at(st, depth)?;
    let Some(object) = m.object_of(st, r)? else {
        return m.throw_null(st);
    };
    match st.object(object).native {
        Native::Big(term) => Ok(term),
        _ => unknown("a \\bigint in the input"),
    }
}

fn finish(m: &mut Machine, st: &mut State, method: &Rc<Method>, value: Term) -> R<()> {
    let value = shrink(m, value);
    if m.terms.width(value) > WIDEST {
        return unknown(format!(
            "specification arithmetic needs more than {WIDEST} bits"
        ));
    }
    let class = m.classes.load("proviso/runtime/BigInt")?;
    let object = m.allocate(st, class);
    st.object_mut(object).native = Native::Big(value);
    m.finish_call(st, method, Some(Value::Ref(Ref::Object(object))))
}

/// Drops sign bits that the term's range shows to be copies.
fn shrink(m: &mut Machine, value: Term) -> Term {
    let width = m.terms.width(value);
    let Some(constant) = m.terms.as_bv(value) else {
        return value;
    };
    let needed = (constant.to_signed_big().bits() as u32 + 1).max(8);
    if needed < width {
        m.terms.extract(value, needed - 1, 0)
    } else {
        value
    }
}

fn of(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let value = term_at(st, 0)?;
    finish(m, st, method, value)
}

fn parse(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let text = match ref_at(st, 0)? {
        Ref::Object(o) => crate::intrinsics::string_text(m, st, o),
        _ => None,
    };
    let Some(number) = text.and_then(|t| t.parse::<num_bigint::BigInt>().ok()) else {
        return unknown("a number literal that cannot be read");
    };
    let width = number.bits() as u32 + 1;
    if width > WIDEST {
        return unknown(format!("a number literal of more than {WIDEST} bits"));
    }
    let value = m.terms.bv_big(width, &number);
    finish(m, st, method, value)
}

/// Both operands, sign-extended to one width.
fn widened(m: &mut Machine, st: &mut State, extra: impl Fn(u32, u32) -> u32) -> R<(Term, Term)> {
    let (a, b) = (operand(m, st, 1)?, operand(m, st, 0)?);
    let width = extra(m.terms.width(a), m.terms.width(b));
    if width > 2 * WIDEST {
        return unknown(format!(
            "specification arithmetic needs more than {WIDEST} bits"
        ));
    }
    Ok((m.terms.sext(a, width), m.terms.sext(b, width)))
}

fn binary(m: &mut Machine, st: &mut State, method: &Rc<Method>, op: Op) -> R<()> {
    let (a, b) = widened(m, st, |x, y| match op {
        Op::Multiply => x + y,
        // The width of the code's own division, so that both are the same term.
        Op::Quotient | Op::Remainder => x.max(y),
        Op::Add | Op::Subtract => x.max(y) + 1,
    })?;
    let value = match op {
        Op::Add => m.terms.bv_add(a, b),
        Op::Subtract => m.terms.bv_sub(a, b),
        Op::Multiply => m.terms.bv_mul(a, b),
        Op::Quotient => quotient(m, a, b),
        Op::Remainder => m.terms.srem(a, b),
    };
    finish(m, st, method, value)
}

/// The exact quotient. Only that of the smallest value by -1 needs one bit more than its operands.
fn quotient(m: &mut Machine, a: Term, b: Term) -> Term {
    let width = m.terms.width(a);
    let wrapped = m.terms.sdiv(a, b);
    let smallest = m
        .terms
        .bv_big(width, &-(num_bigint::BigInt::from(1) << (width - 1)));
    let minus_one = m.terms.bv_const(width, -1);
    let dividend = m.terms.eq(a, smallest);
    let divisor = m.terms.eq(b, minus_one);
    let overflows = m.terms.and(&[dividend, divisor]);
    if m.terms.as_bool(overflows) == Some(false) {
        return wrapped;
    }
    let largest = m
        .terms
        .bv_big(width + 1, &(num_bigint::BigInt::from(1) << (width - 1)));
    let exact = m.terms.sext(wrapped, width + 1);
    m.terms.ite(overflows, largest, exact)
}

fn negate(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let a = operand(m, st, 0)?;
    let width = m.terms.width(a) + 1;
    let wide = m.terms.sext(a, width);
    let value = m.terms.bv_neg(wide);
    finish(m, st, method, value)
}

fn compare(
    m: &mut Machine,
    st: &mut State,
    method: &Rc<Method>,
    relation: fn(&mut Machine, Term, Term) -> Term,
) -> R<()> {
    let (a, b) = widened(m, st, u32::max)?;
    let holds = relation(m, a, b);
    push_condition(m, st, method, holds)
}

fn push_condition(m: &mut Machine, st: &mut State, method: &Rc<Method>, holds: Term) -> R<()> {
    let (one, zero) = (m.terms.int(1), m.terms.int(0));
    let result = m.terms.ite(holds, one, zero);
    m.finish_call(st, method, Some(Value::Int(result)))
}

fn low_bits(m: &mut Machine, value: Term, bits: u32) -> Term {
    if m.terms.width(value) > bits {
        m.terms.extract(value, bits - 1, 0)
    } else {
        m.terms.sext(value, bits)
    }
}

fn to_int(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let value = operand(m, st, 0)?;
    let value = low_bits(m, value, 32);
    m.finish_call(st, method, Some(Value::Int(value)))
}

fn to_long(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let value = operand(m, st, 0)?;
    let value = low_bits(m, value, 64);
    m.finish_call(st, method, Some(Value::Long(value)))
}

fn fits_long(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let value = operand(m, st, 0)?;
    let width = m.terms.width(value);
    let holds = if width <= 64 {
        m.terms.tru()
    } else {
        let low = m.terms.extract(value, 63, 0);
        let back = m.terms.sext(low, width);
        m.terms.eq(value, back)
    };
    push_condition(m, st, method, holds)
}

fn to_double(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let value = operand(m, st, 0)?;
    let value = m.terms.fp_from_sbv(value, Sort::F64);
    m.finish_call(st, method, Some(Value::Double(value)))
}
