//! What is known right now: open documents with their trees, the files of the project, and what the checks have found.
//! Requests read one snapshot from beginning to end; whoever changes something makes the next one.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use proviso_report::{MethodReport, Problem, Range, Verdict};
use proviso_syntax::ast::SourceFile;

use crate::text::{Lined, Text};

/// Cheap to clone: what did not change is shared.
#[derive(Clone, Default)]
pub struct Snapshot {
    /// The folder that file names in reports are relative to.
    pub root: PathBuf,
    /// How texts are read; all trees were.
    pub reading: proviso_syntax::Options,
    pub documents: BTreeMap<PathBuf, Arc<Document>>,
    /// What is known of each file, in the version that was checked.
    pub files: BTreeMap<PathBuf, Arc<FileState>>,
    /// All sources of the project as they were last read.
    pub sources: BTreeMap<PathBuf, Arc<SourceFile>>,
}

/// A text that the editor has open.
#[derive(Clone)]
pub struct Document {
    /// What the editor calls it.
    pub address: String,
    pub path: PathBuf,
    pub version: i32,
    /// Where the last edit was, so that the method there is checked first.
    pub edited_at: usize,
    syntax: Arc<proviso_syntax::Document>,
}

/// How far the check of one method is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    Waiting,
    Checking { k: u32 },
    Done,
}

#[derive(Debug, Clone)]
pub struct MethodState {
    /// `pkg.Class.method(descriptor)`
    pub id: String,
    /// The method's name in its declaration.
    pub range: Range,
    /// The whole declaration with its contract.
    pub extent: Range,
    /// Whether the user wrote any JML that governs it.
    pub has_contract: bool,
    pub progress: Progress,
    /// The newest report for exactly this version of the text.
    pub report: Option<Arc<MethodReport>>,
    /// What a larger bound gave that decided nothing: the limit it met is a part of what is known.
    pub beyond: Option<Arc<MethodReport>>,
    /// What its squiggles on the screen still say, until the file is published again.
    pub shown: Option<Arc<MethodReport>>,
}

/// A file in one version: the text that was checked and what is known of it.
#[derive(Debug, Clone)]
pub struct FileState {
    /// What the editor calls it.
    pub address: String,
    /// None for a file that is not open.
    pub version: Option<i32>,
    pub text: Text,
    pub problems: Vec<Problem>,
    pub methods: Vec<MethodState>,
}

/// Counts by verdict, for the status.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub violated: usize,
    pub holds: usize,
    pub holds_to_bound: usize,
    pub unknown: usize,
    pub spec_error: usize,
}

impl Document {
    pub fn new(
        path: PathBuf,
        address: String,
        version: i32,
        text: &str,
        reading: &proviso_syntax::Options,
    ) -> Document {
        let syntax = proviso_syntax::Document::with_options(text, reading.clone());
        Document {
            address,
            path,
            version,
            edited_at: 0,
            syntax: Arc::new(syntax),
        }
    }

    /// The next version; only what differs is parsed again.
    pub fn with_text(&self, version: i32, text: &str, edited_at: usize) -> Document {
        let mut syntax = (*self.syntax).clone();
        syntax.set_text(text);
        Document {
            version,
            edited_at,
            syntax: Arc::new(syntax),
            ..self.clone()
        }
    }

    /// The same text read in another way.
    pub fn read_as(&self, reading: &proviso_syntax::Options) -> Document {
        let syntax = proviso_syntax::Document::with_options(self.text(), reading.clone());
        Document {
            syntax: Arc::new(syntax),
            ..self.clone()
        }
    }

    pub fn text(&self) -> &str {
        self.syntax.text()
    }

    pub fn tree(&self) -> Arc<SourceFile> {
        self.syntax.shared_file()
    }
}

impl FileState {
    pub fn method(&self, id: &str) -> Option<&MethodState> {
        self.methods.iter().find(|state| state.id == id)
    }

    pub fn method_mut(&mut self, id: &str) -> Option<&mut MethodState> {
        self.methods.iter_mut().find(|state| state.id == id)
    }

    /// The innermost method whose declaration or contract covers the offset.
    pub fn method_at(&self, offset: usize) -> Option<&MethodState> {
        self.methods
            .iter()
            .filter(|state| touches(self.text.span(state.extent), offset))
            .max_by_key(|state| state.extent.start)
    }
}

/// Whether a cursor at the offset is at the span; its end counts.
pub(crate) fn touches(span: proviso_syntax::ast::Span, offset: usize) -> bool {
    span.start <= offset && offset <= span.end
}

impl Snapshot {
    pub fn document(&self, path: &Path) -> Option<&Arc<Document>> {
        self.documents.get(path)
    }

    pub fn file(&self, path: &Path) -> Option<&Arc<FileState>> {
        self.files.get(path)
    }

    pub fn method_mut(&mut self, path: &Path, id: &str) -> Option<&mut MethodState> {
        Arc::make_mut(self.files.get_mut(path)?).method_mut(id)
    }

    /// Every method of every file, to be changed.
    pub fn methods_mut(&mut self) -> impl Iterator<Item = &mut MethodState> {
        let files = self.files.values_mut();
        files.flat_map(|file| &mut Arc::make_mut(file).methods)
    }

    /// What is known of a document in exactly the version on the screen.
    pub fn known(&self, document: &Document) -> Option<&Arc<FileState>> {
        let file = self.files.get(&document.path)?;
        (file.version == Some(document.version)).then_some(file)
    }

    /// The text that results of a file speak of: the checked version, the open one, or the one that was read.
    pub fn text(&self, path: &Path) -> Option<Text> {
        if let Some(file) = self.files.get(path) {
            return Some(file.text.clone());
        }
        let tree = match self.documents.get(path) {
            Some(document) => document.tree(),
            None => self.sources.get(path)?.clone(),
        };
        Some(tree.text.clone().into())
    }

    /// What the editor calls a file, if it is one that it has or had open.
    pub fn address(&self, path: &Path) -> Option<&str> {
        let open = self.documents.get(path).map(|open| open.address.as_str());
        open.or_else(|| self.files.get(path).map(|file| file.address.as_str()))
    }

    pub fn tally(&self) -> Tally {
        let mut tally = Tally::default();
        let states = self.files.values().flat_map(|file| &file.methods);
        for report in states.filter_map(|state| state.report.as_ref()) {
            match report.verdict {
                Verdict::Violated => tally.violated += 1,
                Verdict::Holds => tally.holds += 1,
                Verdict::HoldsToBound => tally.holds_to_bound += 1,
                Verdict::Unknown => tally.unknown += 1,
                Verdict::SpecError => tally.spec_error += 1,
            }
        }
        tally
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(text: &str) -> Document {
        let reading = proviso_syntax::Options::default();
        Document::new("A.java".into(), "file:///A.java".into(), 1, text, &reading)
    }

    #[test]
    fn a_new_version_leaves_the_old_one_as_it_was() {
        let before = document("class A { int f() { return 1; } }");
        let after = before.with_text(2, "class A { int g() { return 1; } }", 14);
        let name = |document: &Document| {
            let tree = document.tree();
            let method = tree.types[0].methods().next().expect("a method");
            method.name.text.clone()
        };
        assert_eq!((name(&before), before.version), ("f".to_owned(), 1));
        assert_eq!((name(&after), after.version), ("g".to_owned(), 2));
        assert_eq!(after.edited_at, 14);
    }

    #[test]
    fn what_is_known_of_another_version_is_not_told() {
        let mut snapshot = Snapshot::default();
        let open = document("class A { }");
        let state = FileState {
            address: open.address.clone(),
            version: Some(1),
            text: Arc::<str>::from(open.text()).into(),
            problems: Vec::new(),
            methods: Vec::new(),
        };
        snapshot.files.insert(open.path.clone(), Arc::new(state));
        assert!(snapshot.known(&open).is_some());
        assert!(
            snapshot
                .known(&open.with_text(2, "class A {}", 9))
                .is_none()
        );
    }
}
