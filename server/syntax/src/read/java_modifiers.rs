//! Modifiers of Java declarations: Java's words, annotations, and the JML among them.

use super::items::{Item, ItemKind};
use super::java::JavaReader;
use super::types::apply_nullness;
use super::{all_children, child_of_kind, code_children, span};
use crate::ast::*;
use tree_sitter::Node;

impl JavaReader<'_> {
    /// Adds the JML modifiers that stand among Java's; anything else there is misplaced.
    pub fn header_modifiers(&mut self, mut modifiers: Modifiers, items: Vec<Item>) -> Modifiers {
        for item in items {
            match item.kind {
                ItemKind::Modifiers(more) => modifiers = with_jml(modifiers, more),
                kind => self.reader.misplaced(item.span, &kind, "among modifiers"),
            }
        }
        modifiers
    }

    /// Java's modifiers of a declaration, annotations of JML's meaning included.
    pub fn java_modifiers(&mut self, declaration: Node) -> Modifiers {
        let start = declaration.start_byte();
        let Some(node) = child_of_kind(declaration, "modifiers") else {
            return Modifiers {
                span: Span::new(start, start),
                ..Modifiers::default()
            };
        };
        let mut modifiers = Modifiers {
            span: span(node),
            ..Modifiers::default()
        };
        for child in all_children(node)
            .into_iter()
            .filter(|child| !child.is_extra())
        {
            if !matches!(child.kind(), "marker_annotation" | "annotation") {
                modifiers.java.push(self.reader.ident(child));
                continue;
            }
            let name = child
                .child_by_field_name("name")
                .map_or("", |name| self.reader.text_of(name))
                .to_owned();
            if let Some(kind) = JmlModifierKind::from_annotation(&name) {
                modifiers.jml.push(JmlModifier {
                    kind,
                    span: span(child),
                    is_annotation: true,
                });
            }
            let arguments = child.child_by_field_name("arguments").map(|arguments| {
                let text = self.reader.text_of(arguments);
                text.trim_start_matches('(')
                    .trim_end_matches(')')
                    .to_owned()
            });
            self.refuse_contract(span(child), &name, arguments.as_deref());
            modifiers.annotations.push(Annotation {
                span: span(child),
                name,
                arguments,
            });
        }
        modifiers
    }

    /// `@Requires("x > 0")` was JML once; reading it in silence as nothing would be worse than saying so.
    fn refuse_contract(&mut self, at: Span, name: &str, arguments: Option<&str>) {
        let simple = name.rsplit('.').next().unwrap_or(name);
        let is_contract = matches!(
            simple,
            "Requires"
                | "Ensures"
                | "Signals"
                | "SignalsOnly"
                | "Assignable"
                | "Modifies"
                | "Invariant"
                | "Represents"
        );
        let quoted = arguments.and_then(|text| text.trim().strip_prefix('"')?.strip_suffix('"'));
        if let (true, Some(clause)) = (is_contract, quoted) {
            let word = simple.to_lowercase().replace("signalsonly", "signals_only");
            let message =
                format!("contracts in Java annotations are not read; write `//@ {word} {clause};`");
            self.reader.warn(at, ProblemCode::Deprecated, message);
        }
    }
}

/// Adds JML's words to the modifiers of a Java declaration; Java's own words in JML do not change Java.
pub(super) fn with_jml(mut java: Modifiers, jml: Modifiers) -> Modifiers {
    java.jml.extend(jml.jml);
    java
}

/// `List</*@ nullable */ String>` speaks of the argument, not of what is declared: takes such words out of the modifiers.
pub(crate) fn take_argument_nullness(
    type_node: Node,
    modifiers: &mut Modifiers,
) -> Vec<Option<Nullness>> {
    let Some(list) = type_arguments(type_node) else {
        return Vec::new();
    };
    let inside = span(list);
    let (taken, left) = std::mem::take(&mut modifiers.jml)
        .into_iter()
        .partition::<Vec<_>, _>(|modifier| inside.covers(modifier.span));
    modifiers.jml = left;
    if taken.is_empty() {
        return Vec::new();
    }
    let mut from = list.start_byte();
    let mut found = Vec::new();
    for argument in code_children(list) {
        // What stands deeper speaks of arguments of arguments, which nothing is said about.
        let deeper = type_arguments(argument).map(span);
        let here = taken.iter().filter(|modifier| {
            (from..argument.end_byte()).contains(&modifier.span.start)
                && !deeper.is_some_and(|deeper| deeper.covers(modifier.span))
        });
        let here = Modifiers {
            jml: here.cloned().collect(),
            ..Modifiers::default()
        };
        found.push(here.nullness());
        from = argument.end_byte();
    }
    found
}

/// `<…>` of a type, or of the elements of an array type.
fn type_arguments(node: Node) -> Option<Node> {
    let element = node.child_by_field_name("element").unwrap_or(node);
    let parts = code_children(element).into_iter();
    parts
        .filter(|_| element.kind() == "generic_type")
        .find(|part| part.kind() == "type_arguments")
}

/// `String /*@ nullable */ []` speaks of the array, anything before the type of its elements.
pub(crate) fn place_nullness(
    ty: &mut TypeRef,
    type_node: Node,
    modifiers: &Modifiers,
    header: &[Item],
) {
    let element_end = type_node
        .child_by_field_name("element")
        .map_or(usize::MAX, |element| element.end_byte());
    let after_element = |modifier: &JmlModifier| modifier.span.start >= element_end;
    let nullness = |modifiers: &Modifiers, inside: bool| {
        let chosen = modifiers
            .jml
            .iter()
            .filter(|m| after_element(m) == inside)
            .cloned()
            .collect();
        Modifiers {
            jml: chosen,
            ..Modifiers::default()
        }
        .nullness()
    };
    apply_nullness(ty, nullness(modifiers, false));
    for item in header {
        if let ItemKind::Modifiers(inner) = &item.kind
            && let Some(nullness) = nullness(inner, true)
        {
            ty.nullness = Some(nullness);
        }
    }
}
