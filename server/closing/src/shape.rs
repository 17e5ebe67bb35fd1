//! What the Java of a loop looks like to a guesser: what it assigns, compares and stores.

use std::collections::BTreeSet;

use crate::guess::Each;
use proviso_syntax::ast::Span;
use tree_sitter::{Node, Parser, Tree};

/// `left op right`, as text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Comparison {
    pub left: String,
    pub operator: String,
    pub right: String,
}

/// `array[index] = value`
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Store {
    pub array: String,
    pub index: String,
    pub value: Piece,
}

/// An expression and where the variables stand in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    pub text: String,
    /// Offsets in `text`, in order.
    pub names: Vec<Span>,
}

impl Piece {
    pub fn mentions(&self, name: &str) -> bool {
        self.names
            .iter()
            .any(|span| self.text.get(span.start..span.end) == Some(name))
    }

    /// The text with another expression in the place of a variable.
    pub fn with(&self, name: &str, other: &str) -> String {
        let mut out = String::new();
        let mut copied = 0;
        for span in &self.names {
            if self.text.get(span.start..span.end) == Some(name) {
                out.push_str(&self.text[copied..span.start]);
                out.push_str(other);
                copied = span.end;
            }
        }
        out.push_str(&self.text[copied..]);
        out
    }
}

#[derive(Debug, Default)]
pub struct Shape {
    /// Comparisons of the loop's condition.
    pub guards: Vec<Comparison>,
    /// Local variables and fields by their simple name that a round may assign.
    pub assigned: BTreeSet<String>,
    /// Conditions of `if` in the body, without calls and assignments.
    pub conditions: Vec<Piece>,
    pub stores: Vec<Store>,
}

impl Shape {
    /// A walk over an array, said as a loop that counts.
    pub fn count(&mut self, each: &Each) {
        self.assigned.insert(each.counter.clone());
        self.assigned.insert(each.variable.clone());
        self.guards.push(Comparison {
            left: each.counter.clone(),
            operator: "<".to_owned(),
            right: format!("{}.length", each.array),
        });
    }
}

pub fn parse(text: &str) -> Option<Tree> {
    let mut parser = Parser::new();
    parser
        .set_language(&tree_sitter_java::LANGUAGE.into())
        .ok()?;
    parser.parse(text, None)
}

/// The shape of the loop at a span.
pub fn of(text: &str, root: Node, span: Span) -> Option<Shape> {
    let node = root.descendant_for_byte_range(span.start, span.end)?;
    let mut shape = Shape::default();
    if let Some(condition) = node.child_by_field_name("condition") {
        guards(text, condition, &mut shape.guards);
    }
    // Nesting is the user's, so the walk keeps its own stack.
    let mut todo = vec![node];
    while let Some(node) = todo.pop() {
        look(text, node, &mut shape);
        let mut cursor = node.walk();
        let children: Vec<Node> = node.children(&mut cursor).collect();
        todo.extend(children.into_iter().rev());
    }
    Some(shape)
}

fn of_node<'t>(text: &'t str, node: Node) -> &'t str {
    text.get(node.byte_range()).unwrap_or("")
}

fn guards(text: &str, node: Node, out: &mut Vec<Comparison>) {
    if node.kind() == "parenthesized_expression" {
        if let Some(inner) = node.named_child(0) {
            guards(text, inner, out);
        }
        return;
    }
    let (Some(left), Some(operator), Some(right)) = (
        node.child_by_field_name("left"),
        node.child_by_field_name("operator"),
        node.child_by_field_name("right"),
    ) else {
        return;
    };
    match of_node(text, operator) {
        "&&" => {
            guards(text, left, out);
            guards(text, right, out);
        }
        operator @ ("<" | "<=" | ">" | ">=" | "!=") => {
            if let (Some(left), Some(right)) = (piece(text, left), piece(text, right)) {
                out.push(Comparison {
                    left: left.text,
                    operator: operator.to_owned(),
                    right: right.text,
                });
            }
        }
        _ => {}
    }
}

fn look(text: &str, node: Node, shape: &mut Shape) {
    match node.kind() {
        "assignment_expression" => {
            let Some(target) = node.child_by_field_name("left") else {
                return;
            };
            assigned(text, target, shape);
            let plain = node
                .child_by_field_name("operator")
                .is_some_and(|o| of_node(text, o) == "=");
            if target.kind() == "array_access" && plain {
                store(text, target, node, shape);
            }
        }
        "update_expression" => {
            if let Some(target) = node.named_child(0) {
                assigned(text, target, shape);
            }
        }
        "if_statement" => {
            let condition = node.child_by_field_name("condition");
            if let Some(piece) = condition.and_then(|c| piece(text, c)) {
                shape.conditions.push(piece);
            }
        }
        _ => {}
    }
}

fn assigned(text: &str, target: Node, shape: &mut Shape) {
    let name = match target.kind() {
        "identifier" => Some(target),
        "field_access" => target.child_by_field_name("field"),
        _ => None,
    };
    if let Some(name) = name {
        shape.assigned.insert(of_node(text, name).to_owned());
    }
}

fn store(text: &str, target: Node, assignment: Node, shape: &mut Shape) {
    let part = |node: Node, field: &str| {
        let part = node.child_by_field_name(field)?;
        piece(text, part)
    };
    if let (Some(array), Some(index), Some(value)) = (
        part(target, "array"),
        part(target, "index"),
        part(assignment, "right"),
    ) {
        shape.stores.push(Store {
            array: array.text,
            index: index.text,
            value,
        });
    }
}

/// An expression that JML can say too: no calls but those that measure, no assignments, no lambdas.
fn piece(text: &str, node: Node) -> Option<Piece> {
    let node = match node.kind() {
        "parenthesized_expression" => node.named_child(0)?,
        _ => node,
    };
    let mut names = Vec::new();
    let mut todo = vec![node];
    while let Some(part) = todo.pop() {
        match part.kind() {
            "assignment_expression"
            | "update_expression"
            | "lambda_expression"
            | "object_creation_expression"
            | "array_creation_expression"
            | "switch_expression"
            | "method_reference"
            | "instanceof_expression"
            | "line_comment"
            | "block_comment" => return None,
            "method_invocation" => {
                let name = part.child_by_field_name("name")?;
                if !matches!(of_node(text, name), "length" | "size" | "charAt") {
                    return None;
                }
                todo.extend(part.child_by_field_name("object"));
                todo.extend(part.child_by_field_name("arguments"));
                continue;
            }
            "field_access" => {
                todo.extend(part.child_by_field_name("object"));
                continue;
            }
            "identifier" => names.push(Span::new(
                part.start_byte() - node.start_byte(),
                part.end_byte() - node.start_byte(),
            )),
            _ => {}
        }
        let mut cursor = part.walk();
        todo.extend(part.children(&mut cursor));
    }
    names.sort_by_key(|span| span.start);
    let text = of_node(text, node);
    (!text.contains('\n')).then(|| Piece {
        text: text.to_owned(),
        names,
    })
}
