//! Interned names: one shared allocation per distinct class, member or descriptor name, so that names are cheap to
//! clone and equal names are usually the same pointer.

use std::collections::HashSet;
use std::hash::{BuildHasher, RandomState};
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

/// An interned text. Class names are in internal form (`java/lang/Object`).
pub type Name = Arc<str>;

/// Several tables with a lock each, so that workers loading classes at the same time do not queue up.
const SHARDS: usize = 16;

struct Interner {
    hasher: RandomState,
    shards: [Mutex<HashSet<Name>>; SHARDS],
}

static INTERNER: LazyLock<Interner> = LazyLock::new(|| Interner {
    hasher: RandomState::new(),
    shards: std::array::from_fn(|_| Mutex::new(HashSet::new())),
});

/// The shared `Name` for this text.
pub fn intern(text: &str) -> Name {
    let shard = INTERNER.hasher.hash_one(text) as usize % SHARDS;
    // A poisoned table is still a valid set: inserting cannot be observed half done.
    let mut names = INTERNER.shards[shard]
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(name) = names.get(text) {
        return name.clone();
    }
    let name: Name = text.into();
    names.insert(name.clone());
    name
}

/// A class as Java's own texts name it: `[Lpkg.Outer$Inner;` → `pkg.Outer.Inner[]`; internal names are taken too.
pub fn java_name(binary: &str) -> String {
    let dimensions = binary.bytes().take_while(|byte| *byte == b'[').count();
    let element = &binary[dimensions..];
    let name = match element {
        _ if dimensions == 0 => element,
        "Z" => "boolean",
        "B" => "byte",
        "C" => "char",
        "S" => "short",
        "I" => "int",
        "J" => "long",
        "F" => "float",
        "D" => "double",
        _ => element.trim_start_matches('L').trim_end_matches(';'),
    };
    name.replace(['$', '/'], ".") + &"[]".repeat(dimensions)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_texts_share_one_allocation() {
        let a = intern("some/Name");
        let b = intern(&String::from("some/Name"));
        assert!(Arc::ptr_eq(&a, &b));
        assert!(!Arc::ptr_eq(&a, &intern("some/Other")));
    }

    #[test]
    fn names_are_javas() {
        assert_eq!(java_name("[[I"), "int[][]");
        assert_eq!(java_name("[Lp.Outer$Inner;"), "p.Outer.Inner[]");
        assert_eq!(java_name("Long"), "Long");
    }
}
