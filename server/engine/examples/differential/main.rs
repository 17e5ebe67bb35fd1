//! Compares the engine with a JVM on random methods: results, exceptions, printed lines and the reachable heap.
//! `cargo run --release -p proviso-engine --example differential -- --methods 2000 [--seed 1] [--jdk HOME]`.

mod batch;
mod generate;
#[path = "../../tests/jvm/mod.rs"]
mod jvm;

use batch::{Batch, Worker, differences, engine_run};
use std::path::PathBuf;
use std::process::ExitCode;

/// Methods per class.
const BATCH: usize = 500;

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
    let (mut run_methods, mut lines, mut found) = (0, 0, 0);
    for jdk in jvm::jdks()
        .into_iter()
        .filter(|j| home.as_ref().is_none_or(|h| j.home == *h))
    {
        let mut worker = Worker::start(&jdk);
        let batches = methods.div_ceil(BATCH) as u64;
        let make = |index: u64| Batch::new(BATCH, seed + index, jdk.release);
        let mut next = Some(make(0));
        worker.send(next.as_ref().expect("just made"));
        for index in 0..batches {
            let Some(batch) = next.take() else { break };
            let expected = worker.printed();
            // The JVM works on the next class while the engine runs this one.
            if index + 1 < batches {
                let following = make(index + 1);
                worker.send(&following);
                next = Some(following);
            }
            let run = engine_run(&jdk, &batch);
            run_methods += BATCH;
            lines += expected.lines().count();
            let wrong = differences(&expected, &run);
            println!(
                "JDK {} seed {}: {BATCH} methods, {} lines, {} instructions, {} differences",
                jdk.release,
                seed + index,
                expected.lines().count(),
                run.instructions,
                wrong.len()
            );
            found += wrong.len();
            if !wrong.is_empty() {
                println!("{}", wrong.join("\n"));
                let keep = std::env::temp_dir().join(format!(
                    "Generated-{}-{}.java",
                    jdk.release,
                    seed + index
                ));
                if std::fs::copy(&batch.source, &keep).is_ok() {
                    println!("  kept as {}", keep.display());
                }
            }
        }
    }
    println!("{run_methods} methods, {lines} lines compared, {found} differences");
    if found == 0 {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
