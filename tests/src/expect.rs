//! Expectations drawn in the Java subjects, under the line they are about.
//!
//! `//^ KIND` says that a violation of that kind is reported whose clause or failing statement starts on
//! the line above (several such lines in a row are about the same line). `//^ VERDICT: words` with
//! `unknown` or `spec-error` says that of the method whose name is on the line above, with a reason that
//! contains the words. `//^ SEVERITY: words` with `error`, `warning` or `information` says that something is said about
//! the JML of that line. Every method without an expectation must hold, at least to the bound, and every
//! expected violation must be confirmed, or at least run, by the JVM unless the line ends in `(not replayable)`.

use std::collections::BTreeSet;
use std::path::Path;

use proviso_report::{MethodReport, Replay, Report, Severity, Verdict};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expectation {
    pub line: u32,
    pub what: String,
    pub replayable: bool,
}

/// The expectations in a text, with the number of the line each is about.
pub fn expectations(text: &str) -> Vec<Expectation> {
    let mut about = 0;
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        match line.trim_start().strip_prefix("//^") {
            Some(what) => {
                let what = what.trim();
                let without = what.strip_suffix("(not replayable)");
                found.push(Expectation {
                    line: about,
                    what: without.unwrap_or(what).trim().to_string(),
                    replayable: without.is_none(),
                });
            }
            None => about = index as u32 + 1,
        }
    }
    found
}

/// The methods of a text that have a wrong one beside them, `m` for `m(` and `mWrong(`.
pub fn pairs(text: &str) -> BTreeSet<&str> {
    let names: BTreeSet<&str> = text
        .match_indices('(')
        .map(|(at, _)| {
            let before = text[..at].trim_end();
            let start = before
                .rfind(|c: char| !c.is_alphanumeric() && c != '_')
                .map_or(0, |i| i + 1);
            &before[start..]
        })
        .collect();
    let wrong = names.iter().filter_map(|name| name.strip_suffix("Wrong"));
    wrong.filter(|right| names.contains(right)).collect()
}

/// How a report differs from what the files it speaks of expect; empty when it does not.
pub fn differences(report: &Report, folder: &Path) -> Vec<String> {
    let files: BTreeSet<&str> = report.methods.iter().map(|m| m.file.as_str()).collect();
    if files.is_empty() {
        return vec!["no methods were checked".to_string()];
    }
    differences_in(report, folder, &files, false)
}

/// The same for given files. `all_notes`: whatever is said about JML must be expected, not only errors.
pub fn differences_in(
    report: &Report,
    folder: &Path,
    files: &BTreeSet<&str>,
    all_notes: bool,
) -> Vec<String> {
    let mut differences = Vec::new();
    for problem in &report.problems {
        let place = problem.place.as_ref().map(|p| p.file.as_str());
        if problem.severity == Severity::Error && !place.is_some_and(|f| files.contains(f)) {
            differences.push(format!("problem: {problem:?}"));
        }
    }
    for file in files {
        let path = if Path::new(file).is_absolute() {
            Path::new(file).to_path_buf()
        } else {
            folder.join(file)
        };
        match std::fs::read_to_string(&path) {
            Err(error) => differences.push(format!("{}: {error}", path.display())),
            Ok(text) => {
                let expected = expectations(&text);
                let (notes, verdicts): (Vec<_>, Vec<_>) =
                    expected.into_iter().partition(|e| note(e).is_some());
                let methods = report.methods.iter().filter(|m| m.file == *file);
                compare(file, &verdicts, methods, &mut differences);
                compare_notes(file, &notes, report, all_notes, &mut differences);
            }
        }
    }
    differences
}

/// Severity and words of an expectation about the JML itself.
fn note(e: &Expectation) -> Option<(Severity, &str)> {
    let (severity, words) = e.what.split_once(':')?;
    let severity = match severity {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "information" => Severity::Information,
        _ => return None,
    };
    Some((severity, words.trim()))
}

fn compare_notes(
    file: &str,
    expected: &[Expectation],
    report: &Report,
    all_notes: bool,
    differences: &mut Vec<String>,
) {
    let mut met = vec![false; expected.len()];
    for problem in &report.problems {
        let Some(place) = problem.place.as_ref().filter(|p| p.file == file) else {
            continue;
        };
        let line = place.range.start.line;
        let found = expected.iter().position(|e| {
            e.line == line
                && note(e).is_some_and(|(severity, words)| {
                    severity == problem.severity && problem.message.contains(words)
                })
        });
        match found {
            Some(index) => met[index] = true,
            None if all_notes || problem.severity == Severity::Error => differences.push(format!(
                "{file}:{line}: unexpected {:?}: {}",
                problem.severity, problem.message
            )),
            None => {}
        }
    }
    for (expectation, met) in expected.iter().zip(met) {
        if !met {
            differences.push(format!(
                "{file}:{}: expected and not said: {}",
                expectation.line, expectation.what
            ));
        }
    }
}

fn compare<'r>(
    file: &str,
    expected: &[Expectation],
    methods: impl Iterator<Item = &'r MethodReport>,
    differences: &mut Vec<String>,
) {
    let mut met = vec![false; expected.len()];
    for method in methods {
        let name_line = method.range.start.line;
        for violation in &method.violations {
            let lines = [
                violation.clause.as_ref().map(|c| c.place.range.start.line),
                Some(violation.at.range.start.line),
            ];
            let matching: Vec<usize> = (0..expected.len())
                .filter(|&i| {
                    expected[i].what == violation.kind.name()
                        && lines.contains(&Some(expected[i].line))
                })
                .collect();
            // Warnings (overflow) may be expected, and need not be.
            if matching.is_empty() && violation.severity == Severity::Error {
                differences.push(format!(
                    "{file}:{}: {}: unexpected {} (clause on line {:?}): {}",
                    violation.at.range.start.line,
                    method.id,
                    violation.kind.name(),
                    lines[0],
                    violation.message
                ));
            }
            for index in matching {
                met[index] = true;
                let wanted = expected[index].replayable;
                if violation.replay.agrees() != wanted {
                    differences.push(format!(
                        "{file}:{}: {}: replay {:?} ({})",
                        violation.at.range.start.line,
                        method.id,
                        violation.replay,
                        violation.replay_note.as_deref().unwrap_or("no note")
                    ));
                }
            }
        }
        if matches!(method.verdict, Verdict::Unknown | Verdict::SpecError) {
            let reasons: Vec<&str> = method.unknowns.iter().map(|u| u.why.as_str()).collect();
            let index = expected.iter().position(|e| {
                e.line == name_line
                    && e.what
                        .strip_prefix(method.verdict.name())
                        .and_then(|rest| rest.strip_prefix(':'))
                        .is_some_and(|words| reasons.iter().any(|why| why.contains(words.trim())))
            });
            match index {
                Some(index) => met[index] = true,
                None => differences.push(format!(
                    "{file}:{name_line}: {}: {}: {reasons:?}",
                    method.id,
                    method.verdict.name()
                )),
            }
        }
    }
    for (expectation, met) in expected.iter().zip(met) {
        if !met {
            differences.push(format!(
                "{file}:{}: expected and not reported: {}",
                expectation.line, expectation.what
            ));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_expectation_is_about_the_last_line_above_that_is_none() {
        let text = "a\n  b\n  //^ ensures\n  //^ null (not replayable)\nc\n";
        let wanted = |what: &str, replayable| Expectation {
            line: 2,
            what: what.to_string(),
            replayable,
        };
        assert_eq!(
            expectations(text),
            [wanted("ensures", true), wanted("null", false)]
        );
    }
}
