//! Equality, decided or brought to `x = constant` or `x = y` where possible.

use crate::arena::{Op, Term, Terms};
use crate::compare::Comparison;
use crate::value::{Bv, Sort};

impl Terms {
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return self.tru();
        }
        if let Some(folded) = self.fold(Op::Eq, Sort::Bool, &[a, b]) {
            return folded;
        }
        match self.sort(a) {
            Sort::Bool => self.eq_bool(a, b),
            Sort::Bv(width) => self.eq_bv(a, b, width),
            Sort::F32 | Sort::F64 => self.eq_ordered(a, b),
        }
    }

    fn eq_ordered(&mut self, a: Term, b: Term) -> Term {
        let (low, high) = if a < b { (a, b) } else { (b, a) };
        self.intern(Op::Eq, Sort::Bool, &[low, high])
    }

    fn eq_bv(&mut self, a: Term, b: Term, width: u32) -> Term {
        // Keep a constant on the right while deciding.
        let (a, b) = if self.is_const(a) { (b, a) } else { (a, b) };
        if let (Some(ra), Some(rb)) = (self.range(a), self.range(b))
            && (ra.max < rb.min
                || rb.max < ra.min
                || ra.unsigned_max < rb.unsigned_min
                || rb.unsigned_max < ra.unsigned_min)
        {
            return self.fls();
        }
        if let Some(lifted) = self.lift_comparison(Comparison::Eq, a, b) {
            return lifted;
        }
        if let Some(result) = self.eq_ite_branch(a, b) {
            return result;
        }
        if let Some(result) = self.eq_ite_branch(b, a) {
            return result;
        }
        if let Some(result) = self.eq_by_shape(a, b) {
            return result;
        }
        if self.op(a) == Op::Add || self.op(b) == Op::Add || self.is_scaled(a) || self.is_scaled(b)
        {
            return self.eq_linear(a, b, width);
        }
        self.eq_ordered(a, b)
    }

    pub(crate) fn is_scaled(&self, a: Term) -> bool {
        self.op(a) == Op::Mul && self.is_const(self.args(a)[0])
    }

    /// `ite(c, x, y) = x` is `c or y = x`.
    fn eq_ite_branch(&mut self, a: Term, b: Term) -> Option<Term> {
        let (Op::Ite, &[condition, then, other]) = (self.op(a), self.args(a)) else {
            return None;
        };
        if then == b {
            let rest = self.eq(other, b);
            return Some(self.or(&[condition, rest]));
        }
        if other == b {
            let rest = self.eq(then, b);
            let not_condition = self.not(condition);
            return Some(self.or(&[not_condition, rest]));
        }
        None
    }

    /// Extensions, concatenations and complements against their like or a constant.
    fn eq_by_shape(&mut self, a: Term, b: Term) -> Option<Term> {
        let (op_a, op_b) = (self.op(a), self.op(b));
        if let (Op::Sext, Op::Sext) | (Op::Zext, Op::Zext) = (op_a, op_b) {
            let (x, y) = (self.args(a)[0], self.args(b)[0]);
            let (wx, wy) = (self.width(x), self.width(y));
            let wide = wx.max(wy);
            let (x, y) = if op_a == Op::Sext {
                (self.sext(x, wide), self.sext(y, wide))
            } else {
                (self.zext(x, wide), self.zext(y, wide))
            };
            return Some(self.eq(x, y));
        }
        if let Some(fits) = self.fits(a, b).or_else(|| self.fits(b, a)) {
            return Some(fits);
        }
        let value = self.as_bv(b).cloned()?;
        match op_a {
            // The ranges overlap, so the constant fits the narrow width.
            Op::Sext | Op::Zext => {
                let x = self.args(a)[0];
                let narrow = value.extract(self.width(x) - 1, 0);
                let back = if op_a == Op::Sext {
                    narrow.sext(value.width())
                } else {
                    narrow.zext(value.width())
                };
                if back != value {
                    return Some(self.fls());
                }
                let narrow = self.bv_value(narrow);
                Some(self.eq(x, narrow))
            }
            Op::Concat => {
                let (x, y) = (self.args(a)[0], self.args(a)[1]);
                let low_width = self.width(y);
                let high_value = self.bv_value(value.extract(value.width() - 1, low_width));
                let low_value = self.bv_value(value.extract(low_width - 1, 0));
                let (high, low) = (self.eq(x, high_value), self.eq(y, low_value));
                Some(self.and(&[high, low]))
            }
            Op::BvNot => {
                let x = self.args(a)[0];
                let value = self.bv_value(value.not());
                Some(self.eq(x, value))
            }
            // x ^ c = d is x = c ^ d; x ^ y = 0 is x = y.
            Op::BvXor => {
                let (x, y) = (self.args(a)[0], self.args(a)[1]);
                if let Some(c) = self.as_bv(y).cloned() {
                    let value = self.bv_value(value.xor(&c));
                    return Some(self.eq(x, value));
                }
                value.is_zero().then(|| self.eq(x, y))
            }
            // x | y = 0 says both are.
            Op::BvOr if value.is_zero() => {
                let (x, y) = (self.args(a)[0], self.args(a)[1]);
                let (x, y) = (self.eq(x, b), self.eq(y, b));
                Some(self.and(&[x, y]))
            }
            _ => None,
        }
    }

    /// `sext(low bits of x) = x` asks whether `x` fits the narrow width: two bounds, which the linear rules understand.
    /// This is how overflow checks and specifications with mathematical integers arrive.
    fn fits(&mut self, extended: Term, x: Term) -> Option<Term> {
        if self.op(extended) != Op::Sext || !matches!(self.op(x), Op::Add | Op::Mul) {
            return None;
        }
        let inner = self.args(extended)[0];
        let (narrow, width) = (self.width(inner), self.width(x));
        if self.extract(x, narrow - 1, 0) != inner {
            return None;
        }
        let lowest = self.bv_value(Bv::min_signed(narrow).sext(width));
        let beyond = self.bv_value(Bv::min_signed(narrow).zext(width));
        let (above, below) = (self.sle(lowest, x), self.slt(x, beyond));
        Some(self.and(&[above, below]))
    }

    /// One form for all ways to write a linear equation: one addend on the left where its coefficient is odd.
    fn eq_linear(&mut self, a: Term, b: Term, width: u32) -> Term {
        let difference = self.bv_sub(a, b);
        if let Some(value) = self.as_bv(difference) {
            let zero = value.is_zero();
            return self.bool(zero);
        }
        let mut form = self.linear(difference);
        let unit = form
            .addends
            .iter()
            .position(|(_, coefficient)| coefficient.is_one() || coefficient.is_all_ones());
        let lead = match unit {
            Some(at) => Some(at),
            None if form.addends.len() == 1 && form.addends[0].1.is_odd() => Some(0),
            None => None,
        };
        let Some(at) = lead else {
            // coefficients * x = -constant, with the sign fixed by the first addend.
            if form.addends[0].1.is_negative() {
                for addend in &mut form.addends {
                    addend.1 = addend.1.neg();
                }
                form.constant = form.constant.neg();
            }
            let right = self.bv_value(form.constant.neg());
            form.constant = Bv::new(width, 0);
            let left = self.sum_of(&form);
            return self.eq_ordered(left, right);
        };
        let (base, coefficient) = form.addends.remove(at);
        let Some(inverse) = coefficient.neg().inverse() else {
            return self.eq_ordered(a, b);
        };
        for addend in &mut form.addends {
            addend.1 = addend.1.mul(&inverse);
        }
        form.constant = form.constant.mul(&inverse);
        let right = self.sum_of(&form);
        if self.op(base) == Op::Add || self.op(right) == Op::Add || self.is_scaled(right) {
            return self.eq_ordered(base, right);
        }
        // Both sides are plain now; the other rules may see more, and none of them comes back here.
        self.eq(base, right)
    }
}
