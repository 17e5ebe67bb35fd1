//! Running tests in a JVM of their own, with limits; what each test did is read from the runner's report.

use std::env;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use roxmltree::Document;

use crate::confine::{self, Needs, Sandbox};
use crate::host::{HostError, limits};
use crate::jdk::Jdk;
use crate::process::Cancel;
use crate::scratch::Scratch;

const TASK: &str = "runs tests";
const OUTPUT_LIMIT: usize = 1 << 20;

/// Who runs the tests.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Runner {
    /// JUnit's console launcher, for JUnit 5 and (through its vintage engine) JUnit 4.
    JunitPlatform,
    Testng,
}

#[derive(Debug, Clone)]
pub struct TestRunRequest {
    pub runner: Runner,
    /// Must hold the tests, the code and the runner.
    pub class_path: Vec<PathBuf>,
    /// Which of it is the runner: listeners and settings of anything else are not looked at.
    pub runner_jars: Vec<PathBuf>,
    /// The only folder that tests can write to.
    pub scratch: PathBuf,
    /// Binary names of the test classes.
    pub classes: Vec<String>,
    pub heap_mb: u32,
    /// More arguments for the JVM.
    pub jvm: Vec<String>,
    pub time_limit: Duration,
}

#[derive(Debug, Clone)]
pub struct TestRunResult {
    /// All selected tests ran and passed.
    pub passed: bool,
    pub exit_code: Option<i32>,
    /// What the launcher and the tests printed.
    pub output: String,
    /// One per test that ran; several of the same name for the rows of a parameterised one.
    pub tests: Vec<TestOutcome>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestOutcome {
    /// The method's name.
    pub name: String,
    pub failure: Option<TestFailure>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TestFailure {
    /// As `Class.getName` spells it.
    pub class: String,
    pub message: String,
}

pub(crate) fn run(
    jdk: &Jdk,
    classes: &Path,
    sandbox: Sandbox,
    request: &TestRunRequest,
    cancel: &Cancel,
) -> Result<TestRunResult, HostError> {
    let java = jdk.java();
    let failed = |message: String| HostError::Failed {
        task: TASK,
        message,
    };
    let joined =
        |paths: &[PathBuf]| env::join_paths(paths).map_err(|error| failed(error.to_string()));
    let mut runner = request.runner_jars.clone();
    runner.extend(confine::jars::named_by(request.runner_jars.iter()));
    let mut command = Command::new(&java);
    command
        .arg(format!("-Xmx{}m", request.heap_mb))
        .args(["-XX:+UseSerialGC", "-XX:-UsePerfData", "-ea"])
        .arg("-XX:+DisableAttachMechanism")
        .args(&request.jvm)
        .arg("-cp")
        .arg(classes)
        .arg("proviso.host.Tests")
        .arg(joined(&request.class_path)?)
        .arg(joined(&runner)?);
    let reports = Scratch::new().map_err(|error| failed(error.to_string()))?;
    match request.runner {
        Runner::JunitPlatform => {
            command.args([
                "org.junit.platform.console.ConsoleLauncher",
                "--disable-banner",
                "--disable-ansi-colors",
                "--details=tree",
                "--fail-if-no-tests",
            ]);
            command.arg(format!("--reports-dir={}", reports.path().display()));
            for class in &request.classes {
                command.arg(format!("--select-class={class}"));
            }
        }
        Runner::Testng => {
            command.args(["org.testng.TestNG", "-usedefaultlisteners", "true", "-d"]);
            command.arg(reports.path());
            command.arg("-testclass").arg(request.classes.join(","));
        }
    }
    let mut read = request.class_path.clone();
    read.push(classes.to_owned());
    read.extend(confine::jars::named_by(request.class_path.iter()));
    let needs = Needs {
        java: java.clone(),
        jdk: jdk.home.clone(),
        read,
        write: vec![reports.path(), request.scratch.clone()],
        limits: limits(request.heap_mb, 60 + 2 * request.time_limit.as_secs()),
        with_thread: true,
    };
    confine::confine(&mut command, &needs, sandbox).map_err(|missing| HostError::Unconfined {
        task: TASK,
        missing,
    })?;
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| HostError::Start { java, error })?;
    // Both pipes are drained while the tests run, otherwise a talkative test would block.
    let output = Arc::new(Mutex::new(Vec::new()));
    let readers: Vec<_> = [
        child
            .stdout
            .take()
            .map(|pipe| Box::new(pipe) as Box<dyn Read + Send>),
        child
            .stderr
            .take()
            .map(|pipe| Box::new(pipe) as Box<dyn Read + Send>),
    ]
    .into_iter()
    .flatten()
    .map(|pipe| {
        let output = Arc::clone(&output);
        thread::spawn(move || collect(pipe, &output))
    })
    .collect();
    let deadline = Instant::now() + request.time_limit;
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Ok(status),
            Ok(None) if cancel.is_cancelled() => break Err(HostError::Cancelled),
            Ok(None) if Instant::now() >= deadline => {
                break Err(HostError::TimedOut {
                    task: TASK,
                    limit: request.time_limit,
                });
            }
            Ok(None) => thread::sleep(Duration::from_millis(20)),
            Err(error) => break Err(failed(error.to_string())),
        }
    };
    if status.is_err() {
        confine::kill(&mut child);
    }
    let status = status?;
    // A process the tests left behind may keep the pipes open: what it prints is not waited for.
    let patience = Instant::now() + Duration::from_secs(2);
    while readers.iter().any(|reader| !reader.is_finished()) && Instant::now() < patience {
        thread::sleep(Duration::from_millis(5));
    }
    let output = String::from_utf8_lossy(&output.lock().unwrap_or_else(PoisonError::into_inner))
        .into_owned();
    Ok(TestRunResult {
        passed: status.success(),
        exit_code: status.code(),
        output,
        tests: outcomes(&reports.path(), request.runner),
    })
}

/// The runner's XML reports; what cannot be read holds no outcomes, and a test without one did not run.
fn outcomes(folder: &Path, runner: Runner) -> Vec<TestOutcome> {
    let mut found = Vec::new();
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    files.sort();
    for file in files {
        let name = file
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or("");
        let wanted = match runner {
            Runner::JunitPlatform => name.starts_with("TEST-") && name.ends_with(".xml"),
            Runner::Testng => name == "testng-results.xml",
        };
        if wanted && let Ok(text) = std::fs::read_to_string(&file) {
            found.extend(match runner {
                Runner::JunitPlatform => junit_outcomes(&text),
                Runner::Testng => testng_outcomes(&text),
            });
        }
    }
    found
}

fn junit_outcomes(text: &str) -> Vec<TestOutcome> {
    let Ok(document) = Document::parse(text) else {
        return Vec::new();
    };
    let cases = document
        .descendants()
        .filter(|node| node.has_tag_name("testcase"));
    cases
        .map(|case| {
            let name = case.attribute("name").unwrap_or("");
            let failure = case
                .children()
                .find(|node| node.has_tag_name("failure") || node.has_tag_name("error"));
            TestOutcome {
                // `name(int)[2]` for a row.
                name: name.split(['(', '[']).next().unwrap_or(name).to_owned(),
                failure: failure.map(|node| TestFailure {
                    class: node.attribute("type").unwrap_or("").to_owned(),
                    message: node.attribute("message").unwrap_or("").to_owned(),
                }),
            }
        })
        .collect()
}

fn testng_outcomes(text: &str) -> Vec<TestOutcome> {
    let Ok(document) = Document::parse(text) else {
        return Vec::new();
    };
    let methods = document.descendants().filter(|node| {
        node.has_tag_name("test-method") && node.attribute("is-config") != Some("true")
    });
    methods
        .map(|method| {
            let thrown = method
                .descendants()
                .find(|node| node.has_tag_name("exception"));
            let passed = method.attribute("status") == Some("PASS");
            let message = thrown.and_then(|node| {
                let message = node
                    .descendants()
                    .find(|node| node.has_tag_name("message"))?;
                message.text()
            });
            TestOutcome {
                name: method.attribute("name").unwrap_or("").to_owned(),
                failure: (!passed).then(|| TestFailure {
                    class: thrown
                        .and_then(|node| node.attribute("class"))
                        .unwrap_or("")
                        .to_owned(),
                    message: message.unwrap_or("").trim().to_owned(),
                }),
            }
        })
        .collect()
}

fn collect(mut pipe: impl Read, output: &Mutex<Vec<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count) = pipe.read(&mut buffer) {
        if count == 0 {
            return;
        }
        let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
        let room = OUTPUT_LIMIT.saturating_sub(output.len()).min(count);
        output.extend(&buffer[..room]);
    }
}
