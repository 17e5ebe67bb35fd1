//! What is asked of and answered by the in-memory javac.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::wire::{Decoder, Encoder, WireError};

/// One compilation unit. `name` is its path or URI as the caller knows it and comes back in diagnostics;
/// its last segment must be the file name (`Account.java`), as javac insists for public classes.
#[derive(Debug, Clone)]
pub struct Source {
    pub name: String,
    pub text: Arc<str>,
}

#[derive(Debug, Clone)]
pub struct CompileRequest {
    pub sources: Vec<Source>,
    /// Classes compiled earlier that the sources may use; they hide those of the class path.
    pub classes: Vec<CompiledClass>,
    pub class_path: Vec<PathBuf>,
    /// Folders in which javac looks for the source of classes it does not find elsewhere.
    pub source_path: Vec<PathBuf>,
    /// `--release N`; `None` compiles for the JDK in use.
    pub release: Option<u32>,
    pub time_limit: Duration,
}

impl Default for CompileRequest {
    fn default() -> Self {
        CompileRequest {
            sources: Vec::new(),
            classes: Vec::new(),
            class_path: Vec::new(),
            source_path: Vec::new(),
            release: None,
            time_limit: Duration::from_secs(120),
        }
    }
}

/// A class file; `name` is the binary name with dots, `pkg.Outer$Inner`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompiledClass {
    pub name: String,
    pub bytes: Arc<[u8]>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DiagnosticKind {
    Error,
    Warning,
    Note,
}

/// A message of javac. `start..end` are byte offsets into the source text, `line` counts from 1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Diagnostic {
    pub kind: DiagnosticKind,
    /// The `Source::name`, or the path of a file found on the source path, or empty (a message about options).
    pub source: String,
    pub start: usize,
    pub end: usize,
    /// Where javac would draw its caret.
    pub position: usize,
    pub line: u32,
    /// javac's key, for instance `compiler.err.cant.resolve.location`.
    pub code: String,
    pub message: String,
}

/// A method, constructor or initialiser that did not compile: its body was replaced by `throw` so that the
/// rest of the class exists. What runs through it must not be trusted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BlankedBody {
    pub source: String,
    /// Byte range of the body, braces included.
    pub start: usize,
    pub end: usize,
}

#[derive(Debug, Clone, Default)]
pub struct CompileResult {
    /// All classes that could be made, also when some sources have errors.
    pub classes: Vec<CompiledClass>,
    /// The messages about the text as given.
    pub diagnostics: Vec<Diagnostic>,
    pub blanked: Vec<BlankedBody>,
    /// Sources (by name) for which no classes could be made.
    pub dropped: Vec<String>,
}

impl CompileResult {
    pub fn has_errors(&self) -> bool {
        self.diagnostics
            .iter()
            .any(|diagnostic| diagnostic.kind == DiagnosticKind::Error)
    }
}

pub(crate) fn encode_class(out: &mut Encoder, class: &CompiledClass) {
    out.string(&class.name);
    out.bytes(&class.bytes);
}

pub(crate) fn encode(request: &CompileRequest) -> Vec<u8> {
    let mut out = Encoder::default();
    out.list(&request.sources, |out, source| {
        out.string(&source.name);
        out.string(&source.text);
    });
    out.list(&request.classes, encode_class);
    out.paths(&request.class_path);
    out.paths(&request.source_path);
    out.u32(request.release.unwrap_or(0));
    out.finish()
}

pub(crate) fn decode(input: &mut Decoder<'_>) -> Result<CompileResult, WireError> {
    Ok(CompileResult {
        classes: input.list(|input| {
            Ok(CompiledClass {
                name: input.string()?,
                bytes: Arc::from(input.bytes()?),
            })
        })?,
        diagnostics: input.list(decode_diagnostic)?,
        blanked: input.list(|input| {
            Ok(BlankedBody {
                source: input.string()?,
                start: input.u32()? as usize,
                end: input.u32()? as usize,
            })
        })?,
        dropped: input.list(|input| input.string())?,
    })
}

fn decode_diagnostic(input: &mut Decoder<'_>) -> Result<Diagnostic, WireError> {
    Ok(Diagnostic {
        kind: match input.u8()? {
            0 => DiagnosticKind::Error,
            1 => DiagnosticKind::Warning,
            _ => DiagnosticKind::Note,
        },
        source: input.string()?,
        start: input.u32()? as usize,
        end: input.u32()? as usize,
        position: input.u32()? as usize,
        line: input.u32()?,
        code: input.string()?,
        message: input.string()?,
    })
}
