//! Values along a witness for the report: what each executed line changed, what calls that were not executed gave, and
//! what the parts of the broken clause came to.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use proviso_contracts::{Clause, ClauseId};
use proviso_jvm_host::Host;
use proviso_report::{Input, Step, SubValue, Variable};

use super::Context;
use super::assemble::type_text;
use super::candidate::Candidate;
use super::watch::Key;
use crate::prepare::unit::{Explained, Unit};
use crate::replay::{PartValue, Plan, explain};
use crate::witness::heap::{Numbers, collection, java_name, simple_name};
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

/// Answers what the parts of broken clauses came to. The classes for that are made once per method, when first needed.
pub struct Explanation<'a> {
    context: &'a Context<'a>,
    clauses: BTreeSet<ClauseId>,
    classes: OnceCell<Option<Explained>>,
}

impl<'a> Explanation<'a> {
    pub fn new<'k>(
        context: &'a Context<'a>,
        broken: impl Iterator<Item = &'k Key>,
    ) -> Explanation<'a> {
        let table = &context.unit.table;
        let written = |id: u32| table.clause(id).filter(|clause| !clause.is_default);
        Explanation {
            context,
            clauses: broken
                .filter_map(|key| Some(written(key.clause?)?.id))
                .collect(),
            classes: OnceCell::new(),
        }
    }

    /// The parts of a clause that is false or undefined, as the JVM evaluates them in the witness's states.
    pub fn of(
        &self,
        host: &Host,
        plan: &Plan,
        clause: &Clause,
        candidate: &Candidate,
        numbers: &Numbers,
    ) -> Vec<SubValue> {
        let unit = self.context.unit;
        if !self.clauses.contains(&clause.id) {
            return Vec::new();
        }
        let made = || unit.explained(self.clauses.clone(), self.context.tools);
        let Some(explained) = self.classes.get_or_init(made) else {
            return Vec::new();
        };
        let classes = explained.classes.clone();
        let values = explain(host, plan, classes, clause.id.0, self.context.cancel);
        let parts: Vec<_> = explained
            .parts
            .iter()
            .filter(|part| part.clause == clause.id)
            .collect();
        let sub_value = |(number, value): (usize, PartValue)| {
            let part = parts.get(number)?;
            let file = unit.files.get(part.file)?;
            let words = file.tree.jml_text(part.span).split_whitespace();
            Some(SubValue {
                expression: words.collect::<Vec<_>>().join(" "),
                place: file.place(part.span),
                text: part_text(value, candidate, numbers),
            })
        };
        values.into_iter().filter_map(sub_value).collect()
    }
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
