//! Our specifications of JDK types: they parse, they compile against the JDK, and the JDK keeps them.

mod common;

use common::{compile, lower_texts, run, trimmed};
use proviso_contracts::LowerOptions;
use proviso_contracts::library::{specifications, stand_ins};
use proviso_syntax::{Options, parse};
use std::process::Command;

#[test]
fn every_specification_is_read_without_a_word() {
    for (path, text) in specifications() {
        let file = parse(text, &Options::default());
        assert!(file.problems.is_empty(), "{path}: {:?}", file.problems);
    }
    assert_eq!(stand_ins().len(), specifications().len());
}

#[test]
fn the_jdk_keeps_our_specifications_of_it() {
    let all = stand_ins();
    let files: Vec<(&str, &str)> = all
        .iter()
        .map(|s| (s.path.as_str(), s.source.as_str()))
        .collect();
    let lowered = lower_texts(&files, &LowerOptions::default());
    assert!(lowered.diagnostics.is_empty(), "{:?}", lowered.diagnostics);
    let dir = tempfile::tempdir().expect("temp folder");
    let main = include_str!("LibraryRun.java").to_owned();
    if let Err(message) = compile(&lowered, &[("LibraryRun.java", main)], dir.path()) {
        panic!("{}", trimmed(&message));
    }
    let mut arguments = Vec::new();
    for method in lowered.table.methods.iter().filter(|m| !m.is_constructor) {
        let driver = method.driver.as_ref().expect("a stand-in can be driven");
        arguments.extend([driver.class.clone(), driver.name.clone()]);
    }
    assert!(arguments.len() > 2 * 70, "only {} words", arguments.len());
    let (_, output) = run(Command::new("java")
        .args(["--add-opens", "java.base/java.util=ALL-UNNAMED", "-cp"])
        .arg(dir.path().join("classes"))
        .arg("LibraryRun")
        .args(&arguments));
    let last = output.lines().last().unwrap_or("");
    let ran: u32 = last
        .strip_prefix("ran ")
        .and_then(|n| n.parse().ok())
        .unwrap_or(0);
    assert!(ran > 1500, "{}", trimmed(&named(&output, &lowered)));
    assert_eq!(
        output.lines().count(),
        1,
        "{}",
        trimmed(&named(&output, &lowered))
    );
}

/// Clause numbers with the text of the clause.
fn named(output: &str, lowered: &proviso_contracts::Lowered) -> String {
    let mut lines = Vec::new();
    for line in output.lines() {
        let id = line.split(' ').nth(1).and_then(|w| w.parse::<u32>().ok());
        let clause = id.and_then(|id| lowered.table.clause(id));
        lines.push(format!("{line}   {}", clause.map_or("", |c| &c.text)));
    }
    lines.join("\n")
}
