//! Code lenses: the verdict above each method, and what one can do about it.

use proviso_present::sentence;
use proviso_report::{MethodReport, Verdict};
use proviso_syntax::ast::Span;

use crate::act::Act;
use crate::actions::more_time;
use crate::snapshot::{Document, MethodState, Progress, Snapshot};
use crate::text::Lined;

/// What stands above a method, and what it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lens {
    pub span: Span,
    pub title: String,
    pub act: Act,
}

/// None when nothing is known of the document yet. `pictures`: the editor has a view for counterexamples.
pub fn lenses(snapshot: &Snapshot, document: &Document, pictures: bool) -> Option<Vec<Lens>> {
    let file = snapshot.file(&document.path)?;
    let current = file.version == Some(document.version);
    let mut list = Vec::new();
    for state in file.methods.iter().filter(|state| is_shown(state)) {
        let span = file.text.span(state.range);
        let lens = |(title, act): (String, Act)| Lens { span, title, act };
        let method = || state.id.clone();
        let violated = state
            .report
            .as_ref()
            .is_some_and(|report| report.verdict == Verdict::Violated);
        let first = if violated && pictures {
            let (method, violation) = (method(), 0);
            Act::ShowCounterexample { method, violation }
        } else {
            let (method, seconds) = (method(), None);
            Act::Check { method, seconds }
        };
        list.push(lens((title(state, current), first)));
        let done = state.progress == Progress::Done && current;
        if let Some(report) = state.report.as_ref().filter(|_| done) {
            list.extend(further(report).map(lens));
            let longer = state.beyond.as_deref().and_then(more_time);
            list.extend(longer.map(|seconds| {
                let title = format!("check for up to {seconds} s");
                let (method, seconds) = (method(), Some(seconds));
                lens((title, Act::Check { method, seconds }))
            }));
        }
    }
    Some(list)
}

/// What one can do about a verdict, as far as it makes sense for this one.
fn further(report: &MethodReport) -> impl Iterator<Item = (String, Act)> {
    let method = || report.id.clone();
    let deeper = can_go_deeper(report).then(|| {
        let title = format!("check k={}", report.bounds.k + 1);
        (title, Act::CheckDeeper { method: method() })
    });
    let test = (report.verdict == Verdict::Violated).then(|| {
        let (method, violation) = (method(), None);
        let act = Act::GenerateTest { method, violation };
        ("generate a test".to_owned(), act)
    });
    let cover = (report.verdict != Verdict::SpecError).then(|| {
        let act = Act::GenerateTests { method: method() };
        ("generate tests".to_owned(), act)
    });
    let decided = !matches!(report.verdict, Verdict::SpecError | Verdict::Unknown);
    let paths = decided.then(|| {
        let title = match report.stats.paths {
            1 => "1 path".to_owned(),
            paths => format!("{paths} paths"),
        };
        (title, Act::Explain { method: method() })
    });
    [deeper, test, cover, paths].into_iter().flatten()
}

/// Methods without a contract that hold would only be noise.
fn is_shown(state: &MethodState) -> bool {
    state.has_contract
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
