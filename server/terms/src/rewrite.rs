//! Building a node by its operation, and substitution.

use crate::arena::{Op, Term, Terms};
use crate::value::Sort;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

impl Terms {
    /// The simplified application of `op`; `sort` is the result's. Constants and symbols are not built this way.
    pub fn build(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let width = sort.width().unwrap_or(0);
        match (op, args) {
            (Op::Not, &[a]) => self.not(a),
            (Op::And, _) => self.and(args),
            (Op::Eq, &[a, b]) => self.eq(a, b),
            (Op::Ite, &[c, a, b]) => self.ite(c, a, b),
            (Op::Add, &[first, ref rest @ ..]) => {
                rest.iter().fold(first, |sum, &arg| self.bv_add(sum, arg))
            }
            (Op::Mul, &[a, b]) => self.bv_mul(a, b),
            (Op::Udiv, &[a, b]) => self.udiv(a, b),
            (Op::Urem, &[a, b]) => self.urem(a, b),
            (Op::Sdiv, &[a, b]) => self.sdiv(a, b),
            (Op::Srem, &[a, b]) => self.srem(a, b),
            (Op::BvAnd, &[a, b]) => self.bv_and(a, b),
            (Op::BvOr, &[a, b]) => self.bv_or(a, b),
            (Op::BvXor, &[a, b]) => self.bv_xor(a, b),
            (Op::BvNot, &[a]) => self.bv_not(a),
            (Op::Shl, &[a, b]) => self.shl(a, b),
            (Op::Lshr, &[a, b]) => self.lshr(a, b),
            (Op::Ashr, &[a, b]) => self.ashr(a, b),
            (Op::Slt, &[a, b]) => self.slt(a, b),
            (Op::Ult, &[a, b]) => self.ult(a, b),
            (Op::Extract { high, low }, &[a]) => self.extract(a, high, low),
            (Op::Concat, &[a, b]) => self.concat(a, b),
            (Op::Sext, &[a]) => self.sext(a, width),
            (Op::Zext, &[a]) => self.zext(a, width),
            (Op::FpAdd, &[a, b]) => self.fp_add(a, b),
            (Op::FpSub, &[a, b]) => self.fp_sub(a, b),
            (Op::FpMul, &[a, b]) => self.fp_mul(a, b),
            (Op::FpDiv, &[a, b]) => self.fp_div(a, b),
            (Op::FpRem, &[a, b]) => self.fp_rem(a, b),
            (Op::FpNeg, &[a]) => self.fp_neg(a),
            (Op::FpAbs, &[a]) => self.fp_abs(a),
            (Op::FpSqrt, &[a]) => self.fp_sqrt(a),
            (Op::FpRound(rounding), &[a]) => self.fp_round(rounding, a),
            (Op::FpLt, &[a, b]) => self.fp_lt(a, b),
            (Op::FpLe, &[a, b]) => self.fp_le(a, b),
            (Op::FpEq, &[a, b]) => self.fp_eq(a, b),
            (Op::FpIsNan, &[a]) => self.fp_is_nan(a),
            (Op::FpToBits, &[a]) => self.fp_to_bits(a),
            (Op::FpFromBits, &[a]) => self.fp_from_bits(a),
            (Op::FpToFp, &[a]) => self.fp_to_fp(a, sort),
            (Op::FpFromSbv, &[a]) => self.fp_from_sbv(a, sort),
            (Op::FpToSbv, &[a]) => self.fp_to_sbv(a, width),
            _ => self.intern(op, sort, args),
        }
    }

    /// `term` with every key of `replacement` replaced by its value, simplified again. Iterative.
    pub fn substitute(&mut self, term: Term, replacement: &FxHashMap<Term, Term>) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        self.substitute_with(term, replacement, &mut done)
    }

    /// Like [`Terms::substitute`], with the results kept between calls that use the same replacement.
    pub fn substitute_with(
        &mut self,
        term: Term,
        replacement: &FxHashMap<Term, Term>,
        done: &mut FxHashMap<Term, Term>,
    ) -> Term {
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if done.contains_key(&top) {
                stack.pop();
                continue;
            }
            if let Some(&value) = replacement.get(&top) {
                done.insert(top, value);
                stack.pop();
                continue;
            }
            let pending = stack.len();
            let mut args: SmallVec<[Term; 4]> = SmallVec::new();
            for &arg in self.args(top) {
                match done.get(&arg) {
                    Some(&value) => args.push(value),
                    None => stack.push(arg),
                }
            }
            if stack.len() > pending {
                continue;
            }
            stack.pop();
            let (op, sort) = (self.op(top), self.sort(top));
            let result = if args.is_empty() || args[..] == *self.args(top) {
                top
            } else {
                self.build(op, sort, &args)
            };
            done.insert(top, result);
        }
        done[&term]
    }
}
