//! Sums and products: addition, subtraction, negation and multiplication by constants share one linear normal form.

use crate::arena::{Op, Term, Terms};
use crate::range::Range;
use crate::value::{Bv, Sort};
use smallvec::SmallVec;

/// Longer sums are not flattened further; they nest, which keeps building a long sum from being quadratic.
const MAX_ADDENDS: usize = 24;

/// Longer sums stay behind their extension.
const MAX_WIDENED: usize = 6;

/// `sum of coefficient * term + constant`, modulo 2^width; addends sorted by term, no zero coefficients.
#[derive(Clone, Debug)]
pub(crate) struct Linear {
    pub(crate) addends: SmallVec<[(Term, Bv); 4]>,
    pub(crate) constant: Bv,
}

impl Linear {
    fn zero(width: u32) -> Linear {
        Linear {
            addends: SmallVec::new(),
            constant: Bv::new(width, 0),
        }
    }

    fn add_scaled(&mut self, other: &Linear, factor: &Bv) {
        self.constant = self.constant.add(&other.constant.mul(factor));
        for (term, coefficient) in &other.addends {
            let scaled = coefficient.mul(factor);
            match self.addends.binary_search_by_key(term, |addend| addend.0) {
                Ok(at) => {
                    let sum = self.addends[at].1.add(&scaled);
                    if sum.is_zero() {
                        self.addends.remove(at);
                    } else {
                        self.addends[at].1 = sum;
                    }
                }
                Err(at) if !scaled.is_zero() => self.addends.insert(at, (*term, scaled)),
                Err(_) => {}
            }
        }
    }
}

impl Terms {
    /// The linear form of a term; a term that is not a sum is itself, once.
    pub(crate) fn linear(&self, term: Term) -> Linear {
        let width = self.width(term);
        let mut form = Linear::zero(width);
        let single = [term];
        let parts = match self.op(term) {
            Op::Add => self.args(term),
            _ => &single[..],
        };
        for &part in parts {
            if let Some(value) = self.as_bv(part) {
                form.constant = form.constant.add(value);
                continue;
            }
            let (base, coefficient) = self.split_coefficient(part, width);
            form.addends.push((base, coefficient));
        }
        form.addends.sort_unstable_by_key(|addend| addend.0);
        form
    }

    fn split_coefficient(&self, part: Term, width: u32) -> (Term, Bv) {
        if let (Op::Mul, [factor, base]) = (self.op(part), self.args(part))
            && let Some(value) = self.as_bv(*factor)
        {
            return (*base, value.clone());
        }
        (part, Bv::new(width, 1))
    }

    /// The term of a linear form.
    pub(crate) fn sum_of(&mut self, form: &Linear) -> Term {
        let width = form.constant.width();
        let mut args: SmallVec<[Term; 4]> = SmallVec::new();
        for (base, coefficient) in &form.addends {
            let part = if coefficient.is_one() {
                *base
            } else {
                let factor = self.bv_value(coefficient.clone());
                self.intern(Op::Mul, Sort::Bv(width), &[factor, *base])
            };
            args.push(part);
        }
        args.sort_unstable();
        if !form.constant.is_zero() || args.is_empty() {
            let constant = self.bv_value(form.constant.clone());
            args.push(constant);
        }
        match args[..] {
            [only] => only,
            _ => self.intern(Op::Add, Sort::Bv(width), &args),
        }
    }

    /// `a + factor * b`.
    fn add_scaled(&mut self, a: Term, b: Term, factor: Bv) -> Term {
        let width = self.width(a);
        debug_assert_eq!(self.sort(a), self.sort(b));
        let mut form = self.linear(a);
        let other = self.linear(b);
        if form.addends.len() + other.addends.len() > MAX_ADDENDS {
            // A constant never brings us here, so neither side is one.
            let scaled = self.bv_scale(b, &factor);
            let (low, high) = if a < scaled { (a, scaled) } else { (scaled, a) };
            return self.intern(Op::Add, Sort::Bv(width), &[low, high]);
        }
        form.add_scaled(&other, &factor);
        if form.addends.len() <= 1
            && let Some(lifted) = self.lift_constant_ite(&form)
        {
            return lifted;
        }
        self.sum_of(&form)
    }

    /// `c * ite(d, k1, k2) + k3` becomes `ite(d, …, …)` with constant leaves.
    fn lift_constant_ite(&mut self, form: &Linear) -> Option<Term> {
        let (base, coefficient) = form.addends.first()?;
        let (Op::Ite, &[condition, then, other]) = (self.op(*base), self.args(*base)) else {
            return None;
        };
        let (then, other) = (self.as_bv(then)?, self.as_bv(other)?);
        let then = then.mul(coefficient).add(&form.constant);
        let other = other.mul(coefficient).add(&form.constant);
        let (then, other) = (self.bv_value(then), self.bv_value(other));
        Some(self.ite(condition, then, other))
    }

    fn bv_scale(&mut self, a: Term, factor: &Bv) -> Term {
        if factor.is_zero() {
            return self.bv_const(self.width(a), 0);
        }
        if factor.is_one() {
            return a;
        }
        let width = self.width(a);
        let mut form = Linear::zero(width);
        let inner = self.linear(a);
        form.add_scaled(&inner, factor);
        if form.addends.len() <= 1
            && let Some(lifted) = self.lift_constant_ite(&form)
        {
            return lifted;
        }
        self.sum_of(&form)
    }

    /// The extension of a sum that cannot wrap is the sum of the extensions: arithmetic of the code and of mathematics meet.
    pub(crate) fn sext_sum(&mut self, a: Term, width: u32) -> Option<Term> {
        let form = self.linear(a);
        let is_sum = match &form.addends[..] {
            [] => false,
            [(_, coefficient)] => !coefficient.is_one() || !form.constant.is_zero(),
            more => more.len() <= MAX_WIDENED,
        };
        let (min, max) = if is_sum {
            self.exact_sum(&form)?
        } else {
            return None;
        };
        let narrow = Range::full(self.width(a));
        if min < narrow.min || max > narrow.max {
            return None;
        }
        let mut sum = self.bv_value(form.constant.sext(width));
        for (base, coefficient) in &form.addends {
            let base = self.sext(*base, width);
            sum = self.add_scaled(sum, base, coefficient.sext(width));
        }
        Some(sum)
    }

    pub fn bv_add(&mut self, a: Term, b: Term) -> Term {
        let one = Bv::new(self.width(a), 1);
        self.add_scaled(a, b, one)
    }

    pub fn bv_sub(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.bv_const(self.width(a), 0);
        }
        let minus_one = Bv::new(self.width(a), -1);
        self.add_scaled(a, b, minus_one)
    }

    pub fn bv_neg(&mut self, a: Term) -> Term {
        let minus_one = Bv::new(self.width(a), -1);
        self.bv_scale(a, &minus_one)
    }

    pub fn bv_mul(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b));
        if let Some(factor) = self.as_bv(a).cloned() {
            return self.bv_scale(b, &factor);
        }
        if let Some(factor) = self.as_bv(b).cloned() {
            return self.bv_scale(a, &factor);
        }
        // (c * x) * y is c * (x * y), so that equal products meet.
        let width = self.width(a);
        let (base_a, factor_a) = self.split_coefficient(a, width);
        let (base_b, factor_b) = self.split_coefficient(b, width);
        let (low, high) = if base_a < base_b {
            (base_a, base_b)
        } else {
            (base_b, base_a)
        };
        let product = self.intern(Op::Mul, Sort::Bv(width), &[low, high]);
        self.bv_scale(product, &factor_a.mul(&factor_b))
    }
}
