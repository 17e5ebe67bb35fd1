//! Makes witnesses out of the violating states of a run: a small model, concrete heaps, the end, the trace.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::time::{Duration, Instant};

use proviso_classfile::java_name;
use proviso_engine::bounds::Site;
use proviso_engine::classes::Method;
use proviso_engine::extend::Extended;
use proviso_engine::hooks::ViolationKind as Found;
use proviso_engine::machine::Machine;
use proviso_engine::state::{Binding, Place, State};
use proviso_engine::value::{ObjectId, Ref, SymbolId, Value};
use proviso_terms::{Model, Term};

use super::watch::{Finds, Subject};
use crate::witness::extract::{self, Extraction, Moment, Named, NoWitness};
use crate::witness::heap::Numbers;
use crate::witness::steps::{self, Steps};

/// A witness before it is replayed.
pub struct Candidate {
    pub found: Found,
    pub site: Site,
    /// Class and message of the exception the violation is about.
    pub exception: Option<(String, Option<String>)>,
    pub execution: Execution,
}

/// One path made concrete: the input it starts from, how it ends, and the lines between.
pub struct Execution {
    pub before: Extraction,
    pub after: Extraction,
    /// The method had started when the violation was seen: its precondition had been evaluated.
    pub started: bool,
    /// The method had ended when the violation was seen.
    pub ended: bool,
    pub end: Option<MethodEnd>,
    pub trace: Steps,
    /// Something the engine took for granted on this path: only a JVM can tell whether it is real.
    pub assumption: Option<String>,
    /// What contracts answered in place of bodies on this path: the callee, and its answer in words.
    pub answers: Vec<(String, String)>,
    /// A loop on this path was cut at its invariants, there: the state is any that they allow.
    pub cut_loop: Option<Site>,
    /// A clause could not be evaluated: what a JVM does with it may leave its mark on the heap.
    pub gave_clause_up: bool,
    /// A call on this path has no fixed result, so that a JVM goes its own way.
    pub met_nondet: bool,
    /// The body of such a callee lay beyond the bound on calls, there.
    pub too_deep: Option<Site>,
}

impl Execution {
    /// How its objects are called in reports.
    pub fn numbers(&self) -> Numbers {
        Numbers::of(&[&self.before.heap, &self.after.heap, &self.trace.heap])
    }
}

#[derive(Debug, Clone)]
pub enum MethodEnd {
    /// The result is the root `\\result` of `after`.
    Returned,
    /// Binary class name and message.
    Threw(String, Option<String>),
}

/// What became of a violation.
pub enum Verdict {
    Witness(Box<Candidate>),
    /// No state of it is a real input, for this reason.
    Doubtful(String),
    /// All its states need an input that breaks an invariant: no violation.
    Inadmissible,
}

/// The smallest state that has a real input gives the witness.
pub fn find(machine: &mut Machine, subject: &Subject, finds: &Finds, until: Instant) -> Verdict {
    let mut doubt = None;
    for find in &finds.kept {
        if doubt.is_some() && Instant::now() >= until {
            break;
        }
        let state = &find.state;
        let admitted = match admit(machine, subject, state) {
            Extended::Yes(state) => state,
            Extended::No => continue,
            Extended::Undecided(why) => {
                doubt.get_or_insert(format!(
                    "a possible violation may rest on an object that cannot be: {why}"
                ));
                continue;
            }
        };
        let maker = Maker { subject };
        match maker.execution(machine, state, DriverLocals::of(state), &admitted) {
            Ok((execution, model)) => {
                let violation = &find.violation;
                let exception = violation
                    .exception
                    .map(|id| describe(machine, &admitted, &model, id));
                return Verdict::Witness(Box::new(Candidate {
                    found: violation.kind.clone(),
                    site: violation.site.clone(),
                    exception,
                    execution,
                }));
            }
            Err(NoWitness::MadeUp(why)) => {
                doubt.get_or_insert(format!("a possible violation has no real input: {why}"));
            }
            Err(NoWitness::NotReplayable(why)) => {
                doubt.get_or_insert(format!("a possible violation cannot be shown: {why}"));
            }
        }
    }
    if finds.more {
        doubt.get_or_insert_with(|| {
            format!(
                "the {} smallest inputs of a possible violation cannot be; there are others, which were not looked at",
                finds.kept.len()
            )
        });
    }
    doubt.map_or(Verdict::Inadmissible, Verdict::Doubtful)
}

/// A state at the end of its path as an execution; `Err` says why no input goes this way.
pub fn execution(
    machine: &mut Machine,
    subject: &Subject,
    state: &State,
    locals: DriverLocals,
) -> Result<Execution, String> {
    let admitted = match admit(machine, subject, state) {
        Extended::Yes(admitted) => admitted,
        Extended::No => return Err("its input breaks an invariant".to_owned()),
        Extended::Undecided(why) => return Err(why),
    };
    match (Maker { subject }).execution(machine, state, locals, &admitted) {
        Ok((execution, _)) => Ok(execution),
        Err(NoWitness::MadeUp(why) | NoWitness::NotReplayable(why)) => Err(why),
    }
}

/// Time for the question whether an input can exist.
const ADMISSION: Duration = Duration::from_secs(5);

/// Every object of the input must satisfy its invariants. Those of the declared types of receiver and
/// parameters are the driver's business; all others are asked for here, also those that the asking brings to light.
fn admit(machine: &mut Machine, subject: &Subject, state: &State) -> Extended {
    let table = &subject.unit.table;
    // Of receiver and parameters the driver knows only the declared type.
    let mut roots: BTreeMap<ObjectId, BTreeSet<&str>> = BTreeMap::new();
    for (value, (_, ty)) in state.arguments.iter().zip(&subject.parameters) {
        let Some(Ref::Object(id)) = value.reference().map(|r| state.deref(r)) else {
            continue;
        };
        let declared = table.invariants.get(&ty.class_name().replace('/', "."));
        let names = declared
            .into_iter()
            .flatten()
            .map(|(name, _)| name.as_str());
        roots.entry(id).or_default().extend(names);
    }
    let mut asked = 0;
    let mut symbols = BTreeSet::new();
    let mut current = Box::new(state.clone());
    loop {
        let mut questions = Vec::new();
        for id in &current.inputs[asked..] {
            if let Some(method) = machine.properness(&current, *id) {
                questions.push((method, Ref::Object(*id)));
            }
            let known = roots.get(id);
            if known.is_some() && subject.helper {
                continue;
            }
            let types = current.object(*id).types.clone();
            let class = machine
                .classes
                .get(types.bound(&machine.classes))
                .name
                .clone();
            let invariants = table.invariants.get(&class.replace('/', "."));
            for (name, _) in invariants.into_iter().flatten() {
                if known.is_some_and(|known| known.contains(name.as_str())) {
                    continue;
                }
                // A clause that was left out has no method, and nothing to say.
                if let Ok(method) = machine.find_method(&class, name, "()Z") {
                    questions.push((method, Ref::Object(*id)));
                }
            }
        }
        asked = current.inputs.len();
        if questions.is_empty() {
            let unchosen = about_unchosen(machine, subject, &current, &mut symbols);
            if !unchosen.is_empty() {
                match machine.satisfy(&current, &unchosen, ADMISSION) {
                    Extended::Yes(next) => current = next,
                    Extended::No => return Extended::No,
                    // Beyond the bounds: such an object may be, and the path asks nothing of it.
                    Extended::Undecided(_) => {}
                }
                continue;
            }
            return match machine.opaque_input(&current) {
                None => Extended::Yes(current),
                Some(class) => Extended::Undecided(format!(
                    "the path depends on the inner state of a {}, and only the library knows which states there are",
                    java_name(machine.classes.name(class))
                )),
            };
        }
        match machine.satisfy(&current, &questions, ADMISSION) {
            Extended::Yes(next) => current = next,
            other => return other,
        }
    }
}

/// The invariants of what is not null but nobody has looked at, each once: a witness has an object there.
fn about_unchosen(
    machine: &mut Machine,
    subject: &Subject,
    state: &State,
    asked: &mut BTreeSet<usize>,
) -> Vec<(Rc<Method>, Ref)> {
    let mut questions = Vec::new();
    for number in 0..state.symbols.len() {
        let symbol = &state.symbols[number];
        let excused = match symbol.place {
            Place::Result(_) => true,
            Place::This | Place::Param(_) => subject.helper,
            _ => false,
        };
        if symbol.binding != Binding::NonNull || excused || !asked.insert(number) {
            continue;
        }
        let class = symbol.types.bound(&machine.classes);
        let class = machine.classes.get(class).name.clone();
        let invariants = subject.unit.table.invariants.get(&class.replace('/', "."));
        for (name, _) in invariants.into_iter().flatten() {
            if let Ok(method) = machine.find_method(&class, name, "()Z") {
                questions.push((method, Ref::Symbol(SymbolId(number as u32))));
            }
        }
    }
    questions
}

struct Maker<'a> {
    subject: &'a Subject,
}

impl Maker<'_> {
    /// `seen` is the state on its path, `state` the same path with an admitted input.
    fn execution(
        &self,
        machine: &mut Machine,
        seen: &State,
        locals: DriverLocals,
        state: &State,
    ) -> Result<(Execution, Rc<Model>), NoWitness> {
        let model = self.model(machine, state)?;
        let arguments = self.roots(state);
        let before = extract::extract(machine, state, &model, Moment::Before, &arguments)?;
        let ended = seen.epoch >= 2;
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
        let execution = Execution {
            before,
            after,
            started: seen.epoch >= 1,
            ended,
            end,
            trace: steps::steps(machine, seen, state, &model),
            assumption: seen.assumptions.first().map(|text| text.to_string()),
            answers: answers(machine, seen, &model),
            cut_loop: seen.jml.cut_loop.clone(),
            gave_clause_up: seen.jml.gave_clause_up,
            met_nondet: seen.jml.met_nondet,
            too_deep: seen.jml.too_deep.clone(),
        };
        Ok((execution, model))
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
    for term in lengths
        .chain(arguments)
        .chain(state.path.conjuncts().iter().copied())
    {
        for symbol in machine.terms.symbols_of(term).iter() {
            if seen.insert(*symbol) {
                symbols.push(*symbol);
            }
        }
    }
    symbols
}

/// The variables of the driver that hold how the method ended. They are there until the driver itself ends.
#[derive(Debug, Clone, Copy, Default)]
pub struct DriverLocals {
    result: Option<Value>,
    thrown: Option<ObjectId>,
}

impl DriverLocals {
    pub fn of(state: &State) -> DriverLocals {
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
                (proviso_names::RETURNED, Some(value)) => locals.result = Some(value),
                (proviso_names::THROWN, Some(Value::Ref(reference))) => {
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

/// The answers contracts gave on a path, for people.
fn answers(machine: &mut Machine, state: &State, model: &Model) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for answer in state.jml.answers.iter() {
        let Some(callee) = machine.stub_names.get(&answer.method.id).cloned() else {
            continue;
        };
        let words = match (answer.result, answer.thrown) {
            (_, Some(id)) => {
                let bound = state.object(id).types.bound(&machine.classes);
                format!("throws {}", java_name(machine.classes.name(bound)))
            }
            (None, None) => "returns".to_owned(),
            (Some(value), None) => match (value.term(), value.reference()) {
                (Some(term), _) => {
                    format!(
                        "returns {}",
                        constant_text(&machine.terms.eval(term, model))
                    )
                }
                (None, Some(reference)) => match state.deref(reference) {
                    Ref::Null => "returns null".to_owned(),
                    Ref::Object(id) => {
                        let bound = state.object(id).types.bound(&machine.classes);
                        format!("returns a {}", java_name(machine.classes.name(bound)))
                    }
                    Ref::Symbol(_) | Ref::Choice(_) => "returns an object".to_owned(),
                },
                (None, None) => "returns".to_owned(),
            },
        };
        let callee = callee.split('(').next().unwrap_or(&callee).to_owned();
        if !found.contains(&(callee.clone(), words.clone())) {
            found.push((callee, words));
        }
    }
    // One that had not answered yet: what it may change is the finding.
    for frame in &state.frames {
        if let Some(callee) = machine.stub_names.get(&frame.method.id) {
            let callee = callee.split('(').next().unwrap_or(callee).to_owned();
            found.push((callee, "does that".to_owned()));
        }
    }
    found
}

fn constant_text(constant: &proviso_terms::Const) -> String {
    if let Some(number) = constant.as_signed() {
        return number.to_string();
    }
    match (constant.as_f32(), constant.as_f64()) {
        (Some(number), _) => number.to_string(),
        (None, Some(number)) => number.to_string(),
        (None, None) => "a value".to_owned(),
    }
}

/// The class of the exception the method ended with, as the driver caught it.
pub fn thrown_class(machine: &Machine, state: &State, locals: DriverLocals) -> Option<String> {
    let id = locals.thrown?;
    let bound = state.object(id).types.bound(&machine.classes);
    Some(machine.classes.name(bound).to_string())
}

/// Class and message of an exception.
fn describe(
    machine: &mut Machine,
    state: &State,
    model: &Model,
    id: ObjectId,
) -> (String, Option<String>) {
    extract::throwable(machine, state, model, id)
}
