//! Members that exist only in JML: ghost fields and model imports. They become real Java in the shadow.

use super::Lowerer;
use super::scope::Refusal;
use super::types::java_type;
use crate::index::{TypeNo, comment_start};
use crate::out::Fragment;
use crate::{ClauseKind, DiagnosticKind};
use proviso_names::Numbered;
use proviso_syntax::ast::{Expr, ExprKind, Field};

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
        let (java, value) = match made {
            Ok(made) => made,
            Err(refusal) => return self.refuse_clause(file, field.span, refusal),
        };
        let id = self.written_clause(file, ClauseKind::Value, field.span);
        let is_static = field.modifiers.is_static();
        let modifier = if is_static { "static " } else { "" };
        // A final one keeps the value it is given here.
        let is_final = field.modifiers.has_java("final") && value.is_some();
        let mut out = Fragment::glue(format!(
            "public {modifier}{}{java} ",
            if is_final { "final " } else { "" }
        ));
        out.append(&Fragment::copy(scope.file, field.name.span))
            .push(" = ");
        match (value, &field.jml_value) {
            (Some(value), Some(e)) if cannot_fail(e) => {
                out.append(&value);
            }
            (Some(value), _) => {
                // An initialiser may throw nothing, what JML evaluates may throw anything.
                let name = Numbered::Initial(id.0).name();
                let is_array = matches!(
                    field.jml_value.as_ref().map(|e| &e.kind),
                    Some(ExprKind::ArrayInit(_))
                );
                let mut method = Fragment::glue(format!(
                    " private {modifier}{java} {name}() {{ try {{ return "
                ));
                if is_array {
                    method.push(&format!("new {java} "));
                }
                method.append(&value).push(&format!(
                    "; }} catch (Throwable proviso$x) {{ proviso.runtime.Jml.undefined({}, proviso$x); return {}; }} }}",
                    id.0,
                    initial_value(&java)
                ));
                self.add_member(ty, method.of_clause(id, field.span));
                out.push(&format!("{name}()"));
            }
            (None, _) => {
                out.push(initial_value(&java));
            }
        }
        out.push("; ");
        if self.place(file, field.span).0 == file {
            let at = comment_start(scope.file, field.span);
            self.edits[file].insert(at, out.of_clause(id, field.span));
        } else {
            self.add_member(ty, out.of_clause(id, field.span));
        }
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

/// A literal: also what makes a final field a constant of Java.
fn cannot_fail(e: &Expr) -> bool {
    match &e.without_parens().kind {
        ExprKind::Literal(_) => true,
        ExprKind::Unary { operand, .. } => cannot_fail(operand),
        _ => false,
    }
}

/// What a ghost variable of this Java type starts with: mathematical numbers are zero, not null.
pub fn initial_value(java: &str) -> &'static str {
    match java {
        "proviso.runtime.BigInt" => "proviso.runtime.BigInt.of(0)",
        "proviso.runtime.Real" => "proviso.runtime.Spec.real(0)",
        _ => super::driver::default_value(java),
    }
}
