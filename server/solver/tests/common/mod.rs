//! Random conditions for the solver's tests, from a small deterministic generator.
#![allow(dead_code)] // Each test file uses a part.

use proviso_terms::{Sort, Term, Terms};

pub struct Random(pub u64);

impl Random {
    pub fn seeded(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, limit: u64) -> u64 {
        self.next() % limit
    }
}

/// The symbols random conditions speak of.
pub fn symbols(terms: &mut Terms, count: u64, width: u32) -> Vec<Term> {
    (0..count)
        .map(|index| terms.symbol(&format!("x{index}"), Sort::Bv(width)))
        .collect()
}

fn operand(terms: &mut Terms, random: &mut Random, symbols: &[Term], width: u32) -> Term {
    let symbol = symbols[random.below(symbols.len() as u64) as usize];
    let other = symbols[random.below(symbols.len() as u64) as usize];
    match random.below(14) {
        0 | 1 => terms.bv_const(width, random.below(9) as i128 - 4),
        2 => terms.bv_add(symbol, other),
        3 => {
            let one = terms.bv_const(width, 1);
            terms.bv_add(symbol, one)
        }
        4 => terms.bv_sub(symbol, other),
        5 => terms.bv_mul(symbol, other),
        6 => terms.bv_and(symbol, other),
        7 => {
            let divisor = terms.bv_const(width, random.below(4) as i128);
            terms.sdiv(symbol, divisor)
        }
        8 => {
            let difference = terms.bv_sub(symbol, other);
            let divisor = terms.bv_const(width, 2);
            terms.srem(difference, divisor)
        }
        _ => symbol,
    }
}

fn literal(terms: &mut Terms, random: &mut Random, symbols: &[Term], width: u32) -> Term {
    let a = operand(terms, random, symbols, width);
    let b = operand(terms, random, symbols, width);
    let atom = match random.below(8) {
        0 | 1 => terms.eq(a, b),
        2 => terms.ult(a, b),
        _ => terms.slt(a, b),
    };
    if random.below(2) == 0 {
        atom
    } else {
        terms.not(atom)
    }
}

/// Mostly one comparison, sometimes two joined.
pub fn condition(terms: &mut Terms, random: &mut Random, symbols: &[Term], width: u32) -> Term {
    let first = literal(terms, random, symbols, width);
    match random.below(5) {
        0 => {
            let second = literal(terms, random, symbols, width);
            terms.or(&[first, second])
        }
        1 => {
            let second = literal(terms, random, symbols, width);
            terms.and(&[first, second])
        }
        _ => first,
    }
}
