//! The report as one self-contained HTML page: verdict table, filter, and per method the guarantee, the
//! violations with their witness, and heap diagrams. It loads nothing from anywhere and follows the
//! reader's light or dark scheme.

use std::collections::BTreeMap;
use std::fmt::Write;

use proviso_report::{
    Heap, MethodReport, Outcome, PathCases, Report, Severity, Step, Verdict, Violation,
};

use crate::heap_svg::{escape, heap_svg};
use crate::markdown::base64;
use crate::text::witness_rows;
use crate::{Sources, sentence};

const STYLE: &str = include_str!("html/report.css");
const SCRIPT: &str = include_str!("html/report.js");

/// The paths chosen for a method, by its id.
pub type Paths = BTreeMap<String, PathCases>;

/// The sources of a method's tests, by its id.
pub type Tests = BTreeMap<String, Vec<String>>;

/// The whole page.
pub fn html(report: &Report, sources: &Sources, paths: &Paths, tests: &Tests) -> String {
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>Proviso report</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header><h1>Proviso report</h1><p>Proviso {} on {}</p></header>\n<main>\n",
        escape(&report.proviso),
        escape(&report.jdk)
    );
    page.push_str(&summary(report));
    page.push_str(&problems(report));
    page.push_str(&table(report));
    for (index, method) in report.methods.iter().enumerate() {
        let own = section(index, method, sources, paths.get(&method.id));
        page.push_str(&own);
        page.push_str(&test_block(tests.get(&method.id)));
        page.push_str("</section>\n");
    }
    let _ = write!(
        page,
        "</main>\n<script>\n{SCRIPT}</script>\n</body>\n</html>\n"
    );
    page
}

const VERDICTS: [Verdict; 5] = [
    Verdict::Violated,
    Verdict::SpecError,
    Verdict::Unknown,
    Verdict::HoldsToBound,
    Verdict::Holds,
];

/// The counts are the filter: a button per verdict that occurs.
fn summary(report: &Report) -> String {
    let mut text = String::from(
        "<nav aria-label=\"Filter\">\n<input id=\"search\" type=\"search\" placeholder=\"Search methods\" aria-label=\"Search methods\">\n",
    );
    for verdict in VERDICTS {
        let count = report
            .methods
            .iter()
            .filter(|method| method.verdict == verdict)
            .count();
        if count > 0 {
            let name = verdict.name();
            let _ = writeln!(
                text,
                "<button type=\"button\" class=\"filter {name}\" data-verdict=\"{name}\" aria-pressed=\"true\">{count} {name}</button>"
            );
        }
    }
    text.push_str("</nav>\n");
    text
}

fn problems(report: &Report) -> String {
    if report.problems.is_empty() {
        return String::new();
    }
    let mut text = String::from("<section><h2>Problems</h2>\n<ul>\n");
    for problem in &report.problems {
        let place = problem.place.as_ref().map_or(String::new(), |place| {
            format!("{}:{}: ", place.file, place.range.start.line)
        });
        let _ = writeln!(
            text,
            "<li>{}{}</li>",
            escape(&place),
            escape(&problem.message)
        );
    }
    text.push_str("</ul></section>\n");
    text
}

fn table(report: &Report) -> String {
    let mut text = String::from(
        "<table id=\"methods\">\n<thead><tr><th>Method</th><th>Verdict</th><th>Paths</th>\
         <th>Branches covered</th><th>Time</th></tr></thead>\n<tbody>\n",
    );
    for (index, method) in report.methods.iter().enumerate() {
        let verdict = method.verdict.name();
        let [covered, total] = method.coverage.branches;
        let _ = writeln!(
            text,
            "<tr data-method=\"{index}\" data-verdict=\"{verdict}\"><td><a href=\"#m{index}\">{}</a></td>\
             <td class=\"{verdict}\">{verdict}</td><td>{}</td><td>{covered} of {total}</td><td>{} ms</td></tr>",
            escape(&sentence::method_name(&method.id)),
            method.stats.paths,
            method.stats.total_ms,
        );
    }
    text.push_str("</tbody>\n</table>\n");
    text
}

/// A method's section, still open for its tests.
fn section(
    index: usize,
    method: &MethodReport,
    sources: &Sources,
    paths: Option<&PathCases>,
) -> String {
    let verdict = method.verdict.name();
    let mut text = format!(
        "<section class=\"method\" id=\"m{index}\" data-method=\"{index}\" data-verdict=\"{verdict}\">\n\
         <h2>{} <span class=\"badge {verdict}\">{verdict}</span></h2>\n\
         <p class=\"place\">{}:{}</p>\n<p>{} {}</p>\n",
        escape(&sentence::method_name(&method.id)),
        escape(&method.file),
        method.range.start.line,
        escape(&sentence::verdict_sentence(method)),
        escape(&sentence::guarantee(method)),
    );
    text.push_str(&contract(method, sources));
    for warning in &method.warnings {
        let _ = writeln!(
            text,
            "<p class=\"warning\">{}</p>",
            escape(&warning.message)
        );
    }
    for violation in &method.violations {
        text.push_str(&violation_block(violation, sources));
    }
    if let Some(paths) = paths {
        text.push_str(&path_blocks(paths));
    }
    text
}

/// The tests as they can be pasted into a test class.
fn test_block(tests: Option<&Vec<String>>) -> String {
    let Some(tests) = tests.filter(|tests| !tests.is_empty()) else {
        return String::new();
    };
    let count = match tests.len() {
        1 => "1 test".to_owned(),
        more => format!("{more} tests"),
    };
    format!(
        "<details class=\"tests\"><summary>{count}</summary>\n<pre>{}</pre></details>\n",
        escape(&tests.join("\n"))
    )
}

/// The JML that stands right above the declaration, as it was written.
fn contract(method: &MethodReport, sources: &Sources) -> String {
    let mut lines = Vec::new();
    let mut line = method.range.start.line;
    while line > 1 {
        line -= 1;
        let Some(source) = sources.line(&method.file, line) else {
            break;
        };
        let text = source.trim();
        let annotation = text.starts_with('@') && !text.ends_with("*/");
        if text.starts_with("//@") || text.starts_with("/*@") || annotation || text.ends_with("@*/")
        {
            lines.push(text.to_owned());
        } else {
            break;
        }
    }
    if lines.is_empty() {
        return String::new();
    }
    lines.reverse();
    format!(
        "<pre class=\"clause contract\">{}</pre>\n",
        escape(&lines.join("\n"))
    )
}

/// One picture of the heap before and after for each path that is needed to take every branch.
fn path_blocks(paths: &PathCases) -> String {
    if paths.cases.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "<details class=\"paths\"><summary>{} of {} paths take {} of {} branches that can be taken</summary>\n",
        paths.cases.len(),
        paths.paths,
        paths.covered,
        paths.coverable
    );
    for case in &paths.cases {
        text.push_str("<article class=\"path\">\n<table class=\"witness\">\n");
        for input in &case.inputs {
            let _ = writeln!(
                text,
                "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
                escape(&input.name),
                escape(&input.text)
            );
        }
        let (how, what) = match &case.outcome {
            Outcome::Returns { text, .. } => ("returns", text.clone()),
            Outcome::Throws { class, .. } => ("throws", class.clone()),
            Outcome::Stopped => ("stops", String::new()),
        };
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{how}</th><td>{}</td></tr>\n</table>",
            escape(&what)
        );
        text.push_str(&picture("before", &case.heap_before));
        text.push_str(&picture("after", &case.heap_after));
        text.push_str(&trace(&case.trace));
        text.push_str("</article>\n");
    }
    text.push_str("</details>\n");
    text
}

fn violation_block(violation: &Violation, sources: &Sources) -> String {
    let class = match violation.severity {
        Severity::Error => "violation",
        Severity::Warning | Severity::Information => "violation soft",
    };
    let mut text = format!(
        "<article class=\"{class}\">\n<h3>{}: {}</h3>\n",
        violation.kind.name(),
        escape(&violation.message)
    );
    if let Some(clause) = &violation.clause {
        let _ = writeln!(text, "<pre class=\"clause\">{}</pre>", escape(&clause.text));
    }
    let line = violation.at.range.start.line;
    if let Some(source) = sources.line(&violation.at.file, line) {
        let _ = writeln!(
            text,
            "<pre><span class=\"line\">{line}</span> {}</pre>",
            escape(source)
        );
    }
    text.push_str("<table class=\"witness\">\n");
    for (name, value) in witness_rows(violation) {
        let _ = writeln!(
            text,
            "<tr><th scope=\"row\">{}</th><td>{}</td></tr>",
            escape(&name),
            escape(&value)
        );
    }
    text.push_str("</table>\n");
    text.push_str(&picture("before", &violation.heap_before));
    text.push_str(&picture("after", &violation.heap_after));
    text.push_str(&trace(&violation.trace));
    let _ = write!(
        text,
        "<p class=\"replay\">{}</p>\n</article>\n",
        escape(&sentence::replay(violation))
    );
    text
}

/// As an image, so that the styles and ids of one picture do not meet those of another.
fn picture(when: &str, heap: &Heap) -> String {
    heap_svg(heap).map_or(String::new(), |svg| {
        format!(
            "<figure><figcaption>heap {when}</figcaption>\
             <img alt=\"heap {when}\" src=\"data:image/svg+xml;base64,{}\"></figure>\n",
            base64(svg.as_bytes())
        )
    })
}

fn trace(steps: &[Step]) -> String {
    if steps.is_empty() {
        return String::new();
    }
    let mut text = format!(
        "<details><summary>{} executed lines</summary>\n<ol class=\"trace\">\n",
        steps.len()
    );
    for step in steps {
        let _ = writeln!(
            text,
            "<li>{}:{} <i>{}</i> {}</li>",
            escape(sentence::file_name(&step.file)),
            step.line,
            escape(&step.method),
            escape(&crate::course::values(step))
        );
    }
    text.push_str("</ol></details>\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::tests::{report, sources};

    #[test]
    fn the_page_shows_every_method_and_loads_nothing() {
        let id = report().methods[0].id.clone();
        let tests = Tests::from([(id, vec!["    @Test\n    void a() { x < 1 }\n".to_owned()])]);
        let page = html(&report(), &sources(), &Paths::new(), &tests);
        assert!(page.contains("<summary>1 test</summary>"));
        assert!(page.contains("void a() { x &lt; 1 }"));
        for method in &report().methods {
            assert!(page.contains(&escape(&sentence::method_name(&method.id))));
        }
        for loaded in ["src=\"http", "href=\"http", "@import", "url("] {
            assert!(!page.contains(loaded), "{loaded}");
        }
    }
}
