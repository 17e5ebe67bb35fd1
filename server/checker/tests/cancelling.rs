//! A wish to stop is heeded soon, wherever it meets the check: in the solver's search, in its preprocessing, between queries.

mod support;

use std::sync::Arc;
use std::time::{Duration, Instant};

use proviso_checker::{Cancel, Session};
use proviso_report::Verdict;

/// One query of the solver each: factoring a 64-bit number, a product of doubles.
const HARD: &str = r#"
class Hard {
    //@ requires 1 < a && a < b && b < 2000000000L;
    //@ ensures \result != 1000000016000000063L;
    static long product(long a, long b) { return a * b; }

    //@ requires 1.0 < a && a < 2.0 && 1.0 < b && b < 2.0 && 1.0 < c && c < 2.0;
    //@ ensures \result != 1.2345678901234567 || a * c * c != b * 1.9;
    static double doubles(double a, double b, double c) { return a * b * c; }
}
"#;

/// Stops per method. A machine that others use stops later; what is wanted is 50 ms.
const STOPS: u64 = 16;
const BUSY: Duration = Duration::from_secs(3);

#[test]
fn a_check_inside_the_solver_stops_when_it_is_told_to() {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Hard.java"), HARD).expect("written");
    let session = Arc::new(Session::open(support::options(folder.path())).expect("a session"));
    let prepared = session.prepare();
    for method in prepared.methods.iter().filter(|m| m.has_contract) {
        let mut waits = Vec::new();
        let mut in_query = 0;
        for stop in 0..STOPS {
            let cancel = Cancel::new();
            let (session, prepared) = (session.clone(), prepared.clone());
            let (id, wish) = (method.id.clone(), cancel.clone());
            let bounds = session.options().bounds;
            let check = std::thread::spawn(move || {
                let report = session.check(&prepared, &id, bounds, &wish);
                (report.expect("the method is there"), Instant::now())
            });
            std::thread::sleep(Duration::from_millis(40 + 17 * stop));
            let asked = Instant::now();
            cancel.cancel();
            let (report, ended) = check.join().expect("no panic");
            assert_eq!(report.verdict, Verdict::Unknown, "{}", method.id);
            in_query += u64::from(cancel.met_query());
            waits.push(ended - asked);
        }
        waits.sort();
        let (median, slowest) = (waits[waits.len() / 2], waits[waits.len() - 1]);
        println!(
            "{}: {STOPS} stops, {in_query} inside a query; median {median:?}, slowest {slowest:?}",
            method.id
        );
        assert!(
            in_query * 2 > STOPS,
            "{in_query} of {STOPS} were in a query"
        );
        assert!(slowest < BUSY, "{}: {waits:?}", method.id);
    }
}
