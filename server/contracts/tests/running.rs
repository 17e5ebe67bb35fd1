//! Drivers on a real JVM: the run-time checks fire where the contract is broken and are silent where it is kept.

mod common;

use common::{Run, events};
use std::path::Path;

fn subject(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/subjects/jml11")
        .join(name);
    std::fs::read_to_string(path).expect("the subject is there")
}

/// (method, receiver, arguments, expected finding: `None` if the run keeps its contract)
type Case<'t> = (&'t str, &'t str, &'t str, Option<&'t str>);

fn expect(files: &[(&str, &str)], cases: &[Case]) {
    let runs: Vec<Run> = cases
        .iter()
        .map(|(method, receiver, args, _)| Run {
            method,
            receiver,
            args,
        })
        .collect();
    let all = events(files, &runs);
    let mut wrong = Vec::new();
    for ((method, _, args, expected), events) in cases.iter().zip(&all) {
        let findings: Vec<&String> = events
            .iter()
            .filter(|e| {
                e.ends_with(" false")
                    || e.starts_with("undefined")
                    || e.starts_with("frame")
                    || e.starts_with("escaped")
                    || e.starts_with("unknown")
            })
            .collect();
        let ok = match expected {
            None => findings.is_empty() && events.last().is_some_and(|e| e == "end"),
            Some(text) => findings.iter().any(|f| f.starts_with(text)),
        };
        if !ok {
            wrong.push(format!(
                "{method}({args}): expected {expected:?}, events {events:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_examples_of_the_reference_behave_on_the_jvm() {
    let names = [
        "01_wrapping_sum.java",
        "02_abs.java",
        "03_guarded_requires.java",
        "04_short_circuit.java",
        "05_both_cases.java",
        "07_inherited_case.java",
        "08_weaker_parent.java",
        "09_empty_case.java",
        "10_entry_value.java",
        "11_old_array.java",
        "12_signals_allows.java",
        "13_exceptional.java",
        "14_two_signals.java",
        "15_explicit_runtime.java",
        "16_invariant_on_throw.java",
        "17_loop_invariant.java",
        "18_continue.java",
        "19_decreases.java",
        "20_max_of_nothing.java",
        "23_assignable_nothing.java",
        "24_frames_intersect.java",
        "25_parity.java",
    ];
    let texts: Vec<String> = names.iter().map(|n| subject(n)).collect();
    let files: Vec<(&str, &str)> = names
        .iter()
        .copied()
        .zip(texts.iter().map(String::as_str))
        .collect();
    expect(
        &files,
        &[
            (
                "Sum.wraps",
                "new Sum()",
                "Integer.MAX_VALUE, 1",
                Some("check ensures false"),
            ),
            ("Sum.wraps", "new Sum()", "3, -4", None),
            ("Sum.wrapsInBoth", "new Sum()", "Integer.MAX_VALUE, 1", None),
            (
                "Abs.abs",
                "new Abs()",
                "Integer.MIN_VALUE",
                Some("check ensures false"),
            ),
            ("Abs.abs", "new Abs()", "-7", None),
            (
                "Guarded.unguarded",
                "new Guarded()",
                "0",
                Some("undefined requires"),
            ),
            (
                "Guarded.guarded",
                "new Guarded()",
                "0",
                Some("assume requires-at-call false"),
            ),
            ("Guarded.guarded", "new Guarded()", "5", None),
            (
                "Guarded.tooLate",
                "new Guarded()",
                "0",
                Some("undefined requires"),
            ),
            (
                "Circuit.indexFirst",
                "new Circuit()",
                "new int[1], -1",
                Some("undefined ensures"),
            ),
            ("Circuit.testFirst", "new Circuit()", "new int[1], -1", None),
            (
                "Circuit.bothSides",
                "new Circuit()",
                "new int[1], -1",
                Some("undefined ensures"),
            ),
            ("Both.f", "new Both()", "0", Some("check ensures false")),
            ("Both.f", "new Both()", "1", None),
            (
                "InheritedChild.m",
                "new InheritedChild()",
                "1",
                Some("check ensures false"),
            ),
            ("InheritedChild.m", "new InheritedChild()", "0", None),
            ("WeakerChild.m", "new WeakerChild()", "-1", None),
            (
                "EmptyChild.m",
                "new EmptyChild()",
                "0",
                Some("check signals false"),
            ),
            ("Entry.f", "new Entry()", "0", Some("check ensures false")),
            (
                "OldArray.f",
                "new OldArray()",
                "new int[] {0}",
                Some("check ensures false"),
            ),
            ("OldArray.f", "new OldArray()", "new int[] {7}", None),
            ("Allows.f", "new Allows()", "-1", None),
            (
                "Exceptional.f",
                "new Exceptional()",
                "-1",
                Some("check ensures false"),
            ),
            (
                "TwoSignals.throwsArgument",
                "new TwoSignals()",
                "-5",
                Some("check signals false"),
            ),
            ("TwoSignals.throwsState", "new TwoSignals()", "-5", None),
            ("Explicit.allowed", "new Explicit()", "-1", None),
            (
                "Explicit.normal",
                "new Explicit()",
                "-1",
                Some("check signals false"),
            ),
            (
                "Counter.dec",
                "new Counter()",
                "",
                Some("check invariant false"),
            ),
            ("HelperCounter.dec", "new HelperCounter()", "", None),
            (
                "Loop.tooTight",
                "new Loop()",
                "0",
                Some("check loop-invariant false"),
            ),
            (
                "Loop.tooTight",
                "new Loop()",
                "1",
                Some("check loop-invariant false"),
            ),
            ("Loop.right", "new Loop()", "3", None),
            (
                "Jump.continues",
                "new Jump()",
                "new int[] {-1}, 1",
                Some("check loop-invariant false"),
            ),
            ("Jump.breaks", "new Jump()", "new int[] {-1}, 1", None),
            ("Decreases.f", "new Decreases()", "3, 0", None),
            (
                "Most.max",
                "new Most()",
                "new int[0]",
                Some("undefined ensures"),
            ),
            (
                "Most.sum",
                "new Most()",
                "new int[] {Integer.MAX_VALUE, 1}",
                Some("check ensures false"),
            ),
            ("Most.sum", "new Most()", "new int[] {4, 1}", None),
            ("Most.sumOfNothing", "new Most()", "new int[0]", None),
            ("Nothing.g", "new Nothing()", "", None),
            ("Frames.onlyX", "new Frames()", "", None),
            ("Parity.f", "new Parity()", "true, false, false", None),
        ],
    );
}
