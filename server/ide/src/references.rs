//! Where a name is used inside the JML of the workspace, with its declaration if that is wanted.

use proviso_syntax::ast::Span;

use crate::jml_words::word_at;
use crate::names::{Declared, Sources};

/// Uses of what the name at `offset` means; the name itself may stand in JML or be the declaration.
pub fn references(
    sources: &Sources,
    file: usize,
    offset: usize,
    with_declaration: bool,
) -> Vec<Declared> {
    let tree = sources.tree(file);
    let Some((start, end)) = word_at(&tree.text, offset) else {
        return Vec::new();
    };
    let name = &tree.text[start..end];
    let here = Declared {
        file,
        span: Span::new(start, end),
    };
    let declaration = sources.meaning(file, offset).unwrap_or(here);
    let mut found = Vec::new();
    for file in 0..sources.count() {
        let tree = sources.tree(file);
        for annotation in &tree.annotations {
            let text = tree.raw_text(annotation.span);
            for (at, _) in text.match_indices(name) {
                let at = annotation.span.start + at;
                let whole = word_at(&tree.text, at) == Some((at, at + name.len()));
                if whole && sources.meaning(file, at) == Some(declaration) {
                    let span = Span::new(at, at + name.len());
                    found.push(Declared { file, span });
                }
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
    use std::path::PathBuf;
    use std::sync::Arc;

    #[test]
    fn a_parameter_is_told_from_the_field_of_its_name() {
        let text = "class A {\n  int x;\n  //@ invariant x > 0;\n  //@ requires x > 1;\n  //@ ensures this.x == x;\n  void f(int x) { }\n}";
        let other = "class B {\n  A a;\n  int x;\n  //@ invariant a.x > x;\n}";
        let parsed = |name: &str, text: &str| {
            (
                PathBuf::from(name),
                Arc::new(parse(text, &Options::default())),
            )
        };
        let sources = Sources::new(vec![parsed("A.java", text), parsed("B.java", other)]);
        let lines = |needle: &str, from: usize| -> Vec<(usize, usize)> {
            let offset = text.find(needle).expect("is there") + from;
            references(&sources, 0, offset, false)
                .iter()
                .map(|found| {
                    let before = &sources.tree(found.file).text[..found.span.start];
                    (found.file, before.matches('\n').count() + 1)
                })
                .collect()
        };
        assert_eq!(lines("requires x", 9), [(0, 4), (0, 5)]);
        assert_eq!(lines("int x;", 4), [(0, 3), (0, 5), (1, 4)]);
    }
}
