//! Clause methods: the Java method each clause becomes.

use super::expr::predicate;
use super::method::{Head, is_unspecified};
use super::reads::Reads;
use super::scope::{Refusal, Scope, Var};
use super::types::{Ty, java_type};
use super::{ClauseRef, Lowerer};
use crate::index::TypeNo;
use crate::out::Fragment;
use crate::{ClauseId, ClauseKind};
use proviso_syntax::ast::{ClauseNode, Expr, Span, TypeKind, TypeRef};

/// How a clause method can end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ends {
    /// Cannot throw.
    Total,
    MayThrow,
    /// Catches everything itself: it is called from user code, which need not declare anything.
    Caught,
}

impl<'a> Lowerer<'a> {
    /// `boolean proviso$c$N(params, old variables) { return predicate; }`
    #[allow(clippy::too_many_arguments)]
    pub fn predicate_method(
        &mut self,
        ty: TypeNo,
        head: &Head,
        old_vars: &[(String, String)],
        node: &ClauseNode,
        kind: ClauseKind,
        e: &Expr,
        negated: bool,
        scope: &Scope<'a>,
    ) -> Option<ClauseRef> {
        self.predicate_at(ty, head, old_vars, node.span, kind, e, negated, scope)
    }

    #[allow(clippy::too_many_arguments)]
    pub fn predicate_at(
        &mut self,
        ty: TypeNo,
        head: &Head,
        old_vars: &[(String, String)],
        span: Span,
        kind: ClauseKind,
        e: &Expr,
        negated: bool,
        scope: &Scope<'a>,
    ) -> Option<ClauseRef> {
        let file = self.index.of(ty).file;
        let lowered = match predicate(e, scope) {
            Ok(lowered) => lowered,
            Err(refusal) => {
                self.refuse_clause(file, span, refusal);
                return None;
            }
        };
        let id = self.written_clause(file, kind, span);
        let mut body = self.explain(file, id, e, scope);
        body.push(if negated { "return !(" } else { "return (" })
            .append(&lowered.code)
            .push(");");
        let ends = if lowered.total {
            Ends::Total
        } else {
            Ends::MayThrow
        };
        Some(self.clause_method(ty, head, "boolean", old_vars, id, span, body, ends))
    }

    pub fn refuse_clause(&mut self, file: usize, span: Span, refusal: Refusal) {
        let inside = span.covers(refusal.span);
        self.say(
            file,
            if inside { refusal.span } else { span },
            refusal.kind,
            format!("{}; this clause is not checked", refusal.message),
        );
    }

    /// The frame of a clause method around its body.
    #[allow(clippy::too_many_arguments)]
    pub fn clause_method(
        &mut self,
        ty: TypeNo,
        head: &Head,
        result: &str,
        old_vars: &[(String, String)],
        id: ClauseId,
        span: Span,
        body: Fragment,
        ends: Ends,
    ) -> ClauseRef {
        let name = proviso_names::Numbered::Clause(id.0).name();
        let is_interface = self.is_interface(ty);
        let modifier = if head.is_static {
            "static "
        } else if is_interface {
            "default "
        } else {
            ""
        };
        let mut params = head.params.clone();
        params.extend(
            old_vars
                .iter()
                .map(|(name, _)| format!("Object proviso$box${name}")),
        );
        let throws = match ends {
            Ends::Caught => "",
            Ends::Total | Ends::MayThrow => "throws Throwable ",
        };
        let visibility = self.visibility(ty);
        let mut out = Fragment::glue(format!(
            " {visibility} {modifier}{}{result} {name}({}) {throws}{{ ",
            head.type_params,
            params.join(", ")
        ));
        for (name, java) in old_vars {
            out.push(&format!(
                "final {java} {name} = ({}) proviso$box${name}; ",
                boxed(java)
            ));
        }
        out.append(&body).push(" }");
        self.add_member(ty, out.of_clause(id, span));
        ClauseRef {
            id,
            name,
            owner: ty,
            is_static: head.is_static,
            total: ends == Ends::Total && old_vars.is_empty(),
            old_vars: old_vars.iter().map(|(name, _)| name.clone()).collect(),
            lost: false,
            reads: Reads::Heap,
        }
    }

    /// What stands for a precondition or invariant that is not understood: nobody may take it for true.
    pub fn lost_clause(
        &mut self,
        ty: TypeNo,
        head: &Head,
        kind: ClauseKind,
        span: Span,
        what: &str,
    ) -> ClauseRef {
        let file = self.index.of(ty).file;
        let id = self.written_clause(file, kind, span);
        let body = Fragment::glue(format!(
            "throw proviso.runtime.Jml.unknown(\"{what} is not understood\");"
        ));
        let ends = Ends::MayThrow;
        let mut made = self.clause_method(ty, head, "boolean", &[], id, span, body, ends);
        made.lost = true;
        made
    }

    /// The method that computes an `old` variable, with the Java type and the type of the variable. It abbreviates what
    /// clauses say, so it is computed as they are: arithmetic is mathematical, whatever integer type is declared.
    #[allow(clippy::too_many_arguments)]
    pub fn old_value_method(
        &mut self,
        ty: TypeNo,
        head: &Head,
        old_vars: &[(String, String)],
        span: Span,
        declared: &TypeRef,
        e: &Expr,
        scope: &Scope<'a>,
    ) -> Option<(ClauseRef, String, Ty)> {
        let file = self.index.of(ty).file;
        match self.old_value(declared, e, scope) {
            Ok((java, value, value_type)) => {
                let id = self.written_clause(file, ClauseKind::Value, span);
                let mut body = Fragment::glue(format!("{java} proviso$v = "));
                body.append(&value).push("; return proviso$v;");
                let ends = Ends::MayThrow;
                let made = self.clause_method(ty, head, "Object", old_vars, id, span, body, ends);
                Some((made, java, value_type))
            }
            Err(refusal) => {
                self.refuse_clause(file, span, refusal);
                None
            }
        }
    }

    fn old_value(
        &self,
        declared: &TypeRef,
        e: &Expr,
        scope: &Scope,
    ) -> Result<(String, Fragment, Ty), Refusal> {
        let java = java_type(declared).map_err(|m| Refusal::unsupported(declared.span, m))?;
        let wanted = Ty::of(declared, self.index, scope.ty);
        if matches!(wanted, Ty::Int | Ty::Long) {
            let value = super::expr::expr(e, scope)?;
            if value.ty == Ty::Big {
                let code = crate::out::call("proviso.runtime.Spec.big", &[&value.code]);
                return Ok(("proviso.runtime.BigInt".to_string(), code, Ty::Big));
            }
        }
        Ok((java, self.typed_value(declared, e, scope)?, wanted))
    }

    /// An expression to be stored in a variable of the declared type: mathematical only if that type is.
    pub fn typed_value(
        &self,
        declared: &TypeRef,
        e: &Expr,
        scope: &Scope,
    ) -> Result<Fragment, Refusal> {
        Ok(match Ty::of(declared, self.index, scope.ty) {
            Ty::Big => crate::out::call(
                "proviso.runtime.Spec.big",
                &[&super::expr::expr(e, scope)?.code],
            ),
            Ty::Real => crate::out::call(
                "proviso.runtime.Spec.real",
                &[&super::expr::expr(e, scope)?.code],
            ),
            wanted => {
                let value = super::expr::expr(e, &scope.in_java_math())?;
                super::narrow::fitted(value, Some(&wanted)).code
            }
        })
    }

    #[allow(clippy::too_many_arguments)]
    pub fn signals_method(
        &mut self,
        ty: TypeNo,
        head: &Head,
        old_vars: &[(String, String)],
        node: &ClauseNode,
        exception: &TypeRef,
        variable: Option<String>,
        e: Option<&Expr>,
        scope: &Scope<'a>,
    ) -> Option<ClauseRef> {
        let file = self.index.of(ty).file;
        let e = e?;
        if is_unspecified(e) {
            return None;
        }
        let mut inner = scope.clone();
        let name = variable.unwrap_or_else(|| "proviso$e".to_string());
        inner.vars.push(Var {
            name: name.clone(),
            ty: Ty::Ref,
            java: Fragment::glue(&name),
            is_constant: true,
            is_local: false,
        });
        inner.exception = Some(name.clone());
        let lowered = match predicate(e, &inner) {
            Ok(lowered) => lowered,
            Err(refusal) => {
                self.refuse_clause(file, node.span, refusal);
                return None;
            }
        };
        let id = self.written_clause(file, ClauseKind::Signals, node.span);
        let mut head = head.clone();
        head.params.push("Throwable proviso$t".to_string());
        let t = &exception.text;
        let mut body = Fragment::glue(format!(
            "if (!(proviso$t instanceof {t})) return true; final {t} {name} = ({t}) proviso$t; "
        ));
        body.append(&self.explain(file, id, e, &inner))
            .push("return ")
            .append(&lowered.code)
            .push(";");
        let ends = Ends::MayThrow;
        Some(self.clause_method(ty, &head, "boolean", old_vars, id, node.span, body, ends))
    }

    pub fn signals_only_method(
        &mut self,
        ty: TypeNo,
        node: &ClauseNode,
        types: &[TypeRef],
    ) -> Option<ClauseRef> {
        let file = self.index.of(ty).file;
        let id = self.written_clause(file, ClauseKind::SignalsOnly, node.span);
        // Errors are outside of JML's exceptions.
        let mut test = "!(proviso$t instanceof Exception)".to_string();
        for ty in types {
            test.push_str(&format!(" || proviso$t instanceof {}", ty.text));
        }
        Some(self.throwable_method(ty, id, node.span, &test))
    }

    pub fn named_method(&mut self, ty: TypeNo, span: Span, types: &[String]) -> ClauseRef {
        let file = self.index.of(ty).file;
        let id = self.new_clause(file, ClauseKind::Exit, span, String::new(), true);
        let tests: Vec<String> = types
            .iter()
            .map(|t| format!("proviso$t instanceof {t}"))
            .collect();
        self.throwable_method(ty, id, span, &tests.join(" || "))
    }

    fn throwable_method(&mut self, ty: TypeNo, id: ClauseId, span: Span, test: &str) -> ClauseRef {
        let head = Head {
            type_params: String::new(),
            params: vec!["Throwable proviso$t".to_string()],
            is_static: self.may_have_statics(ty),
        };
        self.clause_method(
            ty,
            &head,
            "boolean",
            &[],
            id,
            span,
            Fragment::glue(format!("return {test};")),
            Ends::Total,
        )
    }

    /// Of generated members. An anonymous class made with `<>` may have no new methods but private ones (JLS 15.9.5).
    pub fn visibility(&self, ty: TypeNo) -> &'static str {
        match self.index.of(ty).decl.kind {
            TypeKind::Anonymous => "private",
            _ => "public",
        }
    }

    pub fn is_interface(&self, ty: TypeNo) -> bool {
        self.index.of(ty).decl.kind == TypeKind::Interface
    }

    /// Static members of inner classes came with Java 16; those of a local class cannot be named from outside of it.
    pub fn may_have_statics(&self, ty: TypeNo) -> bool {
        self.index.of(ty).is_member && self.index.of(ty).static_context
    }
}

/// The class to cast an `Object` to in order to get a value of this type.
pub fn boxed(java: &str) -> &str {
    match java {
        "int" => "Integer",
        "long" => "Long",
        "short" => "Short",
        "byte" => "Byte",
        "char" => "Character",
        "boolean" => "Boolean",
        "float" => "Float",
        "double" => "Double",
        other => other,
    }
}
