//! A class file as data.

use crate::code::Code;
use crate::constant::{BootstrapMethod, Constant};
use crate::descriptor::{FieldType, MethodDescriptor};
use crate::error::ClassError;
use crate::name::Name;
use crate::pool::Pool;
use std::sync::{Arc, OnceLock};

/// Access flags of a class, field or method; the same bit means different things on each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Access(pub u16);

impl Access {
    pub const PUBLIC: u16 = 0x0001;
    pub const PRIVATE: u16 = 0x0002;
    pub const PROTECTED: u16 = 0x0004;
    pub const STATIC: u16 = 0x0008;
    pub const FINAL: u16 = 0x0010;
    pub const SYNCHRONIZED: u16 = 0x0020;
    pub const VOLATILE: u16 = 0x0040;
    pub const BRIDGE: u16 = 0x0040;
    pub const VARARGS: u16 = 0x0080;
    pub const TRANSIENT: u16 = 0x0080;
    pub const NATIVE: u16 = 0x0100;
    pub const INTERFACE: u16 = 0x0200;
    pub const ABSTRACT: u16 = 0x0400;
    pub const SYNTHETIC: u16 = 0x1000;
    pub const ANNOTATION: u16 = 0x2000;
    pub const ENUM: u16 = 0x4000;
    pub const MODULE: u16 = 0x8000;

    pub fn has(self, bit: u16) -> bool {
        self.0 & bit != 0
    }
    pub fn is_public(self) -> bool {
        self.has(Access::PUBLIC)
    }
    pub fn is_private(self) -> bool {
        self.has(Access::PRIVATE)
    }
    pub fn is_protected(self) -> bool {
        self.has(Access::PROTECTED)
    }
    /// Neither public, protected nor private.
    pub fn is_package_private(self) -> bool {
        self.0 & (Access::PUBLIC | Access::PRIVATE | Access::PROTECTED) == 0
    }
    pub fn is_static(self) -> bool {
        self.has(Access::STATIC)
    }
    pub fn is_final(self) -> bool {
        self.has(Access::FINAL)
    }
    pub fn is_native(self) -> bool {
        self.has(Access::NATIVE)
    }
    pub fn is_abstract(self) -> bool {
        self.has(Access::ABSTRACT)
    }
    pub fn is_interface(self) -> bool {
        self.has(Access::INTERFACE)
    }
    pub fn is_synthetic(self) -> bool {
        self.has(Access::SYNTHETIC)
    }
    pub fn is_enum(self) -> bool {
        self.has(Access::ENUM)
    }
}

/// One class or interface.
#[derive(Debug)]
pub struct ClassFile {
    pub major: u16,
    pub minor: u16,
    pub access: Access,
    /// Internal name: `java/util/Map$Entry`.
    pub name: Name,
    /// `None` only for `java/lang/Object` and `module-info`.
    pub super_name: Option<Name>,
    pub interfaces: Vec<Name>,
    pub fields: Vec<Field>,
    pub methods: Vec<Method>,
    pub source_file: Option<Name>,
    pub signature: Option<Name>,
    pub nest_host: Option<Name>,
    pub nest_members: Vec<Name>,
    /// `Some` makes the class sealed.
    pub permitted_subclasses: Option<Vec<Name>>,
    /// `Some` makes the class a record.
    pub record: Option<Vec<RecordComponent>>,
    pub inner_classes: Vec<InnerClass>,
    pub enclosing_method: Option<EnclosingMethod>,
    pub(crate) pool: Arc<Pool>,
}

#[derive(Debug, Clone)]
pub struct Field {
    pub access: Access,
    pub name: Name,
    pub descriptor: Name,
    pub ty: FieldType,
    pub signature: Option<Name>,
    /// A number or a string.
    pub constant_value: Option<Constant>,
}

#[derive(Debug)]
pub struct Method {
    pub access: Access,
    pub name: Name,
    pub descriptor: Arc<MethodDescriptor>,
    pub signature: Option<Name>,
    /// Internal names from the `Exceptions` attribute.
    pub exceptions: Vec<Name>,
    pub(crate) raw: Option<RawCode>,
    pub(crate) decoded: OnceLock<Result<Arc<Code>, ClassError>>,
}

/// Where an undecoded `Code` attribute lies.
#[derive(Debug)]
pub(crate) struct RawCode {
    pub pool: Arc<Pool>,
    pub start: usize,
    pub len: usize,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordComponent {
    pub name: Name,
    pub descriptor: Name,
    pub signature: Option<Name>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct InnerClass {
    pub inner: Name,
    /// `None` for local and anonymous classes.
    pub outer: Option<Name>,
    /// `None` for anonymous classes.
    pub simple_name: Option<Name>,
    pub access: Access,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EnclosingMethod {
    pub class: Name,
    /// Name and descriptor.
    pub method: Option<(Name, Name)>,
}

impl Method {
    /// The body, decoded on first use. `Ok(None)` for abstract and native methods.
    pub fn code(&self) -> Result<Option<&Arc<Code>>, &ClassError> {
        let Some(raw) = &self.raw else {
            return Ok(None);
        };
        let decoded = self
            .decoded
            .get_or_init(|| crate::decode::decode_code(raw).map(Arc::new));
        decoded.as_ref().map(Some)
    }

    pub fn has_code(&self) -> bool {
        self.raw.is_some()
    }

    /// The bytes of the `Code` attribute, for content hashes. They refer to the constant pool by index.
    pub fn code_bytes(&self) -> &[u8] {
        match &self.raw {
            Some(raw) => &raw.pool.bytes[raw.start..raw.start + raw.len],
            None => &[],
        }
    }

    pub fn is(&self, name: &str, descriptor: &str) -> bool {
        &*self.name == name && &*self.descriptor.text == descriptor
    }

    /// `<init>` or `<clinit>`.
    pub fn is_initializer(&self) -> bool {
        self.name.starts_with('<')
    }

    /// Slots of receiver and parameters.
    pub fn argument_slots(&self) -> u16 {
        self.descriptor.param_slots() + u16::from(!self.access.is_static())
    }
}

impl ClassFile {
    /// Reads one class file.
    pub fn parse(bytes: impl Into<Arc<[u8]>>) -> Result<ClassFile, ClassError> {
        crate::parse::parse_class(bytes.into())
    }

    pub fn is_interface(&self) -> bool {
        self.access.is_interface()
    }

    /// The package in internal form; empty for the unnamed one.
    pub fn package(&self) -> &str {
        package_of(&self.name)
    }

    /// A method declared in this very class.
    pub fn method(&self, name: &str, descriptor: &str) -> Option<&Method> {
        self.method_index(name, descriptor)
            .map(|i| &self.methods[i])
    }

    pub fn method_index(&self, name: &str, descriptor: &str) -> Option<usize> {
        self.methods.iter().position(|m| m.is(name, descriptor))
    }

    /// A field declared in this very class.
    pub fn field(&self, name: &str, descriptor: &str) -> Option<&Field> {
        self.field_index(name, descriptor).map(|i| &self.fields[i])
    }

    pub fn field_index(&self, name: &str, descriptor: &str) -> Option<usize> {
        self.fields
            .iter()
            .position(|f| &*f.name == name && &*f.descriptor == descriptor)
    }

    /// An entry of the `BootstrapMethods` attribute.
    pub fn bootstrap_method(&self, index: u16) -> Result<Arc<BootstrapMethod>, ClassError> {
        self.pool.bootstrap(index)
    }

    pub fn bootstrap_count(&self) -> usize {
        self.pool.bootstraps.get().map_or(0, Vec::len)
    }

    /// The class file as it was read.
    pub fn bytes(&self) -> &[u8] {
        &self.pool.bytes
    }
}

pub(crate) fn package_of(name: &str) -> &str {
    name.rfind('/').map_or("", |i| &name[..i])
}
