//! `proviso bench`: the same check several times, without the verdict cache; least and median time per method as JSON.

use std::collections::BTreeMap;

use proviso_checker::{Cancel, Session};
use proviso_report::{MethodReport, Stats, Verdict};
use serde::Serialize;

use super::Failure;
use crate::args::BenchArgs;
use crate::{options, output};

#[derive(Debug, Serialize)]
struct Figures {
    id: String,
    verdict: Verdict,
    /// Of the last round; counts do not differ between rounds.
    stats: Stats,
    least_ms: u64,
    median_ms: u64,
}

pub fn run(args: &BenchArgs) -> Result<u8, Failure> {
    let mut options = options::options(&args.subject)?;
    options.cache = false;
    let session = Session::open(options).map_err(|error| Failure(error.to_string()))?;
    let prepared = session.prepare();
    let mut rounds: BTreeMap<String, Vec<MethodReport>> = BTreeMap::new();
    for _ in 0..args.rounds {
        let report = session.check_all(&prepared, &Cancel::new(), &mut |_| {});
        for method in report.methods {
            rounds.entry(method.id.clone()).or_default().push(method);
        }
    }
    let figures: Vec<Figures> = rounds
        .into_iter()
        .filter_map(|(id, reports)| figures(id, &reports))
        .collect();
    let text =
        serde_json::to_string_pretty(&figures).map_err(|error| Failure(error.to_string()))?;
    output::print(&format!("{text}\n"))?;
    Ok(0)
}

fn figures(id: String, reports: &[MethodReport]) -> Option<Figures> {
    let last = reports.last()?;
    let mut times: Vec<u64> = reports.iter().map(|report| report.stats.total_ms).collect();
    times.sort_unstable();
    Some(Figures {
        id,
        verdict: last.verdict,
        stats: last.stats.clone(),
        least_ms: *times.first()?,
        median_ms: times[times.len() / 2],
    })
}
