//! Independent constraints: only those that share symbols with the question, directly or through others, matter.

use proviso_terms::{Term, Terms};
use rustc_hash::FxHashSet;

/// The conjuncts connected with `condition`, and all symbols of them and of it, both sorted.
pub(crate) fn connected(
    terms: &mut Terms,
    conjuncts: &[Term],
    condition: Term,
) -> (Vec<Term>, Vec<Term>) {
    let mut symbols: FxHashSet<Term> = terms.symbols_of(condition).iter().copied().collect();
    let mut waiting: Vec<Term> = conjuncts.to_vec();
    let mut chosen = Vec::new();
    loop {
        let before = chosen.len();
        waiting.retain(|&conjunct| {
            let own = terms.symbols_of(conjunct);
            let shares = own.iter().any(|symbol| symbols.contains(symbol));
            if shares {
                symbols.extend(own.iter().copied());
                chosen.push(conjunct);
            }
            !shares
        });
        if chosen.len() == before || waiting.is_empty() {
            break;
        }
    }
    let mut symbols: Vec<Term> = symbols.into_iter().collect();
    symbols.sort_unstable();
    chosen.sort_unstable();
    (chosen, symbols)
}
