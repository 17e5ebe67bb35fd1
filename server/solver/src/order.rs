//! A small reasoner for signed order: which of `a < b`, `a <= b`, `a != b` follow, and within which bounds each term is.
//!
//! It holds the transitive closure as bit sets. It knows nothing of arithmetic, so it is sound under wrap-around, and
//! for path conditions that are pure comparisons (sorted trees and lists) it decides nearly every question.

use proviso_terms::{Op, Range, Term, Terms};
use smallvec::SmallVec;

/// Terms beyond this many are not tracked: one bit set is one word pair.
const MAX_NODES: usize = 128;
/// Rounds of bound propagation; more would only sharpen bounds further.
const ROUNDS: usize = 4;

type Set = u128;

#[derive(Clone, Default, Debug)]
pub(crate) struct Order {
    /// Sorted, with the node's number.
    index: Vec<(Term, u8)>,
    nodes: Vec<Node>,
}

#[derive(Clone, Debug)]
struct Node {
    term: Term,
    is_symbol: bool,
    /// Nodes that are at least this one (itself included) / greater / different.
    at_least: Set,
    greater: Set,
    different: Set,
    low: i128,
    high: i128,
    excluded: SmallVec<[i128; 2]>,
}

fn bit(node: usize) -> Set {
    1 << node
}

fn members(mut set: Set) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let first = set.trailing_zeros() as usize;
        set &= set - 1;
        Some(first)
    })
}

/// The addends of a sum and its constant.
fn split(terms: &Terms, sum: Term) -> Option<(&[Term], i128)> {
    let (Op::Add, args) = (terms.op(sum), terms.args(sum)) else {
        return None;
    };
    let (last, rest) = args.split_last()?;
    match terms.as_signed(*last) {
        Some(constant) => Some((rest, constant)),
        None => Some((args, 0)),
    }
}

impl Order {
    pub(crate) fn find(&self, term: Term) -> Option<usize> {
        let at = self
            .index
            .binary_search_by_key(&term, |entry| entry.0)
            .ok()?;
        Some(usize::from(self.index[at].1))
    }

    fn find_or_add(&mut self, terms: &Terms, term: Term, range: Range) -> Option<usize> {
        match self.index.binary_search_by_key(&term, |entry| entry.0) {
            Ok(at) => Some(usize::from(self.index[at].1)),
            Err(_) if self.nodes.len() == MAX_NODES => None,
            Err(at) => {
                let node = self.nodes.len();
                self.index.insert(at, (term, node as u8));
                self.nodes.push(Node {
                    term,
                    is_symbol: terms.is_symbol(term),
                    at_least: bit(node),
                    greater: 0,
                    different: 0,
                    low: range.min,
                    high: range.max,
                    excluded: SmallVec::new(),
                });
                Some(node)
            }
        }
    }

    /// The bounds known of a term that is tracked.
    pub(crate) fn bounds(&self, term: Term) -> Option<(i128, i128)> {
        let node = &self.nodes[self.find(term)?];
        Some((node.low, node.high))
    }

    /// Bounds of a sum from those of a tracked sum that differs by a constant: `mid + 1` from `mid`.
    pub(crate) fn shifted_bounds(&self, terms: &Terms, sum: Term) -> Option<(i128, i128)> {
        let (parts, constant) = split(terms, sum)?;
        let full = Range::full(terms.width(sum));
        self.nodes.iter().find_map(|node| {
            let (others, other) = split(terms, node.term)?;
            if others != parts || other == constant {
                return None;
            }
            let (low, high) = (node.low + constant - other, node.high + constant - other);
            (low >= full.min && high <= full.max).then_some((low, high))
        })
    }

    /// A symbol whose bounds leave one value.
    pub(crate) fn squeezed(&self) -> Option<(Term, i128)> {
        self.nodes
            .iter()
            .find(|node| node.is_symbol && node.low == node.high)
            .map(|node| (node.term, node.low))
    }

    /// Something is below itself, different from itself, or has no value left.
    pub(crate) fn is_contradictory(&self) -> bool {
        self.nodes.iter().enumerate().any(|(i, node)| {
            let itself = bit(i);
            node.low > node.high || node.greater & itself != 0 || node.different & itself != 0
        })
    }

    pub(crate) fn is_less(&self, a: usize, b: usize) -> bool {
        let node = &self.nodes[a];
        node.greater & bit(b) != 0 || (node.at_least & node.different & bit(b) != 0)
    }

    pub(crate) fn is_at_most(&self, a: usize, b: usize) -> bool {
        self.nodes[a].at_least & bit(b) != 0
    }

    pub(crate) fn is_different(&self, a: usize, b: usize) -> bool {
        self.nodes[a].different & bit(b) != 0
    }

    pub(crate) fn excludes(&self, a: usize, value: i128) -> bool {
        self.nodes[a].excluded.contains(&value)
    }

    /// Adds `a < b` (strict) or `a <= b`.
    pub(crate) fn add_less(&mut self, terms: &Terms, a: Term, b: Term, strict: bool) {
        let (Some(range_a), Some(range_b)) = (terms.range(a), terms.range(b)) else {
            return;
        };
        let Some(a) = self.find_or_add(terms, a, range_a) else {
            return;
        };
        let Some(b) = self.find_or_add(terms, b, range_b) else {
            return;
        };
        let strict = strict || self.is_different(a, b);
        let already = if strict {
            self.nodes[a].greater
        } else {
            self.nodes[a].at_least
        };
        if already & bit(b) != 0 {
            return;
        }
        let (above, above_strictly) = (self.nodes[b].at_least, self.nodes[b].greater);
        for node in &mut self.nodes {
            if node.at_least & bit(a) != 0 {
                let strictly = strict || node.greater & bit(a) != 0;
                node.at_least |= above;
                node.greater |= if strictly { above } else { above_strictly };
            }
        }
        self.propagate();
    }

    pub(crate) fn add_different(&mut self, terms: &Terms, a: Term, b: Term) {
        let (Some(range_a), Some(range_b)) = (terms.range(a), terms.range(b)) else {
            return;
        };
        let Some(node_a) = self.find_or_add(terms, a, range_a) else {
            return;
        };
        let Some(node_b) = self.find_or_add(terms, b, range_b) else {
            return;
        };
        self.nodes[node_a].different |= bit(node_b);
        self.nodes[node_b].different |= bit(node_a);
        if self.is_at_most(node_a, node_b) {
            self.add_less(terms, a, b, true);
        } else if self.is_at_most(node_b, node_a) {
            self.add_less(terms, b, a, true);
        }
    }

    /// Of two that are equal: what one is not the other is not.
    pub(crate) fn share(&mut self, a: Term, b: Term) {
        let (Some(a), Some(b)) = (self.find(a), self.find(b)) else {
            return;
        };
        for (from, to) in [(a, b), (b, a)] {
            let (different, excluded) = (
                self.nodes[from].different,
                self.nodes[from].excluded.clone(),
            );
            for value in excluded {
                if !self.nodes[to].excluded.contains(&value) {
                    self.nodes[to].excluded.push(value);
                }
            }
            self.nodes[to].different |= different;
            for other in members(different) {
                self.nodes[other].different |= bit(to);
            }
        }
        self.propagate();
    }

    /// Adds `low <= a <= high`.
    pub(crate) fn add_bounds(&mut self, terms: &Terms, a: Term, low: i128, high: i128) {
        let Some(range) = terms.range(a) else { return };
        let Some(node) = self.find_or_add(terms, a, range) else {
            return;
        };
        let node = &mut self.nodes[node];
        if low > node.low || high < node.high {
            node.low = node.low.max(low);
            node.high = node.high.min(high);
            self.propagate();
        }
    }

    pub(crate) fn add_excluded(&mut self, terms: &Terms, a: Term, value: i128) {
        let Some(range) = terms.range(a) else { return };
        let Some(node) = self.find_or_add(terms, a, range) else {
            return;
        };
        self.nodes[node].excluded.push(value);
        self.propagate();
    }

    /// Carries bounds along the order until nothing changes, or a few times.
    fn propagate(&mut self) {
        for _ in 0..ROUNDS {
            let mut changed = false;
            for a in 0..self.nodes.len() {
                let node = &mut self.nodes[a];
                while node.low < node.high && node.excluded.contains(&node.low) {
                    node.low += 1;
                    changed = true;
                }
                while node.low < node.high && node.excluded.contains(&node.high) {
                    node.high -= 1;
                    changed = true;
                }
                let (low, greater) = (node.low, node.greater);
                let above = node.at_least & !bit(a);
                let mut high = node.high;
                for b in members(above) {
                    let step = i128::from(greater & bit(b) != 0);
                    let other = &mut self.nodes[b];
                    if other.low < low + step {
                        other.low = low + step;
                        changed = true;
                    }
                    high = high.min(other.high - step);
                }
                if high < self.nodes[a].high {
                    self.nodes[a].high = high;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
    }

    /// Values for the tracked symbols that respect order, bounds and differences, each as near to `preferred` as
    /// can be. A proposal: the caller evaluates it.
    pub(crate) fn propose(&self, preferred: impl Fn(Term) -> i128) -> Vec<(Term, i128)> {
        let mut turn: SmallVec<[usize; 32]> = (0..self.nodes.len()).collect();
        // Whoever has more above it is lower.
        turn.sort_by_key(|&node| std::cmp::Reverse(self.nodes[node].at_least.count_ones()));
        let mut values: SmallVec<[Option<i128>; 32]> = SmallVec::from_elem(None, self.nodes.len());
        for &a in &turn {
            let node = &self.nodes[a];
            let (mut low, mut high) = (node.low, node.high);
            for (b, value) in values.iter().enumerate() {
                let Some(value) = *value else { continue };
                if self.is_at_most(b, a) {
                    low = low.max(value + i128::from(self.is_less(b, a)));
                }
                if self.is_at_most(a, b) {
                    high = high.min(value - i128::from(self.is_less(a, b)));
                }
            }
            let wanted = preferred(node.term);
            let value = wanted.clamp(low.min(high), high.max(low));
            values[a] = Some(self.avoid(a, value, low, high, &values));
        }
        self.nodes
            .iter()
            .zip(&values)
            .filter(|(node, _)| node.is_symbol)
            .filter_map(|(node, value)| Some((node.term, (*value)?)))
            .collect()
    }

    /// The nearest value that differs from all it must differ from.
    fn avoid(
        &self,
        a: usize,
        wanted: i128,
        low: i128,
        high: i128,
        values: &[Option<i128>],
    ) -> i128 {
        let node = &self.nodes[a];
        let clashes = |value: i128| {
            node.excluded.contains(&value)
                || members(node.different).any(|b| values[b] == Some(value))
        };
        let tries = (node.different.count_ones() as usize + node.excluded.len() + 1) as i128;
        for distance in 0..=tries {
            for value in [wanted + distance, wanted - distance] {
                if value >= low && value <= high && !clashes(value) {
                    return value;
                }
            }
        }
        wanted
    }
}
