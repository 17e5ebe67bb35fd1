//! Go to definition for names inside JML: parameters, locals, members and types of the file, then types of the workspace.

use std::path::{Path, PathBuf};

use proviso_syntax::ast::{Ident, SourceFile, Span};

use super::jml_words;
use super::trees::{annotation_at, around};

pub enum Target {
    Here(Span),
    /// A type that has a file of its own.
    File(PathBuf),
}

pub fn definition(
    file: &SourceFile,
    path: &Path,
    offset: usize,
    known_files: &[PathBuf],
) -> Option<Target> {
    annotation_at(file, offset)?;
    let (start, end) = jml_words::word_at(&file.text, offset)?;
    let name = &file.text[start..end];
    let is_member = file.text[..start].trim_end().ends_with('.');
    if let Some(span) = local_name(file, name, offset, is_member) {
        return Some(Target::Here(span));
    }
    let file_name = format!("{name}.java");
    let beside = path.with_file_name(&file_name);
    if beside.is_file() {
        return Some(Target::File(beside));
    }
    known_files
        .iter()
        .find(|known| {
            known
                .file_name()
                .is_some_and(|known| known == file_name.as_str())
        })
        .cloned()
        .map(Target::File)
}

fn local_name(file: &SourceFile, name: &str, offset: usize, is_member: bool) -> Option<Span> {
    let named = |ident: &Ident| (ident.text == name).then_some(ident.span);
    let around = around(file, offset);
    if !is_member && let Some(method) = around.method {
        let locals = method
            .body
            .iter()
            .flat_map(|body| &body.locals)
            .filter(|local| local.scope.contains(offset));
        // The innermost declaration is the last one whose scope holds the place.
        if let Some(span) = locals.filter_map(|local| named(&local.name)).next_back() {
            return Some(span);
        }
        if let Some(span) = method.params.iter().find_map(|param| named(&param.name)) {
            return Some(span);
        }
    }
    let own = around.class.into_iter();
    let all = file.all_types();
    for class in own.chain(all.iter().copied()) {
        let field = class.fields().find_map(|field| named(&field.name));
        let method = || class.methods().find_map(|method| named(&method.name));
        let component = || {
            class
                .record_components
                .iter()
                .find_map(|component| named(&component.name))
        };
        let constant = || {
            class
                .enum_constants
                .iter()
                .find_map(|constant| named(&constant.name))
        };
        if let Some(span) = field.or_else(method).or_else(component).or_else(constant) {
            return Some(span);
        }
    }
    all.iter().find_map(|class| named(&class.name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    fn target(text: &str) -> Option<String> {
        let offset = text.find('|').expect("a bar marks the cursor");
        let text = text.replacen('|', "", 1);
        let file = parse(&text, &Options::default());
        match definition(&file, Path::new("A.java"), offset, &[])? {
            Target::Here(span) => Some(format!(
                "{}:{}",
                &text[span.start..span.end],
                text[..span.start].lines().count()
            )),
            Target::File(path) => Some(path.display().to_string()),
        }
    }

    #[test]
    fn a_parameter_comes_before_a_field_of_the_same_name() {
        assert_eq!(
            target("class A {\n  int x;\n  //@ ensures |x > 0;\n  void f(int x) { }\n}"),
            Some("x:4".to_owned())
        );
        assert_eq!(
            target("class A {\n  int x;\n  //@ ensures this.|x > 0;\n  void f(int x) { }\n}"),
            Some("x:2".to_owned())
        );
    }

    #[test]
    fn code_is_left_to_the_java_server() {
        assert_eq!(
            target("class A {\n  int x;\n  void f() { |x = 1; }\n}"),
            None
        );
    }
}
