//! The 25 examples of the JML reference (tests/subjects/jml11) lower to Java that javac accepts.

mod common;

use std::path::Path;

#[test]
fn all_examples_of_the_reference_lower_to_compiling_java() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/subjects/jml11");
    let mut subjects: Vec<(String, String)> = std::fs::read_dir(&folder)
        .expect("the subjects are there")
        .filter_map(|entry| {
            let path = entry.ok()?.path();
            (path.extension()? == "java").then(|| {
                (
                    path.file_name()
                        .unwrap_or_default()
                        .to_string_lossy()
                        .into_owned(),
                    std::fs::read_to_string(&path).expect("readable"),
                )
            })
        })
        .collect();
    subjects.sort();
    assert_eq!(subjects.len(), 25);
    let files: Vec<(&str, &str)> = subjects
        .iter()
        .map(|(p, t)| (p.as_str(), t.as_str()))
        .collect();
    let lowered = common::must_compile(&files);
    assert_eq!(
        lowered.diagnostics,
        vec![],
        "nothing in the examples is refused"
    );
}
