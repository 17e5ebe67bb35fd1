//! A class of random methods, run by a warm JVM and by the engine.

use super::generate::{Random, class};
use super::jvm::Jdk;
use proviso_classfile::ClassPath;
use proviso_engine::concrete::{Ending, Run, run_main};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Arc;

const STEPS: u64 = 1_000_000_000;

/// A JVM that compiles and runs one class after the other.
pub struct Worker {
    child: Child,
    requests: ChildStdin,
    answers: BufReader<ChildStdout>,
}

/// A generated class, before anybody ran it.
pub struct Batch {
    pub folder: tempfile::TempDir,
    pub source: PathBuf,
}

impl Batch {
    pub fn new(methods: usize, seed: u64, release: u32) -> Batch {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let source = folder.path().join("Generated.java");
        let text = class("Generated", methods, release, &mut Random::new(seed));
        std::fs::write(&source, text).expect("the source can be written");
        Batch { folder, source }
    }
}

impl Worker {
    pub fn start(jdk: &Jdk) -> Worker {
        let program = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
            .join("examples/differential")
            .join("Worker.java");
        let mut child = Command::new(jdk.home.join("bin/java"))
            .args([
                "-Xmx1g",
                "-XX:+UseSerialGC",
                "-XX:-OmitStackTraceInFastThrow",
            ])
            .args([
                "-Duser.language=en",
                "-Duser.country=US",
                "-Dfile.encoding=UTF-8",
            ])
            .arg(program)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("java starts");
        let requests = child.stdin.take().expect("a pipe");
        let answers = BufReader::new(child.stdout.take().expect("a pipe"));
        Worker {
            child,
            requests,
            answers,
        }
    }

    /// Hands a class over; the answer is fetched later.
    pub fn send(&mut self, batch: &Batch) {
        let line = format!(
            "{}\t{}\n",
            batch.source.display(),
            batch.folder.path().display()
        );
        self.requests
            .write_all(line.as_bytes())
            .expect("the JVM listens");
    }

    /// What the class that was sent first printed.
    pub fn printed(&mut self) -> String {
        let mut header = String::new();
        self.answers
            .read_line(&mut header)
            .expect("the JVM's answer");
        let (status, length) = header.trim().split_once(' ').expect("the JVM lives");
        let mut bytes = vec![0; length.parse().expect("a length")];
        self.answers
            .read_exact(&mut bytes)
            .expect("the JVM's answer");
        let text = String::from_utf8_lossy(&bytes).into_owned();
        assert_eq!(status, "0", "{text}");
        text
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The same class in the engine.
pub fn engine_run(jdk: &Jdk, batch: &Batch) -> Run {
    let path =
        ClassPath::new(&jdk.home, &[batch.folder.path().to_owned()]).expect("the JDK can be read");
    run_main(&Arc::new(path), "Generated", STEPS).expect("the JDK can be read")
}

/// What is different: at most ten lines, and how the engine ended if it should not have.
pub fn differences(expected: &str, run: &Run) -> Vec<String> {
    let mut wrong: Vec<String> = expected
        .lines()
        .zip(run.output.lines())
        .enumerate()
        .filter(|(_, (jvm, engine))| jvm != engine)
        .take(10)
        .map(|(line, (jvm, engine))| {
            let method = expected
                .lines()
                .take(line + 1)
                .filter(|l| l.starts_with('m'));
            let last = method.last().unwrap_or_default();
            let method = last.split(' ').take(2).collect::<Vec<_>>().join(" ");
            format!("at or after {method}\n  JVM:    {jvm}\n  engine: {engine}")
        })
        .collect();
    let (jvm, engine) = (expected.lines().count(), run.output.lines().count());
    if run.ending != Ending::Returned || jvm != engine {
        wrong.push(format!(
            "the JVM printed {jvm} lines, the engine {engine} and {:?} {}",
            run.ending, run.errors
        ));
    }
    wrong
}
