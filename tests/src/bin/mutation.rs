//! The mutation check: mutates the right methods of the catalogue and counts how many mutants are caught at k = 3.
//! `./x mutation [WORD…]` runs it on the files whose path contains a word (all without words).
//!
//! One warm session per file: each mutant is an unsaved text of it, and only the methods whose verdict may depend on
//! the change are checked again. Survivors are looked up in `tests/survivors.txt`, which says why each survives; one
//! that is not explained there fails the run, and so does a right method that is not right.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use proviso_checker::{Cancel, Options, Session};
use proviso_report::{Severity, Verdict};
use proviso_tests::mutate::{self, Mutant};
use proviso_tests::program;

fn java_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            java_files(&path, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            found.push(path);
        }
    }
}

/// Why a survivor survives, by its description.
fn explanations() -> BTreeMap<String, String> {
    let file = program::root().join("tests/survivors.txt");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    text.lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(" | "))
        .map(|(survivor, why)| (survivor.trim().to_string(), why.trim().to_string()))
        .collect()
}

#[derive(Default)]
struct Count {
    made: u32,
    caught: u32,
    undecided: u32,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Caught,
    Undecided,
    Survived,
}

/// A file with its right methods, open for mutants.
struct Subject {
    session: Session,
    path: PathBuf,
    text: String,
    right: Vec<String>,
}

impl Subject {
    fn open(path: &Path) -> Subject {
        let options = Options {
            paths: vec![path.to_owned()],
            // Verdicts are kept in memory only.
            cache: false,
            jobs: 1,
            timeout: Duration::from_secs(5),
            ..Options::default()
        };
        // On a busy machine a JVM may take longer to start than it is given.
        let session = (0..5)
            .find_map(|_| Session::open(options.clone()).ok())
            .expect("a session");
        let prepared = session.prepare();
        let report = session.check_all(&prepared, &Cancel::new(), &mut |_| {});
        let right = report
            .methods
            .iter()
            .filter(|m| matches!(m.verdict, Verdict::Holds | Verdict::HoldsToBound))
            .map(|m| m.id.clone())
            .collect();
        Subject {
            session,
            path: path.to_owned(),
            text: std::fs::read_to_string(path).expect("a readable subject"),
            right,
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
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let method = id.split('(').next().unwrap_or("");
        format!("{name}: {}", method.rsplit('.').next().unwrap_or(""))
    }

    /// The file, the line as it was, and the change: what stays when other lines of the file change.
    fn describe(&self, mutant: &Mutant) -> String {
        let line = self.text.lines().nth(mutant.line(&self.text) - 1);
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        format!(
            "{name}: {}: `{}` -> `{}`",
            line.unwrap_or("").trim(),
            &self.text[mutant.start..mutant.end],
            mutant.replacement
        )
    }
}

/// Checks need a deep stack, as the program's own workers have.
fn main() -> ExitCode {
    let worker = std::thread::Builder::new().stack_size(64 << 20);
    let run = worker.spawn(run).expect("a thread");
    run.join().unwrap_or(ExitCode::FAILURE)
}

fn run() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut files = Vec::new();
    java_files(
        &program::root().join("tests/subjects/catalogue"),
        &mut files,
    );
    files.retain(|file| {
        let name = file.to_string_lossy();
        words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
    });
    let explanations = explanations();
    let mut kinds: BTreeMap<&str, Count> = BTreeMap::new();
    let mut unexplained = 0;
    for file in files {
        let subject = Subject::open(&file);
        for mutant in mutate::mutants(&subject.text) {
            let Some(fate) = subject.fate(&mutant) else {
                continue;
            };
            let count = kinds.entry(mutant.what).or_default();
            count.made += 1;
            count.caught += u32::from(fate == Fate::Caught);
            count.undecided += u32::from(fate == Fate::Undecided);
            if fate == Fate::Caught {
                continue;
            }
            let description = subject.describe(&mutant);
            let why = explanations
                .get(&description)
                .or_else(|| explanations.get(&subject.method_of(&mutant)));
            unexplained += u32::from(why.is_none());
            println!(
                "{} {description} [{}] | {}",
                if fate == Fate::Undecided {
                    "undecided"
                } else {
                    "survived "
                },
                subject.method_of(&mutant),
                why.map_or("not explained", |why| why.as_str())
            );
        }
    }
    println!("\n| change | mutants | caught | undecided | survived |\n|---|---|---|---|---|");
    let mut all = Count::default();
    let row = |what: &str, c: &Count| {
        let survived = c.made - c.caught - c.undecided;
        println!(
            "| {what} | {} | {} | {} | {survived} |",
            c.made, c.caught, c.undecided
        );
    };
    for (what, count) in &kinds {
        row(what, count);
        all.made += count.made;
        all.caught += count.caught;
        all.undecided += count.undecided;
    }
    row("all", &all);
    println!("\nnot explained in tests/survivors.txt: {unexplained}");
    if unexplained == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
