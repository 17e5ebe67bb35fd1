//! Running JUnit tests in a JVM of their own, with limits.

use std::env;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::host::HostError;
use crate::jdk::Jdk;
use crate::process::Cancel;

const TASK: &str = "runs tests";
const OUTPUT_LIMIT: usize = 1 << 20;

#[derive(Debug, Clone)]
pub struct TestRunRequest {
    /// Must hold the tests, the code and the JUnit platform with its console launcher.
    pub class_path: Vec<PathBuf>,
    /// Binary names of the test classes.
    pub classes: Vec<String>,
    pub heap_mb: u32,
    pub time_limit: Duration,
}

#[derive(Debug, Clone)]
pub struct TestRunResult {
    /// All selected tests ran and passed.
    pub passed: bool,
    pub exit_code: Option<i32>,
    /// What the launcher and the tests printed.
    pub output: String,
}

pub(crate) fn run(
    jdk: &Jdk,
    request: &TestRunRequest,
    cancel: &Cancel,
) -> Result<TestRunResult, HostError> {
    let java = jdk.java();
    let failed = |message: String| HostError::Failed {
        task: TASK,
        message,
    };
    let class_path =
        env::join_paths(&request.class_path).map_err(|error| failed(error.to_string()))?;
    let mut command = Command::new(&java);
    command
        .arg(format!("-Xmx{}m", request.heap_mb))
        .args(["-XX:+UseSerialGC", "-ea", "-cp"])
        .arg(class_path);
    command.args([
        "org.junit.platform.console.ConsoleLauncher",
        "--disable-banner",
        "--disable-ansi-colors",
    ]);
    command.args(["--details=tree", "--fail-if-no-tests"]);
    for class in &request.classes {
        command.arg(format!("--select-class={class}"));
    }
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
        let _ = child.kill();
        let _ = child.wait();
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
    })
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
