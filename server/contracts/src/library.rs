//! Our own specifications of JDK types (`server/contracts/jml`), for calls whose body cannot or should not be executed.
//!
//! They have the form of companions. A JDK class has no source here to weave them into, so each becomes a *stand-in*: a class
//! of ours that holds a receiver and passes every call on to it, with the contract on the passing method. Stand-ins are
//! ordinary input of [`crate::lower`]; what holds of one, and what its drivers check, holds of the JDK's type.

use proviso_syntax::ast::{Member, Method, MethodKind, TypeDecl};
use proviso_syntax::{Options, parse};

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
        "package proviso.library;\nimport java.util.*;\n// From {path}.\npublic class {simple}{params} {{\n    private final {stands_for}{params} self;\n    public {simple}({stands_for}{params} self) {{ this.self = self; }}\n"
    );
    let mut from = decl.body.start + 1;
    for method in decl.methods().filter(|m| m.kind == MethodKind::Method) {
        // Contract, modifiers and head as they stand; only the body is ours.
        let head = text.get(from..method.span.end)?.trim_end_matches(';');
        source.push_str(head);
        source.push_str(&passing_on(method, &stands_for));
        from = method.span.end;
    }
    source.push_str("\n}\n");
    only_methods(decl).then_some(StandIn {
        class: format!("proviso.library.{simple}"),
        path: format!("proviso/library/{simple}.java"),
        stands_for,
        source,
    })
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
