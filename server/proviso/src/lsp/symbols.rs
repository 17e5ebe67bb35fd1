//! Document symbols and folding for specifications: types, their methods, and the clauses of each.

use proviso_syntax::ast::{CaseItem, Member, Method, SourceFile, Span, SpecCase, TypeDecl};
use tower_lsp::ls_types::{DocumentSymbol, FoldingRange, FoldingRangeKind, SymbolKind};

use super::position::{Encoding, span_to_range, to_position};

pub fn symbols(file: &SourceFile, encoding: Encoding) -> Vec<DocumentSymbol> {
    file.types
        .iter()
        .map(|ty| type_symbol(file, ty, encoding))
        .collect()
}

fn type_symbol(file: &SourceFile, ty: &TypeDecl, encoding: Encoding) -> DocumentSymbol {
    let mut children = Vec::new();
    for clause in &ty.clauses {
        children.push(symbol(
            file,
            &one_line(file, clause.span),
            SymbolKind::EVENT,
            clause.span,
            clause.keyword.span,
            Vec::new(),
            encoding,
        ));
    }
    for member in &ty.members {
        match member {
            Member::Field(field) => children.push(symbol(
                file,
                &field.name.text,
                SymbolKind::FIELD,
                field.span,
                field.name.span,
                Vec::new(),
                encoding,
            )),
            Member::Method(method) => children.push(method_symbol(file, method, encoding)),
            Member::Type(inner) => children.push(type_symbol(file, inner, encoding)),
            Member::Initializer(_) => {}
        }
    }
    children.sort_by_key(|child| child.range.start);
    symbol(
        file,
        &ty.name.text,
        SymbolKind::CLASS,
        ty.span,
        ty.name.span,
        children,
        encoding,
    )
}

fn method_symbol(file: &SourceFile, method: &Method, encoding: Encoding) -> DocumentSymbol {
    let mut clauses = Vec::new();
    if let Some(spec) = &method.spec {
        for case in spec
            .cases
            .iter()
            .chain(&spec.implies_that)
            .chain(&spec.for_example)
        {
            case_clauses(case, &mut clauses);
        }
    }
    let children = clauses
        .into_iter()
        .map(|(span, keyword)| {
            symbol(
                file,
                &one_line(file, span),
                SymbolKind::EVENT,
                span,
                keyword,
                Vec::new(),
                encoding,
            )
        })
        .collect();
    // The contract stands before the method but belongs to it: an outline must nest what it shows nested.
    let span = method
        .spec
        .as_ref()
        .map_or(method.span, |spec| spec.span.to(method.span));
    symbol(
        file,
        &method.name.text,
        SymbolKind::METHOD,
        span,
        method.name.span,
        children,
        encoding,
    )
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

#[allow(deprecated)] // the struct still has the field `deprecated`
fn symbol(
    file: &SourceFile,
    name: &str,
    kind: SymbolKind,
    span: Span,
    selection: Span,
    children: Vec<DocumentSymbol>,
    encoding: Encoding,
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
    DocumentSymbol {
        name: name.to_owned(),
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range: span_to_range(&file.text, span.start, span.end, encoding),
        selection_range: span_to_range(&file.text, selection.start, selection.end, encoding),
        children: (!children.is_empty()).then_some(children),
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
    let mut ranges = Vec::new();
    for run in runs {
        let end = run.start + file.text[run.start..run.end].trim_end().len();
        let (start, end) = (
            to_position(&file.text, run.start, encoding),
            to_position(&file.text, end, encoding),
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
