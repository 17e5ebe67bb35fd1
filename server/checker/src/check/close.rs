//! Closing the bounds: which of the guessed facts about loops can be shown, and whether they are enough for the contract.
//!
//! The engine shows a guess as it shows an invariant the user wrote: it holds when the loop is reached, and one round from any
//! state in which all guesses hold keeps it. A guess that is not kept is dropped, which may cost others their reason, so this goes on
//! until nothing more is dropped.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::{Duration, Instant};

use proviso_closing::{Candidate, FactKind};
use proviso_contracts::MethodContract;
use proviso_project::Calls;
use proviso_report::{MethodReport, Severity, Verdict};

use super::{Closing, Context, Run, Target, Way, assemble, empty, kind, run, verdict};

/// Chains and arrays are short where every loop is one round; these bounds only stop what runs away.
const CHAIN: u32 = 6;
const ELEMENTS: u32 = 48;
/// Rounds, elements and links where guesses are refuted, and how often.
const FEW: u32 = 2;
const REFUTATIONS: usize = 4;
/// So often a proof is tried with fewer facts.
const MOST_TRIES: u32 = 32;
/// One try at a proof.
const ONE_TRY: Duration = Duration::from_millis(2500);

/// What came of it.
pub enum Closed {
    /// By these candidates, by their number, and what the proof said besides.
    By(BTreeSet<usize>, Box<MethodReport>),
    /// What could not be shown.
    No(String),
}

struct Attempt<'a, 'c> {
    context: &'a Context<'c>,
    target: &'a Target,
    contract: &'a MethodContract,
    driver: &'a str,
    /// Which candidate a clause is.
    of_clause: BTreeMap<u32, usize>,
    /// Whose word counts at calls.
    calls: Calls,
    until: Instant,
}

/// Looks for a proof that needs no bound. The context's unit has the candidates woven in.
pub fn close(
    context: &Context,
    target: &Target,
    candidates: &[Candidate],
    budget: Duration,
) -> Closed {
    let contract = &context.unit.table.methods[target.contract];
    let Ok(driver) = &target.driver else {
        return Closed::No("the guesses do not compile".to_owned());
    };
    let clauses = context.unit.table.clauses.iter();
    let of_clause = clauses
        .filter(|(_, clause)| clause.file == contract.file)
        .filter_map(|(id, clause)| {
            let candidate = candidates.iter().position(|c| c.span.covers(clause.span));
            Some((id.0, candidate?))
        })
        .collect();
    let mut attempt = Attempt {
        context,
        target,
        contract,
        driver,
        of_clause,
        calls: context.calls,
        until: Instant::now() + budget,
    };
    let by_bodies = match candidates {
        // Without a loop only induction over calls can help.
        [] => Closed::No("it calls itself as deeply as the input is".to_owned()),
        _ => attempt.search(candidates),
    };
    match by_bodies {
        Closed::No(why) if context.calls == Calls::Auto => {
            attempt.calls = Calls::Contract;
            match attempt.search(candidates) {
                Closed::No(_) => Closed::No(why),
                closed => closed,
            }
        }
        decided => decided,
    }
}

impl Attempt<'_, '_> {
    /// First what needs no quantifier, which is cheap and makes the rest mean something; then what is said of whole ranges.
    fn search(&self, candidates: &[Candidate]) -> Closed {
        let ranged = |c: &usize| candidates[*c].is_ranged();
        let known: BTreeSet<usize> = self.of_clause.values().copied().collect();
        let known = match self.not_refuted(known) {
            Ok(known) => known,
            Err(why) => return Closed::No(why),
        };
        let plain = known.iter().copied().filter(|c| !ranged(c)).collect();
        let (plain, why) = match self.stable(plain) {
            Ok((kept, Ok(report))) => return self.shown(candidates, kept, report),
            Ok((kept, Err(why))) => (kept, why),
            Err(why) => return Closed::No(why),
        };
        let mut kept = plain;
        kept.extend(known.iter().copied().filter(ranged));
        if !kept.iter().any(ranged) {
            return Closed::No(why);
        }
        match self.stable(kept) {
            Ok((kept, Ok(report))) => self.shown(candidates, kept, report),
            Ok((_, Err(why))) | Err(why) => Closed::No(why),
        }
    }

    fn shown(
        &self,
        candidates: &[Candidate],
        kept: BTreeSet<usize>,
        report: MethodReport,
    ) -> Closed {
        let (kept, report) = self.smaller(candidates, kept, report);
        Closed::By(kept, Box::new(report))
    }

    /// Drops what is not kept until all that is left is; then the proof, or what it lacks. `Err`: there is no time left.
    #[allow(clippy::type_complexity)]
    fn stable(
        &self,
        mut kept: BTreeSet<usize>,
    ) -> Result<(BTreeSet<usize>, Result<MethodReport, String>), String> {
        loop {
            if Instant::now() >= self.until || self.context.cancel.is_cancelled() {
                return Err("the time for a proof was up".to_owned());
            }
            let run = self.run(&kept, true)?;
            let dropped = self.dropped(&run, &kept);
            tracing::debug!(kept = kept.len(), dropped = dropped.len(), "facts");
            if dropped.is_empty() {
                return Ok((kept, self.proof(run)));
            }
            kept.retain(|candidate| !dropped.contains(candidate));
        }
    }

    /// What some execution of a few rounds refutes is not worth a proof. Silly guesses are many, and cheap to refute there.
    fn not_refuted(&self, mut kept: BTreeSet<usize>) -> Result<BTreeSet<usize>, String> {
        for _ in 0..REFUTATIONS {
            let run = self.run(&kept, false)?;
            let dropped = self.dropped(&run, &kept);
            if dropped.is_empty() {
                break;
            }
            kept.retain(|candidate| !dropped.contains(candidate));
        }
        Ok(kept)
    }

    fn run(&self, kept: &BTreeSet<usize>, proof: bool) -> Result<Run, String> {
        let passed = self.of_clause.iter().filter(|(_, c)| !kept.contains(c));
        let passed = passed.map(|(id, _)| proviso_names::Numbered::Clause(*id).name());
        let time = self.until.saturating_duration_since(Instant::now());
        let time = time.min(ONE_TRY);
        let mut bounds = self.context.bounds;
        if proof {
            bounds.k = bounds.k.max(CHAIN);
            bounds.array = Some(bounds.array.unwrap_or(0).max(ELEMENTS));
        } else {
            bounds.k = FEW;
            bounds.array = Some(FEW);
            bounds.loop_iterations = FEW + 1;
        }
        let context = Context {
            bounds,
            time,
            end: Instant::now() + time,
            closing: Some(Closing {
                proof,
                passed_over: Arc::new(passed.collect()),
            }),
            calls: self.calls,
            ..*self.context
        };
        let (run, _) = run(
            &context,
            self.target,
            self.driver,
            None,
            Way::Enumerate,
            time,
        )?;
        Ok(run)
    }

    fn is_error(&self, found: &super::Key) -> bool {
        kind::severity(found.kind, self.context.options.arithmetic) == Severity::Error
    }

    /// Candidates that did not hold at some head.
    fn dropped(&self, run: &Run, kept: &BTreeSet<usize>) -> BTreeSet<usize> {
        let clauses = run.finds.keys().filter_map(|key| key.clause);
        let failed = clauses.filter_map(|id| self.of_clause.get(&id).copied());
        failed
            .filter(|candidate| kept.contains(candidate))
            .collect()
    }

    /// The report of a run that leaves nothing open.
    fn proof(&self, mut run: Run) -> Result<MethodReport, String> {
        if let Some(key) = run.finds.keys().find(|key| self.is_error(key)) {
            return Err(self.not_shown(key));
        }
        run.finds.clear();
        let mut report = empty(self.context, self.target);
        assemble::fill(self.context, self.contract, run, &mut report);
        match verdict::verdict(&report.violations, false, &report.unknowns, &report.cuts) {
            Verdict::Holds => Ok(report),
            _ => Err(match (report.unknowns.first(), report.cuts.first()) {
                (Some(unknown), _) => unknown.why.clone(),
                (_, Some(cut)) => format!("the bound {} was met without an end", cut.bound),
                _ => "it was not decided".to_owned(),
            }),
        }
    }

    fn not_shown(&self, key: &super::Key) -> String {
        let table = &self.context.unit.table;
        match key.clause.and_then(|id| table.clause(id)) {
            Some(clause) => format!("`{}` does not follow from the facts found", clause.text),
            None => format!(
                "that there is no violation ({}) does not follow from the facts found",
                key.kind.name()
            ),
        }
    }

    /// Leaves out what the proof does not need: first many at once, then one by one.
    fn smaller(
        &self,
        candidates: &[Candidate],
        kept: BTreeSet<usize>,
        report: MethodReport,
    ) -> (BTreeSet<usize>, MethodReport) {
        let mut tries = 0;
        let (mut kept, mut report) = (kept, report);
        let mut size = kept.len().next_power_of_two() / 2;
        while size > 0 {
            let all: Vec<usize> = kept.iter().copied().collect();
            // The last of the kept measures of a loop shows that it ends.
            for chunk in all.rchunks(size) {
                // By a count, so that the same facts are found on any machine; the limit of time is for those that are far too slow.
                tries += 1;
                if tries > MOST_TRIES || Instant::now() + ONE_TRY > self.until {
                    return (kept, report);
                }
                let mut fewer = kept.clone();
                for candidate in chunk {
                    fewer.remove(candidate);
                }
                let measured = |set: &BTreeSet<usize>| -> BTreeSet<usize> {
                    let measures = set.iter().map(|c| &candidates[*c]);
                    let measures = measures.filter(|c| c.kind == FactKind::Measure);
                    measures.map(|c| c.loop_number).collect()
                };
                if measured(&fewer) != measured(&kept) {
                    continue;
                }
                let Ok(run) = self.run(&fewer, true) else {
                    return (kept, report);
                };
                if self.dropped(&run, &fewer).is_empty()
                    && let Ok(smaller) = self.proof(run)
                {
                    kept = fewer;
                    report = smaller;
                }
            }
            size /= 2;
        }
        (kept, report)
    }
}
