//! Files that are not what their names promise, and build files that go too far: nothing hangs, nothing is lost.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

use proviso_report::Report;
use proviso_tests::program;

const GOOD: &str =
    "class Good { /*@ ensures \\result == x + 1; */ static int next(int x) { return x; } }\n";

fn check_with(project: &Path, cache: Option<&Path>, arguments: &[&str]) -> (Report, String) {
    let mut command = Command::new(program::proviso());
    command.args(["check", "--format", "json"]).arg(project);
    match cache {
        Some(folder) => command.env("PROVISO_CACHE_DIR", folder),
        None => command.arg("--no-cache"),
    };
    command.args(arguments);
    let output = program::run_command(command, Duration::from_secs(120));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    let report = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}\n{errors}", output.status));
    (report, errors)
}

fn methods(report: &Report) -> Vec<&str> {
    report.methods.iter().map(|m| m.id.as_str()).collect()
}

fn make_pipe(path: &Path) {
    let status = Command::new("mkfifo").arg(path).status();
    assert!(status.expect("mkfifo").success());
}

fn said(report: &Report, words: &str) -> bool {
    report.problems.iter().any(|p| p.message.contains(words))
}

#[test]
fn pipes_devices_and_proc_files_with_a_java_name_are_left_out() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Good.java"), GOOD).expect("a file");
    let pipe = folder.path().join("Pipe.java");
    make_pipe(&pipe);
    for (name, target) in [
        ("Zero.java", "/dev/zero"),
        ("Random.java", "/dev/urandom"),
        ("Memory.java", "/proc/self/mem"),
        ("Log.java", "/proc/kmsg"),
        ("Environment.java", "/proc/self/environ"),
        ("Loop.java", "Loop.java"),
    ] {
        std::os::unix::fs::symlink(target, folder.path().join(name)).expect("a link");
    }
    let huge = std::fs::File::create(folder.path().join("Huge.java")).expect("a file");
    huge.set_len(1 << 32).expect("a hole");
    let start = Instant::now();
    let (report, _) = check_with(folder.path(), None, &[]);
    assert!(start.elapsed() < Duration::from_secs(60));
    assert_eq!(methods(&report), ["Good.next(I)I"]);
    for name in ["Pipe.java", "Zero.java", "Huge.java"] {
        assert!(said(&report, name), "{name}: {:?}", report.problems);
    }
}

/// A class that only the compiler would look for, by name.
#[test]
fn a_pipe_that_another_class_names_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::create_dir(folder.path().join("p")).expect("a folder");
    let text = "class Good { static int next(int x) { return x + p.Pipe.y; } }\n";
    std::fs::write(folder.path().join("Good.java"), text).expect("a file");
    let pipe = folder.path().join("p/Pipe.java");
    make_pipe(&pipe);
    let start = Instant::now();
    let (report, _) = check_with(folder.path(), None, &[]);
    assert!(
        start.elapsed() < Duration::from_secs(60),
        "{:?}",
        start.elapsed()
    );
    assert!(!report.problems.is_empty());
}

#[test]
fn a_pom_may_be_as_deep_as_it_likes() {
    let folder = tempfile::tempdir().expect("a folder");
    let sources = folder.path().join("src/main/java");
    std::fs::create_dir_all(&sources).expect("a folder");
    std::fs::write(sources.join("Good.java"), GOOD).expect("a file");
    let deep = format!(
        "<project>{}{}</project>",
        "<a>".repeat(50_000),
        "</a>".repeat(50_000)
    );
    let unclosed = "<a>".repeat(50_000);
    for pom in [deep, unclosed, "<project>".to_owned(), String::new()] {
        std::fs::write(folder.path().join("pom.xml"), pom).expect("a pom");
        let (report, _) = check_with(folder.path(), None, &[]);
        assert_eq!(methods(&report), ["Good.next(I)I"]);
        assert!(said(&report, "pom.xml"), "{:?}", report.problems);
    }
}

#[test]
fn a_source_directory_stays_in_the_project() {
    let folder = tempfile::tempdir().expect("a folder");
    let project = folder.path().join("project");
    let sources = project.join("src/main/java");
    std::fs::create_dir_all(&sources).expect("a folder");
    std::fs::write(sources.join("Good.java"), GOOD).expect("a file");
    let outside = folder.path().join("private");
    std::fs::create_dir(&outside).expect("a folder");
    let private = "class Private { static int f() { return 1 / 0; } }";
    std::fs::write(outside.join("Private.java"), private).expect("a file");
    std::os::unix::fs::symlink(&outside, project.join("link")).expect("a link");
    for named in ["../private", "link", &outside.display().to_string()] {
        let pom =
            format!("<project><build><sourceDirectory>{named}</sourceDirectory></build></project>");
        std::fs::write(project.join("pom.xml"), pom).expect("a pom");
        let (report, _) = check_with(&project, None, &[]);
        assert_eq!(methods(&report), ["Good.next(I)I"], "{named}");
        assert!(
            said(&report, "outside of the project"),
            "{:?}",
            report.problems
        );
    }
}

/// Cut where the database used to break down over it, and at many other places.
#[test]
fn a_cut_cache_costs_one_line() {
    let folder = tempfile::tempdir().expect("a folder");
    let (project, cache) = (folder.path().join("project"), folder.path().join("cache"));
    std::fs::create_dir(&project).expect("a folder");
    std::fs::write(project.join("Good.java"), GOOD).expect("a file");
    let (first, _) = check_with(&project, Some(&cache), &[]);
    let file = cache.join("verdicts.redb");
    let good = std::fs::read(&file).expect("the cache");
    for length in [0, 1, 100, 320, 512, 4096, good.len() / 2, good.len() - 1] {
        std::fs::write(&file, &good[..length]).expect("a cut cache");
        let (report, errors) = check_with(&project, Some(&cache), &[]);
        assert_eq!(methods(&report), methods(&first));
        assert!(!errors.contains("panicked"), "cut at {length}: {errors}");
        assert!(errors.lines().count() <= 1, "cut at {length}: {errors}");
        // What was made anew is used.
        let (_, errors) = check_with(&project, Some(&cache), &[]);
        assert_eq!(errors, "", "the run after the one cut at {length}");
    }
}

/// javac's own words on the method that is too large; everything else is checked.
#[test]
fn code_that_is_too_large_costs_only_its_method() {
    let folder = tempfile::tempdir().expect("a folder");
    let lines = "a[0] = a[1] * 7 + a[2];\n".repeat(8000);
    let big = format!(
        "class Big {{ static void big(int[] a) {{ {lines} }}\n static int one() {{ return 1; }} }}\n"
    );
    std::fs::write(folder.path().join("Big.java"), big).expect("a file");
    let user =
        "class User { /*@ ensures \\result == 1; */ static int f() { return Big.one(); } }\n";
    std::fs::write(folder.path().join("User.java"), user).expect("a file");
    let (report, _) = check_with(folder.path(), None, &[]);
    let verdict = |id: &str| {
        let mut methods = report.methods.iter();
        methods.find(|m| m.id == id).map(|m| m.verdict.name())
    };
    assert_eq!(verdict("Big.big([I)V"), Some("unknown"));
    assert_eq!(verdict("Big.one()I"), Some("holds"));
    assert_eq!(verdict("User.f()I"), Some("holds"));
    assert!(said(&report, "code too large"), "{:?}", report.problems);
}

/// A real file system without room, and one that cannot be written, in a namespace of their own.
#[test]
fn a_full_or_read_only_disk_costs_the_cache_and_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let (project, disk) = (folder.path().join("project"), folder.path().join("disk"));
    std::fs::create_dir(&project).expect("a folder");
    std::fs::create_dir(&disk).expect("a folder");
    std::fs::write(project.join("Good.java"), GOOD).expect("a file");
    let disk = disk.display();
    for mount in [
        format!("mount -t tmpfs -o size=4k none {disk}"),
        format!("mount -t tmpfs -o size=300k none {disk}"),
        format!("mount -t tmpfs -o size=700k none {disk}"),
        format!("mount -t tmpfs none {disk} && mount -o remount,ro none {disk}"),
    ] {
        let mut command = Command::new("unshare");
        command.args(["--map-root-user", "--mount", "sh", "-c"]);
        command.arg(format!("{mount} && exec \"$@\""));
        command.arg("sh").arg(program::proviso());
        command.args(["check", "--format", "json"]).arg(&project);
        command.env("PROVISO_CACHE_DIR", disk.to_string());
        let output = program::run_command(command, Duration::from_secs(120));
        let errors = String::from_utf8_lossy(&output.stderr);
        let report: Report = serde_json::from_slice(&output.stdout)
            .unwrap_or_else(|error| panic!("{mount}: {error}: {}\n{errors}", output.status));
        assert_eq!(methods(&report), ["Good.next(I)I"], "{mount}");
        assert_eq!(report.methods[0].verdict.name(), "violated", "{mount}");
        assert!(!errors.contains("panicked"), "{mount}: {errors}");
        assert!(errors.lines().count() <= 1, "{mount}: {errors}");
    }
}
