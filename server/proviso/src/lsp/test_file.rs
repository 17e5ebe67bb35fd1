//! Where tests that the server makes go: which file, tried out or not, and what the client hears of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, PoisonError};

use proviso_checker::{Cancel, Prepared, Session};
use proviso_report::{Shapes, Subject};
use proviso_testgen::junit::{self, Framework, Test};
use proviso_testgen::{Bench, Forms, shapes_for};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::Uri;

use super::documents::path_of;
use super::shared::Shared;
use crate::output::write_atomically;

/// The method that tests are wanted for, in the newest version of the project.
pub struct Wanted {
    pub source: PathBuf,
    pub method: String,
    pub session: Arc<Session>,
    pub prepared: Arc<Prepared>,
    pub subject: Subject,
    pub shapes: Shapes,
}

/// The tests of one file after they were tried out: each, or why it is not written.
pub struct Tried {
    pub tests: Vec<std::result::Result<Test, String>>,
    /// False where user code may not be run or JUnit is missing: then they are only written.
    pub ran: bool,
}

impl Wanted {
    /// The first two arguments of a command: URI and method id.
    pub fn read(shared: &Shared, arguments: &[Value]) -> Result<Wanted> {
        let wrong = || Error::invalid_params("the arguments begin with a URI and a method id");
        let text = |index: usize| arguments.get(index).and_then(Value::as_str);
        let uri: Uri = text(0).and_then(|uri| uri.parse().ok()).ok_or_else(wrong)?;
        let method = text(1).ok_or_else(wrong)?.to_owned();
        let source = path_of(&uri).ok_or_else(wrong)?;
        if !source.is_file() {
            return Err(refuse("save the file first"));
        }
        let project = shared
            .project
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let (session, prepared) = project.ok_or_else(|| refuse("the project is not read yet"))?;
        let (subject, shapes) = shapes_for(&prepared, &method)
            .ok_or_else(|| refuse("the method is not there, or its class does not compile"))?;
        Ok(Wanted {
            source,
            method,
            session,
            prepared,
            subject,
            shapes,
        })
    }

    pub fn class_name(&self) -> String {
        let outer = self.source.file_stem().unwrap_or_default();
        format!("{}ProvisoTest", outer.to_string_lossy())
    }

    /// None where user code may not be run or JUnit is missing.
    pub fn bench(&self, cancel: &Cancel) -> Option<Bench<'_>> {
        // Running a test is running the user's code.
        if !self.session.options().replay {
            return None;
        }
        Bench::new(&self.session, Framework::Junit5, cancel).ok()
    }

    /// For each test the first form that does what it promises.
    pub fn try_out(&self, forms: &[Forms], bench: Option<&Bench>) -> Result<Tried> {
        match bench {
            Some(bench) => {
                let package = self.subject.package.as_deref();
                let tests = bench
                    .try_out(package, &self.class_name(), forms)
                    .map_err(refuse)?;
                Ok(Tried { tests, ran: true })
            }
            None => {
                let first = |forms: &Forms| forms.first().cloned().ok_or_else(String::new);
                Ok(Tried {
                    tests: forms.iter().map(first).collect(),
                    ran: false,
                })
            }
        }
    }

    /// Adds the tests to the class. The file is written here and not by an edit of the client's, because not every
    /// client can create files.
    pub fn write(&self, tests: &[Test]) -> Result<Uri> {
        let package = self.subject.package.as_deref();
        let name = self.class_name();
        let target = target(&self.source, package.unwrap_or(""), &name);
        let existing = fs::read_to_string(&target).ok();
        let text = junit::merge::extend(
            existing.as_deref(),
            package,
            &name,
            Framework::Junit5,
            tests,
        )
        .map_err(refuse)?
        .ok_or_else(Error::internal_error)?;
        if existing.as_deref() != Some(&text) {
            write_atomically_with_folder(&target, &text)
                .map_err(|error| refuse(format!("cannot write {}: {error}", target.display())))?;
        }
        Uri::from_file_path(&target).ok_or_else(Error::internal_error)
    }
}

pub fn refuse(why: impl Into<String>) -> Error {
    Error::invalid_params(format!("no test: {}", why.into()))
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
