//! Random methods give the same results in the JVM and in concrete mode. The long version is the example `differential`.

#[path = "../examples/differential/batch.rs"]
mod batch;
#[path = "../examples/differential/generate/mod.rs"]
mod generate;
mod jvm;

use batch::{Batch, Worker, differences, engine_run};

const METHODS: usize = 200;
const SEED: u64 = 7;

#[test]
fn random_methods_compute_what_the_jvm_computes() {
    // The newest JDK: the programs of `tests/concrete` cover them all.
    let jdk = jvm::jdks()
        .into_iter()
        .max_by_key(|j| j.release)
        .expect("a JDK");
    let batch = Batch::new(METHODS, SEED, jdk.release);
    let mut worker = Worker::start(&jdk);
    worker.send(&batch);
    let expected = worker.printed();
    assert!(
        expected.lines().count() >= 2 * METHODS,
        "the JVM printed every result and heap"
    );
    let wrong = differences(&expected, &engine_run(&jdk, &batch));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
