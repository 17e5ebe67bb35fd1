//! What lenses and actions do when they are chosen.

use proviso_syntax::ast::Span;

/// Something that is done with a method; the protocol's layer knows by which command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Act {
    ShowCounterexample {
        method: String,
        violation: usize,
    },
    /// Check again; with `seconds` it may take that long.
    Check {
        method: String,
        seconds: Option<u64>,
    },
    /// With k one larger.
    CheckDeeper {
        method: String,
    },
    /// A test for a violation, the first if none is named.
    GenerateTest {
        method: String,
        violation: Option<usize>,
    },
    /// Tests for the paths that keep the contract.
    GenerateTests {
        method: String,
    },
    Explain {
        method: String,
    },
}

/// A change of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edit {
    pub span: Span,
    pub text: String,
}
