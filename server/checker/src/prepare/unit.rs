//! One unit: lowered and compiled, with its contract table, its classes and what is wrong with its texts.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use proviso_classfile::ClassPath;
use proviso_contracts::{ClauseId, ContractTable, LowerOptions, Memo, Part};
use proviso_jvm_host::{CompiledClass, Host};
use proviso_project::UnitFile;
use proviso_report::Problem;
use proviso_syntax::ast::Span;
use proviso_verdicts::{Fingerprints, Graph, Ground};

use super::compiled::{self, Compiled, MadeClass};
use super::make;

/// What compiles and where classes come from; one per session.
pub struct Toolchain {
    pub host: Arc<Host>,
    /// The class path with the runtime, without the unit's own classes.
    pub base: Arc<ClassPath>,
    pub class_path: Vec<PathBuf>,
    /// `proviso.runtime.*`, which lowered contracts call.
    pub runtime: Vec<Arc<MadeClass>>,
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
    pub(super) made: Vec<Arc<MadeClass>>,
    /// Who reaches whom, made when first asked for.
    graph: OnceLock<Option<Graph>>,
    /// What verdicts depend on, each hashed when first asked for.
    fingerprints: OnceLock<Fingerprints>,
    /// Binary name of a class → index of its file.
    by_class: HashMap<String, usize>,
    /// What javac said in the rounds this unit took, for the next version of it.
    pub(super) compiled: Vec<Arc<Compiled>>,
    /// The lowering of its files, for the next version of it.
    pub(super) lowering: Option<Arc<Memo>>,
    /// How many files were lowered for it: all, or only what an edit changed.
    pub lowered_files: usize,
    /// How it was made.
    pub(super) recipe: Recipe,
}

pub(super) struct Recipe {
    pub lowering: LowerOptions,
    pub source_roots: Vec<PathBuf>,
    pub release: Option<u32>,
}

/// The unit's classes with the parts of some clauses evaluated as well.
pub struct Explained {
    pub classes: Arc<[CompiledClass]>,
    pub parts: Vec<Part>,
}

impl Unit {
    /// Nothing of it is lowered or compiled yet.
    pub(super) fn new(files: Vec<UnitFile>, recipe: Recipe) -> Unit {
        Unit {
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
            lowering: None,
            lowered_files: 0,
            recipe,
        }
    }

    /// What javac made of it, for the next version of it.
    pub fn compilations(&self) -> &[Arc<Compiled>] {
        &self.compiled
    }

    /// What verdicts can depend on; none when there are no classes, or some that cannot be read.
    pub fn ground(&self) -> Option<Ground<'_>> {
        self.class_path.as_ref()?;
        let classes = || self.made.iter().map(|made| (&*made.parsed, &made.nodes));
        let graph = self.graph.get_or_init(|| Graph::new(classes())).as_ref()?;
        let fingerprints = || Fingerprints::of(&self.table);
        Some(Ground {
            files: &self.files,
            table: &self.table,
            graph,
            spec_errors: &self.spec_errors,
            unassumed: &self.unassumed,
            fingerprints: self.fingerprints.get_or_init(fingerprints),
        })
    }

    /// Classes for a replay that explains these clauses; none when javac does not take their parts.
    pub fn explained(&self, clauses: BTreeSet<ClauseId>, tools: &Toolchain) -> Option<Explained> {
        let options = LowerOptions {
            explained: clauses,
            ..self.recipe.lowering.clone()
        };
        let lowered = make::lower_unit(self, &options);
        let request = make::request(self, &lowered);
        let result = compiled::compile(&request, &self.compiled, tools).ok()?;
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

    /// Binary names of the types its files declare.
    pub(super) fn types(&self) -> Vec<&str> {
        self.by_class.keys().map(String::as_str).collect()
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
