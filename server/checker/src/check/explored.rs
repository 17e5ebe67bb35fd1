//! What an exploration proves: nothing, unless some execution went through the whole contract, and nothing of a clause that
//! was never evaluated to its end.

use proviso_contracts::{Clause, ClauseKind, MethodContract};
use proviso_report::{Cut, MethodReport, Reason, Severity};

use super::assemble::push_unknown;
use super::{Context, Run};

/// Takes away a ✓ that would rest on nothing, and says what is in the way.
pub fn nothing(context: &Context, contract: &MethodContract, run: &Run, report: &mut MethodReport) {
    let found = |v: &proviso_report::Violation| v.severity != Severity::Warning;
    let decided = report.violations.iter().any(found) || !report.unknowns.is_empty();
    if decided || run.summary.cancelled {
        return;
    }
    let place = context.unit.files[contract.file].place(contract.name_span);
    // Of a loop that never ends, cut at its invariants, the rounds are all there is to see.
    if run.summary.stats.through == 0 && !run.summary.cut_a_loop {
        let (reason, why) = if report.cuts.is_empty() {
            (Reason::Vacuous, vacuous(context, contract, run))
        } else if let Some(why) = endless(run) {
            (Reason::Vacuous, why)
        } else {
            (Reason::NothingExplored, all_cut(&report.cuts))
        };
        push_unknown(report, reason, why, place.file, place.range.start.line);
        return;
    }
    for clause in unevaluated(context, contract, run, report) {
        let why = format!(
            "`{}` was never evaluated to its end: {}",
            clause.text,
            bounds_met(&report.cuts)
        );
        let Some(file) = context.unit.files.get(clause.file) else {
            continue;
        };
        let place = file.place(clause.span);
        let line = place.range.start.line;
        push_unknown(report, Reason::NothingExplored, why, place.file, line);
    }
}

/// Clauses that nothing was seen of: passed over wherever they were met, or never met because a bound cut before.
fn unevaluated<'a>(
    context: &'a Context,
    contract: &MethodContract,
    run: &Run,
    report: &MethodReport,
) -> Vec<&'a Clause> {
    let summary = &run.summary;
    let clauses = contract.clauses.iter().filter_map(|governing| {
        let clause = context.unit.table.clause(governing.clause.0)?;
        let id = clause.id.0;
        let promised = matches!(
            clause.kind,
            ClauseKind::Ensures | ClauseKind::Assert | ClauseKind::Check
        );
        let missed = summary.given_up.contains(&id)
            || promised && !clause.is_default && !report.cuts.is_empty();
        (missed && !summary.evaluated.contains(&id)).then_some(clause)
    });
    clauses.collect()
}

/// The first assumption that no input satisfied.
fn vacuous(context: &Context, contract: &MethodContract, run: &Run) -> String {
    let nobody = |id: u32| run.summary.assumed.get(&id) == Some(&false);
    let table = &context.unit.table;
    let culprit = contract
        .clauses
        .iter()
        .filter(|governing| nobody(governing.clause.0))
        .find_map(|governing| table.clause(governing.clause.0))
        .filter(|clause| !clause.is_default)
        .map(|clause| format!(" (none satisfies `{}`)", clause.text));
    format!(
        "vacuous: no input satisfies the precondition together with the invariants{}, so nothing was checked",
        culprit.unwrap_or_default()
    )
}

/// A structure in which every object needs a further one.
fn endless(run: &Run) -> Option<String> {
    let (class, field) = run.summary.endless.first()?;
    let class = class.rsplit(['/', '$']).next().unwrap_or(class);
    Some(format!(
        "vacuous: every execution goes on along `{field}` of {class}, which is non_null, so that only endless or circular structures are \
         left; declare it `nullable` if the last one has none"
    ))
}

fn all_cut(cuts: &[Cut]) -> String {
    format!("no execution was followed to its end: {}", bounds_met(cuts))
}

/// Which bounds were met where, and how to raise them.
fn bounds_met(cuts: &[Cut]) -> String {
    if cuts.is_empty() {
        return "it could not be decided where it was met".to_owned();
    }
    let mut places = Vec::new();
    let mut flags = Vec::new();
    for cut in cuts {
        let (words, flag) = match cut.bound.as_str() {
            "k" => ("the bound k on chains", "-k"),
            "n" => ("the bound n on objects", "--n-bound"),
            "array" => ("the array bound", "--array-bound"),
            "loop" => ("the loop bound", "--loop-bound"),
            "call-depth" => ("the call depth", "--call-depth"),
            _ => ("a limit", "--timeout"),
        };
        if places.len() < 3 {
            places.push(format!("{words} cut at line {}", cut.line));
        }
        if !flags.contains(&flag) {
            flags.push(flag);
        }
    }
    places.dedup();
    format!("{} (raise {})", places.join(", "), flags.join(", "))
}
