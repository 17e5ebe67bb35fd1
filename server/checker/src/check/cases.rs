//! Paths that keep their contract, made concrete: the inputs from which covering tests are written.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use proviso_classfile::java_name;
use proviso_contracts::ClauseKind;
use proviso_engine::coverage::BranchTaken;
use proviso_engine::machine::Machine;
use proviso_engine::state::State;
use proviso_report::{Branch, ClauseText, PathCase, PathCases, Replay};

use super::candidate::{self, DriverLocals, Execution};
use super::{Context, Run, Target, assemble, coverage, judge, values};
use crate::witness::heap::pictures;

/// Which paths are wanted.
#[derive(Clone, Copy)]
pub enum Select {
    /// Those that this function chooses by what they cover.
    Cover(Choose),
    /// Each path once, at most so many.
    AllPaths { limit: usize },
}

/// What a path is worth keeping for.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Element {
    Branch(BranchTaken),
    /// It returns, or ends by an exception of this class.
    End(Option<String>),
}

type Elements = BTreeSet<Element>;

/// Chooses among sets, given what each costs; the answer names them by their places.
pub type Choose = fn(&[BTreeSet<Element>], &[usize]) -> Vec<usize>;

/// So many states are kept per choice: the smallest may turn out to have no real input.
const KEPT: usize = 6;

/// Collected while the engine runs.
pub struct Collected {
    select: Select,
    /// By what they cover, or by the number of the path; the smallest states first.
    groups: BTreeMap<(u64, Rc<Elements>), Vec<Ended>>,
    seen: BTreeSet<u64>,
    /// How each path ended, noted when it left the body.
    ends: BTreeMap<u64, DriverLocals>,
}

impl Collected {
    pub fn new(select: Select) -> Collected {
        Collected {
            select,
            groups: BTreeMap::new(),
            seen: BTreeSet::new(),
            ends: BTreeMap::new(),
        }
    }

    /// A path has left the body.
    pub fn left(&mut self, state: &State) {
        self.ends.insert(state.path_number, DriverLocals::of(state));
    }

    /// A path that ended with all its clauses true.
    pub fn add(&mut self, machine: &Machine, state: &State) {
        self.seen.insert(state.path_number);
        let end = self
            .ends
            .get(&state.path_number)
            .copied()
            .unwrap_or_default();
        let thrown = candidate::thrown_class(machine, state, end);
        let mut elements: Elements = state
            .branches
            .iter()
            .copied()
            .filter(|taken| is_own(machine, taken))
            .map(Element::Branch)
            .collect();
        elements.insert(Element::End(thrown));
        let number = match self.select {
            Select::Cover(_) => 0,
            Select::AllPaths { limit } => {
                if self.seen.len() > limit {
                    return;
                }
                state.path_number
            }
        };
        let states = self.groups.entry((number, Rc::new(elements))).or_default();
        let size = |state: &State| (state.inputs.len(), state.trace.len());
        let position = states.partition_point(|known| size(&known.state) <= size(state));
        if position < KEPT {
            let state = state.clone();
            states.insert(position, Ended { state, end });
            states.truncate(KEPT);
        }
    }
}

/// A state at the end of its path, and how the body ended.
struct Ended {
    state: State,
    end: DriverLocals,
}

struct Group {
    elements: Rc<Elements>,
    states: Vec<Ended>,
}

/// Makes the chosen paths concrete and has a JVM run each.
pub fn cases(context: &Context, target: &Target, mut run: Run, collected: Collected) -> PathCases {
    let mut result = PathCases {
        paths: run.summary.stats.paths,
        complete: run.summary.is_complete(),
        ..PathCases::default()
    };
    if let Select::AllPaths { limit } = collected.select
        && collected.seen.len() > limit
    {
        result.notes.push(format!(
            "{} paths keep their contract; tests are made for the first {limit}",
            collected.seen.len()
        ));
    }
    let mut groups: Vec<Group> = collected
        .groups
        .into_iter()
        .map(|((_, elements), states)| Group { elements, states })
        .collect();
    let coverable = branches_of(groups.iter().map(|group| &*group.elements));
    result.coverable = coverable.len() as u32;
    result.total = total(&run.machine, &coverable);
    let chosen = match collected.select {
        Select::Cover(chooser) => {
            let notes = &mut result.notes;
            choose(context, target, chooser, &mut run, &mut groups, notes)
        }
        Select::AllPaths { .. } => {
            let mut all = Vec::new();
            for (index, group) in groups.iter().enumerate() {
                match realise(context, target, &mut run, &group.states) {
                    Ok(found) => all.push((index, found)),
                    Err(why) => note(&mut result.notes, why),
                }
            }
            all
        }
    };
    result.covered =
        branches_of(chosen.iter().map(|(index, _)| &*groups[*index].elements)).len() as u32;
    for (index, found) in chosen {
        let (execution, clauses) = found;
        let (before, after) = (&execution.before.heap, &execution.after.heap);
        let numbers = execution.numbers();
        let (heap_before, heap_after) = pictures(before, after, &numbers);
        let outcome = assemble::outcome(&execution, &heap_after.roots, &numbers);
        let texts = clauses.iter().filter_map(|id| {
            let clause = context.unit.table.clause(*id)?;
            let stated = matches!(
                clause.kind,
                ClauseKind::Ensures
                    | ClauseKind::Invariant
                    | ClauseKind::Constraint
                    | ClauseKind::Initially
            );
            let file = context.unit.files.get(clause.file)?;
            (stated && !clause.is_default).then(|| ClauseText {
                place: file.place(clause.span),
                text: clause.text.clone(),
            })
        });
        let mut kept: Vec<ClauseText> = Vec::new();
        for text in texts {
            if !kept.contains(&text) {
                kept.push(text);
            }
        }
        result.cases.push(PathCase {
            inputs: assemble::inputs(&run.subject, before, &heap_before.roots, &numbers),
            outcome,
            trace: values::steps(context.unit, &execution.trace, &numbers),
            branches: branches(&run.machine, &groups[index].elements),
            clauses: kept,
            heap_before,
            heap_after,
        });
    }
    result
}

type Found = (Execution, Vec<u32>);

/// The chosen groups; one without a real input is taken out and the choice made again.
fn choose(
    context: &Context,
    target: &Target,
    chooser: Choose,
    run: &mut Run,
    groups: &mut Vec<Group>,
    notes: &mut Vec<String>,
) -> Vec<(usize, Found)> {
    let mut made: BTreeMap<Rc<Elements>, Found> = BTreeMap::new();
    loop {
        let sets: Vec<Elements> = groups.iter().map(|g| (*g.elements).clone()).collect();
        let size = |group: &Group| {
            group
                .states
                .first()
                .map_or(0, |s| s.state.inputs.len() + s.state.trace.len())
        };
        let costs: Vec<usize> = groups.iter().map(size).collect();
        let chosen = chooser(&sets, &costs);
        let mut failed = None;
        for index in &chosen {
            let elements = &groups[*index].elements;
            if made.contains_key(elements) {
                continue;
            }
            match realise(context, target, run, &groups[*index].states) {
                Ok(found) => {
                    made.insert(elements.clone(), found);
                }
                Err(why) => {
                    note(notes, why);
                    failed = Some(*index);
                    break;
                }
            }
        }
        match failed {
            Some(index) => {
                groups.remove(index);
            }
            None => {
                return chosen
                    .into_iter()
                    .filter_map(|index| Some((index, made.remove(&groups[index].elements)?)))
                    .collect();
            }
        }
    }
}

fn note(notes: &mut Vec<String>, why: String) {
    if !notes.contains(&why) {
        notes.push(why);
    }
}

/// The first of these states that has an input a JVM agrees with, and the clauses it checked.
fn realise(
    context: &Context,
    target: &Target,
    run: &mut Run,
    states: &[Ended],
) -> Result<Found, String> {
    let contract = &context.unit.table.methods[target.contract];
    let mut reason = "no input was found".to_owned();
    for Ended { state, end } in states {
        if context.cancel.is_cancelled() {
            return Err("cancelled".to_owned());
        }
        let execution = match candidate::execution(&mut run.machine, &run.subject, state, *end) {
            Ok(execution) => execution,
            Err(why) => {
                reason = format!("a path has no test: {why}");
                continue;
            }
        };
        // No JVM can be given an object of a class nobody knows; a test can, and is run before it is offered.
        if execution.before.stubbed && execution.answers.is_empty() {
            return Ok((execution, Vec::new()));
        }
        let ((replay, why), clauses) = judge::kept(context, contract, &run.subject, &execution);
        match replay {
            Replay::Confirmed | Replay::Run => return Ok((execution, clauses)),
            Replay::NotReplayable => {
                reason = format!("a path has no test: {}", why.unwrap_or_default());
            }
            Replay::Diverged => {
                reason = format!(
                    "internal error: the JVM went another way ({}); please report this",
                    why.unwrap_or_default()
                );
            }
        }
    }
    Err(reason)
}

fn branches_of<'e>(elements: impl Iterator<Item = &'e Elements>) -> BTreeSet<BranchTaken> {
    elements
        .flatten()
        .filter_map(|element| match element {
            Element::Branch(taken) => Some(*taken),
            Element::End(_) => None,
        })
        .collect()
}

/// Whether it is a branch of what the user wrote.
fn is_own(machine: &Machine, taken: &BranchTaken) -> bool {
    let code = machine.classes.method(taken.method).code();
    !matches!(code, Ok(Some(code)) if coverage::is_woven(&code, taken.at))
}

/// All branches of the methods that were entered.
fn total(machine: &Machine, coverable: &BTreeSet<BranchTaken>) -> u32 {
    let methods: BTreeSet<_> = coverable.iter().map(|taken| taken.method).collect();
    methods
        .into_iter()
        .filter_map(|id| {
            let method = machine.classes.method(id);
            let code = method.code().ok()??;
            Some(coverage::coverage(&code, None).branches[1])
        })
        .sum()
}

fn branches(machine: &Machine, elements: &Elements) -> Vec<Branch> {
    branches_of(std::iter::once(elements))
        .into_iter()
        .map(|taken| {
            let method = machine.classes.method(taken.method);
            let code = method.code().ok().flatten();
            let line = code.as_ref().and_then(|code| code.line(taken.at));
            let all = code
                .map(|code| coverage::own_conditionals(&code))
                .unwrap_or_default();
            let nth = all.iter().position(|(at, _)| *at == taken.at);
            let way = nth.and_then(|nth| all[nth].1.iter().position(|to| *to == taken.to));
            Branch {
                class: java_name(&method.class_name),
                method: format!("{}{}", method.name, method.descriptor.text),
                line: line.map_or(0, u32::from),
                at: taken.at,
                to: taken.to,
                nth: nth.map_or(u32::MAX, |nth| nth as u32),
                of: all.len() as u32,
                way: way.map_or(u32::MAX, |way| way as u32),
            }
        })
        .collect()
}
