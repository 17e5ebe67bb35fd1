//! First pass: the clauses of types and methods become methods of the shadow class.

use super::method::Head;
use super::reads::reads;
use super::types::{Ty, java_type};
use super::{ClauseRef, INVARIANTS, Lowerer, Owner, STATIC_INVARIANTS};
use crate::index::{TypeEntry, TypeNo};
use crate::out::Fragment;
use crate::{ClauseKind, DiagnosticKind, LostClause};
use proviso_syntax::ast::{
    BinaryOp, ConstraintFor, Expr, ExprKind, Field, JmlModifierKind, Method, MethodKind, Modifiers,
    Span, TypeClause, TypeClauseKind, TypeKind, TypeRef,
};
use std::collections::BTreeSet;

fn conjunction(clauses: &[ClauseRef]) -> String {
    if clauses.is_empty() {
        return "true".to_string();
    }
    clauses
        .iter()
        .map(|c| format!("{}()", c.name))
        .collect::<Vec<_>>()
        .join(" && ")
}

/// The clauses a type declares itself.
#[derive(Clone, Debug, Default)]
pub struct TypeClauses {
    pub invariants: Vec<ClauseRef>,
    pub static_invariants: Vec<ClauseRef>,
    pub constraints: Vec<(ClauseRef, Option<ConstraintFor>)>,
    pub initially: Vec<ClauseRef>,
}

impl<'a> Lowerer<'a> {
    pub fn declare_all(&mut self) {
        for ty in self.fresh_types() {
            let decl = self.index.of(ty).decl;
            if decl.kind == TypeKind::Annotation || decl.is_model {
                if decl.is_model {
                    self.part_file = self.index.of(ty).file;
                    self.say(
                        self.index.of(ty).file,
                        decl.span,
                        DiagnosticKind::Unsupported,
                        "model types are not supported",
                    );
                }
                continue;
            }
            self.mark_local_type(ty);
            if !self.options.no_contracts {
                self.declare_type(ty);
                self.declare_fields(ty);
                for method in decl.methods() {
                    self.open_method(ty, method);
                }
            }
            for method in decl.methods() {
                self.declare_method(ty, method);
            }
            if let Some(method) = self.implicit.get(&ty) {
                self.declare_method(ty, method);
            }
        }
        self.invariant_methods();
        self.owed_methods();
    }

    /// javac chooses the names of local and anonymous classes: a method tells which is which.
    fn mark_local_type(&mut self, ty: TypeNo) {
        let entry = self.index.of(ty);
        if !entry.decl.is_local {
            return;
        }
        self.begin_part(ty, "here", None);
        let number = self.new_method().0;
        let name = entry.binary_name.clone();
        self.table.local_types.insert(name, number);
        let marker = proviso_names::Numbered::Here(number).name();
        self.add_member(
            ty,
            Fragment::glue(format!(" private void {marker}() {{ }}")),
        );
    }

    fn declare_type(&mut self, ty: TypeNo) {
        let entry = self.index.of(ty);
        let (file, decl) = (entry.file, entry.decl);
        let mut clauses = TypeClauses::default();
        self.owner = Owner::Type(ty);
        self.begin_part(ty, "type", None);
        for clause in &decl.clauses {
            if self.is_excluded(file, clause.span) {
                if matches!(clause.kind, TypeClauseKind::Invariant(_)) {
                    self.lost_invariant(
                        ty,
                        clause.span,
                        clause.modifiers.is_static(),
                        &mut clauses,
                    );
                }
                continue;
            }
            self.declare_type_clause(ty, clause, &mut clauses);
        }
        for unread in crate::lost::unread(self.source(ty)) {
            let here = || self.index.innermost(file, unread.span) == Some(ty);
            if unread.of_type && unread.excludes_inputs && here() {
                let why = LostClause {
                    why: unread.message.clone(),
                    illegal: true,
                    assumed: true,
                };
                self.lost.push((Owner::Type(ty), why));
                self.lost_invariant(ty, unread.span, false, &mut clauses);
            }
        }
        self.type_clauses.insert(ty, clauses);
    }

    fn declare_type_clause(&mut self, ty: TypeNo, clause: &'a TypeClause, out: &mut TypeClauses) {
        let file = self.index.of(ty).file;
        let mut scope = self.scope(ty, None);
        let is_static = clause.modifiers.is_static();
        let head = Head {
            type_params: String::new(),
            params: Vec::new(),
            is_static,
        };
        match &clause.kind {
            TypeClauseKind::Invariant(e) => {
                let made = self.predicate_at(
                    ty,
                    &head,
                    &[],
                    clause.span,
                    ClauseKind::Invariant,
                    e,
                    false,
                    &scope,
                );
                match made {
                    None => self.lost_invariant(ty, clause.span, is_static, out),
                    Some(made) if is_static => out.static_invariants.push(made),
                    Some(mut made) => {
                        made.reads = reads(e, self.index, ty);
                        out.invariants.push(made);
                    }
                }
            }
            TypeClauseKind::Constraint { predicate, methods } => {
                scope.old = Some("0".to_string());
                let made = self.predicate_at(
                    ty,
                    &head,
                    &[],
                    clause.span,
                    ClauseKind::Constraint,
                    predicate,
                    false,
                    &scope,
                );
                out.constraints.extend(made.map(|m| (m, methods.clone())));
            }
            TypeClauseKind::Initially(e) => {
                let made = self.predicate_at(
                    ty,
                    &head,
                    &[],
                    clause.span,
                    ClauseKind::Initially,
                    e,
                    false,
                    &scope,
                );
                out.initially.extend(made);
            }
            // Together with their fields: see `declare_fields`.
            TypeClauseKind::Represents { .. } => {}
            TypeClauseKind::RepresentsSuchThat { .. } if represented(clause).is_some() => {}
            TypeClauseKind::RepresentsSuchThat { .. } => {
                self.say(
                    file,
                    clause.span,
                    DiagnosticKind::Unsupported,
                    "`represents … \\such_that` is not supported; use `represents f = e`",
                );
            }
            TypeClauseKind::Axiom(_) => {
                self.say(
                    file,
                    clause.span,
                    DiagnosticKind::Ignored,
                    "axioms are not used: every claim is checked by running it",
                );
            }
            TypeClauseKind::ReadableIf { .. }
            | TypeClauseKind::WritableIf { .. }
            | TypeClauseKind::MonitorsFor { .. }
            | TypeClauseKind::Initializer(_)
            | TypeClauseKind::StaticInitializer(_)
            | TypeClauseKind::AccessibleFor { .. } => {
                let message = format!("`{}` is read but not checked", clause.keyword.text);
                self.say(file, clause.span, DiagnosticKind::Ignored, message);
            }
            TypeClauseKind::Other => {
                let message = format!("`{}` is not supported", clause.keyword.text);
                self.say(file, clause.span, DiagnosticKind::Unsupported, message);
            }
        }
    }

    /// An invariant that is not understood: objects of the type cannot be said to keep it.
    fn lost_invariant(&mut self, ty: TypeNo, span: Span, is_static: bool, out: &mut TypeClauses) {
        let head = Head {
            type_params: String::new(),
            params: Vec::new(),
            is_static,
        };
        let what = format!("an invariant of {}", self.index.of(ty).decl.name.text);
        let made = self.lost_clause(ty, &head, ClauseKind::Invariant, span, &what);
        if is_static {
            out.static_invariants.push(made);
        } else {
            out.invariants.push(made);
        }
    }

    /// `\invariant_for(o)` asks the object, so that a subtype's invariants count too.
    pub fn invariant_methods(&mut self) {
        let asked = |word: &str| self.index.files.iter().any(|f| f.file.clean.contains(word));
        let (instance, statik) = (asked("\\inv"), asked("\\static_inv"));
        for ty in self.fresh_types() {
            let kind = self.index.of(ty).decl.kind;
            if kind == TypeKind::Annotation
                || self.index.of(ty).decl.is_model
                || self.options.no_contracts
            {
                continue;
            }
            let invariants = self.invariants_of(ty);
            if !invariants.is_empty() {
                let runnable = invariants.iter().map(|c| (c.name.clone(), c.id)).collect();
                self.table
                    .invariants
                    .insert(self.index.of(ty).binary_name.clone(), runnable);
            }
            let modifier = if self.is_interface(ty) {
                "default "
            } else {
                ""
            };
            let anonymous = kind == TypeKind::Anonymous
                && self
                    .type_clauses
                    .get(&ty)
                    .is_none_or(|c| c.invariants.is_empty());
            if instance && !anonymous {
                let all = conjunction(&invariants);
                let code = format!(
                    " public {modifier}boolean {INVARIANTS}() throws Throwable {{ return {all}; }}"
                );
                self.add_member(ty, Fragment::glue(code));
            }
            if statik && self.may_have_statics(ty) {
                let all = conjunction(&self.static_invariants_of(ty));
                self.add_member(ty, Fragment::glue(format!(" public static boolean {STATIC_INVARIANTS}() throws Throwable {{ return {all}; }}")));
            }
        }
    }

    /// A `spec_public` field can be named by clauses of other classes, so in the shadow it is public. Of a field
    /// nothing else changes by that. `done`: where, because several fields of one declaration share their modifiers.
    fn open_field(&mut self, ty: TypeNo, field: &Field, done: &mut BTreeSet<usize>) {
        if !field.in_jml {
            self.open(ty, &field.modifiers, field.name.text.clone(), done);
        }
    }

    /// A private method that becomes public can be overridden and be chosen by calls that did not see it: it is opened
    /// only if the project has no other method of its name.
    fn open_method(&mut self, ty: TypeNo, method: &Method) {
        let name = &method.name.text;
        let namesakes = |t: &TypeEntry| t.decl.methods().filter(|m| m.name.text == *name).count();
        let alone = || self.index.types.iter().map(namesakes).sum::<usize>() == 1;
        let private = method.modifiers.has_java("private") && !self.is_interface(ty);
        if method.kind == MethodKind::Method && !method.in_jml && private && alone() {
            let name = format!("{name}()");
            self.open(ty, &method.modifiers, name, &mut BTreeSet::new());
        }
    }

    fn open(
        &mut self,
        ty: TypeNo,
        modifiers: &Modifiers,
        name: String,
        done: &mut BTreeSet<usize>,
    ) {
        let spec = modifiers.has(JmlModifierKind::SpecPublic)
            || modifiers.has(JmlModifierKind::SpecProtected);
        if !spec || modifiers.has_java("public") {
            return;
        }
        let entry = self.index.of(ty);
        let (file, class) = (entry.file, entry.binary_name.clone());
        let hidden = modifiers
            .java
            .iter()
            .find(|m| matches!(m.text.as_str(), "private" | "protected"));
        if hidden.is_some_and(|m| m.text == "private") {
            self.table.opened.insert((class, name));
        }
        // Without a modifier it can be seen in its package, which is where nearly all clauses are.
        if let Some(word) = hidden
            && done.insert(word.span.start)
            && self.place(file, word.span).0 == file
        {
            self.edits[file].insert(word.span.start, Fragment::glue("public /*"));
            self.edits[file].insert(word.span.end, Fragment::glue("*/"));
        }
    }

    /// Ghost and model fields, non-null fields, `represents`.
    fn declare_fields(&mut self, ty: TypeNo) {
        let entry = self.index.of(ty);
        let (file, decl) = (entry.file, entry.decl);
        self.owner = Owner::Type(ty);
        self.begin_part(ty, "fields", None);
        for component in &decl.record_components {
            let reference = component.ty.dims > 0 || !component.ty.is_primitive();
            let nullness = component.ty.nullness.or(component.modifiers.nullness());
            if reference && self.non_null(ty, None, nullness) {
                let key = (entry.binary_name.clone(), component.name.text.clone());
                self.table.non_null_fields.insert(key);
            }
        }
        let mut opened = BTreeSet::new();
        for field in decl.fields() {
            // `\bigint` and `\real` are objects only behind the scenes.
            let reference = field.ty.dims > 0 || !field.ty.is_primitive();
            let nullness = field.ty.nullness.or_else(|| {
                if field.ty.dims == 0 {
                    field.modifiers.nullness()
                } else {
                    None
                }
            });
            if reference && !field.is_model() && self.non_null(ty, None, nullness) {
                self.table
                    .non_null_fields
                    .insert((entry.binary_name.clone(), field.name.text.clone()));
            }
            self.open_field(ty, field, &mut opened);
            // Without a ghost or model field only the clauses that use it are lost.
            self.owner = Owner::Nobody;
            if field.is_model() && field.in_jml {
                self.model_field(
                    ty,
                    &field.name.text,
                    &field.ty,
                    field.modifiers.is_static(),
                    field.span,
                );
            } else if field.in_jml {
                self.ghost_field(ty, field);
            }
        }
        self.owner = Owner::Type(ty);
        self.maps_methods(ty);
        for clause in &decl.clauses {
            if let Some((name, _)) = represented(clause) {
                let found = self
                    .index
                    .field_of(ty, &name)
                    .map(|(owner, f)| (owner, f.ty.clone(), f.modifiers.is_static(), f.is_model()));
                match found {
                    Some((owner, field_type, is_static, true)) if owner != ty => {
                        self.represents(ty, &name, &field_type, is_static, clause)
                    }
                    Some((_, _, _, true)) => {}
                    _ => self.say(
                        file,
                        clause.span,
                        DiagnosticKind::Illegal,
                        format!("`{name}` is no model field of this type or its supertypes"),
                    ),
                }
            }
        }
    }

    fn model_field(
        &mut self,
        ty: TypeNo,
        name: &str,
        field_type: &TypeRef,
        is_static: bool,
        span: proviso_syntax::ast::Span,
    ) {
        // A pure data group has no value.
        if field_type.name == "\\datagroup" || field_type.name.ends_with("JMLDataGroup") {
            return;
        }
        let decl = self.index.of(ty).decl;
        let own = decl
            .clauses
            .iter()
            .find(|c| represented(c).is_some_and(|(n, _)| n == name));
        if let Some(clause) = own {
            self.represents(ty, name, field_type, is_static, clause);
            return;
        }
        if let Err(message) = java_type(field_type) {
            let file = self.index.of(ty).file;
            self.say(file, span, DiagnosticKind::Unsupported, message);
            return;
        }
        self.no_value(
            ty,
            name,
            field_type,
            is_static,
            "it has no represents clause here",
        );
    }

    /// The reader of a model field whose value nobody knows.
    fn no_value(
        &mut self,
        ty: TypeNo,
        name: &str,
        field_type: &TypeRef,
        is_static: bool,
        why: &str,
    ) {
        let Ok(java) = java_type(field_type) else {
            return;
        };
        let modifier = if is_static {
            "static "
        } else if self.is_interface(ty) {
            "default "
        } else {
            ""
        };
        let reader = super::model::reader(name);
        let why = format!("the model field {name} has no value: {why}");
        self.add_member(ty, Fragment::glue(format!(" public {modifier}{java} {reader}() throws Throwable {{ throw proviso.runtime.Jml.unknown(\"{why}\"); }}")));
    }

    fn represents(
        &mut self,
        ty: TypeNo,
        name: &str,
        field_type: &TypeRef,
        is_static: bool,
        clause: &'a TypeClause,
    ) {
        let file = self.index.of(ty).file;
        let Some((_, value)) = represented(clause) else {
            return;
        };
        if self.is_excluded(file, clause.span) {
            self.no_value(
                ty,
                name,
                field_type,
                is_static,
                "its represents clause is not understood",
            );
            return;
        }
        let scope = self.scope(ty, None);
        let made = java_type(field_type)
            .map_err(|m| super::scope::Refusal::unsupported(clause.span, m))
            .and_then(|java| {
                self.typed_value(field_type, value, &scope)
                    .map(|v| (java, v))
            });
        match made {
            Ok((java, code)) => {
                let id = self.written_clause(file, ClauseKind::Represents, clause.span);
                let modifier = if is_static {
                    "static "
                } else if self.is_interface(ty) {
                    "default "
                } else {
                    ""
                };
                let mut out = Fragment::glue(format!(
                    " public {modifier}{java} {}() throws Throwable {{ return ",
                    super::model::reader(name)
                ));
                out.append(&code).push("; }");
                self.add_member(ty, out.of_clause(id, clause.span));
            }
            Err(refusal) => {
                self.refuse_clause(file, clause.span, refusal);
                self.no_value(
                    ty,
                    name,
                    field_type,
                    is_static,
                    "its represents clause is not understood",
                );
            }
        }
    }

    /// Instance invariants an object of this (static) type has, inherited ones too.
    pub fn invariants_of(&self, ty: TypeNo) -> Vec<ClauseRef> {
        let ancestry = self.index.ancestry(ty);
        ancestry
            .iter()
            .filter_map(|t| self.type_clauses.get(t))
            .flat_map(|c| c.invariants.clone())
            .collect()
    }

    pub fn static_invariants_of(&self, ty: TypeNo) -> Vec<ClauseRef> {
        self.type_clauses
            .get(&ty)
            .map_or(Vec::new(), |c| c.static_invariants.clone())
    }

    /// The project type of a parameter, if its invariants are to be assumed and owed.
    pub fn invariants_of_type(&self, ty: &TypeRef, from: TypeNo) -> Vec<ClauseRef> {
        match Ty::of(ty, self.index, from) {
            Ty::Class(no) => self.invariants_of(no),
            _ => Vec::new(),
        }
    }
}

/// The model field a clause gives a value, and that value. `\such_that f == e` is such a clause as well.
fn represented(clause: &TypeClause) -> Option<(String, &Expr)> {
    let name_of = |e: &Expr| match &e.without_parens().kind {
        ExprKind::Name(name) => Some(name.clone()),
        ExprKind::Field { object, name } if matches!(object.kind, ExprKind::This) => {
            Some(name.text.clone())
        }
        _ => None,
    };
    match &clause.kind {
        TypeClauseKind::Represents { target, value } => Some((name_of(target)?, value)),
        TypeClauseKind::RepresentsSuchThat { target, predicate } => {
            let name = name_of(target)?;
            let ExprKind::Binary {
                op: BinaryOp::Eq,
                left,
                right,
            } = &predicate.without_parens().kind
            else {
                return None;
            };
            let (field, value) = if name_of(left).as_ref() == Some(&name) {
                (left, right)
            } else {
                (right, left)
            };
            let mut again = false;
            value.walk(&mut |sub| again |= name_of(sub).as_ref() == Some(&name));
            (name_of(field).as_ref() == Some(&name) && !again).then_some((name, &**value))
        }
        _ => None,
    }
}
