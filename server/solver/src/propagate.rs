//! What a condition implies on a path, followed without case distinctions: of a disjunction all but one part of which is false the rest is
//! true, and what that says of order and equality decides others. Most of what Z3 would find out about aliases in a tree follows so.

use crate::facts::Facts;
use crate::path::Path;
use proviso_terms::{Op, Sort, Term, Terms};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

/// So often the conjuncts are gone through.
const ROUNDS: usize = 2;

/// So many nodes are looked at.
const MOST_NODES: usize = 20_000;

/// Whether the condition is seen to contradict the path.
pub(crate) fn contradicts(terms: &mut Terms, path: &Path, condition: Term) -> bool {
    let no = terms.fls();
    let condition = path.reduce(terms, condition);
    if condition == no {
        return true;
    }
    let mut facts = (*path.facts).clone();
    let mut learnt = Vec::new();
    gather(terms, condition, &mut learnt);
    let mut left = MOST_NODES;
    for _ in 0..ROUNDS {
        let mut touched: SmallVec<[Term; 16]> = SmallVec::new();
        for literal in learnt.drain(..) {
            if facts.knows(literal) {
                continue;
            }
            facts.add(terms, literal);
            for &symbol in terms.symbols_of(literal).iter() {
                if !touched.contains(&symbol) {
                    touched.push(symbol);
                }
            }
        }
        if touched.is_empty() {
            return false;
        }
        if facts.is_contradictory() {
            return true;
        }
        let mut known: FxHashMap<Term, Term> = FxHashMap::default();
        for &conjunct in path.reduced() {
            if is_literal(terms, conjunct) {
                continue;
            }
            let symbols = terms.symbols_of(conjunct);
            if !touched.iter().any(|s| symbols.binary_search(s).is_ok()) {
                continue;
            }
            let simpler = under(terms, &facts, conjunct, &mut known, &mut left);
            if simpler == no {
                return true;
            }
            if left == 0 {
                return false;
            }
            if simpler != conjunct {
                gather(terms, simpler, &mut learnt);
            }
        }
    }
    false
}

/// The literals that a condition says.
fn gather(terms: &Terms, condition: Term, literals: &mut Vec<Term>) {
    match terms.op(condition) {
        Op::And => {
            for &part in terms.args(condition) {
                gather(terms, part, literals);
            }
        }
        _ if is_literal(terms, condition) && terms.as_bool(condition).is_none() => {
            literals.push(condition);
        }
        _ => {}
    }
}

/// A comparison of numbers that are not choices, or its opposite.
fn is_literal(terms: &Terms, condition: Term) -> bool {
    let (atom, _) = terms.literal(condition);
    let plain = |&term: &Term| terms.sort(term) != Sort::Bool && terms.op(term) != Op::Ite;
    match terms.op(atom) {
        Op::Symbol(_) | Op::Const(_) => true,
        Op::Eq | Op::Slt | Op::Ult => terms.args(atom).iter().all(plain),
        _ => false,
    }
}

/// A term with the conditions in it that the path's facts decide.
fn under(
    terms: &mut Terms,
    facts: &Facts,
    term: Term,
    known: &mut FxHashMap<Term, Term>,
    left: &mut usize,
) -> Term {
    let mut stack = vec![term];
    while let Some(&top) = stack.last() {
        if known.contains_key(&top) {
            stack.pop();
            continue;
        }
        if *left == 0 {
            return term;
        }
        let pending = stack.len();
        let mut args: SmallVec<[Term; 4]> = SmallVec::new();
        for &arg in terms.args(top) {
            match known.get(&arg) {
                Some(&value) => args.push(value),
                None => stack.push(arg),
            }
        }
        if stack.len() > pending {
            continue;
        }
        stack.pop();
        *left -= 1;
        let result = if args[..] == *terms.args(top) {
            top
        } else {
            let (op, sort) = (terms.op(top), terms.sort(top));
            terms.build(op, sort, &args)
        };
        let decided = match terms.sort(result) {
            Sort::Bool => facts.decide_here(terms, result),
            _ => None,
        };
        let result = decided.map_or(result, |value| terms.bool(value));
        known.insert(top, result);
    }
    known[&term]
}
