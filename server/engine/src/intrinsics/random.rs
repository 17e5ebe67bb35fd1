//! Random numbers: in symbolic mode a generator without a seed gives any number its methods can give.
//! A generator with a seed, and concrete mode, run the JDK's own code.

use super::*;
use crate::heap::object::Native;
use crate::value::Value;
use proviso_terms::{Sort, Term};

const RANDOM: &str = "java/util/Random";

pub(super) const TABLE: &[Entry] = &[
    entry(
        RANDOM,
        "<init>",
        "()V",
        without_seed,
        "symbolic mode: the numbers are unknown",
    ),
    entry(
        RANDOM,
        "next",
        "(I)I",
        next,
        "symbolic mode without seed: any number of so many bits",
    ),
    entry(
        RANDOM,
        "nextInt",
        "(I)I",
        next_int,
        "symbolic mode without seed: any number below the bound",
    ),
    entry(
        RANDOM,
        "nextDouble",
        "()D",
        next_double,
        "symbolic mode without seed: any number in [0, 1)",
    ),
];

/// Marks a generator whose numbers nobody knows.
struct Unknowable;

fn without_seed(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    if is_concrete(m) {
        return run_bytecode(m, st, method);
    }
    let this = non_null_arg(m, st, method, 0)?;
    st.object_mut(this).native = Native::Data(Rc::new(Unknowable));
    finish(m, st, method, None)
}

fn is_unknowable(m: &mut Machine, st: &mut State, method: &Method) -> R<bool> {
    let this = non_null_arg(m, st, method, 0)?;
    Ok(native_data::<Unknowable>(st, this).is_some())
}

/// A fresh double in [0, 1).
pub(super) fn fresh_fraction(m: &mut Machine, st: &mut State, what: &str) -> R<Term> {
    let value = m.fresh(st, what, Sort::F64);
    let (zero, one) = (m.terms.f64(0.0), m.terms.f64(1.0));
    let (above, below) = (m.terms.fp_le(zero, value), m.terms.fp_lt(value, one));
    let inside = m.terms.and(&[above, below]);
    m.assume(st, inside)?;
    Ok(value)
}

fn next(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    if !is_unknowable(m, st, method)? {
        return run_bytecode(m, st, method);
    }
    let bits = int_arg(m, st, method, 1)?.clamp(1, 32) as u32;
    let value = m.fresh(st, "random", Sort::Bv(bits));
    // 32 bits may be negative; fewer never are.
    let value = m.terms.zext(value, 32);
    finish(m, st, method, Some(Value::Int(value)))
}

fn next_int(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    if !is_unknowable(m, st, method)? {
        return run_bytecode(m, st, method);
    }
    let bound = term_arg(st, method, 1)?;
    let (zero, one) = (m.terms.int(0), m.terms.int(1));
    let positive = m.terms.slt(zero, bound);
    if !m.branch(st, positive)? {
        return throw(
            m,
            st,
            "java/lang/IllegalArgumentException",
            "bound must be positive",
        );
    }
    let last = m.terms.bv_sub(bound, one);
    let value = fresh_int(m, st, "random", zero, last)?;
    finish(m, st, method, Some(Value::Int(value)))
}

fn next_double(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    if !is_unknowable(m, st, method)? {
        return run_bytecode(m, st, method);
    }
    let value = fresh_fraction(m, st, "random")?;
    finish(m, st, method, Some(Value::Double(value)))
}
