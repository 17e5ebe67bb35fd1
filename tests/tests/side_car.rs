//! Killing the side-car JVM in the middle of a check loses nothing.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use proviso_report::{Replay, Report, Verdict};
use proviso_tests::program;

/// The processes whose parent is `parent`, read from /proc.
fn children(parent: u32) -> Vec<u32> {
    let Ok(entries) = std::fs::read_dir("/proc") else {
        return Vec::new();
    };
    entries
        .flatten()
        .filter_map(|entry| entry.file_name().to_str()?.parse().ok())
        .filter(|pid: &u32| {
            std::fs::read_to_string(format!("/proc/{pid}/stat"))
                .ok()
                .and_then(|stat| {
                    let after = stat.rsplit_once(')')?.1.to_string();
                    after.split_whitespace().nth(1)?.parse::<u32>().ok()
                })
                == Some(parent)
        })
        .collect()
}

#[test]
fn a_check_survives_the_death_of_its_side_cars() {
    let examples = program::root().join("examples/Abs.java");
    let scratch = tempfile::tempdir().expect("a folder");
    let output = scratch.path().join("report.json");
    let mut child = Command::new(program::proviso())
        .args(["check", "--format", "json", "--no-cache", "--output"])
        .arg(&output)
        .arg(&examples)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    // The first process of each kind dies as soon as it is seen; its successor may live.
    let mut kinds = vec!["proviso.host.Main\0compile", "proviso.host.Main\0replay"];
    let start = Instant::now();
    loop {
        if child.try_wait().expect("it can be waited for").is_some() {
            break;
        }
        assert!(
            start.elapsed() < Duration::from_secs(300),
            "the check did not end after its side-cars were killed"
        );
        for pid in children(child.id()) {
            let line = std::fs::read_to_string(format!("/proc/{pid}/cmdline")).unwrap_or_default();
            if let Some(index) = kinds.iter().position(|kind| line.contains(kind)) {
                let _ = Command::new("kill").args(["-9", &pid.to_string()]).status();
                kinds.remove(index);
            }
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    assert!(kinds.is_empty(), "never seen, so never killed: {kinds:?}");
    let report: Report =
        serde_json::from_slice(&std::fs::read(&output).expect("a report")).expect("JSON");
    let verdicts: Vec<Verdict> = report.methods.iter().map(|m| m.verdict).collect();
    assert!(verdicts.contains(&Verdict::Violated) && verdicts.contains(&Verdict::Holds));
    for violation in report.methods.iter().flat_map(|m| &m.violations) {
        if violation.kind.name() == "ensures" {
            assert_eq!(violation.replay, Replay::Confirmed, "{violation:?}");
        }
    }
}
