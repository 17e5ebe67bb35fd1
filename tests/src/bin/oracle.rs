//! `./x oracle [PAIRS] [FIRST-SEED]`: the big run of the oracle for contracts, and what it found.

use proviso_tests::oracle::{Oracle, Tally};

fn tell(tally: &Tally, seed: u64) {
    println!("{} pairs, seeds up to {seed}", tally.pairs());
    for (kind, count) in &tally.counts {
        println!("{count:8} {kind}");
    }
}

fn main() {
    let mut arguments = std::env::args().skip(1);
    let mut number = |otherwise: u64| match arguments.next().map(|word| word.parse()) {
        None => otherwise,
        Some(Ok(number)) => number,
        Some(Err(_)) => {
            eprintln!("oracle: a number of pairs, and the first seed");
            std::process::exit(2);
        }
    };
    let pairs = number(2000);
    let mut seed = number(1);
    let keep = proviso_tests::program::root().join("target/oracle");
    let mut oracle = Oracle::start();
    let mut tally = Tally::default();
    let mut told = 0;
    while tally.pairs() < pairs {
        oracle.batch(seed, &proviso_tests::oracle::BOUNDS, &keep, &mut tally);
        for found in &tally.disagreements[told..] {
            let (kind, method, detail) = (&found.kind, &found.method, &found.detail);
            println!(
                "{kind}\tseed {} {method}\t{detail}\t{}",
                found.seed,
                found.source.display()
            );
        }
        told = tally.disagreements.len();
        // A long run that is stopped has said how far it came.
        if seed.is_multiple_of(10) {
            tell(&tally, seed);
        }
        seed += 1;
    }
    tell(&tally, seed - 1);
    if told > 0 {
        std::process::exit(1);
    }
}
