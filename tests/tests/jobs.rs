//! The number of workers changes nothing but the time: the whole catalogue, byte for byte.

use proviso_tests::program;
use serde_json::Value;

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

fn catalogue(jobs: &str) -> String {
    let folder = program::root().join("tests/subjects/catalogue");
    let path = folder.to_str().expect("a UTF-8 path");
    let arguments = [
        "check",
        "--format",
        "json",
        "--no-cache",
        "-k",
        "1",
        "--jobs",
        jobs,
        path,
    ];
    let output = program::run(&arguments);
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    let mut document: Value = serde_json::from_str(&text).expect("JSON");
    let methods = document["methods"].as_array().map_or(0, Vec::len);
    assert!(methods > 300, "only {methods} methods were checked");
    without_times(&mut document);
    for method in document["methods"].as_array_mut().into_iter().flatten() {
        // How far a run came before its time was over is no property of the method.
        let cut = |cut: &Value| cut["bound"] == "time";
        if method["cuts"]
            .as_array()
            .is_some_and(|cuts| cuts.iter().any(cut))
        {
            for figures in ["stats", "cuts", "coverage"] {
                method[figures] = Value::Null;
            }
        }
    }
    document.to_string()
}

#[test]
fn two_workers_give_the_same_bytes_as_one() {
    let (one, two) = (catalogue("1"), catalogue("2"));
    let at = one.bytes().zip(two.bytes()).position(|(a, b)| a != b);
    if let Some(at) = at {
        let from = at.saturating_sub(200);
        panic!(
            "they differ at byte {at}:\n…{}\n…{}",
            &one[from..(at + 100).min(one.len())],
            &two[from..(at + 100).min(two.len())]
        );
    }
    assert_eq!(one.len(), two.len());
}
