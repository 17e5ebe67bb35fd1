//! Time limits, interrupts, very deep and very wide questions.

use proviso_solver::{Answer, Extended, Limits, Path, Solver, z3_version};
use proviso_terms::{Sort, Term, Terms};
use std::time::{Duration, Instant};

/// Two factors of a 64-bit semiprime, neither of them 1: far beyond any time limit used here.
fn hard(terms: &mut Terms) -> Term {
    let (x, y) = (
        terms.symbol("x", Sort::Bv(128)),
        terms.symbol("y", Sort::Bv(128)),
    );
    let product = terms.bv_mul(x, y);
    let semiprime = terms.bv_const(128, 18_446_743_979_220_271_189i128);
    let one = terms.bv_const(128, 1);
    let limit = terms.bv_const(128, 1i128 << 60);
    let conditions = [
        terms.eq(product, semiprime),
        terms.ult(one, x),
        terms.ult(one, y),
        terms.ult(x, limit),
        terms.ult(y, limit),
        terms.ult(x, y),
    ];
    terms.and(&conditions)
}

#[test]
fn a_hard_question_ends_at_its_time_limit_with_a_reason() {
    let mut terms = Terms::new();
    let question = hard(&mut terms);
    let limits = Limits {
        query_time: Duration::from_millis(100),
        resources: 0,
    };
    let mut solver = Solver::new(limits);
    match solver.check(&mut terms, &Path::new(), question) {
        Answer::Unknown(reason) => assert!(reason.contains("100 ms"), "{reason}"),
        other => panic!("{other:?}"),
    }
    assert_eq!(solver.stats().unknowns, 1);
    // The solver works on as before.
    solver.set_limits(Limits {
        query_time: Duration::from_secs(300),
        resources: 0,
    });
    let x = terms.symbol("z", Sort::Bv(16));
    let square = terms.bv_mul(x, x);
    let nine = terms.bv_const(16, 9);
    let easy = terms.eq(square, nine);
    assert!(solver.check(&mut terms, &Path::new(), easy).is_sat());
}

#[test]
fn a_resource_limit_ends_a_hard_question() {
    let mut terms = Terms::new();
    let question = hard(&mut terms);
    let limits = Limits {
        query_time: Duration::from_secs(300),
        resources: 200_000,
    };
    let mut solver = Solver::new(limits);
    assert!(matches!(
        solver.check(&mut terms, &Path::new(), question),
        Answer::Unknown(_)
    ));
}

#[test]
fn an_interrupt_from_another_thread_ends_the_question() {
    let mut terms = Terms::new();
    let question = hard(&mut terms);
    let limits = Limits {
        query_time: Duration::from_secs(300),
        resources: 0,
    };
    let mut solver = Solver::new(limits);
    let handle = solver.interrupt_handle();
    let other = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(150));
        handle.interrupt();
        Instant::now()
    });
    let answer = solver.check(&mut terms, &Path::new(), question);
    let ended = Instant::now();
    let interrupted = other.join().expect("the other thread only sleeps");
    match answer {
        Answer::Unknown(reason) => assert_eq!(reason, "interrupted"),
        other => panic!("{other:?}"),
    }
    // Goal: 50 ms. The machine may be busy, so only a gross failure fails the test.
    let delay = ended.saturating_duration_since(interrupted);
    assert!(delay < Duration::from_secs(30), "{delay:?}");
    // It stays interrupted until cleared.
    let x = terms.symbol("x", Sort::Bv(128));
    let zero = terms.bv_const(128, 0);
    let easy = terms.ne(x, zero);
    assert!(matches!(
        solver.check(&mut terms, &Path::new(), easy),
        Answer::Unknown(_)
    ));
    solver.interrupt_handle().clear();
    assert!(solver.check(&mut terms, &Path::new(), easy).is_sat());
}

#[test]
fn an_unknown_path_goes_on_and_recovers_its_model() {
    let mut terms = Terms::new();
    let question = hard(&mut terms);
    let limits = Limits {
        query_time: Duration::from_millis(50),
        resources: 0,
    };
    let mut solver = Solver::new(limits);
    let path = match solver.assume(&mut terms, &Path::new(), question) {
        Extended::Unknown(path, _) => path,
        _ => panic!("the question is too hard"),
    };
    assert!(!path.is_certain());
    solver.set_limits(Limits {
        query_time: Duration::from_secs(300),
        resources: 0,
    });
    // Fixing a factor makes the whole easy again; nothing of the path may be forgotten.
    let x = terms.symbol("x", Sort::Bv(128));
    let three = terms.bv_const(128, 3);
    let wrong = terms.eq(x, three);
    assert!(solver.assume(&mut terms, &path, wrong).is_infeasible());
}

#[test]
fn deep_terms_reach_z3() {
    let mut terms = Terms::new();
    let (x, y) = (
        terms.symbol("x", Sort::Bv(8)),
        terms.symbol("y", Sort::Bv(8)),
    );
    let mut term = x;
    for index in 0..3_000 {
        term = if index % 2 == 0 {
            terms.bv_or(term, y)
        } else {
            terms.bv_xor(term, x)
        };
    }
    let target = terms.bv_const(8, 0x55);
    let condition = terms.eq(term, target);
    let mut solver = Solver::new(Limits::default());
    match solver.check(&mut terms, &Path::new(), condition) {
        Answer::Sat(model) => assert!(terms.holds(condition, &model)),
        Answer::Unsat => {}
        Answer::Unknown(reason) => panic!("{reason}"),
    }
    assert_eq!(solver.stats().z3_calls, 1, "{:?}", solver.stats());
}

#[test]
fn the_linked_z3_names_its_version() {
    assert!(
        z3_version().contains("4.") || z3_version().contains("5."),
        "{}",
        z3_version()
    );
}
