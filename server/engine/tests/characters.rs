//! The tables of `intrinsics/characters` say of every code point what the JDKs on this machine say.

mod jvm;

use proviso_engine::intrinsics::character_table;
use std::path::Path;
use std::process::Command;

#[test]
fn the_tables_are_those_of_the_jdks() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java/Characters.java");
    let mut compared = 0;
    for jdk in jvm::jdks() {
        let Some(table) = character_table(jdk.release) else {
            continue;
        };
        let classes = tempfile::tempdir().expect("a temporary folder");
        jdk.compile(&[&source], classes.path());
        let mut java = Command::new(jdk.home.join("bin/java"));
        java.arg("-cp").arg(classes.path()).arg("Characters");
        let printed = jvm::run_limited(java, 120);
        for (ours, theirs) in table.lines().zip(printed.lines()) {
            assert_eq!(ours, theirs, "JDK {}", jdk.release);
        }
        assert_eq!(table.lines().count(), printed.lines().count());
        compared += 1;
    }
    assert!(compared > 0, "no JDK here has a table");
}
