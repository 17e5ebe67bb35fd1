//! Sorts and constant values: bit-vectors up to [`MAX_WIDTH`] bits and IEEE floats, with SMT-LIB's total operations.

use num_bigint::{BigInt, BigUint, Sign};
use num_traits::{One, ToPrimitive, Zero};
use std::cmp::Ordering;
use std::fmt;

/// The widest bit-vector we build; wider results are the caller's `unknown`.
pub const MAX_WIDTH: u32 = 1024;

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sort {
    Bool,
    /// A bit-vector of this many bits (1..=[`MAX_WIDTH`]).
    Bv(u32),
    F32,
    F64,
}

impl Sort {
    /// The number of bits of a bit-vector sort; floats and booleans have none.
    pub fn width(self) -> Option<u32> {
        match self {
            Sort::Bv(width) => Some(width),
            _ => None,
        }
    }

    pub fn is_float(self) -> bool {
        matches!(self, Sort::F32 | Sort::F64)
    }
}

/// A bit-vector value. Up to 128 bits it lives inline, which is every Java type and most specification arithmetic.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bv {
    width: u32,
    bits: Bits,
}

#[derive(Clone, PartialEq, Eq, Hash)]
enum Bits {
    /// Used for width <= 128; bits above the width are zero.
    Small(u128),
    /// Used for width > 128, always reduced modulo 2^width.
    Large(Box<BigUint>),
}

fn mask(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1u128 << width) - 1
    }
}

impl Bv {
    /// `value` modulo 2^width, in two's complement.
    pub fn new(width: u32, value: i128) -> Bv {
        if width <= 128 {
            Bv::small(width, value as u128)
        } else {
            Bv::from_big(width, &BigInt::from(value))
        }
    }

    /// `value` modulo 2^width.
    pub fn from_unsigned(width: u32, value: u128) -> Bv {
        if width <= 128 {
            Bv::small(width, value)
        } else {
            Bv::from_big(width, &BigInt::from(value))
        }
    }

    /// `value` modulo 2^width.
    pub fn from_big(width: u32, value: &BigInt) -> Bv {
        let modulus = BigInt::one() << width;
        let mut rest = value % &modulus;
        if rest.sign() == Sign::Minus {
            rest += &modulus;
        }
        let magnitude = rest.magnitude();
        if width <= 128 {
            Bv::small(width, magnitude.to_u128().unwrap_or(0))
        } else {
            Bv {
                width,
                bits: Bits::Large(Box::new(magnitude.clone())),
            }
        }
    }

    fn small(width: u32, value: u128) -> Bv {
        Bv {
            width,
            bits: Bits::Small(value & mask(width)),
        }
    }

    pub fn width(&self) -> u32 {
        self.width
    }

    /// The unsigned value if the width is at most 128.
    pub fn unsigned(&self) -> Option<u128> {
        match &self.bits {
            Bits::Small(bits) => Some(*bits),
            Bits::Large(bits) => bits.to_u128(),
        }
    }

    /// The two's complement value if it fits an `i128`.
    pub fn signed(&self) -> Option<i128> {
        match &self.bits {
            Bits::Small(bits) => {
                let shift = 128 - self.width;
                Some(((bits << shift) as i128) >> shift)
            }
            Bits::Large(_) => self.to_signed_big().to_i128(),
        }
    }

    pub fn to_unsigned_big(&self) -> BigUint {
        match &self.bits {
            Bits::Small(bits) => BigUint::from(*bits),
            Bits::Large(bits) => (**bits).clone(),
        }
    }

    pub fn to_signed_big(&self) -> BigInt {
        let value = BigInt::from(self.to_unsigned_big());
        if self.is_negative() {
            value - (BigInt::one() << self.width)
        } else {
            value
        }
    }

    pub fn is_zero(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => *bits == 0,
            Bits::Large(bits) => bits.is_zero(),
        }
    }

    pub fn is_one(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => *bits == 1,
            Bits::Large(bits) => bits.is_one(),
        }
    }

    pub fn is_all_ones(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => *bits == mask(self.width),
            Bits::Large(_) => self.not().is_zero(),
        }
    }

    pub fn is_negative(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => bits >> (self.width - 1) & 1 == 1,
            Bits::Large(bits) => bits.bit(u64::from(self.width) - 1),
        }
    }

    pub fn is_odd(&self) -> bool {
        match &self.bits {
            Bits::Small(bits) => bits & 1 == 1,
            Bits::Large(bits) => bits.bit(0),
        }
    }

    pub fn min_signed(width: u32) -> Bv {
        Bv::from_unsigned(width, 1).shl(&Bv::from_unsigned(width, u128::from(width - 1)))
    }

    pub fn max_signed(width: u32) -> Bv {
        Bv::min_signed(width).not()
    }

    fn big_op(&self, other: &Bv, op: impl Fn(BigInt, BigInt) -> BigInt) -> Bv {
        Bv::from_big(self.width, &op(self.to_signed_big(), other.to_signed_big()))
    }

    fn big_unsigned_op(&self, other: &Bv, op: impl Fn(BigUint, BigUint) -> BigUint) -> Bv {
        let value = op(self.to_unsigned_big(), other.to_unsigned_big());
        Bv::from_big(self.width, &BigInt::from(value))
    }

    pub fn add(&self, other: &Bv) -> Bv {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => Bv::small(self.width, a.wrapping_add(*b)),
            _ => self.big_op(other, |a, b| a + b),
        }
    }

    pub fn sub(&self, other: &Bv) -> Bv {
        self.add(&other.neg())
    }

    pub fn neg(&self) -> Bv {
        match &self.bits {
            Bits::Small(a) => Bv::small(self.width, a.wrapping_neg()),
            Bits::Large(_) => Bv::from_big(self.width, &-self.to_signed_big()),
        }
    }

    pub fn not(&self) -> Bv {
        match &self.bits {
            Bits::Small(a) => Bv::small(self.width, !a),
            Bits::Large(_) => Bv::from_big(self.width, &(-self.to_signed_big() - 1)),
        }
    }

    pub fn mul(&self, other: &Bv) -> Bv {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => Bv::small(self.width, a.wrapping_mul(*b)),
            _ => self.big_op(other, |a, b| a * b),
        }
    }

    /// SMT-LIB: division by zero gives all ones.
    pub fn udiv(&self, other: &Bv) -> Bv {
        if other.is_zero() {
            return Bv::new(self.width, -1);
        }
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => Bv::small(self.width, a / b),
            _ => self.big_unsigned_op(other, |a, b| a / b),
        }
    }

    /// SMT-LIB: the remainder by zero is the dividend.
    pub fn urem(&self, other: &Bv) -> Bv {
        if other.is_zero() {
            return self.clone();
        }
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => Bv::small(self.width, a % b),
            _ => self.big_unsigned_op(other, |a, b| a % b),
        }
    }

    /// Truncating division. SMT-LIB: by zero it is 1 for a negative dividend, else -1. MIN / -1 wraps to MIN.
    pub fn sdiv(&self, other: &Bv) -> Bv {
        if other.is_zero() {
            return Bv::new(self.width, if self.is_negative() { 1 } else { -1 });
        }
        self.big_free(other, i128::wrapping_div, |a, b| a / b)
    }

    /// The remainder with the dividend's sign. SMT-LIB: by zero it is the dividend.
    pub fn srem(&self, other: &Bv) -> Bv {
        if other.is_zero() {
            return self.clone();
        }
        self.big_free(other, i128::wrapping_rem, |a, b| a % b)
    }

    fn big_free(
        &self,
        other: &Bv,
        small: fn(i128, i128) -> i128,
        big: fn(BigInt, BigInt) -> BigInt,
    ) -> Bv {
        if self.width <= 128
            && let (Some(a), Some(b)) = (self.signed(), other.signed())
        {
            return Bv::small(self.width, small(a, b) as u128);
        }
        self.big_op(other, big)
    }

    pub fn and(&self, other: &Bv) -> Bv {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => Bv::small(self.width, a & b),
            _ => self.big_unsigned_op(other, |a, b| a & b),
        }
    }

    pub fn or(&self, other: &Bv) -> Bv {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => Bv::small(self.width, a | b),
            _ => self.big_unsigned_op(other, |a, b| a | b),
        }
    }

    pub fn xor(&self, other: &Bv) -> Bv {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => Bv::small(self.width, a ^ b),
            _ => self.big_unsigned_op(other, |a, b| a ^ b),
        }
    }

    /// The shift distance, or the width if it is at least the width.
    fn distance(&self, amount: &Bv) -> u32 {
        match amount.unsigned() {
            Some(n) if n < u128::from(self.width) => n as u32,
            _ => self.width,
        }
    }

    pub fn shl(&self, amount: &Bv) -> Bv {
        let n = self.distance(amount);
        match &self.bits {
            Bits::Small(_) if n >= self.width => Bv::small(self.width, 0),
            Bits::Small(a) => Bv::small(self.width, a << n),
            Bits::Large(a) => Bv::from_big(self.width, &(BigInt::from((**a).clone()) << n)),
        }
    }

    pub fn lshr(&self, amount: &Bv) -> Bv {
        let n = self.distance(amount);
        match &self.bits {
            Bits::Small(_) if n >= self.width => Bv::small(self.width, 0),
            Bits::Small(a) => Bv::small(self.width, a >> n),
            Bits::Large(a) => Bv::from_big(self.width, &(BigInt::from((**a).clone()) >> n)),
        }
    }

    pub fn ashr(&self, amount: &Bv) -> Bv {
        let n = self.distance(amount).min(self.width - 1);
        match self.signed() {
            Some(a) if self.width <= 128 => Bv::small(self.width, (a >> n) as u128),
            _ => Bv::from_big(self.width, &(self.to_signed_big() >> n)),
        }
    }

    pub fn cmp_unsigned(&self, other: &Bv) -> Ordering {
        match (&self.bits, &other.bits) {
            (Bits::Small(a), Bits::Small(b)) => a.cmp(b),
            _ => self.to_unsigned_big().cmp(&other.to_unsigned_big()),
        }
    }

    pub fn cmp_signed(&self, other: &Bv) -> Ordering {
        match (self.signed(), other.signed()) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => self.to_signed_big().cmp(&other.to_signed_big()),
        }
    }

    /// Bits `high..=low`.
    pub fn extract(&self, high: u32, low: u32) -> Bv {
        let width = high - low + 1;
        match &self.bits {
            Bits::Small(a) => Bv::small(width, a >> low),
            Bits::Large(a) => Bv::from_big(width, &(BigInt::from((**a).clone()) >> low)),
        }
    }

    /// `self` becomes the upper bits.
    pub fn concat(&self, low: &Bv) -> Bv {
        let width = self.width + low.width;
        match (&self.bits, &low.bits) {
            (Bits::Small(a), Bits::Small(b)) if width <= 128 => {
                Bv::small(width, a << low.width | b)
            }
            _ => {
                let value = (self.to_unsigned_big() << low.width) | low.to_unsigned_big();
                Bv::from_big(width, &BigInt::from(value))
            }
        }
    }

    pub fn sext(&self, width: u32) -> Bv {
        match self.signed() {
            Some(value) => Bv::new(width, value),
            None => Bv::from_big(width, &self.to_signed_big()),
        }
    }

    pub fn zext(&self, width: u32) -> Bv {
        match self.unsigned() {
            Some(value) => Bv::from_unsigned(width, value),
            None => Bv::from_big(width, &BigInt::from(self.to_unsigned_big())),
        }
    }

    /// The number of the only bit that is set, if there is just one.
    pub fn power_of_two(&self) -> Option<u32> {
        match &self.bits {
            Bits::Small(bits) => bits.is_power_of_two().then(|| bits.trailing_zeros()),
            Bits::Large(bits) => {
                (bits.count_ones() == 1).then(|| bits.trailing_zeros().unwrap_or(0) as u32)
            }
        }
    }

    /// The multiplicative inverse modulo 2^width of an odd value.
    pub fn inverse(&self) -> Option<Bv> {
        if !self.is_odd() {
            return None;
        }
        // Newton's iteration doubles the number of correct low bits each round.
        let two = Bv::new(self.width, 2);
        let mut inverse = self.clone();
        let mut correct = 3;
        while correct < self.width {
            inverse = inverse.mul(&two.sub(&self.mul(&inverse)));
            correct *= 2;
        }
        Some(inverse)
    }
}

impl fmt::Debug for Bv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}#{}", self.to_signed_big(), self.width)
    }
}

/// A constant of any sort. Floats are kept as bits so that constants have equality and a hash;
/// all NaNs are the canonical one, as in SMT-LIB and Java's `floatToIntBits`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Const {
    Bool(bool),
    Bv(Bv),
    F32(u32),
    F64(u64),
}

pub const CANONICAL_NAN_32: u32 = 0x7fc0_0000;
pub const CANONICAL_NAN_64: u64 = 0x7ff8_0000_0000_0000;

impl Const {
    pub fn f32(value: f32) -> Const {
        Const::F32(if value.is_nan() {
            CANONICAL_NAN_32
        } else {
            value.to_bits()
        })
    }

    pub fn f64(value: f64) -> Const {
        Const::F64(if value.is_nan() {
            CANONICAL_NAN_64
        } else {
            value.to_bits()
        })
    }

    /// The value a symbol has when a model says nothing about it: false, 0 or +0.0.
    pub fn default_of(sort: Sort) -> Const {
        match sort {
            Sort::Bool => Const::Bool(false),
            Sort::Bv(width) => Const::Bv(Bv::new(width, 0)),
            Sort::F32 => Const::F32(0),
            Sort::F64 => Const::F64(0),
        }
    }

    pub fn sort(&self) -> Sort {
        match self {
            Const::Bool(_) => Sort::Bool,
            Const::Bv(value) => Sort::Bv(value.width()),
            Const::F32(_) => Sort::F32,
            Const::F64(_) => Sort::F64,
        }
    }

    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Const::Bool(value) => Some(*value),
            _ => None,
        }
    }

    pub fn as_bv(&self) -> Option<&Bv> {
        match self {
            Const::Bv(value) => Some(value),
            _ => None,
        }
    }

    /// The two's complement value of a bit-vector that fits.
    pub fn as_signed(&self) -> Option<i128> {
        self.as_bv().and_then(Bv::signed)
    }

    pub fn as_f32(&self) -> Option<f32> {
        match self {
            Const::F32(bits) => Some(f32::from_bits(*bits)),
            _ => None,
        }
    }

    pub fn as_f64(&self) -> Option<f64> {
        match self {
            Const::F64(bits) => Some(f64::from_bits(*bits)),
            _ => None,
        }
    }
}

impl fmt::Display for Const {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Const::Bool(value) => write!(f, "{value}"),
            Const::Bv(value) => write!(f, "{}", value.to_signed_big()),
            Const::F32(bits) => write!(f, "{:?}f", f32::from_bits(*bits)),
            Const::F64(bits) => write!(f, "{:?}", f64::from_bits(*bits)),
        }
    }
}
