//! Test runs: a launcher of our own in place of JUnit's shows that limits and outcomes are handled.

mod support;

use std::fs;
use std::time::Duration;

use proviso_jvm_host::{Cancel, Host, HostError, Runner, TestRunRequest};
use support::{classes, host};

const LAUNCHER: &str = "package org.junit.platform.console;
public class ConsoleLauncher {
  public static void main(String[] arguments) throws Exception {
    for (String argument : arguments) {
      if (argument.equals(\"--select-class=Fails\")) { System.err.println(\"expected 1\"); System.exit(1); }
      if (argument.equals(\"--select-class=Hangs\")) { while (true) Thread.sleep(1000); }
      if (argument.equals(\"--select-class=Talks\")) { for (int i = 0; i < 1000000; i++) System.out.println(i); }
    }
    System.out.println(\"passed\");
  }
}";

fn with_launcher(test: impl FnOnce(&Host, &TestRunRequest)) {
    let host = host();
    let folder = tempfile::tempdir().unwrap();
    let package = folder.path().join("org/junit/platform/console");
    fs::create_dir_all(&package).unwrap();
    for class in classes(&host, &[("ConsoleLauncher.java", LAUNCHER)]).iter() {
        fs::write(package.join("ConsoleLauncher.class"), &class.bytes).unwrap();
    }
    let request = TestRunRequest {
        runner: Runner::JunitPlatform,
        class_path: vec![folder.path().to_owned()],
        runner_jars: Vec::new(),
        scratch: folder.path().join("scratch"),
        classes: vec![],
        heap_mb: 64,
        jvm: Vec::new(),
        time_limit: Duration::from_secs(60),
    };
    test(&host, &request);
}

fn of(request: &TestRunRequest, class: &str) -> TestRunRequest {
    TestRunRequest {
        classes: vec![class.into()],
        ..request.clone()
    }
}

#[test]
fn passing_and_failing_runs_are_told_apart() {
    with_launcher(|host, request| {
        let passed = host
            .run_tests(&of(request, "Passes"), &Cancel::default())
            .unwrap();
        assert!(
            passed.passed && passed.output.contains("passed"),
            "{passed:?}"
        );
        let failed = host
            .run_tests(&of(request, "Fails"), &Cancel::default())
            .unwrap();
        assert!(
            !failed.passed && failed.output.contains("expected 1"),
            "{failed:?}"
        );
        assert_eq!(failed.exit_code, Some(1));
        let talked = host
            .run_tests(&of(request, "Talks"), &Cancel::default())
            .unwrap();
        assert!(
            talked.passed && talked.output.len() <= 1 << 20,
            "{}",
            talked.output.len()
        );
    });
}

#[test]
fn a_run_that_hangs_is_ended() {
    with_launcher(|host, request| {
        let hurried = TestRunRequest {
            time_limit: Duration::from_millis(500),
            ..of(request, "Hangs")
        };
        assert!(matches!(
            host.run_tests(&hurried, &Cancel::default()),
            Err(HostError::TimedOut { .. })
        ));
        let cancel = Cancel::default();
        cancel.cancel();
        assert!(matches!(
            host.run_tests(&of(request, "Hangs"), &cancel),
            Err(HostError::Cancelled)
        ));
    });
}
