//! Feeds random texts to the parser: `cargo run -p proviso-syntax --example fuzz -- --seconds 3600 [--seed N] [FILE…]`.
//! The files are Java sources to mutate. Stops at the first text that breaks it and prints that text.

use proviso_syntax::fuzz::{Choices, exercise, random_text};
use std::time::{Duration, Instant};

fn main() {
    let (mut seconds, mut first_seed, mut files) = (10, 0, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => seconds = number(arguments.next()),
            "--seed" => first_seed = number(arguments.next()),
            file => match std::fs::read_to_string(file) {
                Ok(text) => files.push(text),
                Err(error) => usage(&format!("{file}: {error}")),
            },
        }
    }
    let seeds: Vec<&str> = files.iter().map(String::as_str).collect();
    let start = Instant::now();
    let mut slowest = Duration::ZERO;
    let mut seed = first_seed;
    while start.elapsed() < Duration::from_secs(seconds) {
        let mut choices = Choices::new(seed);
        let text = random_text(&mut choices, &seeds);
        let before = Instant::now();
        let outcome = std::panic::catch_unwind(|| exercise(&text, &mut Choices::new(seed)));
        slowest = slowest.max(before.elapsed());
        let message = match outcome {
            Ok(Ok(())) => None,
            Ok(Err(message)) => Some(message),
            Err(_) => Some("it panicked".to_owned()),
        };
        if let Some(message) = message {
            println!("{text}\n---\nseed {seed}: {message}");
            std::process::exit(1);
        }
        seed += 1;
    }
    println!(
        "{} texts, nothing found; the slowest took {slowest:?}",
        seed - first_seed
    );
}

fn number(text: Option<String>) -> u64 {
    match text.as_deref().map(str::parse) {
        Some(Ok(number)) => number,
        _ => usage("expected a number"),
    }
}

fn usage(message: &str) -> ! {
    eprintln!("{message}\nusage: fuzz [--seconds N] [--seed N] [FILE…]");
    std::process::exit(2);
}
