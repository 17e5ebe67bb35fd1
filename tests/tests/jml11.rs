//! The 25 examples at the end of the JML reference come out as stated there. Each file of `tests/subjects/jml11` says what
//! is expected in its first lines: `//? Class.method verdict [kind] [parameter=value]`; `warns` instead of a verdict for a
//! finding that leaves the verdict alone.

use proviso_tests::program;
use serde_json::Value;

struct Expectation {
    file: String,
    method: String,
    verdict: String,
    kind: Option<String>,
    input: Option<(String, String)>,
}

fn expectations() -> Vec<Expectation> {
    let folder = program::root().join("tests/subjects/jml11");
    let mut all = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the subjects are there") {
        let path = entry.expect("an entry").path();
        let text = std::fs::read_to_string(&path).expect("readable");
        for line in text.lines().filter_map(|l| l.strip_prefix("//? ")) {
            let mut words = line.split(' ').map(str::to_string);
            let mut next = || words.next();
            all.push(Expectation {
                file: path
                    .file_name()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned(),
                method: next().expect("a method"),
                verdict: next().expect("a verdict"),
                kind: next(),
                // Two inputs at once are an example among many; a single one is the smallest.
                input: next().filter(|i| !i.contains([',', '{'])).and_then(|i| {
                    i.split_once('=')
                        .map(|(name, value)| (name.to_string(), value.to_string()))
                }),
            });
        }
    }
    all
}

/// What differs, in words; `None` if all is as expected.
fn difference(expected: &Expectation, methods: &[Value]) -> Option<String> {
    let id = format!("{}(", expected.method);
    let Some(method) = methods
        .iter()
        .find(|m| m["id"].as_str().is_some_and(|i| i.starts_with(&id)))
    else {
        return Some("is not in the report".to_string());
    };
    let verdict = method["verdict"].as_str().unwrap_or("");
    if expected.verdict != "warns" && verdict != expected.verdict {
        return Some(format!("is {verdict}, not {}", expected.verdict));
    }
    let kind = expected.kind.as_deref()?;
    let findings = method["violations"].as_array().cloned().unwrap_or_default();
    let Some(found) = findings.iter().find(|v| v["kind"] == kind) else {
        let kinds: Vec<&Value> = findings.iter().map(|v| &v["kind"]).collect();
        return Some(format!("has {kinds:?}, not {kind}"));
    };
    if found["replay"] != "confirmed" && found["replay"] != "run" {
        return Some(format!("is {} by the JVM", found["replay"]));
    }
    let (name, value) = expected.input.as_ref()?;
    let given = found["inputs"]
        .as_array()?
        .iter()
        .find(|i| i["name"] == name.as_str())?;
    let text = given["text"]
        .as_str()
        .unwrap_or("")
        .split(' ')
        .next()
        .unwrap_or("")
        .to_string();
    (text != *value).then(|| format!("is found for {name} = {text}, not {value}"))
}

#[test]
fn the_examples_of_the_reference_come_out_as_stated() {
    let folder = program::root().join("tests/subjects/jml11");
    let path = folder.to_str().expect("a UTF-8 path");
    let report = program::check(&["-k", "3", "--loop-bound", "4", path]);
    let report = serde_json::to_value(&report).expect("a report is JSON");
    let methods = report["methods"].as_array().cloned().unwrap_or_default();
    let expectations = expectations();
    assert_eq!(expectations.len(), 47, "every example states what it shows");
    let wrong: Vec<String> = expectations
        .iter()
        .filter_map(|e| difference(e, &methods).map(|d| format!("{}: {} {d}", e.file, e.method)))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
