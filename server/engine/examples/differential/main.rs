//! Compares the engine with a JVM on random methods:
//! `cargo run --release -p proviso-engine --example differential -- --methods 2000 [--seed 1] [--jdk HOME]`.

mod generate;
#[path = "../../tests/jvm/mod.rs"]
mod jvm;

use generate::{Random, class};
use proviso_classfile::ClassPath;
use proviso_engine::concrete::{Ending, run_main};
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::sync::Arc;

/// Methods per class: one javac and one JVM run for all of them.
const BATCH: usize = 200;
const STEPS: u64 = 1_000_000_000;

fn main() -> ExitCode {
    let mut methods = BATCH;
    let mut seed = 1;
    let mut home: Option<PathBuf> = None;
    let mut args = std::env::args().skip(1);
    while let Some(flag) = args.next() {
        let value = args.next();
        let number = value.as_deref().and_then(|v| v.parse::<u64>().ok());
        match (&*flag, number, value) {
            ("--methods", Some(n), _) => methods = n as usize,
            ("--seed", Some(n), _) => seed = n,
            ("--jdk", _, Some(path)) => home = Some(path.into()),
            _ => {
                eprintln!("usage: differential [--methods N] [--seed N] [--jdk HOME]");
                return ExitCode::from(2);
            }
        }
    }
    let (mut lines, mut differences) = (0, 0);
    for jdk in jvm::jdks()
        .into_iter()
        .filter(|j| home.as_ref().is_none_or(|h| j.home == *h))
    {
        for batch in 0..methods.div_ceil(BATCH) {
            let count = BATCH.min(methods - batch * BATCH);
            let mut random = Random::new(seed + batch as u64);
            let text = class("Generated", count, &mut random);
            let folder = tempfile::tempdir().expect("a temporary folder");
            let source = folder.path().join("Generated.java");
            std::fs::write(&source, &text).expect("the source can be written");
            jdk.compile(&[&source], folder.path());
            let mut command = Command::new(jdk.home.join("bin/java"));
            command
                .args(["-Dstdout.encoding=UTF-8", "-Dfile.encoding=UTF-8", "-cp"])
                .arg(folder.path())
                .arg("Generated");
            let expected = jvm::run_limited(command, 300);
            let path = ClassPath::new(&jdk.home, &[folder.path().to_owned()])
                .expect("the JDK can be read");
            let run = run_main(&Arc::new(path), "Generated", STEPS).expect("the JDK can be read");
            let wrong: Vec<(&str, &str)> = expected
                .lines()
                .zip(run.output.lines())
                .filter(|(a, b)| a != b)
                .take(10)
                .collect();
            lines += expected.lines().count();
            println!(
                "JDK {} seed {}: {} methods, {} lines, {} instructions, {:?}",
                jdk.release,
                seed + batch as u64,
                count,
                expected.lines().count(),
                run.instructions,
                run.ending
            );
            for (jvm, engine) in &wrong {
                println!("  JVM:    {jvm}\n  engine: {engine}");
            }
            let short = run.ending != Ending::Returned
                || run.output.lines().count() != expected.lines().count();
            differences += wrong.len() + usize::from(short);
            if short || !wrong.is_empty() {
                let keep =
                    std::env::temp_dir().join(format!("Generated-{}.java", seed + batch as u64));
                if std::fs::copy(&source, &keep).is_ok() {
                    println!("  kept as {}", keep.display());
                }
                print!("{}", run.errors);
            }
        }
    }
    println!("{lines} lines compared, {differences} differences");
    if differences == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
