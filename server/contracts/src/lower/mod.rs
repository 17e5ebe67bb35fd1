//! Lowering: from the trees of a project to shadow sources and the contract table.
//!
//! Two passes: first every type's clauses become clause methods (`declare`, `store_ref`), so that subtypes can call
//! them; then every method gets its driver (`driver`) and every body its woven checks (`weave`, `loops`).

mod again;
mod clause;
mod declare;
mod defaults;
mod driver;
mod ends;
mod explain;
mod expr;
mod ghost;
mod govern;
mod implicit;
mod jml_expr;
mod labels;
mod locals;
mod loops;
mod measure;
mod method;
mod model;
mod model_method;
mod narrow;
mod operators;
mod others;
mod quant;
mod reads;
mod refining;
mod scope;
mod store_ref;
mod stub;
mod types;
mod uses;
mod weave;

pub use explain::Part;

use crate::companion::{self, Merged, is_companion};
use crate::index::{Index, InputFile, TypeNo};
use crate::out::{Edits, Fragment};
use crate::{
    Clause, ClauseId, ClauseKind, ContractTable, Diagnostic, DiagnosticKind, LostClause, MethodNo,
    ShadowFile,
};
pub use again::Memo;
use again::{Kept, Numbers};
use proviso_syntax::ast::{Method, SourceFile, Span, TypeKind};
use std::cell::Cell;
use std::collections::{BTreeSet, HashMap, HashSet};
use std::sync::Arc;

pub(crate) use proviso_names::{INVARIANTS, STATIC_INVARIANTS};

/// How to lower; the defaults are JML's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LowerOptions {
    /// Clauses to leave out because they did not compile: (path, span of the clause).
    pub excluded: BTreeSet<(String, Span)>,
    /// References are nullable unless said otherwise.
    pub nullable_by_default: bool,
    /// Code arithmetic is `java` unless said otherwise: no overflow warnings.
    pub java_math: bool,
    /// Ignore all JML (`--no-contracts`): drivers only catch uncaught exceptions and assertions.
    pub no_contracts: bool,
    /// These are our specifications of the JDK: their numbers are none that a project has.
    pub library: bool,
    /// Clauses whose parts are evaluated as well, for a replay that explains them.
    pub explained: BTreeSet<ClauseId>,
    /// How the files were read: companions are read once more.
    pub reading: proviso_syntax::Options,
}

/// What comes out: a shadow per file, in order, and the table.
pub struct Lowered {
    pub files: Vec<Arc<ShadowFile>>,
    pub table: ContractTable,
    pub diagnostics: Vec<Diagnostic>,
    /// The parts of the explained clauses.
    pub parts: Vec<Part>,
    /// For the next time; none where that would not help.
    pub memo: Option<Arc<Memo>>,
    /// How many files were lowered for it; the others are as they were.
    pub fresh_files: usize,
}

/// Lowers all files of a project. Never fails: what cannot be lowered is left out with a diagnostic.
///
/// Files whose path ends in `.jml` are companions of the `.java` file of that name and package; their shadow is empty
/// and not to be compiled.
pub fn lower(files: &[InputFile], options: &LowerOptions) -> Lowered {
    lower_again(files, options, None)
}

/// The same, where an earlier version of these files was lowered before: then only what an edit changed is.
pub fn lower_again(files: &[InputFile], options: &LowerOptions, before: Option<&Memo>) -> Lowered {
    if let Some(kept) = before.and_then(|memo| memo.kept(files, options))
        && let Ok(lowered) = lower_merged(files, files, &[], options, kept)
    {
        return lowered;
    }
    let merged = companion::merge_all(files, &options.reading);
    let mut inputs: Vec<InputFile> = files.to_vec();
    let nothing = proviso_syntax::parse("", &proviso_syntax::Options::default());
    for input in inputs.iter_mut().filter(|f| is_companion(f.path)) {
        input.file = &nothing;
    }
    for m in &merged {
        inputs[m.java].file = &m.file;
    }
    let lowered = lower_merged(files, &inputs, &merged, options, Vec::new());
    let Ok(mut lowered) = lowered else {
        unreachable!("numbers that are taken are no trouble when nothing is kept");
    };
    for m in &merged {
        // Spans in a companion were counted from the end of the Java text.
        for clause in lowered
            .table
            .clauses
            .values_mut()
            .filter(|c| c.file == m.java)
        {
            (clause.file, clause.span) = m.place(clause.span);
        }
        for d in lowered.diagnostics.iter_mut().filter(|d| d.file == m.java) {
            (d.file, d.span) = m.place(d.span);
        }
        for part in lowered.parts.iter_mut().filter(|p| p.file == m.java) {
            (part.file, part.span) = m.place(part.span);
        }
        let shadow = Arc::make_mut(&mut lowered.files[m.java]);
        shadow.map.set_companion(m.base);
    }
    lowered
}

fn lower_merged(
    files: &[InputFile],
    inputs: &[InputFile],
    merged: &[Merged],
    options: &LowerOptions,
    kept: Kept,
) -> Result<Lowered, NumberTaken> {
    let index = Index::new(inputs);
    let renamed = Cell::new(0);
    let implicit = implicit::constructors(&index);
    let mut lowerer = Lowerer {
        index: &index,
        options,
        table: ContractTable::default(),
        diagnostics: Vec::new(),
        parts: Vec::new(),
        edits: files.iter().map(|_| Edits::default()).collect(),
        taken: HashSet::new(),
        key: String::new(),
        ordinal: 0,
        members: HashMap::new(),
        declared: HashMap::new(),
        type_clauses: HashMap::new(),
        invariant_homes: Vec::new(),
        renamed: &renamed,
        implicit: &implicit,
        merged,
        driving: TypeNo(0),
        owner: Owner::Nobody,
        lost: Vec::new(),
        kept,
        numbers: Numbers::new(),
        part_file: 0,
        crossed: false,
        number_taken: false,
    };
    lowerer.recall();
    lowerer.declare_all();
    lowerer.drive_all();
    lowerer.weave_all();
    if lowerer.number_taken && lowerer.kept.iter().any(Option::is_some) {
        return Err(NumberTaken);
    }
    lowerer.arrange();
    let memo = lowerer.memo();
    lowerer.hand_out_losses();
    lowerer.place_members();
    lowerer.table.build_lookup();
    let Lowerer {
        table,
        diagnostics,
        parts,
        edits,
        kept,
        ..
    } = lowerer;
    let shadow = |(file, (edits, input)): (usize, (Edits, &InputFile))| {
        if let Some(Some(known)) = kept.get(file) {
            return known.shadow.clone();
        }
        let text = if is_companion(input.path) {
            ""
        } else {
            &*input.file.text
        };
        Arc::new(edits.apply(input.path, text))
    };
    let edits = edits.into_iter().zip(files).enumerate();
    let shadows: Vec<Arc<ShadowFile>> = edits.map(shadow).collect();
    let memo = memo.map(|memo| Arc::new(memo.with_shadows(&shadows, options)));
    let fresh_files = shadows.len() - kept.iter().flatten().count();
    Ok(Lowered {
        files: shadows,
        table,
        diagnostics,
        parts,
        memo,
        fresh_files,
    })
}

/// A part that is lowered anew wants a number that a kept one has: which of them has it depends on the order, so that
/// everything is lowered.
struct NumberTaken;

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
    /// Not understood: its method has no answer. Whoever is checked against it is told so otherwise and passes it over;
    /// whoever else asks becomes `unknown`.
    pub lost: bool,
    /// What an invariant looks at.
    pub reads: reads::Reads,
}

pub(crate) struct Lowerer<'a> {
    pub index: &'a Index<'a>,
    pub options: &'a LowerOptions,
    pub table: ContractTable,
    pub diagnostics: Vec<Diagnostic>,
    pub parts: Vec<Part>,
    pub edits: Vec<Edits>,
    /// Numbers in use.
    taken: HashSet<u32>,
    /// What is being lowered, and how many numbers it has taken: numbers stay when other things change.
    key: String,
    ordinal: u32,
    /// Generated members, to stand before the closing brace.
    members: HashMap<TypeNo, Vec<Fragment>>,
    pub declared: HashMap<*const Method, method::Declared>,
    pub type_clauses: HashMap<TypeNo, declare::TypeClauses>,
    /// Known once all types are declared.
    invariant_homes: others::InvariantHomes,
    pub renamed: &'a Cell<u32>,
    /// Constructors nobody wrote, of classes whose JML they have to keep.
    pub implicit: &'a HashMap<TypeNo, Method>,
    merged: &'a [Merged],
    /// The type whose methods get their drivers now.
    pub driving: TypeNo,
    /// Whose clauses are being lowered.
    pub owner: Owner,
    /// What was said to be left out, and whose it was.
    pub lost: Vec<(Owner, LostClause)>,
    /// By file: what is taken from the last time.
    kept: Kept,
    numbers: Numbers,
    /// The file of the part that is being lowered.
    part_file: usize,
    /// Something was said about another file than the one being lowered.
    crossed: bool,
    /// Two parts wanted the same number.
    number_taken: bool,
}

/// Whom a clause belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Owner {
    Nobody,
    Type(TypeNo),
    Method(MethodNo),
}

impl<'a> Lowerer<'a> {
    pub fn source(&self, ty: TypeNo) -> &'a SourceFile {
        self.index.file(ty)
    }

    /// Starts the numbering of a part of a type (`what` names it within the type).
    pub fn begin_part(&mut self, ty: TypeNo, what: &str, method: Option<&Method>) {
        let entry = self.index.of(ty);
        self.part_file = entry.file;
        self.key = format!("{}/{}/{what}", entry.binary_name, entry.twin);
        if let Some(method) = method {
            self.key.push_str(&method.name.text);
            for p in &method.params {
                self.key.push(',');
                self.key.push_str(&p.ty.text);
            }
        }
        self.ordinal = 0;
        self.renamed.set(0);
    }

    /// A number that depends on the part and the place in it only, so that an edit elsewhere leaves bytecode as it was.
    fn number(&mut self) -> u32 {
        self.ordinal += 1;
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for byte in self.key.bytes().chain(self.ordinal.to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        let mut number = ((hash ^ (hash >> 31)) & 0x3fff_ffff) as u32;
        while number == 0 || !self.taken.insert(number) {
            self.number_taken = true;
            number = (number + 1) & 0x3fff_ffff;
        }
        let own = self.numbers.entry(self.part_file).or_default();
        own.push(number);
        if self.options.library {
            number |= 0x4000_0000;
        }
        number
    }

    pub fn new_method(&mut self) -> MethodNo {
        MethodNo(self.number())
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
        let id = ClauseId(self.number());
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

    /// The file and span the user knows: JML may come from a companion.
    pub fn place(&self, file: usize, span: Span) -> (usize, Span) {
        match self.merged.iter().find(|m| m.java == file) {
            Some(merged) => merged.place(span),
            None => (file, span),
        }
    }

    pub fn is_excluded(&self, file: usize, span: Span) -> bool {
        let (file, span) = self.place(file, span);
        let path = self.index.files[file].path.to_string();
        self.options.excluded.contains(&(path, span))
    }

    pub fn add_member(&mut self, ty: TypeNo, fragment: Fragment) {
        if self.is_kept(self.index.of(ty).file) {
            return; // it has it already
        }
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
            self.crossed |= file != self.part_file;
            if matches!(kind, DiagnosticKind::Illegal | DiagnosticKind::Unsupported) {
                let lost = LostClause {
                    why: diagnostic.message.clone(),
                    illegal: kind == DiagnosticKind::Illegal,
                    assumed: crate::lost::is_assumption(self.index.files[file].file, span),
                };
                self.lost.push((self.owner, lost));
            }
            self.diagnostics.push(diagnostic);
        }
    }

    /// A method has lost what its own, inherited and its types' clauses have.
    fn hand_out_losses(&mut self) {
        if self.lost.is_empty() {
            return;
        }
        for no in 0..self.index.types.len() {
            let ty = TypeNo(no);
            let ancestry = self.index.ancestry(ty);
            for method in self.index.of(ty).decl.methods() {
                let Some(declared) = self.declared.get(&(method as *const Method)) else {
                    continue;
                };
                let above = self.overridden(ty, method);
                // The invariants of its parameters' types are a method's to rely on and to keep, too.
                let mut argued = Vec::new();
                for p in method::params_of(method, self.index.of(ty).decl) {
                    if let types::Ty::Class(no) = types::Ty::of(&p.ty, self.index, ty) {
                        argued.extend(self.index.ancestry(no));
                    }
                }
                let mut numbers: Vec<MethodNo> = above
                    .iter()
                    .filter_map(|(_, m)| self.declared.get(&(*m as *const Method)))
                    .map(|d| d.no)
                    .collect();
                numbers.push(declared.no);
                let lost: Vec<LostClause> = self
                    .lost
                    .iter()
                    .filter(|(owner, _)| match owner {
                        Owner::Nobody => false,
                        Owner::Type(t) => ancestry.contains(t) || argued.contains(t),
                        Owner::Method(no) => numbers.contains(no),
                    })
                    .map(|(_, lost)| lost.clone())
                    .collect();
                let no = declared.no;
                if let Some(contract) = self.table.methods.iter_mut().find(|m| m.no == no) {
                    contract.lost = lost;
                }
            }
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
            // Members of an enum stand after a `;`, which an enum of constants only may lack.
            if entry.decl.kind == TypeKind::Enum && !entry.decl.constants_closed {
                self.edits[file].insert(body.end - 1, Fragment::glue(";"));
            }
            for fragment in members {
                self.edits[file].insert(body.end - 1, fragment);
            }
        }
    }
}
