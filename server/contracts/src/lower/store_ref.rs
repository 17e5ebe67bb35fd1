//! Store-refs of `assignable`: a frame method opens the frame and names every location the body may write.

use super::expr::{Result, as_type, expr, glue};
use super::method::Head;
use super::scope::{Refusal, Scope};
use super::types::Ty;
use super::{ClauseRef, Lowerer};
use crate::index::{Index, TypeNo};
use crate::out::Fragment;
use crate::{ClauseId, ClauseKind};
use proviso_syntax::ast::{ElementRange, Expr, ExprKind, FieldClause, JmlFunction, JmlWord, Span};

impl<'a> Lowerer<'a> {
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
        let file = self.index.of(ty).file;
        let id = self.written_clause(file, ClauseKind::Assignable, span);
        let mut body = glue(&format!("proviso.runtime.Jml.frame({});", id.0));
        for location in locations {
            match may(location, id, head.is_static, scope) {
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
        Some(self.clause_method(ty, head, "void", old_vars, id, span, body, false))
    }
}

fn may(location: &Expr, id: ClauseId, is_static: bool, scope: &Scope) -> Result<Fragment> {
    let id = id.0;
    let jml = "proviso.runtime.Jml";
    match &location.kind {
        ExprKind::Keyword(JmlWord::Nothing | JmlWord::StrictlyNothing | JmlWord::Empty) => {
            Ok(Fragment::new())
        }
        ExprKind::Paren(inner) => may(inner, ClauseId(id), is_static, scope),
        ExprKind::JmlCall {
            function: JmlFunction::Locset | JmlFunction::SetUnion,
            args,
        } => {
            let mut out = Fragment::new();
            for arg in args {
                out.append(&may(arg, ClauseId(id), is_static, scope)?);
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
                if is_static {
                    return Err(Refusal::unsupported(
                        location.span,
                        format!("there is no field `{name}` in this project"),
                    ));
                }
                return Ok(glue(&format!("{jml}.mayField({id}, this, \"{name}\");")));
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
                return Ok(glue(&format!(
                    "{jml}.mayStatic({id}, {class}.class, \"{}\");",
                    name.text
                )));
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
                None => Ok(field_of(id, &o.code, &name.text)),
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
            let i = expr(index, &scope.in_java_math())?;
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
    id: u32,
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
        out.append(&rows.code)
            .push(&format!(") {jml}.mayElements({id}, proviso$row);"));
        return Ok(out);
    }
    let a = expr(array, scope)?;
    let mut out = glue(&format!("{jml}.mayElements({id}, "));
    out.append(&a.code);
    let java = scope.in_java_math();
    match range {
        ElementRange::All => {}
        ElementRange::Inclusive { from, to } | ElementRange::HalfOpen { from, to } => {
            let inclusive = matches!(range, ElementRange::Inclusive { .. });
            out.push(", ");
            match from {
                Some(e) => out.append(&expr(e, &java)?.code),
                None => out.push("0"),
            };
            out.push(", ");
            match to {
                Some(e) => {
                    out.append(&expr(e, &java)?.code);
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

fn field_of(id: u32, object: &Fragment, name: &str) -> Fragment {
    let mut out = glue(&format!("proviso.runtime.Jml.mayField({id}, "));
    out.append(object).push(&format!(", \"{name}\");"));
    out
}

/// A field with all that is `in` it, in subtypes too (one name stands for the field wherever it is declared).
fn group(
    id: u32,
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
                if inside && !names.contains(&field.name.text) {
                    names.push(field.name.text.clone());
                }
            }
        }
        next += 1;
    }
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
