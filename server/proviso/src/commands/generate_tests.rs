//! `proviso generate-tests`: JUnit tests for the violations found. Each test is compiled and run before it is
//! written: one that does not fail on the present code is not offered.

use std::collections::{BTreeMap, BTreeSet};

use proviso_checker::{Cancel, Prepared, Session};
use proviso_present::junit::{self, Test};
use proviso_report::{MethodReport, Severity};
use serde::Serialize;

use super::Failure;
use crate::args::{Framework, GenerateArgs, Select, TestFormat};
use crate::generate::{Bench, launcher};
use crate::{options, output};

/// What became of one violation; printed as a line of JSON or of text.
#[derive(Debug, Serialize)]
struct Offer {
    method: String,
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    test: Option<String>,
    /// Why there is no test.
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<String>,
}

/// The tests of one subject class before they are written.
#[derive(Default)]
struct Draft {
    package: Option<String>,
    tests: Vec<(Test, usize)>,
}

pub fn run(args: &GenerateArgs) -> Result<u8, Failure> {
    if args.select != Select::Violations {
        return Err(Failure(
            "only --select violations is available: tests that cover paths are not made yet"
                .to_owned(),
        ));
    }
    if args.framework != Framework::Junit5 {
        return Err(Failure(
            "only --framework junit5 is available yet".to_owned(),
        ));
    }
    let session = Session::open(options::options(&args.subject)?)
        .map_err(|error| Failure(error.to_string()))?;
    let launcher = launcher(&session).map_err(Failure)?;
    let prepared = session.prepare();
    let report = session.check_all(&prepared, &Cancel::new(), &mut |_| {});
    let mut offers = Vec::new();
    let mut drafts: BTreeMap<String, Draft> = BTreeMap::new();
    for method in &report.methods {
        draft(&prepared, method, &mut drafts, &mut offers);
    }
    if !drafts.is_empty() {
        let bench = Bench::new(&session, launcher).map_err(Failure)?;
        for (class_name, draft) in &drafts {
            finish(&bench, args, class_name, draft, &mut offers)?;
        }
    }
    for offer in &offers {
        output::print(&match args.format {
            TestFormat::Json => {
                serde_json::to_string(offer).map_err(|error| Failure(error.to_string()))? + "\n"
            }
            TestFormat::Text => line(offer),
        })?;
    }
    Ok(0)
}

fn line(offer: &Offer) -> String {
    let method = proviso_present::sentence::method_name(&offer.method);
    match (&offer.file, &offer.test, &offer.refused) {
        (Some(file), Some(test), _) => format!("{method} ({}): {test} in {file}\n", offer.kind),
        (.., Some(why)) => format!("{method} ({}): no test: {why}\n", offer.kind),
        _ => format!("{method} ({}): no test\n", offer.kind),
    }
}

fn draft(
    prepared: &Prepared,
    method: &MethodReport,
    drafts: &mut BTreeMap<String, Draft>,
    offers: &mut Vec<Offer>,
) {
    if method.violations.is_empty() {
        return;
    }
    let known = prepared.shapes(&method.id);
    for violation in &method.violations {
        if violation.severity != Severity::Error {
            continue;
        }
        let test = known
            .as_ref()
            .ok_or_else(|| "its class was not compiled".to_owned())
            .and_then(|(subject, shapes)| {
                Ok((junit::violation_test(subject, violation, shapes)?, subject))
            });
        let mut offer = Offer {
            method: method.id.clone(),
            kind: violation.kind.name(),
            file: None,
            test: None,
            refused: None,
        };
        match test {
            Err(why) => offer.refused = Some(why),
            Ok((mut test, subject)) => {
                let outer = class_of_file(&method.file);
                let draft = drafts.entry(format!("{outer}ProvisoTest")).or_default();
                draft.package.clone_from(&subject.package);
                rename_twin(&mut test, draft);
                draft.tests.push((test, offers.len()));
            }
        }
        offers.push(offer);
    }
}

/// Two violations may deserve the same name; the second gets a number.
fn rename_twin(test: &mut Test, draft: &Draft) {
    let taken: BTreeSet<&str> = draft.tests.iter().map(|(t, _)| t.name.as_str()).collect();
    let Some(number) = (1..).find(|number| {
        let name = numbered(&test.name, *number);
        !taken.contains(name.as_str())
    }) else {
        return;
    };
    let name = numbered(&test.name, number);
    test.source = test
        .source
        .replace(&format!("void {}(", test.name), &format!("void {name}("));
    test.name = name;
}

fn numbered(name: &str, number: u32) -> String {
    match number {
        1 => name.to_owned(),
        _ => format!("{name}_{number}"),
    }
}

fn class_of_file(file: &str) -> &str {
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    name.strip_suffix(".java").unwrap_or(name)
}

/// Runs the tests of one class, keeps those that fail, and writes the class.
fn finish(
    bench: &Bench,
    args: &GenerateArgs,
    class_name: &str,
    draft: &Draft,
    offers: &mut [Offer],
) -> Result<(), Failure> {
    let package = draft.package.as_deref();
    let mut kept = Vec::new();
    for (test, offer) in &draft.tests {
        match bench.fails_on_the_code(package, class_name, test) {
            Ok(()) => kept.push((test.clone(), *offer)),
            Err(why) => offers[*offer].refused = Some(why),
        }
    }
    let folder = package.map_or(args.output.clone(), |package| {
        args.output.join(package.replace('.', "/"))
    });
    let path = folder.join(format!("{class_name}.java"));
    let existing = std::fs::read_to_string(&path).ok();
    let tests: Vec<Test> = kept.iter().map(|(test, _)| test.clone()).collect();
    let text = junit::merge::extend(existing.as_deref(), package, class_name, &tests)
        .map_err(|why| Failure(format!("{}: {why}", path.display())))?;
    let Some(text) = text else {
        return Ok(());
    };
    std::fs::create_dir_all(&folder)
        .and_then(|()| output::write_atomically(&path, &text))
        .map_err(|error| Failure(format!("{}: {error}", path.display())))?;
    for (test, offer) in kept {
        offers[offer].file = Some(path.display().to_string());
        offers[offer].test = Some(test.name);
    }
    Ok(())
}
