//! The number of workers changes nothing but the time: the whole catalogue, byte for byte.
//!
//! What does depend on the clock is what a time limit ends: how far a run came before its time was over (`stats`, `cuts`,
//! `coverage`) is no property of the method, and the solver has eight seconds for a question. Four folders have methods
//! that meet such a limit; the others are compared as they are printed, durations aside.

use proviso_tests::program;
use serde_json::Value;

const LIMITED: [&str; 4] = ["arithmetic", "calls", "library", "loops"];

/// The document as it was printed, with every duration set to 0.
fn without_times(value: &mut Value) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                if key.ends_with("_ms") {
                    *value = 0.into();
                } else {
                    without_times(value);
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(without_times),
        _ => {}
    }
}

/// The report on the folders of the catalogue that are, or are not, limited.
fn report(jobs: &str, timeout: &str, limited: bool) -> Value {
    let catalogue = program::root().join("tests/subjects/catalogue");
    let entries = std::fs::read_dir(&catalogue).expect("the catalogue is there");
    let names = entries.map(|entry| entry.expect("an entry").file_name());
    let mut folders: Vec<String> = names
        .map(|name| name.to_string_lossy().into_owned())
        .filter(|name| LIMITED.contains(&name.as_str()) == limited)
        .map(|name| catalogue.join(name).to_string_lossy().into_owned())
        .collect();
    folders.sort();
    let mut arguments = vec!["check", "--format", "json", "--no-cache", "-k", "1"];
    // A question of a proof has less than a second, so which facts are found depends on the clock.
    arguments.extend(["--timeout", timeout, "--jobs", jobs, "--close", "off"]);
    arguments.extend(folders.iter().map(String::as_str));
    let output = program::run(&arguments);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    without_times(&mut document);
    document
}

fn assert_same(one: &str, two: &str) {
    let at = one.bytes().zip(two.bytes()).position(|(a, b)| a != b);
    if let Some(at) = at {
        let around = |text: &str| {
            let bytes = &text.as_bytes()[at.saturating_sub(200)..(at + 100).min(text.len())];
            String::from_utf8_lossy(bytes).into_owned()
        };
        panic!(
            "they differ at byte {at}:\n…{}\n…{}",
            around(one),
            around(two)
        );
    }
    assert_eq!(one.len(), two.len());
}

#[test]
fn two_workers_give_the_same_bytes_as_one() {
    let (one, two) = (report("1", "300", false), report("2", "300", false));
    let methods = one["methods"].as_array().map_or(0, Vec::len);
    assert!(methods > 250, "only {methods} methods were checked");
    assert_same(&one.to_string(), &two.to_string());
}

/// A search long enough to be shared: its pieces are those of the method, not of the workers.
#[test]
fn one_long_method_has_the_same_report_for_any_number_of_workers() {
    let subject = program::root().join("tests/subjects/papers/BinarySearchTree.java");
    let text = std::fs::read_to_string(subject).expect("the subject");
    let wrong = "//@ ensures root.left != null || root.right != null;";
    // The smallest tree that breaks it is the empty one, which a search meets last: others than the first thread do.
    let broken = text.replace(
        "public /*@ nullable */ Object insert",
        &format!("{wrong}\n    public /*@ nullable */ Object insert"),
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("BinarySearchTree.java");
    for (text, verdict) in [(&text, "holds-to-bound"), (&broken, "violated")] {
        std::fs::write(&file, text).expect("the file is written");
        let report = |jobs: &str| {
            let file = file.to_string_lossy();
            let mut arguments = vec!["check", "--format", "json", "--no-cache", "-k", "4"];
            arguments.extend([
                "--timeout",
                "300",
                "--method",
                "insert",
                "--jobs",
                jobs,
                &file,
            ]);
            let output = program::run(&arguments);
            let text = String::from_utf8(output.stdout).expect("UTF-8");
            let mut document: Value = serde_json::from_str(&text).expect("JSON");
            without_times(&mut document);
            document
        };
        let one = report("1");
        assert_eq!(one["methods"][0]["verdict"], verdict, "{one}");
        assert_eq!(one["methods"][0]["stats"]["paths"], 12949);
        for jobs in ["2", "4"] {
            assert_same(&one.to_string(), &report(jobs).to_string());
        }
    }
}

#[test]
fn where_time_runs_out_the_rest_is_the_same() {
    let (mut one, mut two) = (report("1", "10", true), report("2", "10", true));
    let (methods, others) = (one["methods"].take(), two["methods"].take());
    assert_same(&one.to_string(), &two.to_string());
    let list = |methods: &Value| methods.as_array().cloned().unwrap_or_default();
    let (methods, others) = (list(&methods), list(&others));
    assert_eq!(methods.len(), others.len());
    let mut excused = 0;
    for (one, two) in methods.iter().zip(&others) {
        let (one, two) = (one.to_string(), two.to_string());
        let ran_out = |method: &str| {
            method.contains(r#""bound":"time""#) || method.contains("Z3 gave up after")
        };
        if ran_out(&one) || ran_out(&two) {
            excused += 1;
        } else {
            assert_same(&one, &two);
        }
    }
    assert!(excused <= 8, "{excused} methods ran out of time");
}
