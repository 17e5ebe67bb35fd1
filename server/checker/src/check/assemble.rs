//! From what a run left behind to the report: violations with replayed witnesses, cuts, unknowns, figures, warnings.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Instant;

use proviso_classfile::{Code, FieldType, java_name};
use proviso_contracts::library::Library;
use proviso_contracts::{Clause, ClauseKind, MethodContract};
use proviso_engine::coverage::MethodCoverage;
use proviso_engine::hooks::ViolationKind as Found;
use proviso_engine::machine::Doubt;
use proviso_jvm_host::Value;
use proviso_names::Numbered;
use proviso_report::{
    ClauseText, Cut, Input, MethodReport, Outcome, Place, Reason, Replay, Root, Severity, Unknown,
    Violation, Warning,
};

use super::candidate::{self, Candidate, Execution, MethodEnd};
use super::pinpoint::pinpoint;
use super::places::line_of;
use super::quiet::{self, Scales};
use super::values::{self, Unexplained};
use super::watch::{Key, Subject};
use super::{Context, Run, coverage, explored, judge, kind};
use crate::message::{Facts, sentence};
use crate::prepare::unit::Unit;
use crate::witness::heap::{ConcreteHeap, Numbers, pictures, simple_name};
use crate::witness::text;

/// Gives the witnesses whose clauses can still be explained: that takes longer than the rest, and decides nothing.
pub fn fill(
    context: &Context,
    contract: &MethodContract,
    mut run: Run,
    report: &mut MethodReport,
) -> Unexplained {
    let unit = context.unit;
    figures(context, contract, &run, report);
    for ((bound, site), count) in &run.summary.cuts.0 {
        let (file, line) = line_of(unit, site);
        report.cuts.push(Cut {
            bound: bound.name().to_owned(),
            file,
            line,
            count: *count,
        });
    }
    merge_cuts(&mut report.cuts);
    gave_up(report);
    for (doubt, why, site) in run.summary.unknowns.keys() {
        let (file, line) = match site {
            Some(site) => line_of(unit, site),
            None => (report.file.clone(), 0),
        };
        let reason = match doubt {
            Doubt::Solver => Reason::Solver,
            Doubt::Unmodelled => Reason::Unmodelled,
            Doubt::Internal => Reason::Internal,
        };
        push_unknown(report, reason, why.to_string(), file, line);
    }
    if run.summary.cancelled || context.cancel.is_cancelled() {
        let (why, file) = ("cancelled".to_owned(), report.file.clone());
        push_unknown(report, Reason::Cancelled, why, file, 0);
    }
    let scales = Scales::new(context, contract, &run, report);
    let mut violations: Vec<(Key, Violation, Candidate)> = Vec::new();
    let finds = std::mem::take(&mut run.finds);
    let mut rest = finds.len() as u32;
    for (key, finds) in finds {
        // Each gets its share of what is left: half of it for the witness, half for the JVM.
        let until = Instant::now() + context.left() / (2 * rest);
        rest -= 1;
        run.machine.set_end(until);
        match candidate::find(&mut run.machine, &run.subject, &finds, until) {
            candidate::Verdict::Witness(candidate) => {
                let severity = scales.severity(context, &key, &candidate.found);
                let violation =
                    violation(context, contract, &run.subject, &key, &candidate, severity);
                let assumption = candidate
                    .execution
                    .assumption
                    .clone()
                    .or_else(|| rests_on_answers(&candidate.execution))
                    .or_else(|| rests_on_loop(&candidate.execution));
                match &assumption {
                    // Beyond the bound on calls a contract spoke, and no JVM shows what it allows: that is the bound.
                    Some(_)
                        if !violation.replay.agrees() && candidate.execution.too_deep.is_some() =>
                    {
                        if let Some(site) = &candidate.execution.too_deep {
                            let (file, line) = line_of(unit, site);
                            report.cuts.push(Cut {
                                bound: "call-depth".to_owned(),
                                file,
                                line,
                                count: 1,
                            });
                            merge_cuts(&mut report.cuts);
                        }
                    }
                    Some(assumption) if violation.replay != Replay::Confirmed => {
                        // A warning that cannot be shown is none.
                        if violation.severity == Severity::Error {
                            let why = format!("a possible violation rests on: {assumption}");
                            let at = violation.at;
                            let line = at.range.start.line;
                            push_unknown(report, Reason::Assumption, why, at.file, line);
                        }
                    }
                    _ => violations.push((key, violation, *candidate)),
                }
            }
            // A warning that cannot be shown is none.
            candidate::Verdict::Doubtful(_)
                if scales.severity(context, &key, &finds.kept[0].violation.kind)
                    != Severity::Error => {}
            candidate::Verdict::Doubtful(why) => {
                let (file, line) = line_of(unit, &finds.kept[0].violation.site);
                push_unknown(report, Reason::Assumption, why, file, line);
            }
            candidate::Verdict::Inadmissible => {}
        }
    }
    violations.sort_by(|(a, left, _), (b, right, _)| {
        let rank = |it: &Violation| (it.severity == Severity::Information, it.implied);
        (rank(left), &left.at, a).cmp(&(rank(right), &right.at, b))
    });
    let mut unexplained = Unexplained::new(run.subject.clone());
    for (key, violation, candidate) in violations {
        if violation.replay == Replay::Diverged {
            let note = violation.replay_note.as_deref().unwrap_or("");
            let why = format!(
                "internal error: the JVM does not confirm `{}` ({note}); please report this",
                violation.message
            );
            let at = violation.at.clone();
            let line = at.range.start.line;
            push_unknown(report, Reason::Internal, why, at.file, line);
        }
        if violation.replay.agrees() {
            unexplained.add(unit, report.violations.len(), &key, candidate);
        }
        report.violations.push(violation);
    }
    rests_on(&run, report);
    explored::nothing(context, contract, &run, report);
    cases_that_never_apply(context, contract, &run, report);
    unreachable(context, contract, &run, report);
    let summary = &run.summary;
    for assumption in summary.assumptions.iter().chain(&summary.restrictions) {
        report.warnings.push(Warning {
            kind: "assumption".to_owned(),
            message: format!("taken for granted: {assumption}"),
            place: unit.files[contract.file].place(contract.name_span),
        });
    }
    unexplained
}

fn rests_on_answers(execution: &Execution) -> Option<String> {
    let (callee, answer) = execution.answers.last()?;
    Some(format!(
        "the contract of {callee}, which allows that it {answer}; no run of its body shows it"
    ))
}

fn rests_on_loop(execution: &Execution) -> Option<String> {
    let site = execution.cut_loop.as_ref()?;
    let line = site
        .line
        .map_or(String::new(), |line| format!(" on line {line}"));
    Some(format!(
        "the invariants of the loop{line}, which allow a state that leads to it; no run of the loop shows it"
    ))
}

/// Whose contract was believed in place of a body. A contract that no answer satisfies says nothing about its callers.
fn rests_on(run: &Run, report: &mut MethodReport) {
    for (callee, satisfied) in &run.summary.answered {
        report.rests_on.push(callee.to_string());
        if !satisfied && report.cuts.is_empty() && !run.summary.cancelled {
            let why = format!(
                "no answer satisfies the contract of {}",
                callee.split('(').next().unwrap_or(callee)
            );
            push_unknown(report, Reason::Clause, why, report.file.clone(), 0);
        }
    }
}

/// The other bounds say which inputs were covered; these two say only that we stopped looking.
fn gave_up(report: &mut MethodReport) {
    for (bound, reason, why) in [
        ("time", Reason::Time, "the time limit was met"),
        ("steps", Reason::Steps, "the step limit was met"),
    ] {
        if let Some(cut) = report.cuts.iter().find(|cut| cut.bound == bound) {
            let (file, line) = (cut.file.clone(), cut.line);
            push_unknown(report, reason, why.to_owned(), file, line);
        }
    }
}

pub fn push_unknown(
    report: &mut MethodReport,
    reason: Reason,
    why: String,
    file: String,
    line: u32,
) {
    let unknown = Unknown {
        reason,
        why,
        file,
        line,
    };
    if !report.unknowns.contains(&unknown) {
        report.unknowns.push(unknown);
    }
}

/// Sites of one line (a driver's, a clause's) are one cut to the user.
fn merge_cuts(cuts: &mut Vec<Cut>) {
    let mut merged: BTreeMap<(String, u32, String), u64> = BTreeMap::new();
    for cut in cuts.drain(..) {
        *merged.entry((cut.file, cut.line, cut.bound)).or_default() += cut.count;
    }
    cuts.extend(merged.into_iter().map(|((file, line, bound), count)| Cut {
        bound,
        file,
        line,
        count,
    }));
}

fn figures(context: &Context, contract: &MethodContract, run: &Run, report: &mut MethodReport) {
    let stats = &run.summary.stats;
    let solver = &run.summary.solver;
    report.stats.paths = stats.paths;
    report.stats.states = stats.states;
    report.stats.instructions = stats.instructions;
    report.stats.forks = stats.forks;
    report.stats.merged = stats.merged;
    report.stats.solver_queries = solver.queries;
    report.stats.solver_ms = solver.z3_micros / 1000;
    report.stats.cache_hits = solver.cache_hits();
    if let Some((code, covered)) = own_code(context, contract, run) {
        report.coverage = coverage::coverage(&code, covered);
    }
}

/// The method's own bytecode and what of it was executed.
pub fn own_code<'r>(
    context: &Context,
    contract: &MethodContract,
    run: &'r Run,
) -> Option<(Arc<Code>, Option<&'r MethodCoverage>)> {
    let path = context.unit.class_path.as_ref()?;
    let class = path.class(&contract.class.replace('.', "/")).ok()?;
    let method = class.method(&contract.name, &run.subject.descriptor)?;
    let code = method.code().ok()??.clone();
    let name = (
        class.name.clone(),
        method.name.clone(),
        method.descriptor.text.clone(),
    );
    Some((code, run.summary.coverage.get(&name)))
}

/// When every input was followed to its end, a line nobody reached cannot be reached.
fn unreachable(context: &Context, contract: &MethodContract, run: &Run, report: &mut MethodReport) {
    let complete = report.unknowns.is_empty()
        && report.cuts.is_empty()
        && report
            .violations
            .iter()
            .all(|v| v.severity == Severity::Warning)
        && run.summary.restrictions.is_empty()
        && run.summary.stats.paths > 0;
    if !complete {
        return;
    }
    let Some((code, covered)) = own_code(context, contract, run) else {
        return;
    };
    let file = &context.unit.files[contract.file];
    for line in coverage::lines_not_reached(&code, covered) {
        // A line of nothing but a brace holds only what the compiler added.
        if file.tree.code_lines.binary_search(&line).is_err() {
            continue;
        }
        let range = file.line(line);
        report.warnings.push(Warning {
            kind: "unreachable".to_owned(),
            message: "no input that satisfies the precondition reaches this line".to_owned(),
            place: Place {
                file: file.shown.clone(),
                range,
            },
        });
    }
}

/// When every input was followed, a case that applied to none applies to none.
fn cases_that_never_apply(
    context: &Context,
    contract: &MethodContract,
    run: &Run,
    report: &mut MethodReport,
) {
    let all = report.unknowns.is_empty()
        && report.cuts.is_empty()
        && run.summary.restrictions.is_empty()
        && run.summary.stats.paths > 0;
    let unit = context.unit;
    for id in contract.cases.iter().filter(|_| all) {
        if !run.summary.applied.contains(&id.0)
            && let Some(clause) = unit.table.clause(id.0)
            && let Some(file) = unit.files.get(clause.file)
        {
            report.warnings.push(Warning {
                kind: "vacuous".to_owned(),
                message: "this case never applies: no input satisfies its precondition".to_owned(),
                place: file.place(clause.span),
            });
        }
    }
}

fn place_of_line(unit: &Unit, class: &str, line: u32) -> Option<Place> {
    let file = &unit.files[unit.file_of(class)?];
    Some(Place {
        file: file.shown.clone(),
        range: file.line(line),
    })
}

fn violation(
    context: &Context,
    contract: &MethodContract,
    subject: &Subject,
    key: &Key,
    candidate: &Candidate,
    severity: Severity,
) -> Violation {
    let unit = context.unit;
    let clause = key.clause.and_then(|id| unit.table.clause(id));
    let (before, after) = (
        &candidate.execution.before.heap,
        &candidate.execution.after.heap,
    );
    let numbers = candidate.execution.numbers();
    let (heap_before, heap_after) = pictures(before, after, &numbers);
    let mut inputs = inputs(subject, before, &heap_before.roots, &numbers);
    inputs.extend(values::answers(&candidate.execution.trace, &numbers));
    let outcome = outcome_seen(candidate, &heap_after.roots, &numbers);
    let thrown = match (&candidate.exception, &candidate.execution.end) {
        (Some((class, message)), _) | (None, Some(MethodEnd::Threw(class, message))) => {
            Some((java_name(class), message.as_deref()))
        }
        _ => None,
    };
    let exception = thrown.as_ref().map(|(class, _)| class);
    let detail = match &candidate.found {
        Found::Diverges { back: true, .. } => {
            Some("it comes back to the same state again and again")
        }
        Found::Diverges { back: false, .. } => Some("its condition cannot become false"),
        _ => thrown.as_ref().and_then(|(_, message)| *message),
    };
    let target = target_words(unit, &candidate.found, key);
    let message = sentence(&Facts {
        kind: key.kind,
        clause_words: clause.map_or("clause", |clause| kind::clause_words(clause.kind)),
        inputs: &inputs,
        outcome: &outcome,
        exception: exception.map(|class| simple_name(class)),
        detail,
        target: target.as_deref(),
    });
    let clause_text = clause.and_then(|clause| {
        let file = unit.files.get(clause.file)?;
        let shown = clause.kind != ClauseKind::Exit || !clause.is_default;
        shown.then(|| ClauseText {
            place: file.place(clause.span),
            text: clause.text.clone(),
        })
    });
    let at = at(context, contract, candidate, clause);
    let plan = judge::witness(context, contract, subject, key.clause, candidate);
    let (replay, replay_note) = match &plan {
        Ok((host, plan)) => crate::replay::replay(host, plan, context.cancel),
        Err(why) => (Replay::NotReplayable, Some(why.clone())),
    };
    Violation {
        kind: key.kind,
        severity,
        message,
        clause: clause_text,
        at,
        replay,
        implied: quiet::is_implied(context, key, &candidate.found),
        replay_note,
        inputs,
        outcome,
        trace: values::steps(unit, &candidate.execution.trace, &numbers),
        clause_values: Vec::new(),
        heap_before,
        heap_after,
    }
}

pub fn inputs(
    subject: &Subject,
    before: &ConcreteHeap,
    roots: &[Root],
    numbers: &Numbers,
) -> Vec<Input> {
    let declared = |name: &str| {
        subject
            .parameters
            .iter()
            .find(|(parameter, _)| parameter == name)
            .map(|(_, ty)| type_text(ty))
    };
    let values = before
        .roots
        .iter()
        .map(|(_, value)| *value)
        .chain(before.statics.iter().map(|field| field.value));
    roots
        .iter()
        .zip(values)
        .map(|(root, value)| Input {
            name: root.name.clone(),
            type_name: declared(&root.name).unwrap_or_else(|| type_name(value, before)),
            value: root.value.clone(),
            text: text::input(value, before, numbers),
        })
        .collect()
}

/// A declared type as Java writes it.
pub fn type_text(ty: &FieldType) -> String {
    match ty {
        FieldType::Primitive(primitive) => primitive.keyword().to_owned(),
        other => java_name(&other.class_name()),
    }
}

/// For want of a declared type: what the value is.
fn type_name(value: Value, heap: &ConcreteHeap) -> String {
    match value {
        Value::Null => "Object".to_owned(),
        Value::Boolean(_) => "boolean".to_owned(),
        Value::Byte(_) => "byte".to_owned(),
        Value::Char(_) => "char".to_owned(),
        Value::Short(_) => "short".to_owned(),
        Value::Int(_) => "int".to_owned(),
        Value::Long(_) => "long".to_owned(),
        Value::Float(_) => "float".to_owned(),
        Value::Double(_) => "double".to_owned(),
        Value::Ref(id) => heap
            .object(id)
            .map_or_else(|| "Object".to_owned(), |object| java_name(&object.class)),
    }
}

fn outcome_seen(candidate: &Candidate, roots: &[Root], numbers: &Numbers) -> Outcome {
    match (&candidate.found, &candidate.exception) {
        (Found::Thrown { .. } | Found::Uncaught { .. }, Some((class, message)))
            if candidate.execution.end.is_none() =>
        {
            Outcome::Throws {
                class: java_name(class),
                message: message.clone(),
            }
        }
        _ => outcome(&candidate.execution, roots, numbers),
    }
}

/// How the method ended, as far as the path goes.
pub fn outcome(execution: &Execution, roots: &[Root], numbers: &Numbers) -> Outcome {
    let after = &execution.after.heap;
    match &execution.end {
        None => Outcome::Stopped,
        Some(MethodEnd::Threw(class, message)) => Outcome::Throws {
            class: java_name(class),
            message: message.clone(),
        },
        Some(MethodEnd::Returned) => {
            let value = after.root("\\result");
            let shown = roots.iter().find(|root| root.name == "\\result");
            Outcome::Returns {
                text: value.map_or_else(String::new, |value| text::value(value, after, numbers)),
                value: shown.map(|root| root.value.clone()),
            }
        }
    }
}

fn target_words(unit: &Unit, found: &Found, key: &Key) -> Option<String> {
    match found {
        Found::Frame { target } => Some(target.clone()),
        Found::InvariantAtCall => Some("this call".to_owned()),
        Found::Overflow { operation } => Some(format!("the {operation}")),
        Found::Diverges { lines: Some(_), .. } => Some("the loop".to_owned()),
        Found::Diverges { lines: None, .. } => Some("the recursion".to_owned()),
        Found::NullWrite { class, field } => {
            Some(format!("{}.{field}", simple_name(&java_name(class))))
        }
        Found::RequiresAtCall => {
            let called = unit.table.methods.iter().find(|method| {
                method
                    .requires
                    .as_ref()
                    .is_some_and(|entry| Some(entry.clause.0) == key.clause)
            });
            let Some(called) = called else {
                let (class, called) = Library::get().of_requires(key.clause?)?;
                return Some(format!("{}.{}", simple_name(class), called.name));
            };
            let class = java_name(&called.class);
            Some(if called.is_constructor {
                format!("new {}", simple_name(&class))
            } else {
                format!("{}.{}", simple_name(&class), called.name)
            })
        }
        Found::Check => {
            let clause = unit.table.clause(key.clause?)?;
            (clause.kind == ClauseKind::NonNull).then(|| clause.text.clone())
        }
        _ => None,
    }
}

/// The statement that broke it: for clauses checked at the end the last line of the body that ran.
fn at(
    context: &Context,
    contract: &MethodContract,
    candidate: &Candidate,
    clause: Option<&Clause>,
) -> Place {
    let unit = context.unit;
    let last = || {
        let step = candidate
            .execution
            .trace
            .list
            .iter()
            .rev()
            .find(|step| step.depth == 0)?;
        place_of_line(unit, &step.class, step.line)
    };
    let site = || {
        let line = candidate.site.line.map(u32::from)?;
        pinpoint(unit, &candidate.site).or_else(|| place_of_line(unit, &candidate.site.class, line))
    };
    let by_driver = proviso_names::is_generated(&candidate.site.method);
    // A call that a clause makes stands in that clause.
    let calling = || {
        let around = Numbered::around(&candidate.site.method);
        let Some(Numbered::Clause(number)) = around else {
            return None;
        };
        let clause = unit.table.clause(number)?;
        Some(unit.files.get(clause.file)?.place(clause.span))
    };
    let found = if candidate.found == Found::RequiresAtCall && calling().is_some() {
        calling()
    } else if by_driver {
        last()
    } else {
        site().or_else(last)
    };
    // A precondition without a value breaks before any line runs.
    let written = || {
        let clause = clause?;
        Some(unit.files.get(clause.file)?.place(clause.span))
    };
    found
        .or_else(written)
        .unwrap_or_else(|| unit.files[contract.file].place(contract.name_span))
}
