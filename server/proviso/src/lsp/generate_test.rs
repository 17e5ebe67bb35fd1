//! The command that turns a violation into a JUnit test: writes the test class and says where it is.

use std::fs;
use std::path::{Path, PathBuf};

use proviso_present::junit_test::{Subject, junit_test};
use proviso_report::Range;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::documents::path_of;
use super::shared::Shared;

pub const NAME: &str = "proviso.generateTest";

/// Arguments: URI, method id, index of the violation. The file is written here and not by an edit of the client's,
/// because not every client can create files.
pub fn execute(shared: &Shared, arguments: &[Value]) -> Result<Option<Value>> {
    let wrong = || Error::invalid_params("the arguments are a URI, a method id and an index");
    let uri: Uri = arguments
        .first()
        .and_then(Value::as_str)
        .and_then(|text| text.parse().ok())
        .ok_or_else(wrong)?;
    let method = arguments.get(1).and_then(Value::as_str).ok_or_else(wrong)?;
    let index = arguments
        .get(2)
        .map_or(Some(0), Value::as_u64)
        .ok_or_else(wrong)? as usize;

    let gone = || Error::invalid_params("this violation is not known any more");
    let source = path_of(&uri).ok_or_else(wrong)?;
    let file = shared.board.file(&source).ok_or_else(gone)?;
    let state = file.method(method).ok_or_else(gone)?;
    let report = state.report.as_ref().ok_or_else(gone)?;
    let violation = report.violations.get(index).ok_or_else(gone)?;

    let subject = Subject {
        method,
        is_private: is_private(&file.text, report.range),
    };
    let refuse = |why: String| Error::invalid_params(format!("no test for this violation: {why}"));
    // The name does not depend on what the file holds: a first run tells where to look.
    let first = junit_test(subject, violation, None).map_err(refuse)?;
    let target = target(&source, &first.package, &first.name);
    let test = match fs::read_to_string(&target) {
        Ok(existing) => junit_test(subject, violation, Some(&existing)).map_err(refuse)?,
        Err(_) => first,
    };
    write(&target, &test.source)
        .map_err(|error| refuse(format!("cannot write {}: {error}", target.display())))?;
    let uri = Uri::from_file_path(&target).ok_or_else(Error::internal_error)?;
    Ok(Some(json!({"uri": uri.as_str(), "class": test.name})))
}

/// In the test source root of a Maven or Gradle layout; otherwise beside the source.
fn target(source: &Path, package: &str, name: &str) -> PathBuf {
    let file = format!("{name}.java");
    let main: PathBuf = ["src", "main", "java"].iter().collect();
    let root = source.ancestors().find(|folder| folder.ends_with(&main));
    match root.and_then(|root| root.parent()?.parent()) {
        Some(base) => {
            let tests = base.join("test").join("java");
            package
                .split('.')
                .filter(|part| !part.is_empty())
                .fold(tests, |folder, part| folder.join(part))
                .join(file)
        }
        None => source.with_file_name(file),
    }
}

fn write(target: &Path, text: &str) -> std::io::Result<()> {
    let folder = target.parent().unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let temporary = tempfile::NamedTempFile::new_in(folder)?;
    fs::write(temporary.path(), text)?;
    temporary.persist(target)?;
    Ok(())
}

/// Whether the word `private` stands between the end of what precedes the declaration and the method's name.
fn is_private(text: &str, name: Range) -> bool {
    let before = &text[..name.start.to_byte(text)];
    let start = before.rfind(['{', '}', ';']).map_or(0, |index| index + 1);
    before[start..]
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| word == "private")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_report::Position;

    #[test]
    fn tests_go_to_the_test_root_or_beside_the_source() {
        let maven = Path::new("p/src/main/java/bank/Account.java");
        assert_eq!(
            target(maven, "bank", "AccountProvisoTest"),
            Path::new("p/src/test/java/bank/AccountProvisoTest.java")
        );
        assert_eq!(
            target(Path::new("x/A.java"), "", "AProvisoTest"),
            Path::new("x/AProvisoTest.java")
        );
    }

    #[test]
    fn private_is_looked_for_in_the_declaration_only() {
        let at = |text: &str, name: &str| {
            let start = Position::of_byte(text, text.find(name).unwrap());
            is_private(text, Range { start, end: start })
        };
        assert!(at("class A { private static int f() {} }", "f()"));
        assert!(!at("class A { private int x; int g() {} }", "g()"));
    }
}
