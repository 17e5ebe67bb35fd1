//! How long questions take, layer by layer: `cargo run --release -p proviso-solver --example throughput`.

use proviso_solver::{Extended, Limits, Path, Solver};
use proviso_terms::{Sort, Term, Terms};
use std::time::Instant;

fn explore(solver: &mut Solver, terms: &mut Terms, path: &Path, conditions: &[Term]) -> u64 {
    let Some((&first, rest)) = conditions.split_first() else {
        return 1;
    };
    let branch = solver.branch(terms, path, first);
    let mut paths = 0;
    for side in [branch.yes, branch.no] {
        if let Extended::Feasible(path) | Extended::Unknown(path, _) = side {
            paths += explore(solver, terms, &path, rest);
        }
    }
    paths
}

fn measure(name: &str, mut solver: Solver, conditions: impl Fn(&mut Terms) -> Vec<Term>) {
    let mut terms = Terms::new();
    let conditions = conditions(&mut terms);
    let start = Instant::now();
    let paths = explore(&mut solver, &mut terms, &Path::new(), &conditions);
    let elapsed = start.elapsed();
    let stats = solver.stats();
    println!(
        "{name}: {paths} paths, {} queries in {elapsed:.2?}, {:.2?} each; Z3 {} calls, {} us\n  {stats:?}",
        stats.queries,
        elapsed / stats.queries.max(1) as u32,
        stats.z3_calls,
        stats.z3_micros,
    );
}

fn symbols(terms: &mut Terms, count: usize, width: u32) -> Vec<Term> {
    (0..count)
        .map(|index| terms.symbol(&format!("x{index}"), Sort::Bv(width)))
        .collect()
}

/// All orders of some keys.
fn orders(terms: &mut Terms, count: usize) -> Vec<Term> {
    let keys = symbols(terms, count, 32);
    let mut conditions = Vec::new();
    for (index, &a) in keys.iter().enumerate() {
        for &b in &keys[..index] {
            conditions.push(terms.slt(a, b));
            conditions.push(terms.eq(a, b));
        }
    }
    conditions
}

/// Sums compared with each other: arithmetic that only Z3 understands.
fn sums(terms: &mut Terms, count: usize) -> Vec<Term> {
    let values = symbols(terms, count, 32);
    let mut conditions = Vec::new();
    for window in values.windows(3) {
        let left = terms.bv_add(window[0], window[1]);
        let right = terms.bv_sub(window[1], window[2]);
        conditions.push(terms.slt(left, right));
        conditions.push(terms.slt(window[0], left));
    }
    conditions
}

fn main() {
    for count in [3, 4, 5] {
        measure("orders", Solver::new(Limits::default()), |terms| {
            orders(terms, count)
        });
    }
    measure(
        "orders, only Z3",
        Solver::only_z3(Limits::default()),
        |terms| orders(terms, 4),
    );
    measure("sums", Solver::new(Limits::default()), |terms| {
        sums(terms, 6)
    });
    measure(
        "sums, only Z3",
        Solver::only_z3(Limits::default()),
        |terms| sums(terms, 6),
    );
}
