//! One unit: lowered and compiled, with its contract table, its classes and what is wrong with its texts.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use proviso_classfile::ClassPath;
use proviso_contracts::{
    ClauseId, ContractTable, DiagnosticKind as JmlKind, InputFile, LowerOptions, Lowered, Part,
    is_assumption, is_of_type, lower,
};
use proviso_jvm_host::{CompiledClass, Host};
use proviso_report::{Place, Problem, ProblemKind, Range, Severity};
use proviso_syntax::ast::{SourceFile, Span};

use super::super::{Arithmetic, Options};
use super::compiled::{self, Compiled, MadeClass, Request};
use crate::dependencies::Fingerprints;
use crate::reach::Graph;
use crate::workspace::Workspace;

/// What compiles and where classes come from; one per session.
pub struct Toolchain {
    pub host: Arc<Host>,
    /// The class path with the runtime, without the unit's own classes.
    pub base: Arc<ClassPath>,
    pub class_path: Vec<PathBuf>,
    /// `proviso.runtime.*`, which lowered contracts call.
    pub runtime: Vec<Arc<MadeClass>>,
}

pub struct UnitFile {
    pub path: PathBuf,
    pub shown: String,
    pub tree: Arc<SourceFile>,
    /// Its methods are checked; otherwise it is only there because others need it.
    pub checked: bool,
}

impl UnitFile {
    /// A `.jml` file: its specifications belong to the `.java` file of that name.
    pub fn is_companion(&self) -> bool {
        self.path
            .extension()
            .is_some_and(|extension| extension == "jml")
    }

    pub fn place(&self, span: Span) -> Place {
        Place {
            file: self.shown.clone(),
            range: Range::of_bytes(&self.tree.text, span.start, span.end),
        }
    }

    /// The text of a line without its indentation, as a range.
    pub fn line(&self, line: u32) -> Range {
        let text = self.tree.text.lines().nth(line.saturating_sub(1) as usize);
        let text = text.unwrap_or("");
        let indent = text.chars().take_while(|c| c.is_whitespace()).count() as u32;
        let end = text.trim_end().chars().count() as u32;
        let position = |column| proviso_report::Position { line, column };
        Range {
            start: position(indent + 1),
            end: position(end.max(indent) + 1),
        }
    }
}

pub struct Unit {
    pub files: Vec<UnitFile>,
    pub table: ContractTable,
    /// Why there is nothing to run, when the unit could not be compiled at all.
    pub failure: Option<String>,
    /// With the runtime's.
    pub classes: Arc<[CompiledClass]>,
    pub class_path: Option<Arc<ClassPath>>,
    pub problems: Vec<Problem>,
    /// Places in files (by index) where JML has no meaning, with the reason.
    pub bad_jml: Vec<(usize, Span, String)>,
    /// Why the contract of a method, by file and start of its name, is not what the user wrote.
    pub spec_errors: BTreeMap<(usize, usize), Vec<String>>,
    /// Methods that lack a clause which would exclude inputs: a violation may be none.
    pub unassumed: BTreeSet<(usize, usize)>,
    /// Parts of files that did not compile and were blanked out.
    pub blanked: Vec<(usize, Span)>,
    /// Beside `classes`.
    made: Vec<Arc<MadeClass>>,
    /// Who reaches whom, made when first asked for.
    graph: OnceLock<Option<Graph>>,
    /// What verdicts depend on, each hashed when first asked for.
    pub fingerprints: OnceLock<Fingerprints>,
    /// Binary name of a class → index of its file.
    by_class: HashMap<String, usize>,
    /// What javac said in the rounds this unit took, for the next version of it.
    compiled: Vec<Arc<Compiled>>,
    /// How it was made.
    recipe: Recipe,
}

struct Recipe {
    lowering: LowerOptions,
    source_roots: Vec<PathBuf>,
    release: Option<u32>,
}

/// The unit's classes with the parts of some clauses evaluated as well.
pub struct Explained {
    pub classes: Arc<[CompiledClass]>,
    pub parts: Vec<Part>,
}

impl Unit {
    /// Who reaches whom; none when there are no classes, or some that cannot be read.
    pub fn graph(&self) -> Option<&Graph> {
        self.class_path.as_ref()?;
        let classes = || self.made.iter().map(|made| (&*made.parsed, &made.nodes));
        self.graph.get_or_init(|| Graph::new(classes())).as_ref()
    }

    /// How many of the given files it was made from, in whatever version.
    pub fn shared_files(&self, files: &[(PathBuf, Arc<str>)]) -> usize {
        let own: HashSet<&Path> = self.files.iter().map(|file| file.path.as_path()).collect();
        files
            .iter()
            .filter(|(path, _)| own.contains(path.as_path()))
            .count()
    }

    /// Classes for a replay that explains these clauses; none when javac does not take their parts.
    pub fn explained(&self, clauses: BTreeSet<ClauseId>, tools: &Toolchain) -> Option<Explained> {
        let options = LowerOptions {
            explained: clauses,
            ..self.recipe.lowering.clone()
        };
        let lowered = lower_unit(self, &options);
        let result = compile(self, &lowered, &self.compiled, tools).ok()?;
        let known = self.compiled.last()?.errors().count();
        if lowered.parts.is_empty() || result.errors().count() != known {
            return None;
        }
        let classes = tools.runtime.iter().chain(result.classes());
        Some(Explained {
            classes: classes.map(|made| made.class.clone()).collect(),
            parts: lowered.parts,
        })
    }

    /// How many files javac was given in the last round: all of them, or only what an edit changed.
    pub fn javac_files(&self) -> usize {
        self.compiled
            .last()
            .map_or(0, |compiled| compiled.javac_files)
    }

    /// The file a class (internal or binary name) comes from; local and anonymous classes by their outer class.
    pub fn file_of(&self, class: &str) -> Option<usize> {
        let class = class.replace('/', ".");
        let mut name = class.as_str();
        loop {
            if let Some(file) = self.by_class.get(name) {
                return Some(*file);
            }
            name = &name[..name.rfind('$')?];
        }
    }
}

/// javac may find errors in one clause only after those in another are gone; more rounds than this help nobody.
const ROUNDS: usize = 6;

/// `before` is an earlier version of the unit, if there was one: it makes the work less, never the result different.
pub fn make(
    files: Vec<UnitFile>,
    before: Option<&Unit>,
    options: &Options,
    workspace: &Workspace,
    tools: &Toolchain,
) -> Unit {
    let mut earlier: Vec<Arc<Compiled>> = before.map_or(Vec::new(), |unit| unit.compiled.clone());
    let mut unit = Unit {
        by_class: class_index(&files),
        files,
        table: ContractTable::default(),
        failure: None,
        classes: Arc::from([]),
        class_path: None,
        problems: Vec::new(),
        bad_jml: Vec::new(),
        spec_errors: BTreeMap::new(),
        unassumed: BTreeSet::new(),
        blanked: Vec::new(),
        made: Vec::new(),
        graph: OnceLock::new(),
        fingerprints: OnceLock::new(),
        compiled: Vec::new(),
        recipe: Recipe {
            lowering: LowerOptions {
                no_contracts: !options.contracts,
                java_math: options.arithmetic == Arithmetic::Java,
                reading: options.reading(),
                ..LowerOptions::default()
            },
            source_roots: workspace.source_roots.clone(),
            // A level the JDK cannot produce any more (or yet) is javac's to complain about, once, and ours to ignore.
            release: workspace
                .release
                .filter(|level| (8..=tools.host.jdk().feature).contains(level)),
        },
    };
    report_syntax(&mut unit);
    for round in 0..ROUNDS {
        let lowered = lower_unit(&unit, &unit.recipe.lowering);
        if round == 0 {
            report_lowering(&mut unit, &lowered);
            // The first table knows all clauses, also those that are left out later.
            unit.table = lowered.table.clone();
        }
        let result = match compile(&unit, &lowered, &earlier, tools) {
            Ok(result) => result,
            Err(message) => {
                unit.problems.push(internal(message.clone()));
                unit.failure = Some(message);
                return unit;
            }
        };
        earlier.push(result.clone());
        unit.compiled.push(result.clone());
        let bad = bad_clauses(&unit, &lowered, &result);
        let mut excluded = unit.recipe.lowering.excluded.clone();
        let news: Vec<_> = bad
            .into_iter()
            .filter(|((file, span), _)| excluded.insert((path_text(&unit.files[*file]), *span)))
            .collect();
        if news.is_empty() || round + 1 == ROUNDS {
            blame(&mut unit);
            finish(&mut unit, lowered, &result, tools);
            return unit;
        }
        unit.recipe.lowering.excluded = excluded;
        for ((file, span), (at, message)) in news {
            spec_error(&mut unit, file, span, at, message);
        }
    }
    unit
}

fn class_index(files: &[UnitFile]) -> HashMap<String, usize> {
    let mut index = HashMap::new();
    for (file, unit_file) in files.iter().enumerate() {
        if unit_file.is_companion() {
            continue;
        }
        for ty in unit_file.tree.all_types() {
            index.entry(ty.binary_name.clone()).or_insert(file);
        }
    }
    index
}

fn path_text(file: &UnitFile) -> String {
    file.path.to_string_lossy().into_owned()
}

fn lower_unit(unit: &Unit, options: &LowerOptions) -> Lowered {
    let paths: Vec<String> = unit.files.iter().map(path_text).collect();
    let inputs: Vec<InputFile> = unit
        .files
        .iter()
        .zip(&paths)
        .map(|(file, path)| InputFile {
            path,
            file: &file.tree,
        })
        .collect();
    let _stage = tracing::debug_span!("lower", files = inputs.len()).entered();
    lower(&inputs, options)
}

/// Which methods the bad JML belongs to. Uses the first table, which knows all clauses, also those left out later.
fn blame(unit: &mut Unit) {
    for contract in &unit.table.methods {
        let mut reasons = Vec::new();
        let mut unassumed = contract.lost.iter().any(|lost| lost.assumed);
        for (file, span, why) in &unit.bad_jml {
            let governs = contract.clauses.iter().any(|governing| {
                let clause = unit.table.clauses.get(&governing.clause);
                clause.is_some_and(|clause| clause.file == *file && span.covers(clause.span))
            });
            let tree = &unit.files[*file].tree;
            let of_type = is_of_type(tree, *span);
            let inside = contract.file == *file
                && if of_type {
                    innermost_body(tree, *span).is_some_and(|body| body.covers(contract.span))
                } else {
                    contract.extent.covers(*span)
                };
            if governs || inside {
                unassumed |= is_assumption(tree, *span);
                reasons.push(why.clone());
            }
        }
        for lost in contract.lost.iter().filter(|lost| lost.illegal) {
            if !reasons.contains(&lost.why) {
                reasons.push(lost.why.clone());
            }
        }
        let key = (contract.file, contract.name_span.start);
        if unassumed {
            unit.unassumed.insert(key);
        }
        if !reasons.is_empty() {
            unit.spec_errors.insert(key, reasons);
        }
    }
}

/// The body of the innermost type around a place.
fn innermost_body(tree: &SourceFile, span: Span) -> Option<Span> {
    tree.all_types()
        .into_iter()
        .map(|ty| ty.body)
        .filter(|body| body.covers(span))
        .min_by_key(|body| body.end - body.start)
}

/// JML that does not parse.
fn report_syntax(unit: &mut Unit) {
    for (index, file) in unit.files.iter().enumerate() {
        for problem in &file.tree.problems {
            let error = problem.severity == proviso_syntax::ast::Severity::Error;
            if error {
                unit.bad_jml
                    .push((index, problem.span, problem.message.clone()));
            }
            if file.checked {
                unit.problems.push(Problem {
                    kind: ProblemKind::Jml,
                    severity: if error {
                        Severity::Error
                    } else {
                        Severity::Warning
                    },
                    message: problem.message.clone(),
                    place: Some(file.place(problem.span)),
                });
            }
        }
    }
}

/// JML that parses but is illegal or not supported.
fn report_lowering(unit: &mut Unit, lowered: &Lowered) {
    for diagnostic in &lowered.diagnostics {
        let Some(file) = unit.files.get(diagnostic.file) else {
            continue;
        };
        let severity = match diagnostic.kind {
            JmlKind::Illegal => Severity::Error,
            JmlKind::Unsupported => Severity::Warning,
            JmlKind::Ignored | JmlKind::Note => Severity::Information,
        };
        if diagnostic.kind == JmlKind::Illegal {
            unit.bad_jml
                .push((diagnostic.file, diagnostic.span, diagnostic.message.clone()));
        }
        if file.checked {
            unit.problems.push(Problem {
                kind: ProblemKind::Jml,
                severity,
                message: diagnostic.message.clone(),
                place: Some(file.place(diagnostic.span)),
            });
        }
    }
}

fn compile(
    unit: &Unit,
    lowered: &Lowered,
    earlier: &[Arc<Compiled>],
    tools: &Toolchain,
) -> Result<Arc<Compiled>, String> {
    // Companions are no Java: the places of the other files move up.
    let mut places = HashMap::new();
    let mut sources = Vec::new();
    for (index, (file, shadow)) in unit.files.iter().zip(&lowered.files).enumerate() {
        if !file.is_companion() {
            places.insert(index, sources.len());
            sources.push((path_text(file), shadow.text.as_str().into()));
        }
    }
    let request = Request {
        sources,
        file_of: &|class| places.get(&unit.file_of(class)?).copied(),
        source_roots: &unit.recipe.source_roots,
        release: unit.recipe.release,
    };
    compiled::compile(&request, earlier, tools)
}

/// Clauses (file, span) with an error inside: where, and javac's words.
fn bad_clauses(
    unit: &Unit,
    lowered: &Lowered,
    result: &Compiled,
) -> BTreeMap<(usize, Span), (Span, String)> {
    let mut bad = BTreeMap::new();
    for diagnostic in result.errors() {
        if let Some(index) = file_named(unit, &diagnostic.source)
            && let Some(shadow) = lowered.files.get(index)
            && let mapped = shadow.map.to_source(diagnostic.start, diagnostic.end)
            && let Some(id) = mapped.clause
            && let Some(clause) = lowered.table.clauses.get(&id)
            && !clause.is_default
        {
            // At the very name, where the text is the user's.
            let exact = mapped.copied && !mapped.span.is_empty() && clause.span.covers(mapped.span);
            let at = if exact { mapped.span } else { clause.span };
            bad.entry((clause.file, clause.span))
                .or_insert_with(|| (at, first_line(&diagnostic.message)));
        }
    }
    bad
}

fn file_named(unit: &Unit, name: &str) -> Option<usize> {
    unit.files
        .iter()
        .position(|file| file.path == Path::new(name))
}

fn spec_error(unit: &mut Unit, index: usize, span: Span, at: Span, message: String) {
    let file = &unit.files[index];
    if file.checked {
        unit.problems.push(Problem {
            kind: ProblemKind::Jml,
            severity: Severity::Error,
            message: message.clone(),
            place: Some(file.place(at)),
        });
    }
    let text = file.tree.jml_text(span).split_whitespace();
    let text = text.collect::<Vec<_>>().join(" ");
    unit.bad_jml
        .push((index, span, format!("`{text}`: {message}")));
}

fn finish(unit: &mut Unit, lowered: Lowered, result: &Compiled, tools: &Toolchain) {
    let mut problems: Vec<Problem> = result
        .errors()
        .filter_map(|diagnostic| java_problem(unit, &lowered, diagnostic))
        .collect();
    // What is wrong with the user's Java is wrong again wherever our text repeats it.
    let said: HashSet<String> = problems
        .iter()
        .filter(|p| p.kind == ProblemKind::Java)
        .map(|p| p.message.clone())
        .collect();
    problems.retain(|p| p.kind != ProblemKind::Internal || !said.contains(&p.message));
    unit.problems.extend(problems);
    for blanked in result.blanked() {
        if let Some(index) = file_named(unit, &blanked.source)
            && let Some(shadow) = lowered.files.get(index)
        {
            let mapped = shadow.map.to_source(blanked.start, blanked.end);
            unit.blanked.push((index, mapped.span));
        }
    }
    // Whatever round a message comes from: the reader goes from top to bottom.
    unit.problems
        .sort_by(|a, b| place_order(a).cmp(&place_order(b)));
    unit.table = lowered.table;
    let made = result.classes().map(|made| &made.parsed);
    unit.table.name_local_types(made.flat_map(|class| {
        let methods = class.methods.iter();
        methods.map(|method| (&*class.name, &*method.name))
    }));
    if result.classes().next().is_none() {
        unit.failure = Some("the file does not compile".to_owned());
        return;
    }
    unit.made = tools
        .runtime
        .iter()
        .chain(result.classes())
        .cloned()
        .collect();
    unit.classes = unit.made.iter().map(|made| made.class.clone()).collect();
    let parsed = result.classes().map(|made| made.parsed.clone());
    unit.class_path = Some(Arc::new(tools.base.with_more(parsed)));
}

fn place_order(problem: &Problem) -> Option<(&str, Range)> {
    let place = problem.place.as_ref()?;
    Some((&place.file, place.range))
}

fn java_problem(
    unit: &Unit,
    lowered: &Lowered,
    diagnostic: &proviso_jvm_host::Diagnostic,
) -> Option<Problem> {
    let message = first_line(&diagnostic.message);
    let Some(index) = file_named(unit, &diagnostic.source) else {
        return Some(Problem {
            kind: ProblemKind::Java,
            severity: Severity::Error,
            message,
            place: None,
        });
    };
    let file = &unit.files[index];
    let mapped = lowered
        .files
        .get(index)?
        .map
        .to_source(diagnostic.start, diagnostic.end);
    if !file.checked {
        return None;
    }
    Some(Problem {
        kind: if mapped.copied {
            ProblemKind::Java
        } else {
            // Text that we wrote does not compile: not the user's fault, but the user must know.
            ProblemKind::Internal
        },
        severity: Severity::Error,
        message,
        place: Some(file.place(mapped.span)),
    })
}

/// javac's details repeat the source; its first line says it. `cannot find symbol` needs the next one too.
fn first_line(message: &str) -> String {
    let mut lines = message.lines().map(str::trim);
    let first = lines.next().unwrap_or("").to_owned();
    match lines.find(|line| line.starts_with("symbol:")) {
        Some(symbol) => {
            let symbol: Vec<&str> = symbol["symbol:".len()..].split_whitespace().collect();
            format!("{first}: {}", symbol.join(" "))
        }
        None => first,
    }
}

fn internal(message: String) -> Problem {
    Problem {
        kind: ProblemKind::Internal,
        severity: Severity::Error,
        message,
        place: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn javacs_message_is_one_line_with_the_symbol() {
        let message = "cannot find symbol\n  symbol:   variable y\n  location: class A";
        assert_eq!(first_line(message), "cannot find symbol: variable y");
        assert_eq!(first_line("incompatible types"), "incompatible types");
    }
}
