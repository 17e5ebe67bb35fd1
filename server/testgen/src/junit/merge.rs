//! Adding tests to a test class that is already there: what the user has is never changed or removed.

use std::collections::BTreeSet;

use super::arrange::HELPER;
use super::{Framework, Test, test_class};

/// The new text of the file, or why it cannot be extended. Tests whose name is there already are left alone.
pub fn extend(
    existing: Option<&str>,
    package: Option<&str>,
    class_name: &str,
    framework: Framework,
    tests: &[Test],
) -> Result<Option<String>, String> {
    let Some(text) = existing else {
        return Ok(test_class(package, class_name, framework, tests));
    };
    if text.lines().any(|line| line.starts_with("<<<<<<< ")) {
        return Err("the file has merge conflicts: mend it first".to_owned());
    }
    let end = text
        .trim_end()
        .strip_suffix('}')
        .ok_or("the file does not end with the closing brace of a class")?
        .len();
    let missing: Vec<&Test> = tests
        .iter()
        .filter(|test| !has_test(text, &test.name))
        .collect();
    if missing.is_empty() {
        return Ok(Some(text.to_owned()));
    }
    for other in [Framework::Junit5, Framework::Junit4, Framework::Testng] {
        let import = format!("import {};", other.test_import());
        if other != framework && text.contains(&import) {
            return Err(format!(
                "its tests are of another framework ({})",
                other.test_import()
            ));
        }
    }
    let mut body: String = missing
        .iter()
        .map(|test| format!("\n{}", test.source))
        .collect();
    if missing.iter().any(|test| test.uses_helper) && !text.contains("class State {") {
        body.push_str(HELPER);
    }
    if let Some(step) = indentation(text) {
        body = indented(&body, &step);
    }
    if text.contains("\r\n") {
        body = body.replace('\n', "\r\n");
    }
    let extended = format!("{}{body}{}", &text[..end], &text[end..]);
    let imports = missing.iter().flat_map(|test| &test.imports).collect();
    Ok(Some(with_imports(&extended, &imports)))
}

/// Whether a method of this name stands in the class.
pub fn has_test(text: &str, name: &str) -> bool {
    text.contains(&format!("void {name}("))
}

/// One step of the file's own indentation, where it is not ours.
fn indentation(text: &str) -> Option<String> {
    let first = text.lines().find(|line| {
        let rest = line.trim_start();
        line.len() > rest.len() && !rest.is_empty() && !rest.starts_with('*')
    })?;
    let step: String = first.chars().take_while(|c| c.is_whitespace()).collect();
    let fits = step == "\t" || (step.chars().all(|c| c == ' ') && [2, 3, 8].contains(&step.len()));
    fits.then_some(step)
}

fn indented(body: &str, step: &str) -> String {
    let lines = body.split('\n').map(|line| {
        let rest = line.trim_start_matches(' ');
        let spaces = line.len() - rest.len();
        format!(
            "{}{}{rest}",
            step.repeat(spaces / 4),
            " ".repeat(spaces % 4)
        )
    });
    lines.collect::<Vec<_>>().join("\n")
}

/// An import that a star covers is there already.
fn with_imports(text: &str, wanted: &BTreeSet<&String>) -> String {
    let newline = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let missing: String = wanted
        .iter()
        .filter(|import| {
            let star = import
                .rsplit_once('.')
                .map(|(above, _)| format!("import {above}.*;"));
            !text.contains(&format!("import {import};"))
                && !star.is_some_and(|star| text.contains(&star))
        })
        .map(|import| format!("import {import};{newline}"))
        .collect();
    if missing.is_empty() {
        return text.to_owned();
    }
    let is_import = |line: &str| line.starts_with("import ");
    let mut offset = 0;
    let mut after_package = None;
    for line in text.split_inclusive('\n') {
        if is_import(line) {
            return format!("{}{missing}{}", &text[..offset], &text[offset..]);
        }
        offset += line.len();
        if line.starts_with("package ") {
            after_package = Some(offset);
        }
    }
    match after_package {
        Some(at) => format!("{}{newline}{missing}{}", &text[..at], &text[at..]),
        None => format!("{missing}{newline}{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str) -> Test {
        Test {
            name: name.to_owned(),
            source: format!("    @Test\n    void {name}() {{\n        assertTrue(true);\n    }}\n"),
            imports: [
                "org.junit.jupiter.api.Test",
                "static org.junit.jupiter.api.Assertions.assertTrue",
            ]
            .map(str::to_owned)
            .into(),
            uses_helper: false,
            plainly_built: true,
            rows: 1,
            act: None,
            takes: Vec::new(),
            fails: None,
        }
    }

    fn extended(text: Option<&str>) -> Result<String, String> {
        let tests = [test("one")];
        extend(text, Some("p"), "ATest", Framework::Junit5, &tests).map(Option::unwrap_or_default)
    }

    #[test]
    fn a_second_run_changes_nothing() {
        let first = extended(None).expect("text");
        assert_eq!(extended(Some(&first)), Ok(first.clone()));
    }

    #[test]
    fn what_the_user_wrote_stays() {
        let mine = "package p;\n\nclass ATest {\n    // mine\n}\n";
        let text = extended(Some(mine)).expect("text");
        assert!(
            text.contains("// mine") && text.contains("void one()"),
            "{text}"
        );
        assert!(
            text.contains("import org.junit.jupiter.api.Test;"),
            "{text}"
        );
    }

    #[test]
    fn the_files_own_indentation_line_ends_and_imports_are_kept() {
        let mine = "package p;\r\n\r\nimport org.junit.jupiter.api.*;\r\n\r\nclass ATest {\r\n\tint x;\r\n}\r\n";
        let text = extended(Some(mine)).expect("text");
        assert!(
            text.contains("\r\n\t@Test\r\n\tvoid one() {\r\n\t\tassertTrue(true);\r\n\t}\r\n}"),
            "{text:?}"
        );
        assert!(
            !text.contains("import org.junit.jupiter.api.Test;"),
            "{text}"
        );
        assert!(!text.replace("\r\n", "").contains('\n'), "{text:?}");
    }

    #[test]
    fn a_file_with_conflicts_or_of_another_framework_is_refused() {
        let torn = "class ATest {\n<<<<<<< ours\n}\n";
        assert!(extended(Some(torn)).is_err());
        let other = "import org.testng.annotations.Test;\nclass ATest {\n}\n";
        assert!(extended(Some(other)).is_err());
    }
}
