//! `proviso check` for people at a terminal: excerpts with carets, the witness, the heap, the guarantee.

use proviso_report::{MethodReport, Place, Problem, Range, Report, Severity, Verdict, Violation};

use crate::heap_unicode::heap_unicode;
use crate::layout::text_width;
use crate::sentence::{guarantee, notes, outcome, plural, replay, verdict_sentence};
use crate::sources::Sources;
use crate::style::{Paint, Style};

/// The whole report; `stats` adds a line of figures per method.
pub fn report_text(report: &Report, sources: &Sources, style: Style, stats: bool) -> String {
    let mut text = String::new();
    for problem in &report.problems {
        text.push_str(&problem_text(problem, sources, style));
        text.push('\n');
    }
    for method in &report.methods {
        text.push_str(&method_text(method, sources, style, stats));
    }
    text.push_str(&summary(report, style));
    text
}

pub fn problem_text(problem: &Problem, sources: &Sources, style: Style) -> String {
    let (paint, word) = severity_word(problem.severity);
    let mut text = format!("{}: {}\n", style.paint(paint, word), problem.message);
    if let Some(place) = &problem.place {
        text.push_str(&excerpt(place, "", sources, style));
    }
    text
}

pub fn method_text(method: &MethodReport, sources: &Sources, style: Style, stats: bool) -> String {
    let mut text = format!(
        "{} {}\n",
        mark(method, style),
        style.paint(Paint::Strong, &verdict_sentence(method))
    );
    let guarantee = guarantee(method);
    if !guarantee.is_empty() {
        text.push_str(&format!("  {guarantee}\n"));
    }
    for violation in &method.violations {
        text.push('\n');
        text.push_str(&violation_text(violation, sources, style));
    }
    for warning in &method.warnings {
        text.push_str(&format!(
            "  {}: {}\n",
            style.paint(Paint::Unsure, "warning"),
            warning.message
        ));
        text.push_str(&excerpt(&warning.place, "", sources, style));
    }
    if stats {
        text.push_str(&format!(
            "  {}\n",
            style.paint(Paint::Faint, &stats_line(method))
        ));
    }
    if !method.violations.is_empty() {
        text.push('\n');
    }
    text
}

fn stats_line(method: &MethodReport) -> String {
    let stats = &method.stats;
    format!(
        "{} paths, {} states, {} instructions, {} forks, {} solver queries ({} ms), {} cache hits, {} ms; branches {}/{}, instructions {}/{}",
        stats.paths,
        stats.states,
        stats.instructions,
        stats.forks,
        stats.solver_queries,
        stats.solver_ms,
        stats.cache_hits,
        stats.total_ms,
        method.coverage.branches[0],
        method.coverage.branches[1],
        method.coverage.instructions[0],
        method.coverage.instructions[1],
    )
}

fn violation_text(violation: &Violation, sources: &Sources, style: Style) -> String {
    let (paint, word) = severity_word(violation.severity);
    let mut text = format!(
        "  {}: {}\n",
        style.paint(paint, &format!("{word}[{}]", violation.kind.name())),
        violation.message
    );
    match &violation.clause {
        Some(clause) => {
            text.push_str(&excerpt(
                &clause.place,
                "this clause is broken",
                sources,
                style,
            ));
            if clause.place != violation.at {
                text.push_str(&excerpt(&violation.at, "here", sources, style));
            }
        }
        None => text.push_str(&excerpt(&violation.at, "here", sources, style)),
    }
    text.push_str(&witness_table(violation, style));
    for (title, heap) in [
        ("before", &violation.heap_before),
        ("after", &violation.heap_after),
    ] {
        if let Some(diagram) = heap_unicode(heap) {
            text.push_str(&format!("    heap {title}:\n"));
            for line in diagram.lines() {
                text.push_str(&format!("      {line}\n"));
            }
        }
        // The same picture twice says nothing more.
        if violation.heap_before == violation.heap_after {
            break;
        }
    }
    if violation.implied {
        let why = "Nobody wrote that it is not null; what is not `nullable` is taken to be so.";
        text.push_str(&format!("    {}\n", style.paint(Paint::Faint, why)));
    }
    text.push_str(&format!(
        "    {}\n",
        style.paint(Paint::Faint, &replay(violation))
    ));
    text
}

/// Inputs, outcome and the parts of the clause, names aligned.
fn witness_table(violation: &Violation, style: Style) -> String {
    let rows = witness_rows(violation);
    let widest = rows
        .iter()
        .map(|(name, _)| text_width(name))
        .max()
        .unwrap_or(0);
    rows.iter()
        .map(|(name, value)| {
            let padding = " ".repeat(widest - text_width(name));
            format!(
                "    {}{padding}  {value}\n",
                style.paint(Paint::Strong, name)
            )
        })
        .collect()
}

/// Name and value of everything that matters on the witness; shared with the hover.
pub fn witness_rows(violation: &Violation) -> Vec<(String, String)> {
    let mut rows: Vec<(String, String)> = violation
        .inputs
        .iter()
        .map(|input| (input.name.clone(), input.text.clone()))
        .collect();
    if let Some(outcome) = outcome(violation) {
        rows.push(("outcome".to_owned(), outcome));
    }
    for part in &violation.clause_values {
        let row = (part.expression.clone(), part.text.clone());
        // A parameter that is what it was is in the list.
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows
}

/// The lines of a place with carets below; a long place is cut after a few lines.
fn excerpt(place: &Place, label: &str, sources: &Sources, style: Style) -> String {
    const MOST_LINES: u32 = 4;
    let Range { start, end } = place.range;
    let mut text = format!(
        "    {} {}:{}:{}\n",
        style.paint(Paint::Faint, "-->"),
        place.file,
        start.line,
        start.column
    );
    let last = end.line.min(start.line.saturating_add(MOST_LINES - 1));
    let gutter = last.to_string().len();
    for number in start.line..=last {
        let Some(line) = sources.line(&place.file, number) else {
            break;
        };
        let line = line.replace('\t', " ");
        let from = if number == start.line {
            start.column as usize - 1
        } else {
            indent_of(&line)
        };
        let length = line.chars().count();
        let to = if number == end.line {
            (end.column as usize).saturating_sub(1)
        } else {
            length
        };
        text.push_str(&format!(
            "    {}{line}\n",
            style.paint(Paint::Faint, &format!("{number:>gutter$} | "))
        ));
        let pad: usize = line
            .chars()
            .take(from)
            .map(|c| text_width(c.encode_utf8(&mut [0; 4])))
            .sum();
        let carets: usize = line
            .chars()
            .skip(from)
            .take(to.saturating_sub(from))
            .map(|c| text_width(c.encode_utf8(&mut [0; 4])))
            .sum();
        let label = if number == last { label } else { "" };
        let below = format!("{} {label}", "^".repeat(carets.max(1)));
        text.push_str(&format!(
            "    {}{}{}\n",
            style.paint(Paint::Faint, &format!("{:>gutter$} | ", "")),
            " ".repeat(pad),
            style.paint(Paint::Bad, below.trim_end())
        ));
    }
    text
}

fn indent_of(line: &str) -> usize {
    line.chars().take_while(|c| c.is_whitespace()).count()
}

fn mark(method: &MethodReport, style: Style) -> String {
    match method.verdict {
        Verdict::Holds | Verdict::HoldsToBound if notes(method) > 0 => {
            style.paint(Paint::Faint, "·")
        }
        Verdict::Violated => style.paint(Paint::Bad, "✗"),
        Verdict::Holds | Verdict::HoldsToBound => style.paint(Paint::Good, "✓"),
        Verdict::Unknown => style.paint(Paint::Unsure, "?"),
        Verdict::SpecError => style.paint(Paint::Bad, "!"),
    }
}

fn severity_word(severity: Severity) -> (Paint, &'static str) {
    match severity {
        Severity::Error => (Paint::Bad, "error"),
        Severity::Warning => (Paint::Unsure, "warning"),
        Severity::Information => (Paint::Faint, "note"),
    }
}

/// The last line: how many methods of each verdict.
fn summary(report: &Report, style: Style) -> String {
    let quiet = |m: &&MethodReport| {
        matches!(m.verdict, Verdict::Holds | Verdict::HoldsToBound) && notes(m) > 0
    };
    let count = |verdict| {
        let alike = report.methods.iter().filter(|m| m.verdict == verdict);
        alike.filter(|m| !quiet(m)).count()
    };
    let mut parts: Vec<String> = [
        (Verdict::Violated, "violated", Paint::Bad),
        (Verdict::Holds, "kept for all inputs", Paint::Good),
        (Verdict::HoldsToBound, "kept up to the bound", Paint::Good),
        (Verdict::Unknown, "unknown", Paint::Unsure),
        (
            Verdict::SpecError,
            "with an error in the contract",
            Paint::Bad,
        ),
    ]
    .into_iter()
    .filter_map(|(verdict, words, paint)| match count(verdict) {
        0 => None,
        number => Some(style.paint(paint, &format!("{number} {words}"))),
    })
    .collect();
    let without = report.methods.iter().filter(quiet).count();
    if without > 0 {
        parts.push(format!("{without} without a contract"));
    }
    let methods = report.methods.len();
    let head = format!("{methods} method{} checked", plural(methods as u64));
    if parts.is_empty() {
        format!("{head}.\n")
    } else {
        format!("{head}: {}.\n", parts.join(", "))
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use proviso_report::{
        Bounds, ClauseText, Coverage, Heap, Input, Outcome, Position, Replay, Stats, Value,
        ViolationKind,
    };

    pub const ABS: &str = "class A {\n  //@ ensures \\result >= 0;\n  static int abs(int x) {\n    return x < 0 ? -x : x;\n  }\n}\n";

    pub fn range(line: u32, from: u32, to: u32) -> Range {
        Range {
            start: Position { line, column: from },
            end: Position { line, column: to },
        }
    }

    pub fn method(verdict: Verdict) -> MethodReport {
        MethodReport {
            id: "A.abs(I)I".to_owned(),
            file: "A.java".to_owned(),
            range: range(3, 14, 17),
            verdict,
            bounds: Bounds::default(),
            cuts: vec![],
            unknowns: vec![],
            stats: Stats::default(),
            coverage: Coverage::default(),
            violations: vec![],
            warnings: vec![],
            rests_on: vec![],
            closing: None,
        }
    }

    pub fn violated() -> MethodReport {
        let mut method = method(Verdict::Violated);
        let place = |range| Place {
            file: "A.java".to_owned(),
            range,
        };
        method.violations.push(Violation {
            kind: ViolationKind::Ensures,
            severity: Severity::Error,
            message: "the postcondition is false for x = -2147483648".to_owned(),
            clause: Some(ClauseText {
                place: place(range(2, 15, 27)),
                text: "ensures \\result >= 0;".to_owned(),
            }),
            at: place(range(4, 5, 27)),
            replay: Replay::Confirmed,
            implied: false,
            replay_note: None,
            inputs: vec![Input {
                name: "x".to_owned(),
                type_name: "int".to_owned(),
                value: Value::Int(i32::MIN),
                text: "-2147483648 (Integer.MIN_VALUE)".to_owned(),
            }],
            outcome: Outcome::Returns {
                value: Some(Value::Int(i32::MIN)),
                text: "-2147483648".to_owned(),
            },
            trace: vec![],
            clause_values: vec![],
            heap_before: Heap::default(),
            heap_after: Heap::default(),
        });
        method
    }

    pub fn report() -> Report {
        Report {
            proviso: "0.1.0".to_owned(),
            jdk: "17".to_owned(),
            problems: vec![],
            methods: vec![violated()],
        }
    }

    pub fn sources() -> Sources {
        let mut sources = Sources::default();
        sources.add("A.java", ABS.to_owned());
        sources
    }

    #[test]
    fn a_violation_shows_the_clause_with_carets_and_the_witness() {
        let text = report_text(&report(), &sources(), Style::Plain, false);
        assert_eq!(
            text,
            "\
✗ A.abs(int) breaks its contract.

  error[ensures]: the postcondition is false for x = -2147483648
    --> A.java:2:15
    2 |   //@ ensures \\result >= 0;
      |               ^^^^^^^^^^^^ this clause is broken
    --> A.java:4:5
    4 |     return x < 0 ? -x : x;
      |     ^^^^^^^^^^^^^^^^^^^^^^ here
    x        -2147483648 (Integer.MIN_VALUE)
    outcome  returns -2147483648
    Confirmed by running it on the JVM.

1 method checked: 1 violated.
"
        );
    }

    #[test]
    fn plain_text_has_no_escape_characters_and_coloured_text_has() {
        assert!(!report_text(&report(), &sources(), Style::Plain, true).contains('\u{1b}'));
        assert!(report_text(&report(), &sources(), Style::Ansi, true).contains('\u{1b}'));
    }

    #[test]
    fn a_place_outside_its_text_is_no_panic() {
        let mut report = report();
        report.methods[0].violations[0].at.range = range(99, 1, 2);
        report.methods[0].violations[0].at.range.start.column = 500;
        assert!(report_text(&report, &sources(), Style::Plain, false).contains("A.java:99"));
    }
}
