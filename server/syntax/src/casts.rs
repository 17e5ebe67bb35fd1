//! Where the user wrote a cast, and to which types: javac adds others to the bytecode, and both look the same there. And
//! which lines hold code that somebody wrote: javac puts instructions of its own on lines of nothing but a brace.

use crate::ast::{SourceFile, WrittenCast};
use tree_sitter::Node;

/// Adds the casts of a Java tree, in the order of the text, and its lines of code.
pub(crate) fn of_java(text: &str, root: Node, file: &mut SourceFile) {
    let found = &mut file.casts;
    for cast in casts(root, &mut file.code_lines) {
        let mut part = cast;
        let mut first = cast.start_position().row;
        while let Some(parent) = part.parent() {
            first = parent.start_position().row;
            if is_statement(parent) {
                break;
            }
            part = parent;
        }
        found.push(WrittenCast {
            first_line: line(first),
            last_line: line(part.end_position().row),
            types: types(text, cast),
        });
    }
}

/// Adds those of a JML tree: what its clauses become bears any of its lines.
pub(crate) fn of_jml(text: &str, root: Node, found: &mut Vec<WrittenCast>) {
    for cast in casts(root, &mut Vec::new()) {
        found.push(WrittenCast {
            first_line: line(root.start_position().row),
            last_line: line(root.end_position().row),
            types: types(text, cast),
        });
    }
}

fn casts<'t>(root: Node<'t>, lines: &mut Vec<u32>) -> Vec<Node<'t>> {
    let mut found = Vec::new();
    // Depth is the nesting of the user's text, so the walk keeps its own stack.
    let mut todo = vec![root];
    while let Some(node) = todo.pop() {
        if node.kind() == "cast_expression" {
            found.push(node);
        }
        let row = line(node.start_position().row);
        if node.child_count() == 0 && is_code(node) && lines.last() != Some(&row) {
            lines.push(row);
        }
        todo.extend(crate::read::all_children(node).into_iter().rev());
    }
    found
}

/// Tokens that only hold a statement together bear no code.
fn is_code(token: Node) -> bool {
    !token.is_extra()
        && !matches!(
            token.kind(),
            "{" | "}" | ";" | ")" | "else" | "finally" | "try" | "do"
        )
}

fn types(text: &str, cast: Node) -> Vec<String> {
    let types = crate::read::fields(cast, "type").into_iter();
    types.filter_map(|ty| simple_name(text, ty)).collect()
}

/// What javac gives line numbers to as a whole, or in parts that begin on its line.
fn is_statement(node: Node) -> bool {
    node.kind().ends_with("_statement")
        || matches!(
            node.kind(),
            "local_variable_declaration"
                | "field_declaration"
                | "enum_constant"
                | "explicit_constructor_invocation"
                | "block"
                | "class_body"
                | "program"
        )
}

fn line(row: usize) -> u32 {
    u32::try_from(row + 1).unwrap_or(u32::MAX)
}

/// `Node` of `a.b.Node<X>[]`.
fn simple_name(text: &str, ty: Node) -> Option<String> {
    let mut ty = ty;
    loop {
        ty = match ty.kind() {
            "array_type" => ty.child_by_field_name("element")?,
            "generic_type" => ty.named_child(0)?,
            "annotated_type" | "scoped_type_identifier" => {
                let last = u32::try_from(ty.named_child_count()).ok()?.checked_sub(1)?;
                ty.named_child(last)?
            }
            _ => return text.get(ty.byte_range()).map(str::to_owned),
        };
    }
}

#[cfg(test)]
mod tests {
    fn of(body: &str) -> Vec<(u32, u32, Vec<String>)> {
        let text = format!("class A {{\n void m() {{\n{body}\n}} }}");
        let file = crate::parse(&text, &crate::Options::default());
        let casts = file.casts.into_iter();
        casts
            .map(|c| (c.first_line, c.last_line, c.types))
            .collect()
    }

    fn names(body: &str) -> Vec<String> {
        of(body).into_iter().flat_map(|(.., types)| types).collect()
    }

    #[test]
    fn types_are_read_from_the_tree() {
        assert_eq!(names("Node n = (Node) list.get(0);"), ["Node"]);
        assert_eq!(names("f((java.util.List<String>) o);"), ["List"]);
        assert_eq!(names("Object[] a = (Node[]) o;"), ["Node"]);
        assert_eq!(names("int[] a = (int[]) o;"), ["int"]);
        assert_eq!(names("r((Runnable & Node) o);"), ["Runnable", "Node"]);
        assert!(names("Node n = list.get(0);").is_empty());
        assert!(names("f(Node); // (Node) o\n String s = \"(Node) o\";").is_empty());
    }

    #[test]
    fn a_cast_has_the_lines_of_its_statement() {
        assert_eq!(of("f(\n 1,\n (Node) o\n);")[0].0, 3);
        assert_eq!(of("f(\n 1,\n (Node) o\n);")[0].1, 6);
        // The body of an `if` is not the condition's place.
        let (first, last, _) = of("if (((Node) o).x > 0\n && p) {\n f();\n g();\n}")[0].clone();
        assert_eq!((first, last), (3, 4));
    }

    #[test]
    fn casts_in_clauses_count() {
        assert_eq!(names("//@ assert ((Node) o).x > 0;\n f();"), ["Node"]);
    }
}
