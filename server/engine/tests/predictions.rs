//! Every path of the methods of `Numbers` is a prediction: for the input that the path's model gives, the method ends
//! so and leaves its arrays so. A real JVM is asked whether it is right.

mod common;

use common::{class_folder, jdk, options, subjects};
use proviso_engine::heap::object::{Body, Cells};
use proviso_engine::state::Binding;
use proviso_engine::*;
use proviso_terms::{Const, Model, Term};
use std::cell::RefCell;
use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::time::{Duration, Instant};

/// A longer array is not worth sending to the JVM.
const LONGEST: i128 = 100;

#[derive(Clone)]
struct Prediction {
    call: String,
    ends: String,
}

#[derive(Clone, Default)]
struct Predictions {
    found: Rc<RefCell<Vec<Prediction>>>,
    /// Paths whose model needs a huge array.
    skipped: Rc<RefCell<usize>>,
    method: Rc<RefCell<String>>,
}

struct Reader<'a> {
    machine: &'a Machine,
    state: &'a State,
    model: Rc<Model>,
}

impl Reader<'_> {
    fn number(&self, term: Term) -> Option<i128> {
        match self.machine.terms.eval(term, &self.model) {
            Const::Bv(bv) => bv.signed(),
            _ => None,
        }
    }

    /// An argument, with floats as their bits.
    fn primitive(&self, term: Term) -> String {
        match self.machine.terms.eval(term, &self.model) {
            Const::Bv(bv) => bv.signed().map(|n| n.to_string()).unwrap_or_default(),
            Const::F32(_) | Const::F64(_) => self.bits(term),
            other => format!("{other:?}"),
        }
    }

    fn bits(&self, term: Term) -> String {
        let value = self.machine.terms.eval(term, &self.model);
        match (value.as_f32(), value.as_f64()) {
            (Some(f), _) => (f.to_bits() as i32).to_string(),
            (None, Some(d)) => (d.to_bits() as i64).to_string(),
            _ => String::new(),
        }
    }

    fn object(&self, r: Ref) -> Option<ObjectId> {
        match self.state.deref(r) {
            Ref::Object(o) => Some(o),
            _ => None,
        }
    }

    /// An array before (`now` false) or after the call; `None` if it is too long.
    fn array(&self, object: ObjectId, now: bool) -> Option<String> {
        let Body::Array(array) = &self.state.object(object).body else {
            return None;
        };
        let length = self.number(array.length)?;
        if length > LONGEST {
            return None;
        }
        let mut cells = vec!["0".to_owned(); length as usize];
        let Cells::Seen(seen) = &array.cells else {
            return None;
        };
        for cell in seen {
            let value = if now {
                cell.now.or(cell.init)
            } else {
                cell.init
            };
            let index = self.number(cell.index)?;
            if let Some(term) = value.and_then(Value::term) {
                *cells.get_mut(usize::try_from(index).ok()?)? = self.primitive(term);
            }
        }
        Some(format!("[{}]", cells.join(",")))
    }
}

impl Hooks for Predictions {
    fn path_end(&mut self, machine: &mut Machine, state: &State, outcome: &Outcome) {
        let ends = match outcome {
            Outcome::Returned => None,
            Outcome::Threw(e) => {
                let class = state.object(*e).types.bound(&machine.classes);
                Some(format!(
                    "threw {}",
                    machine.classes.name(class).replace('/', ".")
                ))
            }
            _ => return,
        };
        let Some(model) = state.path.model().cloned() else {
            return;
        };
        let reader = Reader {
            machine,
            state,
            model,
        };
        let (mut call, mut arrays) = (self.method.borrow().clone(), String::new());
        let arguments = state.arguments.clone();
        for (i, &argument) in arguments.iter().enumerate() {
            call.push('|');
            let Value::Ref(r) = argument else {
                call.push_str(
                    &argument
                        .term()
                        .map(|t| reader.primitive(t))
                        .unwrap_or_default(),
                );
                continue;
            };
            let Some(object) = reader.object(r) else {
                // A location nobody looked into can be any array.
                let location =
                    matches!(r, Ref::Symbol(s) if state.symbol(s).binding == Binding::NonNull);
                call.push_str(if location { "[]" } else { "null" });
                arrays.push_str(if location { " []" } else { "" });
                continue;
            };
            let (Some(before), Some(after)) =
                (reader.array(object, false), reader.array(object, true))
            else {
                *self.skipped.borrow_mut() += 1;
                return;
            };
            let same = arguments[..i]
                .iter()
                .position(|v| v.reference().and_then(|r| reader.object(r)) == Some(object));
            call.push_str(&same.map_or(before, |j| format!("@{j}")));
            arrays.push_str(&format!(" {after}"));
        }
        let ends = ends.unwrap_or_else(|| {
            let value = match state.result {
                None => String::new(),
                Some(Value::Ref(r)) => match reader.object(r) {
                    None => "null".to_owned(),
                    Some(boxed) => match &state.object(boxed).body {
                        Body::Fields(f) => f
                            .current(0)
                            .and_then(Value::term)
                            .map(|t| reader.primitive(t))
                            .unwrap_or_default(),
                        Body::Array(_) => String::new(),
                    },
                },
                Some(value) => value
                    .term()
                    .map(|t| reader.primitive(t))
                    .unwrap_or_default(),
            };
            format!("returned {value}")
        });
        self.found.borrow_mut().push(Prediction {
            call,
            ends: format!("{ends}{arrays}"),
        });
    }
}

#[test]
fn what_each_path_predicts_happens_on_the_jvm() {
    let predictions = Predictions::default();
    let mut machine =
        Machine::new(subjects(), options(3), Box::new(predictions.clone())).expect("a machine");
    let class = machine.classes.load("Numbers").expect("the class");
    let methods = machine.classes.get(class).methods.clone();
    let mut explored = 0;
    for method in methods
        .iter()
        .filter(|m| m.is_static() && !m.access.is_synthetic() && !m.name.starts_with('<'))
    {
        *predictions.method.borrow_mut() = method.name.to_string();
        let before = predictions.found.borrow().len();
        machine.options.bounds.loops = 6;
        machine.explore(method);
        explored += usize::from(predictions.found.borrow().len() > before);
        assert!(
            predictions.found.borrow().len() > before,
            "{} has no predicted path",
            method.name
        );
    }
    let found = predictions.found.borrow().clone();
    assert!(
        explored >= 25 && found.len() > 100,
        "{explored} methods, {} paths",
        found.len()
    );
    println!(
        "{explored} methods, {} paths, {} skipped",
        found.len(),
        predictions.skipped.borrow()
    );
    let answers = ask_jvm(&found);
    assert_eq!(answers.len(), found.len(), "the JVM answers every call");
    let wrong: Vec<String> = found
        .iter()
        .zip(&answers)
        .filter(|(p, answer)| p.ends.trim() != answer.trim())
        .map(|(p, answer)| {
            format!(
                "{}: predicted `{}`, the JVM says `{answer}`",
                p.call, p.ends
            )
        })
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} paths:\n{}",
        wrong.len(),
        found.len(),
        wrong.join("\n")
    );
}

fn ask_jvm(predictions: &[Prediction]) -> Vec<String> {
    let classes = class_folder();
    let mut java = Command::new(jdk().join("bin/java"))
        .args(["-Xmx256m", "-cp"])
        .arg(classes.path())
        .arg("Replayer")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("java runs");
    let mut input = java.stdin.take().expect("a pipe");
    let calls: String = predictions
        .iter()
        .map(|p| format!("{}\n", p.call))
        .collect();
    // Written and read by threads of their own: both pipes are small, and the wait has an end.
    let writer = std::thread::spawn(move || input.write_all(calls.as_bytes()));
    let mut output = java.stdout.take().expect("a pipe");
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    let deadline = Instant::now() + Duration::from_secs(120);
    let status = loop {
        if let Some(status) = java.try_wait().expect("java can be waited for") {
            break status;
        }
        if Instant::now() > deadline {
            java.kill().expect("java can be stopped");
            panic!("java did not end in time");
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    writer
        .join()
        .expect("the writer")
        .expect("java reads its input");
    assert!(status.success(), "{status}");
    let text = reader
        .join()
        .expect("the reader")
        .expect("java's output is text");
    text.lines().map(str::to_owned).collect()
}
