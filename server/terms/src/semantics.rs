//! The meaning of every operation on constants. Constant folding and evaluation both use it, so they cannot disagree.

use crate::arena::Op;
use crate::value::{Bv, CANONICAL_NAN_32, CANONICAL_NAN_64, Const, Sort};
use num_bigint::BigInt;
use num_traits::{FromPrimitive, ToPrimitive};
use std::cmp::Ordering;

/// Rounding to an integral float: `Math.floor`, `ceil`, `rint`, and truncation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Rounding {
    Floor,
    Ceiling,
    NearestEven,
    TowardZero,
}

/// Applies `op` to constants. `None` when the arguments do not fit the operation, which well-sorted terms never do.
pub fn apply(op: Op, sort: Sort, args: &[&Const]) -> Option<Const> {
    use Const::{Bool, F32, F64};
    Some(match (op, args) {
        (Op::Not, [Bool(a)]) => Bool(!a),
        (Op::And, _) => {
            let mut all = true;
            for arg in args {
                all &= arg.as_bool()?;
            }
            Bool(all)
        }
        (Op::Eq, [a, b]) => Bool(a == b),
        (Op::Ite, [Bool(c), a, b]) => (if *c { *a } else { *b }).clone(),
        (Op::Add, [first, rest @ ..]) => {
            let mut sum = first.as_bv()?.clone();
            for arg in rest {
                sum = sum.add(arg.as_bv()?);
            }
            Const::Bv(sum)
        }
        (Op::BvNot, [Const::Bv(a)]) => Const::Bv(a.not()),
        (Op::Slt, [Const::Bv(a), Const::Bv(b)]) => Bool(a.cmp_signed(b) == Ordering::Less),
        (Op::Ult, [Const::Bv(a), Const::Bv(b)]) => Bool(a.cmp_unsigned(b) == Ordering::Less),
        (Op::Concat, [Const::Bv(a), Const::Bv(b)]) => Const::Bv(a.concat(b)),
        (Op::Extract { high, low }, [Const::Bv(a)]) => Const::Bv(a.extract(high, low)),
        (Op::Sext, [Const::Bv(a)]) => Const::Bv(a.sext(sort.width()?)),
        (Op::Zext, [Const::Bv(a)]) => Const::Bv(a.zext(sort.width()?)),
        (_, [Const::Bv(a), Const::Bv(b)]) => Const::Bv(binary(op, a, b)?),
        (Op::FpIsNan, [F32(a)]) => Bool(f32::from_bits(*a).is_nan()),
        (Op::FpIsNan, [F64(a)]) => Bool(f64::from_bits(*a).is_nan()),
        (Op::FpToBits, [F32(a)]) => Const::Bv(Bv::from_unsigned(32, u128::from(*a))),
        (Op::FpToBits, [F64(a)]) => Const::Bv(Bv::from_unsigned(64, u128::from(*a))),
        (Op::FpFromBits, [Const::Bv(a)]) => from_bits(a.unsigned()?, sort)?,
        (Op::FpToFp, [a]) => float_to_float(a, sort)?,
        (Op::FpFromSbv, [Const::Bv(a)]) => from_integer(a, sort)?,
        (Op::FpToSbv, [a]) => to_integer(a, sort.width()?)?,
        (_, [F32(a)]) => Const::f32(unary_f32(op, f32::from_bits(*a))?),
        (_, [F64(a)]) => Const::f64(unary_f64(op, f64::from_bits(*a))?),
        (_, [F32(a), F32(b)]) => {
            let (a, b) = (f32::from_bits(*a), f32::from_bits(*b));
            match op {
                Op::FpLt => Bool(a < b),
                Op::FpLe => Bool(a <= b),
                Op::FpEq => Bool(a == b),
                Op::FpAdd => Const::f32(a + b),
                Op::FpSub => Const::f32(a - b),
                Op::FpMul => Const::f32(a * b),
                Op::FpDiv => Const::f32(a / b),
                Op::FpRem => Const::f32(a % b),
                _ => return None,
            }
        }
        (_, [F64(a), F64(b)]) => {
            let (a, b) = (f64::from_bits(*a), f64::from_bits(*b));
            match op {
                Op::FpLt => Bool(a < b),
                Op::FpLe => Bool(a <= b),
                Op::FpEq => Bool(a == b),
                Op::FpAdd => Const::f64(a + b),
                Op::FpSub => Const::f64(a - b),
                Op::FpMul => Const::f64(a * b),
                Op::FpDiv => Const::f64(a / b),
                Op::FpRem => Const::f64(a % b),
                _ => return None,
            }
        }
        _ => return None,
    })
}

fn binary(op: Op, a: &Bv, b: &Bv) -> Option<Bv> {
    Some(match op {
        Op::Mul => a.mul(b),
        Op::Udiv => a.udiv(b),
        Op::Urem => a.urem(b),
        Op::Sdiv => a.sdiv(b),
        Op::Srem => a.srem(b),
        Op::BvAnd => a.and(b),
        Op::BvOr => a.or(b),
        Op::BvXor => a.xor(b),
        Op::Shl => a.shl(b),
        Op::Lshr => a.lshr(b),
        Op::Ashr => a.ashr(b),
        _ => return None,
    })
}

fn unary_f32(op: Op, a: f32) -> Option<f32> {
    Some(match op {
        Op::FpNeg => -a,
        Op::FpAbs => a.abs(),
        Op::FpSqrt => a.sqrt(),
        Op::FpRound(Rounding::Floor) => a.floor(),
        Op::FpRound(Rounding::Ceiling) => a.ceil(),
        Op::FpRound(Rounding::NearestEven) => a.round_ties_even(),
        Op::FpRound(Rounding::TowardZero) => a.trunc(),
        _ => return None,
    })
}

fn unary_f64(op: Op, a: f64) -> Option<f64> {
    Some(match op {
        Op::FpNeg => -a,
        Op::FpAbs => a.abs(),
        Op::FpSqrt => a.sqrt(),
        Op::FpRound(Rounding::Floor) => a.floor(),
        Op::FpRound(Rounding::Ceiling) => a.ceil(),
        Op::FpRound(Rounding::NearestEven) => a.round_ties_even(),
        Op::FpRound(Rounding::TowardZero) => a.trunc(),
        _ => return None,
    })
}

fn from_bits(bits: u128, sort: Sort) -> Option<Const> {
    match sort {
        Sort::F32 => Some(Const::f32(f32::from_bits(bits as u32))),
        Sort::F64 => Some(Const::f64(f64::from_bits(bits as u64))),
        _ => None,
    }
}

fn float_to_float(a: &Const, sort: Sort) -> Option<Const> {
    match (a, sort) {
        (Const::F32(bits), Sort::F64) => Some(Const::f64(f64::from(f32::from_bits(*bits)))),
        (Const::F64(bits), Sort::F32) => Some(Const::f32(f64::from_bits(*bits) as f32)),
        _ => (a.sort() == sort).then(|| a.clone()),
    }
}

/// Rust's `as` rounds to nearest even for integers up to 128 bits; wider ones go through num-bigint's own rounding,
/// which is checked by going through the exact decimal text instead.
fn from_integer(a: &Bv, sort: Sort) -> Option<Const> {
    match (a.signed(), sort) {
        (Some(value), Sort::F32) => Some(Const::f32(value as f32)),
        (Some(value), Sort::F64) => Some(Const::f64(value as f64)),
        (None, Sort::F32) => a.to_signed_big().to_string().parse().ok().map(Const::f32),
        (None, Sort::F64) => a.to_signed_big().to_string().parse().ok().map(Const::f64),
        _ => None,
    }
}

/// JLS 5.1.3: NaN gives 0, out of range gives the nearest end.
fn to_integer(a: &Const, width: u32) -> Option<Const> {
    let value = match a {
        Const::F32(CANONICAL_NAN_32) | Const::F64(CANONICAL_NAN_64) => {
            return Some(Const::Bv(Bv::new(width, 0)));
        }
        Const::F32(bits) => f64::from(f32::from_bits(*bits)),
        Const::F64(bits) => f64::from_bits(*bits),
        _ => return None,
    };
    let (min, max) = (Bv::min_signed(width), Bv::max_signed(width));
    let Some(exact) = BigInt::from_f64(value.trunc()) else {
        // Only the infinities are left.
        return Some(Const::Bv(if value > 0.0 { max } else { min }));
    };
    let clamped = exact.clamp(min.to_signed_big(), max.to_signed_big());
    debug_assert!(clamped.to_f64().is_some());
    Some(Const::Bv(Bv::from_big(width, &clamped)))
}
