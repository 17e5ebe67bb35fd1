//! The verdict and its guarantee as sentences; every form of output uses these words.

use proviso_report::{Closing, MethodReport, Outcome, Replay, Severity, Verdict, Violation};

/// `Stack.push(int)` from `pkg.Stack.push(I)V`; a constructor is `new Stack(int)`.
pub fn method_name(id: &str) -> String {
    let (path, descriptor) = match id.find('(') {
        Some(open) => id.split_at(open),
        None => (id, ""),
    };
    let mut parts: Vec<&str> = path.rsplitn(3, '.').collect();
    parts.truncate(2);
    parts.reverse();
    let name = match parts[..] {
        [class, "<init>"] => format!("new {class}"),
        _ => parts.join("."),
    };
    format!("{name}{}", parameters(descriptor))
}

/// `(int, String[])` from `(I[Ljava/lang/String;)V`; anything that is no descriptor is left as it is.
fn parameters(descriptor: &str) -> String {
    let Some(inner) = descriptor
        .strip_prefix('(')
        .and_then(|rest| rest.split_once(')'))
        .map(|(inner, _)| inner)
    else {
        return descriptor.to_owned();
    };
    let mut names = Vec::new();
    let mut rest = inner;
    while !rest.is_empty() {
        let dimensions = rest.len() - rest.trim_start_matches('[').len();
        rest = &rest[dimensions..];
        let (name, length) = match rest.as_bytes().first() {
            Some(b'I') => ("int", 1),
            Some(b'J') => ("long", 1),
            Some(b'Z') => ("boolean", 1),
            Some(b'B') => ("byte", 1),
            Some(b'C') => ("char", 1),
            Some(b'S') => ("short", 1),
            Some(b'F') => ("float", 1),
            Some(b'D') => ("double", 1),
            Some(b'L') => match rest.find(';') {
                Some(end) => (
                    rest[1..end].rsplit(['/', '$']).next().unwrap_or(""),
                    end + 1,
                ),
                None => return descriptor.to_owned(),
            },
            _ => return descriptor.to_owned(),
        };
        names.push(format!("{name}{}", "[]".repeat(dimensions)));
        rest = &rest[length..];
    }
    format!("({})", names.join(", "))
}

/// One sentence: what is known of the method.
pub fn verdict_sentence(method: &MethodReport) -> String {
    let name = method_name(&method.id);
    let notes = notes(method);
    match method.verdict {
        Verdict::Holds | Verdict::HoldsToBound if notes > 0 => {
            format!(
                "{name} has no contract; {notes} thing{} to know about it.",
                plural(notes)
            )
        }
        Verdict::Violated => match hard_violations(method) {
            1 => format!("{name} breaks its contract."),
            count => format!("{name} breaks its contract in {count} ways."),
        },
        Verdict::Holds => format!("{name} keeps its contract for all inputs."),
        Verdict::HoldsToBound => {
            format!("{name} keeps its contract up to k = {}.", method.bounds.k)
        }
        Verdict::Unknown => format!("{name} is not decided: {}.", first_reason(method)),
        Verdict::SpecError => format!("The contract of {name} has an error."),
    }
}

/// How many ways there were; where states were merged each stands for many.
fn paths(method: &MethodReport) -> String {
    match (method.stats.merged, method.stats.paths) {
        (0, count) => format!("{count} path{}", plural(count)),
        (_, 1) => "1 class of paths".to_owned(),
        (_, count) => format!("{count} classes of paths"),
    }
}

/// On what a verdict beyond the bounds rests.
fn by_facts(closing: &Closing) -> String {
    let mut loops: Vec<(u32, Vec<&str>)> = Vec::new();
    for fact in &closing.facts {
        match loops.iter_mut().find(|(line, _)| *line == fact.line) {
            Some((_, clauses)) => clauses.push(&fact.clause),
            None => loops.push((fact.line, vec![&fact.clause])),
        }
    }
    let ends = if closing.ends { "" } else { " that end" };
    let mut text = format!("Covers all inputs{ends}");
    for (i, (line, clauses)) in loops.iter().enumerate() {
        text.push_str(if i == 0 { ": " } else { "; " });
        text.push_str(&format!("the loop on line {line} by {}", clauses.join(" ")));
    }
    text.push('.');
    text
}

/// What exactly was covered, and what was not.
pub fn guarantee(method: &MethodReport) -> String {
    let mut text = match method.verdict {
        Verdict::Holds => match &method.closing {
            Some(closing) if closing.closed => by_facts(closing),
            _ => format!("Covers all inputs ({}).", paths(method)),
        },
        Verdict::HoldsToBound => format!("Covers {}; {}.", covered(method), cuts(method)),
        Verdict::Violated if !method.cuts.is_empty() => {
            format!("Looked at {}; {}.", covered(method), cuts(method))
        }
        Verdict::Violated => String::new(),
        Verdict::Unknown => {
            let reasons: Vec<String> = method.unknowns.iter().take(3).map(reason).collect();
            let more = method.unknowns.len().saturating_sub(3);
            let mut text = "Not covered: ".to_owned();
            text.push_str(&if reasons.is_empty() {
                "no reason was given".to_owned()
            } else {
                reasons.join("; ")
            });
            if more > 0 {
                text.push_str(&format!("; and {more} more"));
            }
            text.push('.');
            text
        }
        Verdict::SpecError => "Nothing was checked until the contract is mended.".to_owned(),
    };
    if !method.rests_on.is_empty() {
        let names: Vec<String> = method.rests_on.iter().map(|id| method_name(id)).collect();
        if !text.is_empty() {
            text.push(' ');
        }
        text.push_str(&format!("Relies on the contract of {}.", names.join(", ")));
    }
    text
}

fn covered(method: &MethodReport) -> String {
    let cut_by = |bound: &str| method.cuts.iter().any(|cut| cut.bound == bound);
    let mut text = format!(
        "all heaps with reference chains up to k = {}",
        method.bounds.k
    );
    if cut_by("loop") {
        text.push_str(&format!(
            ", up to {} rounds of a loop",
            method.bounds.loop_iterations
        ));
    }
    if cut_by("call-depth") {
        text.push_str(&format!(", calls up to {} deep", method.bounds.call_depth));
    }
    if cut_by("array") {
        let bound = method.bounds.array.unwrap_or(method.bounds.k);
        text.push_str(&format!(", up to {bound} elements of an input array"));
    }
    if let Some(n) = method.bounds.n {
        text.push_str(&format!(", up to {n} objects per type"));
    }
    text
}

fn cuts(method: &MethodReport) -> String {
    let mut parts: Vec<String> = method
        .cuts
        .iter()
        .take(4)
        .map(|cut| {
            format!(
                "{} cut {} path{} at {}:{}",
                bound_name(&cut.bound),
                cut.count,
                plural(cut.count),
                file_name(&cut.file),
                cut.line
            )
        })
        .collect();
    if method.cuts.len() > 4 {
        parts.push(format!("and {} more places", method.cuts.len() - 4));
    }
    if parts.is_empty() {
        parts.push("no bound was met".to_owned());
    }
    parts.join(", ")
}

fn bound_name(bound: &str) -> String {
    match bound {
        "k" => "k".to_owned(),
        "n" => "the object bound".to_owned(),
        "array" => "the array bound".to_owned(),
        "loop" => "the loop bound".to_owned(),
        "call-depth" => "the call depth".to_owned(),
        "steps" => "the step limit".to_owned(),
        "time" => "the time limit".to_owned(),
        other => format!("the bound {other}"),
    }
}

fn first_reason(method: &MethodReport) -> String {
    method.unknowns.first().map_or_else(
        || "no reason was given".to_owned(),
        |unknown| unknown.why.clone(),
    )
}

fn reason(unknown: &proviso_report::Unknown) -> String {
    if unknown.line == 0 {
        unknown.why.clone()
    } else {
        format!(
            "{} ({}:{})",
            unknown.why,
            file_name(&unknown.file),
            unknown.line
        )
    }
}

/// The lens above a method: a mark and a few words.
pub fn short(method: &MethodReport) -> String {
    let notes = notes(method);
    match method.verdict {
        Verdict::Holds | Verdict::HoldsToBound if notes > 0 => {
            format!("no contract, {notes} note{}", plural(notes))
        }
        Verdict::Violated => {
            let count = hard_violations(method);
            format!("✗ {count} violation{}", plural(count as u64))
        }
        Verdict::Holds => "✓ all inputs".to_owned(),
        Verdict::HoldsToBound => format!("✓ up to k={}", method.bounds.k),
        Verdict::Unknown => format!("? unknown: {}", first_reason(method)),
        Verdict::SpecError => "! error in the contract".to_owned(),
    }
}

/// Why there is no verdict at a larger bound, beside that of a smaller one.
pub fn beyond(method: &MethodReport) -> String {
    format!("k={}: {}", method.bounds.k, first_reason(method))
}

/// How the method ended on the witness.
pub fn outcome(violation: &Violation) -> Option<String> {
    match &violation.outcome {
        Outcome::Returns { value: None, .. } => Some("returns".to_owned()),
        Outcome::Returns { text, .. } => Some(format!("returns {text}")),
        Outcome::Throws { class, message } => {
            let class = crate::value::simple_class(class);
            Some(match message {
                Some(message) => format!("throws {class}: {message}"),
                None => format!("throws {class}"),
            })
        }
        Outcome::Stopped => None,
    }
}

pub fn replay(violation: &Violation) -> String {
    let note = |text: &str| match &violation.replay_note {
        Some(note) => format!("{text}: {note}"),
        None => text.to_owned(),
    };
    match violation.replay {
        Replay::Run => note("Run on the JVM, which cannot show the finding itself"),
        Replay::Confirmed => "Confirmed by running it on the JVM.".to_owned(),
        Replay::NotReplayable => note("Not run on the JVM"),
        Replay::Diverged => {
            note("The JVM behaved differently: this is a bug in Proviso, please report it")
        }
    }
}

/// Violations that are more than a warning.
pub fn hard_violations(method: &MethodReport) -> usize {
    method
        .violations
        .iter()
        .filter(|violation| violation.severity == proviso_report::Severity::Error)
        .count()
}

/// Findings that are no errors since nobody wrote a contract.
pub fn notes(method: &MethodReport) -> u64 {
    let found = method.violations.iter();
    found
        .filter(|violation| violation.severity == Severity::Information)
        .count() as u64
}

pub fn plural(count: u64) -> &'static str {
    if count == 1 { "" } else { "s" }
}

pub fn file_name(file: &str) -> &str {
    file.rsplit(['/', '\\']).next().unwrap_or(file)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::method;
    use proviso_report::{Cut, Unknown};

    #[test]
    fn method_ids_read_as_java() {
        assert_eq!(
            method_name("a.b.Stack.push(I[Ljava/lang/String;J)V"),
            "Stack.push(int, String[], long)"
        );
        assert_eq!(method_name("Stack.push"), "Stack.push");
        assert_eq!(method_name("a.Stack.<init>(I)V"), "new Stack(int)");
        assert_eq!(method_name("A.f(Lbroken)V"), "A.f(Lbroken)V");
    }

    #[test]
    fn a_bounded_verdict_names_the_bound_and_where_it_cut() {
        let mut report = method(Verdict::HoldsToBound);
        report.cuts.push(Cut {
            bound: "k".to_owned(),
            file: "src/List.java".to_owned(),
            line: 12,
            count: 4,
        });
        assert_eq!(
            guarantee(&report),
            "Covers all heaps with reference chains up to k = 3; k cut 4 paths at List.java:12."
        );
    }

    #[test]
    fn an_unknown_always_says_why() {
        let mut report = method(Verdict::Unknown);
        report.unknowns.push(Unknown {
            reason: proviso_report::Reason::Unmodelled,
            why: "native method System.nanoTime is not modelled".to_owned(),
            file: "A.java".to_owned(),
            line: 3,
        });
        assert!(verdict_sentence(&report).contains("nanoTime"));
        assert!(guarantee(&report).contains("A.java:3"));
        assert!(short(&report).starts_with("? unknown: native method"));
    }
}
