//! The command that writes tests for the paths of a method that keep its contract: as few as take every branch that can
//! be taken.

use proviso_present::sentence;
use proviso_report::PathCases;
use proviso_testgen::junit::Framework;
use proviso_testgen::{COVER, Draft};
use serde_json::{Value, json};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::ls_types::MessageType;

use super::long_work::LongWork;
use super::shared::Shared;
use super::test_file::{Wanted, refuse};

pub const NAME: &str = "proviso.generateTests";

/// Arguments: URI and method id.
pub fn execute(shared: &Shared, arguments: &[Value], work: &LongWork) -> Result<Option<Value>> {
    let wanted = Wanted::read(shared, arguments)?;
    if !wanted.session.options().replay {
        return Err(refuse(
            "its inputs are found by running the method, which is switched off here (`replay`, or an untrusted workspace)",
        ));
    }
    let name = sentence::method_name(&wanted.method);
    work.say(&format!("looking for the paths of {name}"));
    let cases = wanted
        .session
        .path_cases(&wanted.prepared, &wanted.method, COVER, &work.cancel)
        .ok_or_else(|| refuse("the method is not there any more"))?
        .map_err(refuse)?;
    if work.cancel.is_cancelled() {
        return Err(Error::request_cancelled());
    }
    let mut draft = Draft::default();
    let (subject, shapes) = (&wanted.subject, &wanted.shapes);
    let bench = wanted.bench(&work.cancel);
    let mut refused: Vec<String> = draft
        .add_cases(
            subject,
            shapes,
            &cases.cases,
            Framework::Junit5,
            bench.as_ref(),
            0,
        )
        .into_iter()
        .map(|(_, why)| why)
        .collect();
    let forms: Vec<_> = draft.tests.into_iter().map(|(forms, _)| forms).collect();
    work.say(&format!("trying out {} tests of {name}", forms.len()));
    let tried = wanted.try_out(&forms, bench.as_ref());
    if work.cancel.is_cancelled() {
        return Err(Error::request_cancelled());
    }
    let tried = tried?;
    let mut kept = Vec::new();
    for result in tried.tests {
        match result {
            Ok(test) => kept.push(test),
            Err(why) => refused.push(why),
        }
    }
    if kept.is_empty() {
        return Err(refuse(nothing(&cases, &refused)));
    }
    let uri = wanted.write(&kept)?;
    let class = wanted.class_name();
    let text = summary(&name, &class, kept.len(), &cases, &refused);
    let (client, message) = (shared.client.clone(), text.clone());
    // The client may be slow to take it, and nobody waits for that.
    work.runtime
        .spawn(async move { client.show_message(MessageType::INFO, message).await });
    let names: Vec<&str> = kept.iter().map(|test| test.name.as_str()).collect();
    Ok(Some(json!({
        "uri": uri.as_str(), "class": class, "tried": tried.ran, "tests": names, "text": text,
        "covered": cases.covered, "coverable": cases.coverable, "total": cases.total,
        "notes": cases.notes, "refused": refused,
    })))
}

/// Why there is not a single test.
fn nothing(cases: &PathCases, refused: &[String]) -> String {
    let reasons = refused.iter().chain(&cases.notes).next();
    reasons.cloned().unwrap_or_else(|| {
        format!(
            "none of its {} paths keeps the contract; see the violations",
            cases.paths
        )
    })
}

fn summary(name: &str, class: &str, tests: usize, cases: &PathCases, refused: &[String]) -> String {
    let tests = match tests {
        1 => "1 test".to_owned(),
        more => format!("{more} tests"),
    };
    let mut text = match cases.coverable {
        0 => format!("{tests} of {name} in {class}; it has no branches."),
        _ => format!(
            "{tests} of {name} in {class}: {} of the {} branches that can be taken ({} there are).",
            cases.covered, cases.coverable, cases.total
        ),
    };
    if let Some(why) = refused.iter().chain(&cases.notes).next() {
        text.push_str(&format!(" Not everything has a test: {why}."));
    }
    text
}
