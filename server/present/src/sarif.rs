//! SARIF 2.1.0, the form that code-scanning services read; the trace of a violation becomes a code flow.

use std::collections::BTreeSet;

use proviso_report::{
    MethodReport, Place, Problem, ProblemKind, Range, Report, Severity, Step, Verdict, Violation,
};
use serde_json::{Value, json};

use crate::sentence;

const SCHEMA: &str = "https://json.schemastore.org/sarif-2.1.0.json";

/// The whole report as one SARIF log.
pub fn sarif(report: &Report) -> Value {
    let mut rules = BTreeSet::new();
    let mut results = Vec::new();
    for problem in &report.problems {
        let rule = problem_rule(problem.kind);
        rules.insert(rule);
        results.push(problem_result(rule, problem));
    }
    for method in &report.methods {
        for violation in &method.violations {
            rules.insert(violation.kind.name());
            results.push(violation_result(method, violation));
        }
        if matches!(method.verdict, Verdict::Unknown | Verdict::HoldsToBound) {
            rules.insert(method.verdict.name());
            results.push(note(method));
        }
    }
    let rules: Vec<Value> = rules
        .into_iter()
        .map(|id| json!({ "id": id, "shortDescription": { "text": rule_text(id) } }))
        .collect();
    json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "Proviso",
                "version": report.proviso,
                "rules": rules,
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn problem_rule(kind: ProblemKind) -> &'static str {
    match kind {
        ProblemKind::Java => "java",
        ProblemKind::Jml => "jml",
        ProblemKind::Project => "project",
        ProblemKind::Internal => "internal",
    }
}

fn rule_text(id: &str) -> String {
    match id {
        "java" => "javac rejects the code".to_owned(),
        "jml" => "the contract is illegal or not supported".to_owned(),
        "project" => "the project cannot be read as it is".to_owned(),
        "internal" => "an error of Proviso itself".to_owned(),
        "unknown" => "the contract was not decided".to_owned(),
        "holds-to-bound" => "the contract holds within the bounds".to_owned(),
        "overflow" => "integer arithmetic overflows".to_owned(),
        kind => format!("an input breaks the contract ({kind})"),
    }
}

fn level(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information => "note",
    }
}

fn problem_result(rule: &str, problem: &Problem) -> Value {
    let mut result = json!({
        "ruleId": rule,
        "level": level(problem.severity),
        "message": { "text": problem.message },
    });
    if let Some(place) = &problem.place {
        result["locations"] = json!([location(place)]);
    }
    result
}

/// The result sits on the clause when there is one: that is what the reader knows.
fn violation_result(method: &MethodReport, violation: &Violation) -> Value {
    let main = violation
        .clause
        .as_ref()
        .map_or(&violation.at, |clause| &clause.place);
    let mut result = json!({
        "ruleId": violation.kind.name(),
        "level": level(violation.severity),
        "message": { "text": violation.message },
        "locations": [with_method(location(main), &method.id)],
        "relatedLocations": [{
            "id": 1,
            "physicalLocation": physical(&violation.at.file, &violation.at.range),
            "message": { "text": "broken here" },
        }],
        "partialFingerprints": { "proviso/v1": fingerprint(method, violation) },
        "properties": {
            "replay": violation.replay,
            "inputs": violation.inputs.iter().map(|i| format!("{} = {}", i.name, i.text)).collect::<Vec<_>>(),
        },
    });
    if !violation.trace.is_empty() {
        let steps: Vec<Value> = violation.trace.iter().map(step).collect();
        result["codeFlows"] = json!([{ "threadFlows": [{ "locations": steps }] }]);
    }
    result
}

/// Names the same violation after lines above it have moved: method, kind and the clause's text.
fn fingerprint(method: &MethodReport, violation: &Violation) -> String {
    let clause = violation.clause.as_ref().map_or("", |clause| &clause.text);
    format!("{}|{}|{clause}", method.id, violation.kind.name())
}

fn note(method: &MethodReport) -> Value {
    json!({
        "ruleId": method.verdict.name(),
        "level": "note",
        "kind": "informational",
        "message": { "text": format!(
            "{} {}", sentence::verdict_sentence(method), sentence::guarantee(method)
        ).trim() },
        "locations": [with_method(
            json!({ "physicalLocation": physical(&method.file, &method.range) }),
            &method.id,
        )],
    })
}

fn step(step: &Step) -> Value {
    let values: Vec<String> = step
        .values
        .iter()
        .map(|variable| format!("{} = {}", variable.name, variable.text))
        .collect();
    let text = if values.is_empty() {
        step.method.clone()
    } else {
        values.join(", ")
    };
    json!({
        "nestingLevel": step.depth,
        "location": {
            "physicalLocation": {
                "artifactLocation": { "uri": uri(&step.file) },
                "region": { "startLine": step.line.max(1) },
            },
            "message": { "text": text },
        },
    })
}

fn with_method(mut location: Value, id: &str) -> Value {
    location["logicalLocations"] = json!([{ "fullyQualifiedName": id, "kind": "function" }]);
    location
}

fn location(place: &Place) -> Value {
    json!({ "physicalLocation": physical(&place.file, &place.range) })
}

fn physical(file: &str, range: &Range) -> Value {
    json!({
        "artifactLocation": { "uri": uri(file) },
        "region": {
            "startLine": range.start.line.max(1),
            "startColumn": range.start.column.max(1),
            "endLine": range.end.line.max(1),
            "endColumn": range.end.column.max(1),
        },
    })
}

/// A file name as a URI reference: everything outside RFC 3986's unreserved characters is escaped.
fn uri(file: &str) -> String {
    let mut text = String::new();
    for byte in file.replace('\\', "/").bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            text.push(byte as char);
        } else {
            text.push_str(&format!("%{byte:02X}"));
        }
    }
    if file.starts_with('/') {
        text.insert_str(0, "file://");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn file_names_become_uri_references() {
        assert_eq!(uri("src/Ä b.java"), "src/%C3%84%20b.java");
        assert_eq!(uri("/x/A.java"), "file:///x/A.java");
    }

    #[test]
    fn an_empty_report_is_a_valid_log() {
        let log = sarif(&Report::default());
        assert_eq!(log["version"], "2.1.0");
        assert_eq!(log["runs"][0]["results"], json!([]));
    }
}
