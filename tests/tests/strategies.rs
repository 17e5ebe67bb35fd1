//! All strategies agree: the catalogue has the same verdicts, and the same broken clauses, whether paths are followed one by
//! one or states that meet are merged.

use proviso_report::{MethodReport, Report, Severity, Verdict};
use proviso_tests::program;
use std::collections::BTreeSet;

fn check(folder: &str, strategy: &str) -> Report {
    let path = program::root()
        .join("tests/subjects/catalogue")
        .join(folder);
    let path = path.to_str().expect("a UTF-8 path");
    program::check(&[
        "--no-replay",
        "--close",
        "off",
        "--strategy",
        strategy,
        path,
    ])
}

fn broken(method: &MethodReport) -> BTreeSet<(String, u32)> {
    let errors = method.violations.iter();
    errors
        .filter(|violation| violation.severity == Severity::Error)
        .map(|violation| {
            let line = violation.at.range.start.line;
            (format!("{:?}", violation.kind), line)
        })
        .collect()
}

/// What merging does not decide yet, though enumeration does: it may say so, but nothing else.
/// `Old.length` walks lists that may be rings, and the questions over who is the same as whom meet the time limit;
/// `Strings.join` joins two states one of which has made a text that the other has not.
const UNDECIDED: [&str; 2] = [
    "Old.length()I",
    "Strings.join(Ljava/lang/String;Ljava/lang/String;)Ljava/lang/String;",
];

/// The folders without long searches; `library` and `structures` are compared by hand (docs/tables.md).
#[test]
fn merged_and_enumerated_runs_agree() {
    let mut merged = 0;
    for folder in [
        "postconditions",
        "exceptions",
        "invariants",
        "frames",
        "calls",
        "inheritance",
        "nullness",
        "statements",
        "loops",
        "states",
        "quantifiers",
        "textbook",
        "arithmetic",
        "language",
        "aliasing",
        "obligations",
    ] {
        let (apart, joined) = (check(folder, "lazier-sharp"), check(folder, "merge"));
        assert_eq!(apart.methods.len(), joined.methods.len(), "{folder}");
        for (a, b) in apart.methods.iter().zip(&joined.methods) {
            if UNDECIDED.contains(&a.id.as_str()) {
                assert_eq!(b.verdict, Verdict::Unknown, "{} is decided now", a.id);
                continue;
            }
            assert_eq!(
                (&a.id, a.verdict, broken(a)),
                (&b.id, b.verdict, broken(b)),
                "{folder}: {:?}",
                b.unknowns
            );
            assert!(b.stats.paths <= a.stats.paths, "{folder}: {}", a.id);
            merged += b.stats.merged;
        }
    }
    assert!(merged > 100, "only {merged} states were merged");
}

/// Paths of guarded references, which are fewer, have the verdicts of enumerated ones.
#[test]
fn guarded_and_enumerated_runs_agree() {
    for folder in [
        "aliasing",
        "frames",
        "invariants",
        "exceptions",
        "inheritance",
    ] {
        let apart = check(folder, "lazier-sharp");
        for strategy in ["summary", "pose"] {
            let guarded = check(folder, strategy);
            assert_eq!(apart.methods.len(), guarded.methods.len(), "{folder}");
            for (a, b) in apart.methods.iter().zip(&guarded.methods) {
                assert_eq!(
                    (&a.id, a.verdict, broken(a)),
                    (&b.id, b.verdict, broken(b)),
                    "{folder}, {strategy}: {:?}",
                    b.unknowns
                );
                assert_eq!(b.stats.strategy, strategy);
            }
        }
    }
}

#[test]
fn the_bench_shows_every_strategy_at_every_bound() {
    let path = program::root().join("tests/subjects/catalogue/aliasing/Swaps.java");
    let path = path.to_str().expect("a UTF-8 path");
    let output = program::run(&["bench", "--strategies", "--no-replay", "-k", "2", path]);
    let rows: Vec<serde_json::Value> =
        serde_json::from_slice(&output.stdout).expect("a JSON document");
    let mut seen: BTreeSet<(String, u64)> = BTreeSet::new();
    for row in &rows {
        let strategy = row["strategy"].as_str().expect("a name").to_owned();
        seen.insert((strategy, row["k"].as_u64().expect("a number")));
        assert!(row["stats"]["paths"].as_u64() > Some(0), "{row}");
    }
    assert_eq!(seen.len(), 14, "{seen:?}");
    let verdicts = |strategy: &str| -> Vec<String> {
        let of_strategy = rows.iter().filter(|row| row["strategy"] == strategy);
        of_strategy.map(|row| row["verdict"].to_string()).collect()
    };
    for (strategy, _) in &seen {
        assert_eq!(verdicts(strategy), verdicts("lazy"), "{strategy}");
    }
}
