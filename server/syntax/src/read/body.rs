//! Bodies: loops, locals, local classes, and the JML between the statements.

use super::items::{Item, ItemKind};
use super::java::{JavaReader, is_type_declaration};
use super::specs::merge;
use super::{child_of_kind, code_children, span};
use crate::ast::*;
use tree_sitter::Node;

impl JavaReader<'_> {
    /// A block with everything in it; `outer` is the binary name of the enclosing type.
    pub fn body(&mut self, block: Node, outer: &str) -> Body {
        let call = code_children(block).into_iter().next();
        let call = call.filter(|first| first.kind() == "explicit_constructor_invocation");
        let mut body = Body {
            span: span(block),
            start: call.map_or(block.start_byte() + 1, |call| call.end_byte()),
            ..Body::default()
        };
        self.walk(block, outer, &mut body);
        let first = self
            .groups
            .partition_point(|group| group.span.start < block.start_byte());
        let mut index = first;
        while index < self.groups.len() && self.groups[index].span.start < block.end_byte() {
            let items = std::mem::take(&mut self.groups[index].items);
            if !items.is_empty() {
                self.statements(self.groups[index].span, items, block, &mut body);
            }
            index += 1;
        }
        body
    }

    /// Anonymous classes in an initialiser.
    pub fn nested_types(&mut self, node: Node, outer: &str) -> Vec<TypeDecl> {
        let mut body = Body::default();
        self.walk(node, outer, &mut body);
        body.types
    }

    /// Collects loops, locals, labels, returns and classes, in source order.
    fn walk(&mut self, root: Node, outer: &str, body: &mut Body) {
        // (node, whether inside a lambda)
        let mut rest = vec![(root, false)];
        while let Some((node, in_lambda)) = rest.pop() {
            let mut skip = None;
            match node.kind() {
                "local_variable_declaration" => self.local(node, body),
                "enhanced_for_statement" => {
                    self.local(node, body);
                    self.java_loop(node, body);
                }
                "for_statement" | "while_statement" | "do_statement" => self.java_loop(node, body),
                "catch_formal_parameter" | "resource" => self.local(node, body),
                "labeled_statement" => {
                    let parts = code_children(node);
                    if let [name, statement] = parts[..] {
                        let block = node.parent().filter(|parent| is_block(parent.kind()));
                        body.labels.push(Label {
                            name: self.reader.ident(name),
                            span: span(node),
                            statement: span(statement),
                            block: block.map(span),
                        });
                    }
                }
                "return_statement" if !in_lambda => {
                    let value = code_children(node).into_iter().next().map(span);
                    body.returns.push(Return {
                        span: span(node),
                        value,
                    });
                }
                "object_creation_expression" => {
                    if let Some(class_body) = child_of_kind(node, "class_body") {
                        let superclass = node
                            .child_by_field_name("type")
                            .map(|ty| self.reader.type_ref(ty, 0));
                        body.types.push(self.anonymous(
                            class_body,
                            TypeKind::Anonymous,
                            superclass,
                            outer,
                        ));
                        skip = Some(class_body);
                    }
                }
                kind if is_type_declaration(kind) => {
                    if let Some(ty) =
                        self.type_decl(node, &format!("{outer}$"), Modifiers::default(), true)
                    {
                        body.types.push(ty);
                    }
                    continue;
                }
                _ => {}
            }
            let in_lambda = in_lambda || node.kind() == "lambda_expression";
            let children = code_children(node)
                .into_iter()
                .rev()
                .filter(|child| Some(*child) != skip);
            rest.extend(children.map(|child| (child, in_lambda)));
        }
    }

    /// The JML of one group inside a body.
    fn statements(&mut self, group: Span, items: Vec<Item>, block: Node, body: &mut Body) {
        let place = Place::of(group, block);
        let mut modifiers = Modifiers::default();
        let mut loop_clauses: Vec<LoopClause> = Vec::new();
        let mut spec: Vec<Item> = Vec::new();
        let mut is_loop_contract = false;
        let mut last_modifiers: Option<Span> = None;
        for item in items {
            let at = item.span;
            let mut push = |reader: &mut super::Reader,
                            keyword: Ident,
                            name: Option<Ident>,
                            kind: StatementKind| {
                let at = if keyword.span.is_empty() {
                    at
                } else {
                    at.to(keyword.span)
                };
                let anywhere = matches!(kind, StatementKind::LineSpec { .. });
                if !place.is_statement && !place.unbraced && !anywhere {
                    let message =
                        format!("`{}` cannot stand here; put it into a block", keyword.text);
                    reader.error(at, ProblemCode::Misplaced, message);
                    return;
                }
                let (block, next) = (place.block, place.next.clone());
                body.statements.push(JmlStatement {
                    span: at,
                    comment: group,
                    keyword,
                    name,
                    kind,
                    block,
                    next,
                    unbraced: place.unbraced,
                });
            };
            match item.kind {
                ItemKind::Modifiers(more) => {
                    last_modifiers = Some(at);
                    modifiers = merge(std::mem::take(&mut modifiers), more);
                }
                ItemKind::Fields(declared) => {
                    let modifiers = std::mem::take(&mut modifiers);
                    if !modifiers.has(JmlModifierKind::Ghost) {
                        self.reader.undeclared(
                            at,
                            declared.first().map(|field| &field.ty),
                            "`ghost`",
                        );
                        continue;
                    }
                    let keyword = Ident {
                        text: "ghost".to_owned(),
                        span: modifiers.span,
                    };
                    let variables = declared
                        .into_iter()
                        .map(|field| ghost_variable(field, &modifiers))
                        .collect();
                    push(
                        &mut self.reader,
                        keyword,
                        None,
                        StatementKind::Ghost(variables),
                    );
                }
                ItemKind::Type(mut ty) => {
                    ty.modifiers = std::mem::take(&mut modifiers);
                    ty.is_local = true;
                    let keyword = Ident {
                        text: "model".to_owned(),
                        span: at,
                    };
                    push(
                        &mut self.reader,
                        keyword,
                        None,
                        StatementKind::ModelClass(ty),
                    );
                }
                ItemKind::Statement {
                    keyword,
                    name,
                    kind,
                } => push(&mut self.reader, keyword, name, kind),
                ItemKind::Label(label) => {
                    push(
                        &mut self.reader,
                        label.clone(),
                        None,
                        StatementKind::Label(label),
                    );
                }
                ItemKind::Loop(clause) => loop_clauses.push(clause),
                ItemKind::LoopContract => is_loop_contract = true,
                ItemKind::Refining => {}
                ItemKind::Behavior(..) => {
                    let header = std::mem::take(&mut modifiers);
                    spec.push(Item {
                        span: header.span,
                        group,
                        kind: ItemKind::Modifiers(header),
                    });
                    spec.push(item);
                }
                ref kind if kind.is_spec() => spec.push(item),
                ItemKind::Other(_) => {}
                kind => self.reader.misplaced(at, &kind, "in a body"),
            }
        }
        if !modifiers.jml.is_empty() {
            self.local_modifiers(group, modifiers, last_modifiers.unwrap_or(group), body);
        }
        self.loop_spec(group, &place, loop_clauses, &mut spec, body);
        if spec.is_empty() {
            return;
        }
        let at = spec[0].span;
        let Some(contract) = self.reader.method_spec(spec) else {
            return;
        };
        if place.next.is_none() {
            self.reader.error(
                contract.span,
                ProblemCode::Misplaced,
                "a statement contract must stand before a statement",
            );
            return;
        }
        let word = if is_loop_contract {
            "loop_contract"
        } else {
            "refining"
        };
        body.statements.push(JmlStatement {
            span: contract.span,
            comment: group,
            keyword: Ident {
                text: word.to_owned(),
                span: at,
            },
            name: None,
            kind: StatementKind::Refining(contract),
            block: place.block,
            next: place.next,
            unbraced: place.unbraced,
        });
    }

    /// Hands loop clauses to the loop that follows. Next to them (or to a loop alone) `assignable` is the loop's, too.
    fn loop_spec(
        &mut self,
        group: Span,
        place: &Place,
        mut clauses: Vec<LoopClause>,
        spec: &mut Vec<Item>,
        body: &mut Body,
    ) {
        let target = place.next.as_ref().and_then(|next| {
            body.loops.iter_mut().find(|l| {
                l.span.start == next.span.start
                    || (next.kind == "labeled_statement"
                        && !l.labels.is_empty()
                        && l.labels[0].span.start == next.span.start)
            })
        });
        let only_frames = !spec.is_empty()
            && spec.iter().all(|item| {
                matches!(
                    &item.kind,
                    ItemKind::Clause(ClauseNode {
                        clause: Clause::Assignable(_),
                        ..
                    })
                )
            });
        let Some(target) = target else {
            for clause in clauses {
                self.reader
                    .misplaced(clause.span, &ItemKind::Loop(clause.clone()), "here");
            }
            return;
        };
        if !clauses.is_empty() || only_frames {
            spec.retain_mut(|item| {
                let ItemKind::Clause(clause) = &item.kind else {
                    return true;
                };
                let kind = match &clause.clause {
                    Clause::Assignable(locations) => LoopClauseKind::Assignable(locations.clone()),
                    Clause::Accessible(expressions) | Clause::Other { expressions } => {
                        LoopClauseKind::Other(expressions.clone())
                    }
                    _ => return true,
                };
                clauses.push(LoopClause {
                    span: clause.span,
                    keyword: clause.keyword.clone(),
                    redundant: clause.redundant,
                    free: clause.free,
                    name: clause.name.clone(),
                    kind,
                    comment: group,
                });
                false
            });
            clauses.sort_by_key(|clause| clause.span.start);
        }
        target.clauses.extend(clauses);
    }

    /// `/*@ nullable @*/ String s = …;`: the words belong to the variable declared there.
    fn local_modifiers(&mut self, group: Span, modifiers: Modifiers, at: Span, body: &mut Body) {
        let text = self.reader.text;
        let mut found = false;
        for local in &mut body.locals {
            let begins_after = local.span.start >= group.end
                && text
                    .get(group.end..local.span.start)
                    .is_some_and(|between| between.trim().is_empty());
            let inside = local.span.start <= group.start && group.end <= local.name.span.start;
            if begins_after || inside {
                super::types::apply_nullness(&mut local.ty, modifiers.nullness());
                local.modifiers.jml.extend(modifiers.jml.iter().cloned());
                found = true;
            }
        }
        let only_nullness = modifiers
            .jml
            .iter()
            .all(|m| matches!(m.kind, JmlModifierKind::Nullable | JmlModifierKind::NonNull));
        // Nullness may stand at any type use (casts, type arguments); other words need a declaration.
        if !found && !only_nullness && !body.types.iter().any(|ty| ty.span.start >= group.end) {
            self.reader
                .misplaced(at, &ItemKind::Modifiers(modifiers), "here");
        }
    }
}

fn ghost_variable(field: Field, modifiers: &Modifiers) -> VarDecl {
    let mut ty = field.ty;
    super::types::apply_nullness(&mut ty, modifiers.nullness());
    VarDecl {
        span: field.name.span.to(field.value.unwrap_or(field.name.span)),
        modifiers: modifiers.clone(),
        ty,
        name: field.name,
        value: field.jml_value,
    }
}

/// Where a group stands in a body.
struct Place {
    /// The innermost block.
    block: Span,
    /// Whether a statement may stand here.
    is_statement: bool,
    /// Before the only statement of an `if`, an `else` or a loop.
    unbraced: bool,
    next: Option<NextStatement>,
}

impl Place {
    fn of(group: Span, body: Node) -> Place {
        let mut node = body
            .descendant_for_byte_range(group.start, group.end)
            .unwrap_or(body);
        while node.is_extra() || node.kind().ends_with("_comment") {
            match node.parent() {
                Some(parent) => node = parent,
                None => break,
            }
        }
        let children = code_children(node);
        let before = children
            .iter()
            .rfind(|child| child.end_byte() <= group.start);
        let is_statement = match node.kind() {
            // Between two groups a statement ends the first; before the first there is none.
            "switch_block" => before.is_some_and(|b| b.kind() == "switch_block_statement_group"),
            // After the labels of the group.
            "switch_block_statement_group" => before.is_some(),
            kind => is_block(kind),
        };
        let next = children
            .iter()
            .find(|child| child.start_byte() >= group.end && !child.is_error());
        let unbraced = next.is_some_and(|child| is_only_statement(node, *child));
        let next = next.map(|child| NextStatement {
            span: span(*child),
            kind: child.kind().to_owned(),
        });
        let only = next.as_ref().filter(|_| unbraced).map(|n| n.span.end);
        let mut block = node;
        while !is_block(block.kind()) && block != body {
            match block.parent() {
                Some(parent) => block = parent,
                None => break,
            }
        }
        Place {
            // The braces that are missing.
            block: only.map_or(span(block), |end| Span::new(group.start, end)),
            is_statement,
            unbraced,
            next,
        }
    }
}

/// Whether a statement is the whole branch of an `if` or the whole body of a loop.
fn is_only_statement(parent: Node, child: Node) -> bool {
    let fields: &[&str] = match parent.kind() {
        "if_statement" => &["consequence", "alternative"],
        "for_statement" | "enhanced_for_statement" | "while_statement" | "do_statement" => {
            &["body"]
        }
        _ => return false,
    };
    fields
        .iter()
        .any(|field| parent.child_by_field_name(field) == Some(child))
}

fn is_block(kind: &str) -> bool {
    matches!(
        kind,
        "block" | "constructor_body" | "switch_block_statement_group" | "switch_block"
    )
}
