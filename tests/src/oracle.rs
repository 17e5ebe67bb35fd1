//! Compares Proviso with the oracle of `tests/oracle`: random methods with random contracts, whose
//! verdicts and witnesses are judged by an evaluator of JML that shares no code with Proviso.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

use proviso_report::{Heap, MethodReport, ObjectKind, Report, Severity, Value};

use crate::program;

/// Wider than the inputs the oracle makes (two objects, arrays of up to two elements, three rounds).
pub const BOUNDS: [&str; 8] = [
    "-k",
    "3",
    "--array-bound",
    "3",
    "--arithmetic",
    "java",
    "--timeout",
    "1",
];

/// What the oracle says of one method when something is wrong, and where the source was kept.
pub struct Disagreement {
    pub seed: u64,
    pub method: String,
    /// `FALSE-HOLDS`, `FALSE-ALARM`, `EMPTY`, …
    pub kind: String,
    pub detail: String,
    pub source: PathBuf,
}

/// How many methods had which judgement.
#[derive(Default)]
pub struct Tally {
    pub counts: BTreeMap<String, u64>,
    pub disagreements: Vec<Disagreement>,
}

impl Tally {
    pub fn pairs(&self) -> u64 {
        self.counts.values().sum()
    }

    pub fn count(&self, kind: &str) -> u64 {
        self.counts.get(kind).copied().unwrap_or(0)
    }

    /// A line of the oracle's: method, judgement, and what there is to say about it.
    fn add(&mut self, seed: u64, line: &str, sources: &Path, keep: &Path) {
        let mut words = line.splitn(3, '\t');
        let method = words.next().unwrap_or_default().to_string();
        let kind = words.next().unwrap_or_default().to_string();
        let detail = words.next().unwrap_or_default().to_string();
        // Judgements in small letters are agreement.
        if kind.starts_with(char::is_uppercase) {
            let family = method.split('.').next().unwrap_or_default();
            let file = format!("{}.java", family.trim_end_matches('S'));
            let kept = keep.join(seed.to_string());
            std::fs::create_dir_all(&kept).expect("a folder");
            std::fs::copy(sources.join(&file), kept.join(&file)).expect("a copy");
            self.disagreements.push(Disagreement {
                seed,
                method,
                kind: kind.clone(),
                detail,
                source: kept.join(file),
            });
        }
        *self.counts.entry(kind).or_default() += 1;
    }
}

/// The Java program, started once for many batches.
pub struct Oracle {
    child: Child,
    to: ChildStdin,
    from: BufReader<ChildStdout>,
    _classes: tempfile::TempDir,
}

impl Oracle {
    pub fn start() -> Oracle {
        let classes = tempfile::tempdir().expect("a temporary folder");
        let sources = program::root().join("tests/oracle/oracle");
        let files: Vec<PathBuf> = std::fs::read_dir(&sources)
            .expect("the oracle's sources")
            .map(|entry| entry.expect("a file").path())
            .collect();
        let mut javac = Command::new("javac");
        javac
            .args(["-Xlint:all", "-Werror", "-d"])
            .arg(classes.path());
        let output = program::run_command_of(javac.args(files), Duration::from_secs(120));
        assert!(
            output.status.success(),
            "the oracle does not compile:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let mut child = Command::new("java")
            .args(["-Xmx600m", "-XX:+UseSerialGC", "-cp"])
            .arg(classes.path())
            .arg("oracle.Oracle")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java starts");
        Oracle {
            to: child.stdin.take().expect("piped"),
            from: BufReader::new(child.stdout.take().expect("piped")),
            child,
            _classes: classes,
        }
    }

    /// Sends one command; the lines of the answer.
    fn ask(&mut self, command: &str) -> Vec<String> {
        writeln!(self.to, "{command}").expect("the oracle reads");
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            let read = self.from.read_line(&mut line).expect("the oracle answers");
            assert!(read > 0, "the oracle ended while it worked on {command}");
            match line.trim_end() {
                "done" => return lines,
                line => lines.push(line.to_string()),
            }
        }
    }

    /// Makes the batches of some seeds, checks them together and adds the judgements. Sources of disagreements are copied
    /// to `keep`.
    pub fn batch(&mut self, seeds: Range<u64>, arguments: &[&str], keep: &Path, tally: &mut Tally) {
        self.batch_with(seeds, arguments, keep, tally, |_| {});
    }

    /// The same with a report that was tampered with, to see that the oracle notices.
    pub fn batch_with(
        &mut self,
        seeds: Range<u64>,
        arguments: &[&str],
        keep: &Path,
        tally: &mut Tally,
        tamper: impl FnOnce(&mut Report),
    ) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let batches: Vec<(u64, PathBuf)> = seeds
            .map(|seed| (seed, folder.path().join(format!("{seed}/sources"))))
            .collect();
        let mut all = Vec::new();
        for (seed, sources) in &batches {
            let classes = sources.with_file_name("classes");
            for made in [sources, &classes] {
                std::fs::create_dir_all(made).expect("a folder");
            }
            let (written, compiled) = (sources.display(), classes.display());
            self.ask(&format!("make\t{seed}\t{written}\t{compiled}"));
            all.push(sources.to_str().expect("a UTF-8 path"));
        }
        all.extend(arguments);
        let mut report = program::check_within(&all, Duration::from_secs(3600));
        tamper(&mut report);
        for (seed, sources) in &batches {
            let verdicts = folder.path().join("verdicts");
            std::fs::write(&verdicts, lines(&report, sources))
                .expect("the verdicts can be written");
            let judge = format!("judge\t{seed}\t{}", verdicts.display());
            for line in self.ask(&judge) {
                tally.add(*seed, &line, sources, keep);
            }
        }
    }
}

impl Drop for Oracle {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// What the report says of the methods in a folder, in the words that `Verdict.java` reads.
fn lines(report: &Report, folder: &Path) -> String {
    let mut text = String::new();
    let inside = |method: &&MethodReport| Path::new(&method.file).starts_with(folder);
    for method in report.methods.iter().filter(inside) {
        let reasons = reasons(method);
        let verdict = method.verdict.name();
        let paths = method.stats.paths;
        let complete = complete(method);
        let _ = writeln!(
            text,
            "method\t{}\t{verdict}\t{paths}\t{complete}\t{reasons}",
            method.id
        );
        for violation in method
            .violations
            .iter()
            .filter(|v| v.severity == Severity::Error)
        {
            let line = violation
                .clause
                .as_ref()
                .map_or(0, |clause| clause.place.range.start.line);
            let replay = format!("{:?}", violation.replay).to_lowercase();
            let _ = writeln!(
                text,
                "violation\t{}\t{line}\t{replay}",
                violation.kind.name()
            );
            heap(&violation.heap_before, &mut text);
        }
    }
    text
}

/// Whether everything within the bounds on heaps was followed to its end.
fn complete(method: &MethodReport) -> &'static str {
    let early = ["time", "steps"];
    let stopped = method
        .cuts
        .iter()
        .any(|cut| early.contains(&cut.bound.as_str()));
    if stopped || !method.unknowns.is_empty() {
        "stopped"
    } else {
        "complete"
    }
}

fn reasons(method: &MethodReport) -> String {
    let all: Vec<String> = method
        .unknowns
        .iter()
        .map(|unknown| format!("{:?}: {}", unknown.reason, unknown.why))
        .collect();
    all.join(" | ").replace(['\t', '\n'], " ")
}

fn heap(heap: &Heap, text: &mut String) {
    for root in &heap.roots {
        let _ = writeln!(text, "root\t{}\t{}", root.name, value(&root.value));
    }
    for object in &heap.objects {
        let (length, kind, fields) = match &object.kind {
            ObjectKind::Object { fields } => (0, "field", fields.as_slice()),
            ObjectKind::Array { length, elements } => (*length, "element", elements.as_slice()),
            ObjectKind::Atom { .. } => (0, "field", [].as_slice()),
        };
        let _ = writeln!(text, "object\t{}\t{}\t{length}", object.id, object.class);
        for field in fields {
            let _ = writeln!(text, "{kind}\t{}\t{}", field.name, value(&field.value));
        }
    }
}

fn value(value: &Value) -> String {
    match value {
        Value::Null => "null:".to_string(),
        Value::Ref(id) => format!("ref:{id}"),
        Value::Boolean(b) => format!("boolean:{b}"),
        Value::Char(c) => format!("char:{c}"),
        Value::Byte(b) => format!("byte:{b}"),
        Value::Short(s) => format!("short:{s}"),
        Value::Int(i) => format!("int:{i}"),
        Value::Long(l) => format!("long:{l}"),
        Value::Float(f) => format!("float:{f}"),
        Value::Double(d) => format!("double:{d}"),
        Value::Other(text) => format!("other:{text}"),
    }
}
