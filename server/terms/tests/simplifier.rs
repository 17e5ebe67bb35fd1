//! The simplifier against plain evaluation: random expressions, built through the constructors and evaluated as they
//! were written, must agree under every model.

use proviso_terms::{Bv, Const, Model, Op, Rounding, Sort, Term, Terms, apply};

/// A small deterministic generator; the seed is printed by every failing assertion.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

/// An expression as written, before any constructor has seen it.
#[derive(Debug)]
enum Raw {
    Constant(Const),
    Symbol(usize, Sort),
    Apply(Op, Sort, Vec<Raw>),
}

const SYMBOLS_PER_SORT: u64 = 3;

fn value(random: &mut Random, sort: Sort) -> Const {
    match sort {
        Sort::Bool => Const::Bool(random.below(2) == 0),
        Sort::Bv(width) => Const::Bv(match random.below(8) {
            0 => Bv::new(width, 0),
            1 => Bv::new(width, 1),
            2 => Bv::new(width, -1),
            3 => Bv::min_signed(width),
            4 => Bv::max_signed(width),
            5 | 6 => Bv::new(width, i128::from(random.below(9)) - 4),
            _ => {
                let wide = (u128::from(random.next()) << 64) | u128::from(random.next());
                Bv::from_unsigned(width.min(128), wide).sext(width.max(width.min(128)))
            }
        }),
        Sort::F32 => Const::f32(match random.below(8) {
            0 => 0.0,
            1 => -0.0,
            2 => f32::NAN,
            3 => f32::INFINITY,
            4 => f32::NEG_INFINITY,
            5 => random.below(9) as f32 - 4.0,
            6 => 3e9,
            _ => f32::from_bits(random.next() as u32),
        }),
        Sort::F64 => Const::f64(match random.below(8) {
            0 => 0.0,
            1 => -0.0,
            2 => f64::NAN,
            3 => f64::INFINITY,
            4 => 1e-310,
            5 => random.below(9) as f64 - 4.5,
            6 => -1e19,
            _ => f64::from_bits(random.next()),
        }),
    }
}

fn expression(random: &mut Random, sort: Sort, depth: u32, widths: &[u32]) -> Raw {
    if depth == 0 || random.below(6) == 0 {
        return match random.below(3) {
            0 => Raw::Constant(value(random, sort)),
            _ => Raw::Symbol(random.below(SYMBOLS_PER_SORT) as usize, sort),
        };
    }
    let mut sub = |random: &mut Random, sort: Sort| expression(random, sort, depth - 1, widths);
    let bv = Sort::Bv(random.pick(widths));
    if random.below(6) == 0 {
        let args = vec![
            sub(random, Sort::Bool),
            sub(random, sort),
            sub(random, sort),
        ];
        return Raw::Apply(Op::Ite, sort, args);
    }
    match sort {
        Sort::Bool => match random.below(9) {
            0 => Raw::Apply(Op::Not, sort, vec![sub(random, sort)]),
            1 | 2 => {
                let args = (0..2 + random.below(3))
                    .map(|_| sub(random, sort))
                    .collect();
                Raw::Apply(Op::And, sort, args)
            }
            3 => Raw::Apply(Op::Eq, sort, vec![sub(random, sort), sub(random, sort)]),
            8 => {
                let float = random.pick(&[Sort::F32, Sort::F64]);
                let op = random.pick(&[Op::FpLt, Op::FpLe, Op::FpEq, Op::Eq, Op::FpIsNan]);
                let count = if op == Op::FpIsNan { 1 } else { 2 };
                Raw::Apply(op, sort, (0..count).map(|_| sub(random, float)).collect())
            }
            _ => {
                let op = random.pick(&[Op::Eq, Op::Slt, Op::Slt, Op::Ult]);
                Raw::Apply(op, sort, vec![sub(random, bv), sub(random, bv)])
            }
        },
        Sort::Bv(width) => bit_vector(random, width, widths, &mut sub),
        Sort::F32 | Sort::F64 => match random.below(9) {
            0 => Raw::Apply(Op::FpFromSbv, sort, vec![sub(random, bv)]),
            1 => {
                let other = if sort == Sort::F32 {
                    Sort::F64
                } else {
                    Sort::F32
                };
                Raw::Apply(Op::FpToFp, sort, vec![sub(random, other)])
            }
            2 => {
                let bits = Sort::Bv(if sort == Sort::F32 { 32 } else { 64 });
                Raw::Apply(Op::FpFromBits, sort, vec![sub(random, bits)])
            }
            3 | 4 => {
                let op = random.pick(&[
                    Op::FpNeg,
                    Op::FpAbs,
                    Op::FpSqrt,
                    Op::FpRound(Rounding::Floor),
                    Op::FpRound(Rounding::NearestEven),
                ]);
                Raw::Apply(op, sort, vec![sub(random, sort)])
            }
            _ => {
                let op = random.pick(&[Op::FpAdd, Op::FpSub, Op::FpMul, Op::FpDiv, Op::FpRem]);
                Raw::Apply(op, sort, vec![sub(random, sort), sub(random, sort)])
            }
        },
    }
}

fn bit_vector(
    random: &mut Random,
    width: u32,
    widths: &[u32],
    sub: &mut impl FnMut(&mut Random, Sort) -> Raw,
) -> Raw {
    let sort = Sort::Bv(width);
    let narrower: Vec<u32> = widths.iter().copied().filter(|&w| w < width).collect();
    let wider: Vec<u32> = widths.iter().copied().filter(|&w| w > width).collect();
    match random.below(12) {
        0 | 1 if !narrower.is_empty() => {
            let op = random.pick(&[Op::Sext, Op::Zext]);
            let from = Sort::Bv(random.pick(&narrower));
            Raw::Apply(op, sort, vec![sub(random, from)])
        }
        2 if !wider.is_empty() => {
            let from = random.pick(&wider);
            let any = random.below(u64::from(from - width + 1)) as u32;
            let low = random.pick(&[0, 0, from - width, any]);
            Raw::Apply(
                Op::Extract {
                    high: low + width - 1,
                    low,
                },
                sort,
                vec![sub(random, Sort::Bv(from))],
            )
        }
        3 if !narrower.is_empty() => {
            let high = random.pick(&narrower);
            let args = vec![
                sub(random, Sort::Bv(high)),
                sub(random, Sort::Bv(width - high)),
            ];
            Raw::Apply(Op::Concat, sort, args)
        }
        4 if width == 32 || width == 64 => {
            let float = if width == 32 { Sort::F32 } else { Sort::F64 };
            let op = random.pick(&[Op::FpToBits, Op::FpToSbv]);
            Raw::Apply(op, sort, vec![sub(random, float)])
        }
        5 => Raw::Apply(Op::BvNot, sort, vec![sub(random, sort)]),
        6 | 7 => {
            let args = (0..2 + random.below(2))
                .map(|_| sub(random, sort))
                .collect();
            Raw::Apply(Op::Add, sort, args)
        }
        _ => {
            let op = random.pick(&[
                Op::Mul,
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
            ]);
            Raw::Apply(op, sort, vec![sub(random, sort), sub(random, sort)])
        }
    }
}

fn symbol(terms: &mut Terms, index: usize, sort: Sort) -> Term {
    terms.symbol(&format!("{sort:?}{index}"), sort)
}

fn build(terms: &mut Terms, raw: &Raw) -> Term {
    match raw {
        Raw::Constant(value) => terms.constant(value.clone()),
        Raw::Symbol(index, sort) => symbol(terms, *index, *sort),
        Raw::Apply(op, sort, args) => {
            let args: Vec<Term> = args.iter().map(|arg| build(terms, arg)).collect();
            terms.build(*op, *sort, &args)
        }
    }
}

fn evaluate(terms: &mut Terms, raw: &Raw, model: &Model) -> Const {
    match raw {
        Raw::Constant(value) => value.clone(),
        Raw::Symbol(index, sort) => {
            let symbol = symbol(terms, *index, *sort);
            model
                .get(symbol)
                .cloned()
                .unwrap_or_else(|| Const::default_of(*sort))
        }
        Raw::Apply(op, sort, args) => {
            let values: Vec<Const> = args.iter().map(|arg| evaluate(terms, arg, model)).collect();
            let values: Vec<&Const> = values.iter().collect();
            apply(*op, *sort, &values).expect("the expression is well-sorted")
        }
    }
}

fn random_model(terms: &mut Terms, random: &mut Random, sorts: &[Sort]) -> Model {
    let mut model = Model::new();
    for &sort in sorts {
        for index in 0..SYMBOLS_PER_SORT as usize {
            let symbol = symbol(terms, index, sort);
            let value = value(random, sort);
            model.set(symbol, value);
        }
    }
    model
}

fn agree(widths: &[u32], result: impl Fn(&mut Random) -> Sort, rounds: u64, depth: u32) {
    let mut sorts = vec![Sort::Bool, Sort::F32, Sort::F64, Sort::Bv(32), Sort::Bv(64)];
    for &high in widths {
        sorts.push(Sort::Bv(high));
        // Concatenation may make the differences of widths.
        sorts.extend(
            widths
                .iter()
                .filter(|&&low| low < high)
                .map(|&low| Sort::Bv(high - low)),
        );
    }
    for seed in 1..=rounds {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut terms = Terms::new();
        let sort = result(&mut random);
        let raw = expression(&mut random, sort, depth, widths);
        let term = build(&mut terms, &raw);
        assert_eq!(terms.sort(term), sort, "seed {seed}");
        for _ in 0..12 {
            let model = random_model(&mut terms, &mut random, &sorts);
            let expected = evaluate(&mut terms, &raw, &model);
            let actual = terms.eval(term, &model);
            assert_eq!(
                actual,
                expected,
                "seed {seed}: {raw:?}\nbecame {}\nunder {model:?}",
                terms.display(term)
            );
            if let (Some(range), Const::Bv(value)) = (terms.range(term), &actual) {
                let signed = value.signed().expect("ranges are of narrow terms");
                let unsigned = value.unsigned().expect("ranges are of narrow terms") as i128;
                assert!(
                    range.min <= signed && signed <= range.max,
                    "seed {seed}: {signed} not in {range:?} of {}",
                    terms.display(term)
                );
                assert!(
                    range.unsigned_min <= unsigned && unsigned <= range.unsigned_max,
                    "seed {seed}: {unsigned} not in {range:?} of {}",
                    terms.display(term)
                );
            }
        }
    }
}

#[test]
fn java_widths_simplify_to_equal_values() {
    let widths = [8, 16, 32, 33, 64];
    agree(
        &widths,
        |random| random.pick(&[Sort::Bool, Sort::Bv(32), Sort::Bv(64), Sort::Bv(33)]),
        12_000,
        4,
    );
}

#[test]
fn tiny_widths_simplify_to_equal_values() {
    agree(
        &[1, 2, 3, 4],
        |random| random.pick(&[Sort::Bool, Sort::Bv(3), Sort::Bv(4)]),
        12_000,
        5,
    );
}

#[test]
fn very_wide_terms_simplify_to_equal_values() {
    agree(
        &[64, 100, 128, 129, 300],
        |random| random.pick(&[Sort::Bool, Sort::Bv(300), Sort::Bv(129)]),
        2_000,
        4,
    );
}

#[test]
fn floats_simplify_to_equal_values() {
    agree(
        &[32, 64],
        |random| random.pick(&[Sort::F32, Sort::F64, Sort::Bool]),
        5_000,
        4,
    );
}

#[test]
fn comparisons_of_few_symbols_simplify_to_equal_values() {
    // Deep boolean structure over comparisons exercises the joining of comparisons in `and`.
    agree(&[3], |_| Sort::Bool, 12_000, 6);
}
