//! `and`: flattening, complements, and comparisons of the same two terms taken together.

use crate::arena::{Op, Term, Terms};
use crate::value::{Bv, Sort};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// Above this many literals only flattening and complements are done, to keep `and` linear.
const PAIRWISE_LIMIT: usize = 48;

/// Which of `a < b`, `a = b`, `a > b` a set of comparisons of `a` with `b` still allows.
#[derive(Clone, Copy)]
struct Allowed {
    less: bool,
    equal: bool,
    greater: bool,
}

/// The signed interval that comparisons of one term with constants leave.
struct Bounds {
    width: u32,
    low: i128,
    high: i128,
    not_equal: SmallVec<[i128; 2]>,
    literals: usize,
}

impl Terms {
    pub fn and(&mut self, args: &[Term]) -> Term {
        let mut literals: SmallVec<[Term; 8]> = SmallVec::new();
        for &arg in args {
            match self.op(arg) {
                Op::Const(_) if arg == self.tru() => {}
                Op::Const(_) => return self.fls(),
                Op::And => literals.extend_from_slice(self.args(arg)),
                _ => literals.push(arg),
            }
        }
        literals.sort_unstable();
        literals.dedup();
        if let Some(early) = self.trivial_and(&literals) {
            return early;
        }
        if literals.len() <= PAIRWISE_LIMIT
            && let Some(joined) = self.join_comparisons(&literals)
        {
            return joined;
        }
        if literals.len() <= PAIRWISE_LIMIT {
            self.absorb(&mut literals);
            if let Some(early) = self.trivial_and(&literals) {
                return early;
            }
        }
        self.intern(Op::And, Sort::Bool, &literals)
    }

    fn trivial_and(&self, literals: &[Term]) -> Option<Term> {
        match literals {
            [] => return Some(self.tru()),
            [only] => return Some(*only),
            _ => {}
        }
        for &literal in literals {
            if self.op(literal) == Op::Not && literals.binary_search(&self.args(literal)[0]).is_ok()
            {
                return Some(self.fls());
            }
        }
        None
    }

    /// In `l and not(and(l, m))` the inner `l` is known; `l and not(and(not l, m))` drops the second wholly.
    fn absorb(&mut self, literals: &mut SmallVec<[Term; 8]>) {
        let mut index = 0;
        while index < literals.len() {
            let literal = literals[index];
            let (atom, positive) = self.literal(literal);
            if positive || self.op(atom) != Op::And {
                index += 1;
                continue;
            }
            let inner: SmallVec<[Term; 8]> = SmallVec::from_slice(self.args(atom));
            let mut kept: SmallVec<[Term; 8]> = SmallVec::new();
            let mut refuted = false;
            for &part in &inner {
                if literals.binary_search(&part).is_ok() {
                    continue;
                }
                let complement = self.not(part);
                refuted |= literals.binary_search(&complement).is_ok();
                kept.push(part);
            }
            if refuted {
                literals.remove(index);
            } else if kept.len() < inner.len() {
                let rest = self.and(&kept);
                let replaced = self.not(rest);
                literals.remove(index);
                match self.op(replaced) {
                    Op::Const(_) if replaced == self.tru() => {}
                    Op::And => {
                        let parts: SmallVec<[Term; 8]> = SmallVec::from_slice(self.args(replaced));
                        literals.extend(parts);
                    }
                    _ => literals.push(replaced),
                }
                literals.sort_unstable();
                literals.dedup();
                if literals.contains(&self.fls()) {
                    literals.clear();
                    literals.push(self.fls());
                    return;
                }
                index = 0;
            } else {
                index += 1;
            }
        }
    }

    /// Takes comparisons of the same terms together: `a <= b and a != b` is `a < b`. `None` if nothing changes.
    fn join_comparisons(&mut self, literals: &[Term]) -> Option<Term> {
        let mut pairs: SmallVec<[(Term, Term, Allowed, usize); 8]> = SmallVec::new();
        let mut bounds: FxHashMap<Term, Bounds> = FxHashMap::default();
        let mut rest: SmallVec<[Term; 8]> = SmallVec::new();
        let mut shared = false;
        for &literal in literals {
            let (atom, positive) = self.literal(literal);
            let op = self.op(atom);
            if !matches!(op, Op::Slt | Op::Eq) {
                rest.push(literal);
                continue;
            }
            let (a, b) = (self.args(atom)[0], self.args(atom)[1]);
            let Sort::Bv(width) = self.sort(a) else {
                rest.push(literal);
                continue;
            };
            let (a, b) = if self.is_const(a) && op == Op::Eq {
                (b, a)
            } else {
                (a, b)
            };
            if let Some(value) = self.as_bv(b).and_then(Bv::signed)
                && width <= 127
            {
                let entry = bounds.entry(a).or_insert_with(|| Bounds::new(width));
                entry.add(op, positive, value);
                shared |= entry.literals > 1;
            } else {
                let flipped = b < a;
                let (low, high) = if flipped { (b, a) } else { (a, b) };
                let allowed = Allowed::of(op, positive, flipped);
                match pairs
                    .iter_mut()
                    .find(|pair| pair.0 == low && pair.1 == high)
                {
                    Some(pair) => {
                        pair.2 = pair.2.meet(allowed);
                        pair.3 += 1;
                        shared = true;
                    }
                    None => pairs.push((low, high, allowed, 1)),
                }
            }
        }
        if !shared {
            return None;
        }
        for (a, b, allowed, _) in pairs {
            let joined = self.comparison(a, b, allowed);
            rest.push(joined);
        }
        for (a, bound) in bounds {
            self.bounds_to_literals(a, bound, &mut rest);
        }
        rest.sort_unstable();
        rest.dedup();
        // Only a real change may go round again, otherwise this would not end.
        if rest.as_slice() == literals {
            None
        } else {
            Some(self.and(&rest))
        }
    }

    fn comparison(&mut self, a: Term, b: Term, allowed: Allowed) -> Term {
        match (allowed.less, allowed.equal, allowed.greater) {
            (false, false, false) => self.fls(),
            (true, true, true) => self.tru(),
            (true, false, false) => self.slt(a, b),
            (false, false, true) => self.slt(b, a),
            (false, true, false) => self.eq(a, b),
            (true, true, false) => self.sle(a, b),
            (false, true, true) => self.sle(b, a),
            (true, false, true) => self.ne(a, b),
        }
    }

    fn bounds_to_literals(&mut self, a: Term, mut bounds: Bounds, out: &mut SmallVec<[Term; 8]>) {
        bounds.tighten();
        let width = bounds.width;
        if bounds.low > bounds.high {
            out.push(self.fls());
            return;
        }
        if bounds.low == bounds.high {
            let value = self.bv_const(width, bounds.low);
            let literal = self.eq(a, value);
            out.push(literal);
            return;
        }
        if bounds.high < max_signed(width) {
            let limit = self.bv_const(width, bounds.high + 1);
            let literal = self.slt(a, limit);
            out.push(literal);
        }
        if bounds.low > min_signed(width) {
            let limit = self.bv_const(width, bounds.low);
            let literal = self.sle(limit, a);
            out.push(literal);
        }
        for value in bounds.not_equal {
            let value = self.bv_const(width, value);
            let literal = self.ne(a, value);
            out.push(literal);
        }
    }
}

fn max_signed(width: u32) -> i128 {
    (1i128 << (width - 1)) - 1
}

fn min_signed(width: u32) -> i128 {
    -(1i128 << (width - 1))
}

impl Allowed {
    /// What a literal on (low, high) allows; `flipped` when the literal's own order is (high, low).
    fn of(op: Op, positive: bool, flipped: bool) -> Allowed {
        let mut allowed = match op {
            Op::Eq => Allowed {
                less: false,
                equal: true,
                greater: false,
            },
            _ => Allowed {
                less: !flipped,
                equal: false,
                greater: flipped,
            },
        };
        if !positive {
            allowed = Allowed {
                less: !allowed.less,
                equal: !allowed.equal,
                greater: !allowed.greater,
            };
        }
        allowed
    }

    fn meet(self, other: Allowed) -> Allowed {
        Allowed {
            less: self.less && other.less,
            equal: self.equal && other.equal,
            greater: self.greater && other.greater,
        }
    }
}

impl Bounds {
    fn new(width: u32) -> Bounds {
        Bounds {
            width,
            low: min_signed(width),
            high: max_signed(width),
            not_equal: SmallVec::new(),
            literals: 0,
        }
    }

    fn add(&mut self, op: Op, positive: bool, value: i128) {
        self.literals += 1;
        match (op, positive) {
            (Op::Slt, true) => self.high = self.high.min(value - 1),
            (Op::Slt, false) => self.low = self.low.max(value),
            (_, true) => {
                self.low = self.low.max(value);
                self.high = self.high.min(value);
            }
            (_, false) => self.not_equal.push(value),
        }
    }

    /// Moves the ends past values that are excluded, and forgets exclusions outside.
    fn tighten(&mut self) {
        self.not_equal.sort_unstable();
        self.not_equal.dedup();
        for &value in &self.not_equal {
            if value == self.low {
                self.low += 1;
            }
        }
        for &value in self.not_equal.iter().rev() {
            if value == self.high {
                self.high -= 1;
            }
        }
        let (low, high) = (self.low, self.high);
        self.not_equal
            .retain(|value| low <= *value && *value <= high);
    }
}
