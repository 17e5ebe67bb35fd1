//! A search shared among threads finds the same paths, in the same order, with the same results as one that is not,
//! whatever the number of threads.

mod common;
#[path = "../examples/differential/generate/mod.rs"]
mod generate;

use common::{class_folder_with, options, subjects};
use proviso_classfile::ClassPath;
use proviso_engine::split::{Helpers, Sharing, share};
use proviso_engine::*;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What happened, in order: ends of paths, ends of bodies, violations.
#[derive(Clone, Default)]
struct Diary(Rc<RefCell<Vec<String>>>);

impl Diary {
    fn note(&self, what: &str, st: &State) {
        let choices: Vec<u32> = st.choices.iter().copied().collect();
        let (inputs, lines) = (st.inputs.len(), st.trace.len());
        let conditions = st.path.conjuncts().len();
        self.0.borrow_mut().push(format!(
            "{what} after {} steps, {inputs} inputs, {lines} lines, {conditions} conditions: {choices:?}",
            st.steps
        ));
    }
}

impl Hooks for Diary {
    fn violation(&mut self, _: &mut Machine, st: &State, violation: &Violation) {
        self.note(&format!("{violation:?}"), st);
    }
    fn left(&mut self, _: &mut Machine, st: &State) {
        self.note("left", st);
    }
    fn path_end(&mut self, _: &mut Machine, st: &State, outcome: &Outcome) {
        self.note(&format!("{outcome:?}"), st);
    }
}

struct Subject<'a> {
    path: Arc<ClassPath>,
    options: Options,
    class: &'a str,
    name: &'a str,
    descriptor: &'a str,
    cancel: Arc<AtomicBool>,
}

struct Found {
    summary: RunSummary,
    diary: Vec<String>,
    pieces: usize,
}

impl Subject<'_> {
    fn machine(&self, diary: &Diary) -> (Machine, Rc<classes::Method>) {
        let hooks = Box::new(diary.clone());
        let mut machine =
            Machine::new(self.path.clone(), self.options.clone(), hooks).expect("a machine");
        machine.cancel = self.cancel.clone();
        let method = machine
            .find_method(self.class, self.name, self.descriptor)
            .unwrap_or_else(|e| panic!("{}.{}: {e:?}", self.class, self.name));
        (machine, method)
    }

    fn alone(&self) -> Found {
        let diary = Diary::default();
        let (mut machine, method) = self.machine(&diary);
        let summary = machine.explore(&method);
        let diary = diary.0.take();
        Found {
            summary,
            diary,
            pieces: 0,
        }
    }

    fn shared(&self, size: u64, workers: usize) -> Found {
        let helpers = Helpers::new(workers - 1);
        let deadline = self.options.bounds.time.map(|time| Instant::now() + time);
        let root = |sharing: &mut Sharing| {
            let diary = Diary::default();
            let (mut machine, method) = self.machine(&diary);
            let summary = machine.explore_sharing(&method, sharing);
            (summary, diary.0.take())
        };
        let work = |piece: &split::Piece, sharing: &mut Sharing| {
            let diary = Diary::default();
            let (mut machine, method) = self.machine(&diary);
            let summary = machine.explore_piece(&method, piece, deadline, sharing);
            (summary, diary.0.take())
        };
        let ((mut summary, mut diary), parts) = share(&helpers, size, root, work);
        let pieces = parts.len();
        for (found, told) in parts {
            summary.absorb(found);
            diary.extend(told);
        }
        Found {
            summary,
            diary,
            pieces,
        }
    }
}

/// What must not depend on how the search was shared.
fn figures(found: &Found) -> String {
    let s = &found.summary;
    format!(
        "{:?} {:?} {:?} {:?} {:?} {:?} {:?}",
        s.stats, s.cuts, s.unknowns, s.assumptions, s.restrictions, s.coverage, s.applied
    )
}

fn assert_same(subject: &Subject, size: u64) -> usize {
    let alone = subject.alone();
    let mut queries = None;
    let mut pieces = 0;
    for workers in [1, 2, 4] {
        let shared = subject.shared(size, workers);
        let what = format!(
            "{}.{}{} with {workers} workers",
            subject.class, subject.name, subject.descriptor
        );
        for (at, (one, other)) in alone.diary.iter().zip(&shared.diary).enumerate() {
            assert_eq!(one, other, "{what}, event {at}");
        }
        assert_eq!(alone.diary.len(), shared.diary.len(), "{what}");
        assert_eq!(figures(&alone), figures(&shared), "{what}");
        pieces = shared.pieces;
        // Even what is only a cost is the same for any number of workers.
        let solver = shared.summary.solver;
        let costs = (pieces, solver.queries, solver.cache_hits(), solver.z3_calls);
        assert_eq!(*queries.get_or_insert(costs), costs, "{what}");
    }
    pieces
}

fn subject<'a>(
    options: Options,
    class: &'a str,
    name: &'a str,
    descriptor: &'a str,
) -> Subject<'a> {
    Subject {
        path: subjects(),
        options,
        class,
        name,
        descriptor,
        cancel: Arc::default(),
    }
}

#[test]
fn trees_have_the_same_paths_for_any_number_of_workers() {
    for (k, name, descriptor) in [
        (2, "proviso$check$1", "(I)V"),
        (3, "proviso$check$1", "(I)V"),
        (3, "proviso$check$2", "(I)V"),
        (3, "proviso$check$3", "()V"),
        (3, "proviso$check$4", "(I)V"),
    ] {
        let pieces = assert_same(&subject(options(k), "Bst", name, descriptor), 500);
        assert!(k < 3 || pieces > 3, "{name} at k={k}: {pieces} pieces");
    }
}

/// As many pieces as there can be: each path end gives one away.
#[test]
fn every_method_of_the_subjects_has_the_same_paths() {
    let mut options = options(2);
    options.bounds.loops = 3;
    options.bounds.steps = 20_000;
    options.solver_ms = 60_000;
    let path = subjects();
    let (mut compared, mut pieces) = (0, 0);
    for class in [
        "Arith",
        "Bst",
        "Cells",
        "Courses",
        "Framed",
        "Hooked",
        "Library",
        "Node",
        "Shapes",
        "SwapDriver",
    ] {
        let file = path.class(class).expect("a subject");
        for method in &file.methods {
            if method.name.starts_with('<') || method.code().is_ok_and(|code| code.is_none()) {
                continue;
            }
            let mut subject = subject(
                options.clone(),
                class,
                &method.name,
                &method.descriptor.text,
            );
            subject.options.bounds.time = Some(Duration::from_millis(500));
            if took_too_long(&subject.alone()) {
                continue;
            }
            subject.options.bounds.time = None;
            pieces += assert_same(&subject, 1);
            compared += 1;
        }
    }
    assert!(
        compared > 100 && pieces > 200,
        "{compared} methods, {pieces} pieces"
    );
}

fn took_too_long(found: &Found) -> bool {
    let cuts = &found.summary.cuts.0;
    cuts.keys().any(|(bound, _)| *bound == Bound::Time)
}

#[test]
fn random_methods_have_the_same_paths() {
    const METHODS: usize = 40;
    let release = subjects().jdk_release().expect("a release");
    let random = &mut generate::Random::new(7);
    let text = generate::class_with_entries("Generated", METHODS, release, random);
    let (_folder, path) = class_folder_with("Generated", &text);
    let file = path.class("Generated").expect("the random methods");
    let (mut compared, mut pieces) = (0, 0);
    for method in file.methods.iter().filter(|m| m.name.starts_with("entry")) {
        let mut few = options(2);
        few.bounds.loops = 2;
        few.solver_ms = 60_000;
        few.bounds.time = Some(Duration::from_millis(300));
        let mut subject = subject(few, "Generated", &method.name, &method.descriptor.text);
        subject.path = path.clone();
        if took_too_long(&subject.alone()) {
            continue;
        }
        subject.options.bounds.time = None;
        pieces += assert_same(&subject, 500);
        compared += 1;
    }
    assert!(
        compared >= 5 && pieces > 5,
        "{compared} methods, {pieces} pieces"
    );
}

#[test]
fn a_shared_search_ends_when_its_time_is_over_and_says_so() {
    let mut short = options(6);
    short.bounds.time = Some(Duration::from_millis(300));
    let subject = subject(short, "Bst", "proviso$check$1", "(I)V");
    let start = Instant::now();
    let found = subject.shared(2_000, 2);
    assert!(took_too_long(&found), "{:?}", found.summary.cuts);
    assert!(
        found.summary.unknowns.is_empty(),
        "{:?}",
        found.summary.unknowns
    );
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_shared_search_can_be_cancelled() {
    let subject = subject(options(6), "Bst", "proviso$check$1", "(I)V");
    let cancel = subject.cancel.clone();
    let start = Instant::now();
    let found = std::thread::scope(|scope| {
        scope.spawn(move || {
            std::thread::sleep(Duration::from_millis(300));
            cancel.store(true, Ordering::SeqCst);
        });
        subject.shared(20_000, 2)
    });
    assert!(found.summary.cancelled && found.pieces > 0);
    assert!(start.elapsed() < Duration::from_secs(5));
}
