//! Every layer against the truth: exhaustive enumeration at tiny widths, plain Z3 at Java's widths.

mod common;

use common::{Random, condition, symbols};
use proviso_solver::{Answer, Extended, Limits, Path, Solver};
use proviso_terms::{Bv, Const, Model, Term, Terms};
use std::time::Duration;

/// Whether some assignment of `symbols` makes all conditions true.
fn exists(terms: &Terms, symbols: &[Term], width: u32, conditions: &[Term]) -> bool {
    let values = 1u64 << width;
    (0..values.pow(symbols.len() as u32)).any(|mut code| {
        let mut model = Model::new();
        for &symbol in symbols {
            model.set(symbol, Const::Bv(Bv::new(width, i128::from(code % values))));
            code /= values;
        }
        conditions
            .iter()
            .all(|&condition| terms.holds(condition, &model))
    })
}

#[test]
fn answers_along_paths_are_those_of_enumeration() {
    let width = 3;
    let mut solver = Solver::new(Limits::default());
    for seed in 1..=80 {
        let mut random = Random::seeded(seed);
        let mut terms = Terms::new();
        let symbols = symbols(&mut terms, 3, width);
        let mut path = Path::new();
        let mut taken: Vec<Term> = Vec::new();
        for _ in 0..10 {
            let asked = condition(&mut terms, &mut random, &symbols, width);
            let opposite = terms.not(asked);
            let branch = solver.branch(&mut terms, &path, asked);
            for (side, condition) in [(&branch.yes, asked), (&branch.no, opposite)] {
                let mut all = taken.clone();
                all.push(condition);
                let expected = exists(&terms, &symbols, width, &all);
                match side {
                    Extended::Feasible(path) => {
                        assert!(
                            expected,
                            "seed {seed}: {} is impossible",
                            terms.display(condition)
                        );
                        let model = path.model().expect("a feasible path has a model");
                        for &conjunct in &all {
                            assert!(terms.holds(conjunct, model), "seed {seed}: wrong model");
                        }
                    }
                    Extended::Infeasible => {
                        assert!(
                            !expected,
                            "seed {seed}: {} is possible",
                            terms.display(condition)
                        );
                    }
                    Extended::Unknown(_, reason) => panic!("seed {seed}: unknown: {reason}"),
                }
            }
            let (side, condition) = match (branch.yes, branch.no, random.below(2)) {
                (Extended::Feasible(path), _, 0) => (path, asked),
                (_, Extended::Feasible(path), _) => (path, opposite),
                (Extended::Feasible(path), _, _) => (path, asked),
                _ => panic!("seed {seed}: a feasible path must go on"),
            };
            path = side;
            taken.push(condition);
        }
    }
    let stats = solver.stats();
    assert!(
        stats.by_facts > 0 && stats.by_path_model > 0 && stats.by_repair > 0,
        "{stats:?}"
    );
    assert!(
        stats.by_cache + stats.by_recent_model > 0 && stats.z3_calls > 0,
        "{stats:?}"
    );
}

#[test]
fn answers_along_paths_are_those_of_plain_z3() {
    let width = 32;
    let short = Limits {
        query_time: Duration::from_millis(400),
        ..Limits::default()
    };
    for seed in 1..=25 {
        let mut random = Random::seeded(seed);
        let mut terms = Terms::new();
        let symbols = symbols(&mut terms, 5, width);
        let mut solver = Solver::new(short);
        let mut plain = Solver::only_z3(short);
        let mut path = Path::new();
        let mut plain_path = Path::new();
        for _ in 0..12 {
            let asked = condition(&mut terms, &mut random, &symbols, width);
            let answer = solver.assume(&mut terms, &path, asked);
            let expected = plain.assume(&mut terms, &plain_path, asked);
            match (answer, expected) {
                (Extended::Feasible(next), Extended::Feasible(plain_next)) => {
                    let model = next.model().expect("a feasible path has a model");
                    for &conjunct in next.conjuncts() {
                        assert!(terms.holds(conjunct, model), "seed {seed}");
                    }
                    path = next;
                    plain_path = plain_next;
                }
                (Extended::Infeasible, Extended::Infeasible) => {}
                // Products may be too hard for the time limit; then there is nothing to compare.
                (Extended::Unknown(..), _) | (_, Extended::Unknown(..)) => break,
                (Extended::Feasible(_), _) => panic!("seed {seed}: only Z3 says infeasible"),
                (Extended::Infeasible, _) => panic!("seed {seed}: only Z3 says feasible"),
            }
        }
    }
}

#[test]
fn independent_parts_keep_their_values() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Limits::default());
    let s = symbols(&mut terms, 4, 32);
    let product = terms.bv_mul(s[0], s[1]);
    let wanted = terms.int(391);
    let first = terms.eq(product, wanted);
    let path = solver
        .assume(&mut terms, &Path::new(), first)
        .path()
        .expect("feasible");
    let product = terms.bv_mul(s[2], s[3]);
    let second = terms.eq(product, wanted);
    let next = solver
        .assume(&mut terms, &path, second)
        .path()
        .expect("feasible");
    let (before, after) = (path.model().expect("model"), next.model().expect("model"));
    assert_eq!(before.get(s[0]), after.get(s[0]));
    assert_eq!(before.get(s[1]), after.get(s[1]));
}

#[test]
fn a_repeated_question_is_answered_from_the_cache() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Limits::default());
    let s = symbols(&mut terms, 2, 16);
    let square = terms.bv_mul(s[0], s[0]);
    let three = terms.bv_const(16, 3);
    // No square is 3 modulo 2^16.
    let impossible = terms.eq(square, three);
    assert!(
        solver
            .check(&mut terms, &Path::new(), impossible)
            .is_unsat()
    );
    let calls = solver.stats().z3_calls;
    assert!(
        solver
            .check(&mut terms, &Path::new(), impossible)
            .is_unsat()
    );
    // A path with more constraints contains the same contradiction.
    let zero = terms.bv_const(16, 0);
    let more = terms.slt(zero, s[0]);
    let path = solver
        .assume(&mut terms, &Path::new(), more)
        .path()
        .expect("feasible");
    assert!(solver.check(&mut terms, &path, impossible).is_unsat());
    assert_eq!(solver.stats().z3_calls, calls);
}

#[test]
fn a_new_arena_does_not_see_old_answers() {
    let mut solver = Solver::new(Limits::default());
    for value in [5, 7] {
        let mut terms = Terms::new();
        let s = symbols(&mut terms, 1, 32);
        let product = terms.bv_mul(s[0], s[0]);
        let wanted = terms.int(value * value);
        let condition = terms.eq(product, wanted);
        match solver.check(&mut terms, &Path::new(), condition) {
            Answer::Sat(model) => assert!(terms.holds(condition, &model)),
            other => panic!("{other:?}"),
        }
    }
}
