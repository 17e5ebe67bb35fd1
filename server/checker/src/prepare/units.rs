//! Which files belong together: a unit is a set of files that (transitively) name each other's classes.
//!
//! Units are lowered and compiled apart. So an edit costs no more than its unit, and a folder of unrelated programs that
//! happen to use the same class names can be checked in one go.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A text with the names that matter for grouping.
#[derive(Debug, Clone)]
pub struct Source {
    pub path: PathBuf,
    pub text: Arc<str>,
    pub package: String,
    /// Top-level types declared here.
    pub declares: BTreeSet<String>,
    /// Every identifier of the text, comments included: JML may be the only place that names a class.
    pub mentions: HashSet<String>,
    /// `a.b.C` of `import a.b.C;` and `a.b.*`.
    pub imports: Vec<String>,
}

impl Source {
    pub fn new(path: PathBuf, text: Arc<str>, declares: BTreeSet<String>) -> Source {
        Source {
            package: proviso_project::package_of(&text),
            mentions: identifiers(&text),
            imports: imports(&text),
            path,
            text,
            declares,
        }
    }

    /// Where the source of a type of this simple name could lie below a source root, most specific first.
    pub fn candidates(&self, name: &str) -> Vec<PathBuf> {
        let mut packages = Vec::new();
        for import in &self.imports {
            match import.rsplit_once('.') {
                Some((package, last)) if last == name || last == "*" => packages.push(package),
                _ => {}
            }
        }
        packages.push(&self.package);
        let file = format!("{name}.java");
        packages
            .iter()
            .map(|package| Path::new(&package.replace('.', "/")).join(&file))
            .collect()
    }
}

fn identifiers(text: &str) -> HashSet<String> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
    text.split(|c: char| !is_part(c))
        .filter(|word| {
            word.chars()
                .next()
                .is_some_and(|c| c.is_alphabetic() || c == '_' || c == '$')
        })
        .map(str::to_owned)
        .collect()
}

fn imports(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.trim_start().trim_start_matches("//@").trim_start();
        let line = line.strip_prefix("model").unwrap_or(line).trim_start();
        if let Some(rest) = line.strip_prefix("import ")
            && let Some((name, _)) = rest.split_once(';')
        {
            let name = name.trim();
            // A static import names a member: its type is what counts.
            let name = match name.strip_prefix("static ") {
                Some(member) => member.trim().rsplit_once('.').map_or(member, |(ty, _)| ty),
                None => name,
            };
            found.push(name.to_owned());
        }
    }
    found
}

/// Groups sources into units; every source is in exactly one. Units and their members keep the order given.
pub fn group(sources: &[&Source]) -> Vec<Vec<usize>> {
    let mut by_name: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, source) in sources.iter().enumerate() {
        for name in &source.declares {
            by_name.entry(name).or_default().push(index);
        }
    }
    let mut parent: Vec<usize> = (0..sources.len()).collect();
    for (index, source) in sources.iter().enumerate() {
        for name in &source.mentions {
            if source.declares.contains(name) {
                continue;
            }
            for other in chosen(source, name, by_name.get(name.as_str()), sources) {
                union(&mut parent, index, other);
            }
        }
    }
    let mut units: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for index in 0..sources.len() {
        units
            .entry(find(&mut parent, index))
            .or_default()
            .push(index);
    }
    units.into_values().collect()
}

/// The sources a name may mean: one per package; of several in a package the one whose file has the name.
fn chosen(from: &Source, name: &str, all: Option<&Vec<usize>>, sources: &[&Source]) -> Vec<usize> {
    let mut per_package: BTreeMap<&str, usize> = BTreeMap::new();
    for &index in all.into_iter().flatten() {
        let source = sources[index];
        let better = |known: &usize| {
            let rank = |s: &Source| {
                let beside = s.path.parent() == from.path.parent();
                (beside, s.path.file_stem().is_some_and(|stem| stem == name))
            };
            rank(source) > rank(sources[*known])
        };
        let entry = per_package.entry(&source.package).or_insert(index);
        if better(entry) {
            *entry = index;
        }
    }
    per_package.into_values().collect()
}

fn find(parent: &mut [usize], mut index: usize) -> usize {
    while parent[index] != index {
        parent[index] = parent[parent[index]];
        index = parent[index];
    }
    index
}

/// The smaller index becomes the root, so that units come in the order of their first file.
fn union(parent: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(parent, a), find(parent, b));
    parent[a.max(b)] = a.min(b);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn source(path: &str, text: &str, declares: &[&str]) -> Source {
        Source::new(
            path.into(),
            text.into(),
            declares.iter().map(|name| name.to_string()).collect(),
        )
    }

    fn grouped(sources: &[Source]) -> Vec<Vec<usize>> {
        group(&sources.iter().collect::<Vec<_>>())
    }

    #[test]
    fn files_that_name_each_other_are_one_unit() {
        let sources = [
            source("A.java", "class A { B b; }", &["A"]),
            source("X.java", "class X {}", &["X"]),
            source(
                "B.java",
                "class B { /*@ ensures C.ok(); @*/ void f() {} }",
                &["B"],
            ),
            source("C.java", "class C {}", &["C"]),
        ];
        assert_eq!(grouped(&sources), [vec![0, 2, 3], vec![1]]);
    }

    #[test]
    fn unrelated_programs_with_the_same_class_names_stay_apart() {
        let sources = [
            source(
                "One.java",
                "class One { Node n; } class Node {}",
                &["One", "Node"],
            ),
            source(
                "Two.java",
                "class Two { Node n; } class Node {}",
                &["Two", "Node"],
            ),
        ];
        assert_eq!(grouped(&sources), [vec![0], vec![1]]);
    }

    #[test]
    fn of_two_classes_of_a_name_the_one_in_the_file_of_that_name_is_meant() {
        let sources = [
            source("Aux.java", "class Aux {} class Node {}", &["Aux", "Node"]),
            source("List.java", "class List { Node head; }", &["List"]),
            source("Node.java", "class Node {}", &["Node"]),
        ];
        assert_eq!(grouped(&sources), [vec![0], vec![1, 2]]);
    }

    #[test]
    fn imports_say_where_to_look() {
        let a = source(
            "p/A.java",
            "package p;\nimport q.B;\nimport static r.C.max;\nimport s.*;\nclass A {}",
            &["A"],
        );
        assert_eq!(a.imports, ["q.B", "r.C", "s.*"]);
        let places = a.candidates("B");
        assert_eq!(
            places,
            [
                Path::new("q/B.java"),
                Path::new("s/B.java"),
                Path::new("p/B.java")
            ]
        );
    }
}
