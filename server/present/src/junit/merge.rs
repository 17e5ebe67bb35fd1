//! Adding tests to a test class that is already there: what the user has is never changed or removed.

use super::{ASSERTIONS, Test, arrange, test_class};

/// The new text of the file, or why it cannot be extended. Tests whose name is there already are left alone.
pub fn extend(
    existing: Option<&str>,
    package: Option<&str>,
    class_name: &str,
    tests: &[Test],
) -> Result<Option<String>, String> {
    let Some(text) = existing else {
        return Ok(test_class(package, class_name, tests));
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
        .filter(|test| !text.contains(&format!("void {}(", test.name)))
        .collect();
    if missing.is_empty() {
        return Ok(Some(text.to_owned()));
    }
    let mut body: String = missing
        .iter()
        .map(|test| format!("\n{}", test.source))
        .collect();
    if missing.iter().any(|test| test.uses_helper) && !text.contains("class State {") {
        body.push_str(arrange::HELPER);
    }
    let extended = format!("{}{body}{}", &text[..end], &text[end..]);
    Ok(Some(with_imports(&extended, &body)))
}

fn with_imports(text: &str, body: &str) -> String {
    let mut imports = String::new();
    for assertion in ASSERTIONS {
        let import = format!("import static org.junit.jupiter.api.Assertions.{assertion};");
        let all = "import static org.junit.jupiter.api.Assertions.*;";
        if body.contains(&format!("{assertion}(")) && !text.contains(&import) && !text.contains(all)
        {
            imports.push_str(&import);
            imports.push('\n');
        }
    }
    if !text.contains("import org.junit.jupiter.api.Test;")
        && !text.contains("import org.junit.jupiter.api.*;")
    {
        imports.push_str("import org.junit.jupiter.api.Test;\n");
    }
    let first = text
        .find("import ")
        .or_else(|| {
            let package = text.find("package ")?;
            Some(package + text[package..].find('\n')? + 1)
        })
        .unwrap_or(0);
    format!("{}{imports}{}", &text[..first], &text[first..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str) -> Test {
        Test {
            name: name.to_owned(),
            source: format!("    @Test\n    void {name}() {{\n        assertTrue(true);\n    }}\n"),
            uses_helper: false,
        }
    }

    #[test]
    fn a_second_run_changes_nothing() {
        let first = extend(None, Some("p"), "ATest", &[test("one")])
            .expect("text")
            .expect("a class");
        let again = extend(Some(&first), Some("p"), "ATest", &[test("one")]).expect("text");
        assert_eq!(again.as_deref(), Some(first.as_str()));
    }

    #[test]
    fn what_the_user_wrote_stays() {
        let mine = "package p;\n\nclass ATest {\n    // mine\n}\n";
        let text = extend(Some(mine), Some("p"), "ATest", &[test("one")])
            .expect("text")
            .expect("a class");
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
    fn a_file_with_conflicts_is_refused() {
        let torn = "class ATest {\n<<<<<<< ours\n}\n";
        assert!(extend(Some(torn), None, "ATest", &[test("one")]).is_err());
    }
}
