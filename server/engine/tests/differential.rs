//! Random methods give the same results in the JVM and in concrete mode. The long version is the example `differential`.

#[path = "../examples/differential/generate/mod.rs"]
mod generate;
mod jvm;

use generate::{Random, class};
use proviso_classfile::ClassPath;
use proviso_engine::concrete::{Ending, run_main};
use std::process::Command;
use std::sync::Arc;

const METHODS: usize = 150;
const SEED: u64 = 7;
const STEPS: u64 = 100_000_000;

#[test]
fn random_methods_compute_what_the_jvm_computes() {
    let jdks = jvm::jdks();
    // The newest JDK: the programs of `tests/concrete` cover them all.
    let jdk = jdks.iter().max_by_key(|j| j.release).expect("a JDK");
    let text = class("Generated", METHODS, &mut Random::new(SEED));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let source = folder.path().join("Generated.java");
    std::fs::write(&source, &text).expect("the source can be written");
    jdk.compile(&[&source], folder.path());
    let mut java = Command::new(jdk.home.join("bin/java"));
    java.args(["-Dstdout.encoding=UTF-8", "-Dfile.encoding=UTF-8", "-cp"])
        .arg(folder.path())
        .arg("Generated");
    let expected = jvm::run_limited(java, 300);
    let path = ClassPath::new(&jdk.home, &[folder.path().to_owned()]).expect("the JDK can be read");
    let run = run_main(&Arc::new(path), "Generated", STEPS).expect("the JDK can be read");
    assert!(
        expected.lines().count() > 5 * METHODS,
        "the JVM printed every result"
    );
    for (jvm, engine) in expected.lines().zip(run.output.lines()) {
        assert_eq!(engine, jvm);
    }
    assert_eq!(run.ending, Ending::Returned, "{}", run.errors);
    assert_eq!(run.output, expected);
}
