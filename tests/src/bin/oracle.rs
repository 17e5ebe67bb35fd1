//! `./x oracle [PAIRS] [FIRST-SEED] [FLAG…]`: the big run of the oracle for contracts, and what it found. Flags are those of
//! `proviso check`.

use proviso_tests::oracle::{Oracle, Tally};

/// Batches that are checked at a time.
const TOGETHER: u64 = 6;

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
    let flags: Vec<String> = arguments.collect();
    let mut all: Vec<&str> = proviso_tests::oracle::BOUNDS.to_vec();
    all.extend(flags.iter().map(String::as_str));
    let keep = proviso_tests::program::root().join("target/oracle");
    let mut oracle = Oracle::start();
    let mut tally = Tally::default();
    let mut told = 0;
    while tally.pairs() < pairs {
        // Together they share one start of the program and of its JVM.
        oracle.batch(seed..seed + TOGETHER, &all, &keep, &mut tally);
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
        seed += TOGETHER;
        tell(&tally, seed - 1);
    }
    tell(&tally, seed - 1);
    if told > 0 {
        std::process::exit(1);
    }
}
