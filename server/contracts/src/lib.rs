//! JML meaning: which clauses govern a method, and their lowering to Java.
//!
//! Business: from the typed trees of all files of a project to *shadow sources* (plain Java with clause methods, driver
//! methods and woven checks, see docs/lowering.md) and a [`ContractTable`] that says what each number in them stands for.
//! Not its business: parsing, compiling, running. It knows no bytecode and no solver; javac does the typing.

mod cases;
mod companion;
mod diagnostic;
pub mod fuzz;
mod index;
pub mod library;
mod lost;
mod lower;
mod out;
mod shadow;
mod table;

pub use companion::is_companion;
pub use diagnostic::{Diagnostic, DiagnosticKind};
pub use index::InputFile;
pub use lost::{LostClause, is_assumption, is_of_type};
pub use lower::{LowerOptions, Lowered, Memo, Part, lower, lower_again};
pub use shadow::{Mapped, ShadowFile, SourceMap};
pub use table::{
    Clause, ClauseId, ClauseKind, ContractTable, Driver, Governing, MethodContract, MethodNo,
    Purity, RequiresEntry, Stub,
};

/// The Java sources of the runtime that shadow sources call, as (path, text): compile them along, or once beside.
pub fn runtime_sources() -> &'static [(&'static str, &'static str)] {
    macro_rules! sources {
        ($($name:literal),*) => {
            &[$((
                concat!("proviso/runtime/", $name, ".java"),
                include_str!(concat!("../java/proviso/runtime/", $name, ".java")),
            )),*]
        };
    }
    sources!(
        "BigInt",
        "Fn",
        "Frames",
        "InputMap",
        "InputQueue",
        "InputSet",
        "Jml",
        "Measures",
        "Parts",
        "Quant",
        "QuantIn",
        "QuantLong",
        "Real",
        "Roots",
        "Snapshot",
        "Spec"
    )
}
