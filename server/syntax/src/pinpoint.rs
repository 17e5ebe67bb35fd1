//! From a line of Java to the expression meant: bytecode knows lines only, a reader wants to see the very access,
//! call or operator that failed.

use crate::ast::Span;
use tree_sitter::Node;

/// What is looked for on a line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wanted<'a> {
    /// `e.name`, read
    Field(&'a str),
    /// `e.name = v`
    FieldWrite(&'a str),
    /// `e.name(…)`
    Call(&'a str),
    /// `new T(…)`
    Creation,
    /// `e[i]`, read
    Element,
    /// `e[i] = v`
    ElementWrite,
    /// `(T) e`
    Cast,
    /// `new T[n]`
    NewArray,
    /// `throw e;`
    Throw,
    /// `a + b`, `a += b`, `a++`, `-a`: one of these operators.
    Operator(&'a [&'a str]),
}

/// The expressions of that kind on a line (counted from 1), in the order in which Java evaluates them.
pub fn expressions_on(text: &str, line: u32, wanted: &Wanted) -> Vec<Span> {
    let Some(row) = line.checked_sub(1).map(|row| row as usize) else {
        return Vec::new();
    };
    let Some(mut parser) = crate::document::language_parser(&tree_sitter_java::LANGUAGE.into())
    else {
        return Vec::new();
    };
    let Some(tree) = parser.parse(text, None) else {
        return Vec::new();
    };
    let mut found = Vec::new();
    // Depth is the nesting of the user's text, so the walk keeps its own stack.
    let mut todo = vec![(tree.root_node(), false)];
    while let Some((node, seen)) = todo.pop() {
        if node.start_position().row > row || node.end_position().row < row {
            continue;
        }
        if seen {
            if let Some((anchor, span)) = expression(text, node, wanted)
                && anchor.start_position().row == row
            {
                found.push(span);
            }
            continue;
        }
        todo.push((node, true));
        let mut cursor = node.walk();
        let children: Vec<Node> = node.children(&mut cursor).collect();
        todo.extend(children.into_iter().rev().map(|child| (child, false)));
    }
    found
}

/// The part that stands on the line javac notes, and the span to show.
fn expression<'t>(text: &str, node: Node<'t>, wanted: &Wanted) -> Option<(Node<'t>, Span)> {
    let is = |node: Node, name: &str| text.get(node.byte_range()) == Some(name);
    let whole = |node: Node| Span {
        start: node.start_byte(),
        end: node.end_byte(),
    };
    match (wanted, node.kind()) {
        (Wanted::Field(name), "field_access") if !is_overwritten(node) => {
            let field = node.child_by_field_name("field").filter(|f| is(*f, name))?;
            Some((field, whole(node)))
        }
        (Wanted::FieldWrite(name), "assignment_expression" | "update_expression") => {
            let target = written(node).filter(|t| t.kind() == "field_access")?;
            let field = target
                .child_by_field_name("field")
                .filter(|f| is(*f, name))?;
            Some((field, whole(target)))
        }
        (Wanted::Call(name), "method_invocation") => {
            let method = node.child_by_field_name("name").filter(|m| is(*m, name))?;
            Some((method, whole(node)))
        }
        (Wanted::Element, "array_access") if !is_overwritten(node) => Some((node, whole(node))),
        (Wanted::ElementWrite, "assignment_expression" | "update_expression") => {
            let target = written(node).filter(|t| t.kind() == "array_access")?;
            Some((target, whole(target)))
        }
        (Wanted::Creation, "object_creation_expression")
        | (Wanted::Cast, "cast_expression")
        | (Wanted::NewArray, "array_creation_expression")
        | (Wanted::Throw, "throw_statement") => Some((node, whole(node))),
        (
            Wanted::Operator(operators),
            "binary_expression"
            | "assignment_expression"
            | "unary_expression"
            | "update_expression",
        ) => {
            let mut cursor = node.walk();
            let has_it = node.children(&mut cursor).any(|child| {
                !child.is_named() && operators.iter().any(|operator| is(child, operator))
            });
            // javac notes the line on which the expression begins.
            has_it.then(|| (node, whole(node)))
        }
        _ => None,
    }
}

/// What an assignment or `++` writes.
fn written(node: Node) -> Option<Node> {
    if node.kind() == "assignment_expression" {
        return node.child_by_field_name("left");
    }
    node.named_child(0)
}

/// The left side of a plain `=`: written, never read.
fn is_overwritten(node: Node) -> bool {
    node.parent().is_some_and(|parent| {
        parent.kind() == "assignment_expression"
            && parent.child_by_field_name("left") == Some(node)
            && parent
                .child_by_field_name("operator")
                .is_some_and(|operator| operator.kind() == "=")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(line: &str, wanted: Wanted) -> Vec<String> {
        let text = format!("class C {{\n  void m() {{\n    {line}\n  }}\n}}\n");
        expressions_on(&text, 3, &wanted)
            .into_iter()
            .map(|span| text[span.start..span.end].to_owned())
            .collect()
    }

    #[test]
    fn calls_and_fields_are_found_by_name_in_the_order_of_evaluation() {
        let line = "x = a.next.next.get(b.get(1)).value;";
        assert_eq!(
            shown(line, Wanted::Field("next")),
            ["a.next", "a.next.next"]
        );
        let gets = shown(line, Wanted::Call("get"));
        assert_eq!(gets, ["b.get(1)", "a.next.next.get(b.get(1))"]);
        assert_eq!(shown(line, Wanted::Field("size")), [""; 0]);
    }

    #[test]
    fn operators_elements_casts_and_arrays() {
        let line = "a[i] = (Integer) b[j / k % 2] - new int[n].length;";
        assert_eq!(shown(line, Wanted::Element), ["b[j / k % 2]"]);
        assert_eq!(shown(line, Wanted::ElementWrite), ["a[i]"]);
        assert_eq!(
            shown(line, Wanted::Operator(&["/", "%", "/=", "%="])),
            ["j / k", "j / k % 2"]
        );
        assert_eq!(shown(line, Wanted::Cast), ["(Integer) b[j / k % 2]"]);
        assert_eq!(shown(line, Wanted::NewArray), ["new int[n]"]);
        let both = "a.f[0] += b.f[1]; a.f = null;";
        assert_eq!(shown(both, Wanted::Element), ["a.f[0]", "b.f[1]"]);
        assert_eq!(shown(both, Wanted::ElementWrite), ["a.f[0]"]);
        assert_eq!(shown(both, Wanted::Field("f")), ["a.f", "b.f"]);
        assert_eq!(shown(both, Wanted::FieldWrite("f")), ["a.f"]);
        assert_eq!(shown("i++; j += 2;", Wanted::Operator(&["++"])), ["i++"]);
        assert_eq!(shown("throw e;", Wanted::Throw), ["throw e;"]);
    }

    #[test]
    fn half_typed_code_gives_what_there_is() {
        assert_eq!(shown("x = a.b( + c[", Wanted::Creation), [""; 0]);
    }
}
