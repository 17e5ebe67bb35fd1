//! One version of the project, ready to be checked.

use std::collections::{BTreeSet, HashMap};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_classfile::ClassPath;
use proviso_contracts::{ClauseKind, MethodContract};
use proviso_report::{Problem, Range};
use proviso_syntax::ast::SourceFile;

use crate::check::Target;
use crate::prepare::unit::Unit;

/// A method that can be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PreparedMethod {
    /// `pkg.Class.method(descriptor)`
    pub id: String,
    /// As reports name it.
    pub file: String,
    pub path: PathBuf,
    /// The method's name in its declaration.
    pub range: Range,
    /// The whole declaration with its contract.
    pub extent: Range,
    /// Whether the user wrote any JML that governs it.
    pub has_contract: bool,
}

/// One version of the project, parsed, lowered and compiled. Immutable; keep the `Arc` as long as it is needed.
pub struct Prepared {
    /// The methods `options.methods` selects, in the order of files and, within a file, of the text.
    pub methods: Vec<PreparedMethod>,
    /// javac's and JML's word on the texts, notes on the project.
    pub problems: Vec<Problem>,
    /// How many files javac was given for this version: those that an edit made different, or all.
    pub javac_files: usize,
    /// The same for lowering.
    pub lowered_files: usize,
    /// How many files of the project are not in it yet (see `Session::prepare_open`).
    pub waiting: usize,
    pub(crate) sources: Vec<(PathBuf, Arc<SourceFile>)>,
    /// Beside `methods`.
    pub(crate) targets: Vec<(Arc<Unit>, Target)>,
    /// Where a method is, by its id; of several with one id, the first.
    pub(crate) places: HashMap<String, usize>,
}

impl Prepared {
    /// The classes a method sees, and the members (by binary class name) that are private in the user's text but not in
    /// the classes made from it. None when the project has no such method or it did not compile.
    pub fn classes_of(&self, method: &str) -> Option<(&ClassPath, &BTreeSet<(String, String)>)> {
        let (unit, _) = &self.targets[self.position(method)?];
        Some((unit.class_path.as_ref()?, &unit.table.opened))
    }

    /// The trees of all files that were read for it.
    pub fn sources(&self) -> impl Iterator<Item = (PathBuf, Arc<SourceFile>)> {
        self.sources.iter().cloned()
    }

    /// A method by its id.
    pub fn method(&self, id: &str) -> Option<&PreparedMethod> {
        Some(&self.methods[self.position(id)?])
    }

    /// The texts of all files that were read for it.
    pub fn texts(&self) -> HashMap<&Path, Arc<str>> {
        let sources = self.sources.iter();
        sources
            .map(|(path, tree)| (path.as_path(), tree.text.clone()))
            .collect()
    }

    /// Whether checking the method may execute code that stands in this file at or after this byte. True where that
    /// cannot be known.
    pub fn executes(&self, method: &str, path: &Path, from: usize) -> bool {
        let Some(position) = self.position(method) else {
            return true;
        };
        let (unit, target) = &self.targets[position];
        // Another unit shares no code with it, as long as it is another unit.
        if !unit.files.iter().any(|file| file.path == path) {
            return false;
        }
        let contract = &unit.table.methods[target.contract];
        let touched = |contract: &MethodContract| {
            unit.files[contract.file].path == path && contract.span.end >= from
        };
        touched(contract)
            || match unit
                .ground()
                .and_then(|ground| proviso_verdicts::reached(&ground, contract))
            {
                Some(reached) => reached.methods.iter().any(|(class, name, descriptor)| {
                    unit.table
                        .find(class, name, descriptor)
                        .is_some_and(touched)
                }),
                None => true,
            }
    }

    pub(crate) fn position(&self, method: &str) -> Option<usize> {
        self.places.get(method).copied()
    }
}

/// What is told of a method before it is checked.
pub(crate) fn describe(unit: &Unit, target: &Target) -> PreparedMethod {
    let contract = &unit.table.methods[target.contract];
    let file = &unit.files[contract.file];
    let range =
        |span: proviso_syntax::ast::Span| Range::of_bytes(&file.tree.text, span.start, span.end);
    // The clauses stand before the declaration; those of the type (invariants) are not the method's own.
    let starts = contract.clauses.iter().filter_map(|governing| {
        let clause = unit.table.clause(governing.clause.0)?;
        let own = governing.inherited_from.is_none() && clause.file == contract.file;
        let of_method = matches!(
            clause.kind,
            ClauseKind::Requires
                | ClauseKind::Ensures
                | ClauseKind::Signals
                | ClauseKind::SignalsOnly
                | ClauseKind::Assignable
                | ClauseKind::MeasuredBy
                | ClauseKind::Diverges
        );
        (own && of_method && !clause.is_default).then_some(clause.span.start)
    });
    let mut extent = contract.span;
    extent.start = starts.fold(extent.start, usize::min);
    PreparedMethod {
        id: target.id.clone(),
        file: file.shown.clone(),
        path: file.path.clone(),
        range: range(contract.name_span),
        extent: range(extent),
        has_contract: contract.has_contract,
    }
}
