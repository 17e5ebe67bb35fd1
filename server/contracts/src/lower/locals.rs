//! Which variables JML in a body can see, and under which Java name.

use super::Lowerer;
use super::method::params_of;
use super::scope::{Scope, Var};
use super::types::{Ty, java_type};
use super::uses::names;
use super::weave::{ENTRY, Place, entry_value};
use crate::out::Fragment;
use proviso_syntax::ast::{Body, Expr, StatementKind};

/// A variable a body's JML may mention.
#[derive(Clone, Debug)]
pub struct LocalVar {
    pub name: String,
    /// `None` for `var`: only inference knows.
    pub java: Option<String>,
    pub ty: Ty,
}

impl<'a> Lowerer<'a> {
    /// Everything visible at a place of the body, innermost last.
    pub fn locals_at(&self, place: Place<'a>, at: usize) -> Vec<LocalVar> {
        let mut all = Vec::new();
        if let Some(method) = place.method {
            for p in params_of(method, self.index.of(place.ty).decl) {
                all.push(LocalVar {
                    name: p.name.text.clone(),
                    java: Some(p.ty.text.replace("...", "[]")),
                    ty: Ty::of(&p.ty, self.index, place.ty),
                });
            }
        }
        for local in &place.body.locals {
            if local.scope.contains(at) && local.name.span.start < at {
                let known = local.ty.name != "var" && !local.ty.name.is_empty();
                let java = if known {
                    Some(local.ty.text.clone())
                } else {
                    None
                };
                let ty = if known {
                    Ty::of(&local.ty, self.index, place.ty)
                } else {
                    Ty::Any
                };
                all.push(LocalVar {
                    name: local.name.text.clone(),
                    java,
                    ty,
                });
            }
        }
        // Ghost variables are Java locals in the shadow.
        for statement in &place.body.statements {
            if let StatementKind::Ghost(vars) = &statement.kind
                && statement.span.end <= at
                && statement.block.contains(at)
            {
                for var in vars {
                    all.push(LocalVar {
                        name: var.name.text.clone(),
                        java: java_type(&var.ty).ok(),
                        ty: Ty::of(&var.ty, self.index, place.ty),
                    });
                }
            }
        }
        all
    }

    /// The scope of JML at a place of the body.
    pub fn body_scope(&self, place: Place<'a>, at: usize) -> Scope<'a> {
        let mut scope = self.scope(place.ty, None);
        scope.java_math = self.spec_java_math(place.ty, place.method);
        for local in self.locals_at(place, at) {
            scope.vars.push(Var {
                java: Fragment::glue(&local.name),
                name: local.name,
                ty: local.ty,
                is_constant: false,
                is_local: true,
            });
        }
        scope.old = Some(ENTRY.to_string());
        for p in place
            .method
            .iter()
            .flat_map(|m| params_of(m, self.index.of(place.ty).decl))
        {
            let java = Fragment::glue(entry_value(&p.name.text));
            scope.entry.push(Var {
                name: p.name.text.clone(),
                ty: Ty::of(&p.ty, self.index, place.ty),
                java,
                is_constant: true,
                is_local: true,
            });
        }
        scope.labels = self.labels_at(place, at);
        scope.count = self.rounds_at(place, at);
        scope
    }

    /// `\count` inside of a loop: the rounds before this one.
    fn rounds_at(&self, place: Place<'a>, at: usize) -> Option<String> {
        let number = innermost_loop(place.body, at)?;
        Some(format!("({} - 1)", super::loops::counter(number)))
    }

    /// The locals an expression mentions.
    pub fn mentioned(&self, place: Place<'a>, at: usize, e: &Expr) -> Vec<LocalVar> {
        let locals = self.locals_at(place, at);
        names(e)
            .iter()
            .filter_map(|n| locals.iter().rev().find(|l| l.name == *n).cloned())
            .collect()
    }
}

/// The number of the innermost loop around a place, if that place is in its body.
pub fn innermost_loop(body: &Body, at: usize) -> Option<usize> {
    let around = body.loops.iter().enumerate();
    let around = around.filter(|(_, l)| l.body.contains(at));
    around
        .min_by_key(|(_, l)| l.body.end - l.body.start)
        .map(|(number, _)| number)
}
