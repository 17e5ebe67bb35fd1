//! Watches an engine run on behalf of one method: answers its questions about contracts and turns violating states into
//! witnesses while they are at hand.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;

use proviso_classfile::{FieldType, Name, intern};
use proviso_contracts::ClauseKind;
use proviso_engine::bounds::Site;
use proviso_engine::classes::{Method, MethodId};
use proviso_engine::hooks::{CallCheck, Hooks, Violation, ViolationKind as Found};
use proviso_engine::machine::Machine;
use proviso_engine::state::State;
use proviso_engine::value::{Ref, Value};
use proviso_report::ViolationKind;
use proviso_terms::{Model, Term};

use super::kind;
use crate::prepare::unit::Unit;
use crate::witness::extract::{self, Extraction, Moment, Named, NoWitness};

/// What is to be watched.
pub struct Subject {
    pub unit: Arc<Unit>,
    /// The method under check.
    pub class: String,
    pub name: String,
    pub descriptor: String,
    /// The driver's parameters as the user knows them: `this` first for instance methods.
    pub parameters: Vec<(String, FieldType)>,
    /// The method's result, `None` for void and constructors.
    pub result: Option<FieldType>,
    pub nondet: Vec<String>,
}

/// Violations that break the same thing at the same place are one; the smallest witness is kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub kind: ViolationKind,
    pub clause: Option<u32>,
    pub site: Site,
}

pub struct Candidate {
    pub found: Found,
    pub site: Site,
    /// Input objects, then the length of the path: what makes a witness small.
    pub size: (usize, usize),
    pub before: Extraction,
    pub after: Extraction,
    /// The method had ended when the violation was seen.
    pub ended: bool,
    pub end: Option<MethodEnd>,
    /// Class and message of the exception the violation is about.
    pub exception: Option<(String, Option<String>)>,
    pub trace: Vec<TraceStep>,
}

#[derive(Debug, Clone)]
pub enum MethodEnd {
    /// The result is the root `\result` of `after`.
    Returned,
    /// Binary class name and message.
    Threw(String, Option<String>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraceStep {
    pub class: Name,
    pub method: Name,
    pub line: u32,
    pub depth: u32,
}

#[derive(Default)]
pub struct Notes {
    pub candidates: BTreeMap<Key, Candidate>,
    /// Violations that are none because they rest on a made-up value, with the reason.
    pub made_up: BTreeSet<(String, Site)>,
    pub assumptions: BTreeSet<String>,
    /// Smaller witnesses were looked for so often.
    tries: BTreeMap<Key, u32>,
}

/// How often a smaller witness for the same violation is built; each costs a few solver queries.
const TRIES: u32 = 12;

/// Longer traces are cut at the front: the end is what matters.
const MAX_TRACE: usize = 400;

pub struct Watch {
    pub subject: Rc<Subject>,
    pub notes: Rc<RefCell<Notes>>,
}

impl Hooks for Watch {
    fn field_non_null(&self, class: &str, field: &str) -> bool {
        self.subject.unit.table.is_non_null_field(class, field)
    }

    fn requires_at_call(&self, method: &Method) -> Option<CallCheck> {
        let table = &self.subject.unit.table;
        let contract = table.find(&method.class_name, &method.name, &method.descriptor.text)?;
        let entry = contract.requires.as_ref()?;
        let parameters = method.descriptor.text.split(')').next().unwrap_or("(");
        Some(CallCheck {
            clause: entry.clause.0,
            class: intern(&entry.class.replace('.', "/")),
            method: intern(&entry.name),
            descriptor: intern(&format!("{parameters})Z")),
        })
    }

    fn overflow_checked(&self, method: &Method) -> bool {
        let table = &self.subject.unit.table;
        !method.name.starts_with("proviso$")
            && table
                .find(&method.class_name, &method.name, &method.descriptor.text)
                .is_some_and(|contract| contract.safe_math)
    }

    fn nondeterministic(&self, method: &Method) -> bool {
        let name = format!("{}.{}", method.class_name.replace('/', "."), method.name);
        self.subject
            .nondet
            .iter()
            .any(|pattern| matches(pattern, &name))
    }

    fn violation(&mut self, machine: &mut Machine, state: &State, violation: &Violation) {
        let table = &self.subject.unit.table;
        let clause = violation.clause.and_then(|id| table.clause(id));
        let key = Key {
            kind: kind::kind(&violation.kind, clause),
            clause: violation.clause,
            site: self.grouped_site(clause.map(|clause| clause.kind), &violation.site),
        };
        let size = (state.inputs.len(), state.trace.len());
        {
            let mut notes = self.notes.borrow_mut();
            if notes.candidates.get(&key).is_some_and(|known| known.size <= size) {
                return;
            }
            let tries = notes.tries.entry(key.clone()).or_default();
            *tries += 1;
            if *tries > TRIES {
                return;
            }
        }
        if let Some(assumption) = state.assumptions.first() {
            let why = format!("a possible violation rests on {assumption}");
            self.made_up(why, violation.site.clone());
            return;
        }
        match self.candidate(machine, state, violation, size) {
            Ok(candidate) => {
                self.notes.borrow_mut().candidates.insert(key, candidate);
            }
            Err(NoWitness::MadeUp(why)) => {
                let why = format!("a possible violation has no real input: {why}");
                self.made_up(why, violation.site.clone());
            }
            Err(NoWitness::NotReplayable(why)) => {
                let why = format!("a possible violation has no input that can be shown: {why}");
                self.made_up(why, violation.site.clone());
            }
        }
    }
}

impl Watch {
    fn made_up(&self, why: String, site: Site) {
        self.notes.borrow_mut().made_up.insert((why, site));
    }

    /// Clauses checked by the driver all happen "at the driver": one violation per clause. In-body checks, exceptions
    /// and writes are told apart by their line.
    fn grouped_site(&self, clause: Option<ClauseKind>, site: &Site) -> Site {
        let in_body = match clause {
            None => true,
            Some(kind) => matches!(
                kind,
                ClauseKind::Assert
                    | ClauseKind::Check
                    | ClauseKind::Assume
                    | ClauseKind::Unreachable
                    | ClauseKind::LoopInvariant
                    | ClauseKind::Decreases
                    | ClauseKind::Assignable
                    | ClauseKind::Call
                    | ClauseKind::Exit
                    | ClauseKind::Value
            ),
        };
        let mut site = site.clone();
        if !in_body {
            site.line = None;
            site.class = intern("");
            site.method = intern("");
            site.descriptor = intern("");
        }
        site
    }

    fn candidate(
        &self,
        machine: &mut Machine,
        state: &State,
        violation: &Violation,
        size: (usize, usize),
    ) -> Result<Candidate, NoWitness> {
        let model = self.model(machine, state)?;
        let arguments = self.roots(state);
        let before = extract::extract(machine, state, &model, Moment::Before, &arguments)?;
        let ended = state.epoch >= 2;
        let locals = DriverLocals::of(state);
        let thrown = locals.thrown.filter(|_| ended);
        let mut roots = arguments;
        if let (Some(ty), Some(value), None, true) =
            (&self.subject.result, locals.result, thrown, ended)
        {
            roots.push(Named {
                name: "\\result".to_owned(),
                ty: ty.clone(),
                value,
            });
        }
        let after = extract::extract(machine, state, &model, Moment::After, &roots)?;
        let end = match thrown {
            _ if !ended => None,
            Some(id) => {
                let (class, message) = describe(machine, state, &model, id);
                Some(MethodEnd::Threw(class, message))
            }
            None => Some(MethodEnd::Returned),
        };
        Ok(Candidate {
            found: violation.kind.clone(),
            site: violation.site.clone(),
            size,
            before,
            after,
            ended,
            end,
            exception: violation
                .exception
                .map(|id| describe(machine, state, &model, id)),
            trace: self.trace(machine, state),
        })
    }

    /// A small model of the path.
    fn model(&self, machine: &mut Machine, state: &State) -> Result<Rc<Model>, NoWitness> {
        let symbols = interesting_symbols(machine, state);
        let model = machine
            .solver
            .minimise(&mut machine.terms, &state.path, &symbols);
        model.ok_or_else(|| NoWitness::MadeUp("the solver gave no model".to_owned()))
    }

    fn roots(&self, state: &State) -> Vec<Named> {
        self.subject
            .parameters
            .iter()
            .zip(state.arguments.iter())
            .map(|((name, ty), value)| Named {
                name: name.clone(),
                ty: ty.clone(),
                value: *value,
            })
            .collect()
    }

    /// The lines of the method's body and of what it calls, without those of clauses.
    fn trace(&self, machine: &Machine, state: &State) -> Vec<TraceStep> {
        let subject = &self.subject;
        let is_subject = |id: MethodId| {
            let method = machine.classes.method(id);
            method.class_name.replace('/', ".") == subject.class
                && *method.name == *subject.name
                && *method.descriptor.text == *subject.descriptor
        };
        let mut steps = Vec::new();
        let mut base = None;
        for stop in state.trace.iter() {
            match base {
                None if stop.depth <= 1 && is_subject(stop.method) => base = Some(stop.depth),
                None => continue,
                // Back in the driver: the body is over.
                Some(base) if stop.depth < base => break,
                Some(base) if stop.depth == base && !is_subject(stop.method) => break,
                Some(_) => {}
            }
            let method = machine.classes.method(stop.method);
            if method.name.starts_with("proviso$")
                || method.class_name.starts_with("proviso/runtime/")
            {
                continue;
            }
            steps.push(TraceStep {
                class: method.class_name.clone(),
                method: method.name.clone(),
                line: u32::from(stop.line),
                depth: u32::from(stop.depth) - u32::from(base.unwrap_or(0)),
            });
        }
        let from = steps.len().saturating_sub(MAX_TRACE);
        steps.split_off(from)
    }
}

/// Array lengths first, then numbers: the order in which a witness gets smaller for the eye.
fn interesting_symbols(machine: &mut Machine, state: &State) -> Vec<Term> {
    let mut symbols = Vec::new();
    let mut seen = BTreeSet::new();
    let lengths = state
        .inputs
        .iter()
        .filter_map(|id| state.object(*id).array().map(|array| array.length));
    let arguments = state.arguments.iter().filter_map(|value| value.term());
    for term in lengths.chain(arguments).chain(state.path.conjuncts().iter().copied()) {
        for symbol in machine.terms.symbols_of(term).iter() {
            if seen.insert(*symbol) {
                symbols.push(*symbol);
            }
        }
    }
    symbols
}

/// The variables of the driver that hold how the method ended.
#[derive(Default)]
struct DriverLocals {
    result: Option<Value>,
    thrown: Option<proviso_engine::value::ObjectId>,
}

impl DriverLocals {
    fn of(state: &State) -> DriverLocals {
        let mut locals = DriverLocals::default();
        let Some(frame) = state.frames.first() else {
            return locals;
        };
        for variable in &frame.code.locals {
            if !(variable.start..variable.end).contains(&frame.at) {
                continue;
            }
            let value = frame.locals.get(usize::from(variable.slot)).copied();
            match (&*variable.name, value) {
                ("proviso$result", Some(value)) => locals.result = Some(value),
                ("proviso$thrown", Some(Value::Ref(reference))) => {
                    if let Ref::Object(id) = state.deref(reference) {
                        locals.thrown = Some(id);
                    }
                }
                _ => {}
            }
        }
        locals
    }
}

/// Class and message of an exception.
fn describe(
    machine: &mut Machine,
    state: &State,
    model: &Model,
    id: proviso_engine::value::ObjectId,
) -> (String, Option<String>) {
    extract::throwable(machine, state, model, id)
}

/// `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let mut parts = pattern.split('*');
    let first = parts.next().unwrap_or("");
    let Some(mut rest) = name.strip_prefix(first) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, middle)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in middle {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    rest.ends_with(last)
}

#[cfg(test)]
mod tests {
    use super::matches;

    #[test]
    fn patterns_match_whole_names() {
        assert!(matches("a.B.c", "a.B.c"));
        assert!(!matches("a.B.c", "a.B.cd"));
        assert!(matches("*.nondet*", "org.V.nondetInt"));
        assert!(matches("a.*.c", "a.x.y.c"));
        assert!(!matches("a.*.c", "a.x.y.d"));
        assert!(matches("*", "anything"));
    }
}
