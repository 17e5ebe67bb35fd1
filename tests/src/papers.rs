//! The published tables as data, and our own figures for the same subjects.
//!
//! The CSV files in `tests/papers/` hold published figures; `differences.csv` holds, for each figure that
//! we do not reproduce, ours and the reason. A row whose figure is neither published nor listed there
//! fails the test.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use proviso_report::{MethodReport, Report};

use crate::jdk_sources::JdkSources;
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
    /// Branches covered and branches there are, in all methods reached.
    pub branches: Option<[u32; 2]>,
}

/// What our engine says of a figure's subject.
#[derive(Debug, Clone, PartialEq)]
pub struct Ours {
    pub paths: u64,
    pub milliseconds: u64,
    /// Branches covered and branches there are, in the method itself.
    pub branches: [u32; 2],
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
                branches: None,
            }));
        }
    }
    for row in rows("kiasan-table2-nbound.csv") {
        // The classes of java.util twice where we have a textbook version too.
        for table in ["kiasan-table2", JAVA_UTIL] {
            figures.extend(number(&row, "paths").map(|paths| Figure {
                table,
                class: row["class"].clone(),
                method: row["method"].clone(),
                bound: "n",
                size: number(&row, "n").unwrap_or(0),
                strategy: "lazier-sharp",
                paths,
                seconds: number(&row, "seconds_yices_jni"),
                branches: None,
            }));
        }
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
            branches: None,
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
        figures.extend(number(row, "tests_lazier_sharp").map(|paths| {
            Figure {
                table: "kunit-9",
                class: row["class"].trim_end_matches("(I)").to_string(),
                method: row["method"].clone(),
                bound: "k",
                size: number(row, "k").unwrap_or(0),
                strategy: "lazier-sharp",
                paths,
                seconds: number(row, "seconds_lazier_sharp"),
                branches: number(row, "branches_covered")
                    .zip(number(row, "branches"))
                    .map(|(covered, all)| [covered, all]),
            }
        }));
    }
    figures.retain(|figure| subject(figure).is_some());
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

/// Where the method of a figure is.
struct Subject {
    /// Below `tests/subjects/papers`, or the class in the JDK's sources.
    file: String,
    /// As `--method` wants it.
    method: String,
}

/// The subject of a figure, or none where we have not written it.
fn subject(figure: &Figure) -> Option<Subject> {
    if figure.table == JAVA_UTIL {
        return java_util_subject(&figure.class, &figure.method);
    }
    let method = figure.method.as_str();
    let (file, class, method) = match (figure.class.as_str(), method) {
        ("ABS" | "TC" | "AP", _) => ("Small", "Small", method),
        ("GC", "mark" | "Mark") => ("GC", "GC", "mark"),
        ("AATree" | "AvlTree" | "BinarySearchTree", "contains") => {
            (figure.class.as_str(), figure.class.as_str(), "find")
        }
        (class, _) => (class, class, method),
    };
    let path = program::root().join(format!("tests/subjects/papers/{file}.java"));
    let declared = std::fs::read_to_string(&path)
        .ok()?
        .lines()
        .any(|line| line.contains("public ") && line.contains(&format!(" {method}(")));
    declared.then(|| Subject {
        file: path.to_string_lossy().into_owned(),
        method: format!("{class}.{method}"),
    })
}

/// The table of the JDK's own classes.
pub const JAVA_UTIL: &str = "java-util";

/// A method of a class of the JDK that one of our companion specifications describes.
fn java_util_subject(class: &str, method: &str) -> Option<Subject> {
    let companion = program::root().join(format!("tests/subjects/java-util/java/util/{class}.jml"));
    let described = std::fs::read_to_string(companion)
        .ok()?
        .lines()
        .any(|line| line.starts_with("    public ") && line.contains(&format!(" {method}(")));
    // Of several methods of that name, the one that the published counts belong to.
    let descriptor = match (class, method) {
        ("ArrayList" | "LinkedList", "remove") => "(I)Ljava/lang/Object;",
        ("ArrayList" | "LinkedList" | "Vector", "add") => "(Ljava/lang/Object;)Z",
        ("TreeMap", "put") => "(Ljava/lang/Object;Ljava/lang/Object;)Ljava/lang/Object;",
        _ => "",
    };
    described.then(|| Subject {
        file: class.to_string(),
        method: format!("java.util.{class}.{method}{descriptor}"),
    })
}

/// How long one method may take, in seconds.
const LIMIT: &str = "120";

/// Runs the engine for all figures, without replay: the tables count paths. Figures of the same strategy and bound
/// share one run of the program, so that the JVM behind it starts once; each method is timed by itself.
pub fn measure(figures: &[Figure]) -> Vec<Option<Ours>> {
    let mut measured = vec![None; figures.len()];
    let mut runs: BTreeMap<(bool, &str, &str, u32), Vec<usize>> = BTreeMap::new();
    for (index, figure) in figures.iter().enumerate() {
        let of_jdk = figure.table == JAVA_UTIL;
        let run = (of_jdk, figure.strategy, figure.bound, figure.size);
        runs.entry(run).or_default().push(index);
    }
    for ((of_jdk, strategy, bound, size), members) in runs {
        let subjects: BTreeMap<usize, Subject> = members
            .iter()
            .filter_map(|&index| Some((index, subject(&figures[index])?)))
            .collect();
        let files: BTreeSet<&str> = subjects.values().map(|s| s.file.as_str()).collect();
        let methods: BTreeSet<&str> = subjects.values().map(|s| s.method.as_str()).collect();
        let report = if of_jdk {
            run_jdk(size, &files, &methods)
        } else {
            run(strategy, bound, size, &files, &methods, &[])
        };
        for (index, Subject { method, .. }) in subjects {
            let of_method = |m: &&MethodReport| {
                m.id == method || m.id.split('(').next() == Some(method.as_str())
            };
            measured[index] = report.methods.iter().find(of_method).map(|found| Ours {
                paths: found.stats.paths,
                milliseconds: found.stats.total_ms,
                branches: found.coverage.branches,
                verdict: found.verdict.name().to_string(),
                notes: found.unknowns.iter().map(|u| u.why.clone()).collect(),
            });
        }
    }
    measured
}

/// Whether the JDK's own classes can be compared: not every JDK comes with its sources.
pub fn jdk_sources() -> Result<(), String> {
    JdkSources::of_java_util(&["Stack"]).map(|_| ())
}

/// The JDK's own classes, from its sources, with our companion specifications.
fn run_jdk(size: u32, classes: &BTreeSet<&str>, methods: &BTreeSet<&str>) -> Report {
    let mut names: Vec<&str> = classes.iter().copied().collect();
    // What a class is built on is checked with its specification too.
    for (class, base) in [("Stack", "Vector"), ("TreeSet", "TreeMap")] {
        if classes.contains(class) && !classes.contains(base) {
            names.push(base);
        }
    }
    let sources = JdkSources::of_java_util(&names).unwrap_or_else(|why| panic!("{why}"));
    let specifications = program::root().join("tests/subjects/java-util");
    let size_text = size.to_string();
    let extra = [
        "--jdk",
        &sources.home.to_string_lossy(),
        "--spec-path",
        &specifications.to_string_lossy(),
        "--array-bound",
        &size_text,
    ];
    let files: Vec<String> = names
        .iter()
        .map(|class| sources.file(class).to_string_lossy().into_owned())
        .collect();
    let files = files.iter().map(String::as_str).collect();
    run("lazier-sharp", "n", size, &files, methods, &extra)
}

fn run(
    strategy: &str,
    bound: &str,
    size: u32,
    files: &BTreeSet<&str>,
    methods: &BTreeSet<&str>,
    extra: &[&str],
) -> Report {
    let size = size.to_string();
    let mut arguments = vec![
        "--strategy",
        strategy,
        "--no-replay",
        "--jobs",
        "1",
        "--close",
        "off",
    ];
    arguments.extend(["--timeout", LIMIT]);
    arguments.extend(extra);
    // With n as the bound, k must not cut: no chain is longer than the number of objects.
    match bound {
        "n" => arguments.extend(["-k", "64", "--n-bound", &size]),
        _ => arguments.extend(["-k", &size]),
    }
    for method in methods {
        arguments.extend(["--method", method]);
    }
    arguments.extend(files);
    program::check_within(&arguments, Duration::from_secs(7200))
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
