//! What a method declares by itself: its flat cases with every clause turned into a clause method.

use super::scope::{Scope, Var};
use super::types::Ty;
use super::{ClauseRef, Lowerer, Owner};
use crate::cases::{CaseKind, FlatCase, Part, flat_cases};
use crate::index::TypeNo;
use crate::out::Fragment;
use crate::{ClauseId, ClauseKind, DiagnosticKind, MethodNo, Purity};
use proviso_syntax::ast::{
    Clause, ClauseNode, Expr, ExprKind, JmlModifierKind, JmlWord, Method, MethodKind, Param, Span,
    TypeDecl,
};

pub use proviso_names::RESULT;

/// A method of the project after the first pass.
#[derive(Clone, Debug)]
pub struct Declared {
    pub no: MethodNo,
    /// Own cases; empty if nothing was written.
    pub cases: Vec<LoweredCase>,
    pub has_spec: bool,
    pub purity: Option<(Purity, Span)>,
    pub helper: bool,
}

#[derive(Clone, Debug)]
pub struct LoweredCase {
    pub kind: CaseKind,
    pub is_code: bool,
    pub is_private: bool,
    /// In order: preconditions and `old` variables.
    pub before: Vec<Before>,
    /// When it need not come to an end: in any of these cases.
    pub diverges: Vec<ClauseRef>,
    /// Methods that open a frame; none and not `everything`: the default.
    pub frames: Vec<ClauseRef>,
    pub has_assignable: bool,
    pub ensures: Vec<ClauseRef>,
    /// Methods of (parameters, Throwable).
    pub signals: Vec<ClauseRef>,
    /// Static methods of (Throwable).
    pub signals_only: Vec<ClauseRef>,
    /// Static method of (Throwable): does the case name this exception?
    pub named: Option<ClauseRef>,
    /// `normal_behavior`: no exception; `exceptional_behavior`: no normal end.
    pub wrong_end: Option<ClauseId>,
}

#[derive(Clone, Debug)]
pub enum Before {
    Requires(ClauseRef),
    /// Method that returns the value, boxed.
    Old(String, ClauseRef),
}

impl Before {
    pub fn is_lost(&self) -> bool {
        matches!(self, Before::Requires(c) if c.lost)
    }
}

/// The head of a clause method for some method.
#[derive(Clone)]
pub struct Head {
    pub type_params: String,
    pub params: Vec<String>,
    pub is_static: bool,
}

pub fn params_of<'a>(method: &'a Method, decl: &'a TypeDecl) -> &'a [Param] {
    if method.kind == MethodKind::CompactConstructor {
        &decl.record_components
    } else {
        &method.params
    }
}

pub fn param_text(p: &Param) -> String {
    format!("{} {}", p.ty.text.replace("...", "[]"), p.name.text)
}

impl<'a> Lowerer<'a> {
    /// `<T extends Foo<T>>` of the method, with those of the class where `this` is missing.
    pub fn type_params(&self, ty: TypeNo, method: Option<&Method>, with_class: bool) -> String {
        let entry = self.index.of(ty);
        let source = self.source(ty);
        let own = method.map_or(&[][..], |m| &m.type_params);
        let class = if with_class {
            &entry.decl.type_params[..]
        } else {
            &[]
        };
        let all: Vec<String> = class
            .iter()
            .chain(own)
            .map(|p| {
                source
                    .raw_text(p.span)
                    .split_whitespace()
                    .collect::<Vec<_>>()
                    .join(" ")
            })
            .collect();
        if all.is_empty() {
            String::new()
        } else {
            format!("<{}> ", all.join(", "))
        }
    }

    pub fn head(&self, ty: TypeNo, method: &Method, before_this: bool) -> Head {
        let constructor = method.kind != MethodKind::Method;
        // What precedes `this` is static; for an inner class it stands in the enclosing class, which is there already.
        let is_static =
            method.is_static() || (constructor && before_this && self.index.of(ty).static_context);
        let params = params_of(method, self.index.of(ty).decl)
            .iter()
            .map(param_text)
            .collect();
        Head {
            type_params: self.type_params(ty, Some(method), constructor && before_this),
            params,
            is_static,
        }
    }

    /// Where clause methods stand that are called before there is a `this`.
    pub fn before_this(&self, ty: TypeNo, method: &Method) -> TypeNo {
        let entry = self.index.of(ty);
        match entry.outer {
            Some(outer) if method.kind != MethodKind::Method && !entry.static_context => outer,
            _ => ty,
        }
    }

    pub fn scope(&self, ty: TypeNo, method: Option<&Method>) -> Scope<'a> {
        let mut scope = Scope {
            index: self.index,
            ty,
            file: self.source(ty),
            vars: Vec::new(),
            result: None,
            exception: None,
            old: None,
            entry: Vec::new(),
            labels: Vec::new(),
            java_math: self.spec_java_math(ty, method),
            count: None,
            explained: false,
            traced: Vec::new(),
            renamed: self.renamed,
        };
        if let Some(method) = method {
            for p in params_of(method, self.index.of(ty).decl) {
                scope.vars.push(Var {
                    name: p.name.text.clone(),
                    ty: Ty::of(&p.ty, self.index, ty),
                    java: Fragment::glue(&p.name.text),
                    is_constant: true,
                    is_local: false,
                });
            }
        }
        scope
    }

    pub fn declare_method(&mut self, ty: TypeNo, method: &'a Method) {
        let file = self.index.of(ty).file;
        self.begin_part(ty, "method ", Some(method));
        let no = self.new_method();
        self.owner = Owner::Method(no);
        let mut declared = Declared {
            no,
            cases: Vec::new(),
            has_spec: false,
            purity: self.purity(ty, method),
            helper: method.modifiers.has(JmlModifierKind::Helper) && !self.options.no_contracts,
        };
        if let Some(spec) = &method.spec
            && !self.options.no_contracts
        {
            match flat_cases(spec) {
                Ok(cases) => {
                    declared.has_spec = !cases.is_empty();
                    for case in &cases {
                        let lowered = self.declare_case(ty, method, case);
                        declared.cases.push(lowered);
                    }
                }
                Err(span) => {
                    self.say(
                        file,
                        span,
                        DiagnosticKind::Unsupported,
                        "these nested cases unfold to too many",
                    );
                    let (head, home) = (self.head(ty, method, true), self.before_this(ty, method));
                    let what = precondition_of(method);
                    let lost = self.lost_clause(home, &head, ClauseKind::Requires, span, &what);
                    let mut case = LoweredCase::nothing();
                    case.before.push(Before::Requires(lost));
                    declared.cases.push(case);
                }
            }
            for extra in spec.implies_that.iter().chain(&spec.for_example) {
                self.say(
                    file,
                    extra.span,
                    DiagnosticKind::Ignored,
                    "redundant specifications are not checked",
                );
            }
        }
        if !self.options.no_contracts {
            self.unread_preconditions(ty, method, &mut declared.cases);
        }
        self.declared.insert(method, declared);
    }

    /// A `requires` clause; one that has no meaning stays as a clause nobody can be sure of.
    #[allow(clippy::too_many_arguments)]
    fn precondition(
        &mut self,
        ty: TypeNo,
        head: &Head,
        old_vars: &[(String, String)],
        node: &ClauseNode,
        predicate: &Expr,
        negated: bool,
        scope: &Scope<'a>,
        method: &Method,
    ) -> ClauseRef {
        let (kind, file) = (ClauseKind::Requires, self.index.of(ty).file);
        let made = if self.is_excluded(file, node.span) {
            None
        } else {
            self.predicate_method(ty, head, old_vars, node, kind, predicate, negated, scope)
        };
        match made {
            Some(made) => made,
            None => self.lost_clause(ty, head, kind, node.span, &precondition_of(method)),
        }
    }

    /// Preconditions that could not even be read: whichever case they belong to is not known any more.
    fn unread_preconditions(&mut self, ty: TypeNo, method: &Method, cases: &mut Vec<LoweredCase>) {
        let end = method
            .body
            .as_ref()
            .map_or(method.span.end, |b| b.span.start);
        let extent = super::driver::extent(self.index.of(ty).decl, method);
        let head_span = Span::new(extent.start, end.max(extent.start));
        let unread = crate::lost::unread(self.source(ty))
            .into_iter()
            .filter(|u| head_span.covers(u.span) && u.excludes_inputs && !u.of_type)
            .collect::<Vec<_>>();
        for lost in unread {
            if cases.is_empty() {
                cases.push(LoweredCase::nothing());
            }
            let head = self.head(ty, method, true);
            let home = self.before_this(ty, method);
            let what = precondition_of(method);
            let made = self.lost_clause(home, &head, ClauseKind::Requires, lost.span, &what);
            for case in cases.iter_mut() {
                case.before.push(Before::Requires(made.clone()));
            }
        }
    }

    fn declare_case(&mut self, ty: TypeNo, method: &'a Method, case: &FlatCase<'a>) -> LoweredCase {
        let file = self.index.of(ty).file;
        let constructor = method.kind != MethodKind::Method;
        let mut out = LoweredCase {
            kind: case.kind,
            is_code: case.is_code,
            is_private: case.is_private,
            before: Vec::new(),
            diverges: Vec::new(),
            frames: Vec::new(),
            has_assignable: false,
            ensures: Vec::new(),
            signals: Vec::new(),
            signals_only: Vec::new(),
            named: None,
            wrong_end: None,
        };
        let pre_head = self.head(ty, method, true);
        let post_head = self.head(ty, method, false);
        let pre_type = self.before_this(ty, method);
        // Of a constructor that threw there is no object to look at.
        let (end_type, end_head) = if constructor {
            (pre_type, &pre_head)
        } else {
            (ty, &post_head)
        };
        let mut scope = self.scope(ty, Some(method));
        let mut old_vars: Vec<(String, String)> = Vec::new();
        let mut named: Vec<String> = Vec::new();

        // Preconditions and `old` variables first, in the order written.
        for part in &case.parts {
            match part {
                Part::Written(node) => match &node.clause {
                    Clause::Requires { predicate, .. } | Clause::Recommends { predicate, .. } => {
                        if is_unspecified(predicate) {
                            continue;
                        }
                        let made = self.precondition(
                            pre_type, &pre_head, &old_vars, node, predicate, false, &scope, method,
                        );
                        out.before.push(Before::Requires(made));
                    }
                    Clause::Old(vars) => {
                        for var in vars {
                            let Some(value) = &var.value else { continue };
                            if self.is_excluded(file, node.span) {
                                continue;
                            }
                            if let Some((made, java, value_type)) = self.old_value_method(
                                pre_type, &pre_head, &old_vars, node.span, &var.ty, value, &scope,
                            ) {
                                out.before.push(Before::Old(var.name.text.clone(), made));
                                old_vars.push((var.name.text.clone(), java));
                                scope.vars.push(Var {
                                    name: var.name.text.clone(),
                                    ty: value_type,
                                    java: Fragment::glue(&var.name.text),
                                    is_constant: true,
                                    is_local: false,
                                });
                            }
                        }
                    }
                    _ => {}
                },
                Part::Negated(node) => {
                    if let Clause::Requires { predicate, .. }
                    | Clause::Recommends { predicate, .. } = &node.clause
                    {
                        let made = self.precondition(
                            pre_type, &pre_head, &old_vars, node, predicate, true, &scope, method,
                        );
                        out.before.push(Before::Requires(made));
                    }
                }
                Part::Refuses(_) => {}
            }
        }

        let mut post = scope.clone();
        post.old = Some("0".to_string());
        let mut normal = post.clone();
        if let Some(result) = &method.result
            && result.name != "void"
        {
            normal.result = Some((RESULT.to_string(), Ty::of(result, self.index, ty)));
        }
        for part in &case.parts {
            let node = match part {
                Part::Written(node) => node,
                Part::Negated(_) => continue,
                Part::Refuses(node) => {
                    if let Clause::Requires {
                        otherwise: Some(only),
                        ..
                    }
                    | Clause::Recommends {
                        otherwise: Some(only),
                        ..
                    } = &node.clause
                    {
                        out.has_assignable = true;
                        let only = std::slice::from_ref(only);
                        out.signals_only
                            .extend(self.signals_only_method(end_type, node, only));
                        named.extend(only.iter().map(|t| t.text.clone()));
                    }
                    continue;
                }
            };
            if self.is_excluded(file, node.span) {
                continue;
            }
            match &node.clause {
                Clause::Requires { .. } | Clause::Recommends { .. } | Clause::Old(_) => {}
                Clause::Ensures(predicate) => {
                    if node.free {
                        self.say(
                            file,
                            node.span,
                            DiagnosticKind::Ignored,
                            "a `_free` clause is taken for granted, not checked",
                        );
                    } else if !is_unspecified(predicate) {
                        for (span, frame) in
                            self.traces(end_type, end_head, &old_vars, predicate, &scope)
                        {
                            normal.traced.push(span);
                            out.frames.push(frame);
                        }
                        let mut head = post_head.clone();
                        if let Some((_, _)) = &normal.result
                            && let Some(result) = &method.result
                        {
                            head.params.push(format!("{} {RESULT}", result.text));
                        }
                        out.ensures.extend(self.predicate_method(
                            ty,
                            &head,
                            &old_vars,
                            node,
                            ClauseKind::Ensures,
                            predicate,
                            false,
                            &normal,
                        ));
                    }
                }
                Clause::Signals {
                    exception,
                    variable,
                    predicate,
                } => {
                    if !matches!(simple(&exception.name), "Exception" | "Throwable") {
                        named.push(exception.text.clone());
                    }
                    let variable = variable.as_ref().map(|v| v.text.clone());
                    out.signals.extend(self.signals_method(
                        end_type,
                        end_head,
                        &old_vars,
                        node,
                        exception,
                        variable,
                        predicate.as_ref(),
                        &post,
                    ));
                }
                Clause::SignalsOnly(types) => {
                    // Written out, even `Exception` is an answer to the question what may be thrown.
                    named.extend(types.iter().map(|t| t.text.clone()));
                    out.signals_only
                        .extend(self.signals_only_method(end_type, node, types));
                }
                Clause::Assignable(locations) => {
                    out.has_assignable = true;
                    if locations.iter().any(|l| {
                        matches!(
                            l.kind,
                            ExprKind::Keyword(JmlWord::Everything | JmlWord::NotSpecified)
                        )
                    }) {
                        continue;
                    }
                    // The fields of the new object are its constructor's to assign, listed or not.
                    let others: Vec<Expr> = locations
                        .iter()
                        .filter(|l| !(constructor && self.is_own(ty, l, &scope)))
                        .cloned()
                        .collect();
                    out.frames.extend(
                        self.frame_method(
                            end_type, end_head, &old_vars, node.span, &others, &scope,
                        ),
                    );
                }
                Clause::ModelProgram(_) => self.say(
                    file,
                    node.span,
                    DiagnosticKind::Unsupported,
                    "model programs are not supported",
                ),
                Clause::Forall(_) => self.say(
                    file,
                    node.span,
                    DiagnosticKind::Unsupported,
                    "`forall` declarations are not supported; use `\\forall`",
                ),
                // Woven into the body: see `measure`.
                Clause::MeasuredBy { .. } if method.body.is_some() => {}
                Clause::Diverges(predicate) => {
                    if !is_unspecified(predicate) {
                        out.diverges.extend(self.predicate_method(
                            pre_type,
                            &pre_head,
                            &old_vars,
                            node,
                            ClauseKind::Diverges,
                            predicate,
                            false,
                            &scope,
                        ));
                    }
                }
                Clause::When(_)
                | Clause::MeasuredBy { .. }
                | Clause::Duration { .. }
                | Clause::WorkingSpace { .. }
                | Clause::Accessible(_)
                | Clause::Captures(_)
                | Clause::Callable(_) => {
                    let message = format!("`{}` is read but not checked", node.keyword.text);
                    self.say(file, node.span, DiagnosticKind::Ignored, message);
                }
                Clause::Returns(_)
                | Clause::Throws(_)
                | Clause::Breaks { .. }
                | Clause::Continues { .. } => {
                    let message = format!(
                        "`{}` only makes sense in the contract of a block",
                        node.keyword.text
                    );
                    self.say(file, node.span, DiagnosticKind::Illegal, message);
                }
                Clause::Other { .. } => {
                    let message = format!("`{}` is not supported", node.keyword.text);
                    self.say(file, node.span, DiagnosticKind::Unsupported, message);
                }
            }
        }
        if out.frames.len() > normal.traced.len() + 1 {
            self.say(
                file,
                case.head,
                DiagnosticKind::Note,
                "several `assignable` clauses in one case: their intersection counts",
            );
        }
        match case.kind {
            CaseKind::Any => {}
            CaseKind::Normal => {
                let text = "normal_behavior: signals (Exception) false".to_string();
                out.wrong_end =
                    Some(self.new_clause(file, ClauseKind::Signals, case.head, text, true));
            }
            CaseKind::Exceptional => {
                let text = "exceptional_behavior: ensures false".to_string();
                out.wrong_end =
                    Some(self.new_clause(file, ClauseKind::Ensures, case.head, text, true));
            }
        }
        if !named.is_empty() {
            out.named = Some(self.named_method(end_type, case.head, &named));
        }
        out
    }
}

fn precondition_of(method: &Method) -> String {
    format!("the precondition of {}", method.name.text)
}

/// The last part of a dotted name.
pub fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// `\not_specified` and `\same` stand for a clause that is not there.
pub fn is_unspecified(e: &Expr) -> bool {
    matches!(
        e.without_parens().kind,
        ExprKind::Keyword(JmlWord::NotSpecified | JmlWord::Same)
    )
}
