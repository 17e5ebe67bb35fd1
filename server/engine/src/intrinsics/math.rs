//! `Math` and `StrictMath`: what the solver knows is a term; transcendental functions need a known argument.

use super::*;
use crate::machine::unknown;
use crate::value::Value;
use proviso_terms::{Const, Rounding, Term};

const MATH: &str = "java/lang/Math";
const STRICT: &str = "java/lang/StrictMath";
const EXACT: &str = "exact";
const KNOWN: &str = "known arguments only; the last bit may differ from the JVM's (StrictMath runs the JDK's code if there is any)";

pub(super) const TABLE: &[Entry] = &[
    entry(MATH, "sqrt", "(D)D", sqrt, EXACT),
    entry(STRICT, "sqrt", "(D)D", sqrt, EXACT),
    entry(MATH, "floor", "(D)D", floor, EXACT),
    entry(STRICT, "floor", "(D)D", floor, EXACT),
    entry(MATH, "ceil", "(D)D", ceil, EXACT),
    entry(STRICT, "ceil", "(D)D", ceil, EXACT),
    entry(MATH, "rint", "(D)D", rint, EXACT),
    entry(STRICT, "rint", "(D)D", rint, EXACT),
    entry(MATH, "abs", "(D)D", abs_double, EXACT),
    entry(MATH, "abs", "(F)F", abs_float, EXACT),
    entry(MATH, "max", "(II)I", max_int, EXACT),
    entry(MATH, "min", "(II)I", min_int, EXACT),
    entry(MATH, "max", "(JJ)J", max_long, EXACT),
    entry(MATH, "min", "(JJ)J", min_long, EXACT),
    entry(MATH, "abs", "(I)I", abs_int, EXACT),
    entry(MATH, "abs", "(J)J", abs_long, EXACT),
    entry(MATH, "fma", "(DDD)D", fma, "exact for known arguments"),
    entry(MATH, "sin", "(D)D", sin, KNOWN),
    entry(STRICT, "sin", "(D)D", sin, KNOWN),
    entry(MATH, "cos", "(D)D", cos, KNOWN),
    entry(STRICT, "cos", "(D)D", cos, KNOWN),
    entry(MATH, "tan", "(D)D", tan, KNOWN),
    entry(STRICT, "tan", "(D)D", tan, KNOWN),
    entry(MATH, "asin", "(D)D", asin, KNOWN),
    entry(STRICT, "asin", "(D)D", asin, KNOWN),
    entry(MATH, "acos", "(D)D", acos, KNOWN),
    entry(STRICT, "acos", "(D)D", acos, KNOWN),
    entry(MATH, "atan", "(D)D", atan, KNOWN),
    entry(STRICT, "atan", "(D)D", atan, KNOWN),
    entry(MATH, "atan2", "(DD)D", atan2, KNOWN),
    entry(STRICT, "atan2", "(DD)D", atan2, KNOWN),
    entry(MATH, "exp", "(D)D", exp, KNOWN),
    entry(STRICT, "exp", "(D)D", exp, KNOWN),
    entry(MATH, "log", "(D)D", log, KNOWN),
    entry(STRICT, "log", "(D)D", log, KNOWN),
    entry(MATH, "log10", "(D)D", log10, KNOWN),
    entry(STRICT, "log10", "(D)D", log10, KNOWN),
    entry(MATH, "pow", "(DD)D", pow, KNOWN),
    entry(STRICT, "pow", "(DD)D", pow, KNOWN),
    entry(MATH, "cbrt", "(D)D", cbrt, KNOWN),
    entry(STRICT, "cbrt", "(D)D", cbrt, KNOWN),
    entry(MATH, "hypot", "(DD)D", hypot, KNOWN),
    entry(STRICT, "hypot", "(DD)D", hypot, KNOWN),
    entry(
        MATH,
        "random",
        "()D",
        random,
        "symbolic mode: any number in [0, 1)",
    ),
];

fn double(
    m: &mut Machine,
    st: &mut State,
    method: &Rc<Method>,
    f: impl Fn(&mut Machine, Term) -> Term,
) -> R<()> {
    let x = term_arg(st, method, 0)?;
    let y = f(m, x);
    finish(m, st, method, Some(Value::Double(y)))
}

fn sqrt(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    double(m, st, method, |m, x| m.terms.fp_sqrt(x))
}

fn floor(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    double(m, st, method, |m, x| m.terms.fp_round(Rounding::Floor, x))
}

fn ceil(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    double(m, st, method, |m, x| m.terms.fp_round(Rounding::Ceiling, x))
}

fn rint(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    double(m, st, method, |m, x| {
        m.terms.fp_round(Rounding::NearestEven, x)
    })
}

fn abs_double(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    double(m, st, method, |m, x| m.terms.fp_abs(x))
}

fn abs_float(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let x = term_arg(st, method, 0)?;
    let y = m.terms.fp_abs(x);
    finish(m, st, method, Some(Value::Float(y)))
}

/// One term instead of two paths.
fn choose(m: &mut Machine, st: &mut State, method: &Rc<Method>, greater: bool) -> R<Term> {
    let (a, b) = (term_arg(st, method, 0)?, term_arg(st, method, 1)?);
    let first = if greater {
        m.terms.sge(a, b)
    } else {
        m.terms.sle(a, b)
    };
    Ok(m.terms.ite(first, a, b))
}

fn max_int(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let t = choose(m, st, method, true)?;
    finish(m, st, method, Some(Value::Int(t)))
}

fn min_int(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let t = choose(m, st, method, false)?;
    finish(m, st, method, Some(Value::Int(t)))
}

fn max_long(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let t = choose(m, st, method, true)?;
    finish(m, st, method, Some(Value::Long(t)))
}

fn min_long(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let t = choose(m, st, method, false)?;
    finish(m, st, method, Some(Value::Long(t)))
}

/// The least number is its own absolute value, as in Java.
fn absolute(m: &mut Machine, x: Term, zero: Term) -> Term {
    let negative = m.terms.slt(x, zero);
    let negated = m.terms.bv_neg(x);
    m.terms.ite(negative, negated, x)
}

fn abs_int(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let (x, zero) = (term_arg(st, method, 0)?, m.terms.int(0));
    let t = absolute(m, x, zero);
    finish(m, st, method, Some(Value::Int(t)))
}

fn abs_long(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let (x, zero) = (term_arg(st, method, 0)?, m.terms.long(0));
    let t = absolute(m, x, zero);
    finish(m, st, method, Some(Value::Long(t)))
}

fn known_double(m: &Machine, st: &State, method: &Rc<Method>, i: usize) -> R<f64> {
    let t = term_arg(st, method, i)?;
    match m.terms.as_const(t).and_then(Const::as_f64) {
        Some(x) => Ok(x),
        None => unknown(format!("{} of an unknown number", method.display())),
    }
}

/// Newer JDKs have these functions in Java: their own code is exact.
fn has_code(method: &Method) -> bool {
    &*method.class_name == STRICT && !method.access.is_native()
}

fn known(m: &mut Machine, st: &mut State, method: &Rc<Method>, f: fn(f64) -> f64) -> R<()> {
    if has_code(method) {
        return run_bytecode(m, st, method);
    }
    let x = known_double(m, st, method, 0)?;
    let y = m.terms.f64(f(x));
    finish(m, st, method, Some(Value::Double(y)))
}

fn known2(m: &mut Machine, st: &mut State, method: &Rc<Method>, f: fn(f64, f64) -> f64) -> R<()> {
    if has_code(method) {
        return run_bytecode(m, st, method);
    }
    let (x, y) = (
        known_double(m, st, method, 0)?,
        known_double(m, st, method, 1)?,
    );
    let z = m.terms.f64(f(x, y));
    finish(m, st, method, Some(Value::Double(z)))
}

fn sin(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known(m, st, method, f64::sin)
}
fn cos(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known(m, st, method, f64::cos)
}
fn tan(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known(m, st, method, f64::tan)
}
fn asin(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known(m, st, method, f64::asin)
}
fn acos(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known(m, st, method, f64::acos)
}
fn atan(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known(m, st, method, f64::atan)
}
fn atan2(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known2(m, st, method, f64::atan2)
}
fn exp(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known(m, st, method, f64::exp)
}
fn log(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known(m, st, method, f64::ln)
}
fn log10(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known(m, st, method, f64::log10)
}
fn cbrt(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known(m, st, method, f64::cbrt)
}
fn hypot(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known2(m, st, method, f64::hypot)
}

/// Java differs from C where |base| is 1 and the exponent is infinite or NaN: NaN there.
fn pow(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    known2(m, st, method, |x, y| {
        if y.is_nan() || (x.abs() == 1.0 && y.is_infinite()) {
            f64::NAN
        } else {
            x.powf(y)
        }
    })
}

fn fma(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let (x, y, z) = (
        known_double(m, st, method, 0)?,
        known_double(m, st, method, 1)?,
        known_double(m, st, method, 2)?,
    );
    let t = m.terms.f64(x.mul_add(y, z));
    finish(m, st, method, Some(Value::Double(t)))
}

fn random(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    if is_concrete(m) {
        return run_bytecode(m, st, method);
    }
    let t = super::random::fresh_fraction(m, st, "random")?;
    finish(m, st, method, Some(Value::Double(t)))
}
