//! `./x mutation [WORD…]`: the mutation check (see `proviso_tests::mutation`) of the files of the catalogue whose path
//! contains a word (all without words). Fails when a survivor is not explained in `tests/survivors.txt`, and when an
//! explanation there explains nothing.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use proviso_tests::mutation::{Count, Explanations, Table};
use proviso_tests::program;

fn java_files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            java_files(&path, found);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            found.push(path);
        }
    }
}

/// Checks need a deep stack, as the program's own workers have.
fn main() -> ExitCode {
    let worker = std::thread::Builder::new().stack_size(64 << 20);
    let run = worker.spawn(run).expect("a thread");
    run.join().unwrap_or(ExitCode::FAILURE)
}

fn run() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut files = Vec::new();
    java_files(
        &program::root().join("tests/subjects/catalogue"),
        &mut files,
    );
    files.retain(|file| {
        let name = file.to_string_lossy();
        words.is_empty() || words.iter().any(|word| name.contains(word.as_str()))
    });
    let mut explanations = Explanations::read();
    let mut table = Table::default();
    for file in &files {
        let limit = Duration::from_secs(20);
        table.add(file, limit, &mut explanations, &mut |line| {
            println!("{line}")
        });
    }
    println!("\n| change | mutants | caught | undecided | survived |\n|---|---:|---:|---:|---:|");
    let row = |what: &str, c: &Count| {
        let survived = c.made - c.caught - c.undecided;
        println!(
            "| {what} | {} | {} | {} | {survived} |",
            c.made, c.caught, c.undecided
        );
    };
    for (what, count) in &table.kinds {
        row(what, count);
    }
    row("all", &table.all());
    for (reason, count) in &table.reasons {
        println!("\n{reason}: {count}");
    }
    for method in &table.left_out {
        println!("left out, not decided without a mutant either: {method}");
    }
    for key in explanations.unused(&files) {
        println!("explains nothing: {key}");
    }
    println!(
        "\nnot explained in tests/survivors.txt: {}",
        table.unexplained.len()
    );
    if table.unexplained.is_empty() && explanations.unused(&files).is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
