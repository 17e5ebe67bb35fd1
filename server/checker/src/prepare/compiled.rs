//! Compiles the shadows of a unit. Where an earlier version of them was compiled before, javac gets only the changed ones
//! and the kept classes of the others; the result is that of compiling everything.
//!
//! That holds as long as the changed files still *offer* the same to others (`offer.rs`): javac looks at nothing else of a
//! file than its text and what the others offer. Contracts need no rule of their own: a clause that another file's driver
//! calls stands in that file's shadow, so a change of it is a change of that text. When an offer changes, or a file could
//! not be compiled at all, everything is compiled again.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::PathBuf;
use std::sync::Arc;

use proviso_classfile::ClassFile;
use proviso_jvm_host::{
    BlankedBody, Cancel, CompileRequest, CompileResult, CompiledClass, Diagnostic, DiagnosticKind,
    Source,
};

use proviso_verdicts::KeptNodes;

use super::offer::Offer;
use super::unit::Toolchain;

type FileOf<'a> = Box<dyn Fn(&str) -> Option<usize> + 'a>;

/// What one compilation is asked.
pub struct Request<'a> {
    /// Path and shadow text of every file that is Java.
    pub sources: Vec<(String, Arc<str>)>,
    /// Which file (by its place in `sources`) a class comes from.
    pub file_of: FileOf<'a>,
    /// Binary names of the types that the sources declare.
    pub types: Vec<&'a str>,
    pub source_roots: &'a [PathBuf],
    pub release: Option<u32>,
}

/// A class as bytes for the JVM and as data for the engine, with what is worked out of it once.
pub struct MadeClass {
    pub class: CompiledClass,
    pub parsed: Arc<ClassFile>,
    pub nodes: KeptNodes,
}

impl MadeClass {
    pub fn new(class: CompiledClass) -> Result<Arc<MadeClass>, String> {
        let parsed = ClassFile::parse(class.bytes.clone())
            .map_err(|error| format!("javac made a class that cannot be read: {error}"))?;
        Ok(Arc::new(MadeClass {
            class,
            parsed: Arc::new(parsed),
            nodes: KeptNodes::new(),
        }))
    }
}

/// One file's part of a compilation.
#[derive(Default)]
struct Part {
    text: Arc<str>,
    classes: Vec<Arc<MadeClass>>,
    errors: Vec<Diagnostic>,
    blanked: Vec<BlankedBody>,
}

/// The shadows of a unit and what javac made of them.
#[derive(Default)]
pub struct Compiled {
    parts: BTreeMap<String, Arc<Part>>,
    /// Errors that name no file of the unit.
    elsewhere: Vec<Diagnostic>,
    /// Classes of files that javac found itself on the source path.
    found: Vec<Arc<MadeClass>>,
    dropped: bool,
    /// How many files javac was given for this result.
    pub javac_files: usize,
}

impl Compiled {
    /// In the order of the files, each file's as javac gave them.
    pub fn errors(&self) -> impl Iterator<Item = &Diagnostic> {
        self.elsewhere
            .iter()
            .chain(self.parts.values().flat_map(|part| &part.errors))
    }

    pub fn blanked(&self) -> impl Iterator<Item = &BlankedBody> {
        self.parts.values().flat_map(|part| &part.blanked)
    }

    pub fn classes(&self) -> impl Iterator<Item = &Arc<MadeClass>> {
        self.found
            .iter()
            .chain(self.parts.values().flat_map(|part| &part.classes))
    }

    /// Whether parts of it can be used for other texts of the same files.
    pub(super) fn can_be_continued(&self) -> bool {
        !self.dropped && self.found.is_empty() && self.elsewhere.is_empty()
    }

    fn has_files(&self, sources: &[(String, Arc<str>)]) -> bool {
        self.parts.len() == sources.len()
            && sources
                .iter()
                .all(|(path, _)| self.parts.contains_key(path))
    }

    fn changed<'s>(&self, sources: &'s [(String, Arc<str>)]) -> Vec<&'s (String, Arc<str>)> {
        sources
            .iter()
            .filter(|(path, text)| self.parts.get(path).is_none_or(|part| part.text != *text))
            .collect()
    }
}

/// Compiles, starting from that of the earlier compilations that leaves the least to do.
pub fn compile(
    request: &Request,
    earlier: &[Arc<Compiled>],
    tools: &Toolchain,
) -> Result<Arc<Compiled>, String> {
    let nearest = earlier
        .iter()
        .filter(|base| base.has_files(&request.sources))
        .map(|base| (base.changed(&request.sources), base))
        .min_by_key(|(changed, _)| changed.len());
    if let Some((changed, base)) = nearest {
        if changed.is_empty() {
            return Ok(base.clone());
        }
        if base.can_be_continued()
            && changed.len() * 2 < request.sources.len().max(3)
            && let Some(compiled) = continued(base, &changed, request, tools)?
        {
            return Ok(Arc::new(compiled));
        }
    }
    let all: Vec<_> = request.sources.iter().collect();
    let result = ask(&all, Vec::new(), request, tools)?;
    Ok(Arc::new(sorted(&all, result, request)?))
}

/// Compiles the changed files only; none when that does not tell what compiling all would.
fn continued(
    base: &Compiled,
    changed: &[&(String, Arc<str>)],
    request: &Request,
    tools: &Toolchain,
) -> Result<Option<Compiled>, String> {
    let paths: HashSet<&str> = changed.iter().map(|(path, _)| path.as_str()).collect();
    let kept: Vec<_> = base
        .parts
        .iter()
        .filter(|(path, _)| !paths.contains(path.as_str()))
        .collect();
    let classes = kept.iter().flat_map(|(_, part)| &part.classes);
    let classes = classes.map(|made| made.class.clone()).collect();
    let result = ask(changed, classes, request, tools)?;
    let mut compiled = sorted(changed, result, request)?;
    if !compiled.can_be_continued() {
        return Ok(None);
    }
    let offer = |part: &Part| Offer::new(part.classes.iter().map(|made| &*made.parsed));
    for (path, part) in &compiled.parts {
        let before = base.parts.get(path);
        if !before.is_some_and(|before| offer(before).suits_users_of(&offer(part))) {
            return Ok(None);
        }
    }
    let kept = kept
        .into_iter()
        .map(|(path, part)| (path.clone(), part.clone()));
    compiled.parts.extend(kept);
    Ok(Some(compiled))
}

pub(super) fn ask(
    sources: &[&(String, Arc<str>)],
    mut classes: Vec<CompiledClass>,
    request: &Request,
    tools: &Toolchain,
) -> Result<CompileResult, String> {
    classes.extend(tools.runtime.iter().map(|made| made.class.clone()));
    let sources = sources.iter().map(|(path, text)| Source {
        name: path.clone(),
        text: text.clone(),
    });
    let request = CompileRequest {
        sources: sources.collect(),
        classes,
        class_path: tools.class_path.clone(),
        source_path: request.source_roots.to_vec(),
        release: request.release,
        ..CompileRequest::default()
    };
    let _stage = tracing::debug_span!("compile", files = request.sources.len()).entered();
    tools
        .host
        .compile(&request, &Cancel::default())
        .map_err(|error| error.to_string())
}

/// Javac's answer file by file.
pub(super) fn sorted(
    sources: &[&(String, Arc<str>)],
    result: CompileResult,
    request: &Request,
) -> Result<Compiled, String> {
    let mut compiled = Compiled {
        dropped: !result.dropped.is_empty(),
        javac_files: sources.len(),
        ..Compiled::default()
    };
    let mut parts: HashMap<&str, Part> = HashMap::new();
    for (path, text) in sources {
        let part = Part {
            text: text.clone(),
            ..Part::default()
        };
        parts.insert(path, part);
    }
    for class in result.classes {
        let made = MadeClass::new(class)?;
        let path = (request.file_of)(&made.class.name).map(|index| &request.sources[index].0);
        match path.and_then(|path| parts.get_mut(path.as_str())) {
            Some(part) => part.classes.push(made),
            None => compiled.found.push(made),
        }
    }
    for diagnostic in result.diagnostics {
        if diagnostic.kind != DiagnosticKind::Error {
            continue;
        }
        match parts.get_mut(diagnostic.source.as_str()) {
            Some(part) => part.errors.push(diagnostic),
            None => compiled.elsewhere.push(diagnostic),
        }
    }
    for body in result.blanked {
        if let Some(part) = parts.get_mut(body.source.as_str()) {
            part.blanked.push(body);
        }
    }
    let parts = parts
        .into_iter()
        .map(|(path, part)| (path.to_owned(), Arc::new(part)));
    compiled.parts = parts.collect();
    Ok(compiled)
}
