//! Items between the members of a type: which go to the type, which wait for the next declaration.

use super::Reader;
use super::items::{Item, ItemKind};
use super::specs::merge;
use super::types::apply_nullness;
use crate::ast::*;

/// The items of one group, until a declaration or body takes them.
pub(crate) struct GroupItems {
    pub span: Span,
    pub items: Vec<Item>,
}

/// JML read in a type's body that waits for the declaration it belongs to.
#[derive(Default)]
pub(crate) struct Pending {
    pub modifiers: Vec<Modifiers>,
    pub spec: Vec<Item>,
}

impl Pending {
    pub(super) fn take_modifiers(&mut self) -> Modifiers {
        std::mem::take(&mut self.modifiers)
            .into_iter()
            .fold(Modifiers::default(), merge)
    }
}

impl Reader<'_> {
    /// Sorts items that stand between members: type clauses and JML declarations go to the type, the rest waits.
    pub(super) fn member_items(
        &mut self,
        ty: &mut TypeDecl,
        pending: &mut Pending,
        items: Vec<Item>,
    ) {
        for item in items {
            match item.kind {
                ItemKind::Modifiers(modifiers) => pending.modifiers.push(modifiers),
                ItemKind::Behavior(..) => {
                    // `public normal_behavior`: these modifiers are the case's; `pure` and the like stay the method's.
                    let mut header = pending.take_modifiers();
                    let (case, rest) = header.jml.drain(..).partition(|m| belongs_to_case(m.kind));
                    header.jml = case;
                    pending.modifiers.push(Modifiers {
                        jml: rest,
                        ..Modifiers::default()
                    });
                    let at = header.span;
                    pending.spec.push(Item {
                        span: at,
                        group: item.group,
                        kind: ItemKind::Modifiers(header),
                    });
                    pending.spec.push(item);
                }
                // KeY: `accessible footprint: …` says on what a model field depends.
                ItemKind::Clause(ClauseNode {
                    clause: Clause::Accessible(locations),
                    name: Some(name),
                    keyword,
                    ..
                }) if pending.spec.is_empty() => {
                    let target = Expr::new(name.span, ExprKind::Name(name.text));
                    let modifiers = pending.take_modifiers();
                    let kind = TypeClauseKind::AccessibleFor {
                        target,
                        locations,
                        measure: None,
                    };
                    ty.clauses.push(TypeClause {
                        span: item.span,
                        keyword,
                        modifiers,
                        redundant: false,
                        free: false,
                        name: None,
                        kind,
                    });
                }
                kind if kind.is_spec() => pending.spec.push(Item { kind, ..item }),
                ItemKind::TypeClause(mut clause) => {
                    clause.modifiers = pending.take_modifiers();
                    if !clause.modifiers.span.is_empty() {
                        clause.span = clause.span.to(clause.modifiers.span);
                    }
                    ty.clauses.push(clause);
                }
                ItemKind::FieldClause(clause) => self.field_clause(ty, item.span, clause),
                ItemKind::Initializer { is_static } => {
                    let spec = self.method_spec(std::mem::take(&mut pending.spec));
                    let (word, kind) = match is_static {
                        true => (
                            "static_initializer",
                            TypeClauseKind::StaticInitializer(spec),
                        ),
                        false => ("initializer", TypeClauseKind::Initializer(spec)),
                    };
                    ty.clauses.push(TypeClause {
                        span: item.span,
                        keyword: Ident {
                            text: word.to_owned(),
                            span: item.span,
                        },
                        modifiers: pending.take_modifiers(),
                        redundant: false,
                        free: false,
                        name: None,
                        kind,
                    });
                }
                ItemKind::Fields(declared) => {
                    let modifiers = pending.take_modifiers();
                    if !ty.is_model
                        && !modifiers.has(JmlModifierKind::Ghost)
                        && !modifiers.has(JmlModifierKind::Model)
                    {
                        let declared_type = declared.first().map(|field| &field.ty);
                        self.undeclared(item.span, declared_type, "`ghost` or `model`");
                        continue;
                    }
                    for mut field in declared {
                        apply_nullness(&mut field.ty, modifiers.nullness());
                        field.modifiers = modifiers.clone();
                        ty.members.push(Member::Field(field));
                    }
                }
                ItemKind::Method(mut method) => {
                    method.modifiers = pending.take_modifiers();
                    if !ty.is_model
                        && !method.modifiers.has(JmlModifierKind::Ghost)
                        && !method.modifiers.has(JmlModifierKind::Model)
                    {
                        self.undeclared(item.span, method.result.as_ref(), "`model`");
                        pending.spec.clear();
                        continue;
                    }
                    if let Some(result) = &mut method.result {
                        apply_nullness(result, method.modifiers.nullness());
                    }
                    method.spec = self.method_spec(std::mem::take(&mut pending.spec));
                    ty.members.push(Member::Method(*method));
                }
                ItemKind::Type(mut inner) => {
                    inner.modifiers = pending.take_modifiers();
                    let name = format!("{}${}", ty.binary_name, inner.name.text);
                    rename(&mut inner, &name);
                    ty.members.push(Member::Type(*inner));
                }
                ItemKind::Other(_) => {
                    pending.take_modifiers();
                }
                kind => self.misplaced(item.span, &kind, "between the members of a type"),
            }
        }
    }

    pub(crate) fn misplaced(&mut self, at: Span, kind: &ItemKind, place: &str) {
        let message = match kind {
            ItemKind::Loop(_) => format!("{} must stand directly before a loop", kind.describe()),
            _ => format!("{} cannot stand {place}", kind.describe()),
        };
        self.error(at, ProblemCode::Misplaced, message);
    }

    /// `in` and `maps` belong to the field declared just before them (all declarators of it).
    fn field_clause(&mut self, ty: &mut TypeDecl, at: Span, clause: FieldClause) {
        let Some(Member::Field(last)) = ty.members.last() else {
            self.error(
                at,
                ProblemCode::Misplaced,
                "`in` and `maps` must stand directly after a field",
            );
            return;
        };
        let declaration = last.span;
        for member in ty.members.iter_mut().rev() {
            match member {
                Member::Field(field) if field.span == declaration => {
                    field.clauses.push(clause.clone())
                }
                _ => break,
            }
        }
    }

    /// The members of a class written in JML.
    pub fn model_members(&mut self, ty: &mut TypeDecl, items: Vec<Item>) {
        let mut pending = Pending::default();
        self.member_items(ty, &mut pending, items);
        self.leftover(pending);
    }

    /// Specifications that no declaration followed.
    pub(super) fn leftover(&mut self, pending: Pending) {
        if let Some(item) = pending
            .spec
            .iter()
            .find(|item| !matches!(item.kind, ItemKind::Modifiers(_)))
        {
            let what = item.kind.describe();
            self.error(
                item.span,
                ProblemCode::Misplaced,
                format!("{what} must stand before a method"),
            );
        }
    }
}

fn belongs_to_case(kind: JmlModifierKind) -> bool {
    matches!(
        kind,
        JmlModifierKind::Code | JmlModifierKind::SpecPublic | JmlModifierKind::SpecProtected
    )
}

/// Gives a model class and the classes in it their binary names.
pub(super) fn rename(ty: &mut TypeDecl, name: &str) {
    ty.binary_name = name.to_owned();
    for member in &mut ty.members {
        if let Member::Type(inner) = member {
            let inner_name = format!("{name}${}", inner.name.text);
            rename(inner, &inner_name);
        }
    }
}
