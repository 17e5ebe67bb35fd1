//! JML back to text: one normal form for expressions, clauses and specifications.
//!
//! Java's own pieces (literals, lambdas with blocks, anonymous classes) are taken from the file, white space squeezed.
//! Printing what was parsed from printed text gives the same text.

mod exprs;
mod specs;

use crate::ast::*;

/// Prints nodes of one file.
pub struct Printer<'a> {
    file: &'a SourceFile,
}

impl<'a> Printer<'a> {
    pub fn new(file: &'a SourceFile) -> Printer<'a> {
        Printer { file }
    }

    fn raw(&self, span: Span) -> String {
        squeeze(self.file.jml_text(span))
    }

    fn list(&self, exprs: &[Expr]) -> String {
        exprs
            .iter()
            .map(|expr| self.expr(expr))
            .collect::<Vec<_>>()
            .join(", ")
    }
}

fn terminated(text: String) -> String {
    let text = text.trim_end();
    if text.ends_with([';', '}']) {
        text.to_owned()
    } else {
        format!("{text};")
    }
}

fn nullness(ty: &TypeRef) -> &'static str {
    match ty.nullness.or(ty.element_nullness) {
        Some(Nullness::NonNull) => "non_null ",
        Some(Nullness::Nullable) => "nullable ",
        None => "",
    }
}

fn type_list(types: &[TypeRef]) -> String {
    types
        .iter()
        .map(|ty| ty.text.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

fn signatures(methods: &[MethodSig]) -> String {
    let texts: Vec<String> = methods
        .iter()
        .map(|method| match &method.params {
            Some(params) => format!("{}({})", method.name, type_list(params)),
            None => method.name.clone(),
        })
        .collect();
    texts.join(", ")
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
