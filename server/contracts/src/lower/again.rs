//! Lowering again after an edit: only the files that changed.
//!
//! What the lowering of a file looks at in another is everything but the insides of its methods, and the contracts of methods
//! only where it inherits: declarations, modifiers, clauses of types. So when an edit leaves what each file *offers* in this sense as it was, the files whose text did not change
//! are lowered to what they were lowered to before, and their part of the result is kept. `tests/again.rs` compares that
//! with lowering everything.

use super::declare::TypeClauses;
use super::method::Declared;
use super::{LowerOptions, Lowerer, Owner};
use crate::index::{Index, InputFile, TypeNo};
use crate::{Clause, ClauseId, Diagnostic, LostClause, MethodContract, MethodNo, ShadowFile};
use proviso_syntax::ast::{Method, SourceFile, Span};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::sync::Arc;

/// The lowering of each file of a unit, for the next time.
pub struct Memo {
    /// Without `explained`.
    options: LowerOptions,
    files: Vec<Arc<FileLowering>>,
}

/// What one file contributes to a unit.
pub(super) struct FileLowering {
    path: String,
    text: Arc<str>,
    offer: Arc<str>,
    /// As long as all files offer the same, this stays.
    has_heirs: bool,
    pub shadow: Arc<ShadowFile>,
    pub clauses: Vec<Clause>,
    /// Without what is lost: that may come from other files.
    pub methods: Vec<MethodContract>,
    pub diagnostics: Vec<Diagnostic>,
    /// Types by their place in the file.
    lost: Vec<(LocalOwner, LostClause)>,
    declared: Vec<(usize, usize, Declared)>,
    type_clauses: Vec<(usize, TypeClauses)>,
    numbers: Vec<u32>,
    non_null_fields: Vec<(String, String)>,
    opened: Vec<(String, String)>,
    invariants: Vec<(String, Vec<(String, ClauseId)>)>,
    local_types: Vec<(String, u32)>,
}

#[derive(Clone, Copy)]
enum LocalOwner {
    Type(usize),
    Method(MethodNo),
}

/// What is kept this time: a lowering for each file that need not be lowered.
pub(super) type Kept = Vec<Option<Arc<FileLowering>>>;

impl Memo {
    /// None when everything has to be lowered.
    pub(super) fn kept(&self, files: &[InputFile], options: &LowerOptions) -> Option<Kept> {
        let plain = without_explained(options);
        if files.len() != self.files.len() || plain != self.options {
            return None;
        }
        let mut kept = Kept::new();
        for (input, known) in files.iter().zip(&self.files) {
            let same = input.path == known.path && input.file.text == known.text;
            if !same
                && (input.path != known.path || *known.offer != *offer(input.file, known.has_heirs))
            {
                return None;
            }
            let mut clauses = known.clauses.iter();
            let explained = clauses.any(|clause| options.explained.contains(&clause.id));
            kept.push((same && !explained).then(|| known.clone()));
        }
        kept.iter().any(Option::is_some).then_some(kept)
    }
}

fn without_explained(options: &LowerOptions) -> LowerOptions {
    LowerOptions {
        explained: BTreeSet::new(),
        ..options.clone()
    }
}

/// The text without what no other file looks at: the insides of methods, and method contracts where no type of another file
/// inherits. Classes declared inside of a method may be subtypes of others, so such a method is offered whole.
fn offer(file: &SourceFile, has_heirs: bool) -> Arc<str> {
    let types = file.all_types();
    let mut offered = String::with_capacity(file.text.len());
    let mut hidden: Vec<Span> = Vec::new();
    for method in types.iter().flat_map(|ty| ty.methods()) {
        let body = method.body.as_ref().filter(|_| !method.in_jml);
        hidden.extend(body.filter(|body| body.types.is_empty()).map(|b| b.span));
        if let Some(spec) = method.spec.as_ref().filter(|_| !has_heirs) {
            hidden.push(spec.span);
            // Modifiers may stand between clauses.
            let words = method.modifiers.jml.iter();
            offered.extend(words.map(|word| format!("{:?} ", word.kind)));
        }
    }
    hidden.sort_by_key(|span| span.start);
    let mut at = 0;
    for span in hidden.into_iter().filter(|span| !span.is_empty()) {
        if span.start >= at {
            offered.push_str(&file.text[at..span.start]);
            offered.push_str("{}");
            at = span.end;
        }
    }
    offered.push_str(&file.text[at..]);
    // Whether anybody asks for these decides what every class has.
    for asked in ["\\inv", "\\static_inv"] {
        offered.push(if file.clean.contains(asked) { 'y' } else { 'n' });
    }
    offered.into()
}

/// Whether a type of another file inherits from one of this file.
fn files_with_heirs(index: &Index) -> Vec<bool> {
    let mut with_heirs = vec![false; index.files.len()];
    for (no, entry) in index.types.iter().enumerate() {
        for above in index.ancestry(TypeNo(no)) {
            let home = index.of(above).file;
            with_heirs[home] |= home != entry.file;
        }
    }
    with_heirs
}

/// Where the types of each file begin in the index; one more entry at the end.
fn type_starts(index: &Index) -> Vec<usize> {
    let mut starts = vec![0; index.files.len() + 1];
    for entry in &index.types {
        starts[entry.file + 1] += 1;
    }
    for file in 0..index.files.len() {
        starts[file + 1] += starts[file];
    }
    starts
}

/// The methods of a type in a fixed order; the constructor that nobody wrote is the last.
fn methods_of<'a>(lowerer: &Lowerer<'a>, ty: TypeNo) -> Vec<&'a Method> {
    let written = lowerer.index.of(ty).decl.methods();
    written.chain(lowerer.implicit.get(&ty)).collect()
}

impl<'a> Lowerer<'a> {
    /// Whether the lowering of a file is kept, so that nothing is to be done for it.
    pub(super) fn is_kept(&self, file: usize) -> bool {
        self.kept.get(file).is_some_and(Option::is_some)
    }

    /// The types of the files that are lowered this time.
    pub(super) fn fresh_types(&self) -> Vec<TypeNo> {
        let all = (0..self.index.types.len()).map(TypeNo);
        all.filter(|ty| !self.is_kept(self.index.of(*ty).file))
            .collect()
    }

    /// Before anything is lowered: what the others will look for.
    pub(super) fn recall(&mut self) {
        let starts = type_starts(self.index);
        for (file, known) in self.kept.clone().into_iter().enumerate() {
            let Some(known) = known else { continue };
            let ty = |local: usize| TypeNo(starts[file] + local);
            self.taken.extend(&known.numbers);
            for (local, clauses) in &known.type_clauses {
                self.type_clauses.insert(ty(*local), clauses.clone());
            }
            for (local, place, declared) in &known.declared {
                if let Some(method) = methods_of(self, ty(*local)).get(*place) {
                    self.declared.insert(*method, declared.clone());
                }
            }
            for (owner, lost) in &known.lost {
                let owner = match owner {
                    LocalOwner::Type(local) => Owner::Type(ty(*local)),
                    LocalOwner::Method(no) => Owner::Method(*no),
                };
                self.lost.push((owner, lost.clone()));
            }
            let table = &mut self.table;
            let clauses = known.clauses.iter();
            table.clauses.extend(clauses.map(|c| (c.id, c.clone())));
            table.non_null_fields.extend(known.non_null_fields.clone());
            table.opened.extend(known.opened.clone());
            table.invariants.extend(known.invariants.clone());
            table.local_types.extend(known.local_types.clone());
        }
    }

    /// Puts methods and diagnostics into the order of the files, those of kept files too.
    pub(super) fn arrange(&mut self) {
        let mut methods = std::mem::take(&mut self.table.methods);
        let mut diagnostics = std::mem::take(&mut self.diagnostics);
        for known in self.kept.iter().flatten() {
            methods.extend(known.methods.iter().cloned());
            diagnostics.extend(known.diagnostics.iter().cloned());
        }
        methods.sort_by_key(|method| method.file);
        diagnostics.sort_by_key(|diagnostic| diagnostic.file);
        self.table.methods = methods;
        self.diagnostics = diagnostics;
    }

    /// What to keep for the next time; to be asked before losses are handed out. None where it cannot be told which file
    /// something belongs to.
    pub(super) fn memo(&self) -> Option<UnfinishedMemo> {
        let names: HashSet<&String> = self.index.types.iter().map(|t| &t.binary_name).collect();
        let plain = self.options.explained.is_empty() && self.merged.is_empty();
        if !plain || self.crossed || names.len() != self.index.types.len() {
            return None;
        }
        let starts = type_starts(self.index);
        let with_heirs = files_with_heirs(self.index);
        let mut file_of_class = HashMap::new();
        let mut file_of_method = HashMap::new();
        for (no, entry) in self.index.types.iter().enumerate() {
            file_of_class.insert(entry.binary_name.as_str(), entry.file);
            for method in methods_of(self, TypeNo(no)) {
                if let Some(declared) = self.declared.get(&(method as *const Method)) {
                    file_of_method.insert(declared.no, entry.file);
                }
            }
        }
        let mut files: Vec<FileLowering> = Vec::new();
        for (file, input) in self.index.files.iter().enumerate() {
            files.push(self.file_part(file, input, &starts, with_heirs[file]));
        }
        for clause in self.table.clauses.values() {
            files[clause.file].clauses.push(clause.clone());
        }
        for method in &self.table.methods {
            files[method.file].methods.push(method.clone());
        }
        for diagnostic in &self.diagnostics {
            files[diagnostic.file].diagnostics.push(diagnostic.clone());
        }
        for (owner, lost) in &self.lost {
            let (file, owner) = match owner {
                Owner::Nobody => continue,
                Owner::Type(ty) => {
                    let file = self.index.of(*ty).file;
                    (file, LocalOwner::Type(ty.0 - starts[file]))
                }
                Owner::Method(no) => (*file_of_method.get(no)?, LocalOwner::Method(*no)),
            };
            files[file].lost.push((owner, lost.clone()));
        }
        let table = &self.table;
        for (class, member) in &table.non_null_fields {
            let file = *file_of_class.get(class.as_str())?;
            let entry = (class.clone(), member.clone());
            files[file].non_null_fields.push(entry);
        }
        for (class, member) in &table.opened {
            let file = *file_of_class.get(class.as_str())?;
            files[file].opened.push((class.clone(), member.clone()));
        }
        for (class, clauses) in &table.invariants {
            let file = *file_of_class.get(class.as_str())?;
            files[file]
                .invariants
                .push((class.clone(), clauses.clone()));
        }
        for (class, number) in &table.local_types {
            let file = *file_of_class.get(class.as_str())?;
            files[file].local_types.push((class.clone(), *number));
        }
        Some(UnfinishedMemo(files))
    }

    fn file_part(
        &self,
        file: usize,
        input: &InputFile,
        starts: &[usize],
        has_heirs: bool,
    ) -> FileLowering {
        let before = self.kept.get(file).and_then(Option::as_ref);
        let mut declared = Vec::new();
        let mut type_clauses = Vec::new();
        for no in starts[file]..starts[file + 1] {
            let local = no - starts[file];
            if let Some(clauses) = self.type_clauses.get(&TypeNo(no)) {
                type_clauses.push((local, clauses.clone()));
            }
            for (place, method) in methods_of(self, TypeNo(no)).into_iter().enumerate() {
                if let Some(found) = self.declared.get(&(method as *const Method)) {
                    declared.push((local, place, found.clone()));
                }
            }
        }
        FileLowering {
            path: input.path.to_owned(),
            text: input.file.text.clone(),
            offer: before.map_or_else(|| offer(input.file, has_heirs), |known| known.offer.clone()),
            has_heirs,
            shadow: Arc::new(ShadowFile::default()),
            clauses: Vec::new(),
            methods: Vec::new(),
            diagnostics: Vec::new(),
            lost: Vec::new(),
            declared,
            type_clauses,
            numbers: match before {
                Some(known) => known.numbers.clone(),
                None => self.numbers.get(&file).cloned().unwrap_or_default(),
            },
            non_null_fields: Vec::new(),
            opened: Vec::new(),
            invariants: Vec::new(),
            local_types: Vec::new(),
        }
    }
}

/// A memo that lacks the shadows.
pub(super) struct UnfinishedMemo(Vec<FileLowering>);

impl UnfinishedMemo {
    pub fn with_shadows(self, shadows: &[Arc<ShadowFile>], options: &LowerOptions) -> Memo {
        let files = self.0.into_iter().zip(shadows).map(|(mut file, shadow)| {
            file.shadow = shadow.clone();
            Arc::new(file)
        });
        Memo {
            options: without_explained(options),
            files: files.collect(),
        }
    }
}

/// Numbers by the file whose parts took them.
pub(super) type Numbers = BTreeMap<usize, Vec<u32>>;
