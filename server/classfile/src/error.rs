//! What can be wrong with a class file, a jar, a module image or the hierarchy built from them.

use crate::name::Name;

/// An error found while reading or relating classes. Cloneable because a failed load is cached like a good one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClassError {
    #[error("class not found: {0}")]
    NotFound(Name),
    #[error("the class file ends too early (at byte {at})")]
    Truncated { at: usize },
    #[error("not a class file (bad magic number)")]
    BadMagic,
    #[error("class file version {major}.{minor} is not supported (45 to 69 are)")]
    Version { major: u16, minor: u16 },
    #[error("constant pool index {index} is not a {expected}")]
    BadConstant { index: u16, expected: &'static str },
    #[error("malformed descriptor: {0}")]
    BadDescriptor(String),
    #[error("malformed {what} at byte {at}")]
    Malformed { what: &'static str, at: usize },
    #[error("malformed bytecode at pc {pc}: {what}")]
    BadCode { pc: u32, what: &'static str },
    #[error("{expected} was asked for but the class file declares {found}")]
    WrongName { expected: Name, found: Name },
    #[error("class {0} is its own superclass or superinterface")]
    Cyclic(Name),
    #[error("cannot read {path}: {why}")]
    Io { path: String, why: String },
    #[error("{path} is not a module image this reader knows: {why}")]
    Image { path: String, why: String },
}
