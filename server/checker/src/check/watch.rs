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
use proviso_engine::hooks::{CallCheck, Hooks, Violation};
use proviso_engine::machine::Machine;
use proviso_engine::state::State;
use proviso_report::ViolationKind;

use super::kind;
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
    /// Input objects, then the length of the path: what makes a witness small.
    pub size: (usize, usize),
}

#[derive(Default)]
pub struct Notes {
    /// Per violation the states with the smallest inputs, smallest first.
    pub finds: BTreeMap<Key, Vec<Find>>,
    /// The run is over and witnesses are being made: nothing found now counts.
    pub closed: bool,
}

/// So many states are kept per violation: the smallest may turn out to be no real input.
const KEPT: usize = 6;

pub struct Watch {
    pub subject: Rc<Subject>,
    pub notes: Rc<RefCell<Notes>>,
}

impl Hooks for Watch {
    fn field_non_null(&self, class: &str, field: &str) -> bool {
        // An inner object always has its outer one (JLS 8.1.3).
        field.starts_with("this$") || self.subject.unit.table.is_non_null_field(class, field)
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

    fn violation(&mut self, _machine: &mut Machine, state: &State, violation: &Violation) {
        let table = &self.subject.unit.table;
        let clause = violation.clause.and_then(|id| table.clause(id));
        let key = Key {
            kind: kind::kind(&violation.kind, clause),
            clause: violation.clause,
            site: self.grouped_site(clause.map(|clause| clause.kind), &violation.site),
        };
        let size = (state.inputs.len(), state.trace.len());
        let mut notes = self.notes.borrow_mut();
        if notes.closed {
            return;
        }
        let finds = notes.finds.entry(key).or_default();
        let position = finds.partition_point(|known| known.size <= size);
        if position < KEPT {
            let find = Find {
                state: state.clone(),
                violation: violation.clone(),
                size,
            };
            finds.insert(position, find);
            finds.truncate(KEPT);
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
        let mut site = site.clone();
        if !in_body {
            site.line = None;
            site.class = intern("");
            site.method = intern("");
            site.descriptor = intern("");
        }
        site
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
