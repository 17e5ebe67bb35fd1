//! Annotations for GitHub Actions: lines that the runner turns into remarks on the changed code.

use proviso_report::{Place, Report, Severity};

/// One workflow command per violation and problem.
pub fn annotations(report: &Report) -> String {
    let mut text = String::new();
    for problem in &report.problems {
        text.push_str(&annotation(
            problem.severity,
            problem.place.as_ref(),
            "proviso",
            &problem.message,
        ));
    }
    for method in &report.methods {
        for violation in &method.violations {
            let place = violation
                .clause
                .as_ref()
                .map_or(&violation.at, |clause| &clause.place);
            let title = format!("proviso: {}", violation.kind.name());
            text.push_str(&annotation(
                violation.severity,
                Some(place),
                &title,
                &violation.message,
            ));
        }
    }
    text
}

fn annotation(severity: Severity, place: Option<&Place>, title: &str, message: &str) -> String {
    let command = match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "notice",
    };
    let place = place.map_or(String::new(), |place| {
        format!(
            "file={},line={},endLine={},col={},",
            property(&place.file),
            place.range.start.line,
            place.range.end.line,
            place.range.start.column
        )
    });
    format!(
        "::{command} {place}title={}::{}\n",
        property(title),
        data(message)
    )
}

/// The runner's escapes for a message: a line break would end the command.
fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

/// In a property, `:` and `,` have a meaning too.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_cannot_end_its_command() {
        let line = annotation(Severity::Error, None, "a,b", "one\n::error::two");
        assert_eq!(line, "::error title=a%2Cb::one%0A::error::two\n");
    }
}
