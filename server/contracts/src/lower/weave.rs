//! JML in bodies: statements become Java at the place of their comment, so that no line moves.

use super::expr::{expr, predicate};
use super::locals::innermost_loop;
use super::method::params_of;
use super::scope::{Refusal, Scope, Var};
use super::types::{Ty, java_type};
use super::uses::uses;
use super::{Lowerer, Owner};
use crate::index::{TypeNo, comment_start};
use crate::out::Fragment;
use crate::{ClauseId, ClauseKind, DiagnosticKind};
/// The state at entry of a body, for `\old` in it.
pub use proviso_names::ENTRY;
use proviso_syntax::ast::{
    Body, Clause, Expr, ExprKind, JmlStatement, LoopClauseKind, Member, Method, OldKind, Span,
    StatementKind, TypeKind, VarDecl,
};
use std::collections::BTreeSet;

const JML: &str = "proviso.runtime.Jml";

/// A body and what it belongs to.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub ty: TypeNo,
    pub method: Option<&'a Method>,
    pub body: &'a Body,
    pub is_static: bool,
}

impl<'a> Lowerer<'a> {
    pub fn weave_all(&mut self) {
        if self.options.no_contracts {
            return;
        }
        for file in 0..self.index.files.len() {
            if !self.is_kept(file) {
                self.part_file = file;
                self.model_imports(file);
            }
        }
        for ty in self.fresh_types() {
            let decl = self.index.of(ty).decl;
            if decl.kind == TypeKind::Annotation || decl.is_model {
                continue;
            }
            for member in &decl.members {
                match member {
                    Member::Method(m) if !m.in_jml => {
                        if let Some(body) = &m.body {
                            self.weave(Place {
                                ty,
                                method: Some(m),
                                body,
                                is_static: m.is_static(),
                            });
                        }
                    }
                    Member::Initializer(i) => self.weave(Place {
                        ty,
                        method: None,
                        body: &i.body,
                        is_static: i.is_static,
                    }),
                    _ => {}
                }
            }
        }
    }

    fn weave(&mut self, place: Place<'a>) {
        let declared = place
            .method
            .and_then(|m| self.declared.get(&(m as *const Method)));
        self.owner = declared.map_or(Owner::Type(place.ty), |d| Owner::Method(d.no));
        self.measure(place);
        let has_clauses = place.body.loops.iter().any(|l| !l.clauses.is_empty());
        let mut counted = BTreeSet::new();
        for (at, e) in expressions(place.body) {
            if uses(e).count {
                counted.extend(innermost_loop(place.body, at));
            }
        }
        if place.body.statements.is_empty() && !has_clauses {
            return;
        }
        self.begin_part(place.ty, "body ", place.method);
        self.entry_state(place);
        self.label_states(place);
        for statement in &place.body.statements {
            self.statement(place, statement);
        }
        for (number, l) in place.body.loops.iter().enumerate() {
            let counts = counted.contains(&number);
            if !l.clauses.is_empty() || counts {
                self.weave_loop(place, number, l, counts);
            }
        }
    }

    /// `\old` in a body needs the state at its entry, and parameters as they were then.
    fn entry_state(&mut self, place: Place<'a>) {
        let file = self.index.of(place.ty).file;
        if !expressions(place.body).iter().any(|(_, e)| uses(e).entry) {
            return;
        }
        let mut out = Fragment::glue(format!(" final int {ENTRY} = {JML}.mark();"));
        if let Some(method) = place.method {
            for p in params_of(method, self.index.of(place.ty).decl) {
                let name = &p.name.text;
                out.push(&format!(
                    " final {} {} = {name};",
                    p.ty.text.replace("...", "[]"),
                    entry_value(name)
                ));
            }
        }
        self.edits[file].insert_ranked(place.body.start, -10, out);
    }

    fn statement(&mut self, place: Place<'a>, statement: &'a JmlStatement) {
        let file = self.index.of(place.ty).file;
        let source = self.source(place.ty);
        let at = comment_start(source, statement.span);
        if self.is_excluded(file, statement.span) {
            self.insert_lost(file, at, statement);
            return;
        }
        let scope = self.body_scope(place, statement.span.start);
        let made = match &statement.kind {
            StatementKind::Assert(e) | StatementKind::HenceBy(e) => {
                self.check_at(place, statement, e, ClauseKind::Assert, "check", &scope)
            }
            StatementKind::Check(e) => {
                self.check_at(place, statement, e, ClauseKind::Check, "checkOnly", &scope)
            }
            StatementKind::Assume(e) => {
                self.check_at(place, statement, e, ClauseKind::Assume, "assume", &scope)
            }
            StatementKind::Unreachable => {
                let id = self.written_clause(file, ClauseKind::Unreachable, statement.span);
                Ok(Fragment::glue(format!("{JML}.check({}, false); ", id.0))
                    .of_clause(id, statement.span))
            }
            StatementKind::Set { expression, .. } => {
                self.set(place, statement, expression.as_ref(), &scope)
            }
            StatementKind::Ghost(vars) => self.ghost_locals(place, statement, vars, &scope),
            // Its state is taken where it is referred to: see `labels`.
            StatementKind::Label(_) => return,
            StatementKind::Refining(spec) => {
                self.refining(place, statement, spec);
                return;
            }
            StatementKind::ModelClass(_) => Err(Refusal::unsupported(
                statement.span,
                "model classes are not supported",
            )),
            StatementKind::Havoc(_) => Err(Refusal::unsupported(
                statement.span,
                "`havoc` is not supported",
            )),
            StatementKind::Halt => Err(Refusal::unsupported(
                statement.span,
                "`halt` is not supported",
            )),
            StatementKind::Debug(_)
            | StatementKind::Show(_)
            | StatementKind::Begin
            | StatementKind::End
            | StatementKind::Reachable
            | StatementKind::LineSpec { .. }
            | StatementKind::Other { .. } => {
                let message = format!("`{}` is read but not checked", statement.keyword.text);
                self.say(file, statement.span, DiagnosticKind::Ignored, message);
                return;
            }
        };
        match made {
            Ok(fragment) => self.insert_statement(file, at, statement, fragment),
            Err(refusal) => {
                self.refuse_clause(file, statement.span, refusal);
                self.insert_lost(file, at, statement);
            }
        }
    }

    /// Where Java wants a single statement, it and the JML before it are put into braces.
    fn insert_statement(
        &mut self,
        file: usize,
        at: usize,
        statement: &JmlStatement,
        fragment: Fragment,
    ) {
        let mut out = Fragment::new();
        if let Some(next) = statement.next.as_ref().filter(|_| statement.unbraced) {
            out.push("{ ");
            self.edits[file].insert_ranked(next.span.end, -1, Fragment::glue(" }"));
        }
        out.append(&fragment);
        self.edits[file].insert(at, out);
    }

    /// An assumption or a change of ghost state that is not understood: nobody knows what holds from here on.
    fn insert_lost(&mut self, file: usize, at: usize, statement: &JmlStatement) {
        let changes = matches!(
            statement.kind,
            StatementKind::Assume(_)
                | StatementKind::Set { .. }
                | StatementKind::Ghost(_)
                | StatementKind::Havoc(_)
                | StatementKind::Halt
        );
        if changes {
            let word = &statement.keyword.text;
            let why = format!("a `{word}` statement is not understood");
            let code = format!("if (true) throw {JML}.unknown(\"{why}\"); ");
            self.insert_statement(file, at, statement, Fragment::glue(code));
        }
    }

    fn check_at(
        &mut self,
        place: Place<'a>,
        statement: &JmlStatement,
        e: &Expr,
        kind: ClauseKind,
        action: &str,
        scope: &Scope<'a>,
    ) -> Result<Fragment, Refusal> {
        self.inline_check(place, statement.span, e, kind, action, scope)
    }

    /// `{ final copies; boolean b = true; try { b = E; } catch … Jml.check(id, b); }`
    pub fn inline_check(
        &mut self,
        place: Place<'a>,
        span: Span,
        e: &Expr,
        kind: ClauseKind,
        action: &str,
        scope: &Scope<'a>,
    ) -> Result<Fragment, Refusal> {
        let file = self.index.of(place.ty).file;
        let (copies, scope) = self.with_copies(place, span.start, e, scope);
        let code = predicate(e, &scope)?.code;
        let id = self.written_clause(file, kind, span);
        let mut out = Fragment::glue(format!("{{ {copies}boolean proviso$b = true; try {{ "));
        out.append(&self.explain(file, id, e, &scope))
            .push("proviso$b = ")
            .append(&code);
        out.push(&format!("; }} catch (Throwable proviso$x) {{ {JML}.undefined({}, proviso$x); }} {JML}.{action}({}, proviso$b); }} ", id.0, id.0));
        Ok(out.of_clause(id, span))
    }

    /// `into = into && E`; undefined counts as false and is reported.
    pub fn inline_value(
        &mut self,
        place: Place<'a>,
        span: Span,
        e: &Expr,
        kind: ClauseKind,
        into: &str,
        scope: &Scope<'a>,
    ) -> Result<Fragment, Refusal> {
        let file = self.index.of(place.ty).file;
        let (copies, scope) = self.with_copies(place, span.start, e, scope);
        let code = predicate(e, &scope)?.code;
        let id = self.written_clause(file, kind, span);
        let mut out = Fragment::glue(format!("if ({into}) {{ {copies}try {{ {into} = "));
        out.append(&code).push(&format!("; }} catch (Throwable proviso$x) {{ {JML}.undefined({}, proviso$x); {into} = false; }} }} ", id.0));
        Ok(out.of_clause(id, span))
    }

    /// Lambdas may only use variables that never change: if there is one, it gets copies, and a scope that knows them.
    fn with_copies(
        &self,
        place: Place<'a>,
        at: usize,
        e: &Expr,
        scope: &Scope<'a>,
    ) -> (String, Scope<'a>) {
        if !uses(e).lambda {
            return (String::new(), scope.clone());
        }
        let mut copied = scope.clone();
        let mut copies = String::new();
        for local in self.mentioned(place, at, e) {
            let copy = format!("proviso$f${}", local.name);
            copies.push_str(&format!(
                "final {} {copy} = {}; ",
                local.java.as_deref().unwrap_or("var"),
                local.name
            ));
            copied.vars.push(Var {
                name: local.name,
                ty: local.ty,
                java: Fragment::glue(copy),
                is_constant: false,
                is_local: true,
            });
        }
        (copies, copied)
    }

    fn set(
        &mut self,
        place: Place<'a>,
        statement: &JmlStatement,
        e: Option<&Expr>,
        scope: &Scope<'a>,
    ) -> Result<Fragment, Refusal> {
        let file = self.index.of(place.ty).file;
        let Some(e) = e else {
            return Err(Refusal::unsupported(
                statement.span,
                "only an assignment or a call can be `set`",
            ));
        };
        let java = scope.in_java_math();
        // What is assigned is the variable itself, what is read may be a copy of it.
        let (copies, value_scope) = self.with_copies(place, statement.span.start, e, scope);
        let value_java = value_scope.in_java_math();
        let code = match &e.kind {
            ExprKind::Assign { target, op, value } => {
                let t = expr(target, &java)?;
                let mut out = t.code;
                match (&t.ty, op.as_str()) {
                    (Ty::Big | Ty::Real, "=") => {
                        let convert = if t.ty == Ty::Big { "big" } else { "real" };
                        out.push(&format!(" = proviso.runtime.Spec.{convert}("))
                            .append(&expr(value, &value_scope)?.code)
                            .push(")");
                    }
                    (Ty::Big | Ty::Real, op) => {
                        let function = match op {
                            "+=" => "add",
                            "-=" => "sub",
                            "*=" => "mul",
                            _ => {
                                return Err(Refusal::unsupported(
                                    e.span,
                                    format!("`{op}` on a mathematical number is not supported"),
                                ));
                            }
                        };
                        let old = out.clone();
                        out.push(&format!(" = proviso.runtime.Spec.{function}("))
                            .append(&old)
                            .push(", ")
                            .append(&expr(value, &value_scope)?.code)
                            .push(")");
                    }
                    (_, op) => {
                        let value = super::narrow::fitted(expr(value, &value_java)?, Some(&t.ty));
                        out.push(&format!(" {op} ")).append(&value.code);
                    }
                }
                out
            }
            ExprKind::Update { target, op, .. } => {
                let t = expr(target, &java)?;
                let mut out = t.code;
                if t.ty == Ty::Big {
                    let old = out.clone();
                    let function = if op == "++" { "add" } else { "sub" };
                    out.push(&format!(" = proviso.runtime.Spec.{function}("))
                        .append(&old)
                        .push(", 1)");
                } else {
                    out.push(op);
                }
                out
            }
            ExprKind::Call { .. } => expr(e, &value_java)?.code,
            _ => {
                return Err(Refusal::illegal(
                    e.span,
                    "only an assignment or a call can be `set`",
                ));
            }
        };
        let id = self.written_clause(file, ClauseKind::Value, statement.span);
        let mut out = Fragment::glue(format!("{{ {copies}try {{ "));
        out.append(&code).push(&caught(id));
        Ok(out.of_clause(id, statement.span))
    }

    fn ghost_locals(
        &mut self,
        place: Place<'a>,
        statement: &JmlStatement,
        vars: &[VarDecl],
        scope: &Scope<'a>,
    ) -> Result<Fragment, Refusal> {
        let file = self.index.of(place.ty).file;
        let mut out = Fragment::new();
        let id = self.written_clause(file, ClauseKind::Value, statement.span);
        for var in vars {
            let made = self.ghost_local(place, statement, var, scope, id);
            match made {
                Ok(made) => {
                    out.append(&made);
                }
                Err(refusal) => {
                    self.table.clauses.remove(&id);
                    return Err(refusal);
                }
            }
        }
        Ok(out.of_clause(id, statement.span))
    }

    /// `T x = 0; { try { x = E; } catch … }`
    fn ghost_local(
        &self,
        place: Place<'a>,
        statement: &JmlStatement,
        var: &VarDecl,
        scope: &Scope<'a>,
        id: ClauseId,
    ) -> Result<Fragment, Refusal> {
        let java = java_type(&var.ty).map_err(|m| Refusal::unsupported(var.span, m))?;
        let mut out = Fragment::glue(format!("{java} "));
        out.append(&Fragment::copy(scope.file, var.name.span))
            .push(&format!(" = {}; ", super::ghost::initial_value(&java)));
        if let Some(value) = &var.value {
            let (copies, scope) = self.with_copies(place, statement.span.start, value, scope);
            out.push(&format!("{{ {copies}try {{ {} = ", var.name.text));
            if matches!(value.kind, ExprKind::ArrayInit(_)) {
                out.push(&format!("new {java} "));
            }
            out.append(&self.typed_value(&var.ty, value, &scope)?)
                .push(&caught(id));
        }
        Ok(out)
    }
}

/// The end of `{ try { …`: a statement without a value is reported, and changes nothing.
fn caught(id: ClauseId) -> String {
    format!(
        "; }} catch (Throwable proviso$x) {{ {JML}.undefined({}, proviso$x); }} }} ",
        id.0
    )
}

/// The Java name of a parameter's value at entry.
pub fn entry_value(name: &str) -> String {
    format!("proviso$entry${name}")
}

/// All JML expressions of a body, each with its place.
pub fn expressions(body: &Body) -> Vec<(usize, &Expr)> {
    let mut all: Vec<(usize, &Expr)> = Vec::new();
    for s in &body.statements {
        let at = s.span.start;
        match &s.kind {
            StatementKind::Assert(e)
            | StatementKind::Assume(e)
            | StatementKind::Check(e)
            | StatementKind::HenceBy(e) => all.push((at, e)),
            StatementKind::Set { expression, .. } => all.extend(expression.iter().map(|e| (at, e))),
            StatementKind::Ghost(vars) => {
                all.extend(vars.iter().filter_map(|v| Some((at, v.value.as_ref()?))));
            }
            StatementKind::Refining(spec) => {
                for case in crate::cases::flat_cases(spec).unwrap_or_default() {
                    for part in case.parts {
                        if let crate::cases::Part::Written(node) = part
                            && let Clause::Requires { predicate, .. } | Clause::Ensures(predicate) =
                                &node.clause
                        {
                            // Its plain \old is the statement's start; only \pre goes back to the entry.
                            predicate.walk(&mut |sub| {
                                if matches!(
                                    sub.kind,
                                    ExprKind::Old {
                                        kind: OldKind::Pre,
                                        ..
                                    } | ExprKind::Old { label: Some(_), .. }
                                ) {
                                    all.push((at, sub));
                                }
                            });
                        }
                    }
                }
            }
            _ => {}
        }
    }
    for l in &body.loops {
        for clause in &l.clauses {
            if let LoopClauseKind::Invariant(e) | LoopClauseKind::Decreases(e) = &clause.kind {
                all.push((super::loops::header_end(l), e));
            }
        }
    }
    all
}
