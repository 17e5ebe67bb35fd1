//! The mutation check: mutates the right methods of the catalogue and counts how many mutants are caught.
//! `./x mutation [WORD…]` runs it on the files whose path contains a word (all without words).
//!
//! All mutants of a file are put into packages of their own and checked in one run, so that the program
//! is started twice per file: for the file as it is, and for its mutants.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use proviso_report::{Report, Severity, Verdict};
use proviso_tests::{mutate, program};

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

fn holding(report: &Report) -> Vec<String> {
    report
        .methods
        .iter()
        .filter(|m| matches!(m.verdict, Verdict::Holds | Verdict::HoldsToBound))
        .map(|m| m.id.clone())
        .collect()
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let mut files = Vec::new();
    java_files(
        &program::root().join("tests/subjects/catalogue"),
        &mut files,
    );
    let (mut made, mut caught, mut undecided) = (0, 0, 0);
    let mut by_kind: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for file in files {
        let name = file.to_string_lossy().into_owned();
        if !words.is_empty() && !words.iter().any(|word| name.contains(word.as_str())) {
            continue;
        }
        let text = std::fs::read_to_string(&file).expect("a readable subject");
        let right = holding(&program::check(&["--no-replay", &name]));
        let folder = tempfile::tempdir().expect("a folder");
        let mutants = mutate::mutants(&text);
        for (index, mutant) in mutants.iter().enumerate() {
            let package = folder.path().join(format!("m{index}"));
            std::fs::create_dir(&package).expect("a folder");
            let source = format!("package m{index}; {}", mutant.apply(&text));
            let target = package.join(file.file_name().expect("a file name"));
            std::fs::write(target, source).expect("written");
        }
        let path = folder.path().to_string_lossy().into_owned();
        let report = program::check(&["--no-replay", "--timeout", "20", &path]);
        for (index, mutant) in mutants.iter().enumerate() {
            let prefix = format!("m{index}.");
            let methods: Vec<_> = report
                .methods
                .iter()
                .filter(|m| {
                    m.id.strip_prefix(&prefix).is_some_and(|rest| {
                        let rest = rest.replace(&format!("Lm{index}/"), "L");
                        right.contains(&rest)
                    })
                })
                .collect();
            let broken = report.problems.iter().any(|p| {
                p.severity == Severity::Error
                    && p.place.as_ref().is_some_and(|at| {
                        at.file.contains(&format!("/m{index}/"))
                            || at.file.starts_with(&format!("m{index}/"))
                    })
            });
            if broken || methods.is_empty() {
                continue;
            }
            made += 1;
            let entry = by_kind.entry(mutant.what).or_default();
            entry.0 += 1;
            if methods.iter().any(|m| m.verdict == Verdict::Violated) {
                caught += 1;
                entry.1 += 1;
                continue;
            }
            let unknown = methods.iter().any(|m| m.verdict == Verdict::Unknown);
            undecided += u32::from(unknown);
            println!(
                "{} {}:{}: {}: `{}` -> `{}`",
                if unknown { "unknown " } else { "survived" },
                file.strip_prefix(program::root())
                    .unwrap_or(&file)
                    .display(),
                mutant.line(&text),
                mutant.what,
                &text[mutant.start..mutant.end],
                mutant.replacement
            );
        }
    }
    println!();
    for (what, (all, killed)) in by_kind {
        println!("{what}: {killed} of {all} caught");
    }
    println!(
        "mutants: {made}, caught {caught}, undecided {undecided}, survived {}",
        made - caught - undecided
    );
}
