//! Which layer answers: the questions of sorted data structures never reach Z3; witnesses are small.

mod common;

use common::symbols;
use proviso_solver::{Extended, Limits, Path, Solver};
use proviso_terms::{Bv, Const, Term, Terms};

/// Explores `conditions` depth first, both ways each; counts the feasible paths.
fn explore(solver: &mut Solver, terms: &mut Terms, path: &Path, conditions: &[Term]) -> u64 {
    let Some((&first, rest)) = conditions.split_first() else {
        return 1;
    };
    let branch = solver.branch(terms, path, first);
    let mut paths = 0;
    for side in [branch.yes, branch.no] {
        match side {
            Extended::Feasible(path) => paths += explore(solver, terms, &path, rest),
            Extended::Infeasible => {}
            Extended::Unknown(_, reason) => panic!("{reason}"),
        }
    }
    paths
}

#[test]
fn all_orders_of_five_keys_are_found_without_z3() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Limits::default());
    let keys = symbols(&mut terms, 5, 32);
    let mut conditions = Vec::new();
    for (index, &a) in keys.iter().enumerate() {
        for &b in &keys[..index] {
            conditions.push(terms.slt(a, b));
            conditions.push(terms.eq(a, b));
        }
    }
    // The weak orders of five things: the fifth ordered Bell number.
    assert_eq!(
        explore(&mut solver, &mut terms, &Path::new(), &conditions),
        541
    );
    let stats = solver.stats();
    assert_eq!(stats.z3_calls, 0, "{stats:?}");
}

#[test]
fn bounds_checks_of_a_counting_loop_need_no_z3() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Limits::default());
    let length = symbols(&mut terms, 1, 32)[0];
    let zero = terms.int(0);
    let not_negative = terms.sle(zero, length);
    let mut path = solver
        .assume(&mut terms, &Path::new(), not_negative)
        .path()
        .expect("feasible");
    for index in 0..20 {
        let i = terms.int(index);
        let more = terms.slt(i, length);
        path = solver
            .branch(&mut terms, &path, more)
            .yes
            .path()
            .expect("feasible");
        let outside = terms.ule(length, i);
        assert!(
            solver.assume(&mut terms, &path, outside).is_infeasible(),
            "a[{index}]"
        );
    }
    assert_eq!(solver.stats().z3_calls, 0, "{:?}", solver.stats());
}

#[test]
fn heights_fixed_by_equalities_need_no_z3() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Limits::default());
    let h = symbols(&mut terms, 5, 32);
    let (one, two) = (terms.int(1), terms.int(2));
    // The difference is limited before the heights are known; then each is fixed through the one below it.
    let difference = terms.bv_sub(h[3], h[2]);
    let balanced = terms.slt(difference, two);
    let (low, high) = (terms.int(0), terms.slt(h[0], one));
    let not_negative = terms.sle(low, h[0]);
    let mut conditions = vec![balanced, not_negative, high];
    for pair in h.windows(2) {
        let next = terms.bv_add(pair[0], one);
        conditions.push(terms.eq(pair[1], next));
    }
    let mut path = Path::new();
    for condition in conditions {
        path = solver
            .assume(&mut terms, &path, condition)
            .path()
            .expect("feasible");
    }
    let model = path.model().expect("a model");
    for (expected, &height) in h.iter().enumerate() {
        assert_eq!(
            terms.eval(height, model),
            Const::Bv(Bv::new(32, expected as i128))
        );
    }
    let sum = terms.bv_add(h[1], h[4]);
    let five = terms.int(5);
    let odd = terms.ne(sum, five);
    assert!(solver.assume(&mut terms, &path, odd).is_infeasible());
    assert_eq!(solver.stats().z3_calls, 0, "{:?}", solver.stats());
}

#[test]
fn halves_of_differences_in_a_search_are_shifts() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Limits::default());
    let n = symbols(&mut terms, 1, 32)[0];
    let (zero, one, two) = (terms.int(0), terms.int(1), terms.int(2));
    let mut path = Path::new();
    let (mut low, high) = (zero, n);
    // Always to the right: low <= high, a middle that is an index below n and neither below low nor above high.
    for round in 0..2 {
        let more = terms.sle(low, high);
        path = solver
            .assume(&mut terms, &path, more)
            .path()
            .expect("feasible");
        let difference = terms.bv_sub(high, low);
        let half = terms.sdiv(difference, two);
        let middle = terms.bv_add(low, half);
        let inside = terms.ult(middle, n);
        path = solver
            .assume(&mut terms, &path, inside)
            .path()
            .expect("feasible");
        let (left, right) = (terms.slt(middle, low), terms.slt(high, middle));
        let outside = terms.or(&[left, right]);
        assert!(
            solver.assume(&mut terms, &path, outside).is_infeasible(),
            "round {round}"
        );
        low = terms.bv_add(middle, one);
    }
    assert_eq!(solver.stats().unknowns, 0, "{:?}", solver.stats());
}

#[test]
fn a_side_that_follows_adds_nothing_to_the_path() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Limits::default());
    let s = symbols(&mut terms, 3, 32);
    let (ab, bc, ac) = (
        terms.slt(s[0], s[1]),
        terms.slt(s[1], s[2]),
        terms.slt(s[0], s[2]),
    );
    let path = solver
        .assume(&mut terms, &Path::new(), ab)
        .path()
        .expect("feasible");
    let path = solver
        .assume(&mut terms, &path, bc)
        .path()
        .expect("feasible");
    let branch = solver.branch(&mut terms, &path, ac);
    assert!(branch.no.is_infeasible());
    let yes = branch.yes.path().expect("feasible");
    assert_eq!(yes.conjuncts(), path.conjuncts());
}

#[test]
fn witnesses_are_small() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Limits::default());
    let s = symbols(&mut terms, 3, 32);
    // x0 * x1 > 10 and x1 < x2: large values would do, small ones read better.
    let product = terms.bv_mul(s[0], s[1]);
    let ten = terms.int(10);
    let (large, less) = (terms.slt(ten, product), terms.slt(s[1], s[2]));
    let path = solver
        .assume(&mut terms, &Path::new(), large)
        .path()
        .expect("feasible");
    let path = solver
        .assume(&mut terms, &path, less)
        .path()
        .expect("feasible");
    let model = solver.minimise(&mut terms, &path, &s).expect("a model");
    for &conjunct in path.conjuncts() {
        assert!(terms.holds(conjunct, &model));
    }
    assert_eq!(terms.eval(s[0], &model), Const::Bv(Bv::new(32, 1)));
    let x1 = terms.eval(s[1], &model).as_signed().expect("an int");
    assert!((11..=128).contains(&x1), "{x1}");
}

#[test]
fn a_character_is_the_first_that_fits_not_the_last_of_all() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(Limits::default());
    let s = symbols(&mut terms, 1, 16);
    // 'a' <= c, as unsigned numbers: 0xffff fits, 'a' reads better.
    let (c, a) = (terms.zext(s[0], 32), terms.int(97));
    let at_least = terms.sle(a, c);
    let path = solver
        .assume(&mut terms, &Path::new(), at_least)
        .path()
        .expect("feasible");
    let model = solver.minimise(&mut terms, &path, &s).expect("a model");
    assert_eq!(terms.eval(s[0], &model), Const::Bv(Bv::new(16, 97)));
}
