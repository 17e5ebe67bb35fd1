//! Symbols whose value the path fixes: `x = 3`, `x = y`. They are replaced before any layer looks at a condition, so
//! that what is already known (heights, levels, colours of a balanced tree) never becomes a question again. Equations that are false on the
//! path (two references that are not the same) are left out of conditions in the same way.

use proviso_terms::{Const, Model, Op, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;

/// So many replaced terms are kept.
const MOST_KEPT: usize = 100_000;

#[derive(Default)]
pub(crate) struct Equalities {
    /// Fixed symbols with what replaces them, a constant or a symbol that is not fixed itself; and equations that are false.
    values: FxHashMap<Term, Term>,
    /// Symbols of those equations.
    mentioned: FxHashSet<Term>,
    /// Terms that were looked at, and what they are. Paths that parted since share them.
    done: RefCell<FxHashMap<Term, Term>>,
}

impl Clone for Equalities {
    fn clone(&self) -> Equalities {
        Equalities {
            values: self.values.clone(),
            mentioned: self.mentioned.clone(),
            done: RefCell::default(),
        }
    }
}

impl Equalities {
    /// `term` without fixed symbols; the same on every input of the path.
    pub(crate) fn apply(&self, terms: &mut Terms, term: Term) -> Term {
        if self.values.is_empty() {
            return term;
        }
        let symbols = terms.symbols_of(term);
        let concerns =
            |symbol: &Term| self.values.contains_key(symbol) || self.mentioned.contains(symbol);
        if !symbols.iter().any(concerns) {
            return term;
        }
        let mut done = self.done.borrow_mut();
        if done.len() > MOST_KEPT {
            done.clear();
        }
        terms.substitute_with(term, &self.values, &mut done)
    }

    /// Takes in `symbol = value`; neither side mentions a fixed symbol.
    pub(crate) fn learn(&mut self, terms: &mut Terms, symbol: Term, value: Term) {
        self.done.get_mut().clear();
        if self.mentioned.remove(&symbol) {
            // These equations are others now: what mentions them is looked at again, and so are they.
            self.values
                .retain(|&key, _| terms.is_symbol(key) || !terms.symbols_of(key).contains(&symbol));
        }
        for known in self.values.values_mut() {
            if *known == symbol {
                *known = value;
            }
        }
        self.values.insert(symbol, value);
    }

    /// Takes in that equations are false. Those that mention a fixed symbol are passed over: they stand nowhere.
    pub(crate) fn learn_false(&mut self, terms: &mut Terms, equations: &[Term]) {
        self.done.get_mut().clear();
        let no = terms.fls();
        for &equation in equations {
            let symbols = terms.symbols_of(equation);
            if symbols
                .iter()
                .any(|symbol| self.values.contains_key(symbol))
            {
                continue;
            }
            self.mentioned.extend(symbols.iter().copied());
            self.values.insert(equation, no);
        }
    }

    /// Gives the fixed symbols the values that follow from the others.
    pub(crate) fn complete(&self, terms: &Terms, model: &mut Model) {
        let values: Vec<(Term, Const)> = self
            .values
            .iter()
            .filter(|&(&symbol, _)| terms.is_symbol(symbol))
            .map(|(&symbol, &value)| (symbol, terms.eval(value, model)))
            .collect();
        for (symbol, value) in values {
            model.set(symbol, value);
        }
    }
}

/// The symbol a literal fixes, and to what. Of two symbols the older one stays: more is known of it.
pub(crate) fn fixes(terms: &Terms, literal: Term) -> Option<(Term, Term)> {
    let (atom, positive) = terms.literal(literal);
    if terms.is_symbol(atom) {
        return Some((atom, terms.bool(positive)));
    }
    let (Op::Eq, &[a, b], true) = (terms.op(atom), terms.args(atom), positive) else {
        return None;
    };
    match (terms.is_symbol(a), terms.is_symbol(b)) {
        (true, true) => Some((a.max(b), a.min(b))),
        (true, false) if terms.is_const(b) => Some((a, b)),
        (false, true) if terms.is_const(a) => Some((b, a)),
        _ => None,
    }
}
