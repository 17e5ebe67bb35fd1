//! What every constructor leaves in a field that nobody writes later: an array of one length, an object, one number.
//! Read off the instructions of the class; where they do not tell, nothing is said.

use crate::class::{ClassFile, Field, Method};
use crate::code::Code;
use crate::insn::{Insn, Kind};
use crate::name::Name;
use std::collections::HashSet;

/// What is known of a field of every object whose constructor has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Made {
    pub non_null: bool,
    /// Of the array it holds.
    pub length: Option<i32>,
    /// Its value, for `final` fields of an integral type.
    pub number: Option<i64>,
}

/// A value on the operand stack, as far as the instruction that made it tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Pushed {
    Anything,
    This,
    Number(i64),
    Object,
    Array(i32),
}

impl Pushed {
    fn made(self) -> Made {
        match self {
            Pushed::Anything | Pushed::This => Made::default(),
            Pushed::Number(number) => Made {
                number: Some(number),
                ..Made::default()
            },
            Pushed::Object => Made {
                non_null: true,
                ..Made::default()
            },
            Pushed::Array(length) => Made {
                non_null: true,
                length: Some(length),
                ..Made::default()
            },
        }
    }
}

impl Made {
    /// What both say.
    fn common(self, other: Made) -> Made {
        Made {
            non_null: self.non_null && other.non_null,
            length: self.length.filter(|_| self.length == other.length),
            number: self.number.filter(|_| self.number == other.number),
        }
    }
}

impl ClassFile {
    /// What is known of the fields this class declares. Of fields that are not `final` something is known if they are
    /// private, no other class of the nest can write them, and every constructor assigns them on its way.
    pub fn made_fields(&self) -> Vec<(Name, Made)> {
        let candidates: Vec<&Field> = self.fields.iter().filter(|f| self.is_told(f)).collect();
        if candidates.is_empty() {
            return Vec::new();
        }
        let mut writes = Vec::new();
        let mut sure: Option<HashSet<Name>> = None;
        for method in &self.methods {
            let Ok(Some(code)) = method.code() else {
                if method.has_code() {
                    return Vec::new();
                }
                continue;
            };
            let found = walk(self, method, code);
            writes.extend(found.writes);
            if is_constructor(method) && !found.delegates {
                sure = Some(match sure {
                    None => found.sure,
                    Some(known) => known.intersection(&found.sure).cloned().collect(),
                });
            }
        }
        let sure = sure.unwrap_or_default();
        let told = |field: &&Field| {
            let mut all = writes.iter().filter(|(name, _)| *name == field.name);
            let first = all.next()?.1;
            let mut made = all.fold(first, |made, (_, next)| made.common(*next));
            if !field.access.is_final() {
                if !sure.contains(&field.name) {
                    return None;
                }
                // A number that happens to be written nowhere else is not meant to stay.
                made.number = None;
            }
            (made != Made::default()).then(|| (field.name.clone(), made))
        };
        candidates.iter().filter_map(told).collect()
    }

    fn is_told(&self, field: &Field) -> bool {
        let alone = self.nest_host.is_none() && self.nest_members.is_empty();
        let volatile = field.access.has(crate::Access::VOLATILE);
        !field.access.is_static()
            && (field.access.is_final() || field.access.is_private() && alone && !volatile)
    }
}

fn is_constructor(method: &Method) -> bool {
    &*method.name == "<init>"
}

#[derive(Default)]
struct Found {
    /// Every write to a field of the class.
    writes: Vec<(Name, Made)>,
    /// Fields of `this` written before the first branch.
    sure: HashSet<Name>,
    /// Calls another constructor of the class.
    delegates: bool,
}

/// The top of the operand stack; below it lies what is not known.
#[derive(Default)]
struct Stack(Vec<Pushed>);

impl Stack {
    fn pop(&mut self) -> Pushed {
        self.0.pop().unwrap_or(Pushed::Anything)
    }

    fn drop(&mut self, count: usize) {
        let left = self.0.len().saturating_sub(count);
        self.0.truncate(left);
    }

    fn push(&mut self, value: Pushed) {
        self.0.push(value);
    }
}

fn walk(file: &ClassFile, method: &Method, code: &Code) -> Found {
    let mut targets: HashSet<u32> = code.handlers.iter().map(|h| h.target).collect();
    for insn in &code.insns {
        insn.for_each_target(|target| {
            targets.insert(target);
        });
    }
    let mut found = Found::default();
    let mut stack = Stack::default();
    let mut straight = true;
    for (at, insn) in code.insns.iter().enumerate() {
        if targets.contains(&(at as u32)) {
            // Several ways lead here.
            stack.0.clear();
            straight = false;
        }
        match insn {
            Insn::PutField(field) => {
                let value = stack.pop();
                let object = stack.pop();
                if field.class == file.name {
                    found.writes.push((field.name.clone(), value.made()));
                    if straight && object == Pushed::This {
                        found.sure.insert(field.name.clone());
                    }
                }
            }
            Insn::InvokeSpecial(callee) => {
                stack.drop(callee.descriptor.params.len());
                let object = stack.pop();
                if &*callee.name == "<init>" && object == Pushed::This && callee.class == file.name
                {
                    found.delegates = true;
                }
                if callee.descriptor.ret.is_some() {
                    stack.push(Pushed::Anything);
                }
            }
            Insn::Load(Kind::Ref, 0) if !method.access.is_static() => stack.push(Pushed::This),
            other => step(other, &mut stack),
        }
        let mut branches = insn.ends_block();
        insn.for_each_target(|_| branches = true);
        straight &= !branches;
    }
    found
}

/// What an instruction does to the stack.
fn step(insn: &Insn, stack: &mut Stack) {
    use Pushed::{Anything, Number};
    let (pops, pushes) = match insn {
        Insn::IConst(number) => (0, Some(Number(i64::from(*number)))),
        Insn::LConst(number) => (0, Some(Number(*number))),
        Insn::AConstNull
        | Insn::FConst(_)
        | Insn::DConst(_)
        | Insn::Load(..)
        | Insn::GetStatic(_) => (0, Some(Anything)),
        // A string or a class; a dynamic constant may be null.
        Insn::Ldc(constant) => match &**constant {
            crate::Constant::Dynamic(_) => (0, Some(Anything)),
            _ => (0, Some(Pushed::Object)),
        },
        Insn::New(_) => (0, Some(Pushed::Object)),
        Insn::NewArray(_) | Insn::ANewArray(_) => {
            let array = match stack.pop() {
                Number(length) => i32::try_from(length).map_or(Pushed::Object, Pushed::Array),
                _ => Pushed::Object,
            };
            (0, Some(array))
        }
        Insn::MultiANewArray(_, dimensions) => (usize::from(*dimensions), Some(Pushed::Object)),
        Insn::Dup => {
            let top = stack.pop();
            stack.push(top);
            (0, Some(top))
        }
        Insn::Nop | Insn::IInc(..) | Insn::CheckCast(_) => (0, None),
        Insn::Store(..)
        | Insn::Pop
        | Insn::PutStatic(_)
        | Insn::If(..)
        | Insn::IfNull(_)
        | Insn::IfNonNull(_)
        | Insn::MonitorEnter
        | Insn::MonitorExit => (1, None),
        Insn::IfICmp(..) | Insn::IfACmpEq(_) | Insn::IfACmpNe(_) => (2, None),
        Insn::ArrayStore(_) => (3, None),
        Insn::Neg(_)
        | Insn::Convert(_)
        | Insn::GetField(_)
        | Insn::ArrayLength
        | Insn::InstanceOf(_) => (1, Some(Anything)),
        Insn::ArrayLoad(_)
        | Insn::Arith(..)
        | Insn::Shift(..)
        | Insn::Logic(..)
        | Insn::LCmp
        | Insn::FCmp { .. }
        | Insn::DCmp { .. } => (2, Some(Anything)),
        Insn::InvokeVirtual(m) | Insn::InvokeInterface(m) => (
            m.descriptor.params.len() + 1,
            m.descriptor.ret.as_ref().map(|_| Anything),
        ),
        Insn::InvokeStatic(m) => {
            let checked = &*m.class == "java/util/Objects" && &*m.name == "requireNonNull";
            let result = if checked { Pushed::Object } else { Anything };
            (
                m.descriptor.params.len(),
                m.descriptor.ret.as_ref().map(|_| result),
            )
        }
        Insn::InvokeDynamic(site) => (
            site.descriptor.params.len(),
            site.descriptor.ret.as_ref().map(|_| Anything),
        ),
        // Handled by the caller, or not worth following.
        _ => {
            stack.0.clear();
            return;
        }
    };
    stack.drop(pops);
    if let Some(value) = pushes {
        stack.push(value);
    }
}
