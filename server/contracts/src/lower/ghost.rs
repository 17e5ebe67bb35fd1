//! Members that exist only in JML: ghost fields, model methods, model imports. They become real Java in the shadow.

use super::Lowerer;
use super::scope::Refusal;
use super::types::java_type;
use crate::index::{TypeNo, comment_start};
use crate::out::Fragment;
use crate::{ClauseKind, DiagnosticKind};
use proviso_syntax::ast::{Field, Method, Span};

impl<'a> Lowerer<'a> {
    pub fn ghost_field(&mut self, ty: TypeNo, field: &'a Field) {
        let file = self.index.of(ty).file;
        if self.is_excluded(file, field.span) {
            return;
        }
        if self.is_interface(ty) {
            self.say(
                file,
                field.span,
                DiagnosticKind::Unsupported,
                "ghost fields of interfaces are not supported",
            );
            return;
        }
        let scope = self.scope(ty, None);
        let made = java_type(&field.ty)
            .map_err(|m| Refusal::unsupported(field.span, m))
            .and_then(|java| {
                let value = field
                    .jml_value
                    .as_ref()
                    .map(|e| self.typed_value(&field.ty, e, &scope))
                    .transpose()?;
                Ok((java, value))
            });
        match made {
            Ok((java, value)) => {
                let id = self.written_clause(file, ClauseKind::Value, field.span);
                let modifier = if field.modifiers.is_static() {
                    "static "
                } else {
                    ""
                };
                let mut out = Fragment::glue(format!("public {modifier}{java} "));
                out.append(&Fragment::copy(scope.file, field.name.span));
                match (value, java.as_str()) {
                    (Some(value), _) => {
                        out.push(" = ").append(&value);
                    }
                    // A mathematical integer starts as zero, not as null.
                    (None, "proviso.runtime.BigInt") => {
                        out.push(" = proviso.runtime.BigInt.of(0)");
                    }
                    _ => {}
                }
                out.push("; ");
                if self.place(file, field.span).0 == file {
                    let at = comment_start(scope.file, field.span);
                    self.edits[file].insert(at, out.of_clause(id, field.span));
                } else {
                    self.add_member(ty, out.of_clause(id, field.span));
                }
            }
            Err(refusal) => self.refuse_clause(file, field.span, refusal),
        }
    }

    /// A model method with a body is Java in a comment: take it out, without JML's modifiers.
    pub fn model_method(&mut self, ty: TypeNo, method: &'a Method) {
        let file = self.index.of(ty).file;
        if self.is_excluded(file, method.span) {
            return;
        }
        let source = self.source(ty);
        let Some(body) = &method.body else {
            self.say(
                file,
                method.span,
                DiagnosticKind::Unsupported,
                "a model method without a body has no value",
            );
            return;
        };
        let mentions_jml_type = method
            .params
            .iter()
            .map(|p| &p.ty)
            .chain(&method.result)
            .any(|t| t.is_jml());
        if mentions_jml_type {
            self.jml_typed_model_method(ty, method, body.span);
            return;
        }
        let id = self.written_clause(file, ClauseKind::Value, method.span);
        let mut out = Fragment::glue(if self.is_interface(ty) && !method.is_static() {
            " default "
        } else {
            " "
        });
        let mut at = method.span.start;
        let mut words: Vec<Span> = method
            .modifiers
            .jml
            .iter()
            .map(|m| m.span)
            .filter(|s| method.span.covers(*s))
            .collect();
        words.sort();
        for word in words {
            if word.start >= at {
                out.append(&Fragment::copy(source, Span::new(at, word.start)));
                at = word.end;
            }
        }
        out.append(&Fragment::copy(source, Span::new(at, method.span.end)));
        self.add_member(ty, out.of_clause(id, method.span));
    }

    /// With `\bigint` in its head; the body must be a single `return`.
    fn jml_typed_model_method(&mut self, ty: TypeNo, method: &'a Method, _body: Span) {
        let file = self.index.of(ty).file;
        self.say(
            file,
            method.span,
            DiagnosticKind::Unsupported,
            "model methods with JML types are not supported",
        );
    }

    pub fn model_imports(&mut self, file: usize) {
        let source = self.index.files[file].file;
        for import in source.imports.iter().filter(|i| i.is_model) {
            let name = &import.name;
            let modifier = if import.is_static { "static " } else { "" };
            let at = if self.place(file, import.span).0 == file {
                comment_start(source, import.span)
            } else {
                source.types.first().map_or(0, |t| t.span.start)
            };
            self.edits[file].insert(at, Fragment::glue(format!("import {modifier}{name}; ")));
        }
    }
}
