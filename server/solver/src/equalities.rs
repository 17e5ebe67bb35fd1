//! Symbols whose value the path fixes: `x = 3`, `x = y`. They are replaced before any layer looks at a condition, so
//! that what is already known (heights, levels, colours of a balanced tree) never becomes a question again.

use proviso_terms::{Const, Model, Op, Term, Terms};
use rustc_hash::FxHashMap;

/// Fixed symbols with what replaces them: a constant or a symbol that is not fixed itself.
#[derive(Clone, Default)]
pub(crate) struct Equalities {
    values: FxHashMap<Term, Term>,
}

impl Equalities {
    /// `term` without fixed symbols; the same on every input of the path.
    pub(crate) fn apply(&self, terms: &mut Terms, term: Term) -> Term {
        if self.values.is_empty() {
            return term;
        }
        let symbols = terms.symbols_of(term);
        if symbols
            .iter()
            .any(|symbol| self.values.contains_key(symbol))
        {
            terms.substitute(term, &self.values)
        } else {
            term
        }
    }

    /// Takes in `symbol = value`; neither side mentions a fixed symbol.
    pub(crate) fn learn(&mut self, symbol: Term, value: Term) {
        for known in self.values.values_mut() {
            if *known == symbol {
                *known = value;
            }
        }
        self.values.insert(symbol, value);
    }

    /// Gives the fixed symbols the values that follow from the others.
    pub(crate) fn complete(&self, terms: &Terms, model: &mut Model) {
        let values: Vec<(Term, Const)> = self
            .values
            .iter()
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
