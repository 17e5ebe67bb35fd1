//! Every path is a prediction: for the input that the path's model gives, the method takes these branches in this order,
//! ends so and leaves its arrays so. A real JVM, watched as by a debugger, is asked whether it is right: on the methods of
//! `Numbers`, and on random ones.

mod common;
#[path = "../examples/differential/generate/mod.rs"]
mod generate;

use common::{class_folder, class_folder_with, jdk, options, subjects};
use proviso_classfile::{ClassPath, Code, Insn};
use proviso_engine::classes::Method;
use proviso_engine::coverage::BranchTaken;
use proviso_engine::heap::object::{Body, Cells};
use proviso_engine::state::Binding;
use proviso_engine::*;
use proviso_terms::{Const, Model, Term};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Stdio};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A longer array is not worth sending to the JVM.
const LONGEST: i128 = 100;

#[derive(Clone)]
struct Prediction {
    call: String,
    ends: String,
    course: Vec<BranchTaken>,
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
            course: state.branches.iter().copied().collect(),
        });
    }
}

#[test]
fn what_each_path_of_numbers_predicts_happens_on_the_jvm() {
    let mut options = options(3);
    options.bounds.loops = 6;
    let folder = class_folder();
    let said = compare(subjects(), folder.path(), "Numbers", options, |m| {
        !m.access.is_synthetic() && !m.name.starts_with('<')
    });
    assert!(
        said.methods >= 25 && said.paths > 100 && said.branches > 300,
        "{said:?}"
    );
    assert_eq!(said.without_path, Vec::<String>::new());
}

/// `PREDICTED_METHODS` and `PREDICTED_SEED` ask for more.
#[test]
fn what_each_path_of_random_methods_predicts_happens_on_the_jvm() {
    let number = |name: &str, usual: u64| {
        let given = std::env::var(name).ok();
        given.and_then(|n| n.parse().ok()).unwrap_or(usual)
    };
    let (methods, seed) = (
        number("PREDICTED_METHODS", BATCH),
        number("PREDICTED_SEED", 11),
    );
    for batch in 0..methods.div_ceil(BATCH) {
        predict_random(seed + batch);
    }
}

/// Random methods per class.
const BATCH: u64 = 40;

fn predict_random(seed: u64) {
    let path = ClassPath::new(&jdk(), &[]).expect("the JDK is readable");
    let release = path.jdk_release().expect("a release");
    let random = &mut generate::Random::new(seed);
    let text = generate::class_with_entries("Generated", BATCH as usize, release, random);
    let (folder, path) = class_folder_with("Generated", &text);
    let mut options = options(2);
    // Most random methods have more paths than anybody could wait for; those found in time are predictions all the same.
    options.bounds.time = Some(Duration::from_millis(300));
    options.bounds.loops = 6;
    let said = compare(path, folder.path(), "Generated", options, |m| {
        m.name.starts_with("entry")
    });
    assert!(
        said.paths as u64 > BATCH / 2 && said.branches as u64 > BATCH,
        "seed {seed}: {said:?}"
    );
}

#[derive(Debug, Default)]
struct Said {
    methods: usize,
    paths: usize,
    branches: usize,
    /// Methods for which nothing was predicted.
    without_path: Vec<String>,
}

/// Explores the methods, has a JVM run the input of every path, and fails where it does something else.
fn compare(
    path: Arc<ClassPath>,
    classes: &Path,
    class: &str,
    mut options: Options,
    wanted: fn(&Method) -> bool,
) -> Said {
    options.record_branches = true;
    let predictions = Predictions::default();
    let mut machine =
        Machine::new(path, options, Box::new(predictions.clone())).expect("a machine");
    let id = machine.classes.load(class).expect("the class");
    let methods = machine.classes.get(id).methods.clone();
    let mut said = Said::default();
    let mut points = Points::default();
    for method in methods.iter().filter(|m| m.is_static() && wanted(m)) {
        *predictions.method.borrow_mut() = method.name.to_string();
        let before = predictions.found.borrow().len();
        machine.explore(method);
        points.add(&machine);
        said.methods += 1;
        if predictions.found.borrow().len() == before {
            said.without_path.push(method.name.to_string());
        }
    }
    let found = predictions.found.borrow().clone();
    said.paths = found.len();
    said.branches = found.iter().map(|p| p.course.len()).sum();
    let (ends, courses) = ask_jvm(classes, class, &found, &points);
    assert_eq!(ends.len(), found.len(), "the JVM answers every call");
    assert_eq!(courses.len(), found.len(), "every call is watched");
    let mut wrong = Vec::new();
    for ((predicted, end), course) in found.iter().zip(&ends).zip(&courses) {
        let call = &predicted.call;
        if predicted.ends.trim() != end.trim() {
            let ends = &predicted.ends;
            wrong.push(format!("{call}: predicted `{ends}`, the JVM says `{end}`"));
        }
        let expected = points.course(&predicted.course);
        if expected != *course {
            let at = expected
                .iter()
                .zip(course)
                .take_while(|(a, b)| a == b)
                .count();
            wrong.push(format!(
                "{call}: branch {at} is predicted {:?}, the JVM takes {:?}",
                expected.get(at),
                course.get(at)
            ));
        }
    }
    println!(
        "{class}: {said:?}, {} skipped",
        predictions.skipped.borrow()
    );
    assert!(
        wrong.is_empty(),
        "{} of {} paths:\n{}",
        wrong.len(),
        found.len(),
        wrong.join("\n")
    );
    said
}

/// Where the JVM is watched: the conditional instructions of the methods that ran, and where these lead to.
#[derive(Default)]
struct Points {
    methods: BTreeMap<classes::MethodId, Watched>,
}

struct Watched {
    class: String,
    name: String,
    descriptor: String,
    code: Arc<Code>,
    conditional: BTreeSet<u32>,
}

/// From one point to the next.
type Course = Vec<(String, String)>;

impl Points {
    fn add(&mut self, machine: &Machine) {
        for id in machine.coverage.methods.keys() {
            let method = machine.classes.method(*id);
            let Ok(Some(code)) = method.code() else {
                continue;
            };
            self.methods.entry(*id).or_insert_with(|| Watched {
                class: method.class_name.replace('/', "."),
                name: method.name.to_string(),
                descriptor: method.descriptor.text.to_string(),
                conditional: conditional(&code),
                code,
            });
        }
    }

    fn lines(&self) -> String {
        let mut text = String::new();
        for watched in self.methods.values().filter(|w| !w.conditional.is_empty()) {
            let mut offsets: BTreeSet<u32> = BTreeSet::new();
            for &at in &watched.conditional {
                offsets.insert(watched.code.pcs[at as usize]);
                for to in ways(&watched.code, at) {
                    offsets.insert(watched.code.pcs[to as usize]);
                }
            }
            let Watched {
                class,
                name,
                descriptor,
                ..
            } = watched;
            text.push_str(&format!("{class} {name} {descriptor}"));
            for offset in offsets {
                text.push_str(&format!(" {offset}"));
            }
            text.push('\n');
        }
        text
    }

    fn point(&self, method: classes::MethodId, at: u32) -> String {
        let watched = &self.methods[&method];
        let Watched {
            class,
            name,
            descriptor,
            ..
        } = watched;
        format!(
            "{class}.{name}{descriptor}@{}",
            watched.code.pcs[at as usize]
        )
    }

    fn course(&self, taken: &[BranchTaken]) -> Course {
        taken
            .iter()
            .map(|b| (self.point(b.method, b.at), self.point(b.method, b.to)))
            .collect()
    }

    /// The branches among all points the JVM came by: from a conditional instruction to whatever came next.
    fn branches(&self, passed: &[&str]) -> Course {
        let from: BTreeSet<String> = self
            .methods
            .iter()
            .flat_map(|(id, w)| w.conditional.iter().map(|&at| self.point(*id, at)))
            .collect();
        let pairs = passed.windows(2).filter(|pair| from.contains(pair[0]));
        pairs
            .map(|pair| (pair[0].to_owned(), pair[1].to_owned()))
            .collect()
    }
}

fn conditional(code: &Code) -> BTreeSet<u32> {
    let plain = |insn: &Insn| matches!(insn, Insn::Goto(_) | Insn::Jsr(_));
    (0..code.insns.len() as u32)
        .filter(|&at| !plain(&code.insns[at as usize]) && !ways(code, at).is_empty())
        .collect()
}

/// Where a jump can go; none for other instructions.
fn ways(code: &Code, at: u32) -> BTreeSet<u32> {
    let insn = &code.insns[at as usize];
    let mut ways = BTreeSet::new();
    insn.for_each_target(|to| {
        ways.insert(to);
    });
    if !ways.is_empty() && !insn.ends_block() {
        ways.insert(at + 1);
    }
    ways
}

/// How each call ended, and the branches it took.
fn ask_jvm(
    classes: &Path,
    class: &str,
    predictions: &[Prediction],
    points: &Points,
) -> (Vec<String>, Vec<Course>) {
    let calls: Vec<&str> = predictions.iter().map(|p| p.call.as_str()).collect();
    let files = tempfile::tempdir().expect("a folder");
    let (asked, watched) = (files.path().join("calls"), files.path().join("points"));
    std::fs::write(&asked, calls.join("\n")).expect("calls are written");
    std::fs::write(&watched, points.lines()).expect("points are written");
    let mut java = Command::new(jdk().join("bin/java"))
        .arg("-Xmx512m")
        .arg("-cp")
        .arg(classes)
        .arg("Courses")
        .arg(classes)
        .arg(class)
        .args([&asked, &watched])
        .stdout(Stdio::piped())
        .spawn()
        .expect("java runs");
    let mut output = java.stdout.take().expect("a pipe");
    // Read by a thread of its own, so that the wait has an end.
    let reader = std::thread::spawn(move || {
        let mut text = String::new();
        output.read_to_string(&mut text).map(|_| text)
    });
    let deadline = Instant::now() + Duration::from_secs(600);
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
    assert!(status.success(), "{status}");
    let text = reader
        .join()
        .expect("the reader")
        .expect("java's output is text");
    let (mut ends, mut courses) = (Vec::new(), Vec::new());
    for line in text.lines() {
        match line.strip_prefix("course") {
            Some(course) => {
                let passed: Vec<&str> = course.split_whitespace().collect();
                courses.push(points.branches(&passed));
            }
            None => ends.push(line.to_owned()),
        }
    }
    // The last one is what follows the last call.
    courses.pop();
    (ends, courses)
}
