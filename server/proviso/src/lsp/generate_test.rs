//! The command that turns a violation into a JUnit test: writes the test class and says where it is.

use proviso_testgen::drafts;
use proviso_testgen::junit::Framework;
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};

use super::long_work::LongWork;
use super::shared::Shared;
use super::test_file::{Wanted, refuse};

pub const NAME: &str = "proviso.generateTest";

/// Arguments: URI, method id, index of the violation.
pub fn execute(shared: &Shared, arguments: &[Value], work: &LongWork) -> Result<Option<Value>> {
    let index = arguments
        .get(2)
        .map_or(Some(0), Value::as_u64)
        .ok_or_else(|| Error::invalid_params("argument 3 must be the index of a violation"))?;
    let wanted = Wanted::read(shared, arguments)?;
    let gone = || Error::invalid_params("this violation is not known any more");
    let snapshot = shared.snapshot();
    let file = snapshot.file(&wanted.source).ok_or_else(gone)?;
    let state = file.method(&wanted.method).ok_or_else(gone)?;
    let report = state.report.as_ref().ok_or_else(gone)?;
    let violation = report.violations.get(index as usize).ok_or_else(gone)?;
    let (subject, shapes) = (&wanted.subject, &wanted.shapes);
    let bench = wanted.bench(&work.cancel);
    let framework = Framework::Junit5;
    let forms =
        drafts::violation(subject, violation, shapes, framework, bench.as_ref()).map_err(refuse)?;
    work.say("trying out the test");
    let tried = wanted.try_out(&[forms], bench.as_ref())?;
    let test = tried.tests.into_iter().next();
    let test = test.ok_or_else(Error::internal_error)?.map_err(refuse)?;
    let uri = wanted.write(&[test])?;
    Ok(Some(
        json!({"uri": uri.as_str(), "class": wanted.class_name(), "tried": tried.ran}),
    ))
}
