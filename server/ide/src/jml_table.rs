//! The table of JML's words: kind, one line of help and the snippet that completion inserts.

/// What a word is, which decides where completion offers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Begins a clause of a method's contract.
    MethodClause,
    /// Begins a clause of a type.
    TypeClause,
    /// Begins a statement inside a body.
    Statement,
    Modifier,
    /// An operator with a backslash.
    Operator,
}

pub struct Word {
    pub word: &'static str,
    pub kind: Kind,
    pub help: &'static str,
    /// What completion inserts, with LSP snippet places.
    pub snippet: &'static str,
}

const fn word(word: &'static str, kind: Kind, help: &'static str, snippet: &'static str) -> Word {
    Word {
        word,
        kind,
        help,
        snippet,
    }
}

use Kind::{MethodClause, Modifier, Operator, Statement, TypeClause};

pub const WORDS: &[Word] = &[
    word(
        "requires",
        MethodClause,
        "what must be true when the method is called",
        "requires ${1:condition};",
    ),
    word(
        "ensures",
        MethodClause,
        "what is true when the method returns",
        "ensures ${1:condition};",
    ),
    word(
        "signals",
        MethodClause,
        "what is true when the method throws this exception",
        "signals (${1:Exception} e) ${2:condition};",
    ),
    word(
        "signals_only",
        MethodClause,
        "the only exceptions the method may throw",
        "signals_only ${1:Exception};",
    ),
    word(
        "assignable",
        MethodClause,
        "the only locations of the pre-state the method may write",
        "assignable ${1:\\nothing};",
    ),
    word(
        "assigns",
        MethodClause,
        "the same as assignable",
        "assigns ${1:\\nothing};",
    ),
    word(
        "modifies",
        MethodClause,
        "the same as assignable",
        "modifies ${1:\\nothing};",
    ),
    word(
        "accessible",
        MethodClause,
        "the only locations the method may read",
        "accessible ${1:\\everything};",
    ),
    word(
        "diverges",
        MethodClause,
        "when the method need not terminate",
        "diverges ${1:false};",
    ),
    word(
        "measured_by",
        MethodClause,
        "a value that shrinks with every recursive call",
        "measured_by ${1:expression};",
    ),
    word(
        "also",
        MethodClause,
        "begins another specification case; before the first one: adds to the inherited contract",
        "also",
    ),
    word(
        "behavior",
        MethodClause,
        "a specification case in full form",
        "behavior",
    ),
    word(
        "normal_behavior",
        MethodClause,
        "a case in which the method returns and throws nothing",
        "normal_behavior\n  @ requires ${1:true};\n  @ ensures ${2:true};",
    ),
    word(
        "exceptional_behavior",
        MethodClause,
        "a case in which the method throws",
        "exceptional_behavior\n  @ requires ${1:true};\n  @ signals (${2:Exception} e) ${3:true};",
    ),
    word(
        "invariant",
        TypeClause,
        "true of every object between calls of its methods",
        "invariant ${1:condition};",
    ),
    word(
        "constraint",
        TypeClause,
        "true between the states before and after every method",
        "constraint ${1:condition};",
    ),
    word(
        "initially",
        TypeClause,
        "true after every constructor",
        "initially ${1:condition};",
    ),
    word(
        "axiom",
        TypeClause,
        "assumed without proof",
        "axiom ${1:condition};",
    ),
    word(
        "represents",
        TypeClause,
        "how a model field is computed",
        "represents ${1:field} = ${2:expression};",
    ),
    word(
        "ghost",
        TypeClause,
        "a variable that exists only in the specification",
        "ghost ${1:int} ${2:name};",
    ),
    word(
        "model",
        TypeClause,
        "a member that exists only in the specification",
        "model ${1:int} ${2:name};",
    ),
    word(
        "assert",
        Statement,
        "true whenever this place is reached",
        "assert ${1:condition};",
    ),
    word(
        "assume",
        Statement,
        "taken to be true from here on",
        "assume ${1:condition};",
    ),
    word(
        "set",
        Statement,
        "assigns to a ghost variable",
        "set ${1:name} = ${2:expression};",
    ),
    word(
        "unreachable",
        Statement,
        "this place is never reached",
        "unreachable;",
    ),
    word(
        "loop_invariant",
        Statement,
        "true before every round of the loop",
        "loop_invariant ${1:condition};",
    ),
    word(
        "maintaining",
        Statement,
        "the same as loop_invariant",
        "maintaining ${1:condition};",
    ),
    word(
        "decreases",
        Statement,
        "a value that stays at or above zero and shrinks with every round",
        "decreases ${1:expression};",
    ),
    word(
        "decreasing",
        Statement,
        "the same as decreases",
        "decreasing ${1:expression};",
    ),
    word(
        "loop_modifies",
        Statement,
        "the only locations the loop may write",
        "loop_modifies ${1:\\nothing};",
    ),
    word(
        "pure",
        Modifier,
        "the method changes nothing that exists before the call",
        "pure",
    ),
    word(
        "spec_pure",
        Modifier,
        "pure, and may be used in specifications",
        "spec_pure",
    ),
    word(
        "strictly_pure",
        Modifier,
        "pure, and creates no objects",
        "strictly_pure",
    ),
    word(
        "helper",
        Modifier,
        "invariants are neither assumed nor shown for this method",
        "helper",
    ),
    word("nullable", Modifier, "may be null", "nullable"),
    word(
        "non_null",
        Modifier,
        "is never null (the default)",
        "non_null",
    ),
    word(
        "nullable_by_default",
        Modifier,
        "references in this class may be null unless said otherwise",
        "nullable_by_default",
    ),
    word(
        "non_null_by_default",
        Modifier,
        "references in this class are never null unless said otherwise",
        "non_null_by_default",
    ),
    word(
        "spec_public",
        Modifier,
        "visible to specifications as if it were public",
        "spec_public",
    ),
    word(
        "spec_protected",
        Modifier,
        "visible to specifications as if it were protected",
        "spec_protected",
    ),
    word(
        "instance",
        Modifier,
        "an instance member, although it stands in an interface",
        "instance",
    ),
    word(
        "skip_esc",
        Modifier,
        "this method is not checked",
        "skip_esc",
    ),
    word(
        "code_safe_math",
        Modifier,
        "integer overflow in the code is reported (the default)",
        "code_safe_math",
    ),
    word(
        "code_java_math",
        Modifier,
        "integer arithmetic in the code wraps around silently",
        "code_java_math",
    ),
    word(
        "code_bigint_math",
        Modifier,
        "integer arithmetic in the code is unbounded",
        "code_bigint_math",
    ),
    word(
        "spec_java_math",
        Modifier,
        "integer arithmetic in specifications wraps around",
        "spec_java_math",
    ),
    word(
        "spec_safe_math",
        Modifier,
        "integer overflow in specifications is reported",
        "spec_safe_math",
    ),
    word(
        "spec_bigint_math",
        Modifier,
        "integer arithmetic in specifications is unbounded (the default)",
        "spec_bigint_math",
    ),
    word(
        "\\result",
        Operator,
        "what the method returns",
        "\\\\result",
    ),
    word(
        "\\old",
        Operator,
        "the value of an expression when the method was called",
        "\\\\old(${1:expression})",
    ),
    word(
        "\\pre",
        Operator,
        "the value of an expression when the method was called, in the body too",
        "\\\\pre(${1:expression})",
    ),
    word(
        "\\forall",
        Operator,
        "true for every value in the range",
        "(\\\\forall int ${1:i}; 0 <= ${1:i} && ${1:i} < ${2:n}; ${3:condition})",
    ),
    word(
        "\\exists",
        Operator,
        "true for some value in the range",
        "(\\\\exists int ${1:i}; 0 <= ${1:i} && ${1:i} < ${2:n}; ${3:condition})",
    ),
    word(
        "\\sum",
        Operator,
        "the sum over the range",
        "(\\\\sum int ${1:i}; 0 <= ${1:i} && ${1:i} < ${2:n}; ${3:value})",
    ),
    word(
        "\\product",
        Operator,
        "the product over the range",
        "(\\\\product int ${1:i}; 0 <= ${1:i} && ${1:i} < ${2:n}; ${3:value})",
    ),
    word(
        "\\num_of",
        Operator,
        "how many values of the range satisfy the condition",
        "(\\\\num_of int ${1:i}; 0 <= ${1:i} && ${1:i} < ${2:n}; ${3:condition})",
    ),
    word(
        "\\min",
        Operator,
        "the least value over the range",
        "(\\\\min int ${1:i}; 0 <= ${1:i} && ${1:i} < ${2:n}; ${3:value})",
    ),
    word(
        "\\max",
        Operator,
        "the greatest value over the range",
        "(\\\\max int ${1:i}; 0 <= ${1:i} && ${1:i} < ${2:n}; ${3:value})",
    ),
    word(
        "\\fresh",
        Operator,
        "the object was created during the call",
        "\\\\fresh(${1:expression})",
    ),
    word("\\nothing", Operator, "no location", "\\\\nothing"),
    word("\\everything", Operator, "every location", "\\\\everything"),
    word(
        "\\not_modified",
        Operator,
        "the location has the value it had at the call",
        "\\\\not_modified(${1:location})",
    ),
    word(
        "\\typeof",
        Operator,
        "the run-time class of a value",
        "\\\\typeof(${1:expression})",
    ),
    word(
        "\\type",
        Operator,
        "a type as a value",
        "\\\\type(${1:Type})",
    ),
    word(
        "\\nonnullelements",
        Operator,
        "the array and all its elements are not null",
        "\\\\nonnullelements(${1:array})",
    ),
    word(
        "\\invariant_for",
        Operator,
        "the invariants of that object hold",
        "\\\\invariant_for(${1:object})",
    ),
    word(
        "\\exception",
        Operator,
        "the exception that was thrown",
        "\\\\exception",
    ),
    word(
        "\\index",
        Operator,
        "how many rounds of the loop are done",
        "\\\\index",
    ),
    word(
        "\\count",
        Operator,
        "how many rounds of the loop are done",
        "\\\\count",
    ),
];
