//! Model methods: methods written in JML. They become Java methods in the shadow; the JML in their bodies means what it means
//! in clauses, and everything else in them is Java as it stands.

use super::Lowerer;
use super::expr::{Result, expr, with_holes};
use super::scope::{Refusal, Scope, Var};
use super::types::{Ty, java_type};
use crate::index::TypeNo;
use crate::out::Fragment;
use crate::{ClauseKind, DiagnosticKind};
use proviso_syntax::ast::{BinaryOp, Body, Expr, ExprKind, Method, Span, TypeRef};

impl<'a> Lowerer<'a> {
    pub fn model_method(&mut self, ty: TypeNo, method: &'a Method) {
        let file = self.index.of(ty).file;
        if self.is_excluded(file, method.span) {
            return;
        }
        let Some(body) = &method.body else {
            self.say(
                file,
                method.span,
                DiagnosticKind::Unsupported,
                "a model method without a body has no value",
            );
            return;
        };
        let made = self
            .model_head(ty, method)
            .and_then(|head| Ok((head, self.model_body(ty, method, body)?)));
        match made {
            Ok((mut out, body)) => {
                let id = self.written_clause(file, ClauseKind::Value, method.span);
                out.append(&body);
                self.add_member(ty, out.of_clause(id, method.span));
            }
            Err(refusal) => self.refuse_clause(file, method.span, refusal),
        }
    }

    /// Modifiers, result, name and parameters. Only JML calls it, where everything may be thrown.
    fn model_head(&self, ty: TypeNo, method: &Method) -> Result<Fragment> {
        let source = self.source(ty);
        let java = |t: &TypeRef| java_type(t).map_err(|m| Refusal::unsupported(t.span, m));
        let mut out = Fragment::glue(" ");
        if self.is_interface(ty) && !method.is_static() {
            out.push("default ");
        }
        let words = method.modifiers.java.iter().map(|word| word.text.as_str());
        for word in words.filter(|w| !matches!(*w, "abstract" | "default" | "native")) {
            out.push(word).push(" ");
        }
        out.push(&self.type_params(ty, Some(method), false));
        if let Some(result) = &method.result {
            out.push(&format!("{} ", java(result)?));
        }
        out.append(&Fragment::copy(source, method.name.span))
            .push("(");
        for (i, p) in method.params.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            out.push(&format!("{comma}{} ", java(&p.ty)?.replace("...", "[]")))
                .append(&Fragment::copy(source, p.name.span));
        }
        out.push(") throws Throwable ");
        Ok(out)
    }

    fn model_body(&self, ty: TypeNo, method: &'a Method, body: &'a Body) -> Result<Fragment> {
        let source = self.source(ty);
        let mut scope = self.scope(ty, Some(method));
        scope.java_math = true;
        // Java's operators do not know mathematical numbers: where there are some, everything is translated.
        let types = method.params.iter().map(|p| &p.ty).chain(&method.result);
        let mathematical = types
            .chain(body.locals.iter().map(|l| &l.ty))
            .any(|t| t.is_jml());
        let mut pieces: Vec<(Span, Fragment)> = Vec::new();
        for local in body.locals.iter().filter(|l| l.ty.is_jml()) {
            let java = java_type(&local.ty).map_err(|m| Refusal::unsupported(local.ty.span, m))?;
            pieces.push((local.ty.span, Fragment::glue(java)));
        }
        for e in &body.expressions {
            if !mathematical && !has_jml(e, &scope) {
                continue;
            }
            let scope = self.model_scope(ty, body, e.span.start, &scope);
            let declared = body.locals.iter().find(|l| l.value == Some(e.span));
            let returned = body.returns.iter().any(|r| r.value == Some(e.span));
            let wanted = match (declared, returned) {
                (Some(local), _) => Some(&local.ty),
                (None, true) => method.result.as_ref(),
                _ => None,
            };
            let code = match (wanted, &e.kind) {
                (Some(wanted), _) => self.typed_value(wanted, e, &scope)?,
                (None, ExprKind::Assign { target, value, .. }) => {
                    self.model_assignment(e, target, value, &scope)?
                }
                (None, ExprKind::Update { .. }) => with_holes(e.span, &[], &scope)?,
                _ => expr(e, &scope)?.code,
            };
            pieces.push((e.span, code));
        }
        pieces.sort_by_key(|(span, _)| span.start);
        let mut out = Fragment::new();
        let mut at = body.span.start;
        for (span, code) in pieces {
            if span.start >= at {
                out.append(&Fragment::copy(source, Span::new(at, span.start)))
                    .append(&code);
                at = span.end;
            }
        }
        out.append(&Fragment::copy(source, Span::new(at, body.span.end)));
        Ok(out)
    }

    /// The value is translated, the target stays.
    fn model_assignment(
        &self,
        e: &Expr,
        target: &Expr,
        value: &Expr,
        scope: &Scope,
    ) -> Result<Fragment> {
        let t = expr(target, scope)?;
        if matches!(t.ty, Ty::Big | Ty::Real) {
            return Err(Refusal::unsupported(
                e.span,
                "assignment to a mathematical variable in a model method is not supported",
            ));
        }
        with_holes(e.span, &[value], scope)
    }

    /// With the locals that are visible at a place.
    fn model_scope(&self, ty: TypeNo, body: &Body, at: usize, scope: &Scope<'a>) -> Scope<'a> {
        let mut inner = scope.clone();
        for local in &body.locals {
            if local.scope.contains(at) && local.name.span.start < at {
                inner.vars.push(Var {
                    name: local.name.text.clone(),
                    ty: Ty::of(&local.ty, self.index, ty),
                    java: Fragment::glue(&local.name.text),
                    is_constant: false,
                    is_local: true,
                });
            }
        }
        inner
    }
}

/// Whether something in the expression is JML rather than Java.
fn has_jml(e: &Expr, scope: &Scope) -> bool {
    let mut found = false;
    e.walk(&mut |sub| {
        found |= match &sub.kind {
            ExprKind::Binary { op, .. } => matches!(
                op,
                BinaryOp::Implies
                    | BinaryOp::ImpliedBy
                    | BinaryOp::Iff
                    | BinaryOp::NotIff
                    | BinaryOp::Subtype
                    | BinaryOp::SubtypeEq
            ),
            ExprKind::Name(name) => {
                scope.var(name).is_none()
                    && scope
                        .index
                        .field(scope.ty, name)
                        .is_some_and(|(_, f)| f.is_model() || f.ty.is_jml())
            }
            ExprKind::Field { name, .. } => super::model::only_model(scope.index, &name.text),
            ExprKind::Chain { .. } | ExprKind::Informal(_) => true,
            ExprKind::Literal(_)
            | ExprKind::This
            | ExprKind::Super
            | ExprKind::Paren(_)
            | ExprKind::Index { .. }
            | ExprKind::Call { .. }
            | ExprKind::Unary { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Cast { .. }
            | ExprKind::InstanceOf { .. }
            | ExprKind::Lambda { .. }
            | ExprKind::New { .. }
            | ExprKind::NewArray { .. }
            | ExprKind::ArrayInit(_)
            | ExprKind::MethodRef(_)
            | ExprKind::Java(_)
            | ExprKind::ClassLiteral(_)
            | ExprKind::Assign { .. }
            | ExprKind::Update { .. } => false,
            _ => true,
        }
    });
    found
}
