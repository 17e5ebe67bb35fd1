//! A part of the mutation check that is quick enough for every run: what is not caught is explained. The whole is
//! `./x mutation`.

use std::path::PathBuf;
use std::time::Duration;

use proviso_tests::mutation::{Explanations, Table};
use proviso_tests::program;

const FILES: [&str; 7] = [
    "aliasing/Aliases.java",
    "aliasing/Swaps.java",
    "frames/Elements.java",
    "frames/Fields.java",
    "invariants/Counter.java",
    "invariants/Statics.java",
    "inheritance/Overriding.java",
];

/// Checks need a deep stack, as the program's own workers have.
#[test]
fn mutants_are_caught_or_explained() {
    let worker = std::thread::Builder::new().stack_size(64 << 20);
    let run = worker.spawn(check).expect("a thread");
    run.join().expect("the check panicked");
}

fn check() {
    let catalogue = program::root().join("tests/subjects/catalogue");
    let files: Vec<PathBuf> = FILES.iter().map(|name| catalogue.join(name)).collect();
    let mut explanations = Explanations::read();
    let mut table = Table::default();
    for file in &files {
        let limit = Duration::from_secs(60);
        table.add(file, limit, &mut explanations, &mut |line| {
            println!("{line}")
        });
    }
    let all = table.all();
    println!("{} of {} mutants are caught", all.caught, all.made);
    assert!(table.unexplained.is_empty(), "{:#?}", table.unexplained);
    let unused = explanations.unused(&files);
    assert!(unused.is_empty(), "these explain nothing: {unused:#?}");
    assert!(table.left_out.is_empty(), "{:#?}", table.left_out);
    assert!(all.made >= 100, "only {} mutants were made", all.made);
    assert!(all.caught * 10 >= all.made * 9, "too few are caught");
}
