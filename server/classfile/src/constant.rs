//! What constants name: classes, members, call sites, handles and texts, each shared and with an id of its own.

use crate::descriptor::{FieldType, MethodDescriptor};
use crate::name::{Name, intern};
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A small number that is unique in the process, so that users can keep what they resolve in a plain table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RefId(pub u32);

impl RefId {
    pub(crate) fn next() -> RefId {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        RefId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// A class or array type named by an instruction.
#[derive(Debug)]
pub struct ClassRef {
    pub id: RefId,
    /// As in the constant: internal name, or a descriptor when it is an array.
    pub name: Name,
    pub ty: FieldType,
}

#[derive(Debug)]
pub struct FieldRef {
    pub id: RefId,
    pub class: Name,
    pub name: Name,
    pub descriptor: Name,
    pub ty: FieldType,
}

#[derive(Debug)]
pub struct MethodRef {
    pub id: RefId,
    /// Internal name, or an array descriptor (`[I` has `clone`).
    pub class: Name,
    pub name: Name,
    pub descriptor: Arc<MethodDescriptor>,
    /// The constant was an `InterfaceMethodref`.
    pub is_interface: bool,
}

/// References that no class file holds, for code that is made rather than read.
impl ClassRef {
    pub fn new(ty: FieldType) -> Arc<ClassRef> {
        Arc::new(ClassRef {
            id: RefId::next(),
            name: ty.class_name(),
            ty,
        })
    }
}

impl FieldRef {
    pub fn new(class: Name, name: Name, ty: FieldType) -> Arc<FieldRef> {
        let descriptor = intern(&ty.to_string());
        Arc::new(FieldRef {
            id: RefId::next(),
            class,
            name,
            descriptor,
            ty,
        })
    }
}

impl MethodRef {
    pub fn new(
        class: Name,
        name: Name,
        descriptor: Arc<MethodDescriptor>,
        is_interface: bool,
    ) -> Arc<MethodRef> {
        Arc::new(MethodRef {
            id: RefId::next(),
            class,
            name,
            descriptor,
            is_interface,
        })
    }
}

/// What an `invokedynamic` instruction names. One instance per constant, so several instructions may share it.
#[derive(Debug)]
pub struct CallSite {
    pub id: RefId,
    pub name: Name,
    pub descriptor: Arc<MethodDescriptor>,
    pub bootstrap: Arc<BootstrapMethod>,
}

#[derive(Debug)]
pub struct DynamicConstant {
    pub id: RefId,
    pub name: Name,
    pub descriptor: Name,
    pub ty: FieldType,
    pub bootstrap: Arc<BootstrapMethod>,
}

#[derive(Debug)]
pub struct BootstrapMethod {
    pub handle: Arc<MethodHandle>,
    pub args: Vec<Constant>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HandleKind {
    GetField,
    GetStatic,
    PutField,
    PutStatic,
    InvokeVirtual,
    InvokeStatic,
    InvokeSpecial,
    NewInvokeSpecial,
    InvokeInterface,
}

#[derive(Debug)]
pub enum MethodHandle {
    Field {
        kind: HandleKind,
        field: Arc<FieldRef>,
    },
    Method {
        kind: HandleKind,
        method: Arc<MethodRef>,
    },
}

impl MethodHandle {
    pub fn kind(&self) -> HandleKind {
        match self {
            MethodHandle::Field { kind, .. } | MethodHandle::Method { kind, .. } => *kind,
        }
    }
}

/// A Java string: UTF-16 units, which need not pair up.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct JavaStr(pub Vec<u16>);

impl fmt::Display for JavaStr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        char::decode_utf16(self.0.iter().copied())
            .try_for_each(|c| write!(f, "{}", c.unwrap_or(char::REPLACEMENT_CHARACTER)))
    }
}

/// A loadable constant.
#[derive(Debug, Clone)]
pub enum Constant {
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    String(Arc<JavaStr>),
    Class(Arc<ClassRef>),
    MethodType(Arc<MethodDescriptor>),
    MethodHandle(Arc<MethodHandle>),
    Dynamic(Arc<DynamicConstant>),
}
