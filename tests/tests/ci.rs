//! `proviso check` as a build server uses it: parts of a project, being killed, a terminal that watches.

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use proviso_report::Report;
use proviso_tests::program;

const SUBJECT: &str = "class NAME {
    //@ ensures \\result >= 0;
    static int positive(int x) { return OTHER x < 0 ? 0 : x; }
    //@ ensures \\result == x;
    static int same(int x) { return x; }
}
";

fn write(folder: &Path, name: &str, other: &str) {
    let text = SUBJECT.replace("NAME", name).replace("OTHER", other);
    std::fs::write(folder.join(format!("{name}.java")), text).expect("written");
}

fn ids(report: &Report) -> Vec<&str> {
    report
        .methods
        .iter()
        .map(|method| method.id.as_str())
        .collect()
}

fn git(folder: &Path, arguments: &[&str]) {
    let mut git = Command::new("git");
    git.arg("-C").arg(folder);
    git.args(["-c", "user.name=t", "-c", "user.email=t@example.org"]);
    git.args(arguments);
    let output = program::run_command(git, Duration::from_secs(60));
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn only_what_a_change_can_reach_is_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    write(folder.path(), "Low", "");
    write(folder.path(), "High", "Low.same(1) < 0 ? 1 :");
    write(folder.path(), "Apart", "");
    git(folder.path(), &["init", "-q"]);
    git(folder.path(), &["add", "."]);
    git(folder.path(), &["commit", "-q", "-m", "all"]);
    assert!(ids(&program::check(&[path, "--changed-since", "HEAD"])).is_empty());
    let file = folder.path().join("Low.java");
    let text = std::fs::read_to_string(&file).expect("readable");
    std::fs::write(&file, text.replace("return x;", "return x + 0;")).expect("written");
    let report = program::check(&[path, "--changed-since", "HEAD"]);
    let checked = ids(&report);
    assert!(checked.contains(&"Low.same(I)I"), "{checked:?}");
    assert!(
        checked.contains(&"High.positive(I)I"),
        "a caller is reached: {checked:?}"
    );
    assert!(!checked.contains(&"Apart.same(I)I"), "{checked:?}");

    let wrong = program::run(&["check", path, "--changed-since", "no-such-revision"]);
    assert_eq!(wrong.status.code(), Some(2));
    let said = String::from_utf8_lossy(&wrong.stderr).into_owned();
    assert!(said.starts_with("proviso: --changed-since:"), "{said}");
}

#[test]
fn shards_are_disjoint_and_together_everything() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().to_str().expect("UTF-8");
    for name in ["A", "B", "C"] {
        write(folder.path(), name, "");
    }
    let mut parts: Vec<String> = Vec::new();
    for shard in ["1/3", "2/3", "3/3"] {
        let report = program::check(&[path, "--shard", shard]);
        parts.extend(ids(&report).into_iter().map(str::to_owned));
    }
    let whole = program::check(&[path]);
    let mut all: Vec<String> = ids(&whole).into_iter().map(str::to_owned).collect();
    all.sort();
    parts.sort();
    assert_eq!(parts, all);
    let wrong = program::run(&["check", path, "--shard", "4/3"]);
    assert_eq!(wrong.status.code(), Some(2));
}

#[test]
fn a_check_that_is_killed_leaves_no_torn_output_and_a_usable_cache() {
    let folder = tempfile::tempdir().expect("a folder");
    let subject = program::root().join("examples");
    let output = folder.path().join("out.json");
    let arguments = |command: &mut Command| {
        command
            .args(["check", "--format", "json", "--output"])
            .arg(&output)
            .arg(&subject)
            .env("PROVISO_CACHE_DIR", folder.path().join("cache"));
    };
    let mut unkilled = 0;
    for step in 0..12_u64 {
        let mut command = Command::new(program::proviso());
        arguments(&mut command);
        let mut child = command
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("starts");
        std::thread::sleep(Duration::from_millis(150 * (step + 1)));
        unkilled += usize::from(child.try_wait().expect("can be waited for").is_some());
        let _ = child.kill();
        let _ = child.wait();
        if let Ok(text) = std::fs::read(&output) {
            serde_json::from_slice::<Report>(&text).expect("a whole report");
        }
    }
    assert!(unkilled < 12, "none was killed at work");
    let mut command = Command::new(program::proviso());
    arguments(&mut command);
    let ended = program::run_command(command, Duration::from_secs(300));
    assert_eq!(ended.status.code(), Some(1));
    let after: Report =
        serde_json::from_slice(&std::fs::read(&output).expect("readable")).expect("a report");
    let fresh = program::check(&[subject.to_str().expect("UTF-8")]);
    let verdicts = |report: &Report| -> Vec<_> {
        let methods = report.methods.iter();
        methods
            .map(|method| (method.id.clone(), method.verdict))
            .collect()
    };
    assert_eq!(verdicts(&after), verdicts(&fresh));
}

#[test]
fn a_terminal_sees_a_bar_with_method_verdicts_and_time() {
    // Python has the pseudo-terminal that Rust's library lacks.
    let watch = "import os, pty, sys
seen = b''
def read(fd):
    global seen
    data = os.read(fd, 65536)
    seen += data
    return data
pty.spawn(sys.argv[1:], read)
";
    let mut command = Command::new("python3");
    command
        .args(["-c", watch])
        .arg(program::proviso())
        .args(["check", "--no-cache", "--color", "never"])
        .arg(program::root().join("examples"));
    let output = program::run_command(command, Duration::from_secs(300));
    let seen = String::from_utf8_lossy(&output.stdout);
    for part in [
        "\u{2588}",
        "\u{2591}",
        "1 violated",
        " left · ",
        "Account.",
        "\r\u{1b}[K",
    ] {
        assert!(seen.contains(part), "{part:?} is missing in {seen:?}");
    }
}
