//! From texts to something that can be run: parse, lower, compile, and say what is wrong with the texts.

pub mod compiled;
mod offer;
pub mod unit;
pub mod units;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_report::{Problem, ProblemKind, Severity};
use proviso_syntax::ast::SourceFile;

use crate::workspace::{Workspace, read};
use crate::{Arithmetic, Options};
use unit::{Toolchain, Unit, UnitFile};
use units::Source;

/// A parsed file, kept between preparations as long as its text stays the same.
pub struct Parsed {
    pub source: Source,
    pub tree: Arc<SourceFile>,
}

/// What is kept from one preparation to the next. A clone is cheap, and what is prepared with it does not disturb the other.
#[derive(Default, Clone)]
pub struct Memory {
    parsed: HashMap<PathBuf, Arc<Parsed>>,
    /// Units by the paths and texts they were made from.
    units: HashMap<Vec<(PathBuf, Arc<str>)>, Arc<Unit>>,
    /// The options that decide what texts mean, when it was filled.
    reading: Option<(proviso_syntax::Options, Arithmetic)>,
}

/// The state of the project: units in the order of their first file.
pub struct Outcome {
    pub units: Vec<Arc<Unit>>,
    pub problems: Vec<Problem>,
    /// Files that javac was given this time.
    pub javac_files: usize,
}

/// Prepares the checked files (those of the workspace, and the overlays) and what they need.
pub fn prepare(
    options: &Options,
    workspace: &Workspace,
    overlays: &BTreeMap<PathBuf, String>,
    tools: &Toolchain,
    memory: &mut Memory,
) -> Outcome {
    let reading = (options.reading(), options.arithmetic);
    if memory.reading.as_ref() != Some(&reading) {
        *memory = Memory::default();
        memory.reading = Some(reading);
    }
    let mut problems: Vec<Problem> = workspace
        .notes
        .iter()
        .map(|note| project_note(note.clone()))
        .collect();
    let mut loader = Loader {
        reading: options.reading(),
        overlays,
        memory,
        parsed: BTreeMap::new(),
    };
    let mut checked: BTreeSet<PathBuf> = workspace.files.iter().cloned().collect();
    let is_java = |path: &&PathBuf| crate::workspace::is_java(path);
    checked.extend(overlays.keys().filter(is_java).cloned());
    let mut sources = Vec::new();
    for path in &checked {
        match loader.load(path) {
            Ok(source) => sources.push(source),
            Err(error) => {
                problems.push(project_note(format!("{}: {error}", workspace.shown(path))))
            }
        }
    }
    let mut roots = workspace.source_roots.clone();
    roots.extend(options.source_path.iter().cloned());
    find_needed(&mut sources, &roots, &mut loader);
    let companions = find_companions(&sources, &options.spec_path, &mut loader);
    let parsed = loader.parsed;

    let mut kept = HashMap::new();
    let mut made = Vec::new();
    let mut javac_files = 0;
    let texts: Vec<&Source> = sources.iter().map(|parsed| &parsed.source).collect();
    for members in units::group(&texts) {
        let mut members: Vec<&Parsed> = members.iter().map(|index| &*sources[*index]).collect();
        let is_checked = |parsed: &&Parsed| checked.contains(&parsed.source.path);
        if !members.iter().any(is_checked) {
            continue;
        }
        let owners: Vec<&PathBuf> = members.iter().map(|parsed| &parsed.source.path).collect();
        members.extend(
            owners
                .iter()
                .filter_map(|path| companions.get(*path))
                .map(|c| &**c),
        );
        let key: Vec<(PathBuf, Arc<str>)> = members
            .iter()
            .map(|parsed| (parsed.source.path.clone(), parsed.source.text.clone()))
            .collect();
        let unit = match memory.units.remove(&key) {
            Some(unit) => unit,
            None => {
                let before = memory.units.values().chain(kept.values());
                let before = before.max_by_key(|unit| unit.shared_files(&key)).cloned();
                let files = members
                    .iter()
                    .map(|Parsed { source, tree }| UnitFile {
                        path: source.path.clone(),
                        shown: workspace.shown(&source.path),
                        tree: tree.clone(),
                        checked: checked.contains(&source.path)
                            || crate::workspace::is_companion(&source.path),
                    })
                    .collect();
                let unit = unit::make(files, before.as_deref(), options, workspace, tools);
                javac_files += unit.javac_files();
                Arc::new(unit)
            }
        };
        problems.extend(unit.problems.iter().cloned());
        kept.insert(key, unit.clone());
        made.push(unit);
    }
    memory.units = kept;
    memory.parsed = parsed.into_iter().collect();
    Outcome {
        units: made,
        problems,
        javac_files,
    }
}

fn project_note(message: String) -> Problem {
    Problem {
        kind: ProblemKind::Project,
        severity: Severity::Warning,
        message,
        place: None,
    }
}

struct Loader<'a> {
    reading: proviso_syntax::Options,
    overlays: &'a BTreeMap<PathBuf, String>,
    memory: &'a mut Memory,
    parsed: BTreeMap<PathBuf, Arc<Parsed>>,
}

impl Loader<'_> {
    fn load(&mut self, path: &Path) -> std::io::Result<Arc<Parsed>> {
        let text = match self.overlays.get(path) {
            Some(text) => Cow::Borrowed(text.as_str()),
            None => Cow::Owned(read::text(path)?),
        };
        let parsed = match self.memory.parsed.get(path) {
            Some(parsed) if *parsed.source.text == *text => parsed.clone(),
            _ => Arc::new(self.parse(path, &text)),
        };
        self.parsed.insert(path.to_owned(), parsed.clone());
        Ok(parsed)
    }

    fn parse(&self, path: &Path, text: &str) -> Parsed {
        let _stage = tracing::debug_span!("parse", file = %path.display()).entered();
        let tree = proviso_syntax::parse(text, &self.reading);
        let declares = tree.types.iter().map(|ty| ty.name.text.clone()).collect();
        Parsed {
            source: Source::new(path.to_owned(), text.into(), declares),
            tree: Arc::new(tree),
        }
    }
}

/// The `.jml` file of each source that has one: beside it, or in a specification folder under its package.
fn find_companions(
    sources: &[Arc<Parsed>],
    folders: &[PathBuf],
    loader: &mut Loader,
) -> BTreeMap<PathBuf, Arc<Parsed>> {
    let mut found = BTreeMap::new();
    for Parsed { source, .. } in sources.iter().map(|parsed| &**parsed) {
        let beside = source.path.with_extension("jml");
        let package = source.package.replace('.', "/");
        let name = beside.file_name().unwrap_or_default().to_owned();
        let elsewhere = folders
            .iter()
            .map(|folder| folder.join(&package).join(&name));
        let mut places = std::iter::once(beside.clone()).chain(elsewhere);
        let place = places.find(|path| loader.overlays.contains_key(path) || read::is_plain(path));
        if let Some(companion) = place.and_then(|path| loader.load(&path).ok()) {
            found.insert(source.path.clone(), companion);
        }
    }
    found
}

/// Adds the sources that the given ones name, as javac finds them: by package and file name below a source root.
fn find_needed(sources: &mut Vec<Arc<Parsed>>, roots: &[PathBuf], loader: &mut Loader) {
    let paths = sources.iter().map(|parsed| parsed.source.path.clone());
    let mut known: HashSet<PathBuf> = paths.collect();
    let mut declared: HashSet<(String, String)> = HashSet::new();
    let mut next = 0;
    while next < sources.len() {
        let parsed = sources[next].clone();
        let source = &parsed.source;
        next += 1;
        for name in &source.declares {
            declared.insert((source.package.clone(), name.clone()));
        }
        let mut names: Vec<&String> = source.mentions.iter().collect();
        names.sort();
        for name in names {
            let own = (source.package.clone(), name.clone());
            if source.declares.contains(name) || declared.contains(&own) {
                continue;
            }
            for candidate in source.candidates(name) {
                let found = roots
                    .iter()
                    .map(|root| root.join(&candidate))
                    .find(|path| read::is_plain(path));
                if let Some(path) = found
                    && known.insert(path.clone())
                    && let Ok(needed) = loader.load(&path)
                {
                    sources.push(needed);
                }
            }
        }
    }
}
