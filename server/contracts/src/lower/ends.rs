//! The end of a driver: what is owed when the method has returned, and when it has thrown.

use super::govern::{Cases, Of, Owed};
use super::method::Declared;
use super::{ClauseRef, Lowerer};
use crate::cases::CaseKind;
use crate::index::TypeNo;
use crate::out::Fragment;
use crate::{ClauseKind, Governing, MethodContract};
use proviso_syntax::ast::{Method, MethodKind};

const JML: &str = "proviso.runtime.Jml";

impl<'a> Lowerer<'a> {
    #[allow(clippy::too_many_arguments)]
    pub fn normal_end(
        &mut self,
        ty: TypeNo,
        method: &'a Method,
        declared: &Declared,
        cases: &Cases,
        owed: &[Owed],
        args: &[String],
        has_result: bool,
        contract: &mut MethodContract,
        out: &mut Fragment,
    ) {
        let constructor = method.kind != MethodKind::Method;
        let receiver = if constructor { "proviso$r" } else { "this" };
        let file = self.index.of(ty).file;
        if has_result
            && self.has_non_null_result(ty, method)
            && let Some(result) = &method.result
        {
            let id = self.new_clause(
                file,
                ClauseKind::NonNull,
                result.span,
                "ensures \\result != null".to_string(),
                true,
            );
            contract.clauses.push(Governing {
                clause: id,
                inherited_from: None,
            });
            out.push(&format!(" {JML}.check({}, proviso$r != null);", id.0));
        }
        if constructor {
            self.initialised_fields(ty, contract, out);
        }
        for inv in owed {
            if !inv.clause.lost {
                let call = inv.call(self, receiver);
                self.check(&inv.clause, &call, out);
            }
            self.govern(contract, ty, &inv.clause);
        }
        contract.others = self.others_kept(ty, method, declared, receiver_or_null(method), out);
        if !contract.helper && !self.options.no_contracts {
            self.two_state_clauses(ty, method, receiver, contract, out);
        }
        let several = cases.list.len() > 1;
        for (i, (_, case)) in cases.list.iter().enumerate() {
            if case.ensures.is_empty() && case.kind != CaseKind::Exceptional {
                continue;
            }
            if several {
                out.push(&format!(" if (proviso$p{i}) {{"));
            }
            if case.kind == CaseKind::Exceptional
                && let Some(id) = case.wrong_end
            {
                out.push(&format!(" {JML}.check({}, false);", id.0));
            }
            for c in &case.ensures {
                let mut all = args.to_vec();
                if has_result && !constructor {
                    all.push("proviso$r".to_string());
                }
                let call = self.invoke(c, receiver, &all, i);
                self.check(c, &call, out);
            }
            if several {
                out.push(" }");
            }
        }
    }

    /// Whether a method promises that its result is not null.
    pub fn has_non_null_result(&self, ty: TypeNo, method: &Method) -> bool {
        let Some(result) = &method.result else {
            return false;
        };
        if method.kind != MethodKind::Method || (result.dims == 0 && result.is_primitive()) {
            return false;
        }
        let declared = result.nullness.or_else(|| {
            if result.dims == 0 {
                method.modifiers.nullness()
            } else {
                None
            }
        });
        self.non_null(ty, Some(method), declared)
    }

    /// A non-null field that nobody assigned is still null when the constructor ends.
    fn initialised_fields(
        &mut self,
        ty: TypeNo,
        contract: &mut MethodContract,
        out: &mut Fragment,
    ) {
        let entry = self.index.of(ty);
        for field in entry.decl.fields() {
            let key = (entry.binary_name.clone(), field.name.text.clone());
            if field.modifiers.is_static()
                || field.in_jml
                || field.value.is_some()
                || !self.table.non_null_fields.contains(&key)
            {
                continue;
            }
            let text = format!("non_null {}", field.name.text);
            let id = self.new_clause(entry.file, ClauseKind::NonNull, field.name.span, text, true);
            contract.clauses.push(Governing {
                clause: id,
                inherited_from: None,
            });
            out.push(&format!(
                " {JML}.check({}, proviso$r.{} != null);",
                id.0, field.name.text
            ));
        }
    }

    fn two_state_clauses(
        &mut self,
        ty: TypeNo,
        method: &Method,
        receiver: &str,
        contract: &mut MethodContract,
        out: &mut Fragment,
    ) {
        let constructor = method.kind != MethodKind::Method;
        if constructor {
            let initially = self
                .type_clauses
                .get(&ty)
                .map_or(Vec::new(), |c| c.initially.clone());
            for c in initially {
                self.check(&c, &format!("{receiver}.{}()", c.name), out);
                self.govern(contract, ty, &c);
            }
        }
        let inherited: Vec<_> = self
            .index
            .ancestry(ty)
            .iter()
            .filter_map(|t| self.type_clauses.get(t))
            .flat_map(|c| c.constraints.clone())
            .collect();
        for (c, methods) in inherited {
            // A new object has no earlier state; the statics that a constructor finds do.
            if (method.is_static() || constructor) && !c.is_static {
                continue;
            }
            let applies = methods.as_ref().is_none_or(|f| {
                let named = f
                    .methods
                    .iter()
                    .any(|m| super::method::simple(&m.name) == method.name.text);
                named != f.except
            });
            if applies {
                let call = self.invoke(&c, receiver, &[], 0);
                self.check(&c, &call, out);
                self.govern(contract, ty, &c);
            }
        }
    }

    fn govern(&self, contract: &mut MethodContract, ty: TypeNo, c: &ClauseRef) {
        let inherited_from = (c.owner != ty).then(|| self.index.of(c.owner).binary_name.clone());
        if !contract.clauses.iter().any(|g| g.clause == c.id) {
            contract.clauses.push(Governing {
                clause: c.id,
                inherited_from,
            });
        }
    }

    /// Undefined is reported apart from false.
    pub fn check(&self, c: &ClauseRef, call: &str, out: &mut Fragment) {
        let id = c.id.0;
        out.push(&format!(" {{ boolean proviso$b = true; try {{ proviso$b = {call}; }} catch (Throwable proviso$x) {{ {JML}.undefined({id}, proviso$x); }} {JML}.check({id}, proviso$b); }}"));
    }

    #[allow(clippy::too_many_arguments)]
    pub fn exceptional_end(
        &mut self,
        ty: TypeNo,
        method: &'a Method,
        declared: &Declared,
        cases: &Cases,
        owed: &[Owed],
        args: &[String],
        out: &mut Fragment,
    ) {
        let file = self.index.of(ty).file;
        let constructor = method.kind != MethodKind::Method;
        let exit = self.new_clause(
            file,
            ClauseKind::Exit,
            method.name.span,
            "no undeclared exception".to_string(),
            true,
        );
        let several = cases.list.len() > 1;
        let mut named = Vec::new();
        for (i, (_, case)) in cases.list.iter().enumerate() {
            let test = match (&case.named, case.kind) {
                (Some(c), _) => self.invoke(c, "this", &["proviso$t".to_string()], i),
                // An exceptional case without a word about types expects whatever comes.
                (None, CaseKind::Exceptional) => "true".to_string(),
                (None, _) => continue,
            };
            named.push(if several {
                format!("(proviso$p{i} && {test})")
            } else {
                test
            });
        }
        let named = if named.is_empty() {
            "false".to_string()
        } else {
            named.join(" || ")
        };
        out.push(&format!(
            " {JML}.thrown({}, proviso$t, {named}); if (proviso$t instanceof Exception) {{",
            exit.0
        ));
        // Of a constructor that threw there is no object, but there are those it was given.
        for inv in owed.iter().filter(|inv| !inv.clause.lost) {
            if !(constructor && matches!(inv.of, Of::Receiver)) {
                let call = inv.call(self, "this");
                self.check(&inv.clause, &call, out);
            }
        }
        self.others_kept(ty, method, declared, receiver_or_null(method), out);
        for (i, (_, case)) in cases.list.iter().enumerate() {
            if case.signals.is_empty()
                && case.signals_only.is_empty()
                && case.kind != CaseKind::Normal
            {
                continue;
            }
            if several {
                out.push(&format!(" if (proviso$p{i}) {{"));
            }
            if case.kind == CaseKind::Normal
                && let Some(id) = case.wrong_end
            {
                out.push(&format!(" {JML}.check({}, false);", id.0));
            }
            for c in &case.signals_only {
                let call = self.invoke(c, "this", &["proviso$t".to_string()], i);
                self.check(c, &call, out);
            }
            for c in &case.signals {
                let mut all = args.to_vec();
                all.push("proviso$t".to_string());
                let call = self.invoke(c, "this", &all, i);
                self.check(c, &call, out);
            }
            if several {
                out.push(" }");
            }
        }
        out.push(" }");
    }
}

/// The object whose invariants are asked for by themselves.
fn receiver_or_null(method: &Method) -> &'static str {
    if method.is_static() || method.kind != MethodKind::Method {
        "null"
    } else {
        "this"
    }
}
