//! What a JVM says of an execution the engine found: a witness of a violation, or a path that keeps its contract.

use std::time::Duration;

use proviso_contracts::MethodContract;
use proviso_engine::hooks::ViolationKind as Found;
use proviso_jvm_host::{Call, Host, Value};
use proviso_report::Replay;

use super::Context;
use super::candidate::{Candidate, Execution, MethodEnd};
use super::watch::Subject;
use crate::replay::{End, Endless, Finding, Judgement, Plan, replay_kept};

/// What a replay may take, whatever is left of the method's time.
const SHORTEST: Duration = Duration::from_millis(100);
const LONGEST: Duration = Duration::from_secs(10);

/// How the witness is to be replayed, or why it cannot be.
pub fn witness<'a>(
    context: &'a Context,
    contract: &MethodContract,
    subject: &Subject,
    clause: Option<u32>,
    candidate: &'a Candidate,
) -> Result<(&'a Host, Plan<'a>), String> {
    let host = context.host().ok_or("replay is switched off")?;
    let finding = match (&candidate.found, clause) {
        (Found::Check, Some(id)) => Finding::CheckFails(id),
        (Found::Undefined, Some(id)) => Finding::Undefined(id),
        (Found::Frame { .. }, Some(id)) => Finding::Frame(id),
        (Found::Thrown { class, .. } | Found::Uncaught { class, .. }, _) => {
            Finding::Throws(class.replace('/', "."))
        }
        (Found::Diverges { lines, .. }, _) => Finding::NeverEnds(Endless {
            class: candidate.site.class.replace('/', "."),
            method: candidate.site.method.to_string(),
            lines: lines.map(|(first, last)| (first.into(), last.into())),
        }),
        (Found::RequiresAtCall, _) if !candidate.execution.started => Finding::Unstarted,
        _ => Finding::Course,
    };
    let mut plan = plan(context, contract, subject, &candidate.execution, finding)?;
    plan.raised_at = match (&candidate.found, candidate.site.line) {
        _ if candidate.execution.cut_loop.is_some() => None,
        (
            Found::Thrown { implicit: true, .. } | Found::Uncaught { implicit: true, .. },
            Some(line),
        ) => Some((candidate.site.class.replace('/', "."), u32::from(line))),
        _ => None,
    };
    Ok((host, plan))
}

/// Whether the path goes the same way on a JVM, and the clauses that were checked there and found true.
pub fn kept(
    context: &Context,
    contract: &MethodContract,
    subject: &Subject,
    execution: &Execution,
) -> (Judgement, Vec<u32>) {
    // The body may do something else than the contract that answered for it.
    if let Some((callee, _)) = execution.answers.first() {
        let why = format!("the path rests on the contract of {callee}");
        return ((Replay::NotReplayable, Some(why)), Vec::new());
    }
    if execution.cut_loop.is_some() {
        let why = "the path rests on a loop invariant".to_owned();
        return ((Replay::NotReplayable, Some(why)), Vec::new());
    }
    match plan(context, contract, subject, execution, Finding::Course) {
        Ok(plan) => replay_kept(&context.tools.host, &plan, context.cancel),
        Err(why) => ((Replay::NotReplayable, Some(why)), Vec::new()),
    }
}

fn plan<'a>(
    context: &'a Context,
    contract: &MethodContract,
    subject: &Subject,
    execution: &'a Execution,
    finding: Finding,
) -> Result<Plan<'a>, String> {
    if let Some(why) = &execution.before.not_replayable {
        return Err(why.clone());
    }
    if execution.met_nondet {
        return Err("nondeterministic calls have no fixed result on a JVM".to_owned());
    }
    let Ok(driver) = &contract.driver else {
        return Err("there is no driver".to_owned());
    };
    let before = &execution.before.heap;
    let mut arguments: Vec<Value> = before.roots.iter().map(|(_, value)| *value).collect();
    let receiver = if driver.is_static || arguments.is_empty() {
        None
    } else {
        match arguments.remove(0) {
            Value::Ref(id) => Some(id),
            _ => None,
        }
    };
    let by_bodies = execution.answers.is_empty() && execution.cut_loop.is_none();
    Ok(Plan {
        classes: context.unit.classes.clone(),
        class_path: &context.tools.class_path,
        driver: Call {
            class: driver.class.clone(),
            name: driver.name.clone(),
            descriptor: subject.driver.clone(),
            receiver,
            arguments,
        },
        before,
        finding,
        // What the body really does need not be what its contract allows: only the finding is compared then.
        after: (execution.ended && by_bodies && !execution.gave_clause_up)
            .then_some(&execution.after.heap),
        end: execution
            .end
            .as_ref()
            .filter(|_| by_bodies)
            .map(|end| match end {
                MethodEnd::Returned => End::Returned,
                MethodEnd::Threw(class, _) => End::Threw(class.clone()),
            }),
        raised_at: None,
        time: context.left().clamp(SHORTEST, LONGEST),
    })
}
