//! From texts to something that can be run: parse, lower, compile, and say what is wrong with the texts.

mod batch;
pub mod compiled;
mod make;
mod offer;
pub mod unit;
pub mod units;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_project::{Arithmetic, Options, UnitFile, Workspace, is_plain, read_text};
use proviso_report::{Problem, ProblemKind, Severity};
use proviso_syntax::ast::SourceFile;

use compiled::Compiled;
use make::Draft;
use unit::{Toolchain, Unit};
use units::Source;

/// A parsed file, kept between preparations as long as its text stays the same.
pub struct Parsed {
    pub source: Source,
    pub tree: Arc<SourceFile>,
}

impl Parsed {
    fn new(path: &Path, text: Arc<str>, tree: Arc<SourceFile>) -> Parsed {
        let declares = tree.types.iter().map(|ty| ty.name.text.clone()).collect();
        Parsed {
            source: Source::new(path.to_owned(), text, declares),
            tree,
        }
    }
}

/// An unsaved text that stands for a file's content, read already or not.
#[derive(Clone)]
pub enum Overlay {
    Text(Arc<str>),
    Tree(Arc<SourceFile>),
}

pub type Overlays = BTreeMap<PathBuf, Overlay>;

impl Overlay {
    pub fn text(&self) -> &Arc<str> {
        match self {
            Overlay::Text(text) => text,
            Overlay::Tree(tree) => &tree.text,
        }
    }
}

/// A unit's files, with their texts.
type UnitKey = Vec<(PathBuf, Arc<str>)>;

/// What is kept from one preparation to the next. A clone is cheap, and what is prepared with it does not disturb the other.
#[derive(Default, Clone)]
pub struct Memory {
    parsed: HashMap<PathBuf, Arc<Parsed>>,
    /// Units by the paths and texts they were made from.
    units: HashMap<UnitKey, Arc<Unit>>,
    /// Units of the last preparation that it left for later, the last first.
    waiting: Vec<Group>,
    /// The options that decide what texts mean, when it was filled.
    reading: Option<(proviso_syntax::Options, Arithmetic)>,
}

/// Files that will be a unit.
#[derive(Clone)]
struct Group {
    key: UnitKey,
    /// Each with whether its methods are checked.
    files: Vec<(Arc<Parsed>, bool)>,
}

/// The state of the project: units in the order of their first file.
pub struct Outcome {
    pub units: Vec<Arc<Unit>>,
    pub problems: Vec<Problem>,
    /// Files that javac was given this time.
    pub javac_files: usize,
    /// Files that were lowered this time.
    pub lowered_files: usize,
    /// Files that were left for later.
    pub waiting: usize,
}

/// What does not change while a session lasts.
#[derive(Clone, Copy)]
pub struct Setting<'a> {
    pub options: &'a Options,
    pub workspace: &'a Workspace,
    pub tools: &'a Toolchain,
}

/// How much is made before an answer is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Haste {
    Everything,
    /// The units of unsaved texts; the others too if they are few. The rest is made by [`make_more`].
    OpenFirst,
}

/// As many files as javac compiles before somebody who waits for another notices.
const FEW: usize = 60;
/// What javac is given at once: so much that starting it does not count, and so little that nobody waits long for its end.
const BATCH: usize = 120;
const BATCH_BYTES: usize = 1 << 20;

/// Prepares the checked files (those of the workspace, and the overlays) and what they need.
pub fn prepare(
    setting: Setting,
    overlays: &Overlays,
    haste: Haste,
    memory: &mut Memory,
) -> Outcome {
    let Setting {
        options, workspace, ..
    } = setting;
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
    let groups = groups(setting, overlays, memory, &mut problems);

    let (known, missing): (Vec<&Group>, Vec<&Group>) = groups
        .iter()
        .partition(|group| memory.units.contains_key(&group.key));
    let is_open = |group: &Group| {
        group
            .key
            .iter()
            .any(|(path, _)| overlays.contains_key(path))
    };
    let (open, others): (Vec<&Group>, Vec<&Group>) =
        missing.into_iter().partition(|group| is_open(group));
    let others_files: usize = others.iter().map(|group| group.files.len()).sum();
    let (now, later) = match haste {
        Haste::OpenFirst if others_files > FEW => (open, others),
        Haste::OpenFirst | Haste::Everything => ([open, others].concat(), Vec::new()),
    };
    let mut kept: HashMap<UnitKey, Arc<Unit>> = HashMap::new();
    for group in known {
        if let Some(unit) = memory.units.remove(&group.key) {
            kept.insert(group.key.clone(), unit);
        }
    }
    // What is left in memory are earlier versions.
    let made = make_all(&now, &memory.units, setting);
    let javac_files = made.iter().map(|unit| unit.javac_files()).sum();
    let lowered_files = made.iter().map(|unit| unit.lowered_files).sum();
    kept.extend(now.iter().map(|group| group.key.clone()).zip(made));

    let units: Vec<Arc<Unit>> = groups
        .iter()
        .filter_map(|group| kept.get(&group.key).cloned())
        .collect();
    problems.extend(units.iter().flat_map(|unit| unit.problems.iter().cloned()));
    memory.waiting = later.into_iter().rev().cloned().collect();
    if memory.waiting.is_empty() {
        memory.units = kept;
    } else {
        // Earlier versions of what is left for later still make its work less.
        let paths: HashSet<&PathBuf> = kept.keys().flatten().map(|(path, _)| path).collect();
        let is_replaced = |key: &UnitKey| key.iter().any(|(path, _)| paths.contains(path));
        memory.units.retain(|key, _| !is_replaced(key));
        memory.units.extend(kept);
    }
    Outcome {
        units,
        problems,
        javac_files,
        lowered_files,
        waiting: memory.files_waiting(),
    }
}

/// Makes some of the units that were left for later. Says how many files are still left.
pub fn make_more(setting: Setting, memory: &mut Memory) -> usize {
    let mut files = 0;
    let mut groups = Vec::new();
    while files < BATCH
        && let Some(group) = memory.waiting.pop()
    {
        files += group.files.len();
        groups.push(group);
    }
    let chosen: Vec<&Group> = groups.iter().collect();
    let made = make_all(&chosen, &memory.units, setting);
    let made = groups.into_iter().map(|group| group.key).zip(made);
    memory.units.extend(made);
    memory.files_waiting()
}

impl Memory {
    fn files_waiting(&self) -> usize {
        self.waiting.iter().map(|group| group.files.len()).sum()
    }
}

/// Reads the texts, and says which belong together and have something to check.
fn groups(
    setting: Setting,
    overlays: &Overlays,
    memory: &mut Memory,
    problems: &mut Vec<Problem>,
) -> Vec<Group> {
    let Setting {
        options, workspace, ..
    } = setting;
    let mut loader = Loader {
        reading: options.reading(),
        overlays,
        memory,
        parsed: BTreeMap::new(),
    };
    let mut checked: BTreeSet<PathBuf> = workspace.files.iter().cloned().collect();
    let is_java = |path: &&PathBuf| proviso_project::is_java(path);
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
    memory.parsed = loader.parsed.into_iter().collect();

    let texts: Vec<&Source> = sources.iter().map(|parsed| &parsed.source).collect();
    let mut groups = Vec::new();
    for members in units::group(&texts) {
        let mut members: Vec<Arc<Parsed>> = members.iter().map(|i| sources[*i].clone()).collect();
        let is_checked = |parsed: &Parsed| checked.contains(&parsed.source.path);
        if !members.iter().any(|parsed| is_checked(parsed)) {
            continue;
        }
        let theirs = members
            .iter()
            .filter_map(|parsed| companions.get(&parsed.source.path).cloned());
        let theirs: Vec<Arc<Parsed>> = theirs.collect();
        members.extend(theirs);
        let is_checked = |parsed: &Parsed| {
            is_checked(parsed) || proviso_project::is_companion(&parsed.source.path)
        };
        groups.push(Group {
            key: members
                .iter()
                .map(|parsed| (parsed.source.path.clone(), parsed.source.text.clone()))
                .collect(),
            files: members
                .into_iter()
                .map(|parsed| {
                    let checked = is_checked(&parsed);
                    (parsed, checked)
                })
                .collect(),
        });
    }
    groups
}

/// Makes units; what an earlier version of one has left is used again, and the new ones are compiled many at a time.
fn make_all(
    groups: &[&Group],
    before: &HashMap<UnitKey, Arc<Unit>>,
    setting: Setting,
) -> Vec<Arc<Unit>> {
    let mut versions: HashMap<&Path, &Arc<Unit>> = HashMap::new();
    for (key, unit) in before {
        versions.extend(key.iter().map(|(path, _)| (path.as_path(), unit)));
    }
    let earlier = |group: &Group| {
        let mut units = group.key.iter();
        units.find_map(|(path, _)| versions.get(path.as_path()).copied())
    };
    let compilations =
        |group: &Group| earlier(group).map_or(Vec::new(), |unit| unit.compilations().to_vec());
    let mut made = Vec::new();
    let mut rest = groups;
    while !rest.is_empty() {
        let (batch, others) = rest.split_at(batch_length(rest));
        rest = others;
        let drafts: Vec<Draft> = batch
            .iter()
            .map(|group| draft(group, setting, earlier(group)))
            .collect();
        let mut known: Vec<Vec<Arc<Compiled>>> = batch.iter().map(|g| compilations(g)).collect();
        let new: Vec<usize> = (0..batch.len()).filter(|i| known[*i].is_empty()).collect();
        let requests: Vec<_> = new.iter().map(|i| drafts[*i].request()).collect();
        for (place, compiled) in new.iter().zip(batch::compile(&requests, setting.tools)) {
            known[*place].extend(compiled);
        }
        drop(requests);
        for (draft, earlier) in drafts.into_iter().zip(known) {
            made.push(Arc::new(draft.complete(earlier, setting.tools)));
        }
    }
    made
}

/// How many of them are compiled at once; at least one.
fn batch_length(groups: &[&Group]) -> usize {
    let (mut files, mut bytes) = (0, 0);
    let fits = |group: &&&Group| {
        files += group.files.len();
        bytes += group.key.iter().map(|(_, text)| text.len()).sum::<usize>();
        files <= BATCH && bytes <= BATCH_BYTES
    };
    groups.iter().take_while(fits).count().max(1)
}

/// `before` is an earlier version of the unit.
fn draft(group: &Group, setting: Setting, before: Option<&Arc<Unit>>) -> Draft {
    let files = group.files.iter().map(|(parsed, checked)| UnitFile {
        path: parsed.source.path.clone(),
        shown: setting.workspace.shown(&parsed.source.path),
        tree: parsed.tree.clone(),
        checked: *checked,
    });
    Draft::new(
        files.collect(),
        setting.options,
        setting.workspace,
        setting.tools,
        before.map(|unit| &**unit),
    )
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
    overlays: &'a Overlays,
    memory: &'a mut Memory,
    parsed: BTreeMap<PathBuf, Arc<Parsed>>,
}

impl Loader<'_> {
    fn load(&mut self, path: &Path) -> std::io::Result<Arc<Parsed>> {
        let overlay = self.overlays.get(path);
        let text = match overlay {
            Some(overlay) => overlay.text().clone(),
            None => read_text(path)?.into(),
        };
        let parsed = match self.memory.parsed.get(path) {
            Some(parsed) if parsed.source.text == text => parsed.clone(),
            _ => {
                let tree = match overlay {
                    Some(Overlay::Tree(tree)) => tree.clone(),
                    _ => self.parse(path, &text),
                };
                Arc::new(Parsed::new(path, text, tree))
            }
        };
        self.parsed.insert(path.to_owned(), parsed.clone());
        Ok(parsed)
    }

    fn parse(&self, path: &Path, text: &str) -> Arc<SourceFile> {
        let _stage = tracing::debug_span!("parse", file = %path.display()).entered();
        Arc::new(proviso_syntax::parse(text, &self.reading))
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
        let place = places.find(|path| loader.overlays.contains_key(path) || is_plain(path));
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
                    .find(|path| is_plain(path));
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
