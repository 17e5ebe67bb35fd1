//! The names of what is generated, spelled once: lowering writes them, the engine and the checker know them again.
//!
//! Nothing else is its business; it depends on nothing. A user's program cannot have such names by accident, and a reader
//! of a class file needs no table to tell what was generated. Names that only one generated text uses inside of itself are
//! spelled where that text is.

/// Begins every generated name.
const MARK: &str = "proviso$";

/// Method of every project type: all instance invariants of an object, inherited ones too.
pub const INVARIANTS: &str = "proviso$invariants";
/// The same for static invariants of one type.
pub const STATIC_INVARIANTS: &str = "proviso$staticInvariants";
/// Method of top-level types: checks the invariants written in the type or inside of it on any object they apply to.
pub const OWED: &str = "proviso$owed";
/// The same for invariants that the code under check cannot know of: those of subclasses. They are assumed of the state
/// before, and asked for where something that they look at was written.
pub const ADDED: &str = "proviso$added";
/// The parameter that `\result` is in clause methods.
pub const RESULT: &str = "proviso$result";
/// The label of the state in which a body begins.
pub const ENTRY: &str = "proviso$entry";
/// The driver's local variable for what the method returned.
pub const RETURNED: &str = "proviso$r";
/// The driver's local variable for what the method threw.
pub const THROWN: &str = "proviso$t";
/// The method by which the engine makes the object of a lambda.
pub const MAKE: &str = "proviso$make";

/// A generated method that is numbered after what it stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Numbered {
    /// A clause, by its id.
    Clause(u32),
    /// What callers of a method must establish, by the id of the clause that stands for it.
    Requires(u32),
    /// The driver that checks a method, by the method's number.
    Driver(u32),
    /// What answers for a method by its contract.
    Stub(u32),
    /// Which local class of the source a class file is.
    Here(u32),
    /// The initial value of a ghost field.
    Initial(u32),
}

/// A word of names, and what it makes of a number.
type Kind = (&'static str, fn(u32) -> Numbered);

const KINDS: [Kind; 6] = [
    ("c", Numbered::Clause),
    ("requires", Numbered::Requires),
    ("check", Numbered::Driver),
    ("stub", Numbered::Stub),
    ("here", Numbered::Here),
    ("init", Numbered::Initial),
];

impl Numbered {
    pub fn name(self) -> String {
        let (word, number) = match self {
            Numbered::Clause(number) => ("c", number),
            Numbered::Requires(number) => ("requires", number),
            Numbered::Driver(number) => ("check", number),
            Numbered::Stub(number) => ("stub", number),
            Numbered::Here(number) => ("here", number),
            Numbered::Initial(number) => ("init", number),
        };
        format!("{MARK}{word}${number}")
    }

    /// What a method of exactly this name stands for.
    pub fn of(name: &str) -> Option<Numbered> {
        let (word, number) = name.strip_prefix(MARK)?.split_once('$')?;
        let (_, kind) = KINDS.iter().find(|(known, _)| *known == word)?;
        Some(kind(number.parse().ok()?))
    }

    /// The same for a lambda inside of such a method too: javac builds its name around that of the method.
    pub fn around(name: &str) -> Option<Numbered> {
        let (_, generated) = name.split_once(MARK)?;
        let mut parts = generated.split('$');
        let (word, number) = (parts.next()?, parts.next()?);
        Numbered::of(&format!("{MARK}{word}${number}"))
    }
}

/// Whether a member was generated.
pub fn is_generated(name: &str) -> bool {
    name.starts_with(MARK)
}

/// Whether a member was generated or is a lambda inside of one that was.
pub fn is_inside_generated(name: &str) -> bool {
    name.contains(MARK)
}

/// Whether a method answers for another by its contract.
pub fn is_stub(name: &str) -> bool {
    matches!(Numbered::of(name), Some(Numbered::Stub(_)))
}

/// The method that computes a model field.
pub fn model_method(field: &str) -> String {
    format!("{MARK}model${field}")
}

/// The method of a class that permits what its `maps` clauses put into a group.
pub fn maps_method(group: &str) -> String {
    format!("{MARK}maps${group}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_numbered_name_is_known_again() {
        for (_, kind) in KINDS {
            let numbered = kind(13);
            assert_eq!(Numbered::of(&numbered.name()), Some(numbered));
            let lambda = format!("lambda${}$0", numbered.name());
            assert_eq!(Numbered::of(&lambda), None);
            assert_eq!(Numbered::around(&lambda), Some(numbered));
            assert!(is_inside_generated(&lambda) && !is_generated(&lambda));
        }
    }

    #[test]
    fn other_names_are_not() {
        for name in [
            "c$13",
            "proviso$c$x",
            "proviso$c",
            "proviso$owed",
            "proviso$c$1$2",
        ] {
            assert_eq!(Numbered::of(name), None, "{name}");
        }
        assert!(!is_generated("provisional"));
    }

    #[test]
    fn every_name_bears_the_mark() {
        let constants = [
            INVARIANTS,
            STATIC_INVARIANTS,
            OWED,
            ADDED,
            RESULT,
            ENTRY,
            RETURNED,
            THROWN,
            MAKE,
        ];
        assert!(constants.into_iter().all(is_generated));
        assert!(is_generated(&model_method("size")) && is_generated(&maps_method("state")));
    }
}
