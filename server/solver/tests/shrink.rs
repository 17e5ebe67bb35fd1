//! Questions about numbers that are only compared are asked with fewer bits: the answers are those of the question as it was asked.

use proviso_solver::{Answer, Limits, Solver};
use proviso_terms::{Sort, Term, Terms};

/// A small generator of its own: the same questions every time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1);
        (self.0 >> 33) % n
    }
}

fn number(terms: &mut Terms, random: &mut Random, symbols: &[Term], depth: u32) -> Term {
    let constants = [i32::MIN, -1, 0, 1, 5, 6, i32::MAX];
    match random.below(8) {
        0 => terms.int(constants[random.below(7) as usize]),
        1 | 2 if depth > 0 => {
            let condition = comparison(terms, random, symbols, depth - 1);
            let then = number(terms, random, symbols, depth - 1);
            let other = number(terms, random, symbols, depth - 1);
            terms.ite(condition, then, other)
        }
        _ => symbols[random.below(symbols.len() as u64) as usize],
    }
}

fn comparison(terms: &mut Terms, random: &mut Random, symbols: &[Term], depth: u32) -> Term {
    let a = number(terms, random, symbols, depth);
    let b = number(terms, random, symbols, depth);
    let way = random.below(5);
    let compared = match way {
        0 => terms.eq(a, b),
        _ => terms.slt(a, b),
    };
    if random.below(2) == 0 {
        terms.not(compared)
    } else {
        compared
    }
}

#[test]
fn narrow_questions_have_the_answers_of_wide_ones() {
    let mut random = Random(7);
    let (mut sat, mut unsat) = (0, 0);
    for round in 0..300 {
        let mut terms = Terms::new();
        let symbols: Vec<Term> = (0..8)
            .map(|i| terms.symbol(&format!("x{i}"), Sort::Bv(32)))
            .collect();
        let count = 12 + random.below(14);
        let conditions: Vec<Term> = (0..count)
            .map(|_| {
                let a = comparison(&mut terms, &mut random, &symbols, 2);
                let b = comparison(&mut terms, &mut random, &symbols, 2);
                terms.or2(a, b)
            })
            .collect();
        let wide = Solver::only_z3(Limits::default()).check_all(&mut terms, &conditions);
        let narrow = Solver::new(Limits::default()).check_all(&mut terms, &conditions);
        match (&wide, &narrow) {
            (Answer::Sat(_), Answer::Sat(model)) => {
                sat += 1;
                assert!(conditions.iter().all(|&c| terms.holds(c, model)), "{round}");
            }
            (Answer::Unsat, Answer::Unsat) => unsat += 1,
            _ => panic!("round {round}: {wide:?} as it was asked, {narrow:?} with fewer bits"),
        }
    }
    assert!(sat > 50 && unsat > 20, "{sat} {unsat}");
}
