//! Numbers that are only compared need few bits. Where symbols of one width occur in nothing but comparisons with each other and with constants,
//! a question has an answer exactly if it has one over as many values as there are symbols, between any two constants. With a handful
//! of bits for the keys of a tree in place of 32 Z3 answers ten to a hundred times sooner.

use num_bigint::BigInt;
use proviso_terms::{Bv, Const, Model, Op, Sort, Term, Terms};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// With fewer symbols than this Z3 is quick anyway.
const FEWEST_SYMBOLS: usize = 6;
/// So many positions there are at least between two constants.
const FEWEST_POSITIONS: usize = 64;
/// With fewer constraints neither.
const FEWEST_CONSTRAINTS: usize = 10;

/// Where the values of a group of symbols lie among its constants.
struct Layout {
    /// Constants in order with their positions.
    constants: Vec<(BigInt, u64)>,
    positions: u64,
    bits: u32,
    width: u32,
    signed: bool,
}

/// A question with narrow symbols.
pub(crate) struct Shrunk {
    pub(crate) constraints: Vec<Term>,
    /// Narrow symbols, what they stand for, and how.
    narrow: Vec<(Term, Term, Rc<Layout>)>,
}

#[derive(Default)]
struct Group {
    spoilt: bool,
    signed: bool,
    unsigned: bool,
    symbols: Vec<Term>,
    constants: Vec<Term>,
}

/// Union-find over terms.
#[derive(Default)]
struct Classes {
    parents: FxHashMap<Term, Term>,
}

impl Classes {
    fn root(&mut self, term: Term) -> Term {
        let mut at = term;
        while let Some(&up) = self.parents.get(&at) {
            at = up;
        }
        if at != term {
            self.parents.insert(term, at);
        }
        at
    }

    /// Constants belong to whatever they are compared with, each time anew.
    fn join(&mut self, terms: &Terms, a: Term, b: Term) {
        if terms.is_const(a) || terms.is_const(b) {
            return;
        }
        let (a, b) = (self.root(a), self.root(b));
        if a != b {
            self.parents.insert(a, b);
        }
    }
}

/// The same question with fewer bits, where there is enough to save.
pub(crate) fn shrink(terms: &mut Terms, constraints: &[Term]) -> Option<Shrunk> {
    if constraints.len() < FEWEST_CONSTRAINTS {
        return None;
    }
    let nodes = below(terms, constraints);
    let mut classes = Classes::default();
    let groups = groups(terms, &nodes, &mut classes);
    let mut layouts: FxHashMap<Term, Rc<Layout>> = FxHashMap::default();
    for (root, group) in &groups {
        if let Some(layout) = layout(terms, group) {
            layouts.insert(*root, Rc::new(layout));
        }
    }
    if layouts.is_empty() {
        return None;
    }
    let mut narrow = Vec::new();
    let mut new: FxHashMap<Term, Term> = FxHashMap::default();
    for &node in &nodes {
        let layout = match terms.sort(node) {
            Sort::Bv(_) if !terms.is_const(node) => layouts.get(&classes.root(node)).cloned(),
            _ => None,
        };
        let built = match layout {
            Some(layout) => narrowed(terms, node, &layout, &new, &mut narrow),
            None => rebuilt(terms, node, &layouts, &mut classes, &new),
        };
        new.insert(node, built);
    }
    let mut all: Vec<Term> = constraints.iter().map(|c| new[c]).collect();
    for (symbol, _, layout) in &narrow {
        if layout.positions < 1 << layout.bits {
            let end = terms.bv_const(layout.bits, layout.positions);
            all.push(terms.ult(*symbol, end));
        }
    }
    let yes = terms.tru();
    all.retain(|&constraint| constraint != yes);
    all.sort_unstable();
    all.dedup();
    Some(Shrunk {
        constraints: all,
        narrow,
    })
}

impl Shrunk {
    /// The symbols that the narrow question is about.
    pub(crate) fn symbols(&self, symbols: &[Term]) -> Vec<Term> {
        let replaced: FxHashSet<Term> = self.narrow.iter().map(|(_, old, _)| *old).collect();
        let kept = symbols.iter().copied().filter(|s| !replaced.contains(s));
        kept.chain(self.narrow.iter().map(|(new, _, _)| *new))
            .collect()
    }

    /// The model in the numbers of the question as it was asked.
    pub(crate) fn widen(&self, mut model: Model) -> Model {
        for (new, old, layout) in &self.narrow {
            let position = match model.get(*new) {
                Some(Const::Bv(bits)) => u64::try_from(bits.to_unsigned_big()).unwrap_or(0),
                _ => 0,
            };
            model.unset(*new);
            let value = layout.value(position);
            model.set(*old, Const::Bv(Bv::from_big(layout.width, &value)));
        }
        model
    }
}

/// All nodes below the constraints, arguments before what is made of them.
fn below(terms: &Terms, constraints: &[Term]) -> Vec<Term> {
    let mut seen: FxHashSet<Term> = constraints.iter().copied().collect();
    let mut stack: Vec<Term> = constraints.to_vec();
    while let Some(term) = stack.pop() {
        for &argument in terms.args(term) {
            if seen.insert(argument) {
                stack.push(argument);
            }
        }
    }
    let mut nodes: Vec<Term> = seen.into_iter().collect();
    // A node is made after its arguments.
    nodes.sort_unstable();
    nodes
}

fn groups(terms: &Terms, nodes: &[Term], classes: &mut Classes) -> FxHashMap<Term, Group> {
    let is_bits = |term: Term| matches!(terms.sort(term), Sort::Bv(_));
    let mut spoilt = Vec::new();
    let mut compared = Vec::new();
    for &node in nodes {
        let arguments = terms.args(node);
        match terms.op(node) {
            Op::Eq | Op::Slt | Op::Ult if arguments.iter().all(|&a| is_bits(a)) => {
                classes.join(terms, arguments[0], arguments[1]);
                for (one, other) in [(0, 1), (1, 0)] {
                    if !terms.is_const(arguments[one]) {
                        compared.push((arguments[one], arguments[other], terms.op(node)));
                    }
                }
            }
            Op::Ite if is_bits(node) => {
                for &argument in &arguments[1..] {
                    classes.join(terms, node, argument);
                    compared.push((node, argument, Op::Ite));
                }
            }
            _ => {
                let bits = arguments.iter().copied().filter(|&a| is_bits(a));
                spoilt.extend(bits.filter(|&a| !terms.is_const(a)));
                if is_bits(node) && !terms.is_symbol(node) && !terms.is_const(node) {
                    spoilt.push(node);
                }
            }
        }
    }
    let mut groups: FxHashMap<Term, Group> = FxHashMap::default();
    for &node in nodes.iter().filter(|&&node| is_bits(node)) {
        let group = groups.entry(classes.root(node)).or_default();
        if terms.is_symbol(node) {
            group.symbols.push(node);
        }
    }
    for node in spoilt {
        groups.entry(classes.root(node)).or_default().spoilt = true;
    }
    for (node, other, op) in compared {
        let group = groups.entry(classes.root(node)).or_default();
        if terms.is_const(other) {
            group.constants.push(other);
        }
        group.signed |= op == Op::Slt;
        group.unsigned |= op == Op::Ult;
    }
    groups
}

fn layout(terms: &Terms, group: &Group) -> Option<Layout> {
    let first = *group.symbols.first()?;
    if group.spoilt || group.signed && group.unsigned || group.symbols.len() < FEWEST_SYMBOLS {
        return None;
    }
    let (width, signed) = (terms.width(first), group.signed);
    let mut values: Vec<BigInt> = Vec::new();
    for &constant in &group.constants {
        let Some(Const::Bv(bits)) = terms.as_const(constant) else {
            return None;
        };
        values.push(number(bits, signed));
    }
    values.sort();
    values.dedup();
    // With some to spare, so that the next question, which has a few more, is asked in the same bits: Z3 knows most of it then.
    let room = BigInt::from(
        group
            .symbols
            .len()
            .next_power_of_two()
            .max(FEWEST_POSITIONS),
    );
    let (low, high) = extremes(width, signed);
    // As many positions as symbols on each side of a constant, or as many values as there are.
    let mut constants = Vec::new();
    let mut position = 0u64;
    let mut from = low;
    for value in values {
        let free: BigInt = (&value - &from).min(room.clone());
        position += u64::try_from(free).ok()?;
        constants.push((value.clone(), position));
        position += 1;
        from = value + 1;
    }
    let free: BigInt = (high - from + 1i32).min(room);
    position += u64::try_from(free).ok()?;
    let bits = u64::BITS - position.saturating_sub(1).leading_zeros();
    (bits.max(1) * 2 <= width).then_some(Layout {
        constants,
        positions: position,
        bits: bits.max(1),
        width,
        signed,
    })
}

fn number(bits: &Bv, signed: bool) -> BigInt {
    if signed {
        bits.to_signed_big()
    } else {
        bits.to_unsigned_big().into()
    }
}

fn extremes(width: u32, signed: bool) -> (BigInt, BigInt) {
    let one = BigInt::from(1);
    if signed {
        let half = one << (width - 1);
        (-half.clone(), half - 1)
    } else {
        (BigInt::from(0), (one << width) - 1)
    }
}

impl Layout {
    fn position(&self, value: &BigInt) -> u64 {
        let found = self
            .constants
            .iter()
            .find(|(constant, _)| constant == value);
        found.map_or(0, |(_, position)| *position)
    }

    /// The number at a position: next to the constant below it, or to the one above where there is none below.
    fn value(&self, position: u64) -> BigInt {
        let below = self.constants.iter().rev().find(|(_, at)| *at <= position);
        match (below, self.constants.first()) {
            (Some((constant, at)), _) => constant + (position - at),
            (None, Some((constant, at))) => constant - (at - position),
            // Around zero where nothing says otherwise.
            (None, None) if self.signed => BigInt::from(position) - self.positions / 2,
            (None, None) => BigInt::from(position),
        }
    }
}

/// A term of a group that has a layout: a symbol, a constant or a choice between such.
fn narrowed(
    terms: &mut Terms,
    node: Term,
    layout: &Rc<Layout>,
    new: &FxHashMap<Term, Term>,
    narrow: &mut Vec<(Term, Term, Rc<Layout>)>,
) -> Term {
    if let Some(name) = terms.symbol_name(node) {
        let name = format!("{name}~{}", layout.bits);
        let symbol = terms.symbol(&name, Sort::Bv(layout.bits));
        narrow.push((symbol, node, layout.clone()));
        return symbol;
    }
    let arguments = terms.args(node).to_vec();
    let condition = new[&arguments[0]];
    let then = placed(terms, arguments[1], layout, new);
    let other = placed(terms, arguments[2], layout, new);
    terms.ite(condition, then, other)
}

/// A side of a comparison or a choice.
fn placed(terms: &mut Terms, node: Term, layout: &Layout, new: &FxHashMap<Term, Term>) -> Term {
    match terms.as_const(node) {
        Some(Const::Bv(bits)) => {
            let position = layout.position(&number(bits, layout.signed));
            terms.bv_const(layout.bits, position)
        }
        _ => new[&node],
    }
}

fn rebuilt(
    terms: &mut Terms,
    node: Term,
    layouts: &FxHashMap<Term, Rc<Layout>>,
    classes: &mut Classes,
    new: &FxHashMap<Term, Term>,
) -> Term {
    let old = terms.args(node).to_vec();
    if old.is_empty() {
        return node;
    }
    let op = terms.op(node);
    if matches!(op, Op::Eq | Op::Slt | Op::Ult) {
        let compared = old.iter().find(|&&a| !terms.is_const(a));
        let layout = compared
            .and_then(|&a| layouts.get(&classes.root(a)))
            .cloned();
        if let Some(layout) = layout {
            let a = placed(terms, old[0], &layout, new);
            let b = placed(terms, old[1], &layout, new);
            // Positions are counted from zero, whatever the sign of what they stand for.
            return match op {
                Op::Eq => terms.eq(a, b),
                _ => terms.ult(a, b),
            };
        }
    }
    let arguments: Vec<Term> = old.iter().map(|a| new[a]).collect();
    if arguments == old {
        return node;
    }
    let sort = terms.sort(node);
    terms.build(op, sort, &arguments)
}
