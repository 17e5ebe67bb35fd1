//! The mutation check: mutates the right methods of Java subjects and counts how many mutants are caught at k = 3.
//!
//! One warm session per file: each mutant is an unsaved text of it, and only the methods whose verdict may depend on
//! the change are checked again. What is not caught is looked up in `tests/survivors.txt`, which says why.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::mutate::{self, Mutant};
use crate::program;
use proviso_checker::{Cancel, Session};
use proviso_project::Options;
use proviso_report::{Severity, Verdict};

/// The reasons there are for not catching a mutant.
const REASONS: [&str; 3] = ["equivalent", "beyond the bound", "contract too weak"];

/// Why survivors survive. A key is `File.java: method` for all of a method, or `` File.java: line: `a` -> `b` `` for
/// one, with the line's text instead of its number: both stay when lines move.
pub struct Explanations {
    whys: BTreeMap<String, String>,
    used: BTreeSet<String>,
}

impl Explanations {
    /// Panics on a line that names none of the three reasons, and on a key that is there twice.
    pub fn read() -> Explanations {
        let file = program::root().join("tests/survivors.txt");
        let text = std::fs::read_to_string(file).expect("tests/survivors.txt is there");
        let mut whys = BTreeMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let (survivor, why) = line.split_once(" | ").expect("`survivor | why`");
            let known = |reason: &str| {
                why.strip_prefix(reason)
                    .is_some_and(|words| words.starts_with(": ") && words.len() > 10)
            };
            assert!(REASONS.into_iter().any(known), "no reason: {line}");
            let before = whys.insert(survivor.trim().to_string(), why.trim().to_string());
            assert!(before.is_none(), "explained twice: {line}");
        }
        Explanations {
            whys,
            used: BTreeSet::new(),
        }
    }

    fn of(&mut self, keys: [String; 2]) -> Option<String> {
        let key = keys.into_iter().find(|key| self.whys.contains_key(key))?;
        let why = self.whys[&key].clone();
        self.used.insert(key);
        Some(why)
    }

    /// Explanations of mutants of these files that are caught, or are not there any more.
    pub fn unused(&self, files: &[PathBuf]) -> Vec<&str> {
        let names: BTreeSet<String> = files.iter().map(|file| name(file)).collect();
        let of_files = |key: &&String| {
            key.split(':')
                .next()
                .is_some_and(|file| names.contains(file))
        };
        let unused = self.whys.keys().filter(|key| !self.used.contains(*key));
        unused.filter(of_files).map(String::as_str).collect()
    }
}

#[derive(Default)]
pub struct Count {
    pub made: u32,
    pub caught: u32,
    pub undecided: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Caught,
    Undecided,
    Survived,
}

/// What came of all mutants, by the kind of change, and how many survivors have which reason.
#[derive(Default)]
pub struct Table {
    pub kinds: BTreeMap<&'static str, Count>,
    pub reasons: BTreeMap<&'static str, u32>,
    pub unexplained: Vec<String>,
    /// Methods that are meant to be right and were not seen to be: nobody mutated them.
    pub left_out: Vec<String>,
}

impl Table {
    pub fn all(&self) -> Count {
        let mut all = Count::default();
        for count in self.kinds.values() {
            all.made += count.made;
            all.caught += count.caught;
            all.undecided += count.undecided;
        }
        all
    }

    /// Mutates every right method of a file; `say` gets a line per mutant that is not caught.
    pub fn add(
        &mut self,
        file: &Path,
        timeout: Duration,
        explanations: &mut Explanations,
        say: &mut dyn FnMut(&str),
    ) {
        let subject = Subject::open(file, timeout);
        self.left_out.extend(subject.left_out.iter().cloned());
        for mutant in mutate::mutants(&subject.text) {
            let Some(fate) = subject.fate(&mutant) else {
                continue;
            };
            let count = self.kinds.entry(mutant.what).or_default();
            count.made += 1;
            count.caught += u32::from(fate == Fate::Caught);
            count.undecided += u32::from(fate == Fate::Undecided);
            if fate == Fate::Caught {
                continue;
            }
            let (mutation, method) = (subject.describe(&mutant), subject.method_of(&mutant));
            let why = explanations.of([mutation.clone(), method.clone()]);
            match &why {
                None => self.unexplained.push(format!("{mutation} [{method}]")),
                Some(why) => {
                    let reason = REASONS.iter().find(|reason| why.starts_with(**reason));
                    *self.reasons.entry(reason.unwrap_or(&"")).or_default() += 1;
                }
            }
            say(&format!(
                "{} {mutation} [{method}] | {}",
                if fate == Fate::Undecided {
                    "undecided"
                } else {
                    "survived "
                },
                why.as_deref().unwrap_or("not explained")
            ));
        }
    }
}

/// A file with its right methods, open for mutants.
struct Subject {
    session: Session,
    path: PathBuf,
    text: String,
    right: Vec<String>,
    left_out: Vec<String>,
}

impl Subject {
    fn open(path: &Path, timeout: Duration) -> Subject {
        let options = Options {
            paths: vec![path.to_owned()],
            // Verdicts are kept in memory only.
            cache: false,
            jobs: 1,
            timeout,
            ..Options::default()
        };
        // On a busy machine a JVM may take longer to start than it is given.
        let session = (0..5)
            .find_map(|_| Session::open(options.clone()).ok())
            .expect("a session");
        let prepared = session.prepare();
        let report = session.check_all(&prepared, &Cancel::new(), &mut |_| {});
        let (mut right, mut left_out) = (Vec::new(), Vec::new());
        for method in &report.methods {
            // A method may be wrong only in what others say of it: `compareWrong` has no contract of its own.
            let wrong = simple_name(&method.id).ends_with("Wrong");
            match method.verdict {
                Verdict::Holds | Verdict::HoldsToBound if !wrong => right.push(method.id.clone()),
                Verdict::Unknown if !wrong => left_out.push(method.id.clone()),
                _ => {}
            }
        }
        Subject {
            session,
            path: path.to_owned(),
            text: std::fs::read_to_string(path).expect("a readable subject"),
            right,
            left_out,
        }
    }

    /// None when the mutant does not compile or is in no right method's way.
    fn fate(&self, mutant: &Mutant) -> Option<Fate> {
        // A mutant of a wrong method is no mutant of a right one, though others may call it.
        if !self.right.contains(&self.enclosing(mutant)?) {
            return None;
        }
        let bounds = self.session.options().bounds;
        let before = self.session.prepare();
        let after = self
            .session
            .prepare_with(&self.path, mutant.apply(&self.text));
        let broken = |p: &proviso_report::Problem| p.severity == Severity::Error;
        if after.problems.iter().any(broken) {
            return None;
        }
        let mut fate = None;
        for method in &self.right {
            if self.session.is_unchanged(&before, &after, method, bounds) {
                continue;
            }
            let report = self.session.check(&after, method, bounds, &Cancel::new())?;
            match report.verdict {
                Verdict::Violated => return Some(Fate::Caught),
                Verdict::Unknown => fate = Some(Fate::Undecided),
                _ => fate = fate.or(Some(Fate::Survived)),
            }
        }
        fate
    }

    /// The method a mutant lies in.
    fn enclosing(&self, mutant: &Mutant) -> Option<String> {
        let line = mutant.line(&self.text) as u32;
        let prepared = self.session.prepare();
        let around = prepared
            .methods
            .iter()
            .filter(|m| m.extent.start.line <= line && line <= m.extent.end.line);
        let innermost = around.max_by_key(|m| m.extent.start.line)?;
        Some(innermost.id.clone())
    }

    /// The file and the method: some contracts are not about what a method computes at all.
    fn method_of(&self, mutant: &Mutant) -> String {
        let id = self.enclosing(mutant).unwrap_or_default();
        format!("{}: {}", name(&self.path), simple_name(&id))
    }

    /// The file, the line as it was, and the change: what stays when other lines of the file change.
    fn describe(&self, mutant: &Mutant) -> String {
        let line = self.text.lines().nth(mutant.line(&self.text) - 1);
        format!(
            "{}: {}: `{}` -> `{}`",
            name(&self.path),
            line.unwrap_or("").trim(),
            &self.text[mutant.start..mutant.end],
            mutant.replacement
        )
    }
}

fn name(file: &Path) -> String {
    let name = file.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

fn simple_name(id: &str) -> &str {
    let method = id.split('(').next().unwrap_or("");
    method.rsplit('.').next().unwrap_or("")
}
