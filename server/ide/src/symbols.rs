//! Document symbols and folding for specifications: types, their methods, and the clauses of each.

use proviso_syntax::ast::{CaseItem, Member, Method, SourceFile, Span, SpecCase, TypeDecl};

use crate::text::{Lined, Text};

/// An entry of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    pub name: String,
    pub kind: SymbolKind,
    pub span: Span,
    /// Its name, or what else stands for it.
    pub selection: Span,
    pub children: Vec<Symbol>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SymbolKind {
    Type,
    Method,
    Field,
    Clause,
}

pub fn symbols(file: &SourceFile) -> Vec<Symbol> {
    let outline = Outline { file };
    let types = file.types.iter();
    types.map(|ty| outline.type_symbol(ty)).collect()
}

struct Outline<'a> {
    file: &'a SourceFile,
}

impl Outline<'_> {
    fn type_symbol(&self, ty: &TypeDecl) -> Symbol {
        let clauses = ty
            .clauses
            .iter()
            .map(|clause| self.clause(clause.span, clause.keyword.span));
        let mut children: Vec<Symbol> = clauses.collect();
        for member in &ty.members {
            match member {
                Member::Field(field) => children.push(self.symbol(
                    &field.name.text,
                    SymbolKind::Field,
                    field.span,
                    field.name.span,
                    Vec::new(),
                )),
                Member::Method(method) => children.push(self.method_symbol(method)),
                Member::Type(inner) => children.push(self.type_symbol(inner)),
                Member::Initializer(_) => {}
            }
        }
        children.sort_by_key(|child| child.span.start);
        self.symbol(
            &ty.name.text,
            SymbolKind::Type,
            ty.span,
            ty.name.span,
            children,
        )
    }

    fn method_symbol(&self, method: &Method) -> Symbol {
        let mut clauses = Vec::new();
        if let Some(spec) = &method.spec {
            let cases = spec
                .cases
                .iter()
                .chain(&spec.implies_that)
                .chain(&spec.for_example);
            cases.for_each(|case| case_clauses(case, &mut clauses));
        }
        let children = clauses
            .into_iter()
            .map(|(span, keyword)| self.clause(span, keyword))
            .collect();
        // The contract stands before the method but belongs to it: an outline must nest what it shows nested.
        let span = method
            .spec
            .as_ref()
            .map_or(method.span, |spec| spec.span.to(method.span));
        self.symbol(
            &method.name.text,
            SymbolKind::Method,
            span,
            method.name.span,
            children,
        )
    }

    fn clause(&self, span: Span, keyword: Span) -> Symbol {
        self.symbol(
            &one_line(self.file, span),
            SymbolKind::Clause,
            span,
            keyword,
            Vec::new(),
        )
    }

    fn symbol(
        &self,
        name: &str,
        kind: SymbolKind,
        span: Span,
        selection: Span,
        children: Vec<Symbol>,
    ) -> Symbol {
        // Editors want a name, and the selection inside the span.
        let name = match name.trim() {
            "" => "(no name)",
            _ => name,
        };
        Symbol {
            name: name.to_owned(),
            kind,
            span,
            selection: if span.covers(selection) {
                selection
            } else {
                span
            },
            children,
        }
    }
}

fn case_clauses(case: &SpecCase, into: &mut Vec<(Span, Span)>) {
    let mut rest: Vec<&CaseItem> = case.items.iter().rev().collect();
    while let Some(item) = rest.pop() {
        match item {
            CaseItem::Clause(clause) => into.push((clause.span, clause.keyword.span)),
            CaseItem::Group { alternatives, .. } => {
                rest.extend(alternatives.iter().flatten().rev())
            }
        }
    }
}

fn one_line(file: &SourceFile, span: Span) -> String {
    let words: Vec<&str> = file.jml_text(span).split_whitespace().collect();
    let text = words.join(" ");
    if text.chars().count() > 80 {
        text.chars().take(79).chain(['…']).collect()
    } else {
        text
    }
}

/// First and last line (from 0) of annotations of several lines, and of runs of annotations with only white space between.
pub fn folding(file: &SourceFile) -> Vec<(u32, u32)> {
    let mut runs: Vec<Span> = Vec::new();
    for annotation in &file.annotations {
        match runs.last_mut() {
            Some(run)
                if file.text[run.end.min(annotation.span.start)..annotation.span.start]
                    .trim()
                    .is_empty() =>
            {
                run.end = annotation.span.end
            }
            _ => runs.push(annotation.span),
        }
    }
    let text = Text::from(file.text.clone());
    let lines = runs.into_iter().map(|run| {
        let end = run.start + file.text[run.start..run.end].trim_end().len();
        (text.line_of(run.start).0, text.line_of(end).0)
    });
    lines.filter(|(first, last)| last > first).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    const STACK: &str = "class Stack {\n  //@ invariant size >= 0;\n  int size;\n\n  //@ requires size > 0;\n  //@ ensures size == \\old(size) - 1;\n  void pop() { size--; }\n}\n";

    #[test]
    fn clauses_are_listed_below_their_method() {
        let file = parse(STACK, &Options::default());
        let symbols = symbols(&file);
        let class = &symbols[0];
        let members: Vec<&str> = class
            .children
            .iter()
            .map(|child| child.name.as_str())
            .collect();
        assert_eq!(members, ["invariant size >= 0;", "size", "pop"]);
        let clauses: Vec<&str> = class
            .children
            .iter()
            .flat_map(|child| &child.children)
            .map(|child| child.name.as_str())
            .collect();
        assert_eq!(
            clauses,
            ["requires size > 0;", "ensures size == \\old(size) - 1;"]
        );
    }

    #[test]
    fn a_contract_of_several_lines_folds() {
        let file = parse(STACK, &Options::default());
        assert_eq!(folding(&file), [(4, 5)]);
    }
}
