//! Our own specifications of JDK types (`server/contracts/jml`), for calls whose body cannot or should not be executed.
//!
//! They have the form of companions. A JDK class has no source here to weave them into, so each becomes a *stand-in*: a class
//! of ours with a static method for each specified one, which takes the receiver as its first argument and passes the call
//! on to it, with the contract on the passing method. Stand-ins are ordinary input of [`crate::lower`]; what holds of one,
//! and what its drivers check, holds of the JDK's type.

use crate::{ContractTable, InputFile, LowerOptions, Lowered, MethodContract, lower};
use proviso_syntax::ast::{Member, Method, MethodKind, TypeDecl};
use proviso_syntax::{Options, parse};
use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

/// A stand-in for a type of the JDK.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StandIn {
    /// `java.util.List`
    pub stands_for: String,
    /// `proviso.library.java_util_List`
    pub class: String,
    /// Where its source would lie.
    pub path: String,
    pub source: String,
    /// Methods in whose terms the type's other contracts speak: `size`, `get`.
    pub observers: BTreeSet<String>,
}

/// All stand-ins, lowered.
pub struct Library {
    stand_ins: Vec<StandIn>,
    by_type: HashMap<String, usize>,
    lowered: Lowered,
}

/// The contract of a method of the JDK.
#[derive(Clone, Copy, Debug)]
pub struct LibraryContract<'a> {
    /// The static method that stands for it.
    pub method: &'a MethodContract,
    /// `java.util.List`
    pub stands_for: &'a str,
    /// Other contracts of the type are written in terms of it.
    pub observer: bool,
}

impl Library {
    /// Made when first asked for: lowering takes its time, and most runs need none of it.
    pub fn get() -> &'static Library {
        static LIBRARY: OnceLock<Library> = OnceLock::new();
        LIBRARY.get_or_init(Library::new)
    }

    fn new() -> Library {
        let stand_ins = stand_ins();
        let trees: Vec<_> = stand_ins
            .iter()
            .map(|s| parse(&s.source, &Options::default()))
            .collect();
        let files: Vec<InputFile> = stand_ins
            .iter()
            .zip(&trees)
            .map(|(s, file)| InputFile {
                path: &s.path,
                file,
            })
            .collect();
        let options = LowerOptions {
            library: true,
            ..LowerOptions::default()
        };
        let lowered = lower(&files, &options);
        let names = stand_ins.iter().map(|s| s.stands_for.replace('.', "/"));
        Library {
            by_type: names.zip(0..).collect(),
            stand_ins,
            lowered,
        }
    }

    /// The shadow sources, as (path, text).
    pub fn sources(&self) -> impl Iterator<Item = (&str, &str)> {
        let paths = self.stand_ins.iter().map(|s| s.path.as_str());
        paths.zip(self.lowered.files.iter().map(|f| f.text.as_str()))
    }

    pub fn table(&self) -> &ContractTable {
        &self.lowered.table
    }

    /// The contract that a type of the JDK has for a method; names and descriptor as in class files.
    pub fn find(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
        is_static: bool,
    ) -> Option<LibraryContract<'_>> {
        let stand_in = &self.stand_ins[*self.by_type.get(class)?];
        let descriptor = if is_static {
            descriptor.to_owned()
        } else {
            descriptor.replacen('(', &format!("(L{class};"), 1)
        };
        let own = stand_in.class.replace('.', "/");
        Some(LibraryContract {
            method: self.table().find(&own, name, &descriptor)?,
            stands_for: &stand_in.stands_for,
            observer: stand_in.observers.contains(name),
        })
    }

    /// The contract whose precondition is this clause.
    pub fn of_requires(&self, clause: u32) -> Option<(&str, &MethodContract)> {
        let of = |m: &&MethodContract| m.requires.as_ref().is_some_and(|r| r.clause.0 == clause);
        let method = self.table().methods.iter().find(of)?;
        let stand_in = self.stand_ins.iter().find(|s| s.class == method.class)?;
        Some((&stand_in.stands_for, method))
    }
}

/// The specifications, as (path, text).
pub fn specifications() -> &'static [(&'static str, &'static str)] {
    macro_rules! specifications {
        ($($name:literal),*) => {
            &[$((concat!($name, ".jml"), include_str!(concat!("../jml/", $name, ".jml")))),*]
        };
    }
    specifications!(
        "java/lang/Boolean",
        "java/lang/Character",
        "java/lang/Comparable",
        "java/lang/Integer",
        "java/lang/Iterable",
        "java/lang/Long",
        "java/lang/Math",
        "java/lang/Object",
        "java/lang/StrictMath",
        "java/lang/String",
        "java/util/Arrays",
        "java/util/Collection",
        "java/util/Comparator",
        "java/util/Iterator",
        "java/util/List",
        "java/util/Map",
        "java/util/Objects",
        "java/util/Optional",
        "java/util/Set"
    )
}

/// The stand-ins for all specified types.
pub fn stand_ins() -> Vec<StandIn> {
    specifications()
        .iter()
        .filter_map(|(path, text)| stand_in(path, text))
        .collect()
}

fn stand_in(path: &str, text: &str) -> Option<StandIn> {
    let file = parse(text, &Options::default());
    let decl = file.types.first()?;
    let package = file.package.as_ref()?.text.clone();
    let stands_for = format!("{package}.{}", decl.name.text);
    let simple = stands_for.replace('.', "_");
    let names: Vec<&str> = decl
        .type_params
        .iter()
        .map(|p| p.name.text.as_str())
        .collect();
    let params = if names.is_empty() {
        String::new()
    } else {
        format!("<{}>", names.join(", "))
    };
    let mut source = format!(
        "package proviso.library;\nimport java.util.*;\n// From {path}.\npublic final class {simple} {{\n"
    );
    let own: BTreeSet<&str> = methods(decl)
        .filter(|m| !m.is_static())
        .map(|m| m.name.text.as_str())
        .collect();
    let mut observers = BTreeSet::new();
    let mut from = decl.body.start + 1;
    for method in methods(decl) {
        let contract = text.get(from..method.span.start)?;
        let modifiers = text.get(method.span.start..method.result.as_ref()?.span.start)?;
        let rest = text.get(method.result.as_ref()?.span.start..method.span.end)?;
        let rest = rest.trim_end_matches(';');
        if method.is_static() {
            source.push_str(contract);
            source.push_str(modifiers);
            source.push_str(rest);
        } else {
            source.push_str(&on_self(contract, &own, &mut observers));
            source.push_str(&format!("{modifiers}static {params} "));
            let comma = if method.params.is_empty() { "" } else { ", " };
            source.push_str(&rest.replacen('(', &format!("({stands_for}{params} self{comma}"), 1));
        }
        source.push_str(&passing_on(method, &stands_for));
        from = method.span.end;
    }
    source.push_str("\n}\n");
    only_methods(decl).then_some(StandIn {
        class: format!("proviso.library.{simple}"),
        path: format!("proviso/library/{simple}.java"),
        stands_for,
        source,
        observers,
    })
}

fn methods(decl: &TypeDecl) -> impl Iterator<Item = &Method> {
    decl.methods().filter(|m| m.kind == MethodKind::Method)
}

/// A contract with the calls it makes on its receiver written out: `size()` becomes `self.size()`. Notes what it calls.
fn on_self(contract: &str, own: &BTreeSet<&str>, observers: &mut BTreeSet<String>) -> String {
    let mut out = String::new();
    let mut rest = contract;
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    while let Some(start) = rest.find(is_word) {
        let (before, word) = rest.split_at(start);
        let (word, after) = word.split_at(word.find(|c| !is_word(c)).unwrap_or(word.len()));
        out.push_str(before);
        if own.contains(word) && after.starts_with('(') && !before.ends_with(['.', '\\']) {
            observers.insert(word.to_owned());
            out.push_str("self.");
        }
        out.push_str(word);
        rest = after;
    }
    out.push_str(rest);
    out
}

/// Fields and nested types would be lost: our specifications have none.
fn only_methods(decl: &TypeDecl) -> bool {
    decl.members.iter().all(|m| matches!(m, Member::Method(_)))
}

fn passing_on(method: &Method, class: &str) -> String {
    let receiver = if method.is_static() { class } else { "self" };
    let args: Vec<&str> = method.params.iter().map(|p| p.name.text.as_str()).collect();
    let call = format!("{receiver}.{}({})", method.name.text, args.join(", "));
    match &method.result {
        Some(result) if result.name != "void" => format!(" {{ return {call}; }}"),
        _ => format!(" {{ {call}; }}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_on_the_receiver_are_written_out_and_no_others() {
        let own = BTreeSet::from(["size", "get"]);
        let mut observers = BTreeSet::new();
        let text = "//@ ensures \\result.size() == size() && \\old(get(i)) != resize(size);";
        assert_eq!(
            on_self(text, &own, &mut observers),
            "//@ ensures \\result.size() == self.size() && \\old(self.get(i)) != resize(size);"
        );
        assert_eq!(observers, BTreeSet::from(["size".into(), "get".into()]));
    }

    #[test]
    fn contracts_are_found_by_the_names_of_class_files() {
        let find = |class, name, descriptor, is_static| {
            Library::get().find(class, name, descriptor, is_static)
        };
        let size = find("java/util/List", "size", "()I", false).expect("specified");
        assert!(size.observer);
        assert_eq!(size.stands_for, "java.util.List");
        let empty = find("java/util/List", "isEmpty", "()Z", false).expect("specified");
        assert!(!empty.observer && empty.method.stub.is_some());
        assert!(find("java/lang/Math", "max", "(II)I", true).is_some());
        assert!(find("java/lang/Math", "max", "(DD)D", true).is_none());
        assert!(find("java/util/ArrayList", "size", "()I", false).is_none());
    }

    #[test]
    fn the_numbers_of_the_library_are_its_own() {
        let clauses = &Library::get().table().clauses;
        assert!(clauses.len() > 100);
        assert!(clauses.keys().all(|id| id.0 & 0x4000_0000 != 0));
    }
}
