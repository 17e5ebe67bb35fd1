//! Which kind of violation an engine finding is, given the clause it speaks of.

use proviso_contracts::{Clause, ClauseKind};
use proviso_engine::hooks::ViolationKind as Found;
use proviso_report::{Severity, ViolationKind};

use proviso_project::Arithmetic;

pub fn kind(found: &Found, clause: Option<&Clause>) -> ViolationKind {
    match found {
        Found::Check => clause.map_or(ViolationKind::Assert, |clause| of_clause(clause.kind)),
        Found::InvariantAtCall => ViolationKind::Invariant,
        Found::Undefined => ViolationKind::Undefined,
        Found::RequiresAtCall => ViolationKind::RequiresAtCall,
        Found::Frame { .. } => ViolationKind::Assignable,
        Found::NullWrite { .. } => ViolationKind::Null,
        Found::Overflow { .. } => ViolationKind::Overflow,
        Found::Diverges { .. } => ViolationKind::Diverges,
        Found::Thrown { class, implicit } | Found::Uncaught { class, implicit } => {
            of_exception(class, *implicit)
        }
    }
}

fn of_clause(kind: ClauseKind) -> ViolationKind {
    match kind {
        ClauseKind::Requires | ClauseKind::Call => ViolationKind::RequiresAtCall,
        ClauseKind::Ensures => ViolationKind::Ensures,
        ClauseKind::Signals => ViolationKind::Signals,
        ClauseKind::SignalsOnly => ViolationKind::SignalsOnly,
        ClauseKind::Assignable => ViolationKind::Assignable,
        ClauseKind::Invariant => ViolationKind::Invariant,
        ClauseKind::Constraint => ViolationKind::Constraint,
        ClauseKind::Initially => ViolationKind::Initially,
        ClauseKind::Assert | ClauseKind::Check | ClauseKind::Assume => ViolationKind::Assert,
        ClauseKind::Unreachable => ViolationKind::Unreachable,
        ClauseKind::LoopInvariant => ViolationKind::LoopInvariant,
        ClauseKind::Decreases => ViolationKind::Decreases,
        ClauseKind::MeasuredBy => ViolationKind::MeasuredBy,
        ClauseKind::Diverges => ViolationKind::Diverges,
        ClauseKind::NonNull => ViolationKind::Null,
        ClauseKind::Exit => ViolationKind::Uncaught,
        ClauseKind::Value | ClauseKind::Axiom | ClauseKind::Represents => ViolationKind::Undefined,
    }
}

/// An exception raised by an instruction has a kind of its own; a thrown one is just uncaught.
fn of_exception(class: &str, implicit: bool) -> ViolationKind {
    match class {
        "java/lang/AssertionError" => ViolationKind::Assert,
        "java/lang/NullPointerException" if implicit => ViolationKind::Null,
        "java/lang/ArrayIndexOutOfBoundsException"
        | "java/lang/StringIndexOutOfBoundsException"
        | "java/lang/IndexOutOfBoundsException"
            if implicit =>
        {
            ViolationKind::Bounds
        }
        "java/lang/ClassCastException" if implicit => ViolationKind::Cast,
        "java/lang/ArithmeticException" if implicit => ViolationKind::Arithmetic,
        "java/lang/NegativeArraySizeException" if implicit => ViolationKind::NegativeSize,
        "java/lang/ArrayStoreException" if implicit => ViolationKind::ArrayStore,
        _ => ViolationKind::Uncaught,
    }
}

/// Overflow is legal Java and often meant: a warning, which does not make a method `violated`.
pub fn severity(kind: ViolationKind, arithmetic: Arithmetic) -> Severity {
    match kind {
        ViolationKind::Overflow if arithmetic != Arithmetic::SafeError => Severity::Warning,
        _ => Severity::Error,
    }
}

/// A clause in the words of people.
pub fn clause_words(kind: ClauseKind) -> &'static str {
    match kind {
        ClauseKind::Requires | ClauseKind::Call => "precondition",
        ClauseKind::Ensures => "postcondition",
        ClauseKind::Signals => "signals clause",
        ClauseKind::SignalsOnly => "signals_only clause",
        ClauseKind::Assignable => "assignable clause",
        ClauseKind::Invariant => "invariant",
        ClauseKind::Constraint => "constraint",
        ClauseKind::Initially => "initially clause",
        ClauseKind::Assert | ClauseKind::Check => "assertion",
        ClauseKind::Assume => "assumption",
        ClauseKind::LoopInvariant => "loop invariant",
        ClauseKind::Decreases => "decreases expression",
        ClauseKind::MeasuredBy => "measured_by expression",
        ClauseKind::Diverges => "diverges clause",
        ClauseKind::Axiom => "axiom",
        ClauseKind::Represents => "represents clause",
        ClauseKind::Unreachable | ClauseKind::NonNull | ClauseKind::Value | ClauseKind::Exit => {
            "expression"
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_implicit_exceptions_have_kinds_of_their_own() {
        let npe = "java/lang/NullPointerException";
        assert_eq!(of_exception(npe, true), ViolationKind::Null);
        assert_eq!(of_exception(npe, false), ViolationKind::Uncaught);
        assert_eq!(
            of_exception("java/lang/AssertionError", false),
            ViolationKind::Assert
        );
    }

    #[test]
    fn overflow_is_a_warning() {
        let of = |kind| severity(kind, Arithmetic::Safe);
        assert_eq!(of(ViolationKind::Overflow), Severity::Warning);
        assert_eq!(of(ViolationKind::Null), Severity::Error);
        let asked = severity(ViolationKind::Overflow, Arithmetic::SafeError);
        assert_eq!(asked, Severity::Error);
    }
}
