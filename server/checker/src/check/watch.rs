//! Watches an engine run on behalf of one method: answers its questions about contracts and keeps the violating states
//! from which witnesses are made afterwards.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

use proviso_classfile::{FieldType, intern};
use proviso_contracts::ClauseKind;
use proviso_engine::bounds::Site;
use proviso_engine::classes::Method;
use proviso_engine::hooks::{CallCheck, CallStub, Hooks, Outcome, Violation};
use proviso_engine::machine::Machine;
use proviso_engine::state::State;
use proviso_report::ViolationKind;

use super::cases::Collected;
use super::{kind, library};
use crate::prepare::unit::Unit;

/// What is to be watched.
pub struct Subject {
    pub unit: Arc<Unit>,
    /// The descriptor of the method under check.
    pub descriptor: String,
    /// The driver's descriptor.
    pub driver: String,
    /// The driver's parameters as the user knows them: `this` first for instance methods.
    pub parameters: Vec<(String, FieldType)>,
    /// The method's result, `None` for void and constructors.
    pub result: Option<FieldType>,
    pub nondet: Vec<String>,
    /// Neither assumes nor owes invariants.
    pub helper: bool,
}

/// Violations that break the same thing at the same place are one; the smallest witness is kept.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Key {
    pub kind: ViolationKind,
    pub clause: Option<u32>,
    pub site: Site,
}

/// A violating state, kept until the run is over.
pub struct Find {
    pub state: State,
    pub violation: Violation,
    pub size: Size,
}

/// What makes a witness small: first of all that the path rests on nothing that was only assumed of a callee or a loop,
/// then the number of input objects, then the length of the path.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Size {
    assumes: bool,
    inputs: usize,
    lines: usize,
}

impl Size {
    fn of(state: &State) -> Size {
        let jml = &state.jml;
        Size {
            assumes: !state.assumptions.is_empty()
                || !jml.answers.is_empty()
                || jml.cut_loop.is_some(),
            inputs: state.inputs.len(),
            lines: state.trace.len(),
        }
    }
}

#[derive(Default)]
pub struct Finds {
    pub kept: Vec<Find>,
    /// There were others, which are forgotten.
    pub more: bool,
}

#[derive(Default)]
pub struct Notes {
    /// Per violation the states with the smallest inputs, smallest first.
    pub finds: BTreeMap<Key, Finds>,
    /// Paths that kept their contract, when they are wanted.
    pub paths: Option<Collected>,
    /// Only states that went this way count: a path is run again to get them.
    pub wanted: Option<Vec<u32>>,
    /// The run is over and witnesses are being made: nothing found now counts.
    pub closed: bool,
}

/// So many states are kept per violation: the smallest may turn out to be no real input.
pub const KEPT: usize = 24;

pub struct Watch {
    pub subject: Arc<Subject>,
    pub notes: Rc<RefCell<Notes>>,
}

impl Hooks for Watch {
    fn heirs(&self, method: &Method) -> Vec<String> {
        let mut contracts = self.subject.unit.table.methods.iter();
        let driven = contracts.find(|contract| {
            let driver = contract.driver.as_ref();
            driver.is_ok_and(|driver| *driver.name == *method.name)
        });
        let heirs = driven.map_or(&[][..], |contract| &contract.heirs);
        heirs.iter().map(|heir| heir.replace('.', "/")).collect()
    }

    fn field_non_null(&self, class: &str, field: &str) -> bool {
        // An inner object always has its outer one (JLS 8.1.3).
        field.starts_with("this$") || self.subject.unit.table.is_non_null_field(class, field)
    }

    fn requires_at_call(&self, method: &Method) -> Option<CallCheck> {
        let table = &self.subject.unit.table;
        let contract = table.find(&method.class_name, &method.name, &method.descriptor.text)?;
        let entry = contract.requires.as_ref()?;
        let mut parameters = method.descriptor.text.split(')').next().unwrap_or("(");
        // The constructor of an inner class: its outer object is who is asked.
        let mut without_outer = String::new();
        if contract.is_constructor && entry.class != contract.class {
            without_outer.push('(');
            without_outer.push_str(parameters.split_once(';').map_or("", |(_, rest)| rest));
            parameters = &without_outer;
        }
        Some(CallCheck {
            clause: entry.clause.0,
            class: intern(&entry.class.replace('.', "/")),
            method: intern(&entry.name),
            descriptor: intern(&format!("{parameters})Z")),
        })
    }

    fn must_have_value(&self, clause: u32) -> bool {
        use proviso_contracts::ClauseKind::{Assignable, Requires, Value};
        let clause = self.subject.unit.table.clause(clause);
        clause.is_some_and(|c| matches!(c.kind, Requires | Value | Assignable))
    }

    fn stub(&self, method: &Method) -> Option<CallStub> {
        let table = &self.subject.unit.table;
        let contract = table.find(&method.class_name, &method.name, &method.descriptor.text)?;
        let stub = contract.stub.as_ref()?;
        Some(CallStub {
            callee: method.display().into(),
            class: method.class_name.clone(),
            method: intern(&stub.name),
            descriptor: method.descriptor.text.clone(),
            pure: stub.pure,
            promises: stub.promises,
            requires: None,
        })
    }

    fn library_stub(&self, class: &str, method: &Method) -> Option<CallStub> {
        library::stub(self.subject.unit.class_path.as_ref()?, class, method)
    }

    fn overflow_checked(&self, method: &Method) -> bool {
        let table = &self.subject.unit.table;
        !proviso_names::is_generated(&method.name)
            && table
                .find(&method.class_name, &method.name, &method.descriptor.text)
                .is_some_and(|contract| contract.safe_math)
    }

    fn nondeterministic(&self, method: &Method) -> bool {
        let name = format!("{}.{}", method.class_name.replace('/', "."), method.name);
        let mut patterns = self.subject.nondet.iter();
        patterns.any(|pattern| matches(pattern, &name))
    }

    fn written_cast(&self, method: &Method, line: Option<u16>, target: &str) -> bool {
        let unit = &self.subject.unit;
        let Some(file) = unit.file_of(&method.class_name) else {
            return true;
        };
        // Where javac notes no line any cast of the file may be meant.
        let Some(line) = line.map(u32::from) else {
            return true;
        };
        let casts = unit.files[file].tree.casts.iter();
        let mut there = casts.filter(|cast| (cast.first_line..=cast.last_line).contains(&line));
        let name = element_name(target);
        there.any(|cast| cast.types.iter().any(|ty| ty == name))
    }

    fn violation(&mut self, _machine: &mut Machine, state: &State, violation: &Violation) {
        let table = &self.subject.unit.table;
        let clause = violation.clause.and_then(|id| table.clause(id));
        let key = Key {
            kind: kind::kind(&violation.kind, clause),
            clause: violation.clause,
            site: self.grouped_site(clause.map(|clause| clause.kind), &violation.site),
        };
        let size = Size::of(state);
        let mut notes = self.notes.borrow_mut();
        let unwanted = |wanted: &Vec<u32>| !wanted.iter().eq(state.choices.iter());
        if notes.closed || notes.wanted.as_ref().is_some_and(unwanted) {
            return;
        }
        let finds = notes.finds.entry(key).or_default();
        let position = finds.kept.partition_point(|known| known.size <= size);
        finds.more |= finds.kept.len() == KEPT;
        if position < KEPT {
            let find = Find {
                state: state.clone(),
                violation: violation.clone(),
                size,
            };
            finds.kept.insert(position, find);
            finds.kept.truncate(KEPT);
        }
    }

    fn left(&mut self, _machine: &mut Machine, state: &State) {
        let notes = &mut *self.notes.borrow_mut();
        if !notes.closed
            && let Some(paths) = &mut notes.paths
        {
            paths.left(state);
        }
    }

    fn path_end(&mut self, machine: &mut Machine, state: &State, outcome: &Outcome) {
        let notes = &mut *self.notes.borrow_mut();
        // Past `leave`, and through all clauses to the end of the driver.
        if !notes.closed
            && state.epoch == 2
            && *outcome == Outcome::Returned
            && let Some(paths) = &mut notes.paths
        {
            paths.add(machine, state);
        }
    }
}

impl Watch {
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
        let mut site = site.clone().line_only();
        if !in_body {
            site.line = None;
            site.class = intern("");
            site.method = intern("");
            site.descriptor = intern("");
        }
        site
    }
}

/// What Java calls the innermost elements of an array class; other names stay as they are.
fn element_name(class: &str) -> &str {
    let element = class.trim_start_matches('[');
    if element.len() == class.len() {
        return class;
    }
    match element {
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => element,
    }
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
    use super::{element_name, matches};

    #[test]
    fn arrays_are_named_by_their_elements() {
        assert_eq!(element_name("[[I"), "int");
        assert_eq!(element_name("Node"), "Node");
        assert_eq!(element_name("I"), "I");
    }

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
