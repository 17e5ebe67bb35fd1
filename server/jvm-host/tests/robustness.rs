//! Side-cars that are killed, and hosts that go away.

mod support;

use std::process::Command;
use std::time::{Duration, Instant};

use proviso_jvm_host::{Cancel, CompileRequest, HostError};
use support::{compile, host, request};

fn kill(id: u32) {
    assert!(
        Command::new("kill")
            .args(["-KILL", &id.to_string()])
            .status()
            .unwrap()
            .success()
    );
}

fn exists(id: u32) -> bool {
    Command::new("kill")
        .args(["-0", &id.to_string()])
        .output()
        .unwrap()
        .status
        .success()
}

#[test]
fn a_killed_compiler_is_restarted_and_the_request_repeated() {
    let host = host();
    assert!(!compile(&host, &[("A.java", "class A {}")]).has_errors());
    let [first] = host.process_ids()[..] else {
        panic!("one process expected")
    };
    kill(first);
    assert!(!compile(&host, &[("A.java", "class A {}")]).has_errors());
    let [second] = host.process_ids()[..] else {
        panic!("one process expected")
    };
    assert_ne!(first, second);
}

#[test]
fn a_compiler_killed_in_the_middle_of_requests_loses_none() {
    let host = host();
    host.warm_up().unwrap();
    let [process] = host.process_ids()[..] else {
        panic!("one process expected")
    };
    std::thread::scope(|scope| {
        let all: Vec<_> = (0..4)
            .map(|number| {
                let (name, text) = (format!("C{number}.java"), format!("class C{number} {{}}"));
                let host = &host;
                scope.spawn(move || compile(host, &[(&name, &text)]).classes.len())
            })
            .collect();
        kill(process);
        for one in all {
            assert_eq!(one.join().unwrap(), 1);
        }
    });
}

#[test]
fn dropping_the_host_ends_its_processes() {
    let host = host();
    host.warm_up().unwrap();
    let ids = host.process_ids();
    assert_eq!(ids.len(), 1);
    drop(host);
    let deadline = Instant::now() + Duration::from_secs(20);
    while ids.iter().any(|id| exists(*id)) {
        assert!(Instant::now() < deadline, "process {ids:?} is still there");
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn a_cancelled_compilation_returns_and_the_next_one_works() {
    let host = host();
    let cancel = Cancel::default();
    cancel.cancel();
    let answer = host.compile(&request(&[("A.java", "class A {}")]), &cancel);
    assert!(matches!(answer, Err(HostError::Cancelled)), "{answer:?}");
    assert!(!compile(&host, &[("A.java", "class A {}")]).has_errors());
}

#[test]
fn a_request_over_its_time_limit_is_an_error_and_not_a_hang() {
    let host = host();
    let hurried = CompileRequest {
        time_limit: Duration::ZERO,
        ..request(&[("A.java", "class A {}")])
    };
    let answer = host.compile(&hurried, &Cancel::default());
    assert!(
        matches!(answer, Err(HostError::TimedOut { .. })),
        "{answer:?}"
    );
    assert!(!compile(&host, &[("A.java", "class A {}")]).has_errors());
}

#[test]
fn a_bad_option_is_a_message() {
    let odd = CompileRequest {
        release: Some(4711),
        ..request(&[("A.java", "class A {}")])
    };
    let error = host()
        .compile(&odd, &Cancel::default())
        .unwrap_err()
        .to_string();
    assert!(error.contains("4711"), "{error}");
}
