//! Boolean connectives, `ite`, and the bridge between Java's 0/1 and booleans.

use crate::arena::{Op, Term, Terms};
use crate::value::Sort;

impl Terms {
    pub fn not(&mut self, a: Term) -> Term {
        match self.op(a) {
            Op::Const(_) => {
                let value = self.as_bool(a).unwrap_or(false);
                self.bool(!value)
            }
            Op::Not => self.args(a)[0],
            _ => self.intern(Op::Not, Sort::Bool, &[a]),
        }
    }

    /// The atom below a negation, and whether there was none.
    pub fn literal(&self, a: Term) -> (Term, bool) {
        match self.op(a) {
            Op::Not => (self.args(a)[0], false),
            _ => (a, true),
        }
    }

    pub fn or(&mut self, args: &[Term]) -> Term {
        let negated: Vec<Term> = args.iter().map(|&arg| self.not(arg)).collect();
        let none = self.and(&negated);
        self.not(none)
    }

    pub fn and2(&mut self, a: Term, b: Term) -> Term {
        self.and(&[a, b])
    }

    pub fn or2(&mut self, a: Term, b: Term) -> Term {
        self.or(&[a, b])
    }

    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_b = self.not(b);
        let counterexample = self.and(&[a, not_b]);
        self.not(counterexample)
    }

    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    pub fn ne(&mut self, a: Term, b: Term) -> Term {
        let same = self.eq(a, b);
        self.not(same)
    }

    /// Equality of booleans; `eq` comes here.
    pub(crate) fn eq_bool(&mut self, a: Term, b: Term) -> Term {
        if a == b {
            return self.tru();
        }
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return b,
            (_, Some(true)) => return a,
            (Some(false), _) => return self.not(b),
            (_, Some(false)) => return self.not(a),
            _ => {}
        }
        let ((atom_a, positive_a), (atom_b, positive_b)) = (self.literal(a), self.literal(b));
        let same = if atom_a == atom_b {
            self.tru()
        } else {
            let (low, high) = if atom_a < atom_b {
                (atom_a, atom_b)
            } else {
                (atom_b, atom_a)
            };
            self.intern(Op::Eq, Sort::Bool, &[low, high])
        };
        if positive_a == positive_b {
            same
        } else {
            self.not(same)
        }
    }

    pub fn ite(&mut self, condition: Term, then: Term, other: Term) -> Term {
        debug_assert_eq!(self.sort(then), self.sort(other));
        if then == other {
            return then;
        }
        if let Some(value) = self.as_bool(condition) {
            return if value { then } else { other };
        }
        let (condition, positive) = self.literal(condition);
        let (mut then, mut other) = if positive {
            (then, other)
        } else {
            (other, then)
        };
        // Below the condition its value is known.
        if let (Op::Ite, [inner, yes, _]) = (self.op(then), self.args(then))
            && *inner == condition
        {
            then = *yes;
        }
        if let (Op::Ite, [inner, _, no]) = (self.op(other), self.args(other))
            && *inner == condition
        {
            other = *no;
        }
        if then == other {
            return then;
        }
        if self.sort(then) == Sort::Bool {
            return self.ite_bool(condition, then, other);
        }
        // ite(x = y, x, y) is y, and so with the sides swapped.
        if let (Op::Eq, [x, y]) = (self.op(condition), self.args(condition))
            && ((*x == then && *y == other) || (*y == then && *x == other))
        {
            return other;
        }
        // ite(c, x, ite(d, x, y)) is ite(c or d, x, y).
        if let (Op::Ite, &[inner, yes, no]) = (self.op(other), self.args(other)) {
            if yes == then {
                let either = self.or(&[condition, inner]);
                return self.ite(either, then, no);
            }
            if no == then {
                let not_inner = self.not(inner);
                let either = self.or(&[condition, not_inner]);
                return self.ite(either, then, yes);
            }
        }
        if let (Op::Ite, &[inner, yes, no]) = (self.op(then), self.args(then)) {
            if no == other {
                let both = self.and(&[condition, inner]);
                return self.ite(both, yes, other);
            }
            if yes == other {
                let not_inner = self.not(inner);
                let both = self.and(&[condition, not_inner]);
                return self.ite(both, no, other);
            }
        }
        let sort = self.sort(then);
        self.intern(Op::Ite, sort, &[condition, then, other])
    }

    fn ite_bool(&mut self, condition: Term, then: Term, other: Term) -> Term {
        match (self.as_bool(then), self.as_bool(other)) {
            (Some(true), Some(_)) => return condition,
            (Some(false), Some(_)) => return self.not(condition),
            (Some(true), None) => return self.or(&[condition, other]),
            (None, Some(false)) => return self.and(&[condition, then]),
            (Some(false), None) => {
                let not_condition = self.not(condition);
                return self.and(&[not_condition, other]);
            }
            (None, Some(true)) => {
                let not_condition = self.not(condition);
                return self.or(&[not_condition, then]);
            }
            (None, None) => {}
        }
        if then == condition {
            return self.or(&[condition, other]);
        }
        if other == condition {
            return self.and(&[condition, then]);
        }
        if self.not(then) == other {
            return self.eq_bool(condition, then);
        }
        // A negation of both branches moves out, so that the node has one form.
        if let (Op::Not, Op::Not) = (self.op(then), self.op(other)) {
            let (then, other) = (self.args(then)[0], self.args(other)[0]);
            let inner = self.ite_bool(condition, then, other);
            return self.not(inner);
        }
        self.intern(Op::Ite, Sort::Bool, &[condition, then, other])
    }

    /// Java's boolean on the operand stack: 1 or 0 of this width.
    pub fn bool_to_bv(&mut self, condition: Term, width: u32) -> Term {
        let one = self.bv_const(width, 1);
        let zero = self.bv_const(width, 0);
        self.ite(condition, one, zero)
    }

    /// `a != 0`: what `ifne` asks of a boolean.
    pub fn bv_to_bool(&mut self, a: Term) -> Term {
        let zero = self.bv_const(self.width(a), 0);
        self.ne(a, zero)
    }

    /// The condition of `ite(c, 1, 0)`, also when written the other way round.
    pub(crate) fn as_zero_one(&mut self, a: Term) -> Option<Term> {
        if let (Op::Ite, &[condition, then, other]) = (self.op(a), self.args(a)) {
            let (then, other) = (self.as_bv(then)?, self.as_bv(other)?);
            if then.is_one() && other.is_zero() {
                return Some(condition);
            }
            if then.is_zero() && other.is_one() {
                return Some(self.not(condition));
            }
        }
        None
    }
}
