//! Store-refs of `assignable`: a frame method opens the frame and names every location the body may write.

use super::clause::Ends;
use super::expr::{Result, as_type, expr, glue};
use super::method::Head;
use super::narrow::index_value;
use super::scope::{Refusal, Scope};
use super::types::Ty;
use super::{ClauseRef, Lowerer};
use crate::ClauseKind;
use crate::index::{Index, TypeNo};
use crate::out::Fragment;
use proviso_names::maps_method;
use proviso_syntax::ast::{
    BinaryOp, ElementRange, Expr, ExprKind, FieldClause, JmlFunction, JmlWord, Span,
};
use std::collections::BTreeMap;

impl<'a> Lowerer<'a> {
    /// For each group that `maps` clauses of this type name, the method that permits the locations.
    pub fn maps_methods(&mut self, ty: TypeNo) {
        let entry = self.index.of(ty);
        let (file, decl) = (entry.file, entry.decl);
        let mut methods: BTreeMap<String, Fragment> = BTreeMap::new();
        for field in decl.fields() {
            for clause in &field.clauses {
                let FieldClause::Maps {
                    span,
                    locations,
                    groups,
                } = clause
                else {
                    continue;
                };
                let scope = self.scope(ty, None);
                let mut code = Fragment::new();
                let mut refused = None;
                for location in locations {
                    match may(location, "proviso$id", false, &scope) {
                        Ok(made) => {
                            code.append(&made);
                        }
                        Err(refusal) => refused = Some(refusal),
                    }
                }
                for group in groups {
                    let name = match &group.without_parens().kind {
                        ExprKind::Name(name) => name.clone(),
                        ExprKind::Field { name, .. } => name.text.clone(),
                        _ => continue,
                    };
                    methods.entry(name).or_default().push(" ").append(&code);
                }
                if let Some(refusal) = refused {
                    self.refuse_clause(file, *span, refusal);
                }
            }
        }
        let modifier = if self.is_interface(ty) {
            "default "
        } else {
            ""
        };
        for (group, code) in methods {
            let mut out = glue(&format!(
                " public {modifier}void {}(int proviso$id) throws Throwable {{",
                maps_method(&group)
            ));
            out.append(&code).push(" }");
            self.add_member(ty, out);
        }
    }

    /// Whether a location belongs to the object under construction.
    pub fn is_own(&self, ty: TypeNo, location: &Expr, scope: &Scope) -> bool {
        match &location.kind {
            ExprKind::This => true,
            ExprKind::Paren(inner) | ExprKind::AllFields(inner) => self.is_own(ty, inner, scope),
            ExprKind::Field { object, .. } => self.is_own(ty, object, scope),
            ExprKind::Index { array, .. } | ExprKind::Elements { array, .. } => {
                self.is_own(ty, array, scope)
            }
            ExprKind::Name(name) => {
                scope.var(name).is_none()
                    && match self.index.field_of(ty, name) {
                        Some((_, field)) => !field.modifiers.is_static(),
                        None => {
                            self.index.field(ty, name).is_none()
                                && as_type(location, scope).is_none()
                                && self.index.has_outside_super(ty)
                        }
                    }
            }
            _ => false,
        }
    }

    /// A frame inside a body: what opens it, and what closes it. Locals are nobody's heap: they may always be assigned.
    pub fn inner_frame(
        &mut self,
        ty: TypeNo,
        span: Span,
        locations: &[Expr],
        is_static: bool,
        scope: &Scope<'a>,
    ) -> Option<(Fragment, String)> {
        let file = self.index.of(ty).file;
        let everything = |l: &Expr| {
            matches!(
                l.kind,
                ExprKind::Keyword(JmlWord::Everything | JmlWord::NotSpecified)
            )
        };
        if locations.iter().any(everything) {
            return None;
        }
        let id = self.written_clause(file, ClauseKind::Assignable, span);
        let number = id.0.to_string();
        let mut code = Fragment::new();
        for location in locations {
            if let ExprKind::Name(name) = &location.without_parens().kind
                && scope.var(name).is_some()
            {
                continue;
            }
            match may(location, &number, is_static, scope) {
                Ok(made) => {
                    code.push(" ").append(&made);
                }
                Err(refusal) => {
                    self.table.clauses.remove(&id);
                    self.refuse_clause(file, span, refusal);
                    return None;
                }
            }
        }
        let jml = "proviso.runtime.Jml";
        let mut open = glue(&format!(" {jml}.openFrame({number}); try {{"));
        open.append(&code).push(&format!(
            " }} catch (Throwable proviso$x) {{ {jml}.undefined({number}, proviso$x); }} try {{"
        ));
        let close = format!(" }} finally {{ {jml}.closeFrame({number}); }}");
        Some((open.of_clause(id, span), close))
    }

    /// Frames for the `\only_assigned` and `\not_assigned` that are conjuncts of a postcondition.
    pub fn traces(
        &mut self,
        ty: TypeNo,
        head: &Head,
        old_vars: &[(String, String)],
        predicate: &Expr,
        scope: &Scope<'a>,
    ) -> Vec<(Span, ClauseRef)> {
        let inner = predicate.without_parens();
        match &inner.kind {
            ExprKind::Binary {
                op: BinaryOp::And,
                left,
                right,
            } => {
                let mut all = self.traces(ty, head, old_vars, left, scope);
                all.extend(self.traces(ty, head, old_vars, right, scope));
                all
            }
            ExprKind::JmlCall {
                function: function @ (JmlFunction::OnlyAssigned | JmlFunction::NotAssigned),
                args,
            } => {
                let file = self.index.of(ty).file;
                if self.is_excluded(file, inner.span) {
                    return Vec::new();
                }
                let open = if *function == JmlFunction::OnlyAssigned {
                    "frame"
                } else {
                    "frameExcept"
                };
                self.frame_with(open, ty, head, old_vars, inner.span, args, scope)
                    .map(|made| (inner.span, made))
                    .into_iter()
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    /// `void proviso$c$N(params) { Jml.frame(N); Jml.mayField(N, …); … }`
    pub fn frame_method(
        &mut self,
        ty: TypeNo,
        head: &Head,
        old_vars: &[(String, String)],
        span: Span,
        locations: &[Expr],
        scope: &Scope<'a>,
    ) -> Option<ClauseRef> {
        self.frame_with("frame", ty, head, old_vars, span, locations, scope)
    }

    #[allow(clippy::too_many_arguments)]
    fn frame_with(
        &mut self,
        open: &str,
        ty: TypeNo,
        head: &Head,
        old_vars: &[(String, String)],
        span: Span,
        locations: &[Expr],
        scope: &Scope<'a>,
    ) -> Option<ClauseRef> {
        let file = self.index.of(ty).file;
        let id = self.written_clause(file, ClauseKind::Assignable, span);
        let mut body = glue(&format!("proviso.runtime.Jml.{open}({});", id.0));
        for location in locations {
            match may(location, &id.0.to_string(), head.is_static, scope) {
                Ok(code) => {
                    body.push(" ").append(&code);
                }
                Err(refusal) => {
                    // A frame that lacks a location would raise false alarms: drop all of it.
                    self.table.clauses.remove(&id);
                    self.refuse_clause(file, span, refusal);
                    return None;
                }
            }
        }
        let ends = Ends::MayThrow;
        Some(self.clause_method(ty, head, "void", old_vars, id, span, body, ends))
    }
}

/// The calls that permit a location; `id` is Java for the number of the frame.
pub fn may(location: &Expr, id: &str, is_static: bool, scope: &Scope) -> Result<Fragment> {
    let jml = "proviso.runtime.Jml";
    match &location.kind {
        ExprKind::Keyword(JmlWord::Nothing | JmlWord::StrictlyNothing | JmlWord::Empty) => {
            Ok(Fragment::new())
        }
        ExprKind::Paren(inner) => may(inner, id, is_static, scope),
        ExprKind::JmlCall {
            function: JmlFunction::Locset | JmlFunction::SetUnion,
            args,
        } => {
            let mut out = Fragment::new();
            for arg in args {
                out.append(&may(arg, id, is_static, scope)?);
            }
            Ok(out)
        }
        ExprKind::Name(name) => {
            if scope.var(name).is_some() {
                return Err(Refusal::illegal(
                    location.span,
                    format!("`{name}` is a parameter; callers do not see it change"),
                ));
            }
            let Some((owner, field)) = scope.index.field(scope.ty, name) else {
                if !scope.index.has_outside_super(scope.ty) {
                    return Err(no_field(location.span, name));
                }
                if is_static {
                    return Err(Refusal::unsupported(
                        location.span,
                        format!("there is no field `{name}` in this project"),
                    ));
                }
                let mut out = exists(&Fragment::copy(scope.file, location.span));
                out.append(&glue(&format!("{jml}.mayField({id}, this, \"{name}\");")));
                return Ok(out);
            };
            if field.modifiers.is_static() {
                return Ok(glue(&format!(
                    "{jml}.mayStatic({id}, {}.class, \"{name}\");",
                    scope.index.name_from(owner, scope.ty)
                )));
            }
            let this = object_of(scope.ty, owner, scope.index);
            Ok(group(
                id,
                &glue(&this),
                owner,
                name,
                field.is_model(),
                scope,
            ))
        }
        ExprKind::Field { object, name } => {
            if let Some(owner) = as_type(object, scope) {
                let class = scope.index.name_from(owner, scope.ty);
                let mut out = match scope.index.field_of(owner, &name.text) {
                    Some(_) => Fragment::new(),
                    None if scope.index.has_outside_super(owner) => {
                        exists(&Fragment::copy(scope.file, location.span))
                    }
                    None => return Err(no_field(name.span, &name.text)),
                };
                out.push(&format!(
                    "{jml}.mayStatic({id}, {class}.class, \"{}\");",
                    name.text
                ));
                return Ok(out);
            }
            let o = expr(object, scope)?;
            let owner = match o.ty {
                Ty::Class(no) => Some(no),
                _ => None,
            };
            match owner.and_then(|no| scope.index.field_of(no, &name.text)) {
                Some((_, field)) if field.modifiers.is_static() => Ok(glue(&format!(
                    "{jml}.mayStatic({id}, {}.class, \"{}\");",
                    scope.index.name_from(owner.unwrap_or(scope.ty), scope.ty),
                    name.text
                ))),
                Some((declared, field)) => Ok(group(
                    id,
                    &o.code,
                    declared,
                    &name.text,
                    field.is_model(),
                    scope,
                )),
                None if owner.is_some_and(|no| !scope.index.has_outside_super(no)) => {
                    Err(no_field(name.span, &name.text))
                }
                None if name.text == "objectState" => Err(Refusal::unsupported(
                    name.span,
                    "the data group `objectState` is not supported",
                )),
                None => {
                    let mut read = o.code.clone();
                    read.push(".")
                        .append(&Fragment::copy(scope.file, name.span));
                    let mut out = exists(&read);
                    out.append(&field_of(id, &o.code, &name.text));
                    Ok(out)
                }
            }
        }
        ExprKind::AllFields(object) => {
            if let Some(owner) = as_type(object, scope) {
                return Ok(glue(&format!(
                    "{jml}.mayStatics({id}, {}.class);",
                    scope.index.name_from(owner, scope.ty)
                )));
            }
            let o = expr(object, scope)?;
            let mut out = glue(&format!("{jml}.mayFields({id}, "));
            out.append(&o.code).push(");");
            Ok(out)
        }
        ExprKind::Index { array, index } => {
            let a = expr(array, scope)?;
            let i = index_value(index, scope)?;
            let mut out = glue(&format!("{jml}.mayElements({id}, "));
            out.append(&a.code)
                .push(", ")
                .append(&i.code)
                .push(", ")
                .append(&i.code)
                .push(" + 1);");
            Ok(out)
        }
        ExprKind::Elements { array, range } => elements(id, array, range, location.span, scope),
        ExprKind::Keyword(_) => Ok(Fragment::new()),
        _ => Err(Refusal::unsupported(
            location.span,
            "this way to name locations is not supported",
        )),
    }
}

fn elements(
    id: &str,
    array: &Expr,
    range: &ElementRange,
    span: Span,
    scope: &Scope,
) -> Result<Fragment> {
    let jml = "proviso.runtime.Jml";
    // `a[*][*]` are the cells of the rows, not the rows.
    if let ExprKind::Elements {
        array: outer,
        range: ElementRange::All,
    } = &array.kind
    {
        if !matches!(range, ElementRange::All) || matches!(outer.kind, ExprKind::Elements { .. }) {
            return Err(Refusal::unsupported(
                span,
                "only `a[*][*]` is supported for elements of rows",
            ));
        }
        let rows = expr(outer, scope)?;
        let mut out = glue("for (Object proviso$row : (Object[]) ");
        out.append(&rows.code).push(&format!(
            ") if (proviso$row != null) {jml}.mayElements({id}, proviso$row);"
        ));
        return Ok(out);
    }
    let a = expr(array, scope)?;
    let mut out = glue(&format!("{jml}.mayElements({id}, "));
    out.append(&a.code);
    match range {
        ElementRange::All => {}
        ElementRange::Inclusive { from, to } | ElementRange::HalfOpen { from, to } => {
            let inclusive = matches!(range, ElementRange::Inclusive { .. });
            out.push(", ");
            match from {
                Some(e) => out.append(&index_value(e, scope)?.code),
                None => out.push("0"),
            };
            out.push(", ");
            match to {
                Some(e) => {
                    out.append(&index_value(e, scope)?.code);
                    if inclusive {
                        out.push(" + 1");
                    }
                }
                None => {
                    out.push("Integer.MAX_VALUE");
                }
            }
        }
    }
    out.push(");");
    Ok(out)
}

fn no_field(span: Span, name: &str) -> Refusal {
    Refusal::illegal(span, format!("there is no field `{name}`"))
}

/// Code that only compiles if javac knows the field.
fn exists(read: &Fragment) -> Fragment {
    let mut out = glue("if (false) { Object proviso$u = ");
    out.append(read).push("; } ");
    out
}

fn field_of(id: &str, object: &Fragment, name: &str) -> Fragment {
    let mut out = glue(&format!("proviso.runtime.Jml.mayField({id}, "));
    out.append(object).push(&format!(", \"{name}\");"));
    out
}

/// A field with all that is `in` it, in subtypes too (one name stands for the field wherever it is declared).
fn group(
    id: &str,
    object: &Fragment,
    owner: TypeNo,
    name: &str,
    is_model: bool,
    scope: &Scope,
) -> Fragment {
    let mut out = Fragment::new();
    let mut names = vec![name.to_string()];
    let mut next = 0;
    while next < names.len() {
        let current = names[next].clone();
        if next > 0 || !is_model {
            out.append(&field_of(id, object, &current));
        }
        for ty in (0..scope.index.types.len()).map(TypeNo) {
            if !scope.index.ancestry(ty).contains(&owner)
                && !scope.index.ancestry(owner).contains(&ty)
            {
                continue;
            }
            for field in scope.index.of(ty).decl.fields() {
                let inside = field.clauses.iter().any(|c| match c {
                    FieldClause::In { groups, .. } => {
                        groups.iter().any(|g| names_group(g, &current))
                    }
                    FieldClause::Maps { .. } => false,
                });
                let maps = field.clauses.iter().any(|c| match c {
                    FieldClause::Maps { groups, .. } => {
                        groups.iter().any(|g| names_group(g, &current))
                    }
                    FieldClause::In { .. } => false,
                });
                if maps && scope.index.of(ty).is_member {
                    out.append(&mapped(id, object, ty, &current, scope));
                }
                if inside && !names.contains(&field.name.text) {
                    names.push(field.name.text.clone());
                }
            }
        }
        next += 1;
    }
    out
}

fn mapped(id: &str, object: &Fragment, ty: TypeNo, group: &str, scope: &Scope) -> Fragment {
    let class = scope.index.name_from(ty, scope.ty);
    let mut out = glue("if ((Object) ");
    out.append(object)
        .push(&format!(" instanceof {class}) (({class}) (Object) "))
        .append(object)
        .push(&format!(").{}({id});", maps_method(group)));
    out
}

fn names_group(e: &Expr, group: &str) -> bool {
    match &e.without_parens().kind {
        ExprKind::Name(name) => name == group,
        ExprKind::Field { name, .. } => name.text == group,
        _ => false,
    }
}

/// `this` or `Outer.this`, whichever has the field.
fn object_of(from: TypeNo, owner: TypeNo, index: &Index) -> String {
    let mut scope = Some(from);
    while let Some(ty) = scope {
        if index.ancestry(ty).contains(&owner) {
            return if ty == from {
                "this".to_string()
            } else {
                format!("{}.this", index.of(ty).decl.name.text)
            };
        }
        scope = index.of(ty).outer;
    }
    "this".to_string()
}
