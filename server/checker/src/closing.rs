//! From a verdict up to a bound to one for all inputs: guesses are woven into a copy of the file, and what is shown of them
//! becomes part of the report.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use proviso_classfile::Insn;
use proviso_closing::{Candidate, FactKind, propose};
use proviso_contracts::ClauseKind;
use proviso_engine::split::Helpers;
use proviso_project::UnitFile;
use proviso_report::{Closing, Fact, MethodReport, Reason, Severity, Unknown, Verdict};
use proviso_syntax::ast::{LoopClauseKind, Member, Method, Span, TypeDecl};

use crate::Cancel;
use crate::check::close::{Closed, close};
use crate::check::{Context, Target, is_blanked};
use crate::prepare::unit::Unit;
use crate::prepared::Prepared;
use crate::session::Session;

/// Of the time of a method with loops, the share that is kept for a proof.
pub(crate) const SHARE: f64 = 0.25;

/// Whether there is a loop that facts could close, or a call of itself that the contract could answer.
pub(crate) fn may_close(unit: &Unit, target: &Target) -> bool {
    let contract = &unit.table.methods[target.contract];
    let file = unit.files.get(contract.file);
    let method = file.and_then(|file| method_at(file, contract.name_span));
    let body = method.and_then(|(_, method)| method.body.as_ref());
    body.is_some_and(|body| !body.loops.is_empty()) || calls_itself(unit, target).unwrap_or(false)
}

fn calls_itself(unit: &Unit, target: &Target) -> Option<bool> {
    let contract = &unit.table.methods[target.contract];
    let name = contract.class.replace('.', "/");
    let class = unit.class_path.as_ref()?.class(&name).ok()?;
    let method = class.method(&contract.name, &target.descriptor)?;
    let code = method.code().ok()??;
    Some(code.insns.iter().any(|insn| match insn {
        Insn::InvokeVirtual(r) | Insn::InvokeSpecial(r) | Insn::InvokeStatic(r) => {
            *r.class == *name && r.name == method.name && r.descriptor == method.descriptor
        }
        _ => false,
    }))
}

/// The method whose name stands there, with its class.
fn method_at(file: &UnitFile, name: Span) -> Option<(&TypeDecl, &Method)> {
    let types = file.tree.all_types();
    types.iter().find_map(|ty| {
        let method = ty.members.iter().find_map(|member| match member {
            Member::Method(method) if method.name.span == name => Some(method),
            _ => None,
        });
        Some((*ty, method?))
    })
}

/// Whether the copy with the guesses lost nothing of the contracts: a guess that javac stumbles over may cost others their place, and a
/// proof of less would be none.
fn says_the_same(unit: &Unit, copy: &Unit, file: usize, candidates: &[Candidate]) -> bool {
    let mut count: BTreeMap<(ClauseKind, &str), i64> = BTreeMap::new();
    for clause in unit.table.clauses.values() {
        *count.entry((clause.kind, &clause.text)).or_default() += 1;
    }
    for clause in copy.table.clauses.values() {
        let guess = |c: &Candidate| clause.file == file && c.span.covers(clause.span);
        if !candidates.iter().any(guess) {
            *count.entry((clause.kind, &clause.text)).or_default() -= 1;
        }
    }
    count.values().all(|left| *left <= 0)
}

/// Nothing was found; what is left is beyond a bound or a time limit.
fn may_gain(report: &MethodReport) -> bool {
    let limit = |unknown: &Unknown| matches!(unknown.reason, Reason::Time | Reason::Solver);
    let found = report
        .violations
        .iter()
        .any(|v| v.severity != Severity::Warning);
    let open = match report.verdict {
        Verdict::HoldsToBound => !report.cuts.is_empty(),
        Verdict::Unknown => report.unknowns.iter().all(limit),
        _ => false,
    };
    open && !found
}

impl Session {
    /// Tries to show that what the bounds cut keeps the contract too. The bounded verdict stays where that does not succeed.
    pub(crate) fn close(
        &self,
        prepared: &Prepared,
        position: usize,
        report: &mut MethodReport,
        budget: Duration,
        early: &dyn Fn(&MethodReport),
        cancel: &Cancel,
    ) {
        let (unit, target) = &prepared.targets[position];
        if !may_gain(report) || cancel.is_cancelled() {
            return;
        }
        early(report);
        let start = Instant::now();
        report.closing = self.closing(unit, target, report, budget, cancel);
        if let Some(closing) = report.closing.as_mut().filter(|closing| closing.closed) {
            closing.cuts = std::mem::take(&mut report.cuts);
            report.unknowns.clear();
            // What was taken for granted limits the promise as a bound does.
            let assumed = report.warnings.iter().any(|w| w.kind == "assumption");
            report.verdict = if assumed {
                Verdict::HoldsToBound
            } else {
                Verdict::Holds
            };
        }
        report.stats.total_ms += start.elapsed().as_millis() as u64;
    }

    fn closing(
        &self,
        unit: &Arc<Unit>,
        target: &Target,
        report: &mut MethodReport,
        budget: Duration,
        cancel: &Cancel,
    ) -> Option<Closing> {
        let contract = &unit.table.methods[target.contract];
        let file = unit.files.get(contract.file)?;
        let (class, method) = method_at(file, contract.name_span)?;
        let with_guesses;
        let mut guessed = (unit, target);
        let mut candidates = Vec::new();
        if let Some(proposal) = propose(&file.tree, class, method) {
            candidates = proposal.candidates;
            with_guesses = self.prepare_with(&file.path, proposal.text);
            let (copy, target) = &with_guesses.targets[with_guesses.position(&target.id)?];
            if !says_the_same(unit, copy, contract.file, &candidates) || is_blanked(copy, target) {
                return None;
            }
            guessed = (copy, target);
        }
        let (guessed, target) = guessed;
        let context = Context {
            unit: guessed,
            options: self.options(),
            tools: self.tools(),
            bounds: report.bounds,
            time: budget,
            end: Instant::now() + budget,
            cancel,
            early: &|_| {},
            helpers: &Helpers::default(),
            closing: None,
            calls: self.options().calls,
        };
        let open = |why: &str| {
            Some(Closing {
                open: Some(why.to_owned()),
                ..Closing::default()
            })
        };
        let (kept, proof) = match close(&context, target, &candidates, budget) {
            // A proof about no execution proves nothing.
            Closed::By(_, proof) if report.stats.paths == 0 && proof.stats.paths == 0 => {
                return open("no execution was followed to its end");
            }
            Closed::By(kept, proof) => (kept, proof),
            Closed::No(why) => return open(&why),
        };
        for callee in proof.rests_on {
            if !report.rests_on.contains(&callee) {
                report.rests_on.push(callee);
            }
        }
        // Nobody has shown that calls which contracts answered come to an end.
        let by_contract = !report.rests_on.is_empty();
        let body = method.body.as_ref()?;
        let facts: Vec<Fact> = kept
            .iter()
            .map(|number| {
                let candidate = &candidates[*number];
                let place = file.place(body.loops[candidate.loop_number].span);
                Fact {
                    file: place.file,
                    line: place.range.start.line,
                    clause: candidate.clause(),
                }
            })
            .collect();
        let measured = |number: usize| {
            let found = kept.iter().map(|kept| &candidates[*kept]);
            let written = body.loops[number].clauses.iter();
            found
                .filter(|c| c.kind == FactKind::Measure)
                .any(|c| c.loop_number == number)
                || written
                    .into_iter()
                    .any(|clause| matches!(clause.kind, LoopClauseKind::Decreases(_)))
        };
        Some(Closing {
            closed: true,
            cuts: Vec::new(),
            facts,
            ends: (0..body.loops.len()).all(measured) && !by_contract,
            open: None,
        })
    }
}
