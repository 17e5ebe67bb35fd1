//! Signed division where a path's bounds show that no sign is involved: unsigned then, and a shift or a mask by a
//! power of two. Z3 needs seconds for `(hi - lo) / 2` as a division and next to nothing as a shift.

use crate::facts::Facts;
use proviso_terms::{Op, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};

/// Larger conditions are left as they are: looking at them would cost more than it saves.
const MAX_TERMS: usize = 2000;

/// `condition` with what the facts allow; the same on every input of the path.
pub(crate) fn simplify(terms: &mut Terms, facts: &Facts, condition: Term) -> Term {
    if !terms.has_division(condition) {
        return condition;
    }
    let mut condition = condition;
    // Inner divisions first: what they become may show the sign of the outer ones.
    for _ in 0..4 {
        let replacement = unsigned(terms, facts, condition);
        if replacement.is_empty() {
            break;
        }
        condition = terms.substitute(condition, &replacement);
        if !terms.has_division(condition) {
            break;
        }
    }
    condition
}

/// The divisions below `condition` whose operands are not negative, with what they are.
fn unsigned(terms: &mut Terms, facts: &Facts, condition: Term) -> FxHashMap<Term, Term> {
    let mut replacement = FxHashMap::default();
    let mut seen = FxHashSet::default();
    let mut stack = vec![condition];
    while let Some(term) = stack.pop() {
        if !terms.has_division(term) || !seen.insert(term) {
            continue;
        }
        if seen.len() > MAX_TERMS {
            break;
        }
        let op = terms.op(term);
        if let (Op::Sdiv | Op::Srem, &[a, b]) = (op, terms.args(term))
            && facts.at_least(terms, a, 0)
            && facts.at_least(terms, b, 1)
        {
            let simpler = if op == Op::Sdiv {
                terms.udiv(a, b)
            } else {
                terms.urem(a, b)
            };
            replacement.insert(term, simpler);
        }
        stack.extend_from_slice(terms.args(term));
    }
    replacement
}
