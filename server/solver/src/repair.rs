//! Cheap models: takes the model of the path and changes a few values so that it also satisfies a new condition.
//!
//! Everything here proposes; the result counts only after all constraints have been evaluated under it.

use crate::path::Path;
use proviso_terms::{Bv, Const, Model, Op, Sort, Term, Terms};

/// How many literals are mended one after the other before giving up.
const MAX_MENDS: usize = 6;
/// How deep a wanted value is pushed into a term.
const MAX_STEPS: usize = 12;

/// A model of the path and `condition`, if a small change of `model` makes one.
pub(crate) fn repair(
    terms: &mut Terms,
    path: &Path,
    model: &Model,
    condition: Term,
) -> Option<Model> {
    if let Some(mended) = mend(terms, path, model, condition) {
        return Some(mended);
    }
    arrange(terms, path, model, condition)
}

fn satisfies(terms: &Terms, path: &Path, model: &Model, condition: Term) -> bool {
    terms.holds(condition, model)
        && path
            .reduced()
            .iter()
            .rev()
            .all(|&conjunct| terms.holds(conjunct, model))
}

/// Makes violated literals of the condition true one by one by giving a symbol another value.
fn mend(terms: &Terms, path: &Path, model: &Model, condition: Term) -> Option<Model> {
    let mut model = model.clone();
    for _ in 0..MAX_MENDS {
        let violated = violated_literal(terms, &model, condition)?;
        if !make_true(terms, &mut model, violated) {
            return None;
        }
        if terms.holds(condition, &model) {
            return satisfies(terms, path, &model, condition).then_some(model);
        }
    }
    None
}

/// A literal of the condition that is false under the model.
fn violated_literal(terms: &Terms, model: &Model, condition: Term) -> Option<Term> {
    match (terms.op(condition), terms.args(condition)) {
        (Op::And, parts) => parts
            .iter()
            .copied()
            .find(|&part| !terms.holds(part, model)),
        _ => (!terms.holds(condition, model)).then_some(condition),
    }
}

fn make_true(terms: &Terms, model: &mut Model, literal: Term) -> bool {
    let (mut atom, mut positive) = terms.literal(literal);
    // not(and(…)): one part has to become false.
    for _ in 0..MAX_STEPS {
        match (terms.op(atom), positive) {
            (Op::And, false) => {
                let part = terms.args(atom)[0];
                let (inner, sign) = terms.literal(part);
                (atom, positive) = (inner, !sign);
            }
            _ => break,
        }
    }
    if terms.is_symbol(atom) {
        model.set(atom, Const::Bool(positive));
        return true;
    }
    let &[a, b] = terms.args(atom) else {
        return false;
    };
    let Sort::Bv(width) = terms.sort(a) else {
        return false;
    };
    let (Const::Bv(value_a), Const::Bv(value_b)) = (terms.eval(a, model), terms.eval(b, model))
    else {
        return false;
    };
    let one = Bv::new(width, 1);
    // The value `a` should get, and the one `b` should get if `a` cannot be changed.
    let (for_a, for_b) = match (terms.op(atom), positive) {
        (Op::Eq, true) => (value_b.clone(), value_a.clone()),
        (Op::Eq, false) => (value_b.add(&one), value_a.add(&one)),
        (Op::Slt | Op::Ult, true) => (value_b.sub(&one), value_a.add(&one)),
        (Op::Slt | Op::Ult, false) => (value_b.clone(), value_a.clone()),
        _ => return false,
    };
    force(terms, model, a, for_a) || force(terms, model, b, for_b)
}

/// Gives one symbol below `term` a value such that `term` becomes `wanted`.
fn force(terms: &Terms, model: &mut Model, mut term: Term, mut wanted: Bv) -> bool {
    for _ in 0..MAX_STEPS {
        let args = terms.args(term);
        match terms.op(term) {
            Op::Symbol(_) => {
                model.set(term, Const::Bv(wanted));
                return true;
            }
            Op::Add => {
                let Some(&target) = args.iter().find(|&&arg| {
                    !terms.is_const(arg) && (terms.op(arg) != Op::Mul || is_negation(terms, arg))
                }) else {
                    return false;
                };
                for &arg in args {
                    if arg != target {
                        let Const::Bv(value) = terms.eval(arg, model) else {
                            return false;
                        };
                        wanted = wanted.sub(&value);
                    }
                }
                term = target;
            }
            Op::Mul if is_negation(terms, term) => {
                term = args[1];
                wanted = wanted.neg();
            }
            Op::Sext | Op::Zext => {
                let narrow = wanted.extract(terms.width(args[0]) - 1, 0);
                let back = if terms.op(term) == Op::Sext {
                    narrow.sext(wanted.width())
                } else {
                    narrow.zext(wanted.width())
                };
                if back != wanted {
                    return false;
                }
                (term, wanted) = (args[0], narrow);
            }
            Op::BvNot => {
                term = args[0];
                wanted = wanted.not();
            }
            Op::Ite => {
                term = if terms.holds(args[0], model) {
                    args[1]
                } else {
                    args[2]
                };
            }
            _ => return false,
        }
    }
    false
}

fn is_negation(terms: &Terms, term: Term) -> bool {
    terms.op(term) == Op::Mul
        && terms
            .as_bv(terms.args(term)[0])
            .is_some_and(Bv::is_all_ones)
}

/// Lays all compared symbols out anew along the order that path and condition ask for.
fn arrange(terms: &mut Terms, path: &Path, model: &Model, condition: Term) -> Option<Model> {
    let mut facts = (*path.facts).clone();
    let parts = match terms.op(condition) {
        Op::And => terms.args(condition).to_vec(),
        _ => vec![condition],
    };
    for part in parts {
        let (atom, _) = terms.literal(part);
        if !matches!(terms.op(atom), Op::Slt | Op::Eq) {
            return None;
        }
        facts.add(terms, part);
    }
    let current = |term: Term| terms.eval(term, model).as_signed().unwrap_or(0);
    for preference in 0..2 {
        let values = match preference {
            0 => facts.propose(current),
            // Room between all values helps where the current ones are squeezed.
            _ => facts.propose(|term| term.index() as i128 % 97),
        };
        let mut candidate = model.clone();
        for (symbol, value) in values {
            candidate.set(symbol, Const::Bv(Bv::new(terms.width(symbol), value)));
        }
        if satisfies(terms, path, &candidate, condition) {
            return Some(candidate);
        }
    }
    None
}
