//! Bit-vector constructors other than sums and comparisons: division, bitwise operations, shifts, widths.

use crate::arena::{Op, Term, Terms};
use crate::value::{Bv, MAX_WIDTH, Sort};

impl Terms {
    fn binary(&mut self, op: Op, a: Term, b: Term) -> Term {
        let sort = self.sort(a);
        self.intern(op, sort, &[a, b])
    }

    /// Folds constants, and pushes a constant operand into an `ite` of constants.
    fn fold_binary(&mut self, op: Op, a: Term, b: Term) -> Option<Term> {
        debug_assert_eq!(self.sort(a), self.sort(b));
        let sort = self.sort(a);
        if let Some(folded) = self.fold(op, sort, &[a, b]) {
            return Some(folded);
        }
        let leaves = |terms: &Terms, t: Term| match (terms.op(t), terms.args(t)) {
            (Op::Ite, &[condition, then, other])
                if terms.is_const(then) && terms.is_const(other) =>
            {
                Some((condition, then, other))
            }
            _ => None,
        };
        if let Some((condition, then, other)) = leaves(self, a)
            && self.is_const(b)
        {
            let then = self.fold(op, sort, &[then, b])?;
            let other = self.fold(op, sort, &[other, b])?;
            return Some(self.ite(condition, then, other));
        }
        if let Some((condition, then, other)) = leaves(self, b)
            && self.is_const(a)
        {
            let then = self.fold(op, sort, &[a, then])?;
            let other = self.fold(op, sort, &[a, other])?;
            return Some(self.ite(condition, then, other));
        }
        None
    }

    fn zero_like(&mut self, a: Term) -> Term {
        self.bv_const(self.width(a), 0)
    }

    /// An extended dividend and a divisor that fits its narrow width, both narrow: the quotient and the remainder fit, too.
    /// Clauses compute with more bits than code; both should mean the same division.
    fn narrow_division(&mut self, extension: Op, a: Term, b: Term) -> Option<(Term, Term)> {
        let divisor = self.as_bv(b)?;
        if self.op(a) != extension || divisor.is_zero() || divisor.is_all_ones() {
            return None;
        }
        let x = self.args(a)[0];
        let narrow = self.extract(b, self.width(x) - 1, 0);
        let width = self.width(b);
        let same = match extension {
            Op::Sext => self.sext(narrow, width),
            _ => self.zext(narrow, width),
        };
        (same == b).then_some((x, narrow))
    }

    /// SMT-LIB's total unsigned division.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(Op::Udiv, a, b) {
            return folded;
        }
        if let Some((x, divisor)) = self.narrow_division(Op::Zext, a, b) {
            let quotient = self.udiv(x, divisor);
            return self.zext(quotient, self.width(a));
        }
        if let Some(power) = self.as_bv(b).and_then(Bv::power_of_two) {
            let amount = self.bv_const(self.width(a), power);
            return self.lshr(a, amount);
        }
        self.binary(Op::Udiv, a, b)
    }

    /// SMT-LIB's total unsigned remainder.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(Op::Urem, a, b) {
            return folded;
        }
        if let Some((x, divisor)) = self.narrow_division(Op::Zext, a, b) {
            let remainder = self.urem(x, divisor);
            return self.zext(remainder, self.width(a));
        }
        if let (Some(ra), Some(rb)) = (self.range(a), self.range(b))
            && ra.unsigned_max < rb.unsigned_min
        {
            return a;
        }
        if self.as_bv(b).and_then(Bv::power_of_two).is_some() {
            let one = self.bv_const(self.width(a), 1);
            let low_bits = self.bv_sub(b, one);
            return self.bv_and(a, low_bits);
        }
        self.binary(Op::Urem, a, b)
    }

    /// Truncating signed division, MIN / -1 = MIN as in Java; by zero as in SMT-LIB.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(Op::Sdiv, a, b) {
            return folded;
        }
        if let Some(value) = self.as_bv(b) {
            if value.is_one() {
                return a;
            }
            if value.is_all_ones() {
                return self.bv_neg(a);
            }
        }
        if let Some((x, divisor)) = self.narrow_division(Op::Sext, a, b) {
            let quotient = self.sdiv(x, divisor);
            return self.sext(quotient, self.width(a));
        }
        if let (Some(ra), Some(rb)) = (self.range(a), self.range(b))
            && ra.min >= 0
            && rb.min > 0
        {
            return self.udiv(a, b);
        }
        self.binary(Op::Sdiv, a, b)
    }

    /// The signed remainder with the dividend's sign; by zero as in SMT-LIB.
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(Op::Srem, a, b) {
            return folded;
        }
        if let Some(value) = self.as_bv(b)
            && (value.is_one() || value.is_all_ones())
        {
            return self.zero_like(a);
        }
        if let Some((x, divisor)) = self.narrow_division(Op::Sext, a, b) {
            let remainder = self.srem(x, divisor);
            return self.sext(remainder, self.width(a));
        }
        if let (Some(ra), Some(rb)) = (self.range(a), self.range(b))
            && ra.min >= 0
            && rb.min > 0
        {
            return self.urem(a, b);
        }
        self.binary(Op::Srem, a, b)
    }

    pub fn bv_not(&mut self, a: Term) -> Term {
        if self.op(a) == Op::BvNot {
            return self.args(a)[0];
        }
        let sort = self.sort(a);
        if let Some(folded) = self.fold(Op::BvNot, sort, &[a]) {
            return folded;
        }
        self.intern(Op::BvNot, sort, &[a])
    }

    pub fn bv_and(&mut self, a: Term, b: Term) -> Term {
        // A constant goes right.
        let (a, b) = if self.is_const(a) { (b, a) } else { (a, b) };
        if a == b {
            return a;
        }
        if let Some(folded) = self.fold_binary(Op::BvAnd, a, b) {
            return folded;
        }
        if let Some(value) = self.as_bv(b).cloned() {
            if value.is_zero() {
                return b;
            }
            if value.is_all_ones() {
                return a;
            }
            if let (Op::BvAnd, &[x, y]) = (self.op(a), self.args(a))
                && let Some(inner) = self.as_bv(y).cloned()
            {
                let mask = self.bv_value(inner.and(&value));
                return self.bv_and(x, mask);
            }
            // A mask of low bits is an extraction.
            if let Some(bits) = value.add(&Bv::new(value.width(), 1)).power_of_two() {
                let low = self.extract(a, bits - 1, 0);
                return self.zext(low, value.width());
            }
        }
        if let Some(both) = self.zero_one_pair(a, b, |terms, x, y| terms.and(&[x, y])) {
            return both;
        }
        self.commutative(Op::BvAnd, a, b)
    }

    pub fn bv_or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = if self.is_const(a) { (b, a) } else { (a, b) };
        if a == b {
            return a;
        }
        if let Some(folded) = self.fold_binary(Op::BvOr, a, b) {
            return folded;
        }
        if let Some(value) = self.as_bv(b) {
            if value.is_zero() {
                return a;
            }
            if value.is_all_ones() {
                return b;
            }
        }
        if let Some(either) = self.zero_one_pair(a, b, |terms, x, y| terms.or(&[x, y])) {
            return either;
        }
        self.commutative(Op::BvOr, a, b)
    }

    pub fn bv_xor(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = if self.is_const(a) { (b, a) } else { (a, b) };
        if a == b {
            return self.zero_like(a);
        }
        if let Some(folded) = self.fold_binary(Op::BvXor, a, b) {
            return folded;
        }
        if let Some(value) = self.as_bv(b).cloned() {
            if value.is_zero() {
                return a;
            }
            if value.is_all_ones() {
                return self.bv_not(a);
            }
            if let (Op::BvXor, &[x, y]) = (self.op(a), self.args(a))
                && let Some(inner) = self.as_bv(y).cloned()
            {
                let joined = self.bv_value(inner.xor(&value));
                return self.bv_xor(x, joined);
            }
        }
        if let Some(different) = self.zero_one_pair(a, b, |terms, x, y| terms.xor(x, y)) {
            return different;
        }
        self.commutative(Op::BvXor, a, b)
    }

    /// Two Java booleans combined by a boolean connective, if both are `ite(c, 1, 0)`.
    fn zero_one_pair(
        &mut self,
        a: Term,
        b: Term,
        connective: impl Fn(&mut Terms, Term, Term) -> Term,
    ) -> Option<Term> {
        let (x, y) = (self.as_zero_one(a)?, self.as_zero_one(b)?);
        let joined = connective(self, x, y);
        Some(self.bool_to_bv(joined, self.width(a)))
    }

    fn commutative(&mut self, op: Op, a: Term, b: Term) -> Term {
        let swap = !self.is_const(b) && b < a;
        let (a, b) = if swap { (b, a) } else { (a, b) };
        self.binary(op, a, b)
    }

    /// SMT-LIB's shift: a distance of the width or more gives 0.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(Op::Shl, a, b) {
            return folded;
        }
        if let Some(amount) = self.as_bv(b).cloned() {
            // A shift by a constant is a product, which the linear normal form understands.
            let factor = Bv::new(amount.width(), 1).shl(&amount);
            let factor = self.bv_value(factor);
            return self.bv_mul(a, factor);
        }
        if self.as_bv(a).is_some_and(Bv::is_zero) {
            return a;
        }
        self.binary(Op::Shl, a, b)
    }

    /// SMT-LIB's logical shift right.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(Op::Lshr, a, b) {
            return folded;
        }
        if let Some(amount) = self.as_bv(b).cloned() {
            let width = self.width(a);
            return match amount.unsigned() {
                Some(0) => a,
                Some(n) if n < u128::from(width) => {
                    let high = self.extract(a, width - 1, n as u32);
                    self.zext(high, width)
                }
                _ => self.zero_like(a),
            };
        }
        if self.as_bv(a).is_some_and(Bv::is_zero) {
            return a;
        }
        self.binary(Op::Lshr, a, b)
    }

    /// SMT-LIB's arithmetic shift right.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(Op::Ashr, a, b) {
            return folded;
        }
        if let Some(amount) = self.as_bv(b).cloned() {
            let width = self.width(a);
            if amount.is_zero() {
                return a;
            }
            let n = amount
                .unsigned()
                .unwrap_or(u128::MAX)
                .min(u128::from(width - 1)) as u32;
            let high = self.extract(a, width - 1, n);
            return self.sext(high, width);
        }
        if self
            .as_bv(a)
            .is_some_and(|value| value.is_zero() || value.is_all_ones())
        {
            return a;
        }
        self.binary(Op::Ashr, a, b)
    }

    /// Bits `high..=low`.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        let (width, result) = (self.width(a), high - low + 1);
        debug_assert!(low <= high && high < width);
        if result == width {
            return a;
        }
        let (op, sort) = (Op::Extract { high, low }, Sort::Bv(result));
        if let Some(folded) = self.fold(op, sort, &[a]) {
            return folded;
        }
        match self.op(a) {
            Op::Extract { low: inner_low, .. } => {
                let x = self.args(a)[0];
                return self.extract(x, high + inner_low, low + inner_low);
            }
            Op::Sext | Op::Zext => {
                let (x, signed) = (self.args(a)[0], self.op(a) == Op::Sext);
                let inner = self.width(x);
                if high < inner {
                    return self.extract(x, high, low);
                }
                if low == 0 {
                    return if signed {
                        self.sext(x, result)
                    } else {
                        self.zext(x, result)
                    };
                }
                if !signed && low >= inner {
                    return self.bv_const(result, 0);
                }
                if low < inner {
                    let part = self.extract(x, inner - 1, low);
                    return if signed {
                        self.sext(part, result)
                    } else {
                        self.zext(part, result)
                    };
                }
            }
            Op::Concat => {
                let (x, y) = (self.args(a)[0], self.args(a)[1]);
                let split = self.width(y);
                if high < split {
                    return self.extract(y, high, low);
                }
                if low >= split {
                    return self.extract(x, high - split, low - split);
                }
            }
            Op::Ite => {
                let (condition, then, other) = (self.args(a)[0], self.args(a)[1], self.args(a)[2]);
                if self.is_const(then) && self.is_const(other) {
                    let (then, other) = (
                        self.extract(then, high, low),
                        self.extract(other, high, low),
                    );
                    return self.ite(condition, then, other);
                }
            }
            // The low bits of a sum depend on the low bits of its addends only.
            Op::Add | Op::Mul if low == 0 && self.narrows(a, result) => {
                let (is_sum, args) = (self.op(a) == Op::Add, self.node(a).args.clone());
                let mut total = self.extract(args[0], high, 0);
                for &arg in &args[1..] {
                    let part = self.extract(arg, high, 0);
                    total = if is_sum {
                        self.bv_add(total, part)
                    } else {
                        self.bv_mul(total, part)
                    };
                }
                return total;
            }
            _ => {}
        }
        self.intern(op, sort, &[a])
    }

    /// Whether the low `width` bits of every operand of a sum or product are simpler than an extraction.
    fn narrows(&self, a: Term, width: u32) -> bool {
        self.args(a).iter().all(|&arg| match self.op(arg) {
            Op::Const(_) => true,
            Op::Sext | Op::Zext => self.width(self.args(arg)[0]) <= width,
            Op::Mul if self.is_const(self.args(arg)[0]) => {
                let base = self.args(arg)[1];
                matches!(self.op(base), Op::Sext | Op::Zext)
                    && self.width(self.args(base)[0]) <= width
            }
            _ => false,
        })
    }

    /// `a` becomes the upper bits. The result is at most [`MAX_WIDTH`] wide; callers check before.
    pub fn concat(&mut self, a: Term, b: Term) -> Term {
        let width = self.width(a) + self.width(b);
        debug_assert!(width <= MAX_WIDTH);
        let sort = Sort::Bv(width);
        if let Some(folded) = self.fold(Op::Concat, sort, &[a, b]) {
            return folded;
        }
        if self.as_bv(a).is_some_and(Bv::is_zero) {
            return self.zext(b, width);
        }
        if let (
            Op::Extract { high, low },
            Op::Extract {
                high: next,
                low: end,
            },
        ) = (self.op(a), self.op(b))
            && self.args(a)[0] == self.args(b)[0]
            && low == next + 1
        {
            let x = self.args(a)[0];
            return self.extract(x, high, end);
        }
        self.intern(Op::Concat, sort, &[a, b])
    }

    /// Sign extension to `width`; the same width is the term itself.
    pub fn sext(&mut self, a: Term, width: u32) -> Term {
        debug_assert!(width >= self.width(a) && width <= MAX_WIDTH);
        let inner = self.width(a);
        if width == inner {
            return a;
        }
        let sort = Sort::Bv(width);
        if let Some(folded) = self.fold(Op::Sext, sort, &[a]) {
            return folded;
        }
        match self.op(a) {
            Op::Sext | Op::Zext => {
                let (x, signed) = (self.args(a)[0], self.op(a) == Op::Sext);
                return if signed {
                    self.sext(x, width)
                } else {
                    self.zext(x, width)
                };
            }
            Op::Ite => {
                let (condition, then, other) = (self.args(a)[0], self.args(a)[1], self.args(a)[2]);
                if self.is_const(then) && self.is_const(other) {
                    let (then, other) = (self.sext(then, width), self.sext(other, width));
                    return self.ite(condition, then, other);
                }
            }
            // i2b and the like of a value that fits is that value.
            Op::Extract { low: 0, .. } => {
                let x = self.args(a)[0];
                if let Some(range) = self.range(x)
                    && range.min >= -(1i128 << (inner - 1))
                    && range.max < 1i128 << (inner - 1)
                {
                    return self.resize(x, width, true);
                }
            }
            Op::Add | Op::Mul => {
                if let Some(wide) = self.sext_sum(a, width) {
                    return wide;
                }
            }
            _ => {}
        }
        if self.range(a).is_some_and(|range| range.min >= 0) {
            return self.zext(a, width);
        }
        self.intern(Op::Sext, sort, &[a])
    }

    /// Zero extension to `width`; the same width is the term itself.
    pub fn zext(&mut self, a: Term, width: u32) -> Term {
        debug_assert!(width >= self.width(a) && width <= MAX_WIDTH);
        let inner = self.width(a);
        if width == inner {
            return a;
        }
        let sort = Sort::Bv(width);
        if let Some(folded) = self.fold(Op::Zext, sort, &[a]) {
            return folded;
        }
        match self.op(a) {
            Op::Zext => {
                let x = self.args(a)[0];
                return self.zext(x, width);
            }
            Op::Ite => {
                let (condition, then, other) = (self.args(a)[0], self.args(a)[1], self.args(a)[2]);
                if self.is_const(then) && self.is_const(other) {
                    let (then, other) = (self.zext(then, width), self.zext(other, width));
                    return self.ite(condition, then, other);
                }
            }
            // A mask on a value that fits below it.
            Op::Extract { low: 0, .. } => {
                let x = self.args(a)[0];
                if let Some(range) = self.range(x)
                    && range.unsigned_max < 1i128 << inner
                {
                    return self.resize(x, width, false);
                }
            }
            _ => {}
        }
        self.intern(Op::Zext, sort, &[a])
    }

    /// To a width on either side, extending by sign or zeros, or keeping the low bits.
    pub fn resize(&mut self, a: Term, width: u32, signed: bool) -> Term {
        let from = self.width(a);
        if width < from {
            self.extract(a, width - 1, 0)
        } else if signed {
            self.sext(a, width)
        } else {
            self.zext(a, width)
        }
    }
}
