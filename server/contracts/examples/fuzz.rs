//! Feeds random texts to everything between the text and the shadow source: trees, AST, printing, edits, lowering.
//! `cargo run --release -p proviso-contracts --example fuzz -- --seconds 3600 [--seed N] [FILE|FOLDER…]`.
//! Java, `.jml` and grammar corpus files given (or found in folders given) are mutated. A text that panics, that gives a
//! tree or shadow that cannot be right, or that takes over [`LIMIT`], is printed and ends the run.

use proviso_contracts::fuzz::lowers;
use proviso_syntax::fuzz::{Choices, exercise, random_text};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

const LIMIT: Duration = Duration::from_secs(20);

/// The text in work, and since when: a watchdog sees one that does not end.
static CURRENT: Mutex<Option<(u64, String, Instant)>> = Mutex::new(None);

fn main() {
    let (mut seconds, mut first_seed, mut files) = (10, 0, Vec::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--seconds" => seconds = number(arguments.next()),
            "--seed" => first_seed = number(arguments.next()),
            path => {
                if let Err(error) = collect(Path::new(path), &mut files) {
                    usage(&format!("{path}: {error}"));
                }
            }
        }
    }
    let seeds: Vec<&str> = files.iter().map(String::as_str).collect();
    std::thread::spawn(watch);
    let start = Instant::now();
    let (mut slowest, mut slowest_seed) = (Duration::ZERO, first_seed);
    let mut seed = first_seed;
    while start.elapsed() < Duration::from_secs(seconds) {
        let mut choices = Choices::new(seed);
        let text = random_text(&mut choices, &seeds);
        let before = Instant::now();
        set_current(Some((seed, text.clone(), before)));
        let outcome = std::panic::catch_unwind(|| {
            exercise(&text, &mut Choices::new(seed))
                .and_then(|()| lowers(&text, seed.is_multiple_of(3)))
        });
        set_current(None);
        if before.elapsed() > slowest {
            (slowest, slowest_seed) = (before.elapsed(), seed);
        }
        match outcome {
            Ok(Ok(())) => {}
            Ok(Err(message)) => found(seed, &text, &message),
            Err(_) => found(seed, &text, "it panicked"),
        }
        seed += 1;
    }
    println!(
        "{} texts from {} files in {} s, nothing found; the slowest (seed {slowest_seed}) took {slowest:?}",
        seed - first_seed,
        seeds.len(),
        start.elapsed().as_secs()
    );
}

fn set_current(value: Option<(u64, String, Instant)>) {
    *CURRENT.lock().unwrap_or_else(|e| e.into_inner()) = value;
}

fn watch() {
    loop {
        std::thread::sleep(Duration::from_secs(1));
        let current = CURRENT.lock().unwrap_or_else(|e| e.into_inner());
        if let Some((seed, text, since)) = &*current
            && since.elapsed() > LIMIT
        {
            found(*seed, text, &format!("it takes over {LIMIT:?}"));
        }
    }
}

fn found(seed: u64, text: &str, message: &str) -> ! {
    println!("{text}\n---\nseed {seed}: {message}");
    std::process::exit(1);
}

fn collect(path: &Path, files: &mut Vec<String>) -> std::io::Result<()> {
    if path.is_dir() {
        let mut entries: Vec<_> = std::fs::read_dir(path)?.collect::<Result<_, _>>()?;
        entries.sort_by_key(|e| e.path());
        for entry in entries {
            let path = entry.path();
            let wanted = path
                .extension()
                .is_some_and(|e| ["java", "jml", "txt", "md"].iter().any(|w| e == *w));
            if path.is_dir() || wanted {
                collect(&path, files)?;
            }
        }
        return Ok(());
    }
    let text = std::fs::read_to_string(path)?;
    if path.extension().is_some_and(|e| e == "txt") {
        // The corpus of the grammar: JML without its comments.
        for example in text
            .split("\n---\n")
            .filter_map(|part| part.rsplit("===\n").next())
        {
            files.push(format!(
                "class A {{ /*@ {example} @*/ int m(int x) {{ /*@ {example} @*/ return 0; }} }}"
            ));
        }
    } else if path.extension().is_some_and(|e| e == "md") {
        for block in text.split("```java\n").skip(1) {
            files.push(block.split("```").next().unwrap_or("").to_owned());
        }
    } else {
        files.push(text);
    }
    Ok(())
}

fn number(text: Option<String>) -> u64 {
    match text.as_deref().map(str::parse) {
        Some(Ok(number)) => number,
        _ => usage("expected a number"),
    }
}

fn usage(message: &str) -> ! {
    eprintln!("{message}\nusage: fuzz [--seconds N] [--seed N] [FILE|FOLDER…]");
    std::process::exit(2);
}
