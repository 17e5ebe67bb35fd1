//! The smallest choice of sets that together hold every element: which paths become covering tests.
//!
//! Exact by branch and bound where that is cheap, otherwise the greedy choice, which is never far off.

use std::collections::BTreeSet;

/// Steps the exact search may take; the sets of one method rarely need a hundred.
const STEPS: usize = 20_000;

/// Indices of the chosen sets, in order. `costs` decides between choices of the same size: less is better.
pub fn smallest<E: Ord + Clone>(sets: &[BTreeSet<E>], costs: &[usize]) -> Vec<usize> {
    let elements: BTreeSet<&E> = sets.iter().flatten().collect();
    let greedy = greedy(sets, costs, &elements);
    let mut search = Search {
        sets,
        costs,
        holders: elements
            .iter()
            .map(|element| {
                let mut holders: Vec<usize> = (0..sets.len())
                    .filter(|index| sets[*index].contains(element))
                    .collect();
                holders.sort_by_key(|index| (usize::MAX - sets[*index].len(), costs[*index]));
                (*element, holders)
            })
            .collect(),
        best: greedy,
        steps: STEPS,
    };
    // The element that fewest sets hold decides most.
    search.holders.sort_by_key(|(_, holders)| holders.len());
    search.explore(&mut Vec::new(), &mut BTreeSet::new());
    search.best.sort_unstable();
    search.best
}

fn greedy<E: Ord>(sets: &[BTreeSet<E>], costs: &[usize], elements: &BTreeSet<&E>) -> Vec<usize> {
    let mut open: BTreeSet<&E> = elements.clone();
    let mut chosen = Vec::new();
    while !open.is_empty() {
        let gain = |index: usize| sets[index].iter().filter(|e| open.contains(e)).count();
        let best = (0..sets.len())
            .max_by_key(|index| (gain(*index), usize::MAX - costs[*index], sets.len() - index));
        let Some(best) = best else { break };
        open.retain(|element| !sets[best].contains(*element));
        chosen.push(best);
    }
    chosen
}

struct Search<'s, E> {
    sets: &'s [BTreeSet<E>],
    costs: &'s [usize],
    holders: Vec<(&'s E, Vec<usize>)>,
    best: Vec<usize>,
    steps: usize,
}

impl<'s, E: Ord> Search<'s, E> {
    fn weight(&self, chosen: &[usize]) -> (usize, usize) {
        let cost = chosen.iter().map(|index| self.costs[*index]).sum();
        (chosen.len(), cost)
    }

    fn explore(&mut self, chosen: &mut Vec<usize>, held: &mut BTreeSet<&'s E>) {
        if self.steps == 0 || self.weight(chosen) >= self.weight(&self.best) {
            return;
        }
        self.steps -= 1;
        let open = self.holders.iter().position(|(e, _)| !held.contains(e));
        let Some(open) = open else {
            self.best.clone_from(chosen);
            return;
        };
        for index in self.holders[open].1.clone() {
            let sets = self.sets;
            let new: Vec<&E> = sets[index].iter().filter(|e| !held.contains(e)).collect();
            held.extend(new.iter().copied());
            chosen.push(index);
            self.explore(chosen, held);
            chosen.pop();
            for element in new {
                held.remove(element);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sets(texts: &[&str]) -> Vec<BTreeSet<char>> {
        texts.iter().map(|text| text.chars().collect()).collect()
    }

    #[test]
    fn two_sets_beat_the_three_that_greed_would_take() {
        // The largest set first leads to three; the two halves are enough.
        let sets = sets(&["abcd", "abef", "cdgh", "efgh"]);
        let chosen = smallest(&sets, &[1; 4]);
        assert_eq!(chosen.len(), 2);
        let tricky = super::tests::sets(&["bcdefg", "abcd", "efgh"]);
        assert_eq!(smallest(&tricky, &[1; 3]), [1, 2]);
    }

    #[test]
    fn of_equal_choices_the_cheaper_is_taken() {
        assert_eq!(smallest(&sets(&["ab", "ab"]), &[5, 2]), [1]);
        assert!(smallest::<char>(&[], &[]).is_empty());
    }
}
