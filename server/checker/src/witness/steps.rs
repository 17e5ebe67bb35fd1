//! The executed lines of a witness, each with the variables that got another value since the line before.

use std::collections::BTreeMap;

use proviso_classfile::{FieldType, Name, Primitive, java_name};
use proviso_engine::classes::MethodId;
use proviso_engine::machine::Machine;
use proviso_engine::state::State;
use proviso_engine::trace::{Change, LineVisit, Target};
use proviso_engine::value::{ObjectId as EngineId, Ref, Value as EngineValue};
use proviso_jvm_host::Value;
use proviso_terms::Model;

use super::extract::{self, Moment, Named, NoWitness};
use super::heap::{ConcreteHeap, simple_name};

/// Longer traces are cut at the front: the end is what matters.
const MAX_STEPS: usize = 400;

#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    pub class: Name,
    pub method: Name,
    pub line: u32,
    pub depth: u32,
    /// Before the line is executed, what changed since the last step.
    pub values: Vec<StepValue>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct StepValue {
    /// The object a field or element belongs to, where no variable of the frame names it.
    pub owner: Option<Value>,
    pub name: String,
    pub value: Value,
}

/// A call that was answered, not executed: the method as Java writes it, the declared type, the answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Answer {
    pub call: String,
    pub ty: FieldType,
    pub value: Value,
}

#[derive(Default)]
pub struct Steps {
    pub list: Vec<Step>,
    pub answers: Vec<Answer>,
    /// The objects the values speak of, as they are at the end.
    pub heap: ConcreteHeap,
}

/// `seen` is the state at the violation; `state` the same path with an admitted input, of which `model` is one.
pub fn steps(machine: &mut Machine, seen: &State, state: &State, model: &Model) -> Steps {
    let mut reader = Reader {
        machine,
        state,
        frames: BTreeMap::new(),
        unseen: Vec::new(),
        mentioned: Vec::new(),
        answers: Vec::new(),
    };
    let drafts = reader.read(seen);
    let (mentioned, answers) = (reader.mentioned, reader.answers);
    match extract::extract(machine, state, model, Moment::After, &mentioned) {
        Ok(extraction) => finish(drafts, answers, extraction.heap),
        // The lines are known all the same.
        Err(NoWitness::NotReplayable(_) | NoWitness::MadeUp(_)) => Steps {
            list: drafts.into_iter().map(|draft| draft.step).collect(),
            ..Steps::default()
        },
    }
}

fn finish(
    drafts: Vec<Draft>,
    answers: Vec<(String, FieldType, usize)>,
    heap: ConcreteHeap,
) -> Steps {
    let value = |index: usize| heap.roots[index].1;
    let list = drafts
        .into_iter()
        .map(|draft| {
            let mut step = draft.step;
            step.values = draft
                .values
                .into_iter()
                .map(|draft| StepValue {
                    owner: draft.owner.map(value),
                    name: match draft.index {
                        Some(index) => format!("{}[{}]", draft.name, text_of_index(value(index))),
                        None => draft.name,
                    },
                    value: value(draft.value),
                })
                .collect();
            step
        })
        .collect();
    let answers = answers
        .into_iter()
        .map(|(call, ty, index)| Answer {
            call,
            ty,
            value: value(index),
        })
        .collect();
    Steps {
        list,
        answers,
        heap,
    }
}

fn text_of_index(value: Value) -> String {
    match value {
        Value::Int(index) => index.to_string(),
        _ => "?".to_owned(),
    }
}

/// A step whose values are not evaluated yet: indices into the list of what is to be evaluated.
struct Draft {
    step: Step,
    values: Vec<DraftValue>,
}

struct DraftValue {
    owner: Option<usize>,
    name: String,
    /// Of an array element.
    index: Option<usize>,
    value: usize,
}

/// The variables of one frame as far as the path has given them values.
#[derive(Default)]
struct FrameView {
    locals: BTreeMap<u16, (Name, EngineValue)>,
    /// Changed since the frame's last line: slots.
    changed: Vec<(u16, FieldType)>,
}

struct Reader<'a> {
    machine: &'a mut Machine,
    state: &'a State,
    frames: BTreeMap<u16, FrameView>,
    /// Writes to the heap since the last line.
    unseen: Vec<Change>,
    mentioned: Vec<Named>,
    answers: Vec<(String, FieldType, usize)>,
}

impl Reader<'_> {
    fn read(&mut self, seen: &State) -> Vec<Draft> {
        let base = seen
            .trace
            .iter()
            .map(|visit| visit.depth)
            .min()
            .unwrap_or(0);
        let from = seen.trace.len().saturating_sub(MAX_STEPS);
        let mut changes = seen.trace.changes().peekable();
        let mut drafts = Vec::new();
        for (number, visit) in seen.trace.iter().enumerate() {
            while let Some(change) = changes.next_if(|change| change.after as usize <= number) {
                self.change(change);
            }
            let values = if number < from {
                self.forget(visit);
                Vec::new()
            } else {
                self.values(visit)
            };
            let method = self.machine.classes.method(visit.method);
            let step = Step {
                class: method.class_name.clone(),
                method: method.name.clone(),
                line: u32::from(visit.line),
                depth: u32::from(visit.depth - base),
                values: Vec::new(),
            };
            if number >= from {
                drafts.push(Draft { step, values });
            }
        }
        // An answer may come on the last line.
        for change in changes {
            self.change(change);
        }
        drafts
    }

    fn change(&mut self, change: &Change) {
        self.frames.retain(|depth, _| *depth <= change.depth);
        match change.target {
            Target::Frame(_) => {
                self.frames.insert(change.depth, FrameView::default());
            }
            Target::Local { method, slot, at } => {
                let Some((name, ty)) = self.local(method, slot, at) else {
                    return;
                };
                let frame = self.frames.entry(change.depth).or_default();
                let old = frame.locals.insert(slot, (name.clone(), change.value));
                let is_new = old != Some((name.clone(), change.value));
                // `$` is ours or the compiler's.
                if is_new && &*name != "this" && !name.contains('$') {
                    frame.changed.retain(|(known, _)| *known != slot);
                    frame.changed.push((slot, ty));
                }
            }
            Target::Answer(method) => {
                let method = self.machine.classes.method(method).clone();
                if let Some(ty) = method.descriptor.ret.clone() {
                    let class = java_name(&method.class_name);
                    let call = format!("{}.{}()", simple_name(&class), method.name);
                    let value = self.mention(change.value, ty.clone());
                    self.answers.push((call, ty, value));
                }
            }
            Target::Field { .. } | Target::Static { .. } | Target::Element { .. } => {
                self.unseen.push(*change);
            }
        }
    }

    fn local(&self, method: MethodId, slot: u16, at: u32) -> Option<(Name, FieldType)> {
        let method = self.machine.classes.method(method);
        let code = method.code().ok()??;
        let variable = code.local_at(slot, at)?;
        let ty = FieldType::parse(&variable.descriptor).ok()?;
        Some((variable.name.clone(), ty))
    }

    fn forget(&mut self, visit: &LineVisit) {
        self.unseen.clear();
        if let Some(frame) = self.frames.get_mut(&visit.depth) {
            frame.changed.clear();
        }
    }

    /// What the reader of a line has not been told.
    fn values(&mut self, visit: &LineVisit) -> Vec<DraftValue> {
        let mut values = Vec::new();
        let changed = self
            .frames
            .get_mut(&visit.depth)
            .map(|frame| std::mem::take(&mut frame.changed));
        for (slot, ty) in changed.unwrap_or_default() {
            let known = self.frames.get(&visit.depth);
            let Some((name, value)) = known.and_then(|frame| frame.locals.get(&slot)).cloned()
            else {
                continue;
            };
            values.push(DraftValue {
                owner: None,
                name: name.to_string(),
                index: None,
                value: self.mention(value, ty),
            });
        }
        let writes = std::mem::take(&mut self.unseen);
        for (number, write) in writes.iter().enumerate() {
            let again = writes[number + 1..]
                .iter()
                .any(|later| later.target == write.target);
            if !again {
                values.extend(self.write(write, visit.depth));
            }
        }
        values
    }

    fn write(&mut self, write: &Change, depth: u16) -> Option<DraftValue> {
        let mut index = None;
        let (owner, name, ty) = match write.target {
            Target::Field {
                object,
                class,
                slot,
            } => {
                let field = &self.machine.classes.get(class).fields[usize::from(slot)];
                (Some(object), field.name.to_string(), field.ty.clone())
            }
            Target::Static { class, slot } => {
                let class = self.machine.classes.get(class);
                let field = &class.statics[usize::from(slot)];
                let class = java_name(&class.name);
                let name = format!("{}.{}", simple_name(&class), field.name);
                (None, name, field.ty.clone())
            }
            Target::Element { array, index: at } => {
                index =
                    Some(self.mention(EngineValue::Int(at), FieldType::Primitive(Primitive::Int)));
                (Some(array), String::new(), self.element_type(array))
            }
            _ => return None,
        };
        if name.contains('$') {
            return None;
        }
        let value = self.mention(write.value, ty);
        let Some(owner) = owner else {
            return Some(DraftValue {
                owner: None,
                name,
                index,
                value,
            });
        };
        // An element's index follows its array's name directly.
        let dot = if index.is_some() { "" } else { "." };
        let (owner, name) = match self.name_of(owner, depth) {
            Some(variable) => (None, format!("{variable}{dot}{name}")),
            None => {
                let class = FieldType::object("java/lang/Object");
                let reference = EngineValue::Ref(Ref::Object(owner));
                (Some(self.mention(reference, class)), format!("{dot}{name}"))
            }
        };
        Some(DraftValue {
            owner,
            name,
            index,
            value,
        })
    }

    /// A variable of the frame that refers to the object.
    fn name_of(&self, object: EngineId, depth: u16) -> Option<Name> {
        let frame = self.frames.get(&depth)?;
        let refers = |value: &EngineValue| match value.reference() {
            Some(reference) => self.state.deref(reference) == Ref::Object(object),
            None => false,
        };
        let named = |(name, value): &&(Name, EngineValue)| refers(value) && !name.contains('$');
        frame
            .locals
            .values()
            .find(named)
            .map(|(name, _)| name.clone())
    }

    fn element_type(&self, array: EngineId) -> FieldType {
        let types = &self.state.object(array).types;
        let class = types.bound(&self.machine.classes);
        let name = &self.machine.classes.get(class).name;
        name.strip_prefix('[')
            .and_then(|element| FieldType::parse(element).ok())
            .unwrap_or_else(|| FieldType::object("java/lang/Object"))
    }

    fn mention(&mut self, value: EngineValue, ty: FieldType) -> usize {
        self.mentioned.push(Named {
            name: String::new(),
            ty,
            value,
        });
        self.mentioned.len() - 1
    }
}
