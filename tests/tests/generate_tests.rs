//! Generated tests, end to end: written for the examples, compiled by javac and run by JUnit outside of Proviso.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use proviso_tests::program;
use serde_json::Value;

const LAUNCHER: &str = "/usr/share/java/junit-platform-console-standalone.jar";

fn generate(output: &Path) -> Vec<Value> {
    let examples = program::root().join("examples");
    let result = program::run(&[
        "generate-tests",
        "--no-cache",
        "--format",
        "json",
        "--output",
        output.to_str().expect("UTF-8"),
        examples.to_str().expect("UTF-8"),
    ]);
    assert_eq!(
        result.status.code(),
        Some(0),
        "{}",
        String::from_utf8_lossy(&result.stderr)
    );
    String::from_utf8_lossy(&result.stdout)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line of JSON"))
        .collect()
}

fn java_files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "java")
        })
        .collect();
    files.sort();
    files
}

#[test]
fn violations_of_the_examples_become_tests_that_fail_under_junit() {
    assert!(
        Path::new(LAUNCHER).is_file(),
        "JUnit is missing: ./x test installs Debian's junit5"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let offers = generate(folder.path());
    let written: Vec<&Value> = offers.iter().filter(|o| o["test"].is_string()).collect();
    // abs, transfer, moveAll and findWrong can all be shown from outside.
    assert_eq!(written.len(), 4, "{offers:#?}");
    let files = java_files(folder.path());
    let texts: Vec<String> = files
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("readable"))
        .collect();

    let classes = folder.path().join("classes");
    let mut javac = Command::new("javac");
    javac
        .args(["-Xlint:all", "-d"])
        .arg(&classes)
        .args(["-cp", LAUNCHER])
        .args(&files)
        .args(java_files(&program::root().join("examples")));
    let compiled = program::run_command(javac, Duration::from_secs(120));
    assert!(
        compiled.status.success(),
        "{}\n{}",
        String::from_utf8_lossy(&compiled.stderr),
        texts.join("\n")
    );
    let mut junit = Command::new("java");
    junit
        .arg("-cp")
        .arg(format!("{LAUNCHER}:{}", classes.display()))
        .args([
            "org.junit.platform.console.ConsoleLauncher",
            "--disable-ansi-colors",
        ])
        .arg(format!("--scan-class-path={}", classes.display()));
    let run = program::run_command(junit, Duration::from_secs(120));
    let said = String::from_utf8_lossy(&run.stdout);
    assert!(said.contains("4 tests failed"), "{said}");
    assert!(said.contains("0 tests successful"), "{said}");

    // Once more: nothing changes.
    generate(folder.path());
    for (file, text) in files.iter().zip(&texts) {
        assert_eq!(&std::fs::read_to_string(file).expect("readable"), text);
    }
}
