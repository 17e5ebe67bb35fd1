//! Code lenses: the verdict above each method, and what one can do about it.

use proviso_present::sentence;
use proviso_report::{MethodReport, Verdict};
use serde_json::json;
use tower_lsp::ls_types::{CodeLens, Command, Range, Uri};

use super::actions::more_time;
use super::board::{FileState, MethodState, Progress};
use super::position::{Encoding, range_from_report};
use super::{covering_tests, explain, generate_test};

pub fn lenses(
    file: &FileState,
    uri: &Uri,
    current: bool,
    encoding: Encoding,
    show_counterexample: bool,
) -> Vec<CodeLens> {
    let mut list = Vec::new();
    for state in file.methods.iter().filter(|state| is_shown(state)) {
        let range = range_from_report(&file.text, state.method.range, encoding);
        let arguments = vec![json!(uri.as_str()), json!(state.method.id)];
        let title = title(state, current);
        let violated = state
            .report
            .as_ref()
            .is_some_and(|report| report.verdict == Verdict::Violated);
        let first = if violated && show_counterexample {
            let mut arguments = arguments.clone();
            arguments.push(json!(0));
            command(title, "proviso.showCounterexample", arguments)
        } else {
            command(title, "proviso.checkMethod", arguments.clone())
        };
        list.push(lens(range, first));
        let done = state.progress == Progress::Done && current;
        if let Some(report) = state.report.as_ref().filter(|_| done) {
            list.extend(further(report, &arguments).map(|command| lens(range, command)));
            let longer = state.beyond.as_deref().and_then(more_time);
            list.extend(longer.map(|seconds| {
                let mut arguments = arguments.clone();
                arguments.push(json!(seconds));
                let title = format!("check for up to {seconds} s");
                lens(range, command(title, "proviso.checkMethod", arguments))
            }));
        }
    }
    list
}

/// What one can do about a verdict, as far as it makes sense for this one.
fn further(
    report: &MethodReport,
    arguments: &[serde_json::Value],
) -> impl Iterator<Item = Command> {
    let of = |title: String, name: &str| command(title, name, arguments.to_vec());
    let deeper = can_go_deeper(report).then(|| {
        let title = format!("check k={}", report.bounds.k + 1);
        of(title, "proviso.checkDeeper")
    });
    let test = (report.verdict == Verdict::Violated)
        .then(|| of("generate a test".to_owned(), generate_test::NAME));
    let cover = (report.verdict != Verdict::SpecError)
        .then(|| of("generate tests".to_owned(), covering_tests::NAME));
    let decided = !matches!(report.verdict, Verdict::SpecError | Verdict::Unknown);
    let paths = decided.then(|| {
        let title = match report.stats.paths {
            1 => "1 path".to_owned(),
            paths => format!("{paths} paths"),
        };
        of(title, explain::NAME)
    });
    [deeper, test, cover, paths].into_iter().flatten()
}

/// Methods without a contract that hold would only be noise.
fn is_shown(state: &MethodState) -> bool {
    state.method.has_contract
        || state
            .report
            .as_ref()
            .is_some_and(|report| matches!(report.verdict, Verdict::Violated | Verdict::SpecError))
}

/// A lens never speaks of a version that is not on the screen.
fn title(state: &MethodState, current: bool) -> String {
    if !current {
        return "… checking".to_owned();
    }
    // While a squiggle of the text before is on the screen, the lens does not contradict it.
    let seen = state.report.as_ref().or(state.shown.as_ref());
    let so_far = |rest: String| match seen {
        Some(report) => format!("{} … {rest}", sentence::short(report)),
        None => format!("… {rest}"),
    };
    match (state.progress, &state.report) {
        (Progress::Checking { k }, _) => so_far(format!("checking k={k}")),
        (Progress::Waiting, _) => so_far("waiting".to_owned()),
        (Progress::Done, Some(report)) => match &state.beyond {
            Some(beyond) => format!("{} · {}", sentence::short(report), sentence::beyond(beyond)),
            None => sentence::short(report),
        },
        (Progress::Done, None) => "not checked".to_owned(),
    }
}

fn can_go_deeper(report: &MethodReport) -> bool {
    report.verdict == Verdict::HoldsToBound && report.cuts.iter().any(|cut| cut.bound == "k")
}

fn command(title: String, command: &str, arguments: Vec<serde_json::Value>) -> Command {
    Command {
        title,
        command: command.to_owned(),
        arguments: Some(arguments),
    }
}

fn lens(range: Range, command: Command) -> CodeLens {
    CodeLens {
        range,
        command: Some(command),
        data: None,
    }
}
