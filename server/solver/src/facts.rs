//! What follows from a path's conjuncts without a solver: known literals, order, bounds.

use crate::order::Order;
use proviso_terms::{Op, Sort, Term, Terms};

/// Nested connectives and sums deeper than this are left to the solver.
const MAX_DEPTH: usize = 6;

#[derive(Clone, Default)]
pub(crate) struct Facts {
    /// Sorted terms that are true, and sorted atoms that are false.
    holds: Vec<Term>,
    fails: Vec<Term>,
    order: Order,
    /// The same for the places of objects, which are never compared with numbers: one order holds only so many terms.
    places: Order,
}

/// Bits of a place.
const PLACE: u32 = 16;

fn insert(set: &mut Vec<Term>, term: Term) {
    if let Err(at) = set.binary_search(&term) {
        set.insert(at, term);
    }
}

impl Facts {
    pub(crate) fn knows(&self, literal: Term) -> bool {
        self.holds.binary_search(&literal).is_ok()
    }

    fn order_of(&mut self, terms: &Terms, term: Term) -> &mut Order {
        match terms.sort(term) {
            Sort::Bv(PLACE) => &mut self.places,
            _ => &mut self.order,
        }
    }

    fn known_order(&self, terms: &Terms, term: Term) -> &Order {
        match terms.sort(term) {
            Sort::Bv(PLACE) => &self.places,
            _ => &self.order,
        }
    }

    /// A symbol whose bounds leave one value.
    pub(crate) fn squeezed(&self) -> Option<(Term, i128)> {
        let squeezed = self.order.squeezed();
        squeezed.or_else(|| self.places.squeezed())
    }

    pub(crate) fn is_contradictory(&self) -> bool {
        self.order.is_contradictory() || self.places.is_contradictory()
    }

    /// Values for the symbols that were compared, each as near to what is preferred as can be.
    pub(crate) fn propose(&self, preferred: impl Fn(Term) -> i128) -> Vec<(Term, i128)> {
        let mut values = self.order.propose(&preferred);
        values.extend(self.places.propose(&preferred));
        values
    }

    /// Takes in a conjunct of a path.
    pub(crate) fn add(&mut self, terms: &mut Terms, literal: Term) {
        insert(&mut self.holds, literal);
        let (atom, positive) = terms.literal(literal);
        if !positive {
            insert(&mut self.fails, atom);
        }
        let (op, &[a, b]) = (terms.op(atom), terms.args(atom)) else {
            return;
        };
        let Sort::Bv(_) = terms.sort(a) else { return };
        let (a, b) = if op == Op::Eq && terms.is_const(a) {
            (b, a)
        } else {
            (a, b)
        };
        // Unsigned below something not negative: the array index check.
        if op == Op::Ult && positive {
            if self
                .bounds(terms, b, MAX_DEPTH)
                .is_some_and(|bounds| bounds.0 >= 0)
            {
                self.order_of(terms, a).add_bounds(terms, a, 0, i128::MAX);
                self.add_order(terms, Op::Slt, true, a, b);
            }
            return;
        }
        self.add_order(terms, op, positive, a, b);
    }

    fn add_order(&mut self, terms: &mut Terms, op: Op, positive: bool, a: Term, b: Term) {
        let value = terms.as_signed(b);
        if terms.is_const(b) && value.is_none() {
            return;
        }
        let order = self.order_of(terms, a);
        match (op, positive, value) {
            (Op::Slt, true, Some(value)) => order.add_bounds(terms, a, i128::MIN, value - 1),
            (Op::Slt, false, Some(value)) => order.add_bounds(terms, a, value, i128::MAX),
            (Op::Slt, true, None) => order.add_less(terms, a, b, true),
            (Op::Slt, false, None) => order.add_less(terms, b, a, false),
            (Op::Eq, true, Some(value)) => order.add_bounds(terms, a, value, value),
            (Op::Eq, false, Some(value)) => order.add_excluded(terms, a, value),
            (Op::Eq, true, None) => {
                order.add_less(terms, a, b, false);
                order.add_less(terms, b, a, false);
                order.share(a, b);
            }
            (Op::Eq, false, None) => order.add_different(terms, a, b),
            _ => {}
        }
        match (op, positive, value) {
            (Op::Slt, true, None) => self.add_difference(terms, b, a, 1),
            (Op::Slt, false, None) => self.add_difference(terms, a, b, 0),
            _ => {}
        }
    }

    /// `above - below` is at least `least` where it does not wrap: `hi - lo` in a search, later divided by two.
    fn add_difference(&mut self, terms: &mut Terms, above: Term, below: Term, least: i128) {
        let plain = |term: Term| terms.is_symbol(term);
        if plain(above) && plain(below) {
            return;
        }
        let (Some(high), Some(low)) = (
            self.bounds(terms, above, MAX_DEPTH),
            self.bounds(terms, below, MAX_DEPTH),
        ) else {
            return;
        };
        let most = high.1 - low.0;
        if most > proviso_terms::Range::full(terms.width(above)).max {
            return;
        }
        let difference = terms.bv_sub(above, below);
        if !terms.is_const(difference) {
            self.order_of(terms, difference)
                .add_bounds(terms, difference, least, most);
        }
    }

    /// Whether the facts alone make a condition true or false.
    pub(crate) fn decide(&self, terms: &Terms, condition: Term) -> Option<bool> {
        self.decide_within(terms, condition, MAX_DEPTH)
    }

    /// As [`Facts::decide`], for a condition whose parts have been decided as far as they can be.
    pub(crate) fn decide_here(&self, terms: &Terms, condition: Term) -> Option<bool> {
        self.decide_within(terms, condition, 1)
    }

    fn decide_within(&self, terms: &Terms, condition: Term, depth: usize) -> Option<bool> {
        if let Some(value) = terms.as_bool(condition) {
            return Some(value);
        }
        if self.knows(condition) {
            return Some(true);
        }
        if self.fails.binary_search(&condition).is_ok() {
            return Some(false);
        }
        if depth == 0 {
            return None;
        }
        match (terms.op(condition), terms.args(condition)) {
            (Op::Not, &[a]) => self.decide_within(terms, a, depth - 1).map(|value| !value),
            (Op::And, parts) => {
                let mut all = Some(true);
                for &part in parts {
                    match self.decide_within(terms, part, depth - 1) {
                        Some(true) => {}
                        Some(false) => return Some(false),
                        None => all = None,
                    }
                }
                all
            }
            (Op::Ite, &[c, a, b]) => match self.decide_within(terms, c, depth - 1)? {
                true => self.decide_within(terms, a, depth - 1),
                false => self.decide_within(terms, b, depth - 1),
            },
            (Op::Slt, &[a, b]) => self.decide_less(terms, a, b),
            (Op::Ult, &[a, b]) => self.decide_unsigned_less(terms, a, b),
            (Op::Eq, &[a, b]) if terms.sort(a).width().is_some() => self.decide_equal(terms, a, b),
            (Op::Eq, &[a, b]) if terms.sort(a) == Sort::Bool => {
                let left = self.decide_within(terms, a, depth - 1)?;
                Some(left == self.decide_within(terms, b, depth - 1)?)
            }
            _ => None,
        }
    }

    fn decide_less(&self, terms: &Terms, a: Term, b: Term) -> Option<bool> {
        let order = self.known_order(terms, a);
        if let (Some(a), Some(b)) = (order.find(a), order.find(b)) {
            if order.is_less(a, b) {
                return Some(true);
            }
            if order.is_at_most(b, a) {
                return Some(false);
            }
        }
        let (a, b) = (
            self.bounds(terms, a, MAX_DEPTH)?,
            self.bounds(terms, b, MAX_DEPTH)?,
        );
        if a.1 < b.0 {
            Some(true)
        } else if a.0 >= b.1 {
            Some(false)
        } else {
            None
        }
    }

    /// Below values that are not negative the two orders are the same; a negative one is above them all.
    fn decide_unsigned_less(&self, terms: &Terms, a: Term, b: Term) -> Option<bool> {
        let (of_a, of_b) = (
            self.bounds(terms, a, MAX_DEPTH)?,
            self.bounds(terms, b, MAX_DEPTH)?,
        );
        match (of_a.0 >= 0, of_b.0 >= 0) {
            (true, true) => self.decide_less(terms, a, b),
            (true, false) if of_b.1 < 0 => Some(true),
            (false, true) if of_a.1 < 0 => Some(false),
            _ => None,
        }
    }

    fn decide_equal(&self, terms: &Terms, a: Term, b: Term) -> Option<bool> {
        let order = self.known_order(terms, a);
        match (order.find(a), order.find(b)) {
            (Some(a), Some(b)) => {
                if order.is_different(a, b) || order.is_less(a, b) || order.is_less(b, a) {
                    return Some(false);
                }
                if order.is_at_most(a, b) && order.is_at_most(b, a) {
                    return Some(true);
                }
            }
            (Some(node), None) | (None, Some(node)) => {
                let constant = terms.as_signed(a).or_else(|| terms.as_signed(b));
                if constant.is_some_and(|value| order.excludes(node, value)) {
                    return Some(false);
                }
            }
            _ => {}
        }
        let (a, b) = (
            self.bounds(terms, a, MAX_DEPTH)?,
            self.bounds(terms, b, MAX_DEPTH)?,
        );
        if a.1 < b.0 || b.1 < a.0 {
            Some(false)
        } else if a.0 == a.1 && a == b {
            Some(true)
        } else {
            None
        }
    }

    /// Whether a term is never below `low`, signed.
    pub(crate) fn at_least(&self, terms: &Terms, term: Term, low: i128) -> bool {
        self.bounds(terms, term, MAX_DEPTH)
            .is_some_and(|bounds| bounds.0 >= low)
    }

    /// Signed bounds of a term from its shape and from what is known of its parts.
    pub(crate) fn bounds(&self, terms: &Terms, term: Term, depth: usize) -> Option<(i128, i128)> {
        let range = terms.range(term)?;
        let (mut low, mut high) = (range.min, range.max);
        if let Some((known_low, known_high)) = self.known_order(terms, term).bounds(term) {
            low = low.max(known_low);
            high = high.min(known_high);
        }
        if depth == 0 {
            return Some((low, high));
        }
        if let Some((known_low, known_high)) =
            self.known_order(terms, term).shifted_bounds(terms, term)
        {
            low = low.max(known_low);
            high = high.min(known_high);
        }
        let parts = match (terms.op(term), terms.args(term)) {
            (Op::Add, args) => self.sum_bounds(terms, args, depth - 1),
            (Op::Mul, _) => self.sum_bounds(terms, &[term], depth - 1),
            (Op::Sext, &[a]) => self.bounds(terms, a, depth - 1),
            (Op::Zext, &[a]) => match (terms.op(a), terms.args(a)) {
                // A shift to the right.
                (Op::Extract { high, low }, &[whole]) if high + 1 == terms.width(whole) => self
                    .bounds(terms, whole, depth - 1)
                    .filter(|bounds| bounds.0 >= 0)
                    .map(|bounds| (bounds.0 >> low, bounds.1 >> low)),
                _ => self
                    .bounds(terms, a, depth - 1)
                    .filter(|bounds| bounds.0 >= 0),
            },
            (Op::Ite, &[_, a, b]) => {
                let (a, b) = (
                    self.bounds(terms, a, depth - 1)?,
                    self.bounds(terms, b, depth - 1)?,
                );
                Some((a.0.min(b.0), a.1.max(b.1)))
            }
            _ => None,
        };
        // A sum that might wrap says nothing.
        let full = proviso_terms::Range::full(terms.width(term));
        if let Some((part_low, part_high)) = parts
            && part_low >= full.min
            && part_high <= full.max
        {
            low = low.max(part_low);
            high = high.min(part_high);
        }
        Some((low, high))
    }

    fn sum_bounds(&self, terms: &Terms, args: &[Term], depth: usize) -> Option<(i128, i128)> {
        let (mut low, mut high) = (0i128, 0i128);
        for &arg in args {
            let (x, y) = match (terms.op(arg), terms.args(arg)) {
                (Op::Mul, &[factor, base]) => {
                    let factor = terms.as_signed(factor)?;
                    let (x, y) = self.bounds(terms, base, depth)?;
                    let (x, y) = (x.checked_mul(factor)?, y.checked_mul(factor)?);
                    (x.min(y), x.max(y))
                }
                _ => self.bounds(terms, arg, depth)?,
            };
            low = low.checked_add(x)?;
            high = high.checked_add(y)?;
        }
        Some((low, high))
    }
}
