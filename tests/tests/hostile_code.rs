//! Projects whose code or settings want to do harm when they are merely checked. In the place of harm stand a victim file
//! in a temporary folder and a program that leaves a mark; nothing else is ever touched.

use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Duration;

use proviso_jvm_host::{Cancel, CompileRequest, Host, Jdk, Runner, Source, TestRunRequest};
use proviso_report::{Replay, Report, Violation};
use proviso_tests::program;

struct Ground {
    folder: tempfile::TempDir,
}

impl Ground {
    fn new() -> Ground {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let ground = Ground { folder };
        std::fs::write(ground.victim(), "precious").expect("a victim");
        std::fs::create_dir(ground.project()).expect("a project");
        ground
    }

    /// Outside of the project.
    fn victim(&self) -> PathBuf {
        self.folder.path().join("victim")
    }

    fn project(&self) -> PathBuf {
        self.folder.path().join("project")
    }

    /// `VICTIM` in the text is the victim's path.
    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.project().join(name);
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        let text = text.replace("VICTIM", &self.victim().display().to_string());
        std::fs::write(&path, text).expect("a file");
        path
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let mut command = Command::new(program::proviso());
        command.args(arguments).current_dir(self.project());
        command.env("PROVISO_CACHE_DIR", self.folder.path().join("cache"));
        program::run_command(command, Duration::from_secs(300))
    }

    fn check(&self, arguments: &[&str]) -> Report {
        let mut all = vec!["check", "--format", "json", "--no-cache", "."];
        all.extend(arguments);
        let output = self.run(&all);
        serde_json::from_slice(&output.stdout).unwrap_or_else(|error| panic!("{error}: {output:?}"))
    }

    fn unharmed(&self) {
        let text = std::fs::read_to_string(self.victim());
        assert_eq!(text.ok().as_deref(), Some("precious"), "the victim");
    }
}

fn only_violation(report: &Report) -> &Violation {
    let all: Vec<&Violation> = report.methods.iter().flat_map(|m| &m.violations).collect();
    assert_eq!(all.len(), 1, "{all:?}");
    all[0]
}

/// What stands behind the finding is not run, confined or not.
#[test]
fn replay_ends_at_the_finding() {
    let bodies = [
        (
            "assert",
            "//@ assert x != 7;\n",
            "if (x == 7) new java.io.File(\"VICTIM\").delete();",
        ),
        (
            "loop-invariant",
            "int i = 0;\n//@ maintaining i < 1;\nwhile (i < 3) {\n if (i == 1) new java.io.File(\"VICTIM\").delete();\n i++; }\n",
            "",
        ),
    ];
    for (kind, finding, behind) in bodies {
        let ground = Ground::new();
        let text = format!("class A {{\n static void f(int x) {{\n {finding} {behind}\n }}\n}}\n");
        ground.write("A.java", &text);
        // Without the sandbox: that the file is there is due to the end of the run alone.
        let report = ground.check(&["--sandbox", "off", "--method", "A.f"]);
        let violation = only_violation(&report);
        assert_eq!(
            (violation.kind.name(), violation.replay),
            (kind, Replay::Confirmed)
        );
        ground.unharmed();
    }
}

/// Code that the engine did not run: a class initialiser, the body behind a contract, a clause's method.
#[test]
fn what_was_not_explored_harms_nothing() {
    let ground = Ground::new();
    ground.write(
        "A.java",
        "class A {
           //@ ensures \\result > x;
           static int f(int x, B b) { return C.g(x); }
         }",
    );
    ground.write(
        "B.java",
        "class B { static { new java.io.File(\"VICTIM\").delete(); } int y; }",
    );
    ground.write(
        "C.java",
        "class C {
           //@ ensures \\result == x;
           static int g(int x) { new java.io.File(\"VICTIM\").delete(); return x; }
         }",
    );
    for calls in ["auto", "contract"] {
        let report = ground.check(&["--calls", calls]);
        assert!(!report.methods.is_empty());
        ground.unharmed();
    }
}

#[test]
fn test_generation_harms_nothing_on_its_way_to_a_state() {
    let ground = Ground::new();
    ground.write(
        "Stack.java",
        "public class Stack {
           private int size; private int deep;
           public void push() { size++; if (size > 1) deep = 1; }
           public void wipe() { size = 2; new java.io.File(\"VICTIM\").delete(); deep = 1; }
           public void die() { System.exit(3); }
           //@ requires deep == 1 && size == 2;
           //@ ensures \\result == 3;
           public int get() { return size; }
         }",
    );
    let output = ground.run(&[
        "generate-tests",
        ".",
        "--output",
        "tests",
        "--method",
        "Stack.get",
    ]);
    assert_eq!(output.status.code(), Some(0), "{output:?}");
    ground.unharmed();
}

/// A program in the place of `java` that leaves a mark when it is started.
fn marking_jdk(ground: &Ground, home: &str) -> PathBuf {
    let mark = ground.folder.path().join("mark");
    for program in ["java", "javac"] {
        let script = format!("#!/bin/sh\ntouch {}\n", mark.display());
        let path = ground.write(&format!("{home}/bin/{program}"), &script);
        std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).expect("a program");
    }
    mark
}

#[test]
fn a_jdk_in_the_repository_is_started_only_if_the_user_names_it() {
    let ground = Ground::new();
    let mark = marking_jdk(&ground, "jdk");
    ground.write("A.java", "class A { static int f(int x) { return x; } }");
    ground.write("proviso.toml", "jdk = \"jdk\"\n");
    for trust in [&[][..], &["--trust"]] {
        let report = ground.check(trust);
        assert!(
            !mark.exists(),
            "the repository's java was started with {trust:?}"
        );
        let said = report
            .problems
            .iter()
            .any(|p| p.message.contains("jdk") || p.message.contains("JDK"));
        assert!(said, "{:?}", report.problems);
        assert_eq!(report.methods.len(), 1, "another JDK was used");
    }
    // And it is one that would be started: the user may.
    let output = ground.run(&["check", ".", "--jdk", "jdk"]);
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(mark.exists(), "{output:?}");
}

#[test]
fn settings_of_a_project_do_not_reach_outside_of_it() {
    let ground = Ground::new();
    let secret = ground.folder.path().join("elsewhere");
    std::fs::create_dir(&secret).expect("a folder");
    ground.write("A.java", "class A { static int f(int x) { return x; } }");
    ground.write(
        "proviso.toml",
        "classpath = [\"../elsewhere\"]\nsandbox = \"off\"\n",
    );
    let left_out = |report: &Report| {
        let mut messages = report.problems.iter().map(|p| &p.message);
        messages.any(|message| message.contains("outside of the project"))
    };
    assert!(left_out(&ground.check(&[])));
    assert!(!left_out(&ground.check(&["--trust"])));
}

/// A listener that a jar of the project offers to JUnit is not the test we wanted to run.
#[test]
fn a_listener_on_the_class_path_does_not_run() {
    let launcher = Path::new("/usr/share/java/junit-platform-console-standalone.jar");
    assert!(
        launcher.is_file(),
        "JUnit is missing: ./x test installs Debian's junit5"
    );
    let folder = tempfile::tempdir().expect("a temporary folder");
    let host = Host::start(&Jdk::find(None).expect("a JDK")).expect("a host");
    let source = |name: &str, text: &str| Source {
        name: name.to_owned(),
        text: text.into(),
    };
    let request = CompileRequest {
        sources: vec![
            source(
                "Spy.java",
                "public class Spy implements org.junit.platform.launcher.TestExecutionListener {
                   static { System.out.println(\"THE SPY RAN\"); } }",
            ),
            source(
                "T.java",
                "class T { @org.junit.jupiter.api.Test void works() { System.out.println(\"the test ran\"); } }",
            ),
        ],
        class_path: vec![launcher.to_owned()],
        ..CompileRequest::default()
    };
    let compiled = host
        .compile(&request, &Cancel::default())
        .expect("an answer");
    assert!(!compiled.has_errors(), "{:?}", compiled.diagnostics);
    let classes = folder.path().join("classes");
    let services = classes.join("META-INF/services");
    std::fs::create_dir_all(&services).expect("a folder");
    std::fs::write(
        services.join("org.junit.platform.launcher.TestExecutionListener"),
        "Spy\n",
    )
    .expect("a service");
    for class in &compiled.classes {
        std::fs::write(classes.join(format!("{}.class", class.name)), &class.bytes)
            .expect("a class");
    }
    let mut request = TestRunRequest {
        runner: Runner::JunitPlatform,
        class_path: vec![classes.clone(), launcher.to_owned()],
        runner_jars: vec![launcher.to_owned()],
        scratch: folder.path().join("scratch"),
        classes: vec!["T".to_owned()],
        heap_mb: 128,
        jvm: Vec::new(),
        time_limit: Duration::from_secs(60),
    };
    let result = host
        .run_tests(&request, &Cancel::default())
        .expect("an answer");
    assert!(
        result.passed && result.output.contains("the test ran"),
        "{}",
        result.output
    );
    assert!(!result.output.contains("SPY"), "{}", result.output);
    // Taken for the runner's own, it does run: so the test can fail.
    let jar = folder.path().join("spy.jar");
    let made = Command::new(host.jdk().home.join("bin/jar"))
        .arg("cf")
        .arg(&jar)
        .arg("-C")
        .arg(&classes)
        .arg(".")
        .status()
        .expect("jar starts");
    assert!(made.success());
    request.class_path = vec![jar.clone(), launcher.to_owned()];
    request.runner_jars.push(jar);
    let result = host
        .run_tests(&request, &Cancel::default())
        .expect("an answer");
    assert!(result.output.contains("SPY"), "{}", result.output);
}
