//! Types as written, in Java and in JML.

use super::{Reader, code_children, fields, span};
use crate::ast::{Nullness, TypeParam, TypeRef};
use tree_sitter::Node;

impl Reader<'_> {
    /// The type at a node, with `extra_dims` written after the variable's name.
    pub fn type_ref(&self, node: Node, extra_dims: usize) -> TypeRef {
        let mut text = String::new();
        self.type_text(node, &mut text, 0);
        let mut dims = extra_dims;
        let mut element = node;
        while let Some(inner) = inner_type(element) {
            if element.kind() == "array_type"
                && let Some(dimensions) = element.child_by_field_name("dimensions")
            {
                dims += dimension_count(dimensions);
            }
            element = inner;
        }
        for _ in 0..extra_dims {
            text.push_str("[]");
        }
        let mut name = String::new();
        let name_node = match element.kind() {
            "generic_type" => code_children(element).into_iter().next().unwrap_or(element),
            _ => element,
        };
        self.type_text(name_node, &mut name, 0);
        if name_node.kind() == "jml_type" || name_node.kind() == "scoped_type_identifier" {
            name = name.split('<').next().unwrap_or("").to_owned();
        }
        TypeRef {
            span: span(node),
            text,
            name,
            dims,
            nullness: None,
            element_nullness: None,
            argument_nullness: Vec::new(),
        }
    }

    /// Appends the tokens of a type, without annotations and comments.
    fn type_text(&self, node: Node, out: &mut String, depth: usize) {
        if node.is_extra()
            || depth > 200
            || matches!(node.kind(), "marker_annotation" | "annotation")
        {
            return;
        }
        if node.child_count() == 0 {
            match self.text_of(node) {
                "," => out.push_str(", "),
                word @ ("extends" | "super" | "&") => {
                    out.push(' ');
                    out.push_str(word);
                    out.push(' ');
                }
                token => out.push_str(token),
            }
            return;
        }
        // The word of `\\seq<T>` is a hidden token: no child shows it.
        if node.kind() == "jml_type" {
            let end = node
                .child(0)
                .map_or(node.end_byte(), |arguments| arguments.start_byte());
            out.push_str(self.text.get(node.start_byte()..end).unwrap_or("").trim());
        }
        for child in super::all_children(node) {
            self.type_text(child, out, depth + 1);
        }
    }

    pub fn type_params(&self, node: Option<Node>) -> Vec<TypeParam> {
        let Some(node) = node else { return Vec::new() };
        let params = code_children(node)
            .into_iter()
            .filter(|child| child.kind() == "type_parameter");
        params
            .filter_map(|param| {
                let parts = code_children(param);
                let name = parts
                    .iter()
                    .find(|part| matches!(part.kind(), "type_identifier" | "identifier"))?;
                let bounds = parts
                    .iter()
                    .filter(|part| part.kind() == "type_bound")
                    .flat_map(|bound| code_children(*bound))
                    .map(|bound| self.type_ref(bound, 0))
                    .collect();
                Some(TypeParam {
                    span: span(param),
                    name: self.ident(*name),
                    bounds,
                })
            })
            .collect()
    }

    /// The types in a `throws`, `extends` or `implements` part.
    pub fn type_list(&self, node: Option<Node>) -> Vec<TypeRef> {
        let Some(node) = node else { return Vec::new() };
        code_children(node)
            .into_iter()
            .flat_map(|child| {
                if child.kind() == "type_list" {
                    code_children(child)
                } else {
                    vec![child]
                }
            })
            .filter(|child| !child.is_error())
            .map(|child| self.type_ref(child, 0))
            .collect()
    }
}

fn inner_type(node: Node) -> Option<Node> {
    match node.kind() {
        "array_type" => node.child_by_field_name("element"),
        "annotated_type" => code_children(node).into_iter().last(),
        _ => None,
    }
}

pub(crate) fn dimension_count(node: Node) -> usize {
    super::all_children(node)
        .iter()
        .filter(|child| child.kind() == "[")
        .count()
}

/// Dimensions written after the name: `int a[]`.
pub(crate) fn trailing_dims(declarator: Node) -> usize {
    fields(declarator, "dimensions")
        .into_iter()
        .map(dimension_count)
        .sum()
}

/// Puts the nullness written before a type to where it belongs: to the elements of an array of references
/// (`nullable String[]`, as with type annotations), else to the type itself.
pub(crate) fn apply_nullness(ty: &mut TypeRef, nullness: Option<Nullness>) {
    if nullness.is_none() {
        return;
    }
    let primitive_elements = TypeRef {
        dims: 0,
        ..ty.clone()
    }
    .is_primitive();
    if ty.dims > 0 && !primitive_elements {
        ty.element_nullness = nullness;
        // Who wants no null element wants no null array.
        if nullness == Some(Nullness::NonNull) {
            ty.nullness = nullness;
        }
    } else {
        ty.nullness = nullness;
    }
}
