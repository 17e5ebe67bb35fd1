//! Stubs: what a call of a method means when its contract answers instead of its body. Only the engine runs them; on a
//! JVM the body runs.
//!
//! A stub checks the invariants the callee may rely on, forgets what the `assignable` clause names, makes up an answer
//! of the declared type, or an exception the contract allows, and assumes what the contract promises of it.

use super::Lowerer;
use super::govern::{Cases, Owed, args_of};
use super::method::{Declared, params_of};
use crate::cases::CaseKind;
use crate::index::TypeNo;
use crate::out::Fragment;
use crate::{ClauseId, Stub};
use proviso_names::Numbered;
use proviso_syntax::ast::{Method, MethodKind};

const JML: &str = "proviso.runtime.Jml";

impl<'a> Lowerer<'a> {
    /// None for methods nobody wrote a contract for, and for constructors, which are always executed.
    pub fn stub(
        &mut self,
        ty: TypeNo,
        method: &'a Method,
        declared: &Declared,
        cases: &Cases,
    ) -> Option<Stub> {
        let written = |c: &super::method::LoweredCase| c.has_assignable || !c.ids().is_empty();
        let has_contract =
            declared.purity.is_some() || cases.list.iter().any(|(_, case)| written(case));
        if self.options.no_contracts || method.kind != MethodKind::Method || !has_contract {
            return None;
        }
        let name = Numbered::Stub(declared.no.0).name();
        let head = self.head(ty, method, true);
        let modifier = if head.is_static {
            "static "
        } else if self.is_interface(ty) {
            "default "
        } else {
            ""
        };
        let result = method
            .result
            .as_ref()
            .filter(|r| r.name != "void" || r.dims > 0);
        let mut out = Fragment::glue(format!(
            " {} {modifier}{}{} {name}({}) throws Throwable {{ {JML}.call();",
            self.visibility(ty),
            head.type_params,
            result.map_or("void", |r| r.text.as_str()),
            head.params.join(", ")
        ));
        let params = params_of(method, self.index.of(ty).decl);
        let args = args_of(params);
        let owed: Vec<Owed> = if declared.helper {
            Vec::new()
        } else {
            self.owed_invariants(ty, method, params)
        };
        for inv in &owed {
            let call = inv.call(self, "this");
            out.push(&format!(" {{ boolean proviso$b = false; try {{ proviso$b = {call}; }} catch (Throwable proviso$x) {{ }} {JML}.check({}, proviso$b); }}", inv.clause.id.0));
        }
        for (i, (_, case)) in cases.list.iter().enumerate() {
            let undefined = |_: ClauseId| format!("proviso$p{i} = false;");
            self.case_before(&mut out, i, case, &args, &undefined);
            // The call itself was not decided; what such a case promises is nothing to go by.
            if case.lost_requires().is_some() {
                out.push(&format!(" proviso$p{i} = false;"));
            }
        }
        self.forget(declared, cases, &args, &mut out);
        self.exceptional_answer(method, cases, &owed, &args, &mut out);
        if let Some(r) = result {
            let kind = answer_kind(&r.text, r.dims > 0 || !r.is_primitive());
            out.push(&format!(" {} proviso$r = {JML}.answer{kind}();", r.text));
            if self.has_non_null_result(ty, method) {
                out.push(&format!(" {JML}.assumeNonNull(proviso$r);"));
            }
        } else {
            out.push(&format!(" {JML}.answerVoid();"));
        }
        for inv in owed.iter().filter(|inv| !inv.clause.lost) {
            let call = inv.call(self, "this");
            assume(inv.clause.id, &call, &mut out);
        }
        for (i, (_, case)) in cases.list.iter().enumerate() {
            out.push(&format!(" if (proviso$p{i}) {{"));
            if let (CaseKind::Exceptional, Some(id)) = (case.kind, case.wrong_end) {
                out.push(&format!(" {JML}.assume({}, false);", id.0));
            }
            for c in &case.ensures {
                let mut all = args.clone();
                if result.is_some() {
                    all.push("proviso$r".to_string());
                }
                let call = self.invoke(c, "this", &all, i);
                assume(c.id, &call, &mut out);
            }
            out.push(" }");
        }
        if result.is_some() {
            out.push(" return proviso$r;");
        }
        out.push(" }");
        self.add_member(ty, out);
        Some(Stub {
            name,
            pure: declared.purity.is_some(),
            promises: cases.list.iter().any(|(_, case)| !case.ensures.is_empty()),
            closed: cases.list.iter().all(|(_, case)| {
                let framed = declared.purity.is_some() || case.has_assignable;
                let named = case.kind == CaseKind::Normal || !case.signals_only.is_empty();
                framed && named
            }),
        })
    }

    /// The frame of some case that applies; without one the callee may write anything.
    fn forget(&self, declared: &Declared, cases: &Cases, args: &[String], out: &mut Fragment) {
        out.push(&format!(" {JML}.forgetting();"));
        for (i, (_, case)) in cases.list.iter().enumerate() {
            let frame = match case.frames.first() {
                // Pure by its modifier: nothing is written, whatever else is allowed.
                _ if declared.purity.is_some() => String::new(),
                Some(frame) => {
                    let call = self.invoke(frame, "this", args, i);
                    format!(
                        "try {{ {call}; }} catch (Throwable proviso$x) {{ {JML}.everything(); }}"
                    )
                }
                None => continue,
            };
            out.push(&format!(" if (proviso$p{i}) {{ {frame} }} else"));
        }
        out.push(&format!(" {{ {JML}.everything(); }} {JML}.forget();"));
    }

    /// Ends by exceptions, where a case that applies allows them.
    fn exceptional_answer(
        &self,
        method: &Method,
        cases: &Cases,
        owed: &[Owed],
        args: &[String],
        out: &mut Fragment,
    ) {
        let mut types: Vec<&str> = method.throws.iter().map(|t| t.text.as_str()).collect();
        types.push("RuntimeException");
        for class in types {
            out.push(&format!(
                " if ({JML}.perhaps()) {{ Throwable proviso$t = {JML}.raise({class}.class);"
            ));
            for inv in owed.iter().filter(|inv| !inv.clause.lost) {
                let call = inv.call(self, "this");
                assume(inv.clause.id, &call, out);
            }
            for (i, (_, case)) in cases.list.iter().enumerate() {
                out.push(&format!(" if (proviso$p{i}) {{"));
                if let (CaseKind::Normal, Some(id)) = (case.kind, case.wrong_end) {
                    out.push(&format!(" {JML}.assume({}, false);", id.0));
                }
                for c in &case.signals_only {
                    let call = self.invoke(c, "this", &["proviso$t".to_string()], i);
                    assume(c.id, &call, out);
                }
                for c in &case.signals {
                    let mut all = args.to_vec();
                    all.push("proviso$t".to_string());
                    let call = self.invoke(c, "this", &all, i);
                    assume(c.id, &call, out);
                }
                out.push(" }");
            }
            out.push(" throw proviso$t; }");
        }
    }
}

/// A promise without a value promises nothing that could be relied on: the path is dropped, as where it is false.
fn assume(id: ClauseId, call: &str, out: &mut Fragment) {
    out.push(&format!(" {{ boolean proviso$b = false; try {{ proviso$b = {call}; }} catch (Throwable proviso$x) {{ }} {JML}.assume({}, proviso$b); }}", id.0));
}

/// Which of `Jml`'s answers has a type.
fn answer_kind(java: &str, is_reference: bool) -> &'static str {
    if is_reference {
        return "";
    }
    match java.split_whitespace().last().unwrap_or(java) {
        "boolean" => "Boolean",
        "byte" => "Byte",
        "short" => "Short",
        "char" => "Char",
        "int" => "Int",
        "long" => "Long",
        "float" => "Float",
        "double" => "Double",
        _ => "",
    }
}
