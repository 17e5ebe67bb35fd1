//! Our meaning of every operation is Z3's: constants are folded by us and computed by Z3, and must agree.

mod common;

use common::Random;
use proviso_solver::{Answer, Limits, Path, Solver};
use proviso_terms::{Bv, Const, Op, Rounding, Sort, Term, Terms};
use std::time::Duration;

fn limits() -> Limits {
    Limits {
        query_time: Duration::from_secs(60),
        resources: 0,
    }
}

/// Z3 alone must find that `op` of exactly these values is what we fold it to.
fn same_in_z3(terms: &mut Terms, solver: &mut Solver, op: Op, sort: Sort, values: &[Const]) {
    let constants: Vec<Term> = values
        .iter()
        .map(|value| terms.constant(value.clone()))
        .collect();
    let folded = terms.build(op, sort, &constants);
    assert!(terms.is_const(folded), "{op:?} {values:?} does not fold");
    let mut conditions = Vec::new();
    let mut symbols = Vec::new();
    for (index, &constant) in constants.iter().enumerate() {
        let symbol = terms.fresh(&format!("s{index}"), terms.sort(constant));
        conditions.push(terms.eq(symbol, constant));
        symbols.push(symbol);
    }
    let applied = terms.build(op, sort, &symbols);
    conditions.push(terms.ne(applied, folded));
    let different = terms.and(&conditions);
    match solver.check(terms, &Path::new(), different) {
        Answer::Unsat => {}
        other => panic!(
            "{op:?} {values:?}: we say {}, Z3 differs: {other:?}",
            terms.display(folded)
        ),
    }
}

fn bits(random: &mut Random, width: u32) -> Const {
    Const::Bv(match random.below(6) {
        0 => Bv::new(width, 0),
        1 => Bv::new(width, -1),
        2 => Bv::min_signed(width),
        3 => Bv::new(width, i128::from(random.below(9)) - 4),
        _ => Bv::from_unsigned(64, u128::from(random.next()))
            .concat(&Bv::from_unsigned(64, u128::from(random.next())))
            .sext(width.max(128))
            .extract(width - 1, 0),
    })
}

#[test]
fn bit_vector_operations_mean_what_z3_means() {
    let ops = [
        Op::Add,
        Op::Mul,
        Op::Udiv,
        Op::Urem,
        Op::Sdiv,
        Op::Srem,
        Op::BvAnd,
        Op::BvOr,
        Op::BvXor,
        Op::Shl,
        Op::Lshr,
        Op::Ashr,
    ];
    let mut terms = Terms::new();
    let mut solver = Solver::only_z3(limits());
    let mut random = Random::seeded(1);
    for width in [8, 32, 33, 64, 130] {
        for op in ops {
            // Wide products and divisions cost Z3 seconds.
            for _ in 0..if width < 40 { 3 } else { 1 } {
                let values = [bits(&mut random, width), bits(&mut random, width)];
                same_in_z3(&mut terms, &mut solver, op, Sort::Bv(width), &values);
            }
        }
        for op in [Op::Eq, Op::Slt, Op::Ult] {
            let values = [bits(&mut random, width), bits(&mut random, width)];
            same_in_z3(&mut terms, &mut solver, op, Sort::Bool, &values);
        }
        let value = [bits(&mut random, width)];
        same_in_z3(&mut terms, &mut solver, Op::BvNot, Sort::Bv(width), &value);
        same_in_z3(
            &mut terms,
            &mut solver,
            Op::Extract { high: 6, low: 2 },
            Sort::Bv(5),
            &value,
        );
        same_in_z3(
            &mut terms,
            &mut solver,
            Op::Sext,
            Sort::Bv(width + 9),
            &value,
        );
        same_in_z3(
            &mut terms,
            &mut solver,
            Op::Zext,
            Sort::Bv(width + 9),
            &value,
        );
        let values = [bits(&mut random, width), bits(&mut random, 8)];
        same_in_z3(
            &mut terms,
            &mut solver,
            Op::Concat,
            Sort::Bv(width + 8),
            &values,
        );
    }
}

fn float(random: &mut Random, sort: Sort) -> Const {
    let special = [
        0.0,
        -0.0,
        f64::NAN,
        f64::INFINITY,
        1.5,
        -2.5,
        3e9,
        -1e19,
        0.1,
    ];
    let value = special[random.below(special.len() as u64) as usize];
    match sort {
        Sort::F32 if random.below(2) == 0 => Const::f32(f32::from_bits(random.next() as u32)),
        Sort::F32 => Const::f32(value as f32),
        _ if random.below(2) == 0 => Const::f64(f64::from_bits(random.next())),
        _ => Const::f64(value),
    }
}

#[test]
fn float_operations_mean_what_z3_means() {
    let mut terms = Terms::new();
    let mut solver = Solver::only_z3(limits());
    let mut random = Random::seeded(2);
    for sort in [Sort::F32, Sort::F64] {
        let width = if sort == Sort::F32 { 32 } else { 64 };
        let other = if sort == Sort::F32 {
            Sort::F64
        } else {
            Sort::F32
        };
        for _ in 0..4 {
            for op in [Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv] {
                let values = [float(&mut random, sort), float(&mut random, sort)];
                same_in_z3(&mut terms, &mut solver, op, sort, &values);
            }
            for op in [Op::FpLt, Op::FpLe, Op::FpEq, Op::Eq] {
                let values = [float(&mut random, sort), float(&mut random, sort)];
                same_in_z3(&mut terms, &mut solver, op, Sort::Bool, &values);
            }
            let value = [float(&mut random, sort)];
            for op in [
                Op::FpNeg,
                Op::FpAbs,
                Op::FpSqrt,
                Op::FpRound(Rounding::Floor),
                Op::FpRound(Rounding::Ceiling),
                Op::FpRound(Rounding::NearestEven),
                Op::FpRound(Rounding::TowardZero),
            ] {
                same_in_z3(&mut terms, &mut solver, op, sort, &value);
            }
            same_in_z3(&mut terms, &mut solver, Op::FpIsNan, Sort::Bool, &value);
            same_in_z3(
                &mut terms,
                &mut solver,
                Op::FpToBits,
                Sort::Bv(width),
                &value,
            );
            same_in_z3(&mut terms, &mut solver, Op::FpToSbv, Sort::Bv(32), &value);
            same_in_z3(&mut terms, &mut solver, Op::FpToSbv, Sort::Bv(64), &value);
            same_in_z3(&mut terms, &mut solver, Op::FpToFp, other, &value);
            let integer = [bits(&mut random, 64)];
            same_in_z3(&mut terms, &mut solver, Op::FpFromSbv, sort, &integer);
            let raw = [bits(&mut random, width)];
            same_in_z3(&mut terms, &mut solver, Op::FpFromBits, sort, &raw);
        }
    }
}

#[test]
fn float_models_are_found_and_checked() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(limits());
    let x = terms.symbol("x", Sort::F32);
    let two = terms.f32(2.0);
    let doubled = terms.fp_mul(x, two);
    let seven = terms.f32(7.0);
    let condition = terms.fp_eq(doubled, seven);
    match solver.check(&mut terms, &Path::new(), condition) {
        Answer::Sat(model) => assert_eq!(terms.eval(x, &model).as_f32(), Some(3.5)),
        other => panic!("{other:?}"),
    }
    let same = terms.fp_eq(x, x);
    let nan = terms.not(same);
    match solver.check(&mut terms, &Path::new(), nan) {
        Answer::Sat(model) => assert!(terms.eval(x, &model).as_f32().is_some_and(f32::is_nan)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_remainder_of_unknown_floats_is_unknown_with_a_reason() {
    let mut terms = Terms::new();
    let mut solver = Solver::new(limits());
    let (x, y) = (terms.symbol("x", Sort::F64), terms.symbol("y", Sort::F64));
    let remainder = terms.fp_rem(x, y);
    let half = terms.f64(0.5);
    let condition = terms.fp_eq(remainder, half);
    match solver.check(&mut terms, &Path::new(), condition) {
        Answer::Unknown(reason) => assert!(reason.contains("remainder"), "{reason}"),
        other => panic!("{other:?}"),
    }
}
