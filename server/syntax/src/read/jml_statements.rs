//! Statements of JML, and the variables they declare.

use super::items::ItemKind;
use super::{Reader, child_of_kind, code_children, fields, span, types::trailing_dims};
use crate::ast::*;
use tree_sitter::Node;

impl Reader<'_> {
    pub(super) fn set_statement(&mut self, node: Node) -> Option<ItemKind> {
        let (keyword, ..) = self.keyword(node)?;
        let statement = node.child_by_field_name("statement")?;
        let expression = match statement.kind() {
            "expression_statement" => code_children(statement)
                .into_iter()
                .next()
                .map(|e| self.expr(e)),
            _ => {
                let parts = self.nested_expressions(statement);
                Some(Expr::new(span(statement), ExprKind::Java(parts)))
            }
        };
        let kind = StatementKind::Set {
            statement: span(statement),
            expression,
        };
        Some(ItemKind::Statement {
            keyword,
            name: None,
            kind,
        })
    }

    pub(super) fn word_statement(&mut self, node: Node) -> Option<ItemKind> {
        let (keyword, ..) = self.keyword(node)?;
        let kind = match keyword.text.as_str() {
            "unreachable" => StatementKind::Unreachable,
            "reachable" => StatementKind::Reachable,
            "halt" => StatementKind::Halt,
            "begin" => StatementKind::Begin,
            "end" => StatementKind::End,
            _ => StatementKind::Other {
                expressions: Vec::new(),
            },
        };
        Some(ItemKind::Statement {
            keyword,
            name: self.clause_name(node),
            kind,
        })
    }

    pub(super) fn other_statement(&mut self, node: Node) -> Option<ItemKind> {
        let (keyword, ..) = self.keyword(node)?;
        if matches!(keyword.text.as_str(), "nowarn" | "refine") {
            return Some(ItemKind::Other(keyword));
        }
        let expressions = if node.kind() == "raw_statement" {
            Vec::new()
        } else {
            self.nested_expressions(node)
        };
        Some(ItemKind::Statement {
            keyword,
            name: None,
            kind: StatementKind::Other { expressions },
        })
    }

    pub fn var_decls(&mut self, node: Node) -> Vec<VarDecl> {
        let modifiers = child_of_kind(node, "modifiers")
            .map_or(Modifiers::default(), |mods| self.modifiers(mods));
        let Some(ty) = node.child_by_field_name("type") else {
            return Vec::new();
        };
        let mut decls = Vec::new();
        for declarator in fields(node, "declarator") {
            let Some(name) = declarator.child_by_field_name("name") else {
                continue;
            };
            let mut ty = self.type_ref(ty, trailing_dims(declarator));
            super::types::apply_nullness(&mut ty, modifiers.nullness());
            let value = declarator
                .child_by_field_name("value")
                .map(|value| self.predicate(value));
            let (modifiers, name) = (modifiers.clone(), self.ident(name));
            decls.push(VarDecl {
                span: span(declarator),
                modifiers,
                ty,
                name,
                value,
            });
        }
        decls
    }
}
