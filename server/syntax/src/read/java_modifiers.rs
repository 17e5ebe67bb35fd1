//! Modifiers of Java declarations: Java's words, annotations, and the JML among them.

use super::items::{Item, ItemKind};
use super::java::JavaReader;
use super::types::apply_nullness;
use super::{all_children, child_of_kind, span};
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
