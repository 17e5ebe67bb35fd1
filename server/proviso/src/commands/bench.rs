//! `proviso bench`: the same check several times, without the verdict cache; least and median time per method as JSON. Or
//! (`--strategies`) once by every strategy and for every k.

use std::collections::BTreeMap;

use proviso_checker::{Cancel, Session};
use proviso_project::{Choice as _, Close, Options, Strategy};
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

/// One method, by one strategy, at one bound.
#[derive(Debug, Serialize)]
struct Row {
    id: String,
    strategy: &'static str,
    k: u32,
    verdict: Verdict,
    stats: Stats,
    /// Largest memory of the process while all methods were checked so, in KiB; none where the system does not tell.
    peak_kb: Option<u64>,
}

pub fn run(args: &BenchArgs) -> Result<u8, Failure> {
    let mut options = options::options(&args.subject)?;
    options.cache = false;
    if args.strategies {
        return compare(options);
    }
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

fn compare(mut options: Options) -> Result<u8, Failure> {
    // What is closed afterwards is closed in the same way whatever was chosen.
    options.close = Close::Off;
    let deepest = options.bounds.k;
    let mut rows: Vec<Row> = Vec::new();
    for &(strategy, word) in Strategy::ALL {
        for k in 1..=deepest {
            options.strategy = strategy;
            options.bounds.k = k;
            let session =
                Session::open(options.clone()).map_err(|error| Failure(error.to_string()))?;
            let prepared = session.prepare();
            memory::forget_peak();
            let report = session.check_all(&prepared, &Cancel::new(), &mut |_| {});
            let peak_kb = memory::peak_kb();
            rows.extend(report.methods.into_iter().map(|method| Row {
                id: method.id,
                strategy: word.name,
                k,
                verdict: method.verdict,
                stats: method.stats,
                peak_kb,
            }));
        }
    }
    let text = serde_json::to_string_pretty(&rows).map_err(|error| Failure(error.to_string()))?;
    output::print(&format!("{text}\n"))?;
    Ok(0)
}

/// What the kernel says of this process.
mod memory {
    /// The largest size is counted from now on.
    pub fn forget_peak() {
        // Where it is not allowed the figure is that of the whole run.
        let _ = std::fs::write("/proc/self/clear_refs", "5");
    }

    pub fn peak_kb() -> Option<u64> {
        let status = std::fs::read_to_string("/proc/self/status").ok()?;
        let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
        line.split_whitespace().nth(1)?.parse().ok()
    }
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
