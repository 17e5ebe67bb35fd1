//! What all findings together say about a method.

use proviso_report::{Cut, Replay, Severity, Unknown, Verdict, Violation};

/// A confirmed (or honestly unreplayable) violation is believed whatever else is open; a diverged one never is.
pub fn verdict(
    violations: &[Violation],
    spec_error: bool,
    unknowns: &[Unknown],
    cuts: &[Cut],
) -> Verdict {
    let believed = |violation: &&Violation| {
        violation.severity == Severity::Error && violation.replay != Replay::Diverged
    };
    if violations.iter().any(|violation| believed(&violation)) {
        Verdict::Violated
    } else if spec_error {
        Verdict::SpecError
    } else if !unknowns.is_empty() {
        Verdict::Unknown
    } else if !cuts.is_empty() {
        Verdict::HoldsToBound
    } else {
        Verdict::Holds
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_report::{Heap, Outcome, Place, Position, Range, ViolationKind};

    fn violation(severity: Severity, replay: Replay) -> Violation {
        let start = Position { line: 1, column: 1 };
        Violation {
            kind: ViolationKind::Ensures,
            severity,
            message: String::new(),
            clause: None,
            at: Place {
                file: String::new(),
                range: Range { start, end: start },
            },
            replay,
            implied: false,
            replay_note: None,
            inputs: vec![],
            outcome: Outcome::Stopped,
            trace: vec![],
            clause_values: vec![],
            heap_before: Heap::default(),
            heap_after: Heap::default(),
        }
    }

    fn unknown() -> Unknown {
        Unknown {
            reason: proviso_report::Reason::Solver,
            why: "native".into(),
            file: String::new(),
            line: 0,
        }
    }

    fn cut() -> Cut {
        Cut {
            bound: "k".into(),
            file: String::new(),
            line: 1,
            count: 1,
        }
    }

    #[test]
    fn only_believed_errors_violate() {
        let confirmed = violation(Severity::Error, Replay::Confirmed);
        let diverged = violation(Severity::Error, Replay::Diverged);
        let warning = violation(Severity::Warning, Replay::Confirmed);
        let not_replayable = violation(Severity::Error, Replay::NotReplayable);
        assert_eq!(
            verdict(&[confirmed], true, &[unknown()], &[cut()]),
            Verdict::Violated
        );
        assert_eq!(
            verdict(&[not_replayable], false, &[], &[]),
            Verdict::Violated
        );
        assert_eq!(
            verdict(&[diverged], false, &[unknown()], &[]),
            Verdict::Unknown
        );
        assert_eq!(verdict(&[warning], false, &[], &[]), Verdict::Holds);
    }

    #[test]
    fn nothing_found_is_as_much_as_was_covered() {
        assert_eq!(verdict(&[], false, &[], &[]), Verdict::Holds);
        assert_eq!(verdict(&[], false, &[], &[cut()]), Verdict::HoldsToBound);
        assert_eq!(
            verdict(&[], false, &[unknown()], &[cut()]),
            Verdict::Unknown
        );
        assert_eq!(verdict(&[], true, &[], &[]), Verdict::SpecError);
    }
}
