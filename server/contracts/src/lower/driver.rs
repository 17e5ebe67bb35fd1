//! Second pass: for every method the driver that checks it, and the entry that callers' preconditions are checked by.

use super::govern::{Cases, Owed, args_of, disjunction};
use super::method::{Declared, params_of};
use super::{Lowerer, Owner};
use crate::index::{TypeNo, erasure};
use crate::out::Fragment;
use crate::{ClauseId, ClauseKind, Driver, Governing, MethodContract};
use proviso_names::Numbered;
use proviso_syntax::ast::{
    JmlModifierKind, Member, Method, MethodKind, Param, Span, TypeDecl, TypeKind, TypeRef,
};

const JML: &str = "proviso.runtime.Jml";

impl<'a> Lowerer<'a> {
    pub fn drive_all(&mut self) {
        for ty in self.fresh_types() {
            let decl = self.index.of(ty).decl;
            if decl.kind == TypeKind::Annotation || decl.is_model {
                continue;
            }
            for method in decl.methods() {
                if method.in_jml {
                    if !self.options.no_contracts {
                        // Without it only the clauses that use it are lost.
                        self.owner = Owner::Nobody;
                        self.begin_part(ty, "model ", Some(method));
                        self.model_method(ty, method);
                    }
                    continue;
                }
                self.drive(ty, method);
            }
            if let Some(method) = self.implicit.get(&ty) {
                self.drive(ty, method);
            }
        }
    }

    fn drive(&mut self, ty: TypeNo, method: &'a Method) {
        let Some(declared) = self.declared.get(&(method as *const Method)).cloned() else {
            return;
        };
        self.owner = Owner::Method(declared.no);
        self.begin_part(ty, "driver ", Some(method));
        self.driving = ty;
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
            stub: None,
            clauses: Vec::new(),
            others: Vec::new(),
            cases: Vec::new(),
            has_contract: false,
            is_specified: false,
            purity: declared.purity.map(|(p, _)| p),
            helper: declared.helper,
            safe_math: self.code_safe_math(ty, method),
            skip: method.modifiers.has(JmlModifierKind::SkipEsc)
                || decl.modifiers.has(JmlModifierKind::SkipEsc),
            extent: extent(decl, method),
            lost: Vec::new(),
            heirs: if declared.helper || declared.purity.is_some() {
                Vec::new()
            } else {
                let heirs = self.heirs(ty, method).into_iter();
                heirs
                    .map(|heir| self.index.of(heir).binary_name.clone())
                    .collect()
            },
        };
        contract.requires = self.requires_entry(ty, method, &declared, &cases);
        contract.stub = self.stub(ty, method, &declared, &cases);
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
        if cases.list.len() > 1 {
            let all = cases.list.iter();
            contract.cases = all.filter_map(|(_, case)| case.first_requires()).collect();
        }
        // The constructor Java adds is of interest only if it owes something or does something.
        let implicit = self
            .implicit
            .get(&ty)
            .is_some_and(|m| std::ptr::eq(m, method));
        contract.skip |=
            implicit && contract.clauses.is_empty() && !super::implicit::runs_code(decl);
        let table = &self.table;
        contract.has_contract = contract
            .clauses
            .iter()
            .any(|g| table.clauses.get(&g.clause).is_some_and(|c| !c.is_default));
        let nullness = |ty: &TypeRef| ty.nullness.is_some();
        contract.is_specified = contract.has_contract
            || contract.purity.is_some()
            || method.modifiers.nullness().is_some()
            || method.result.as_ref().is_some_and(nullness)
            || params
                .iter()
                .any(|p| nullness(&p.ty) || p.modifiers.nullness().is_some());
        self.table.methods.push(contract);
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
        let name = Numbered::Driver(declared.no.0).name();
        let modifier = if is_static {
            "static "
        } else if self.is_interface(home) {
            "default "
        } else {
            ""
        };
        let visibility = self.visibility(home);
        let mut out = Fragment::glue(format!(
            " {visibility} {modifier}{}void {name}({}) throws Throwable {{ {JML}.begin({});",
            head.type_params,
            head.params.join(", "),
            declared.no.0
        ));
        if !is_static {
            out.push(&format!(" {JML}.root(this);"));
        }
        if entry.is_member {
            out.push(&format!(
                " {JML}.root({}.class);",
                self.index.name_from(ty, ty)
            ));
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
        for (p, condition) in Self::non_null_content(params) {
            let text = format!("non_null content of {}", p.name.text);
            let id = self.new_clause(file, ClauseKind::NonNull, p.ty.span, text, true);
            out.push(&format!(" {JML}.assume({}, {condition});", id.0));
        }

        // Invariants come before preconditions, which may rely on them.
        let owed: Vec<Owed> = if declared.helper || self.options.no_contracts {
            Vec::new()
        } else {
            self.owed_invariants(ty, method, params)
        };
        for inv in owed.iter().filter(|inv| inv.assumed && !inv.clause.lost) {
            let call = inv.call(self, "this");
            out.push(&format!(" {{ boolean proviso$b = false; try {{ proviso$b = {call}; }} catch (Throwable proviso$x) {{ }} {JML}.assume({}, proviso$b); }}", inv.clause.id.0));
        }
        let several = cases.list.len() > 1;
        for (i, (_, case)) in cases.list.iter().enumerate() {
            let undefined = |id: ClauseId| format!("{JML}.undefined({}, proviso$x); return;", id.0);
            self.case_before(&mut out, i, case, &args, &undefined);
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
        for (i, (_, case)) in cases.list.iter().enumerate().filter(|_| several) {
            if let Some(id) = case.first_requires() {
                out.push(&format!(" {JML}.applies({}, proviso$p{i});", id.0));
            }
        }
        let guard = |i: usize| {
            if several {
                format!("if (proviso$p{i}) ")
            } else {
                String::new()
            }
        };
        self.may_diverge(&mut out, cases, &args);
        for (i, (_, case)) in cases.list.iter().enumerate() {
            for frame in &case.frames {
                let call = self.invoke(frame, "this", &args, i);
                out.push(&format!(" {}try {{ {call}; }} catch (Throwable proviso$x) {{ {JML}.undefined({}, proviso$x); }}", guard(i), frame.id.0));
            }
            // Beside an `assignable` clause both count.
            if let Some((_, span)) = declared.purity {
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
            ty, method, declared, cases, &owed, &args, result, contract, &mut out,
        );
        out.push(" } else {");
        self.exceptional_end(ty, method, declared, cases, &owed, &args, &mut out);
        out.push(&format!(" }} {JML}.end(); }}"));
        self.add_member(home, out);
        Driver {
            class: self.index.of(home).binary_name.clone(),
            name,
            is_static,
        }
    }

    /// An end is owed unless every case that applies excuses it. A `diverges` clause without a value excuses, too: nothing is asked then
    /// that the user may not have meant.
    fn may_diverge(&self, out: &mut Fragment, cases: &Cases, args: &[String]) {
        if cases.list.iter().all(|(_, case)| case.diverges.is_empty()) {
            return;
        }
        let mut owed = Vec::new();
        for (i, (_, case)) in cases.list.iter().enumerate() {
            let (applies, excused) = (format!("proviso$p{i}"), format!("proviso$d{i}"));
            out.push(&format!(" boolean {excused} = false;"));
            for clause in &case.diverges {
                let call = self.invoke(clause, "this", args, i);
                out.push(&format!(
                    " if ({applies}) try {{ {excused} = {excused} | {call}; }} catch (Throwable proviso$x) {{ {excused} = true; }}"
                ));
            }
            owed.push(format!("{applies} & !{excused}"));
        }
        out.push(&format!(" {JML}.mayDiverge(!({}));", owed.join(" | ")));
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
            // A simple name may be hidden by an inherited type; `o.new` wants just that.
            let simple = format!("{}{}", entry.decl.name.text, own(&entry.decl.type_params));
            let class = if inner {
                simple
            } else {
                format!(
                    "{}{}",
                    self.index.name_from(ty, ty),
                    own(&entry.decl.type_params)
                )
            };
            let new = if inner { "this.new " } else { "new " };
            out.push(&format!(" {class} proviso$r = null; Throwable proviso$t = null; try {{ proviso$r = {new}{class}({args}); }} catch (Throwable proviso$x) {{ proviso$t = proviso$x; }}"));
            return true;
        }
        let target = if method.is_static() && entry.is_member {
            self.index.name_from(ty, ty)
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
}

/// What a local of this type starts with.
pub fn default_value(java: &str) -> &'static str {
    match java {
        "boolean" => "false",
        "int" | "long" | "short" | "byte" | "char" | "float" | "double" => "0",
        _ => "null",
    }
}

/// From the end of the member before the method.
pub fn extent(decl: &TypeDecl, method: &Method) -> Span {
    let ends = decl.members.iter().map(|member| match member {
        Member::Method(m) => m.span.end,
        Member::Field(f) => f.span.end,
        Member::Type(t) => t.span.end,
        Member::Initializer(i) => i.span.end,
    });
    let before = ends.filter(|end| *end <= method.span.start).max();
    let start = before.unwrap_or(decl.body.start).min(method.span.start);
    Span::new(start, method.span.end)
}
