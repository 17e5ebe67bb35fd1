//! Floating point: IEEE operations with round-to-nearest-even, as the JVM has them. Only identities that hold for
//! NaN, infinities and signed zeros are used.

use crate::arena::{Op, Term, Terms};
use crate::semantics::Rounding;
use crate::value::Sort;

impl Terms {
    fn fp_same_sort(&mut self, op: Op, args: &[Term]) -> Term {
        let sort = self.sort(args[0]);
        self.fp_node(op, sort, args)
    }

    fn fp_node(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        match self.fold(op, sort, args) {
            Some(folded) => folded,
            None => self.intern(op, sort, args),
        }
    }

    /// Addition and multiplication commute (all NaNs are one).
    fn fp_commutative(&mut self, op: Op, a: Term, b: Term) -> Term {
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        self.fp_same_sort(op, &[a, b])
    }

    pub fn fp_add(&mut self, a: Term, b: Term) -> Term {
        self.fp_commutative(Op::FpAdd, a, b)
    }

    pub fn fp_sub(&mut self, a: Term, b: Term) -> Term {
        self.fp_same_sort(Op::FpSub, &[a, b])
    }

    pub fn fp_mul(&mut self, a: Term, b: Term) -> Term {
        self.fp_commutative(Op::FpMul, a, b)
    }

    pub fn fp_div(&mut self, a: Term, b: Term) -> Term {
        self.fp_same_sort(Op::FpDiv, &[a, b])
    }

    /// Java's `%` on floats. The solver cannot reason about it unless it folds.
    pub fn fp_rem(&mut self, a: Term, b: Term) -> Term {
        self.fp_same_sort(Op::FpRem, &[a, b])
    }

    pub fn fp_neg(&mut self, a: Term) -> Term {
        if self.op(a) == Op::FpNeg {
            return self.args(a)[0];
        }
        self.fp_same_sort(Op::FpNeg, &[a])
    }

    pub fn fp_abs(&mut self, a: Term) -> Term {
        if let Op::FpNeg | Op::FpAbs = self.op(a) {
            let inner = self.args(a)[0];
            return self.fp_same_sort(Op::FpAbs, &[inner]);
        }
        self.fp_same_sort(Op::FpAbs, &[a])
    }

    pub fn fp_sqrt(&mut self, a: Term) -> Term {
        self.fp_same_sort(Op::FpSqrt, &[a])
    }

    /// To an integral float: `floor`, `ceil`, `rint`.
    pub fn fp_round(&mut self, rounding: Rounding, a: Term) -> Term {
        self.fp_same_sort(Op::FpRound(rounding), &[a])
    }

    pub fn fp_lt(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.fls();
        }
        self.fp_node(Op::FpLt, Sort::Bool, &[a, b])
    }

    pub fn fp_le(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            let nan = self.fp_is_nan(a);
            return self.not(nan);
        }
        self.fp_node(Op::FpLe, Sort::Bool, &[a, b])
    }

    /// IEEE equality: NaN differs from itself, +0 equals -0.
    pub fn fp_eq(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            let nan = self.fp_is_nan(a);
            return self.not(nan);
        }
        let (a, b) = if b < a { (b, a) } else { (a, b) };
        self.fp_node(Op::FpEq, Sort::Bool, &[a, b])
    }

    pub fn fp_is_nan(&mut self, a: Term) -> Term {
        match self.op(a) {
            Op::FpNeg | Op::FpAbs | Op::FpToFp => {
                let inner = self.args(a)[0];
                self.fp_is_nan_chain(inner)
            }
            // An integer never converts to NaN.
            Op::FpFromSbv => self.fls(),
            _ => self.fp_node(Op::FpIsNan, Sort::Bool, &[a]),
        }
    }

    /// Walks down operations that keep NaN-ness, without recursion.
    fn fp_is_nan_chain(&mut self, mut a: Term) -> Term {
        while let Op::FpNeg | Op::FpAbs | Op::FpToFp = self.op(a) {
            a = self.args(a)[0];
        }
        match self.op(a) {
            Op::FpFromSbv => self.fls(),
            _ => self.fp_node(Op::FpIsNan, Sort::Bool, &[a]),
        }
    }

    /// `fcmpl`/`fcmpg`/`dcmpl`/`dcmpg`: -1, 0, 1, or `on_nan` when a side is NaN, as a 32-bit value.
    pub fn fp_compare(&mut self, a: Term, b: Term, on_nan: i32) -> Term {
        let (less, same, greater) = (self.fp_lt(a, b), self.fp_eq(a, b), self.fp_lt(b, a));
        let (minus, zero, plus) = (self.int(-1), self.int(0), self.int(1));
        // The last case is "unordered", or the one relation that is left when NaN gives the same number.
        if on_nan < 0 {
            let rest = self.ite(same, zero, minus);
            self.ite(greater, plus, rest)
        } else {
            let rest = self.ite(same, zero, plus);
            self.ite(less, minus, rest)
        }
    }

    /// `floatToIntBits` / `doubleToLongBits`.
    pub fn fp_to_bits(&mut self, a: Term) -> Term {
        let width = if self.sort(a) == Sort::F32 { 32 } else { 64 };
        self.fp_node(Op::FpToBits, Sort::Bv(width), &[a])
    }

    /// `intBitsToFloat` (32 bits) / `longBitsToDouble` (64 bits).
    pub fn fp_from_bits(&mut self, a: Term) -> Term {
        if self.op(a) == Op::FpToBits {
            return self.args(a)[0];
        }
        let sort = if self.width(a) == 32 {
            Sort::F32
        } else {
            Sort::F64
        };
        self.fp_node(Op::FpFromBits, sort, &[a])
    }

    /// f2d and d2f; the same sort is the term itself.
    pub fn fp_to_fp(&mut self, a: Term, sort: Sort) -> Term {
        if self.sort(a) == sort {
            return a;
        }
        // Widening loses nothing, so coming back gives the start.
        if let (Op::FpToFp, Sort::F32) = (self.op(a), sort) {
            return self.args(a)[0];
        }
        self.fp_node(Op::FpToFp, sort, &[a])
    }

    /// i2f, i2d, l2f, l2d: a signed integer to F32 or F64.
    pub fn fp_from_sbv(&mut self, a: Term, sort: Sort) -> Term {
        self.fp_node(Op::FpFromSbv, sort, &[a])
    }

    /// f2i, f2l, d2i, d2l with Java's saturation; NaN gives 0.
    pub fn fp_to_sbv(&mut self, a: Term, width: u32) -> Term {
        self.fp_node(Op::FpToSbv, Sort::Bv(width), &[a])
    }
}
