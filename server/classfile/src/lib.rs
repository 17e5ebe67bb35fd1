//! Bytes → classes. Reads class files (versions 45 to 69), jars, folders, in-memory classes and the JDK's module
//! image; keeps a thread-safe class path; answers hierarchy, resolution and selection questions (JVMS 5.4.3, 5.4.6).
//!
//! Its business ends there: nothing is executed, linked or initialised here, and nothing here knows about terms.
//! Invariant: no input makes this crate panic or allocate more than a small multiple of the input's size.

mod class;
mod classpath;
mod code;
mod constant;
mod decode;
mod descriptor;
mod error;
mod hierarchy;
mod insn;
mod jimage;
mod made;
mod name;
mod parse;
mod pool;
mod probe;
mod reader;
mod store;

pub use class::{Access, ClassFile, EnclosingMethod, Field, InnerClass, Method, RecordComponent};
pub use classpath::{ClassPath, Origin};
pub use code::{Code, Handler, LineEntry, LocalVariable};
pub use constant::{
    BootstrapMethod, CallSite, ClassRef, Constant, DynamicConstant, FieldRef, HandleKind, JavaStr,
    MethodHandle, MethodRef, RefId,
};
pub use descriptor::{FieldType, MethodDescriptor, Primitive};
pub use error::ClassError;
pub use hierarchy::{ResolveError, ResolvedField, ResolvedMethod};
pub use insn::{
    ArrayKind, BinaryOp, Cond, Conversion, Insn, IntKind, Kind, LogicOp, LookupSwitch, NumKind,
    ShiftOp, TableSwitch,
};
pub use made::Made;
pub use name::{Name, intern, java_name};
pub use probe::{Probed, Way, conditionals, probed};
