//! Running a program on known inputs: the engine as a plain JVM. Nothing is symbolic, so nothing forks and the solver is
//! never asked; what the program prints is kept.

use crate::bounds::Bounds;
use crate::classes::Method;
use crate::hooks::{Hooks, Outcome};
use crate::machine::{Machine, Options, R};
use crate::state::State;
use crate::value::{ObjectId, Ref, Value};
use proviso_classfile::{ClassError, ClassPath};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// How a program ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Ending {
    Returned,
    /// By an exception nobody caught: its class (binary name) and message.
    Threw {
        class: String,
        message: Option<String>,
    },
    /// Something is not modelled, or a limit was reached.
    Unknown(String),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    pub output: String,
    pub errors: String,
    pub ending: Ending,
    pub instructions: u64,
    /// What a static method returned, for `run_static`.
    pub result: Option<Answer>,
}

/// A value that left the machine.
#[derive(Debug, Clone, PartialEq)]
pub enum Answer {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Null,
    Text(String),
    Object,
}

/// Bit for bit: NaN equals NaN, zeros of different sign differ.
impl Eq for Answer {}

#[derive(Default)]
struct Seen {
    output: String,
    errors: String,
    ending: Option<Ending>,
    result: Option<Answer>,
}

struct Listener(Rc<RefCell<Seen>>);

impl Hooks for Listener {
    fn path_end(&mut self, machine: &mut Machine, state: &State, outcome: &Outcome) {
        let mut seen = self.0.borrow_mut();
        seen.output = state.natives.output.to_string();
        seen.errors = state.natives.errors.to_string();
        seen.result = state.result.and_then(|value| answer(machine, state, value));
        seen.ending = Some(match outcome {
            Outcome::Returned => Ending::Returned,
            Outcome::Threw(exception) => {
                let (ending, text) = thrown(machine, state, *exception);
                seen.errors.push_str(&text);
                ending
            }
            Outcome::Cut(bound) => {
                Ending::Unknown(format!("the bound {} was reached", bound.name()))
            }
            Outcome::Unknown(why) => Ending::Unknown(match machine.stack_of(state) {
                Some(stack) => format!("{why}\n{stack}"),
                None => why.to_string(),
            }),
            Outcome::Endless => Ending::Unknown("it never ends".to_owned()),
            Outcome::Dropped => Ending::Unknown("the path was given up".to_owned()),
        });
    }
}

/// The exception that ended the program, and what is said about it and its causes.
fn thrown(machine: &mut Machine, st: &State, exception: ObjectId) -> (Ending, String) {
    const CAUSES: usize = 10;
    let mut st = st.clone();
    let mut text = String::from("Uncaught ");
    let mut chain: Vec<(String, Option<String>)> = Vec::new();
    let mut next = Some(exception);
    let mut seen = Vec::new();
    while let Some(exception) = next.filter(|e| seen.len() < CAUSES && !seen.contains(e)) {
        seen.push(exception);
        let class = st.object(exception).types.bound(&machine.classes);
        let class = machine.classes.name(class).replace('/', ".");
        let message = object_field(machine, &mut st, exception, "detailMessage")
            .and_then(|text| crate::intrinsics::string_text(machine, &st, text));
        let trace = st
            .natives
            .traces
            .get(&exception)
            .map_or("  at an unknown place", |t| t);
        text.push_str(&format!(
            "{class}: {}\n{trace}\n",
            message.as_deref().unwrap_or("-")
        ));
        text.push_str("Caused by ");
        chain.push((class, message));
        // `ExceptionInInitializerError` of older JDKs keeps its cause in a field of its own.
        next = object_field(machine, &mut st, exception, "cause")
            .filter(|&cause| cause != exception)
            .or_else(|| object_field(machine, &mut st, exception, "exception"));
    }
    text.truncate(text.len() - "Caused by ".len());
    let (class, message) = chain.swap_remove(0);
    (Ending::Threw { class, message }, text)
}

fn object_field(m: &mut Machine, st: &mut State, object: ObjectId, name: &str) -> Option<ObjectId> {
    match m.read_named(st, object, name) {
        Ok(Value::Ref(r)) => match st.deref(r) {
            Ref::Object(o) => Some(o),
            _ => None,
        },
        _ => None,
    }
}

fn answer(m: &Machine, st: &State, value: Value) -> Option<Answer> {
    Some(match value {
        Value::Int(t) => Answer::Int(m.terms.as_int(t)?),
        Value::Long(t) => Answer::Long(m.terms.as_long(t)?),
        Value::Float(t) => Answer::Float(m.terms.as_const(t)?.as_f32()?),
        Value::Double(t) => Answer::Double(m.terms.as_const(t)?.as_f64()?),
        Value::Ref(r) => match st.deref(r) {
            Ref::Null => Answer::Null,
            Ref::Object(o) => {
                crate::intrinsics::string_text(m, st, o).map_or(Answer::Object, Answer::Text)
            }
            Ref::Symbol(_) | Ref::Choice(_) => return None,
        },
        Value::Address(_) | Value::Unset => return None,
    })
}

/// Limits for a program rather than for an exploration.
pub fn options(steps: u64) -> Options {
    let bounds = Bounds {
        k: u32::MAX >> 1,
        loops: u32::MAX,
        call_depth: 2_000,
        steps,
        ..Bounds::default()
    };
    Options {
        bounds,
        symbolic_statics: false,
        concrete: true,
        assertions: false,
        ..Options::default()
    }
}

/// Runs `public static void main(String[])` of a class (internal name) with no arguments.
pub fn run_main(path: &Arc<ClassPath>, class: &str, steps: u64) -> Result<Run, ClassError> {
    run(path, steps, |machine, st| {
        let main = machine.find_method(class, "main", "([Ljava/lang/String;)V")?;
        let strings = machine.classes.load("[Ljava/lang/String;")?;
        let arguments = machine.allocate_array(st, strings, Vec::new());
        Ok((main, vec![Value::Ref(Ref::Object(arguments))]))
    })
}

/// Runs a static method; `arguments` makes its arguments.
pub fn run(
    path: &Arc<ClassPath>,
    steps: u64,
    prepare: impl FnOnce(&mut Machine, &mut State) -> R<(Rc<Method>, Vec<Value>)>,
) -> Result<Run, ClassError> {
    let seen = Rc::new(RefCell::new(Seen::default()));
    let mut machine = Machine::new(
        path.clone(),
        options(steps),
        Box::new(Listener(seen.clone())),
    )?;
    let mut st = State::new();
    let ending = match prepare(&mut machine, &mut st) {
        Ok((method, arguments)) => {
            machine.run_with(st, &method, arguments);
            None
        }
        Err(stop) => Some(Ending::Unknown(format!("{stop:?}"))),
    };
    let seen = std::mem::take(&mut *seen.borrow_mut());
    let never = || Ending::Unknown("the program did not end".to_owned());
    Ok(Run {
        output: seen.output,
        errors: seen.errors,
        ending: ending.or(seen.ending).unwrap_or_else(never),
        instructions: machine.stats.instructions,
        result: seen.result,
    })
}

impl Machine {
    /// The Java stack as text, topmost frame first: for messages about what is not modelled.
    pub fn stack_of(&self, st: &State) -> Option<String> {
        const SHOWN: usize = 12;
        let frames = st.frames.iter().rev().take(SHOWN).map(|f| {
            let line = f.line().map_or(String::new(), |l| format!(":{l}"));
            format!(
                "  at {}.{}{line}",
                f.method.class_name.replace('/', "."),
                f.method.name
            )
        });
        let text = frames.collect::<Vec<_>>().join("\n");
        (!text.is_empty()).then_some(text)
    }
}
