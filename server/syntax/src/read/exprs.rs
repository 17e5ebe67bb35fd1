//! JML expressions. The grammar is generous; what JML does not allow is reported here.

use super::{Reader, code_children, fields, span};
use crate::ast::*;
use crate::words;
use tree_sitter::Node;

/// Deeper trees are refused: every later pass is recursive.
const MAX_DEPTH: usize = 200;

impl Reader<'_> {
    pub fn expr(&mut self, node: Node) -> Expr {
        if self.depth >= MAX_DEPTH {
            self.error(
                span(node),
                ProblemCode::Syntax,
                "this expression is nested too deeply",
            );
            return Expr::new(span(node), ExprKind::Error);
        }
        self.depth += 1;
        let kind = self.expr_kind(node);
        self.depth -= 1;
        Expr::new(span(node), kind)
    }

    pub fn exprs(&mut self, nodes: Vec<Node>) -> Vec<Expr> {
        nodes.into_iter().map(|node| self.expr(node)).collect()
    }

    pub(super) fn boxed(&mut self, node: Option<Node>, parent: Node) -> Box<Expr> {
        Box::new(match node {
            Some(node) => self.expr(node),
            None => Expr::new(span(parent), ExprKind::Error),
        })
    }

    pub(super) fn field_expr(&mut self, node: Node, name: &str) -> Box<Expr> {
        self.boxed(node.child_by_field_name(name), node)
    }

    pub(super) fn optional_expr(&mut self, node: Node, name: &str) -> Option<Expr> {
        node.child_by_field_name(name).map(|child| self.expr(child))
    }

    pub(super) fn field_ident(&self, node: Node, name: &str) -> Ident {
        node.child_by_field_name(name).map_or(
            Ident {
                text: String::new(),
                span: span(node),
            },
            |child| self.ident(child),
        )
    }

    pub(super) fn field_type(&self, node: Node, name: &str) -> TypeRef {
        self.type_ref(node.child_by_field_name(name).unwrap_or(node), 0)
    }

    pub(super) fn expr_kind(&mut self, node: Node) -> ExprKind {
        match node.kind() {
            "decimal_integer_literal"
            | "hex_integer_literal"
            | "octal_integer_literal"
            | "binary_integer_literal" => ExprKind::Literal(Literal::Int),
            "decimal_floating_point_literal" | "hex_floating_point_literal" => {
                ExprKind::Literal(Literal::Float)
            }
            "character_literal" => ExprKind::Literal(Literal::Char),
            "string_literal" => ExprKind::Literal(Literal::String),
            "true" => ExprKind::Literal(Literal::True),
            "false" => ExprKind::Literal(Literal::False),
            "null_literal" => ExprKind::Literal(Literal::Null),
            "identifier" => ExprKind::Name(self.text_of(node).to_owned()),
            "this" => ExprKind::This,
            "super" => ExprKind::Super,
            "parenthesized_expression" => {
                let inner = code_children(node).into_iter().next();
                ExprKind::Paren(self.boxed(inner, node))
            }
            "field_access" => self.field_access(node),
            "array_access" => self.array_access(node),
            "all_fields" => ExprKind::AllFields(self.field_expr(node, "object")),
            "method_invocation" => ExprKind::Call {
                object: node
                    .child_by_field_name("object")
                    .map(|object| Box::new(self.expr(object))),
                type_args: node.child_by_field_name("type_arguments").map(span),
                name: self.field_ident(node, "name"),
                args: self.arguments(node),
            },
            "object_creation_expression" => self.object_creation(node),
            "array_creation_expression" => ExprKind::NewArray {
                ty: self.field_type(node, "type"),
                parts: self.nested_expressions(node),
            },
            "array_initializer" => {
                let parts = code_children(node);
                ExprKind::ArrayInit(self.exprs(parts))
            }
            "class_literal" => ExprKind::ClassLiteral(
                self.type_ref(code_children(node).into_iter().next().unwrap_or(node), 0),
            ),
            "method_reference" => ExprKind::MethodRef(self.nested_expressions(node)),
            "unary_expression" => self.unary(node),
            "binary_expression" => self.binary(node),
            "ternary_expression" => ExprKind::Conditional {
                condition: self.field_expr(node, "condition"),
                then: self.field_expr(node, "consequence"),
                otherwise: self.field_expr(node, "alternative"),
            },
            "cast_expression" => ExprKind::Cast {
                ty: self.field_type(node, "type"),
                operand: self.field_expr(node, "value"),
            },
            "instanceof_expression" => ExprKind::InstanceOf {
                operand: self.field_expr(node, "left"),
                ty: node
                    .child_by_field_name("right")
                    .map(|ty| self.type_ref(ty, 0)),
                binding: node
                    .child_by_field_name("name")
                    .map(|name| self.ident(name)),
                pattern: node.child_by_field_name("pattern").map(span),
            },
            "lambda_expression" => self.lambda(node),
            "assignment_expression" => ExprKind::Assign {
                target: self.field_expr(node, "left"),
                op: self.field_ident(node, "operator").text,
                value: self.field_expr(node, "right"),
            },
            "update_expression" => {
                let operator = super::all_children(node)
                    .into_iter()
                    .find(|c| matches!(self.text_of(*c), "++" | "--"));
                let target = code_children(node)
                    .into_iter()
                    .find(|child| child.kind() != "operator");
                ExprKind::Update {
                    is_prefix: operator
                        .is_some_and(|operator| operator.start_byte() == node.start_byte()),
                    op: operator
                        .map_or(String::new(), |operator| self.text_of(operator).to_owned()),
                    target: self.boxed(target, node),
                }
            }
            "switch_expression" => ExprKind::Java(self.nested_expressions(node)),
            "jml_name" => self.jml_name(node),
            "jml_call" => self.jml_call(node),
            "type_call" => {
                let function = match self.field_ident(node, "function").text.as_str() {
                    "\\type" => TypeFunction::Type,
                    "\\static_invariant_for" => TypeFunction::StaticInvariantFor,
                    _ => TypeFunction::IsInitialized,
                };
                ExprKind::TypeCall {
                    function,
                    types: fields(node, "type")
                        .into_iter()
                        .map(|ty| self.type_ref(ty, 0))
                        .collect(),
                }
            }
            "only_called" => ExprKind::OnlyCalled(
                fields(node, "method")
                    .into_iter()
                    .map(|m| self.method_signature(m))
                    .collect(),
            ),
            "informal_predicate" => {
                let text = self.text_of(node);
                ExprKind::Informal(
                    text.get(2..text.len().saturating_sub(2))
                        .unwrap_or("")
                        .trim()
                        .to_owned(),
                )
            }
            "quantified_expression" | "bounded_expression" => {
                ExprKind::Quantified(Box::new(self.quantified(node)))
            }
            "set_comprehension" => ExprKind::Comprehension(Box::new(self.quantified(node))),
            "let_expression" => self.let_expression(node),
            "labelled_expression" => {
                let kind = match self.field_ident(node, "kind").text.as_str() {
                    "\\lblpos" => LblKind::LblPos,
                    "\\lblneg" => LblKind::LblNeg,
                    _ => LblKind::Lbl,
                };
                if kind != LblKind::Lbl {
                    self.warn(
                        span(node),
                        ProblemCode::Deprecated,
                        "`\\lblpos` and `\\lblneg` are old; write `\\lbl`",
                    );
                }
                ExprKind::Lbl {
                    kind,
                    name: self.field_ident(node, "name"),
                    expr: self.field_expr(node, "body"),
                }
            }
            _ => ExprKind::Error,
        }
    }

    pub(super) fn arguments(&mut self, node: Node) -> Vec<Expr> {
        match node.child_by_field_name("arguments") {
            Some(arguments) => {
                let arguments = code_children(arguments);
                self.exprs(arguments)
            }
            None => Vec::new(),
        }
    }

    pub(super) fn field_access(&mut self, node: Node) -> ExprKind {
        let Some(field) = node.child_by_field_name("field") else {
            return ExprKind::Error;
        };
        let object = self.field_expr(node, "object");
        if field.kind() == "jml_name" {
            // KeY's `o.\inv`.
            return match words::function(self.text_of(field).trim_start_matches('\\')) {
                Some(function) => ExprKind::JmlCall {
                    function,
                    args: vec![*object],
                },
                None => ExprKind::Unknown {
                    name: self.text_of(field).to_owned(),
                    args: vec![*object],
                },
            };
        }
        ExprKind::Field {
            object,
            name: self.ident(field),
        }
    }

    pub(super) fn array_access(&mut self, node: Node) -> ExprKind {
        let array = self.field_expr(node, "array");
        let Some(index) = node.child_by_field_name("index") else {
            return ExprKind::Error;
        };
        if index.kind() != "element_range" {
            return ExprKind::Index {
                array,
                index: Box::new(self.expr(index)),
            };
        }
        let from = self.optional_expr(index, "from").map(Box::new);
        let to = self.optional_expr(index, "to").map(Box::new);
        let range = match index
            .child_by_field_name("kind")
            .map(|kind| self.text_of(kind))
        {
            Some("..") => ElementRange::Inclusive { from, to },
            Some(_) => ElementRange::HalfOpen { from, to },
            None => ElementRange::All,
        };
        ExprKind::Elements { array, range }
    }

    pub(super) fn object_creation(&mut self, node: Node) -> ExprKind {
        let outer = node
            .child(0)
            .filter(|first| first.is_named() && !first.is_extra());
        let outer = outer.map(|outer| Box::new(self.expr(outer)));
        ExprKind::New {
            outer,
            ty: self.field_type(node, "type"),
            args: self.arguments(node),
            body: super::child_of_kind(node, "class_body").map(span),
        }
    }

    /// The outermost expressions inside a node of another kind.
    pub fn nested_expressions(&mut self, node: Node) -> Vec<Expr> {
        let mut found = Vec::new();
        let mut rest = code_children(node);
        rest.reverse();
        while let Some(child) = rest.pop() {
            if is_declared_name(child) {
                continue;
            }
            if is_expression(child.kind()) {
                found.push(self.expr(child));
            } else if !is_type(child.kind()) {
                let mut inner = code_children(child);
                inner.reverse();
                rest.extend(inner);
            }
        }
        found
    }

    pub(super) fn lambda(&mut self, node: Node) -> ExprKind {
        let Some(params) = node.child_by_field_name("parameters") else {
            return ExprKind::Error;
        };
        let names = match params.kind() {
            "identifier" => vec![self.ident(params)],
            _ => code_children(params)
                .into_iter()
                .map(|param| self.ident(param.child_by_field_name("name").unwrap_or(param)))
                .collect(),
        };
        let body = match node.child_by_field_name("body") {
            Some(block) if block.kind() == "block" => {
                let parts = self.nested_expressions(block);
                Box::new(Expr::new(span(block), ExprKind::Java(parts)))
            }
            body => self.boxed(body, node),
        };
        ExprKind::Lambda {
            params: span(params),
            names,
            body,
        }
    }

    /// Reports what may not stand in a specification expression: assignments and `++`.
    pub fn forbid_side_effects(&mut self, expr: &Expr) {
        let mut found = Vec::new();
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Assign { op, .. } => found.push((part.span, op.clone())),
            ExprKind::Update { op, .. } => found.push((part.span, op.clone())),
            _ => {}
        });
        for (at, op) in found {
            let hint = if op == "=" {
                "; did you mean `==`?"
            } else {
                ""
            };
            self.error(
                at,
                ProblemCode::Illegal,
                format!("`{op}` is not allowed in a specification{hint}"),
            );
        }
    }
}

/// A name that is no expression: of a variable that is declared, or a label.
fn is_declared_name(node: Node) -> bool {
    node.kind() == "identifier"
        && node.parent().is_some_and(|parent| match parent.kind() {
            "labeled_statement" | "break_statement" | "continue_statement" => true,
            "variable_declarator"
            | "formal_parameter"
            | "catch_formal_parameter"
            | "enhanced_for_statement"
            | "bound_variable" => parent.child_by_field_name("name") == Some(node),
            _ => false,
        })
}

fn is_type(kind: &str) -> bool {
    kind.ends_with("_type")
        || matches!(
            kind,
            "type_identifier" | "scoped_type_identifier" | "type_arguments" | "dimensions"
        )
}

fn is_expression(kind: &str) -> bool {
    kind.ends_with("_expression")
        || kind.ends_with("_literal")
        || matches!(
            kind,
            "identifier"
                | "this"
                | "true"
                | "false"
                | "field_access"
                | "array_access"
                | "method_invocation"
                | "method_reference"
                | "all_fields"
                | "jml_name"
                | "jml_call"
                | "type_call"
                | "only_called"
                | "informal_predicate"
                | "set_comprehension"
        )
}
