//! Loops and local variables of a body.

use super::java::{JavaReader, is_type_declaration};
use super::java_modifiers::place_nullness;
use super::types::trailing_dims;
use super::{all_children, child_of_kind, code_children, fields, span};
use crate::ast::*;
use tree_sitter::Node;

impl JavaReader<'_> {
    pub(super) fn local(&mut self, node: Node, body: &mut Body) {
        let scope = match node.kind() {
            "enhanced_for_statement" => span(node),
            "catch_formal_parameter" | "resource" => node
                .parent()
                .and_then(|parent| {
                    if node.kind() == "resource" {
                        parent.parent()
                    } else {
                        Some(parent)
                    }
                })
                .map_or(span(node), span),
            _ => node.parent().map_or(span(node), span),
        };
        let type_node = node
            .child_by_field_name("type")
            .or_else(|| child_of_kind(node, "catch_type"));
        let Some(type_node) = type_node else { return };
        let declarators = match node.kind() {
            "local_variable_declaration" => fields(node, "declarator"),
            _ => vec![node],
        };
        let modifiers = self.java_modifiers(node);
        for declarator in declarators {
            let Some(name) = declarator.child_by_field_name("name") else {
                continue;
            };
            let mut ty = self.reader.type_ref(type_node, trailing_dims(declarator));
            place_nullness(&mut ty, type_node, &modifiers, &[]);
            let value = match node.kind() {
                "enhanced_for_statement" => None,
                _ => declarator.child_by_field_name("value").map(span),
            };
            // A loop variable's declaration ends with its name; the loop is its scope.
            let declared = match node.kind() {
                "enhanced_for_statement" => Span::new(
                    child_of_kind(node, "modifiers")
                        .unwrap_or(type_node)
                        .start_byte(),
                    name.end_byte(),
                ),
                _ => span(node),
            };
            body.locals.push(Local {
                name: self.reader.ident(name),
                span: declared,
                modifiers: modifiers.clone(),
                ty,
                value,
                scope,
            });
        }
    }

    pub(super) fn java_loop(&mut self, node: Node, body: &mut Body) {
        let Some(loop_body) = node.child_by_field_name("body") else {
            return;
        };
        let kind = match node.kind() {
            "for_statement" => LoopKind::For,
            "enhanced_for_statement" => LoopKind::ForEach,
            "while_statement" => LoopKind::While,
            _ => LoopKind::Do,
        };
        let children = all_children(node);
        let (mut init, mut update) = (
            Span::new(node.start_byte(), node.start_byte()),
            Span::default(),
        );
        if kind == LoopKind::For {
            // The first `;` may be that of the declaration.
            let open = children
                .iter()
                .find(|child| child.kind() == "(")
                .map_or(node.start_byte(), |c| c.end_byte());
            let close = children
                .iter()
                .rev()
                .find(|child| child.kind() == ")" && child.end_byte() <= loop_body.start_byte())
                .map_or(loop_body.start_byte(), |c| c.start_byte());
            let declaration = children
                .iter()
                .find(|child| child.kind() == "local_variable_declaration");
            let semicolons: Vec<usize> = children
                .iter()
                .filter(|child| child.kind() == ";")
                .map(|child| child.start_byte())
                .collect();
            let first = match declaration {
                Some(declaration) => declaration.end_byte().saturating_sub(1),
                None => semicolons.first().copied().unwrap_or(open),
            };
            let second = semicolons.last().copied().unwrap_or(close);
            init = Span::new(open, first.max(open));
            update = Span::new((second + 1).min(close), close);
        }
        let condition = node
            .child_by_field_name("condition")
            .and_then(|condition| match condition.kind() {
                "parenthesized_expression" => code_children(condition).into_iter().next(),
                _ => Some(condition),
            });
        let mut labels = Vec::new();
        let mut above = node.parent();
        while let Some(parent) = above.filter(|parent| parent.kind() == "labeled_statement") {
            if let Some(name) = code_children(parent).into_iter().next() {
                labels.insert(0, self.reader.ident(name));
            }
            above = parent.parent();
        }
        let is_foreach = kind == LoopKind::ForEach;
        let variable = node.child_by_field_name("name").filter(|_| is_foreach);
        let variable_type = node.child_by_field_name("type").filter(|_| is_foreach);
        body.loops.push(Loop {
            kind,
            span: span(node),
            init,
            condition: condition.map(span),
            is_endless: condition.is_some_and(|c| without_parens(c).kind() == "true"),
            condition_assigns: condition.is_some_and(assigns),
            breaks: breaks(loop_body, &labels, self.reader.text),
            labels,
            update,
            variable: variable.map(|name| self.reader.ident(name)),
            variable_type: variable_type.map(|ty| self.reader.type_ref(ty, trailing_dims(node))),
            iterable: node
                .child_by_field_name("value")
                .filter(|_| is_foreach)
                .map(span),
            body: span(loop_body),
            body_is_block: loop_body.kind() == "block",
            clauses: Vec::new(),
            contract: None,
        });
    }
}

fn without_parens(mut node: Node) -> Node {
    while node.kind() == "parenthesized_expression"
        && let Some(inner) = code_children(node).into_iter().next()
    {
        node = inner;
    }
    node
}

/// Nodes whose jumps and assignments are not those of the code around them.
fn is_apart(kind: &str) -> bool {
    matches!(kind, "lambda_expression" | "class_body") || is_type_declaration(kind)
}

fn assigns(condition: Node) -> bool {
    let mut rest = vec![condition];
    while let Some(node) = rest.pop() {
        if node.kind() == "assignment_expression" {
            return true;
        }
        if !is_apart(node.kind()) {
            rest.extend(code_children(node));
        }
    }
    false
}

/// The `break` statements in a loop's body that leave that loop (JLS 14.15).
fn breaks(body: Node, labels: &[Ident], text: &str) -> Vec<Span> {
    let mut found = Vec::new();
    // (node, whether an unlabelled `break` there leaves something inside of the loop)
    let mut rest = vec![(body, false)];
    while let Some((node, inner)) = rest.pop() {
        let kind = node.kind();
        if is_apart(kind) {
            continue;
        }
        if kind == "break_statement" {
            let leaves = match code_children(node).first() {
                Some(label) => labels
                    .iter()
                    .any(|l| text.get(label.byte_range()) == Some(&l.text)),
                None => !inner,
            };
            if leaves {
                found.push(span(node));
            }
            continue;
        }
        let inner = inner
            || matches!(
                kind,
                "for_statement"
                    | "enhanced_for_statement"
                    | "while_statement"
                    | "do_statement"
                    | "switch_expression"
                    | "switch_statement"
            );
        rest.extend(code_children(node).into_iter().map(|child| (child, inner)));
    }
    found.sort();
    found
}
