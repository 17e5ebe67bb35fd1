//! What governs a method: its own cases and inherited ones, the invariants it owes, what callers must establish.

use super::method::{Before, Declared, LoweredCase, params_of};
use super::{ClauseRef, Lowerer};
use crate::cases::CaseKind;
use crate::index::TypeNo;
use crate::out::Fragment;
use crate::{ClauseId, ClauseKind, RequiresEntry};
use proviso_names::Numbered;
use proviso_syntax::ast::{Method, MethodKind, Nullness, Param, TypeKind};

/// The cases that govern a method: its own and inherited ones.
pub struct Cases {
    pub list: Vec<(TypeNo, LoweredCase)>,
}

impl<'a> Lowerer<'a> {
    pub fn governing(&self, ty: TypeNo, method: &'a Method, declared: &Declared) -> Cases {
        let mut list: Vec<(TypeNo, LoweredCase)> =
            declared.cases.iter().map(|c| (ty, c.clone())).collect();
        for (ancestor, above) in self.overridden(ty, method) {
            if let Some(inherited) = self.declared.get(&(above as *const Method)) {
                let visible = inherited
                    .cases
                    .iter()
                    .filter(|c| !c.is_code && !c.is_private);
                list.extend(visible.map(|c| (ancestor, c.clone())));
            }
        }
        if list.is_empty() {
            // No case at all: requires true, nothing promised.
            list.push((ty, LoweredCase::nothing()));
        }
        Cases { list }
    }

    /// Why a method cannot be called by a driver.
    pub fn undrivable(&self, ty: TypeNo, method: &Method) -> Option<String> {
        let entry = self.index.of(ty);
        if method.body.is_none() {
            return Some(
                if method.modifiers.has_java("native") {
                    "it is native"
                } else {
                    "it has no body"
                }
                .to_string(),
            );
        }
        if method.kind != MethodKind::Method {
            return match entry.decl.kind {
                TypeKind::Enum => Some("only the enum itself may call its constructor".to_string()),
                _ if entry.decl.modifiers.has_java("abstract") => {
                    Some("an abstract class is only made through its subclasses".to_string())
                }
                _ if !entry.is_member => {
                    Some("a local class cannot be made from outside".to_string())
                }
                _ => None,
            };
        }
        None
    }

    /// Parameters that are non-null references.
    pub fn non_null_params<'p>(
        &self,
        ty: TypeNo,
        method: &Method,
        params: &'p [Param],
    ) -> Vec<&'p Param> {
        let reference = |p: &&Param| p.ty.dims > 0 || !p.ty.is_primitive();
        params
            .iter()
            .filter(reference)
            .filter(|p| {
                let declared = p.ty.nullness.or_else(|| {
                    if p.ty.dims == 0 {
                        p.modifiers.nullness()
                    } else {
                        None
                    }
                });
                self.non_null(ty, Some(method), declared)
            })
            .collect()
    }

    /// Parameters with type arguments that are declared non-null (`List<non_null String>`): as conditions.
    pub fn non_null_content(params: &[Param]) -> Vec<(&Param, String)> {
        let mut all = Vec::new();
        for p in params.iter().filter(|p| p.ty.dims == 0) {
            for (i, nullness) in p.ty.argument_nullness.iter().enumerate() {
                if *nullness == Some(Nullness::NonNull) {
                    let name = &p.name.text;
                    all.push((
                        p,
                        format!("proviso.runtime.Spec.nonNullContent({name}, {i})"),
                    ));
                }
            }
        }
        all
    }

    pub fn requires_entry(
        &mut self,
        ty: TypeNo,
        method: &'a Method,
        declared: &Declared,
        cases: &Cases,
    ) -> Option<RequiresEntry> {
        let entry = self.index.of(ty);
        let (file, decl) = (entry.file, entry.decl);
        let params = params_of(method, decl);
        let non_null = self.non_null_params(ty, method, params);
        let trivial = cases.list.iter().any(|(_, c)| c.before.is_empty());
        let lost = cases.list.iter().map(|(_, c)| c.lost_requires().cloned());
        let lost: Vec<Option<ClauseRef>> = lost.collect();
        let relied_on = self.relied_on(ty, method, declared);
        let content = Self::non_null_content(params);
        let nothing = trivial && non_null.is_empty() && content.is_empty() && relied_on.is_empty();
        if self.options.no_contracts || nothing {
            return None;
        }
        let constructor = method.kind != MethodKind::Method;
        if constructor && !entry.is_member {
            // What it captures is among its arguments: its precondition cannot be asked from outside.
            if !trivial && let Some(body) = &method.body {
                let why = "the precondition of a local class's constructor is not checked";
                let code = format!(" if (true) throw proviso.runtime.Jml.unknown(\"{why}\");");
                self.edits[file].insert_ranked(body.start, -30, Fragment::glue(code));
            }
            return None;
        }
        let home = self.before_this(ty, method);
        let text = if trivial {
            "non-null arguments".to_string()
        } else {
            "the precondition".to_string()
        };
        let id = self.new_clause(file, ClauseKind::Call, method.name.span, text, true);
        let name = Numbered::Requires(id.0).name();
        let head = self.head(ty, method, true);
        let modifier = if head.is_static {
            "static "
        } else if self.is_interface(ty) {
            "default "
        } else {
            ""
        };
        let visibility = self.visibility(ty);
        let mut out = Fragment::glue(format!(
            " {visibility} {modifier}{}boolean {name}({}) {{",
            head.type_params,
            head.params.join(", ")
        ));
        self.kept_at_call(&relied_on, head.is_static, &mut out);
        for p in &non_null {
            out.push(&format!(" if ({} == null) return false;", p.name.text));
        }
        for (_, condition) in &content {
            out.push(&format!(" if (!{condition}) return false;"));
        }
        if trivial {
            out.push(" return true; }");
        } else {
            let args = args_of(params);
            for (i, (_, case)) in cases.list.iter().enumerate() {
                // The caller is told that the call is wrong; why the clause has no value is the callee's business.
                let undefined = |_: ClauseId| format!("proviso$p{i} = false;");
                self.case_before(&mut out, i, case, &args, &undefined);
            }
            // A case whose precondition is not understood is only asked when no other case takes the call.
            let sure = (0..lost.len()).filter(|i| lost[*i].is_none());
            let sure: Vec<String> = sure.map(|i| format!("proviso$p{i}")).collect();
            if sure.len() < lost.len() {
                if !sure.is_empty() {
                    out.push(&format!(" if ({}) return true;", sure.join(" | ")));
                }
                for (i, c) in lost.iter().enumerate() {
                    let Some(c) = c else { continue };
                    let call = self.invoke(c, "this", &args, i);
                    out.push(&format!(" try {{ if (proviso$p{i}) return {call}; }} catch (Throwable proviso$x) {{ }}"));
                }
                out.push(" return false; }");
            } else {
                out.push(&format!(" return {}; }}", sure.join(" | ")));
            }
        }
        self.add_member(home, out);
        Some(RequiresEntry {
            class: self.index.of(home).binary_name.clone(),
            name,
            clause: id,
        })
    }

    /// `boolean proviso$p0 = …` for case i, with its `old` variables. `undefined`: what to do when evaluating a clause throws.
    pub fn case_before(
        &self,
        out: &mut Fragment,
        i: usize,
        case: &LoweredCase,
        args: &[String],
        undefined: &dyn Fn(ClauseId) -> String,
    ) {
        let p = format!("proviso$p{i}");
        out.push(&format!(" boolean {p} = true;"));
        for step in case.before.iter().filter(|step| !step.is_lost()) {
            let (c, target) = match step {
                Before::Requires(c) => (c, p.clone()),
                Before::Old(name, c) => {
                    let kept = old_variable(name, i);
                    out.push(&format!(" Object {kept} = null;"));
                    (c, kept)
                }
            };
            let call = self.invoke(c, "this", args, i);
            // What cannot throw needs no guard, so the engine need not branch; Throwable is declared all the same.
            let (open, value, close) = if c.total {
                (String::new(), format!("{p} & {call}"), "")
            } else {
                (format!(" if ({p}) {{"), call, " }")
            };
            out.push(&format!(
                "{open} try {{ {target} = {value}; }} catch (Throwable proviso$x) {{ {} }}{close}",
                undefined(c.id)
            ));
        }
    }

    /// The call of a clause method from a driver.
    pub fn invoke(&self, c: &ClauseRef, receiver: &str, args: &[String], case: usize) -> String {
        let target = if c.is_static && self.index.of(c.owner).is_member {
            self.index.name_from(c.owner, self.driving)
        } else {
            receiver.to_string()
        };
        let mut all: Vec<String> = args.to_vec();
        all.extend(c.old_vars.iter().map(|v| old_variable(v, case)));
        format!("{target}.{}({})", c.name, all.join(", "))
    }

    /// The default list of jml.md §4: static ones, the receiver's, those of each parameter.
    pub fn owed_invariants(&self, ty: TypeNo, method: &Method, params: &[Param]) -> Vec<Owed> {
        let constructor = method.kind != MethodKind::Method;
        let mut all: Vec<Owed> = Vec::new();
        for clause in self.static_invariants_of(ty) {
            all.push(Owed {
                clause,
                of: Of::Nobody,
                assumed: true,
            });
        }
        if !method.is_static() {
            for clause in self.invariants_of(ty) {
                all.push(Owed {
                    clause,
                    of: Of::Receiver,
                    assumed: !constructor,
                });
            }
        }
        for p in params {
            for clause in self.invariants_of_type(&p.ty, ty) {
                all.push(Owed {
                    clause,
                    of: Of::Param(p.name.text.clone()),
                    assumed: true,
                });
            }
        }
        all
    }
}

pub enum Of {
    Nobody,
    Receiver,
    Param(String),
}

/// An invariant a method may rely on and has to keep.
pub struct Owed {
    pub clause: ClauseRef,
    pub of: Of,
    pub assumed: bool,
}

impl Owed {
    pub fn call(&self, lowerer: &Lowerer, receiver: &str) -> String {
        match &self.of {
            Of::Nobody => lowerer.invoke(&self.clause, receiver, &[], 0),
            Of::Receiver => format!("{receiver}.{}()", self.clause.name),
            Of::Param(p) => format!("{p} == null || {p}.{}()", self.clause.name),
        }
    }
}

impl LoweredCase {
    /// No case written: nothing required, nothing promised.
    pub fn nothing() -> LoweredCase {
        LoweredCase {
            kind: CaseKind::Any,
            is_code: false,
            is_private: false,
            before: Vec::new(),
            diverges: Vec::new(),
            frames: Vec::new(),
            has_assignable: false,
            ensures: Vec::new(),
            signals: Vec::new(),
            signals_only: Vec::new(),
            named: None,
            wrong_end: None,
        }
    }

    /// The clause that stands for the case when it is to be named.
    pub fn first_requires(&self) -> Option<ClauseId> {
        self.before.iter().find_map(|step| match step {
            Before::Requires(c) if !c.lost => Some(c.id),
            _ => None,
        })
    }

    /// A precondition of the case that is not understood.
    pub fn lost_requires(&self) -> Option<&ClauseRef> {
        self.before.iter().find_map(|step| match step {
            Before::Requires(c) if c.lost => Some(c),
            _ => None,
        })
    }

    /// Every clause of the case.
    pub fn ids(&self) -> Vec<ClauseId> {
        let before = self.before.iter().map(|b| match b {
            Before::Requires(c) | Before::Old(_, c) => c.id,
        });
        let rest = self
            .diverges
            .iter()
            .chain(&self.frames)
            .chain(&self.ensures)
            .chain(&self.signals)
            .chain(&self.signals_only)
            .map(|c| c.id);
        before.chain(rest).chain(self.wrong_end).collect()
    }
}

/// Where a driver keeps the value of an `old` variable of some case.
fn old_variable(name: &str, case: usize) -> String {
    format!("proviso$old{case}${name}")
}

pub fn args_of(params: &[Param]) -> Vec<String> {
    params.iter().map(|p| p.name.text.clone()).collect()
}

pub fn disjunction(cases: usize) -> String {
    (0..cases)
        .map(|i| format!("proviso$p{i}"))
        .collect::<Vec<_>>()
        .join(" | ")
}
