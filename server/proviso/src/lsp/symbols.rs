//! Document symbols and folding for specifications: types, their methods, and the clauses of each.

use proviso_syntax::ast::{CaseItem, Member, Method, SourceFile, Span, SpecCase, TypeDecl};
use tower_lsp::ls_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};

use super::position::{Encoding, Text, span_to_range, to_position};

pub fn symbols(file: &SourceFile, encoding: Encoding) -> Vec<DocumentSymbol> {
    let outline = Outline {
        file,
        text: file.text.clone().into(),
        encoding,
    };
    file.types
        .iter()
        .map(|ty| outline.type_symbol(ty))
        .collect()
}

struct Outline<'a> {
    file: &'a SourceFile,
    text: Text,
    encoding: Encoding,
}

impl Outline<'_> {
    fn type_symbol(&self, ty: &TypeDecl) -> DocumentSymbol {
        let clauses = ty
            .clauses
            .iter()
            .map(|clause| self.clause(clause.span, clause.keyword.span));
        let mut children: Vec<DocumentSymbol> = clauses.collect();
        for member in &ty.members {
            match member {
                Member::Field(field) => children.push(self.symbol(
                    &field.name.text,
                    SymbolKind::FIELD,
                    field.span,
                    field.name.span,
                    Vec::new(),
                )),
                Member::Method(method) => children.push(self.method_symbol(method)),
                Member::Type(inner) => children.push(self.type_symbol(inner)),
                Member::Initializer(_) => {}
            }
        }
        children.sort_by_key(|child| child.range.start);
        self.symbol(
            &ty.name.text,
            SymbolKind::CLASS,
            ty.span,
            ty.name.span,
            children,
        )
    }

    fn method_symbol(&self, method: &Method) -> DocumentSymbol {
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
            SymbolKind::METHOD,
            span,
            method.name.span,
            children,
        )
    }

    fn clause(&self, span: Span, keyword: Span) -> DocumentSymbol {
        self.symbol(
            &one_line(self.file, span),
            SymbolKind::EVENT,
            span,
            keyword,
            Vec::new(),
        )
    }

    #[allow(deprecated)] // the struct still has the field `deprecated`
    fn symbol(
        &self,
        name: &str,
        kind: SymbolKind,
        span: Span,
        selection: Span,
        children: Vec<DocumentSymbol>,
    ) -> DocumentSymbol {
        // The protocol wants a name, and the selection inside the range.
        let name = if name.trim().is_empty() {
            "(no name)"
        } else {
            name
        };
        let selection = if span.covers(selection) {
            selection
        } else {
            span
        };
        let range = |span: Span| span_to_range(&self.text, span.start, span.end, self.encoding);
        DocumentSymbol {
            name: name.to_owned(),
            detail: None,
            kind,
            tags: None,
            deprecated: None,
            range: range(span),
            selection_range: range(selection),
            children: (!children.is_empty()).then_some(children),
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

/// Annotations of several lines, and runs of annotations with only white space between.
pub fn folding(file: &SourceFile, encoding: Encoding) -> Vec<FoldingRange> {
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
    let mut ranges = Vec::new();
    for run in runs {
        let end = run.start + file.text[run.start..run.end].trim_end().len();
        let (start, end) = (
            to_position(&text, run.start, encoding),
            to_position(&text, end, encoding),
        );
        if end.line > start.line {
            ranges.push(FoldingRange {
                start_line: start.line,
                start_character: None,
                end_line: end.line,
                end_character: None,
                kind: Some(FoldingRangeKind::Comment),
                collapsed_text: None,
            });
        }
    }
    ranges
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    const STACK: &str = "class Stack {\n  //@ invariant size >= 0;\n  int size;\n\n  //@ requires size > 0;\n  //@ ensures size == \\old(size) - 1;\n  void pop() { size--; }\n}\n";

    #[test]
    fn clauses_are_listed_below_their_method() {
        let file = parse(STACK, &Options::default());
        let symbols = symbols(&file, Encoding::Utf16);
        let class = &symbols[0];
        let members: Vec<&str> = class
            .children
            .iter()
            .flatten()
            .map(|child| child.name.as_str())
            .collect();
        assert_eq!(members, ["invariant size >= 0;", "size", "pop"]);
        let clauses: Vec<&str> = class
            .children
            .iter()
            .flatten()
            .flat_map(|child| child.children.iter().flatten())
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
        let lines: Vec<(u32, u32)> = folding(&file, Encoding::Utf16)
            .iter()
            .map(|range| (range.start_line, range.end_line))
            .collect();
        assert_eq!(lines, [(4, 5)]);
    }
}
