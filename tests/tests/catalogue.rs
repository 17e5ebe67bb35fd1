//! The catalogue: every folder under `tests/subjects/catalogue` is checked through the command line, and
//! every verdict is compared with the expectations drawn in its sources (see `proviso_tests::expect`).

use proviso_tests::{expect, program};

fn folder(name: &str) {
    let folder = program::root().join("tests/subjects/catalogue").join(name);
    let path = folder.to_str().expect("a UTF-8 path");
    let report = program::check(&["-k", "3", path]);
    let differences = expect::differences(&report, &program::root());
    assert!(
        differences.is_empty(),
        "{} differences in {name}:\n{}",
        differences.len(),
        differences.join("\n")
    );
}

macro_rules! folders {
    ($($name:ident),* $(,)?) => {
        $(#[test] fn $name() { folder(stringify!($name)); })*

        /// A folder that no test names would be checked by nobody.
        #[test]
        fn every_folder_has_its_test() {
            let named = [$(stringify!($name)),*];
            let catalogue = program::root().join("tests/subjects/catalogue");
            for entry in std::fs::read_dir(catalogue).expect("the catalogue is there") {
                let name = entry.expect("an entry").file_name();
                assert!(named.iter().any(|known| name == *known), "{name:?} has no test");
            }
        }
    };
}

folders![
    postconditions,
    exceptions,
    invariants,
    frames,
    calls,
    inheritance,
    nullness,
    statements,
    loops,
    states,
    quantifiers,
    structures,
    textbook,
    arithmetic,
    language,
    aliasing,
    library,
    obligations,
];

/// A pair is a method and the wrong one beside it: `turn` and `turnWrong`.
#[test]
fn there_are_at_least_150_pairs() {
    let catalogue = program::root().join("tests/subjects/catalogue");
    let mut pairs = 0;
    for folder in std::fs::read_dir(catalogue).expect("the catalogue is there") {
        let folder = folder.expect("an entry").path();
        for file in std::fs::read_dir(folder).expect("a folder") {
            let text = std::fs::read_to_string(file.expect("an entry").path()).expect("a text");
            pairs += expect::pairs(&text).len();
        }
    }
    println!("{pairs} pairs");
    assert!(pairs >= 150, "only {pairs} pairs");
}
