//! The published tables as data, and our own figures for the same subjects.
//!
//! The CSV files in `tests/papers/` hold published figures; `differences.csv` holds, for each figure that
//! we do not reproduce, ours and the reason. A row whose figure is neither published nor listed there
//! fails the test.

use std::collections::BTreeMap;
use std::path::PathBuf;

use crate::program;

/// One published figure for one run of the engine.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    pub table: &'static str,
    pub class: String,
    pub method: String,
    /// `k` or `n`
    pub bound: &'static str,
    pub size: u32,
    pub strategy: &'static str,
    pub paths: u64,
    /// The best published time.
    pub seconds: Option<f64>,
}

/// What our engine says of a figure's subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Ours {
    pub paths: u64,
    pub milliseconds: u64,
    pub verdict: String,
    pub notes: Vec<String>,
}

pub fn folder() -> PathBuf {
    program::root().join("tests/papers")
}

/// The rows of a CSV file (no quoting: none of our files needs it) as maps from column to text.
pub fn rows(name: &str) -> Vec<BTreeMap<String, String>> {
    let path = folder().join(name);
    let text = std::fs::read_to_string(&path)
        .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or("").split(',').collect();
    lines
        .filter(|line| !line.trim().is_empty())
        .map(|line| {
            let cells = line.splitn(header.len(), ',');
            header
                .iter()
                .map(|name| name.to_string())
                .zip(cells.map(str::to_string))
                .collect()
        })
        .collect()
}

fn number<T: std::str::FromStr>(row: &BTreeMap<String, String>, column: &str) -> Option<T> {
    row.get(column)?.trim().parse().ok()
}

/// All published figures whose subject we have, in the order of the tables.
pub fn figures() -> Vec<Figure> {
    let mut figures = Vec::new();
    for row in rows("kiasan-table1-kbound.csv") {
        let best = [
            "seconds_yices_jni",
            "seconds_cvc3_jni",
            "seconds_cvc3_ipc",
            "seconds_bogor_lazier_sharp",
        ]
        .iter()
        .filter_map(|column| number::<f64>(&row, column))
        .min_by(f64::total_cmp);
        for (strategy, column, seconds) in [
            ("lazier-sharp", "paths_lazier_sharp", best),
            (
                "lazier",
                "paths_lazier",
                number(&row, "seconds_bogor_lazier"),
            ),
            ("lazy", "paths_lazy", number(&row, "seconds_bogor_lazy")),
        ] {
            figures.extend(number(&row, column).map(|paths| Figure {
                table: "kiasan-table1",
                class: row["class"].clone(),
                method: row["method"].clone(),
                bound: "k",
                size: number(&row, "k").unwrap_or(0),
                strategy,
                paths,
                seconds,
            }));
        }
    }
    for row in rows("kiasan-table2-nbound.csv") {
        figures.extend(number(&row, "paths").map(|paths| Figure {
            table: "kiasan-table2",
            class: row["class"].clone(),
            method: row["method"].clone(),
            bound: "n",
            size: number(&row, "n").unwrap_or(0),
            strategy: "lazier-sharp",
            paths,
            seconds: number(&row, "seconds_yices_jni"),
        }));
    }
    for row in rows("case-optimal.csv") {
        let Some((class, method)) = optimal_subject(&row["structure"], &row["measure"]) else {
            continue;
        };
        figures.extend(number(&row, "count").map(|paths| Figure {
            table: "case-optimal",
            class: class.to_string(),
            method: method.to_string(),
            bound: "k",
            size: number(&row, "k").unwrap_or(0),
            strategy: "lazier-sharp",
            paths,
            seconds: None,
        }));
    }
    let rows_9 = rows("kunit-tables-9.csv");
    for row in &rows_9 {
        // Our subjects are over ints: where the table has that variant too, it is the one to compare with.
        let over_ints = format!("{}(I)", row["class"]);
        if rows_9
            .iter()
            .any(|other| other["class"] == over_ints && other["method"] == row["method"])
        {
            continue;
        }
        figures.extend(number(row, "tests_lazier_sharp").map(|paths| Figure {
            table: "kunit-9",
            class: row["class"].trim_end_matches("(I)").to_string(),
            method: row["method"].clone(),
            bound: "k",
            size: number(row, "k").unwrap_or(0),
            strategy: "lazier-sharp",
            paths,
            seconds: number(row, "seconds_lazier_sharp"),
        }));
    }
    figures.retain(|figure| subject(&figure.class, &figure.method).is_some());
    figures.dedup();
    figures
}

/// Which of our methods shows a case count of the optimality table.
fn optimal_subject(structure: &str, measure: &str) -> Option<(&'static str, &'static str)> {
    Some(match (structure, measure) {
        ("BinarySearchTree", "pre_shapes") => ("BinarySearchTree", "findMin"),
        ("BinarySearchTree", _) => ("BinarySearchTree", "insert"),
        ("RedBlackTree", "pre_shapes") => ("TreeMap", "lastKey"),
        ("RedBlackTree", _) => ("TreeMap", "put"),
        ("AvlTree", "pre_shapes") => ("AvlTree", "findMin"),
        ("AvlTree", _) => ("AvlTree", "insert"),
        ("LinkedList", _) => ("LL", "merge"),
        ("Sort", "int_array") => ("Sort", "insertionSort"),
        _ => return None,
    })
}

/// The file and the method of a subject, or none where we have not written it.
fn subject(class: &str, method: &str) -> Option<(String, String)> {
    let (file, class, method) = match (class, method) {
        ("ABS" | "TC" | "AP", _) => ("Small".to_string(), "Small", method),
        ("AATree", "contains") => ("AATree".to_string(), "AATree", "find"),
        ("AvlTree", "contains") => ("AvlTree".to_string(), "AvlTree", "find"),
        ("BinarySearchTree", "contains") => {
            ("BinarySearchTree".to_string(), "BinarySearchTree", "find")
        }
        _ => (class.to_string(), class, method),
    };
    let path = program::root().join(format!("tests/subjects/papers/{file}.java"));
    let text = std::fs::read_to_string(&path).ok()?;
    let declared = text
        .lines()
        .any(|line| line.contains("public ") && line.contains(&format!(" {method}(")));
    declared.then(|| {
        (
            path.to_string_lossy().into_owned(),
            format!("{class}.{method}"),
        )
    })
}

/// Runs the engine for one figure, without replay: the tables count paths.
pub fn measure(figure: &Figure) -> Option<Ours> {
    let (file, method) = subject(&figure.class, &figure.method)?;
    let size = figure.size.to_string();
    let mut arguments = vec![
        "--method",
        &method,
        "--strategy",
        figure.strategy,
        "--no-replay",
    ];
    arguments.extend(["--jobs", "1", "--timeout", "600"]);
    // With n as the bound, k must not cut: no chain is longer than the number of objects.
    let (k, n) = match figure.bound {
        "n" => ("64", Some(size.as_str())),
        _ => (size.as_str(), None),
    };
    arguments.extend(["-k", k]);
    if let Some(n) = n {
        arguments.extend(["--n-bound", n]);
    }
    arguments.push(&file);
    let report = program::check(&arguments);
    let found = report
        .methods
        .iter()
        .find(|m| m.id.split('(').next() == Some(method.as_str()))?;
    Some(Ours {
        paths: found.stats.paths,
        milliseconds: found.stats.total_ms,
        verdict: found.verdict.name().to_string(),
        notes: found.unknowns.iter().map(|u| u.why.clone()).collect(),
    })
}

/// A figure of ours that differs from the published one, with the reason.
#[derive(Debug, Clone)]
pub struct Difference {
    pub paths: u64,
    pub why: String,
}

/// The listed differences, keyed as `key` gives it.
pub fn differences() -> BTreeMap<String, Difference> {
    rows("differences.csv")
        .into_iter()
        .map(|row| {
            let key = ["table", "class", "method", "size", "strategy"]
                .map(|column| row[column].clone())
                .join(" ");
            let paths = number(&row, "ours").unwrap_or_else(|| panic!("no figure in {row:?}"));
            let why = row["why"].clone();
            (key, Difference { paths, why })
        })
        .collect()
}

pub fn key(figure: &Figure) -> String {
    format!(
        "{} {} {} {} {}",
        figure.table, figure.class, figure.method, figure.size, figure.strategy
    )
}
