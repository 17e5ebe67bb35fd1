//! What the engine's tests share: the Java subjects, compiled once by a real javac, and runs over them.
#![allow(dead_code)] // each test binary uses its part

use proviso_classfile::ClassPath;
use proviso_engine::*;
use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::rc::Rc;
use std::sync::{Arc, OnceLock};

/// The JDK to test with: `JAVA_HOME`, else the one whose `javac` is on the path.
pub fn jdk() -> PathBuf {
    if let Some(home) = std::env::var_os("JAVA_HOME") {
        return home.into();
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let javac = std::env::split_paths(&path)
        .map(|d| d.join("javac"))
        .find(|p| p.exists())
        .expect("javac on PATH");
    let real = javac.canonicalize().expect("javac can be resolved");
    real.parent()
        .and_then(Path::parent)
        .expect("a JDK has a bin folder")
        .to_owned()
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the folder of the Java sources");
    let mut files: Vec<PathBuf> = entries.map(|e| e.expect("an entry").path()).collect();
    files.retain(|p| p.extension().is_some_and(|e| e == "java"));
    files.sort();
    files
}

/// All files below a folder, with their paths in it.
fn files(root: &Path, folder: &Path, found: &mut Vec<(PathBuf, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).expect("a readable folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(root, &path, found);
        } else {
            let bytes = std::fs::read(&path).expect("a class file");
            let relative = path.strip_prefix(root).expect("below the root").to_owned();
            found.push((relative, bytes));
        }
    }
}

/// All subjects of `tests/java` and the runtime of lowered contracts, compiled together.
fn compiled() -> &'static [(PathBuf, Vec<u8>)] {
    static COMPILED: OnceLock<Vec<(PathBuf, Vec<u8>)>> = OnceLock::new();
    COMPILED.get_or_init(|| {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut sources = java_files(&here.join("tests/java"));
        sources.extend(java_files(&here.join("../contracts/java/proviso/runtime")));
        let out = tempfile::tempdir().expect("a folder for classes");
        let result = Command::new(jdk().join("bin/javac"))
            .args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8", "-d"])
            .arg(out.path())
            .args(&sources)
            .output()
            .expect("javac runs");
        assert!(
            result.status.success(),
            "{}",
            String::from_utf8_lossy(&result.stderr)
        );
        let mut found = Vec::new();
        files(out.path(), out.path(), &mut found);
        found
    })
}

/// The compiled subjects in a folder, for a real JVM.
pub fn class_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder for classes");
    for (relative, bytes) in compiled() {
        let path = folder.path().join(relative);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(path, bytes).expect("a class file is written");
    }
    folder
}

/// The subjects and one more class, given by its source, in a folder; and the class path with them.
pub fn class_folder_with(name: &str, text: &str) -> (tempfile::TempDir, Arc<ClassPath>) {
    let folder = class_folder();
    let source = folder.path().join(format!("{name}.java"));
    std::fs::write(&source, text).expect("the source can be written");
    let compiled = Command::new(jdk().join("bin/javac"))
        .args(["-g", "-nowarn", "-proc:none", "-Xlint:none", "-d"])
        .arg(folder.path())
        .arg(&source)
        .output()
        .expect("javac runs");
    let problems = String::from_utf8_lossy(&compiled.stderr);
    assert!(compiled.status.success(), "{problems}");
    let path = ClassPath::new(&jdk(), &[folder.path().to_owned()]).expect("the JDK is readable");
    (folder, Arc::new(path))
}

/// The compiled subjects, as in-memory classes.
pub fn subjects() -> Arc<ClassPath> {
    static PATH: OnceLock<Arc<ClassPath>> = OnceLock::new();
    PATH.get_or_init(|| {
        let classes: Vec<Vec<u8>> = compiled().iter().map(|(_, bytes)| bytes.clone()).collect();
        let path = ClassPath::new(&jdk(), &[]).expect("the JDK is readable");
        Arc::new(
            path.with_classes(classes)
                .expect("javac's classes are readable"),
        )
    })
    .clone()
}

/// What a run told its hooks.
#[derive(Default)]
pub struct Seen {
    pub violations: Vec<Violation>,
    pub left: u64,
    pub returned: u64,
    pub threw: Vec<String>,
    pub unknown: Vec<String>,
    /// Displayed results of paths that returned.
    pub results: Vec<String>,
    /// `Class.field` pairs.
    pub non_null: Vec<(&'static str, &'static str)>,
    pub overflow: bool,
}

#[derive(Clone, Default)]
pub struct Recorder(pub Rc<RefCell<Seen>>);

impl Hooks for Recorder {
    fn field_non_null(&self, class: &str, field: &str) -> bool {
        self.0.borrow().non_null.contains(&(class, field))
    }
    fn overflow_checked(&self, _: &classes::Method) -> bool {
        self.0.borrow().overflow
    }
    fn violation(&mut self, _: &mut Machine, _: &State, violation: &Violation) {
        self.0.borrow_mut().violations.push(violation.clone());
    }
    fn left(&mut self, _: &mut Machine, _: &State) {
        self.0.borrow_mut().left += 1;
    }
    fn path_end(&mut self, machine: &mut Machine, state: &State, outcome: &Outcome) {
        let mut seen = self.0.borrow_mut();
        match outcome {
            Outcome::Returned => {
                seen.returned += 1;
                if let Some(term) = state.result.and_then(Value::term) {
                    seen.results.push(machine.terms.display(term).to_string());
                }
            }
            Outcome::Threw(e) => {
                let class = state.object(*e).types.bound(&machine.classes);
                seen.threw.push(machine.classes.name(class).to_string());
            }
            Outcome::Unknown(why) => seen.unknown.push(why.to_string()),
            Outcome::Cut(_) | Outcome::Endless | Outcome::Dropped => {}
        }
    }
}

pub struct Run {
    pub summary: RunSummary,
    pub seen: Rc<RefCell<Seen>>,
}

impl Run {
    /// How many paths threw an exception of this class.
    pub fn threw(&self, class: &str) -> usize {
        self.seen
            .borrow()
            .threw
            .iter()
            .filter(|c| *c == class)
            .count()
    }
    pub fn paths(&self) -> u64 {
        self.summary.stats.paths
    }
    /// Fails when something was not decided.
    pub fn decided(self) -> Run {
        assert!(
            self.summary.unknowns.is_empty(),
            "unknown: {:?}",
            self.summary.unknowns
        );
        self
    }
    /// Fails when something was cut or not decided.
    pub fn complete(self) -> Run {
        assert!(self.summary.cuts.is_empty(), "cut: {:?}", self.summary.cuts);
        self.decided()
    }
}

pub fn options(k: u32) -> Options {
    Options {
        bounds: Bounds {
            k,
            ..Bounds::default()
        },
        ..Options::default()
    }
}

pub fn run_with(
    options: Options,
    recorder: Recorder,
    class: &str,
    name: &str,
    descriptor: &str,
) -> Run {
    let seen = recorder.0.clone();
    let mut machine = Machine::new(subjects(), options, Box::new(recorder)).expect("a machine");
    let method = machine
        .find_method(class, name, descriptor)
        .unwrap_or_else(|e| panic!("{class}.{name}: {e:?}"));
    let summary = machine.explore(&method);
    Run { summary, seen }
}

pub fn run(options: Options, class: &str, name: &str, descriptor: &str) -> Run {
    run_with(options, Recorder::default(), class, name, descriptor)
}
