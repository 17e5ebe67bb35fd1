//! What a file offers to the compilation of others: everything javac reads of its class files, which is all but code.

use std::collections::{BTreeMap, BTreeSet};

use proviso_classfile::{Access, ClassFile, Method};

/// Equal offers: whoever compiled against the one compiles against the other, to the same code.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Offer {
    types: BTreeSet<String>,
    /// Annotation types are read by javac in more ways than we look at.
    annotations: bool,
    members: BTreeSet<String>,
    /// Generated methods by class and name. Who calls one has its number in the text.
    generated: BTreeMap<(String, String), String>,
}

impl Offer {
    pub fn new<'c>(classes: impl Iterator<Item = &'c ClassFile>) -> Offer {
        let mut offer = Offer::default();
        for class in classes.filter(|class| can_be_named(&class.name)) {
            let inner: Vec<_> = class
                .inner_classes
                .iter()
                .filter(|inner| {
                    inner.inner == class.name || inner.outer.as_ref() == Some(&class.name)
                })
                .filter(|inner| can_be_named(&inner.inner))
                .collect();
            offer.types.insert(format!(
                "{:?}",
                (
                    (
                        &class.name,
                        class.access,
                        &class.super_name,
                        &class.interfaces
                    ),
                    (&class.signature, &class.permitted_subclasses, &class.record),
                    inner,
                )
            ));
            offer.annotations |= class.access.has(Access::ANNOTATION);
            for field in class.fields.iter().filter(|f| !f.access.is_synthetic()) {
                let shape = (&class.name, field.access, &field.name, &field.descriptor);
                let more = (&field.signature, &field.constant_value);
                offer.members.insert(format!("{shape:?} {more:?}"));
            }
            for method in &class.methods {
                offer.add_method(class, method);
            }
        }
        offer
    }

    fn add_method(&mut self, class: &ClassFile, method: &Method) {
        let shape = (method.access, &method.descriptor.text, &method.signature);
        let shape = format!("{shape:?} {:?}", method.exceptions);
        if proviso_names::is_generated(&method.name) {
            let key = (class.name.to_string(), method.name.to_string());
            self.generated.insert(key, shape);
        } else if !method.access.is_synthetic() {
            self.members
                .insert(format!("{:?} {:?} {shape}", class.name, method.name));
        }
    }

    /// Whether code compiled against `self` is as good against `new`. Generated methods may come and go: the text of
    /// whoever calls them comes and goes with them. But one that stays must keep its type.
    pub fn suits_users_of(&self, new: &Offer) -> bool {
        !self.annotations
            && self.types == new.types
            && self.members == new.members
            && self
                .generated
                .iter()
                .all(|(key, shape)| new.generated.get(key).is_none_or(|now| now == shape))
    }
}

/// Local and anonymous classes are numbered by javac and known to nobody else.
fn can_be_named(class: &str) -> bool {
    let simple = class.rsplit('/').next().unwrap_or(class);
    !simple
        .split('$')
        .skip(1)
        .any(|part| part.starts_with(|c: char| c.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::can_be_named;

    #[test]
    fn classes_that_javac_numbers_are_nobodys_business() {
        assert!(can_be_named("p/Outer$Inner"));
        assert!(can_be_named("p1/Outer"));
        assert!(!can_be_named("p/Outer$1"));
        assert!(!can_be_named("p/Outer$1Local$Inner"));
    }
}
