//! `.jml` files: the specification of a class beside its source. It supersedes all type, field and method
//! specifications of the `.java` file, even for members it omits; only JML in bodies stays (jml.md §8).
//!
//! Both files become one tree: the companion is read as if it stood behind the Java text, so that every span says by
//! itself which file it is in. The way back is in [`Merged::place`].

use crate::index::InputFile;
use proviso_syntax::ast::{Field, Member, Method, SourceFile, Span, TypeDecl};
use proviso_syntax::{Options, parse};

/// A Java file with its companion.
pub struct Merged {
    pub java: usize,
    pub companion: usize,
    /// Where the companion's text starts in `file`.
    pub base: usize,
    pub file: SourceFile,
}

impl Merged {
    /// The file (as given to `lower`) and the span in it.
    pub fn place(&self, span: Span) -> (usize, Span) {
        if span.start < self.base {
            return (self.java, span);
        }
        (
            self.companion,
            Span::new(span.start - self.base, span.end - self.base),
        )
    }
}

/// Whether a file is a companion rather than Java.
pub fn is_companion(path: &str) -> bool {
    path.ends_with(".jml")
}

/// The Java files among the given ones that have a companion.
pub fn merge_all(files: &[InputFile], reading: &Options) -> Vec<Merged> {
    let mut all = Vec::new();
    for (companion, spec) in files
        .iter()
        .enumerate()
        .filter(|(_, f)| is_companion(f.path))
    {
        let found = files.iter().position(|f| {
            f.path.ends_with(".java")
                && stem(f.path) == stem(spec.path)
                && package(f.file) == package(spec.file)
        });
        if let Some(java) = found {
            all.push(merge(java, files[java].file, companion, spec.file, reading));
        }
    }
    all
}

fn stem(path: &str) -> &str {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}

fn package(file: &SourceFile) -> &str {
    file.package.as_ref().map_or("", |p| &p.text)
}

fn merge(
    java: usize,
    source: &SourceFile,
    companion: usize,
    spec: &SourceFile,
    reading: &Options,
) -> Merged {
    let base = source.text.len();
    let shifted = parse(&format!("{}{}", " ".repeat(base), spec.text), reading);
    let mut file = source.clone();
    let behind = |own: &str, text: &str| format!("{own}{}", text.get(base..).unwrap_or("")).into();
    file.text = behind(&source.text, &shifted.text);
    file.clean = behind(&source.clean, &shifted.clean);
    file.annotations.extend(shifted.annotations);
    file.imports
        .extend(shifted.imports.into_iter().filter(|i| i.is_model));
    for ty in &mut file.types {
        let described = shifted.types.iter().find(|t| t.name.text == ty.name.text);
        supersede(ty, described);
    }
    Merged {
        java,
        companion,
        base,
        file,
    }
}

/// Replaces the JML of a type by that of its description (none: by none).
fn supersede(ty: &mut TypeDecl, spec: Option<&TypeDecl>) {
    ty.clauses = spec.map_or(Vec::new(), |s| s.clauses.clone());
    ty.modifiers.jml = spec.map_or(Vec::new(), |s| s.modifiers.jml.clone());
    ty.members.retain(|m| match m {
        Member::Field(f) => !f.in_jml,
        Member::Method(m) => !m.in_jml,
        Member::Type(t) => !t.is_model,
        Member::Initializer(_) => true,
    });
    for member in &mut ty.members {
        match member {
            Member::Field(f) => supersede_field(
                f,
                spec.and_then(|s| s.fields().find(|o| o.name.text == f.name.text)),
            ),
            Member::Method(m) => {
                supersede_method(m, spec.and_then(|s| s.methods().find(|o| same(m, o))))
            }
            Member::Type(t) => {
                let inner =
                    spec.and_then(|s| s.member_types().find(|o| o.name.text == t.name.text));
                supersede(t, inner);
            }
            Member::Initializer(_) => {}
        }
    }
    for added in spec.iter().flat_map(|s| &s.members) {
        match added {
            Member::Field(f) if f.in_jml => ty.members.push(added.clone()),
            Member::Method(m) if m.in_jml => ty.members.push(added.clone()),
            _ => {}
        }
    }
}

fn supersede_field(field: &mut Field, spec: Option<&Field>) {
    field.modifiers.jml = spec.map_or(Vec::new(), |s| s.modifiers.jml.clone());
    field.clauses = spec.map_or(Vec::new(), |s| s.clauses.clone());
    field.ty.nullness = spec.and_then(|s| s.ty.nullness);
}

fn supersede_method(method: &mut Method, spec: Option<&Method>) {
    method.spec = spec.and_then(|s| s.spec.clone());
    method.modifiers.jml = spec.map_or(Vec::new(), |s| s.modifiers.jml.clone());
    if let Some(result) = &mut method.result {
        result.nullness = spec.and_then(|s| s.result.as_ref()?.nullness);
    }
    for (i, param) in method.params.iter_mut().enumerate() {
        let described = spec.and_then(|s| s.params.get(i));
        param.ty.nullness = described.and_then(|p| p.ty.nullness);
        param.modifiers.jml = described.map_or(Vec::new(), |p| p.modifiers.jml.clone());
    }
}

/// Same name, and parameters written alike.
fn same(a: &Method, b: &Method) -> bool {
    let last = |name: &str| name.rsplit('.').next().unwrap_or("").to_string();
    a.name.text == b.name.text
        && a.kind == b.kind
        && a.params.len() == b.params.len()
        && a.params
            .iter()
            .zip(&b.params)
            .all(|(x, y)| last(&x.ty.name) == last(&y.ty.name) && x.ty.dims == y.ty.dims)
}
