//! `docs/natives.md` is made from the tables of intrinsics; this test compares, and writes it anew when asked to
//! (`UPDATE_DOCS=1 cargo test -p proviso-engine --test natives_doc`).

use proviso_engine::intrinsics::TABLES;
use std::fmt::Write;
use std::path::Path;

fn document() -> String {
    let mut text = String::from(
        "# Natives and other methods that Rust code stands in for\n\n\
         Made from the tables in `server/engine/src/intrinsics`; do not edit \
         (`UPDATE_DOCS=1 cargo test -p proviso-engine --test natives_doc` writes it anew).\n\n\
         All other JDK methods run as the JDK's own bytecode. A native method that is not listed ends the path as \
         `unknown: native package.Class.method(descriptor)`; it is never guessed.\n\
         `registerNatives` and `initIDs` do nothing in every class. A descriptor `*` means all overloads.\n",
    );
    for (title, table) in TABLES {
        let _ = write!(
            text,
            "\n## {title}\n\n| class | method | what it does, and in how far it is exact |\n|---|---|---|\n"
        );
        for e in *table {
            let class = e.class.replace('/', ".");
            let _ = writeln!(
                text,
                "| `{class}` | `{}{}` | {} |",
                e.name, e.descriptor, e.what
            );
        }
    }
    text
}

#[test]
fn the_documentation_lists_exactly_the_intrinsics_there_are() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/natives.md");
    let wanted = document();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(&path, &wanted).expect("docs/natives.md can be written");
    }
    let found = std::fs::read_to_string(&path).expect("docs/natives.md");
    assert!(
        found == wanted,
        "docs/natives.md is out of date: run this test with UPDATE_DOCS=1"
    );
}

#[test]
fn no_method_is_listed_twice() {
    let mut seen = std::collections::HashSet::new();
    for e in TABLES.iter().flat_map(|(_, t)| t.iter()) {
        assert!(
            seen.insert((e.class, e.name, e.descriptor)),
            "{}.{}{}",
            e.class,
            e.name,
            e.descriptor
        );
        assert!(!e.what.is_empty() && !e.what.contains('|'));
    }
}
