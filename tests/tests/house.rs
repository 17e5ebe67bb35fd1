//! The house keeps its plan: crates depend on each other as docs/architecture.md says, and what the pages of docs/ link to
//! or name as a file of the project or a flag of the program is there.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use proviso_tests::program;

type Arrows = BTreeMap<String, BTreeSet<String>>;

/// The table under "Who may use whom": a crate, and the crates it may name.
fn drawn() -> Arrows {
    let page = read(&program::root().join("docs/architecture.md"));
    let (_, rest) = page
        .split_once("## Who may use whom")
        .expect("the section is there");
    let section = rest.split("\n## ").next().unwrap_or(rest);
    let rows = section.lines().filter(|line| line.starts_with("| `"));
    rows.map(|row| {
        let mut cells = row.trim_matches('|').split('|').map(in_backticks);
        let user = cells.next().unwrap_or_default();
        let user = user.first().cloned().expect("a crate");
        (user, cells.next().unwrap_or_default().into_iter().collect())
    })
    .collect()
}

fn in_backticks(text: &str) -> Vec<String> {
    let pieces = text.split('`').skip(1).step_by(2);
    pieces.map(str::to_owned).collect()
}

/// What the manifests say, without what only tests and examples need.
fn real() -> Arrows {
    let output = Command::new(env!("CARGO"))
        .args([
            "metadata",
            "--no-deps",
            "--offline",
            "--format-version",
            "1",
        ])
        .current_dir(program::root())
        .output()
        .expect("cargo runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let mut arrows = Arrows::new();
    for package in metadata["packages"].as_array().expect("packages") {
        let Some(name) = package["name"].as_str().filter(|name| is_ours(name)) else {
            continue;
        };
        let used = package["dependencies"].as_array().expect("dependencies");
        let used = used.iter().filter(|used| used["kind"].is_null());
        let used = used.filter_map(|used| used["name"].as_str().filter(|name| is_ours(name)));
        arrows.insert(short(name), used.map(short).collect());
    }
    arrows
}

fn is_ours(name: &str) -> bool {
    name == "proviso" || (name.starts_with("proviso-") && name != "proviso-tests")
}

fn short(name: &str) -> String {
    name.strip_prefix("proviso-").unwrap_or(name).to_owned()
}

#[test]
fn crates_use_each_other_as_the_map_says() {
    let (drawn, real) = (drawn(), real());
    assert!(real.len() > 10, "{real:?}");
    assert_eq!(
        real, drawn,
        "left: the manifests; right: docs/architecture.md"
    );
}

#[test]
fn arrows_point_one_way() {
    let real = real();
    for start in real.keys() {
        let mut seen = BTreeSet::new();
        let mut todo: Vec<&String> = real[start].iter().collect();
        while let Some(next) = todo.pop() {
            assert_ne!(next, start, "{start} leads back to itself");
            if seen.insert(next) {
                todo.extend(real.get(next).into_iter().flatten());
            }
        }
    }
}

/// The figures in the headings of "Walks" are those of the lists below them.
#[test]
fn walks_are_as_long_as_they_say() {
    let page = read(&program::root().join("docs/architecture.md"));
    let (_, rest) = page.split_once("\n## Walks").expect("the section");
    let section = rest.split("\n## ").next().unwrap_or(rest);
    let walks: Vec<&str> = section.split("\n### ").skip(1).collect();
    assert_eq!(walks.len(), 5);
    for walk in walks {
        let (heading, list) = walk.split_once('\n').expect("a list");
        let files: BTreeSet<String> = in_backticks(list).into_iter().collect();
        let crates: BTreeSet<&str> = files.iter().filter_map(|f| f.split('/').nth(1)).collect();
        let counted = format!(": {} crates, {} files", crates.len(), files.len());
        assert!(heading.contains(&counted), "{heading} is{counted}");
    }
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

fn pages() -> Vec<PathBuf> {
    let root = program::root();
    let docs = std::fs::read_dir(root.join("docs")).expect("docs/");
    let docs = docs.map(|entry| entry.expect("an entry").path());
    let is_page = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    let mut pages: Vec<PathBuf> = docs.filter(is_page).collect();
    pages.extend([root.join("README.md"), root.join("CONTRIBUTING.md")]);
    assert!(pages.len() > 10, "{pages:?}");
    pages
}

#[test]
fn links_lead_somewhere() {
    let mut dead = Vec::new();
    for page in pages() {
        let text = read(&page);
        for piece in text.split("](").skip(1) {
            let target = piece.split([')', ' ']).next().unwrap_or("");
            let file = target.split('#').next().unwrap_or("");
            let elsewhere = target.contains("://") || target.starts_with("mailto:");
            let folder = page.parent().expect("a folder");
            if !file.is_empty() && !elsewhere && !folder.join(file).exists() {
                dead.push(format!("{}: {target}", page.display()));
            }
        }
    }
    assert!(dead.is_empty(), "{dead:#?}");
}

/// Only what is written with its folder: a bare name may be a file of the reader's.
#[test]
fn files_that_the_pages_name_are_there() {
    let root = program::root();
    let folders = [
        "server/",
        "tests/",
        "docs/",
        "editors/",
        "scripts/",
        "grammar-ext/",
        "examples/",
    ];
    let mut missing = Vec::new();
    for page in pages() {
        for name in in_backticks(&read(&page).replace("```", "")) {
            let plain = |c: char| c.is_ascii_alphanumeric() || "/_-.".contains(c);
            let named = folders.iter().any(|folder| name.starts_with(folder));
            if named && name.chars().all(plain) && !root.join(&name).exists() {
                missing.push(format!("{}: {name}", page.display()));
            }
        }
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Every flag that some command offers.
fn flags() -> BTreeSet<String> {
    let commands = [
        "check",
        "report",
        "lsp",
        "bench",
        "generate-tests",
        "doctor",
    ];
    let mut flags = BTreeSet::from(["--version".to_owned(), "--help".to_owned()]);
    for command in commands {
        let output = program::run(&[command, "--help"]);
        let help = String::from_utf8_lossy(&output.stdout).into_owned();
        flags.extend(flags_in(&help).map(str::to_owned));
    }
    assert!(flags.len() > 30, "{flags:?}");
    flags
}

fn flags_in(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '-'));
    words.filter(|word| word.starts_with("--") && word.len() > 2)
}

/// Of what is written as code: a flag by itself, or a call of the program. Other programs have flags of their own.
#[test]
fn flags_that_the_pages_name_are_there() {
    let flags = flags();
    let mut unknown = Vec::new();
    for page in pages() {
        for code in in_backticks(&read(&page).replace("```", "")) {
            if code.starts_with("--") || code.starts_with("proviso ") {
                let missing = flags_in(&code).filter(|flag| !flags.contains(*flag));
                unknown.extend(missing.map(|flag| format!("{}: {flag}", page.display())));
            }
        }
    }
    assert!(unknown.is_empty(), "{unknown:#?}");
}
