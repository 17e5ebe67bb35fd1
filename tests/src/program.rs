//! Runs the `proviso` program that was built beside the tests.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

use proviso_report::Report;

/// The program of the same build as what is running: `target/<profile>/proviso`. Tests lie in
/// `target/<profile>/deps`, our own programs beside it.
pub fn proviso() -> PathBuf {
    let running = std::env::current_exe().expect("a program has a path");
    let mut folder = running.parent().expect("it lies in a folder");
    if folder.ends_with("deps") {
        folder = folder.parent().expect("deps lies in target/<profile>");
    }
    let program = folder.join("proviso");
    assert!(
        program.is_file(),
        "{} is not there: run ./x build (or cargo build -p proviso with the same profile) first",
        program.display()
    );
    program
}

/// The root of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("tests/ has a parent")
        .to_path_buf()
}

/// Runs the program to its end; one that does not end is killed and fails the test.
pub fn run(arguments: &[&str]) -> Output {
    let mut command = Command::new(proviso());
    command.args(arguments);
    run_command(command, Duration::from_secs(600))
}

pub fn run_command(mut command: Command, limit: Duration) -> Output {
    run_command_of(&mut command, limit)
}

pub fn run_command_of(command: &mut Command, limit: Duration) -> Output {
    let scratch = tempfile::tempdir().expect("a temporary folder");
    let create = |name: &str| std::fs::File::create(scratch.path().join(name)).expect("a file");
    let mut child = command
        .stdin(Stdio::null())
        .stdout(create("out"))
        .stderr(create("err"))
        .spawn()
        .expect("the program starts");
    let start = Instant::now();
    let status = loop {
        if let Some(status) = child.try_wait().expect("the program can be waited for") {
            break status;
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            let errors = std::fs::read_to_string(scratch.path().join("err")).unwrap_or_default();
            panic!("{command:?} did not end within {limit:?}; it said:\n{errors}");
        }
        std::thread::sleep(Duration::from_millis(10));
    };
    let read = |name: &str| std::fs::read(scratch.path().join(name)).expect("its output");
    Output {
        status,
        stdout: read("out"),
        stderr: read("err"),
    }
}

/// `proviso check --format json` with these arguments; panics with the program's words when there is no report.
pub fn check(arguments: &[&str]) -> Report {
    check_within(arguments, Duration::from_secs(600))
}

/// The same with another limit, for runs over many methods.
pub fn check_within(arguments: &[&str], limit: Duration) -> Report {
    let mut all = vec!["check", "--format", "json", "--no-cache"];
    all.extend(arguments);
    let mut command = Command::new(proviso());
    command.args(&all);
    let output = run_command(command, limit);
    serde_json::from_slice(&output.stdout).unwrap_or_else(|error| {
        panic!(
            "no report from {all:?} ({error}): {}\n{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        )
    })
}

/// Checks one Java text given as `Name.java` in a folder of its own.
pub fn check_text(file_name: &str, text: &str, arguments: &[&str]) -> Report {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = folder.path().join(file_name);
    std::fs::write(&file, text).expect("the file can be written");
    let mut all = vec![file.to_str().expect("a UTF-8 path")];
    all.extend(arguments);
    check(&all)
}
