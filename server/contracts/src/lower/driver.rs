//! Second pass: for every method the driver that checks it, and the entry that callers' preconditions are checked by.

use super::method::{Before, Declared, LoweredCase, params_of};
use super::{ClauseRef, Lowerer};
use crate::cases::CaseKind;
use crate::index::{TypeNo, erasure};
use crate::out::Fragment;
use crate::{ClauseId, ClauseKind, Driver, Governing, MethodContract, RequiresEntry};
use proviso_syntax::ast::{JmlModifierKind, Method, MethodKind, Param, TypeKind};

const JML: &str = "proviso.runtime.Jml";

/// The cases that govern a method: its own and inherited ones.
struct Cases {
    list: Vec<(TypeNo, LoweredCase)>,
}

impl<'a> Lowerer<'a> {
    pub fn drive_all(&mut self) {
        for no in 0..self.index.types.len() {
            let ty = TypeNo(no);
            let decl = self.index.of(ty).decl;
            if decl.kind == TypeKind::Annotation || decl.is_model {
                continue;
            }
            for method in decl.methods() {
                if method.in_jml {
                    if !self.options.no_contracts {
                        self.begin_part(ty, "model ", Some(method));
                        self.model_method(ty, method);
                    }
                    continue;
                }
                self.drive(ty, method);
            }
        }
    }

    fn governing(&self, ty: TypeNo, method: &'a Method, declared: &Declared) -> Cases {
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

    fn drive(&mut self, ty: TypeNo, method: &'a Method) {
        let Some(declared) = self.declared.get(&(method as *const Method)).cloned() else {
            return;
        };
        self.begin_part(ty, "driver ", Some(method));
        let entry = self.index.of(ty);
        let (file, decl) = (entry.file, entry.decl);
        let constructor = method.kind != MethodKind::Method;
        let cases = self.governing(ty, method, &declared);
        let params = params_of(method, decl);
        let mut contract = MethodContract {
            no: declared.no,
            class: entry.binary_name.clone(),
            name: if constructor {
                "<init>".to_string()
            } else {
                method.name.text.clone()
            },
            params: params
                .iter()
                .map(|p| erasure(&p.ty, method, decl))
                .collect(),
            is_static: method.is_static(),
            is_constructor: constructor,
            has_body: method.body.is_some(),
            file,
            name_span: method.name.span,
            span: method.span,
            driver: Err(String::new()),
            requires: None,
            clauses: Vec::new(),
            has_contract: false,
            purity: declared.purity.map(|(p, _)| p),
            helper: declared.helper,
            safe_math: self.code_safe_math(ty, method),
            skip: method.modifiers.has(JmlModifierKind::SkipEsc)
                || decl.modifiers.has(JmlModifierKind::SkipEsc),
        };
        contract.requires = self.requires_entry(ty, method, &cases);
        contract.driver = match self.undrivable(ty, method) {
            Some(why) => Err(why),
            None => {
                let driver = self.driver(ty, method, &declared, &cases, &mut contract);
                Ok(driver)
            }
        };
        for (owner, case) in &cases.list {
            let inherited_from = (*owner != ty).then(|| self.index.of(*owner).binary_name.clone());
            for id in case.ids() {
                if !contract.clauses.iter().any(|g| g.clause == id) {
                    contract.clauses.push(Governing {
                        clause: id,
                        inherited_from: inherited_from.clone(),
                    });
                }
            }
        }
        let table = &self.table;
        contract.has_contract = contract
            .clauses
            .iter()
            .any(|g| table.clauses.get(&g.clause).is_some_and(|c| !c.is_default));
        self.table.methods.push(contract);
    }

    /// Why a method cannot be called by a driver.
    fn undrivable(&self, ty: TypeNo, method: &Method) -> Option<String> {
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
    fn non_null_params<'p>(
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

    fn requires_entry(
        &mut self,
        ty: TypeNo,
        method: &'a Method,
        cases: &Cases,
    ) -> Option<RequiresEntry> {
        let entry = self.index.of(ty);
        let (file, decl) = (entry.file, entry.decl);
        let params = params_of(method, decl);
        let non_null = self.non_null_params(ty, method, params);
        let trivial = cases.list.iter().any(|(_, c)| c.before.is_empty());
        if self.options.no_contracts || (trivial && non_null.is_empty()) {
            return None;
        }
        let constructor = method.kind != MethodKind::Method;
        if constructor && !entry.is_member {
            return None;
        }
        let text = if trivial {
            "non-null arguments".to_string()
        } else {
            "the precondition".to_string()
        };
        let id = self.new_clause(file, ClauseKind::Call, method.name.span, text, true);
        let name = format!("proviso$requires${}", id.0);
        let head = self.head(ty, method, true);
        let modifier = if head.is_static {
            "static "
        } else if self.is_interface(ty) {
            "default "
        } else {
            ""
        };
        let mut out = Fragment::glue(format!(
            " public {modifier}{}boolean {name}({}) {{",
            head.type_params,
            head.params.join(", ")
        ));
        for p in &non_null {
            out.push(&format!(" if ({} == null) return false;", p.name.text));
        }
        if trivial {
            out.push(" return true; }");
        } else {
            let args = args_of(params);
            for (i, (_, case)) in cases.list.iter().enumerate() {
                self.case_before(&mut out, i, case, "this", &args, head.is_static);
            }
            out.push(&format!(" return {}; }}", disjunction(cases.list.len())));
        }
        self.add_member(ty, out);
        Some(RequiresEntry {
            class: entry.binary_name.clone(),
            name,
            clause: id,
        })
    }

    /// `boolean proviso$p0 = …` for case i, with its `old` variables.
    fn case_before(
        &self,
        out: &mut Fragment,
        i: usize,
        case: &LoweredCase,
        receiver: &str,
        args: &[String],
        is_static: bool,
    ) {
        let p = format!("proviso$p{i}");
        out.push(&format!(" boolean {p} = true;"));
        for step in &case.before {
            match step {
                Before::Requires(c) => {
                    let call = self.invoke(c, receiver, args, i, is_static);
                    if c.total {
                        // Throwable is declared, so it must be caught all the same.
                        out.push(&format!(" try {{ {p} = {p} & {call}; }} catch (Throwable proviso$x) {{ {JML}.undefined({}, proviso$x); {p} = false; }}", c.id.0));
                    } else {
                        out.push(&format!(" if ({p}) {{ try {{ {p} = {call}; }} catch (Throwable proviso$x) {{ {JML}.undefined({}, proviso$x); {p} = false; }} }}", c.id.0));
                    }
                }
                Before::Old(name, c) => {
                    let call = self.invoke(c, receiver, args, i, is_static);
                    out.push(&format!(" Object {name}$old{i} = null; if ({p}) {{ try {{ {name}$old{i} = {call}; }} catch (Throwable proviso$x) {{ {JML}.undefined({}, proviso$x); {p} = false; }} }}", c.id.0));
                }
            }
        }
    }

    /// The call of a clause method from a driver.
    fn invoke(
        &self,
        c: &ClauseRef,
        receiver: &str,
        args: &[String],
        case: usize,
        _is_static: bool,
    ) -> String {
        let target = if c.is_static && self.index.of(c.owner).is_member {
            self.index.of(c.owner).source_name.clone()
        } else {
            receiver.to_string()
        };
        let mut all: Vec<String> = args.to_vec();
        all.extend(c.old_vars.iter().map(|v| format!("{v}$old{case}")));
        format!("{target}.{}({})", c.name, all.join(", "))
    }

    fn driver(
        &mut self,
        ty: TypeNo,
        method: &'a Method,
        declared: &Declared,
        cases: &Cases,
        contract: &mut MethodContract,
    ) -> Driver {
        let entry = self.index.of(ty);
        let (file, decl) = (entry.file, entry.decl);
        let constructor = method.kind != MethodKind::Method;
        let inner = constructor && !entry.static_context;
        let home = if inner { entry.outer.unwrap_or(ty) } else { ty };
        let params = params_of(method, decl);
        let args = args_of(params);
        let head = self.head(ty, method, true);
        let is_static = head.is_static && !inner;
        let name = format!("proviso$check${}", declared.no.0);
        let modifier = if is_static {
            "static "
        } else if self.is_interface(home) {
            "default "
        } else {
            ""
        };
        let mut out = Fragment::glue(format!(
            " public {modifier}{}void {name}({}) throws Throwable {{ {JML}.begin({});",
            head.type_params,
            head.params.join(", "),
            declared.no.0
        ));
        if !is_static {
            out.push(&format!(" {JML}.root(this);"));
        }
        if entry.is_member {
            out.push(&format!(" {JML}.root({}.class);", entry.source_name));
        }
        let references: Vec<&Param> = params
            .iter()
            .filter(|p| p.ty.dims > 0 || !p.ty.is_primitive())
            .collect();
        for p in &references {
            out.push(&format!(" {JML}.root((Object) {});", p.name.text));
        }
        for p in self.non_null_params(ty, method, params) {
            out.push(&format!(" {JML}.assumeNonNull({});", p.name.text));
        }

        // Invariants come before preconditions, which may rely on them.
        let owed: Vec<Owed> = if declared.helper || self.options.no_contracts {
            Vec::new()
        } else {
            self.owed_invariants(ty, method, params)
        };
        for inv in owed.iter().filter(|inv| inv.assumed) {
            let call = inv.call(self, "this");
            out.push(&format!(" {{ boolean proviso$b = false; try {{ proviso$b = {call}; }} catch (Throwable proviso$x) {{ }} {JML}.assume({}, proviso$b); }}", inv.clause.id.0));
        }
        let several = cases.list.len() > 1;
        for (i, (_, case)) in cases.list.iter().enumerate() {
            self.case_before(&mut out, i, case, "this", &args, is_static);
        }
        if cases.list.iter().all(|(_, c)| !c.before.is_empty()) {
            let id = match contract.requires.as_ref() {
                Some(r) => r.clause,
                None => self.new_clause(
                    file,
                    ClauseKind::Call,
                    method.name.span,
                    "the precondition".to_string(),
                    true,
                ),
            };
            out.push(&format!(
                " {JML}.assume({}, {});",
                id.0,
                disjunction(cases.list.len())
            ));
        }
        let guard = |i: usize| {
            if several {
                format!("if (proviso$p{i}) ")
            } else {
                String::new()
            }
        };
        for (i, (_, case)) in cases.list.iter().enumerate() {
            for frame in &case.frames {
                let call = self.invoke(frame, "this", &args, i, is_static);
                out.push(&format!(" {}try {{ {call}; }} catch (Throwable proviso$x) {{ {JML}.undefined({}, proviso$x); }}", guard(i), frame.id.0));
            }
            let pure_default = declared.purity.filter(|_| !case.has_assignable);
            if let Some((_, span)) = pure_default {
                let id = self.new_clause(
                    file,
                    ClauseKind::Assignable,
                    span,
                    "pure: assignable \\nothing".to_string(),
                    true,
                );
                contract.clauses.push(Governing {
                    clause: id,
                    inherited_from: None,
                });
                out.push(&format!(" {}{JML}.frame({});", guard(i), id.0));
            }
        }
        out.push(&format!(" {JML}.enter();"));
        let result = self.call_method(ty, method, &args, inner, &mut out);
        out.push(&format!(" {JML}.leave(); if (proviso$t == null) {{"));
        self.normal_end(
            ty, method, cases, &owed, &args, result, is_static, contract, &mut out,
        );
        out.push(" } else {");
        self.exceptional_end(ty, method, cases, &owed, &args, is_static, &mut out);
        out.push(&format!(" }} {JML}.end(); }}"));
        self.add_member(home, out);
        Driver {
            class: self.index.of(home).binary_name.clone(),
            name,
            is_static,
        }
    }

    /// Runs the method under check; true if there is a result to look at.
    fn call_method(
        &self,
        ty: TypeNo,
        method: &Method,
        args: &[String],
        inner: bool,
        out: &mut Fragment,
    ) -> bool {
        let entry = self.index.of(ty);
        let args = args.join(", ");
        let own = |params: &[proviso_syntax::ast::TypeParam]| {
            if params.is_empty() {
                String::new()
            } else {
                format!(
                    "<{}>",
                    params
                        .iter()
                        .map(|p| p.name.text.clone())
                        .collect::<Vec<_>>()
                        .join(", ")
                )
            }
        };
        if method.kind != MethodKind::Method {
            let class = format!("{}{}", entry.decl.name.text, own(&entry.decl.type_params));
            let new = if inner { "this.new " } else { "new " };
            out.push(&format!(" {class} proviso$r = null; Throwable proviso$t = null; try {{ proviso$r = {new}{class}({args}); }} catch (Throwable proviso$x) {{ proviso$t = proviso$x; }}"));
            return true;
        }
        let target = if method.is_static() && entry.is_member {
            entry.source_name.clone()
        } else {
            "this".to_string()
        };
        let call = if method.is_static() && !entry.is_member {
            format!("{}({args})", method.name.text)
        } else {
            format!(
                "{target}.{}{}({args})",
                own(&method.type_params),
                method.name.text
            )
        };
        match &method.result {
            Some(r) if r.name != "void" || r.dims > 0 => {
                out.push(&format!(
                    " {} proviso$r = {}; Throwable proviso$t = null; try {{ proviso$r = {call}; }}",
                    r.text,
                    default_value(&r.text)
                ));
                out.push(" catch (Throwable proviso$x) { proviso$t = proviso$x; }");
                true
            }
            _ => {
                out.push(&format!(" Throwable proviso$t = null; try {{ {call}; }} catch (Throwable proviso$x) {{ proviso$t = proviso$x; }}"));
                false
            }
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn normal_end(
        &mut self,
        ty: TypeNo,
        method: &'a Method,
        cases: &Cases,
        owed: &[Owed],
        args: &[String],
        has_result: bool,
        is_static: bool,
        contract: &mut MethodContract,
        out: &mut Fragment,
    ) {
        let constructor = method.kind != MethodKind::Method;
        let receiver = if constructor { "proviso$r" } else { "this" };
        let file = self.index.of(ty).file;
        if has_result
            && !constructor
            && let Some(result) = &method.result
            && (result.dims > 0 || !result.is_primitive())
        {
            let declared = result.nullness.or_else(|| {
                if result.dims == 0 {
                    method.modifiers.nullness()
                } else {
                    None
                }
            });
            if self.non_null(ty, Some(method), declared) {
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
        }
        for inv in owed {
            let call = inv.call(self, receiver);
            self.check(&inv.clause, &call, out);
            self.govern(contract, ty, &inv.clause);
        }
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
                let call = self.invoke(c, receiver, &all, i, is_static);
                self.check(c, &call, out);
            }
            if several {
                out.push(" }");
            }
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
        if method.kind != MethodKind::Method {
            let initially = self
                .type_clauses
                .get(&ty)
                .map_or(Vec::new(), |c| c.initially.clone());
            for c in initially {
                self.check(&c, &format!("{receiver}.{}()", c.name), out);
                self.govern(contract, ty, &c);
            }
            return;
        }
        let inherited: Vec<_> = self
            .index
            .ancestry(ty)
            .iter()
            .filter_map(|t| self.type_clauses.get(t))
            .flat_map(|c| c.constraints.clone())
            .collect();
        for (c, methods) in inherited {
            if method.is_static() && !c.is_static {
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
                let call = self.invoke(&c, receiver, &[], 0, method.is_static());
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
    fn check(&self, c: &ClauseRef, call: &str, out: &mut Fragment) {
        let id = c.id.0;
        out.push(&format!(" {{ boolean proviso$b = true; try {{ proviso$b = {call}; }} catch (Throwable proviso$x) {{ {JML}.undefined({id}, proviso$x); }} {JML}.check({id}, proviso$b); }}"));
    }

    #[allow(clippy::too_many_arguments)]
    fn exceptional_end(
        &mut self,
        ty: TypeNo,
        method: &'a Method,
        cases: &Cases,
        owed: &[Owed],
        args: &[String],
        is_static: bool,
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
                (Some(c), _) => self.invoke(c, "this", &["proviso$t".to_string()], i, is_static),
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
        if !constructor {
            for inv in owed {
                let call = inv.call(self, "this");
                self.check(&inv.clause, &call, out);
            }
        }
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
                let call = self.invoke(c, "this", &["proviso$t".to_string()], i, is_static);
                self.check(c, &call, out);
            }
            // Of a constructor that threw there is no object to look at.
            for c in case.signals.iter().filter(|c| !constructor || c.is_static) {
                let mut all = args.to_vec();
                all.push("proviso$t".to_string());
                let call = self.invoke(c, "this", &all, i, is_static);
                self.check(c, &call, out);
            }
            if several {
                out.push(" }");
            }
        }
        out.push(" }");
    }

    /// The default list of jml.md §4: static ones, the receiver's, those of each parameter.
    fn owed_invariants(&self, ty: TypeNo, method: &Method, params: &[Param]) -> Vec<Owed> {
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

enum Of {
    Nobody,
    Receiver,
    Param(String),
}

/// An invariant a method may rely on and has to keep.
struct Owed {
    clause: ClauseRef,
    of: Of,
    assumed: bool,
}

impl Owed {
    fn call(&self, lowerer: &Lowerer, receiver: &str) -> String {
        match &self.of {
            Of::Nobody => lowerer.invoke(&self.clause, receiver, &[], 0, true),
            Of::Receiver => format!("{receiver}.{}()", self.clause.name),
            Of::Param(p) => format!("{p} == null || {p}.{}()", self.clause.name),
        }
    }
}

impl LoweredCase {
    /// No case written: nothing required, nothing promised.
    fn nothing() -> LoweredCase {
        LoweredCase {
            kind: CaseKind::Any,
            is_code: false,
            is_private: false,
            before: Vec::new(),
            frames: Vec::new(),
            has_assignable: false,
            ensures: Vec::new(),
            signals: Vec::new(),
            signals_only: Vec::new(),
            named: None,
            wrong_end: None,
        }
    }

    /// Every clause of the case.
    fn ids(&self) -> Vec<ClauseId> {
        let before = self.before.iter().map(|b| match b {
            Before::Requires(c) | Before::Old(_, c) => c.id,
        });
        let rest = self
            .frames
            .iter()
            .chain(&self.ensures)
            .chain(&self.signals)
            .chain(&self.signals_only)
            .map(|c| c.id);
        before.chain(rest).chain(self.wrong_end).collect()
    }
}

fn args_of(params: &[Param]) -> Vec<String> {
    params.iter().map(|p| p.name.text.clone()).collect()
}

fn disjunction(cases: usize) -> String {
    (0..cases)
        .map(|i| format!("proviso$p{i}"))
        .collect::<Vec<_>>()
        .join(" | ")
}

/// What a local of this type starts with.
pub fn default_value(java: &str) -> &'static str {
    match java {
        "boolean" => "false",
        "int" | "long" | "short" | "byte" | "char" | "float" | "double" => "0",
        _ => "null",
    }
}
