//! Verdicts as JUnit-XML, which every CI server shows as a test report: one test case per method.

use std::collections::BTreeMap;

use proviso_report::{MethodReport, Report, Severity, Verdict};

use crate::sentence;

/// One suite per file; violated and spec-error are failures, unknown is skipped with its reason.
pub fn junit_xml(report: &Report) -> String {
    let mut files: BTreeMap<&str, Vec<&MethodReport>> = BTreeMap::new();
    for method in &report.methods {
        files.entry(&method.file).or_default().push(method);
    }
    let mut text =
        String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"proviso\">\n");
    for (file, methods) in files {
        let count =
            |wanted: &dyn Fn(Verdict) -> bool| methods.iter().filter(|m| wanted(m.verdict)).count();
        text.push_str(&format!(
            "  <testsuite name=\"{}\" tests=\"{}\" failures=\"{}\" skipped=\"{}\">\n",
            escape(file),
            methods.len(),
            count(&failed),
            count(&|verdict| verdict == Verdict::Unknown),
        ));
        for method in methods {
            text.push_str(&case(method));
        }
        text.push_str("  </testsuite>\n");
    }
    text.push_str("</testsuites>\n");
    text
}

fn failed(verdict: Verdict) -> bool {
    matches!(verdict, Verdict::Violated | Verdict::SpecError)
}

fn case(method: &MethodReport) -> String {
    let path = method.id.split('(').next().unwrap_or(&method.id);
    let class = path.rsplit_once('.').map_or("", |(class, _)| class);
    let seconds = method.stats.total_ms as f64 / 1000.0;
    let open = format!(
        "    <testcase classname=\"{}\" name=\"{}\" time=\"{seconds:.3}\"",
        escape(class),
        escape(&sentence::method_name(&method.id)),
    );
    let said = escape(&sentence::verdict_sentence(method));
    let inside = if failed(method.verdict) {
        let details: Vec<String> = method
            .violations
            .iter()
            .filter(|violation| violation.severity == Severity::Error)
            .map(|violation| {
                format!(
                    "{}:{}: {}",
                    violation.at.file, violation.at.range.start.line, violation.message
                )
            })
            .collect();
        format!(
            "      <failure type=\"{}\" message=\"{said}\">{}</failure>\n",
            method.verdict.name(),
            escape(&details.join("\n"))
        )
    } else if method.verdict == Verdict::Unknown {
        format!("      <skipped message=\"{said}\"/>\n")
    } else {
        return format!("{open}/>\n");
    };
    format!("{open}>\n{inside}    </testcase>\n")
}

/// XML 1.0 text: the five entities, and no character that XML forbids.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\n' => escaped.push_str("&#10;"),
            '\t' => escaped.push(c),
            c if (c as u32) < 0x20 || c == '\u{fffe}' || c == '\u{ffff}' => {
                escaped.push('\u{fffd}')
            }
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_that_xml_forbids_is_replaced() {
        assert_eq!(escape("a<b>&\"\u{1}"), "a&lt;b&gt;&amp;&quot;\u{fffd}");
    }
}
