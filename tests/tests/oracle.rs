//! The quick part of the oracle for contracts (`tests/oracle`, docs/oracle.md); `./x oracle` is the big one.

use proviso_report::{Value, Verdict};
use proviso_tests::oracle::{BOUNDS, Oracle, Tally};

/// Seeds are fixed, so that a failure can be repeated: `./x oracle 1 SEED`.
const SEEDS: std::ops::Range<u64> = 1..6;

#[test]
fn verdicts_and_witnesses_agree_with_brute_force() {
    let keep = tempfile::tempdir().expect("a temporary folder");
    let mut oracle = Oracle::start();
    let mut tally = Tally::default();
    oracle.batch(SEEDS, &BOUNDS, keep.path(), &mut tally);
    let wrong: Vec<String> = tally
        .disagreements
        .iter()
        .map(|d| {
            let source = std::fs::read_to_string(&d.source).unwrap_or_default();
            format!(
                "seed {}: {} {}: {}\n{source}",
                d.seed, d.method, d.kind, d.detail
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    // Enough of both kinds, or the comparison would say nothing.
    let kept = tally.count("holds") + tally.count("holds-to-bound");
    let (pairs, violated) = (tally.pairs(), tally.count("violated"));
    assert!(
        pairs >= 200 && kept >= 40 && violated >= 40,
        "{pairs} pairs, {kept} kept, {violated} violated"
    );
}

/// Without this, an oracle that agrees with everything would look the same.
#[test]
fn a_false_verdict_and_a_false_witness_are_noticed() {
    let keep = tempfile::tempdir().expect("a temporary folder");
    let mut oracle = Oracle::start();
    let mut tally = Tally::default();
    oracle.batch_with(1..2, &BOUNDS, keep.path(), &mut tally, |report| {
        let mut denied = false;
        for method in &mut report.methods {
            let Some(violation) = method.violations.first_mut() else {
                continue;
            };
            if denied {
                for object in &mut violation.heap_before.roots {
                    object.value = Value::Null;
                }
                return;
            }
            method.verdict = Verdict::Holds;
            method.violations.clear();
            denied = true;
        }
    });
    assert_eq!(tally.count("FALSE-HOLDS"), 1, "{:?}", tally.counts);
    assert!(tally.disagreements.len() >= 2, "{:?}", tally.counts);
}
