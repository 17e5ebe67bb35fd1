//! How a method was explored, in a few sentences.

use proviso_present::sentence;
use proviso_report::MethodReport;

pub fn explanation(report: &MethodReport) -> String {
    let stats = &report.stats;
    let mut parts = vec![sentence::verdict_sentence(report)];
    let guarantee = sentence::guarantee(report);
    if !guarantee.is_empty() {
        parts.push(guarantee);
    }
    let [covered, all] = report.coverage.branches;
    parts.push(format!(
        "{} paths in {} ms, {} solver queries; {covered} of {all} branches reached.",
        stats.paths, stats.total_ms, stats.solver_queries
    ));
    for cut in &report.cuts {
        parts.push(format!(
            "Bound {} cut {} times at {}:{}.",
            cut.bound, cut.count, cut.file, cut.line
        ));
    }
    parts.join(" ")
}
