//! What a constructor, factory, getter or setter does to an object's fields, read off its bytecode.
//!
//! A straight line of thought: code with branches is read as if all of it ran. So an answer is a candidate, not a fact;
//! a test that is written with its help is run before it is offered.

use std::collections::BTreeMap;

use proviso_classfile::{ClassPath, Insn, Method, Name};
use proviso_report::{Source, Value};

pub type Effects = BTreeMap<String, Source>;

#[derive(Debug, Clone, PartialEq)]
enum Seen {
    This,
    /// The object a factory makes.
    New,
    Known(Source),
}

const UNKNOWN: Seen = Seen::Known(Source::Unknown);

/// Longer methods do more than set fields.
const LONGEST: usize = 200;

struct Reader<'c> {
    classes: &'c ClassPath,
    /// Constructors that call each other are followed so deep.
    depth: usize,
}

/// What a constructor leaves in the fields; parameters are numbered from 0.
pub fn of_constructor(classes: &ClassPath, class: &Name, method: &Method) -> Effects {
    let reader = Reader { classes, depth: 4 };
    reader.read(class, method, false)
}

/// What a static factory leaves in the fields of the object it makes.
pub fn of_factory(classes: &ClassPath, class: &Name, method: &Method) -> Effects {
    let reader = Reader { classes, depth: 4 };
    reader.read(class, method, true)
}

/// The field a method sets from its only parameter, if that is all it does.
pub fn setter_of(classes: &ClassPath, class: &Name, method: &Method) -> Option<String> {
    if method.descriptor.params.len() != 1 || method.access.is_static() {
        return None;
    }
    let code = method.code().ok()??;
    let calls = code.insns.iter().any(|insn| {
        matches!(
            insn,
            Insn::InvokeVirtual(_) | Insn::InvokeInterface(_) | Insn::InvokeDynamic(_)
        )
    });
    if calls || code.insns.len() > 20 {
        return None;
    }
    let effects = of_constructor(classes, class, method);
    let mut effects = effects.into_iter();
    match (effects.next(), effects.next()) {
        (Some((field, Source::Parameter(0))), None) => Some(field),
        _ => None,
    }
}

/// The field a method without parameters returns.
pub fn getter_of(method: &Method) -> Option<String> {
    if !method.descriptor.params.is_empty() || method.access.is_static() {
        return None;
    }
    let code = method.code().ok()??;
    match &code.insns[..] {
        [
            Insn::Load(_, 0),
            Insn::GetField(field),
            Insn::Return(Some(_)),
        ] => Some(field.name.to_string()),
        _ => None,
    }
}

impl Reader<'_> {
    fn read(&self, class: &Name, method: &Method, factory: bool) -> Effects {
        let mut effects = Effects::new();
        let Ok(Some(code)) = method.code() else {
            return effects;
        };
        if code.insns.len() > LONGEST {
            return effects;
        }
        let mut slots: BTreeMap<u16, Seen> = BTreeMap::new();
        let mut slot = 0;
        if !method.access.is_static() {
            slots.insert(0, Seen::This);
            slot = 1;
        }
        for (index, ty) in method.descriptor.params.iter().enumerate() {
            slots.insert(slot, Seen::Known(Source::Parameter(index)));
            slot += ty.slots();
        }
        let subject = if factory { Seen::New } else { Seen::This };
        let mut stack: Vec<Seen> = Vec::new();
        for insn in &code.insns {
            match insn {
                Insn::Load(_, slot) => stack.push(slots.get(slot).cloned().unwrap_or(UNKNOWN)),
                Insn::Store(_, slot) => {
                    let value = stack.pop().unwrap_or(UNKNOWN);
                    slots.insert(*slot, value);
                }
                Insn::IConst(value) => {
                    stack.push(Seen::Known(Source::Constant(Value::Int(*value))))
                }
                Insn::LConst(value) => {
                    stack.push(Seen::Known(Source::Constant(Value::Long(*value))));
                }
                Insn::AConstNull => stack.push(Seen::Known(Source::Constant(Value::Null))),
                Insn::New(made) if factory && made.name == *class => stack.push(Seen::New),
                Insn::New(_) => stack.push(UNKNOWN),
                Insn::Dup => {
                    let top = stack.last().cloned().unwrap_or(UNKNOWN);
                    stack.push(top);
                }
                Insn::PutField(field) => {
                    let value = stack.pop().unwrap_or(UNKNOWN);
                    let object = stack.pop().unwrap_or(UNKNOWN);
                    let own = object == subject || (object == UNKNOWN && field.class == *class);
                    if own {
                        let source = match value {
                            Seen::Known(source) => typed(source, &field.descriptor),
                            Seen::This | Seen::New => Source::Unknown,
                        };
                        effects.insert(field.name.to_string(), source);
                    }
                }
                Insn::InvokeSpecial(called) if &*called.name == "<init>" => {
                    let mut arguments = Vec::new();
                    for _ in &called.descriptor.params {
                        arguments.push(stack.pop().unwrap_or(UNKNOWN));
                    }
                    arguments.reverse();
                    let object = stack.pop().unwrap_or(UNKNOWN);
                    if object == subject {
                        let inner = self.called(&called.class, &called.descriptor.text);
                        for (field, source) in inner {
                            effects.insert(field, replaced(source, &arguments));
                        }
                    }
                }
                _ => stack.clear(),
            }
        }
        effects
    }

    fn called(&self, class: &Name, descriptor: &str) -> Effects {
        if self.depth == 0 || !self.classes.is_project_class(class) {
            return Effects::new();
        }
        let Ok(file) = self.classes.class(class) else {
            return Effects::new();
        };
        let inner = Reader {
            classes: self.classes,
            depth: self.depth - 1,
        };
        file.method("<init>", descriptor)
            .map(|method| inner.read(class, method, false))
            .unwrap_or_default()
    }
}

fn replaced(source: Source, arguments: &[Seen]) -> Source {
    match source {
        Source::Parameter(index) => match arguments.get(index) {
            Some(Seen::Known(source)) => source.clone(),
            _ => Source::Unknown,
        },
        other => other,
    }
}

/// Bytecode has ints where Java has smaller types.
fn typed(source: Source, descriptor: &str) -> Source {
    match source {
        Source::Constant(Value::Int(value)) => Source::Constant(match descriptor {
            "Z" => Value::Boolean(value != 0),
            "B" => Value::Byte(value as i8),
            "S" => Value::Short(value as i16),
            "C" => Value::Char(value as u16),
            _ => Value::Int(value),
        }),
        other => other,
    }
}
