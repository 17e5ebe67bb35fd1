//! The words of JML: which spelling means what.

use crate::ast::{Behavior, JmlFunction, JmlModifierKind, JmlWord};

/// Modifiers with their spelling in JML; the CamelCase form is the Java annotation of the same meaning.
const MODIFIERS: &[(&str, JmlModifierKind)] = &[
    ("spec_public", JmlModifierKind::SpecPublic),
    ("spec_protected", JmlModifierKind::SpecProtected),
    ("pure", JmlModifierKind::Pure),
    ("spec_pure", JmlModifierKind::SpecPure),
    ("strictly_pure", JmlModifierKind::StrictlyPure),
    ("no_state", JmlModifierKind::NoState),
    ("heap_free", JmlModifierKind::NoState),
    ("helper", JmlModifierKind::Helper),
    ("ghost", JmlModifierKind::Ghost),
    ("model", JmlModifierKind::Model),
    ("instance", JmlModifierKind::Instance),
    ("non_null", JmlModifierKind::NonNull),
    ("nullable", JmlModifierKind::Nullable),
    ("non_null_by_default", JmlModifierKind::NonNullByDefault),
    ("nullable_by_default", JmlModifierKind::NullableByDefault),
    ("uninitialized", JmlModifierKind::Uninitialized),
    ("monitored", JmlModifierKind::Monitored),
    ("code_java_math", JmlModifierKind::CodeJavaMath),
    ("code_safe_math", JmlModifierKind::CodeSafeMath),
    ("code_bigint_math", JmlModifierKind::CodeBigintMath),
    ("spec_java_math", JmlModifierKind::SpecJavaMath),
    ("spec_safe_math", JmlModifierKind::SpecSafeMath),
    ("spec_bigint_math", JmlModifierKind::SpecBigintMath),
    ("skip_esc", JmlModifierKind::SkipEsc),
    ("skip_rac", JmlModifierKind::SkipRac),
    ("inline", JmlModifierKind::Inline),
    ("extract", JmlModifierKind::Extract),
    ("immutable", JmlModifierKind::Immutable),
    ("peer", JmlModifierKind::Peer),
    ("rep", JmlModifierKind::Rep),
    ("readonly", JmlModifierKind::Readonly),
    ("query", JmlModifierKind::Query),
    ("secret", JmlModifierKind::Secret),
    ("two_state", JmlModifierKind::TwoState),
    ("function", JmlModifierKind::Function),
    ("code", JmlModifierKind::Code),
];

impl JmlModifierKind {
    pub fn from_word(word: &str) -> Option<JmlModifierKind> {
        MODIFIERS
            .iter()
            .find(|(spelling, _)| *spelling == word)
            .map(|(_, kind)| *kind)
    }

    /// `@SpecPublic`, with or without its package.
    pub fn from_annotation(name: &str) -> Option<JmlModifierKind> {
        let simple = name.rsplit('.').next().unwrap_or(name);
        MODIFIERS
            .iter()
            .find(|(spelling, _)| camel_case(spelling) == simple)
            .map(|(_, kind)| *kind)
    }

    /// The (newest) spelling.
    pub fn word(self) -> &'static str {
        MODIFIERS
            .iter()
            .find(|(_, kind)| *kind == self)
            .map_or("", |(spelling, _)| spelling)
    }
}

fn camel_case(word: &str) -> String {
    word.split('_')
        .flat_map(|part| {
            let mut chars = part.chars();
            chars
                .next()
                .map(|c| c.to_ascii_uppercase())
                .into_iter()
                .chain(chars)
        })
        .collect()
}

pub fn behavior(word: &str) -> Option<Behavior> {
    Some(match word {
        // KeY writes `model_behavior` for the contracts of model methods.
        "behavior" | "behaviour" | "model_behavior" | "model_behaviour" => Behavior::Behavior,
        "normal_behavior" | "normal_behaviour" => Behavior::Normal,
        "exceptional_behavior" | "exceptional_behaviour" => Behavior::Exceptional,
        "return_behavior" | "return_behaviour" => Behavior::Return,
        "break_behavior" | "break_behaviour" => Behavior::Break,
        "continue_behavior" | "continue_behaviour" => Behavior::Continue,
        "example" => Behavior::Example,
        "normal_example" => Behavior::NormalExample,
        "exceptional_example" => Behavior::ExceptionalExample,
        "model_program" => Behavior::ModelProgram,
        _ => return None,
    })
}

pub fn behavior_word(behavior: Behavior) -> &'static str {
    match behavior {
        Behavior::Behavior => "behavior",
        Behavior::Normal => "normal_behavior",
        Behavior::Exceptional => "exceptional_behavior",
        Behavior::Example => "example",
        Behavior::NormalExample => "normal_example",
        Behavior::ExceptionalExample => "exceptional_example",
        Behavior::Return => "return_behavior",
        Behavior::Break => "break_behavior",
        Behavior::Continue => "continue_behavior",
        Behavior::ModelProgram => "model_program",
    }
}

/// Operators that look like calls, without their backslash.
pub const FUNCTIONS: &[(&str, JmlFunction)] = &[
    ("nonnullelements", JmlFunction::NonNullElements),
    ("typeof", JmlFunction::TypeOf),
    ("elemtype", JmlFunction::ElemType),
    ("arraytype", JmlFunction::ArrayType),
    ("isarray", JmlFunction::IsArray),
    ("erasure", JmlFunction::Erasure),
    ("invariant_for", JmlFunction::InvariantFor),
    ("inv", JmlFunction::Inv),
    ("reach", JmlFunction::Reach),
    ("space", JmlFunction::Space),
    ("duration", JmlFunction::Duration),
    ("working_space", JmlFunction::WorkingSpace),
    ("java_math", JmlFunction::JavaMath),
    ("safe_math", JmlFunction::SafeMath),
    ("bigint_math", JmlFunction::BigintMath),
    ("not_modified", JmlFunction::NotModified),
    ("not_assigned", JmlFunction::NotAssigned),
    ("only_assigned", JmlFunction::OnlyAssigned),
    ("only_accessed", JmlFunction::OnlyAccessed),
    ("only_captured", JmlFunction::OnlyCaptured),
    ("max", JmlFunction::MaxLock),
    ("distinct", JmlFunction::Distinct),
    ("locset", JmlFunction::Locset),
    ("new_elems_fresh", JmlFunction::NewElemsFresh),
    ("newElemsFresh", JmlFunction::NewElemsFresh),
    ("intersect", JmlFunction::Intersect),
    ("set_union", JmlFunction::SetUnion),
    ("set_minus", JmlFunction::SetMinus),
    ("disjoint", JmlFunction::Disjoint),
    ("subset", JmlFunction::Subset),
    ("singleton", JmlFunction::Singleton),
    ("all_fields", JmlFunction::AllFieldsOf),
    ("all_objects", JmlFunction::AllObjects),
];

pub fn function(name: &str) -> Option<JmlFunction> {
    FUNCTIONS
        .iter()
        .find(|(spelling, _)| *spelling == name)
        .map(|(_, function)| *function)
}

pub fn function_name(function: JmlFunction) -> &'static str {
    FUNCTIONS
        .iter()
        .find(|(_, f)| *f == function)
        .map_or("", |(spelling, _)| spelling)
}

pub const KEYWORDS: &[(&str, JmlWord)] = &[
    ("nothing", JmlWord::Nothing),
    ("everything", JmlWord::Everything),
    ("not_specified", JmlWord::NotSpecified),
    ("strictly_nothing", JmlWord::StrictlyNothing),
    ("less_than_nothing", JmlWord::StrictlyNothing),
    ("same", JmlWord::Same),
    ("empty", JmlWord::Empty),
];

/// `ensures_redundantly` is `ensures`, redundant; `ensures_free` is `ensures`, free.
pub fn strip_variant(keyword: &str) -> (&str, bool, bool) {
    if let Some(base) = keyword.strip_suffix("_redundantly") {
        (base, true, false)
    } else if let Some(base) = keyword.strip_suffix("_free") {
        // `heap_free` is a modifier, never asked for here.
        (base, false, true)
    } else {
        (keyword, false, false)
    }
}

/// One spelling per meaning.
pub fn canonical_clause(base: &str) -> &str {
    match base {
        "pre" => "requires",
        "post" => "ensures",
        "exsures" => "signals",
        "assigns" | "assigning" | "modifies" | "modifiable" | "modifying" | "writes"
        | "writing" => "assignable",
        "reads" => "accessible",
        "maintaining" | "maintains" => "loop_invariant",
        "decreasing" | "loop_decreases" | "loop_variant" => "decreases",
        "loop_assigns" | "loop_assignable" | "loop_modifies" | "loop_modifying" => "loop_writes",
        other => other,
    }
}

/// Old words, still read, with what to write instead.
pub fn deprecated(keyword: &str) -> Option<&'static str> {
    Some(match keyword {
        "exsures" | "exsures_redundantly" => "signals",
        "pre" | "pre_redundantly" => "requires",
        "post" | "post_redundantly" => "ensures",
        "hence_by" | "hence_by_redundantly" => "assert",
        "forall" => "a quantifier",
        "depends" => "in",
        "nowarn" => "nothing",
        "heap_free" => "no_state",
        _ => return None,
    })
}

/// Words that begin an item of JML other than modifiers and behaviours (base forms).
const CLAUSE_WORDS: &[&str] = &[
    "requires",
    "pre",
    "recommends",
    "ensures",
    "post",
    "signals",
    "exsures",
    "signals_only",
    "assignable",
    "assigns",
    "assigning",
    "modifies",
    "modifiable",
    "modifying",
    "writes",
    "writing",
    "accessible",
    "reads",
    "captures",
    "callable",
    "diverges",
    "when",
    "measured_by",
    "duration",
    "working_space",
    "old",
    "forall",
    "returns",
    "throws",
    "breaks",
    "continues",
    "determines",
    "invariant",
    "constraint",
    "initially",
    "axiom",
    "represents",
    "readable",
    "writable",
    "monitors_for",
    "in",
    "maps",
    "initializer",
    "static_initializer",
    "assert",
    "assume",
    "check",
    "set",
    "unreachable",
    "reachable",
    "loop_invariant",
    "maintaining",
    "maintains",
    "decreases",
    "decreasing",
    "loop_decreases",
    "loop_variant",
    "loop_writes",
    "loop_assigns",
    "loop_assignable",
    "loop_modifies",
    "hence_by",
    "refining",
    "loop_contract",
    "also",
    "implies_that",
    "for_example",
    "debug",
    "show",
    "havoc",
    "halt",
    "use",
    "split",
    "begin",
    "end",
    "choose",
    "repeat",
    "allow",
    "forbid",
    "ignore",
    "merge_point",
    "invariants",
    "comment",
    "inlined_loop",
    "separates",
    "loop_determines",
    "loop_separates",
    "nowarn",
    "refine",
    "depends",
    "datatype",
];

/// Whether a word can begin JML.
pub fn is_jml_word(word: &str) -> bool {
    let (base, ..) = strip_variant(word);
    CLAUSE_WORDS.contains(&base)
        || behavior(word).is_some()
        || JmlModifierKind::from_word(word).is_some()
        || matches!(
            word,
            "public" | "private" | "protected" | "static" | "final" | "weakly"
        )
}

pub fn is_modifier(word: &str) -> bool {
    is_jml_word(word) && !begins_item(word)
}

/// Whether a word begins a clause or statement (so a parser that is lost can go on there).
pub fn begins_item(word: &str) -> bool {
    let (base, ..) = strip_variant(word);
    CLAUSE_WORDS.contains(&base) || behavior(word).is_some()
}

/// A keyword that differs by at most two letters, for messages.
pub fn nearest(word: &str) -> Option<&'static str> {
    if word.len() < 3 || word.len() > 40 {
        return None;
    }
    let candidates = CLAUSE_WORDS
        .iter()
        .copied()
        .chain(MODIFIERS.iter().map(|(spelling, _)| *spelling));
    candidates
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, candidate)| *distance <= 2 && *distance * 2 < candidate.len())
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Levenshtein distance.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, a) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in right.iter().enumerate() {
            let cost = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = cost.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modifiers_have_a_java_annotation_each() {
        assert_eq!(
            JmlModifierKind::from_annotation("SpecPublic"),
            Some(JmlModifierKind::SpecPublic)
        );
        assert_eq!(
            JmlModifierKind::from_annotation("org.jmlspecs.annotation.CodeBigintMath"),
            Some(JmlModifierKind::CodeBigintMath)
        );
        assert_eq!(JmlModifierKind::from_annotation("Override"), None);
    }

    #[test]
    fn a_slip_is_recognised() {
        assert_eq!(nearest("require"), Some("requires"));
        assert_eq!(nearest("esnures"), Some("ensures"));
        assert_eq!(nearest("banana"), None);
    }

    #[test]
    fn variants_of_a_keyword_share_its_base() {
        assert_eq!(
            strip_variant("ensures_redundantly"),
            ("ensures", true, false)
        );
        assert_eq!(strip_variant("ensures_free"), ("ensures", false, true));
        assert_eq!(canonical_clause("modifies"), "assignable");
    }
}
