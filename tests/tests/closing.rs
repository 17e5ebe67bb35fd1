//! Verdicts beyond the bounds: what is true for all inputs is shown without a written invariant, what is false deep down never.

use std::collections::BTreeSet;
use std::process::Command;

use proviso_report::{MethodReport, Verdict};
use proviso_tests::program;

fn subjects() -> std::path::PathBuf {
    program::root().join("tests/subjects/closing")
}

fn checked(folder: &str, arguments: &[&str]) -> Vec<MethodReport> {
    let folder = subjects().join(folder);
    let mut all = vec![folder.to_str().expect("a UTF-8 path")];
    all.extend(arguments);
    let report = program::check(&all);
    let inputs = |m: &MethodReport| !m.id.contains("<init>");
    report.methods.into_iter().filter(inputs).collect()
}

fn name(report: &MethodReport) -> String {
    let id = report.id.split('(').next().unwrap_or(&report.id);
    id.to_owned()
}

/// Methods whose body begins with a comment `// open: why`: true for all inputs, and not shown yet.
fn open() -> Vec<String> {
    let mut open = Vec::new();
    let folders = ["quick", "slow"].map(|folder| subjects().join(folder));
    let files = folders
        .iter()
        .flat_map(|f| std::fs::read_dir(f).expect("the subjects"));
    for entry in files {
        let path = entry.expect("a file").path();
        let text = std::fs::read_to_string(&path).expect("Java");
        let lines: Vec<&str> = text.lines().collect();
        let class = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        for pair in lines.windows(2) {
            if pair[1].trim_start().starts_with("// open: ") {
                let head = pair[0].split('(').next().unwrap_or("");
                let method = head.rsplit(' ').next().unwrap_or("");
                open.push(format!("{class}.{method}"));
            }
        }
    }
    open
}

/// What `larger/Larger.java` found broken by running the catalogue with inputs far beyond the bounds.
fn broken_by_larger_inputs() -> BTreeSet<String> {
    let classes = tempfile::tempdir().expect("a folder");
    let mut javac = Command::new("javac");
    javac.arg("-d").arg(classes.path());
    for folder in ["quick", "slow", "larger"] {
        let files = std::fs::read_dir(subjects().join(folder)).expect("the subjects");
        javac.args(files.map(|entry| entry.expect("a file").path()));
    }
    assert!(javac.status().expect("javac").success());
    let mut java = Command::new("java");
    java.arg("-Xss16m").arg("-cp").arg(classes.path());
    let run = java.arg("Larger").output().expect("java");
    assert!(
        run.status.success(),
        "{}",
        String::from_utf8_lossy(&run.stderr)
    );
    let text = String::from_utf8(run.stdout).expect("UTF-8");
    let broken = text.lines().filter_map(|line| line.strip_prefix("broken "));
    broken.map(str::to_owned).collect()
}

#[test]
fn what_is_true_for_all_inputs_is_shown_and_what_is_false_deep_down_is_not() {
    let open = open();
    let mut reports = checked("quick", &["--timeout", "60"]);
    reports.extend(checked("slow", &["--timeout", "16"]));
    let (deep, right): (Vec<_>, Vec<_>) = reports.iter().partition(|r| name(r).ends_with("Deep"));
    assert!(
        deep.len() >= 30 && right.len() >= 70,
        "{} {}",
        deep.len(),
        right.len()
    );
    let mut wrong = Vec::new();
    for report in &deep {
        if report.verdict == Verdict::Holds {
            wrong.push(format!(
                "{} is false and holds: {:?}",
                name(report),
                report.closing
            ));
        }
    }
    for report in &right {
        let known = open.contains(&name(report));
        let shown = report.verdict == Verdict::Holds;
        let closed = report
            .closing
            .as_ref()
            .is_some_and(|closing| closing.closed);
        if report.verdict == Verdict::Violated || !shown && !closed && !known {
            wrong.push(format!(
                "{}: {:?}, {:?}",
                name(report),
                report.verdict,
                report.closing
            ));
        }
        if known && (shown || closed) {
            wrong.push(format!(
                "{} is no longer open: take the comment away",
                name(report)
            ));
        }
    }
    let broken = broken_by_larger_inputs();
    for report in &reports {
        let closed = report.closing.as_ref().is_some_and(|c| c.closed);
        if broken.contains(&name(report)) && (closed || report.verdict == Verdict::Holds) {
            wrong.push(format!("{} is shown, and broken by a run", name(report)));
        }
    }
    let deep_down = broken.iter().filter(|name| name.ends_with("Deep")).count();
    assert!(deep_down >= 20 && deep_down == broken.len(), "{broken:?}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(
        open.len() * 4 <= right.len(),
        "{} of {} are open",
        open.len(),
        right.len()
    );
}

#[test]
fn nothing_is_closed_where_that_is_switched_off() {
    let reports = checked("quick", &["--close", "off", "--method", "Arrays.max"]);
    assert_eq!(reports.len(), 1);
    assert_eq!(reports[0].verdict, Verdict::HoldsToBound);
    assert_eq!(reports[0].closing, None);
}

/// The facts are a gift: written before their loops they prove the method by themselves.
#[test]
fn facts_written_into_the_code_prove_it_with_invariants_alone() {
    let reports = checked(
        "quick",
        &[
            "--method",
            "Numbers.up",
            "--method",
            "Numbers.between",
            "--method",
            "Arrays.count",
        ],
    );
    let folder = tempfile::tempdir().expect("a folder");
    for class in ["Numbers", "Arrays"] {
        let text =
            std::fs::read_to_string(subjects().join(format!("quick/{class}.java"))).expect("Java");
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let mut facts: Vec<(u32, String)> = Vec::new();
        for report in reports.iter().filter(|r| name(r).starts_with(class)) {
            let closing = report.closing.as_ref().expect("tried");
            // A walk over an array has no counter that could be named there.
            let named = closing
                .facts
                .iter()
                .filter(|f| !f.clause.contains("\\count"));
            facts.extend(named.map(|f| (f.line, f.clause.clone())));
        }
        facts.sort_by(|a, b| b.cmp(a));
        for (line, clause) in facts {
            lines.insert(line as usize - 1, format!("//@ {clause}"));
        }
        std::fs::write(
            folder.path().join(format!("{class}.java")),
            lines.join("\n"),
        )
        .expect("written");
    }
    let path = folder.path().to_str().expect("a UTF-8 path");
    let report = program::check(&[
        "--close",
        "off",
        "--loops",
        "invariant",
        "--method",
        "Numbers.up",
        "--method",
        "Numbers.between",
        path,
    ]);
    for method in &report.methods {
        assert_eq!(method.verdict, Verdict::Holds, "{}", method.id);
    }
    assert_eq!(report.methods.len(), 2);
}
