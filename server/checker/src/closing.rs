//! From a verdict up to a bound to one for all inputs: guesses are woven into a copy of the file, and what is shown of them
//! becomes part of the report.

use std::time::{Duration, Instant};

use proviso_closing::{FactKind, Proposal, propose};
use proviso_engine::split::Helpers;
use proviso_report::{Closing, Fact, MethodReport, Verdict};
use proviso_syntax::ast::{LoopClauseKind, Member, Method, Span, TypeDecl};

use crate::Cancel;
use crate::check::close::{Closed, close};
use crate::check::{Context, Target};
use crate::options::Close;
use crate::prepare::unit::{Unit, UnitFile};
use crate::prepared::Prepared;
use crate::session::Session;

/// Of the time of a method, the most that is spent on a proof.
const SHARE: u32 = 2;
const LONGEST: Duration = Duration::from_secs(8);

/// The method whose name stands there, with its class.
fn method_at(file: &UnitFile, name: Span) -> Option<(&TypeDecl, &Method)> {
    let types = file.tree.all_types();
    let found = types.iter().find_map(|ty| {
        let method = ty.members.iter().find_map(|member| match member {
            Member::Method(method) if method.name.span == name => Some(method),
            _ => None,
        });
        Some((*ty, method?))
    });
    found
}

impl Session {
    /// Tries to show that what the bounds cut keeps the contract too. The bounded verdict stays where that does not succeed.
    pub(crate) fn close(
        &self,
        prepared: &Prepared,
        position: usize,
        report: &mut MethodReport,
        cancel: &Cancel,
    ) {
        let (unit, target) = &prepared.targets[position];
        let bounded = report.verdict == Verdict::HoldsToBound && !report.cuts.is_empty();
        if !bounded || self.options().close == Close::Off || cancel.is_cancelled() {
            return;
        }
        let start = Instant::now();
        let budget = (self.options().timeout / SHARE).min(LONGEST);
        report.closing = self.closing(unit, target, report, budget, cancel);
        if let Some(closing) = report.closing.as_mut().filter(|closing| closing.closed) {
            closing.cuts = std::mem::take(&mut report.cuts);
            let assumed = report.warnings.iter().any(|w| w.kind == "assumption");
            if !assumed {
                report.verdict = Verdict::Holds;
            }
        }
        report.stats.total_ms += start.elapsed().as_millis() as u64;
    }

    fn closing(
        &self,
        unit: &Unit,
        target: &Target,
        report: &mut MethodReport,
        budget: Duration,
        cancel: &Cancel,
    ) -> Option<Closing> {
        let contract = &unit.table.methods[target.contract];
        let file = unit.files.get(contract.file)?;
        let (class, method) = method_at(file, contract.name_span)?;
        let Proposal { text, candidates } = propose(&file.tree, class, method)?;
        let with_guesses = self.prepare_with(&file.path, text);
        let (guessed, target) = &with_guesses.targets[with_guesses.position(&target.id)?];
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
        };
        let (kept, proof) = match close(&context, target, &candidates, budget) {
            Closed::By(kept, proof) => (kept, proof),
            Closed::No(why) => {
                return Some(Closing {
                    open: Some(why),
                    ..Closing::default()
                });
            }
        };
        for callee in proof.rests_on {
            if !report.rests_on.contains(&callee) {
                report.rests_on.push(callee);
            }
        }
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
            ends: (0..body.loops.len()).all(measured),
            open: None,
        })
    }
}
