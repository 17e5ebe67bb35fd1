//! Values along a witness for the report: what each executed line changed, what calls that were not executed gave, and
//! what the parts of the broken clause came to.

use std::sync::Arc;

use proviso_classfile::java_name;
use proviso_contracts::{ClauseId, MethodContract};
use proviso_engine::hooks::ViolationKind as Found;
use proviso_report::{Input, Step, SubValue, Variable, Violation};

use super::assemble::type_text;
use super::candidate::Candidate;
use super::watch::{Key, Subject};
use super::{Context, judge};
use crate::prepare::unit::{Explained, Unit};
use crate::replay::{PartValue, explain};
use crate::witness::heap::{Numbers, collection, simple_name};
use crate::witness::steps::{StepValue, Steps};
use crate::witness::text;

pub fn steps(unit: &Unit, trace: &Steps, numbers: &Numbers) -> Vec<Step> {
    trace
        .list
        .iter()
        .filter_map(|step| {
            let file = unit.file_of(&step.class)?;
            let class = java_name(&step.class);
            let name = if &*step.method == "<init>" {
                simple_name(&class)
            } else {
                &step.method
            };
            Some(Step {
                file: unit.files[file].shown.clone(),
                line: step.line,
                method: format!("{}.{name}", simple_name(&class)),
                depth: step.depth,
                values: step
                    .values
                    .iter()
                    .map(|value| variable(value, trace, numbers))
                    .collect(),
            })
        })
        .collect()
}

fn variable(value: &StepValue, trace: &Steps, numbers: &Numbers) -> Variable {
    let owner = value.owner.map_or_else(String::new, |owner| {
        text::brief(owner, &trace.heap, numbers)
    });
    Variable {
        name: format!("{owner}{}", value.name),
        text: text::brief(value.value, &trace.heap, numbers),
    }
}

/// Answers of calls without a body are inputs too: `Clock.now()`, and with a number where it was called again.
pub fn answers(trace: &Steps, numbers: &Numbers) -> Vec<Input> {
    let mut inputs: Vec<Input> = Vec::new();
    for (index, answer) in trace.answers.iter().enumerate() {
        let same = |other: &&crate::witness::steps::Answer| other.call == answer.call;
        let earlier = trace.answers[..index].iter().filter(same).count();
        let name = match earlier {
            0 => answer.call.clone(),
            earlier => format!("{} (call {})", answer.call, earlier + 1),
        };
        inputs.push(Input {
            name,
            type_name: type_text(&answer.ty),
            value: numbers.shown(answer.value),
            text: text::brief(answer.value, &trace.heap, numbers),
        });
    }
    inputs
}

/// Confirmed witnesses whose clauses are broken in a way not told yet: what their parts came to.
pub struct Unexplained {
    subject: Arc<Subject>,
    /// With the place of their violation in the report.
    witnesses: Vec<(usize, ClauseId, Candidate)>,
}

impl Unexplained {
    pub fn new(subject: Arc<Subject>) -> Unexplained {
        Unexplained {
            subject,
            witnesses: Vec::new(),
        }
    }

    /// Only clauses that somebody wrote have parts worth telling. Run-time checks do not look at an invariant that a
    /// callee relies on: they would tell the parts of some other object.
    pub fn add(&mut self, unit: &Unit, violation: usize, key: &Key, candidate: Candidate) {
        if candidate.found == Found::InvariantAtCall {
            return;
        }
        let clause = key.clause.and_then(|id| unit.table.clause(id));
        if let Some(clause) = clause.filter(|clause| !clause.is_default) {
            self.witnesses.push((violation, clause.id, candidate));
        }
    }

    pub fn is_empty(&self) -> bool {
        self.witnesses.is_empty()
    }

    /// Enters the parts of the clauses as the JVM evaluates them in the witnesses' states.
    pub fn explain(
        &self,
        context: &Context,
        contract: &MethodContract,
        violations: &mut [Violation],
    ) {
        let clauses = self.witnesses.iter().map(|(_, clause, _)| *clause);
        let Some(explained) = context.unit.explained(clauses.collect(), context.tools) else {
            return;
        };
        for (index, clause, candidate) in &self.witnesses {
            let plan = judge::witness(context, contract, &self.subject, Some(clause.0), candidate);
            if let (Ok((host, plan)), Some(violation)) = (plan, violations.get_mut(*index)) {
                let classes = explained.classes.clone();
                let values = explain(host, &plan, classes, clause.0, context.cancel);
                violation.clause_values =
                    sub_values(context.unit, &explained, *clause, values, candidate);
            }
        }
    }
}

fn sub_values(
    unit: &Unit,
    explained: &Explained,
    clause: ClauseId,
    values: Vec<(usize, PartValue)>,
    candidate: &Candidate,
) -> Vec<SubValue> {
    let numbers = candidate.execution.numbers();
    let parts = explained.parts.iter().filter(|part| part.clause == clause);
    let parts: Vec<_> = parts.collect();
    let sub_value = |(number, value): (usize, PartValue)| {
        let part = parts.get(number)?;
        let file = unit.files.get(part.file)?;
        let words = file.tree.jml_text(part.span).split_whitespace();
        Some(SubValue {
            expression: words.collect::<Vec<_>>().join(" "),
            place: file.place(part.span),
            text: part_text(value, candidate, &numbers),
        })
    };
    values.into_iter().filter_map(sub_value).collect()
}

fn part_text(value: PartValue, candidate: &Candidate, numbers: &Numbers) -> String {
    match value {
        PartValue::Text(text) => text,
        PartValue::Object(id, class) => {
            let class = java_name(collection::shown_class(&class));
            match id.filter(|id| candidate.execution.before.heap.object(*id).is_some()) {
                Some(id) => format!("{}#{}", simple_name(&class), numbers.number(id)),
                None => format!("a new {}", simple_name(&class)),
            }
        }
    }
}
