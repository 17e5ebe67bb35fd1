//! Puts the flat items of a specification together: cases, `also`, nested groups, redundant parts.

use super::Reader;
use super::items::{Item, ItemKind};
use crate::ast::*;

/// Which part of the specification the next case belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Section {
    Cases,
    ImpliesThat,
    ForExample,
}

impl Reader<'_> {
    /// `None` if there are no items. Modifiers among the items are those of behaviour headers.
    pub fn method_spec(&mut self, mut items: Vec<Item>) -> Option<MethodSpec> {
        // A header without modifiers stands nowhere.
        items.retain(|i| !(matches!(i.kind, ItemKind::Modifiers(_)) && i.span.is_empty()));
        let first = items.first()?;
        let mut spec = MethodSpec {
            span: first.span,
            ..MethodSpec::default()
        };
        let mut section = Section::Cases;
        let mut case: Option<SpecCase> = None;
        let mut header_modifiers: Option<Modifiers> = None;
        let mut items = items.into_iter().peekable();
        let mut is_first = true;
        while let Some(item) = items.next() {
            spec.span = spec.span.to(item.span);
            match item.kind {
                ItemKind::Also => {
                    if is_first {
                        spec.also = Some(item.span);
                    } else if case.is_none()
                        && !matches!(
                            items.peek().map(|i| &i.kind),
                            Some(ItemKind::ImpliesThat | ItemKind::ForExample)
                        )
                    {
                        // `also also`, or `also` straight after `implies_that`.
                        self.warn(
                            item.span,
                            ProblemCode::Misplaced,
                            "`also` without a specification case before it",
                        );
                    }
                    push(&mut spec, section, case.take());
                    let ends = matches!(items.peek().map(|i| &i.kind), None | Some(ItemKind::Also));
                    if ends && !is_first {
                        self.error(
                            item.span,
                            ProblemCode::Syntax,
                            "expected a specification case after `also`",
                        );
                    }
                    if ends && is_first {
                        self.warn(
                            item.span,
                            ProblemCode::Misplaced,
                            "`also` without a specification case after it says nothing",
                        );
                    }
                }
                ItemKind::ImpliesThat | ItemKind::ForExample => {
                    push(&mut spec, section, case.take());
                    section = if matches!(item.kind, ItemKind::ImpliesThat) {
                        Section::ImpliesThat
                    } else {
                        Section::ForExample
                    };
                }
                ItemKind::Modifiers(modifiers) => {
                    header_modifiers = Some(match header_modifiers.take() {
                        Some(before) => merge(before, modifiers),
                        None => modifiers,
                    });
                }
                ItemKind::Behavior(behavior, name) => {
                    if case.is_some() {
                        self.error(
                            item.span,
                            ProblemCode::Syntax,
                            "expected `also` before the next behavior",
                        );
                        push(&mut spec, section, case.take());
                    }
                    let mut header = SpecCase {
                        span: item.span,
                        ..SpecCase::default()
                    };
                    header.behavior = Some((behavior, item.span));
                    header.name = name;
                    if let Some(modifiers) = header_modifiers.take() {
                        header.span = header.span.to(modifiers.span);
                        header.visibility = visibility(&modifiers);
                        header.code = modifiers
                            .jml
                            .iter()
                            .find(|m| m.kind == JmlModifierKind::Code)
                            .map(|code| code.span);
                    }
                    case = Some(header);
                }
                ItemKind::Clause(clause) => {
                    add(&mut case, item.span, CaseItem::Clause(clause));
                }
                ItemKind::Block => {
                    let clause = ClauseNode {
                        span: item.span,
                        keyword: Ident {
                            text: "model_program".to_owned(),
                            span: item.span,
                        },
                        redundant: false,
                        free: false,
                        name: None,
                        clause: Clause::ModelProgram(item.span),
                    };
                    add(&mut case, item.span, CaseItem::Clause(clause));
                }
                ItemKind::GroupOpen => {
                    let group = self.group(item.span, &mut items, 0);
                    let at = match &group {
                        CaseItem::Group { span, .. } => *span,
                        CaseItem::Clause(clause) => clause.span,
                    };
                    spec.span = spec.span.to(at);
                    add(&mut case, at, group);
                }
                ItemKind::GroupClose => {
                    self.error(item.span, ProblemCode::Syntax, "`|}` without `{|`");
                }
                other => {
                    let what = other.describe();
                    self.error(
                        item.span,
                        ProblemCode::Misplaced,
                        format!("{what} cannot stand in a method specification"),
                    );
                }
            }
            is_first = false;
        }
        push(&mut spec, section, case);
        Some(spec)
    }

    /// What follows `{|`, up to its `|}`.
    fn group(
        &mut self,
        open: Span,
        items: &mut std::iter::Peekable<std::vec::IntoIter<Item>>,
        depth: usize,
    ) -> CaseItem {
        let mut alternatives = vec![Vec::new()];
        let mut at = open;
        while let Some(item) = items.next() {
            at = at.to(item.span);
            let next = match item.kind {
                ItemKind::GroupClose => {
                    return CaseItem::Group {
                        span: at,
                        alternatives,
                    };
                }
                ItemKind::Also => {
                    alternatives.push(Vec::new());
                    continue;
                }
                ItemKind::Clause(clause) => CaseItem::Clause(clause),
                ItemKind::GroupOpen if depth < 50 => {
                    let inner = self.group(item.span, items, depth + 1);
                    if let CaseItem::Group { span, .. } = &inner {
                        at = at.to(*span);
                    }
                    inner
                }
                other => {
                    let what = other.describe();
                    self.error(
                        item.span,
                        ProblemCode::Misplaced,
                        format!("{what} cannot stand between `{{|` and `|}}`"),
                    );
                    continue;
                }
            };
            if let Some(last) = alternatives.last_mut() {
                last.push(next);
            }
        }
        self.error(open, ProblemCode::Syntax, "expected `|}` for this `{|`");
        CaseItem::Group {
            span: at,
            alternatives,
        }
    }
}

fn add(case: &mut Option<SpecCase>, at: Span, item: CaseItem) {
    let case = case.get_or_insert_with(|| SpecCase {
        span: at,
        ..SpecCase::default()
    });
    case.span = case.span.to(at);
    case.items.push(item);
}

fn push(spec: &mut MethodSpec, section: Section, case: Option<SpecCase>) {
    let Some(case) = case else { return };
    match section {
        Section::Cases => spec.cases.push(case),
        Section::ImpliesThat => spec.implies_that.push(case),
        Section::ForExample => spec.for_example.push(case),
    }
}

pub(crate) fn merge(mut first: Modifiers, second: Modifiers) -> Modifiers {
    first.span = if first.span.is_empty() {
        second.span
    } else {
        first.span.to(second.span)
    };
    first.java.extend(second.java);
    first.jml.extend(second.jml);
    first.annotations.extend(second.annotations);
    first
}

fn visibility(modifiers: &Modifiers) -> Option<(Visibility, Span)> {
    let java = modifiers.java.iter().find_map(|word| {
        let visibility = match word.text.as_str() {
            "public" => Visibility::Public,
            "protected" => Visibility::Protected,
            "private" => Visibility::Private,
            _ => return None,
        };
        Some((visibility, word.span))
    });
    java.or_else(|| {
        modifiers.jml.iter().find_map(|word| match word.kind {
            JmlModifierKind::SpecPublic => Some((Visibility::SpecPublic, word.span)),
            JmlModifierKind::SpecProtected => Some((Visibility::SpecProtected, word.span)),
            _ => None,
        })
    })
}
