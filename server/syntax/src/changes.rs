//! What an edit changed, in terms of methods and types: the unit that is checked again.

use crate::ast::{Method, SourceFile, TypeDecl};
use std::collections::BTreeMap;

/// A method by class and signature; stable while its body or contract is edited.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MethodKey {
    pub class: String,
    pub name: String,
    /// Parameter types as written.
    pub params: Vec<String>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Methods that are new or whose text, contract or modifiers changed.
    pub methods: Vec<MethodKey>,
    pub removed_methods: Vec<MethodKey>,
    /// Types whose clauses, fields or header changed: all their methods are concerned.
    pub types: Vec<String>,
    /// Package or imports.
    pub header: bool,
}

impl Changes {
    /// Everything is new.
    pub fn all(file: &SourceFile) -> Changes {
        let prints = prints(file);
        Changes {
            methods: prints.methods.into_keys().collect(),
            removed_methods: Vec::new(),
            types: prints.types.into_keys().collect(),
            header: true,
        }
    }

    pub fn is_empty(&self) -> bool {
        *self == Changes::default()
    }
}

impl MethodKey {
    pub fn of(class: &TypeDecl, method: &Method) -> MethodKey {
        MethodKey {
            class: class.binary_name.clone(),
            name: method.name.text.clone(),
            params: method
                .params
                .iter()
                .map(|param| param.ty.text.clone())
                .collect(),
        }
    }
}

/// Texts to compare; positions do not count.
#[derive(Default)]
struct Prints {
    methods: BTreeMap<MethodKey, String>,
    types: BTreeMap<String, String>,
    header: String,
}

fn prints(file: &SourceFile) -> Prints {
    let package = file.package.as_ref();
    let header = package.map_or(String::new(), |package| package.text.clone());
    let mut prints = Prints {
        header,
        ..Prints::default()
    };
    for import in &file.imports {
        prints.header.push_str(&format!(
            "\n{}{}{}",
            import.is_static, import.is_model, import.name
        ));
    }
    for ty in file.all_types() {
        // What is in no method is the type's: header, fields, clauses, initialisers.
        let mut rest = String::new();
        let mut at = ty.span.start;
        for method in ty.methods() {
            let start = method.spec.as_ref().map_or(method.span.start, |spec| {
                spec.span.start.min(method.span.start)
            });
            if let Some(between) = file.clean.get(at..start.max(at)) {
                rest.push_str(between);
            }
            at = at.max(method.span.end);
            let spec = method
                .spec
                .as_ref()
                .map_or("", |spec| file.jml_text(spec.span));
            let modifiers: Vec<&str> = method
                .modifiers
                .jml
                .iter()
                .map(|modifier| modifier.kind.word())
                .collect();
            let print = format!(
                "{}\n{spec}\n{}",
                modifiers.join(" "),
                file.jml_text(method.span)
            );
            prints
                .methods
                .entry(MethodKey::of(ty, method))
                .or_default()
                .push_str(&print);
        }
        if let Some(tail) = file.clean.get(at..ty.span.end.max(at)) {
            rest.push_str(tail);
        }
        let words: Vec<&str> = ty
            .modifiers
            .jml
            .iter()
            .map(|modifier| modifier.kind.word())
            .collect();
        let squeezed: Vec<&str> = rest.split_whitespace().collect();
        let print = format!("{}\n{}", words.join(" "), squeezed.join(" "));
        prints
            .types
            .entry(ty.binary_name.clone())
            .or_default()
            .push_str(&print);
    }
    prints
}

/// Compares two versions of a file.
pub fn changes(before: &SourceFile, after: &SourceFile) -> Changes {
    let (old, new) = (prints(before), prints(after));
    Changes {
        methods: new
            .methods
            .iter()
            .filter(|(key, print)| old.methods.get(*key) != Some(print))
            .map(|(key, _)| key.clone())
            .collect(),
        removed_methods: old
            .methods
            .keys()
            .filter(|key| !new.methods.contains_key(key))
            .cloned()
            .collect(),
        types: new
            .types
            .iter()
            .filter(|(name, print)| old.types.get(*name) != Some(print))
            .map(|(name, _)| name.clone())
            .collect(),
        header: old.header != new.header,
    }
}
