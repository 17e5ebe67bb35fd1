//! The command that turns a violation into a JUnit test: writes the test class and says where it is.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::PoisonError;

use proviso_present::junit::{self, Framework, Making, Style, Test};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::documents::path_of;
use super::shared::Shared;
use crate::generate::Bench;
use crate::output::write_atomically;

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

    let refuse = |why: String| Error::invalid_params(format!("no test for this violation: {why}"));
    if !source.is_file() {
        return Err(refuse("save the file first".to_owned()));
    }
    let project = shared
        .project
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    let (session, prepared) = project.ok_or_else(gone)?;
    let (subject, shapes) = prepared
        .shapes(method)
        .ok_or_else(|| refuse("its class was not compiled".to_owned()))?;
    let forms: Vec<Test> = [Style::Plain, Style::Reflective]
        .iter()
        .map(|style| {
            let making = Making {
                style: *style,
                ..Making::default()
            };
            junit::violation_test(&subject, violation, &shapes, &making)
        })
        .collect::<std::result::Result<_, String>>()
        .map_err(refuse)?;
    let outer = source
        .file_stem()
        .map_or_else(String::new, |stem| stem.to_string_lossy().into_owned());
    let name = format!("{outer}ProvisoTest");
    let package = subject.package.as_deref();
    // Running the test is running the user's code; where that is not allowed or JUnit is missing, it is only written.
    let trusted = session.options().replay;
    let bench = Bench::new(&session, Framework::Junit5)
        .ok()
        .filter(|_| trusted);
    let tried = bench.is_some();
    let test = match bench {
        Some(bench) => {
            let forms = std::slice::from_ref(&forms);
            let results = bench.try_out(package, &name, forms).map_err(refuse)?;
            let result = results.into_iter().next();
            result.ok_or_else(Error::internal_error)?.map_err(refuse)?
        }
        None => forms.into_iter().next().ok_or_else(Error::internal_error)?,
    };
    let target = target(&source, package.unwrap_or(""), &name);
    let existing = fs::read_to_string(&target).ok();
    let text = junit::merge::extend(
        existing.as_deref(),
        package,
        &name,
        Framework::Junit5,
        &[test],
    )
    .map_err(refuse)?
    .ok_or_else(Error::internal_error)?;
    write_atomically_with_folder(&target, &text)
        .map_err(|error| refuse(format!("cannot write {}: {error}", target.display())))?;
    let uri = Uri::from_file_path(&target).ok_or_else(Error::internal_error)?;
    Ok(Some(
        json!({"uri": uri.as_str(), "class": name, "tried": tried}),
    ))
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

fn write_atomically_with_folder(target: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = target.parent() {
        fs::create_dir_all(folder)?;
    }
    write_atomically(target, text)
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
