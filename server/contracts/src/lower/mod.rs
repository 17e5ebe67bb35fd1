//! Lowering: from the trees of a project to shadow sources and the contract table.
//!
//! Two passes: first every type's clauses become clause methods (`declare`, `store_ref`), so that subtypes can call
//! them; then every method gets its driver (`driver`) and every body its woven checks (`weave`, `loops`).

mod clause;
mod declare;
mod defaults;
mod driver;
mod expr;
mod ghost;
mod jml_expr;
mod loops;
mod method;
mod model;
mod quant;
mod scope;
mod store_ref;
mod types;
mod weave;

use crate::index::{Index, InputFile, TypeNo};
use crate::out::{Edits, Fragment};
use crate::{
    Clause, ClauseId, ClauseKind, ContractTable, Diagnostic, DiagnosticKind, MethodNo, ShadowFile,
};
use proviso_syntax::ast::{Method, SourceFile, Span};
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap};

/// Method of every project type: all instance invariants of an object, inherited ones too.
pub(crate) const INVARIANTS: &str = "proviso$invariants";
/// The same for static invariants of one type.
pub(crate) const STATIC_INVARIANTS: &str = "proviso$staticInvariants";

/// How to lower; the defaults are JML's.
#[derive(Clone, Debug, Default)]
pub struct LowerOptions {
    /// Clauses to leave out because they did not compile: (path, span of the clause).
    pub excluded: BTreeSet<(String, Span)>,
    /// References are nullable unless said otherwise.
    pub nullable_by_default: bool,
    /// Code arithmetic is `java` unless said otherwise: no overflow warnings.
    pub java_math: bool,
    /// Ignore all JML (`--no-contracts`): drivers only catch uncaught exceptions and assertions.
    pub no_contracts: bool,
}

/// What comes out: a shadow per file, in order, and the table.
#[derive(Debug)]
pub struct Lowered {
    pub files: Vec<ShadowFile>,
    pub table: ContractTable,
    pub diagnostics: Vec<Diagnostic>,
}

/// Lowers all files of a project. Never fails: what cannot be lowered is left out with a diagnostic.
pub fn lower(files: &[InputFile], options: &LowerOptions) -> Lowered {
    let index = Index::new(files);
    let renamed = Cell::new(0);
    let mut lowerer = Lowerer {
        index: &index,
        options,
        table: ContractTable::default(),
        diagnostics: Vec::new(),
        edits: files.iter().map(|_| Edits::default()).collect(),
        counters: vec![0; files.len()],
        members: HashMap::new(),
        declared: HashMap::new(),
        type_clauses: HashMap::new(),
        renamed: &renamed,
    };
    lowerer.declare_all();
    lowerer.drive_all();
    lowerer.weave_all();
    lowerer.place_members();
    let Lowerer {
        table,
        diagnostics,
        edits,
        ..
    } = lowerer;
    let files = edits
        .into_iter()
        .zip(files)
        .map(|(edits, input)| edits.apply(input.path, &input.file.text))
        .collect();
    Lowered {
        files,
        table,
        diagnostics,
    }
}

/// A clause that has become a method.
#[derive(Clone, Debug)]
pub(crate) struct ClauseRef {
    pub id: ClauseId,
    /// The generated method.
    pub name: String,
    pub owner: TypeNo,
    pub is_static: bool,
    /// Cannot be undefined, so needs neither try nor guard.
    pub total: bool,
    /// `old` variables it takes after the parameters.
    pub old_vars: Vec<String>,
}

pub(crate) struct Lowerer<'a> {
    pub index: &'a Index<'a>,
    pub options: &'a LowerOptions,
    pub table: ContractTable,
    pub diagnostics: Vec<Diagnostic>,
    pub edits: Vec<Edits>,
    counters: Vec<u32>,
    /// Generated members, to stand before the closing brace.
    members: HashMap<TypeNo, Vec<Fragment>>,
    pub declared: HashMap<*const Method, method::Declared>,
    pub type_clauses: HashMap<TypeNo, declare::TypeClauses>,
    pub renamed: &'a Cell<u32>,
}

impl<'a> Lowerer<'a> {
    pub fn source(&self, ty: TypeNo) -> &'a SourceFile {
        self.index.file(ty)
    }

    fn number(&mut self, file: usize) -> u32 {
        self.counters[file] += 1;
        ((file as u32) << 16) | (self.counters[file] & 0xffff)
    }

    pub fn new_method(&mut self, file: usize) -> MethodNo {
        MethodNo(self.number(file))
    }

    /// Enters a clause into the table.
    pub fn new_clause(
        &mut self,
        file: usize,
        kind: ClauseKind,
        span: Span,
        text: String,
        is_default: bool,
    ) -> ClauseId {
        let id = ClauseId(self.number(file));
        self.table.clauses.insert(
            id,
            Clause {
                id,
                kind,
                file,
                span,
                text,
                is_default,
            },
        );
        id
    }

    /// A clause of the user, with its text on one line.
    pub fn written_clause(&mut self, file: usize, kind: ClauseKind, span: Span) -> ClauseId {
        let text = self.index.files[file]
            .file
            .jml_text(span)
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        self.new_clause(file, kind, span, text, false)
    }

    pub fn is_excluded(&self, file: usize, span: Span) -> bool {
        self.options
            .excluded
            .contains(&(self.index.files[file].path.to_string(), span))
    }

    pub fn add_member(&mut self, ty: TypeNo, fragment: Fragment) {
        self.members.entry(ty).or_default().push(fragment);
    }

    pub fn say(
        &mut self,
        file: usize,
        span: Span,
        kind: DiagnosticKind,
        message: impl Into<String>,
    ) {
        let diagnostic = Diagnostic {
            file,
            span,
            kind,
            message: message.into(),
        };
        if !self.diagnostics.contains(&diagnostic) {
            self.diagnostics.push(diagnostic);
        }
    }

    fn place_members(&mut self) {
        let mut types: Vec<TypeNo> = self.members.keys().copied().collect();
        types.sort();
        for ty in types {
            let entry = self.index.of(ty);
            let (file, body) = (entry.file, entry.decl.body);
            let source = self.source(ty);
            if body.is_empty() || !source.raw_text(body).ends_with('}') {
                continue; // half-typed: there is no brace to stand before
            }
            let members = self.members.remove(&ty).unwrap_or_default();
            for fragment in members {
                self.edits[file].insert(body.end - 1, fragment);
            }
        }
    }
}
