//! Where a name is used inside the JML of a file, with its declaration if that is wanted.

use std::path::Path;

use proviso_syntax::ast::{SourceFile, Span};

use super::definition::{Target, definition};
use super::jml_words::word_at;

/// Uses of what the name at `offset` means; the name itself may stand in JML or be the declaration.
pub fn references(
    file: &SourceFile,
    path: &Path,
    offset: usize,
    with_declaration: bool,
) -> Vec<Span> {
    let Some((start, end)) = word_at(&file.text, offset) else {
        return Vec::new();
    };
    let name = &file.text[start..end];
    let meaning = |at: usize| match definition(file, path, at, &[]) {
        Some(Target::Here(span)) => Some(span),
        _ => None,
    };
    let declaration = meaning(offset).unwrap_or(Span::new(start, end));
    let mut found = Vec::new();
    for annotation in &file.annotations {
        let text = &file.text[annotation.span.start..annotation.span.end];
        for (at, _) in text.match_indices(name) {
            let at = annotation.span.start + at;
            let whole = word_at(&file.text, at) == Some((at, at + name.len()));
            if whole && meaning(at) == Some(declaration) {
                found.push(Span::new(at, at + name.len()));
            }
        }
    }
    if with_declaration && !found.is_empty() && !found.contains(&declaration) {
        found.insert(0, declaration);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    #[test]
    fn a_parameter_is_told_from_the_field_of_its_name() {
        let text = "class A {\n  int x;\n  //@ invariant x > 0;\n  //@ requires x > 1;\n  //@ ensures this.x == x;\n  void f(int x) { }\n}";
        let file = parse(text, &Options::default());
        let lines = |needle: &str, from: usize| -> Vec<usize> {
            let offset = text.find(needle).expect("is there") + from;
            references(&file, Path::new("A.java"), offset, false)
                .iter()
                .map(|span| text[..span.start].matches('\n').count() + 1)
                .collect()
        };
        assert_eq!(lines("requires x", 9), [4, 5]);
        assert_eq!(lines("int x;", 4), [3, 5]);
    }
}
