//! Order of bit-vectors, decided or brought to `x < constant` or `x < y` where possible.

use crate::arena::{Op, Term, Terms};
use crate::range::is_max_signed;
use crate::value::{Bv, Sort};
use std::cmp::Ordering;

/// A comparison is pushed into an `ite` tree with at most this many constant leaves.
const MAX_LEAVES: usize = 16;

#[derive(Clone, Copy)]
pub(crate) enum Comparison {
    Eq,
    Slt,
    SltSwapped,
    Ult,
    UltSwapped,
}

impl Terms {
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return self.fls();
        }
        if let Some(folded) = self.fold(Op::Slt, Sort::Bool, &[a, b]) {
            return folded;
        }
        if let (Some(ra), Some(rb)) = (self.range(a), self.range(b)) {
            if ra.max < rb.min {
                return self.tru();
            }
            if ra.min >= rb.max {
                return self.fls();
            }
            // Only one value is left below, or only one above.
            if ra.min == rb.max - 1 && self.is_const(b) {
                let only = self.bv_const(self.width(a), ra.min);
                return self.eq(a, only);
            }
            if rb.min == rb.max && ra.max == rb.max {
                return self.ne(a, b);
            }
        }
        if let Some(lifted) = self.lift_comparison(Comparison::Slt, a, b) {
            return lifted;
        }
        if let Some(lifted) = self.lift_comparison(Comparison::SltSwapped, b, a) {
            return lifted;
        }
        if let Some(value) = self.as_bv(a).cloned() {
            // c < x is not (x < c + 1).
            if is_max_signed(&value) {
                return self.fls();
            }
            let next = self.bv_value(value.add(&Bv::new(value.width(), 1)));
            let at_most = self.slt(b, next);
            return self.not(at_most);
        }
        if let Some(value) = self.as_bv(b)
            && *value == Bv::min_signed(value.width())
        {
            return self.fls();
        }
        if let Some(narrow) = self.slt_narrow(a, b) {
            return narrow;
        }
        if let Some(simpler) = self.slt_linear(a, b) {
            return simpler;
        }
        self.intern(Op::Slt, Sort::Bool, &[a, b])
    }

    /// Compares below sign and zero extensions.
    fn slt_narrow(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let (op_a, op_b) = (self.op(a), self.op(b));
        let inner = |terms: &Terms, t: Term| terms.args(t)[0];
        match (op_a, op_b) {
            (Op::Sext, Op::Sext) => {
                let (x, y) = (inner(self, a), inner(self, b));
                let wide = self.width(x).max(self.width(y));
                let (x, y) = (self.sext(x, wide), self.sext(y, wide));
                Some(self.slt(x, y))
            }
            (Op::Zext, Op::Zext) => {
                let (x, y) = (inner(self, a), inner(self, b));
                let wide = self.width(x).max(self.width(y));
                let (x, y) = (self.zext(x, wide), self.zext(y, wide));
                Some(self.ult(x, y))
            }
            (Op::Sext, Op::Const(_)) => {
                let x = inner(self, a);
                let value = self.as_bv(b)?.clone();
                let narrow = value.extract(self.width(x) - 1, 0);
                // The ranges overlap, so a constant that does not fit is one past the largest value.
                if narrow.sext(width) != value {
                    return (value.is_negative())
                        .then(|| self.fls())
                        .or_else(|| Some(self.tru()));
                }
                let narrow = self.bv_value(narrow);
                Some(self.slt(x, narrow))
            }
            (Op::Zext, Op::Const(_)) => {
                let x = inner(self, a);
                let value = self.as_bv(b)?.clone();
                if value.is_negative() {
                    return Some(self.fls());
                }
                let narrow = value.extract(self.width(x) - 1, 0);
                if narrow.zext(width) != value {
                    return Some(self.tru());
                }
                let narrow = self.bv_value(narrow);
                Some(self.ult(x, narrow))
            }
            _ => None,
        }
    }

    /// When neither side can have wrapped, common addends cancel as in mathematics.
    fn slt_linear(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.op(a) != Op::Add
            && self.op(b) != Op::Add
            && !self.is_scaled(a)
            && !self.is_scaled(b)
        {
            return None;
        }
        let width = self.width(a);
        let full = crate::range::Range::full(width.min(crate::range::MAX_RANGE_WIDTH));
        let (form_a, form_b) = (self.linear(a), self.linear(b));
        for form in [&form_a, &form_b] {
            let (min, max) = self.exact_sum(form)?;
            if min < full.min || max > full.max {
                return None;
            }
        }
        // The difference as a mathematical linear form: a < b iff difference < 0.
        let mut constant = form_a.constant.signed()? - form_b.constant.signed()?;
        let mut addends: Vec<(Term, i128)> = Vec::new();
        for (base, coefficient) in &form_a.addends {
            addends.push((*base, coefficient.signed()?));
        }
        for (base, coefficient) in &form_b.addends {
            let factor = coefficient.signed()?;
            match addends.iter_mut().find(|addend| addend.0 == *base) {
                Some(addend) => addend.1 -= factor,
                None => addends.push((*base, -factor)),
            }
        }
        addends.retain(|addend| addend.1 != 0);
        let (mut min, mut max) = (constant, constant);
        for &(base, factor) in &addends {
            let range = self.range(base)?;
            let (x, y) = (
                range.min.checked_mul(factor)?,
                range.max.checked_mul(factor)?,
            );
            min += x.min(y);
            max += x.max(y);
        }
        if max < 0 {
            return Some(self.tru());
        }
        if min >= 0 {
            return Some(self.fls());
        }
        if let [(x, factor)] = addends[..] {
            if factor < 0 {
                constant = -constant;
            }
            let divisor = factor.abs();
            // factor > 0: x < -constant / factor, rounded up; else x > constant / |factor|, rounded down.
            let bound = if factor > 0 {
                -(constant.div_euclid(divisor))
            } else {
                (-constant).div_euclid(divisor)
            };
            if bound < full.min || bound > full.max {
                return None;
            }
            let limit = self.bv_const(width, bound);
            return Some(if factor > 0 {
                self.slt(x, limit)
            } else {
                self.slt(limit, x)
            });
        }
        if let [(x, 1), (y, -1)] | [(y, -1), (x, 1)] = addends[..]
            && constant == 0
        {
            return Some(self.slt(x, y));
        }
        None
    }

    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        let greater = self.slt(b, a);
        self.not(greater)
    }

    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if a == b {
            return self.fls();
        }
        if let Some(folded) = self.fold(Op::Ult, Sort::Bool, &[a, b]) {
            return folded;
        }
        if let (Some(ra), Some(rb)) = (self.range(a), self.range(b)) {
            if ra.unsigned_max < rb.unsigned_min {
                return self.tru();
            }
            if ra.unsigned_min >= rb.unsigned_max {
                return self.fls();
            }
            if (ra.min >= 0 && rb.min >= 0) || (ra.max < 0 && rb.max < 0) {
                return self.slt(a, b);
            }
        }
        if let Some(lifted) = self.lift_comparison(Comparison::Ult, a, b) {
            return lifted;
        }
        if let Some(lifted) = self.lift_comparison(Comparison::UltSwapped, b, a) {
            return lifted;
        }
        let zero = self.bv_const(self.width(a), 0);
        if b == zero {
            return self.fls();
        }
        if a == zero {
            return self.ne(b, zero);
        }
        if let Some(value) = self.as_bv(a).cloned() {
            // c < x is not (x < c + 1).
            if value.is_all_ones() {
                return self.fls();
            }
            let next = self.bv_value(value.add(&Bv::new(value.width(), 1)));
            let at_most = self.ult(b, next);
            return self.not(at_most);
        }
        if let Some(value) = self.as_bv(b) {
            if value.is_one() {
                return self.eq(a, zero);
            }
            if value.is_all_ones() {
                return self.ne(a, b);
            }
            // Below 2^(w-1) unsigned is not negative.
            if *value == Bv::min_signed(value.width()) {
                let negative = self.slt(a, zero);
                return self.not(negative);
            }
        }
        if let (Op::Zext, Op::Zext) = (self.op(a), self.op(b)) {
            let (x, y) = (self.args(a)[0], self.args(b)[0]);
            let wide = self.width(x).max(self.width(y));
            let (x, y) = (self.zext(x, wide), self.zext(y, wide));
            return self.ult(x, y);
        }
        self.intern(Op::Ult, Sort::Bool, &[a, b])
    }

    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        let greater = self.ult(b, a);
        self.not(greater)
    }

    pub fn sgt(&mut self, a: Term, b: Term) -> Term {
        self.slt(b, a)
    }

    pub fn sge(&mut self, a: Term, b: Term) -> Term {
        self.sle(b, a)
    }

    /// `lcmp`: -1, 0 or 1 as a 32-bit value.
    pub fn signed_compare(&mut self, a: Term, b: Term) -> Term {
        let (less, same) = (self.slt(a, b), self.eq(a, b));
        let (minus, zero, plus) = (self.int(-1), self.int(0), self.int(1));
        let rest = self.ite(same, zero, plus);
        self.ite(less, minus, rest)
    }

    /// Compares a tree of `ite`s whose leaves are all constants with a constant, leaf by leaf.
    pub(crate) fn lift_comparison(
        &mut self,
        comparison: Comparison,
        tree: Term,
        constant: Term,
    ) -> Option<Term> {
        if self.op(tree) != Op::Ite || !self.is_const(constant) {
            return None;
        }
        let mut leaves = 0;
        if !self.constant_leaves(tree, 0, &mut leaves) {
            return None;
        }
        let value = self.as_bv(constant)?.clone();
        Some(self.compare_leaves(comparison, tree, &value))
    }

    fn constant_leaves(&self, tree: Term, depth: usize, leaves: &mut usize) -> bool {
        if let (Op::Ite, &[_, then, other]) = (self.op(tree), self.args(tree)) {
            return depth < MAX_LEAVES
                && self.constant_leaves(then, depth + 1, leaves)
                && self.constant_leaves(other, depth + 1, leaves);
        }
        *leaves += 1;
        *leaves <= MAX_LEAVES && self.is_const(tree)
    }

    /// Recursion is bounded by `MAX_LEAVES`.
    fn compare_leaves(&mut self, comparison: Comparison, tree: Term, value: &Bv) -> Term {
        if let (Op::Ite, &[condition, then, other]) = (self.op(tree), self.args(tree)) {
            let then = self.compare_leaves(comparison, then, value);
            let other = self.compare_leaves(comparison, other, value);
            return self.ite(condition, then, other);
        }
        let Some(leaf) = self.as_bv(tree) else {
            return self.fls();
        };
        let holds = match comparison {
            Comparison::Eq => leaf == value,
            Comparison::Slt => leaf.cmp_signed(value) == Ordering::Less,
            Comparison::SltSwapped => value.cmp_signed(leaf) == Ordering::Less,
            Comparison::Ult => leaf.cmp_unsigned(value) == Ordering::Less,
            Comparison::UltSwapped => value.cmp_unsigned(leaf) == Ordering::Less,
        };
        self.bool(holds)
    }
}
