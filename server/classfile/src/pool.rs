//! The constant pool: scanned when the class is read, each entry resolved when it is first asked for and then shared.

use crate::constant::*;
use crate::descriptor::{FieldType, MethodDescriptor};
use crate::error::ClassError;
use crate::name::{Name, intern};
use crate::reader::Reader;
use std::sync::{Arc, OnceLock};

/// An entry as it stands in the file: offsets and indices only.
#[derive(Debug, Clone, Copy)]
enum Entry {
    /// Index 0 and the second half of a long or double.
    Unusable,
    Utf8 {
        start: usize,
        len: usize,
    },
    Int(i32),
    Float(f32),
    Long(i64),
    Double(f64),
    Class(u16),
    String(u16),
    Field(u16, u16),
    Method(u16, u16),
    InterfaceMethod(u16, u16),
    NameAndType(u16, u16),
    MethodHandle(u8, u16),
    MethodType(u16),
    Dynamic(u16, u16),
    InvokeDynamic(u16, u16),
    /// Module and package names: valid, but nothing we load.
    Other,
}

/// What an entry became when it was asked for.
#[derive(Debug, Clone)]
enum Resolved {
    Name(Name),
    String(Arc<JavaStr>),
    Class(Arc<ClassRef>),
    Field(Arc<FieldRef>),
    Method(Arc<MethodRef>),
    MethodType(Arc<MethodDescriptor>),
    MethodHandle(Arc<MethodHandle>),
    Dynamic(Arc<DynamicConstant>),
    CallSite(Arc<CallSite>),
}

#[derive(Debug)]
pub(crate) struct RawBootstrap {
    handle: u16,
    args: Vec<u16>,
    resolved: OnceLock<Arc<BootstrapMethod>>,
}

/// The pool of one class, with the class's bytes.
#[derive(Debug)]
pub(crate) struct Pool {
    pub bytes: Arc<[u8]>,
    entries: Vec<Entry>,
    resolved: Vec<OnceLock<Resolved>>,
    pub bootstraps: OnceLock<Vec<RawBootstrap>>,
}

/// A dynamic constant may have dynamic constants as arguments; javac nests a few levels, a cycle nests for ever.
const MAX_DYNAMIC_DEPTH: u32 = 32;

macro_rules! cached {
    ($self:ident, $index:ident, $variant:ident, $make:expr) => {{
        let cell = $self.cell($index)?;
        if let Some(Resolved::$variant(value)) = cell.get() {
            return Ok(value.clone());
        }
        let value = $make;
        // Another worker may have been faster: what is in the cell is what everybody shares.
        match cell.get_or_init(|| Resolved::$variant(value)) {
            Resolved::$variant(value) => Ok(value.clone()),
            _ => Err(bad($index, stringify!($variant))),
        }
    }};
}

fn bad(index: u16, expected: &'static str) -> ClassError {
    ClassError::BadConstant { index, expected }
}

impl Pool {
    /// Scans the pool from `r`, which stands at its count.
    pub fn scan(bytes: Arc<[u8]>, r: &mut Reader<'_>) -> Result<Pool, ClassError> {
        let count = r.u16()?;
        // Every entry takes at least three bytes: a count the file cannot hold is not believed.
        let mut entries = Vec::with_capacity(usize::from(count).min(r.remaining() / 3 + 2));
        entries.push(Entry::Unusable);
        while entries.len() < usize::from(count) {
            let at = r.position();
            let entry = match r.u8()? {
                1 => {
                    let len = usize::from(r.u16()?);
                    let start = r.position();
                    r.take(len)?;
                    Entry::Utf8 { start, len }
                }
                3 => Entry::Int(r.i32()?),
                4 => Entry::Float(f32::from_bits(r.u32()?)),
                5 => Entry::Long(r.i64()?),
                6 => Entry::Double(f64::from_bits(r.i64()? as u64)),
                7 => Entry::Class(r.u16()?),
                8 => Entry::String(r.u16()?),
                9 => Entry::Field(r.u16()?, r.u16()?),
                10 => Entry::Method(r.u16()?, r.u16()?),
                11 => Entry::InterfaceMethod(r.u16()?, r.u16()?),
                12 => Entry::NameAndType(r.u16()?, r.u16()?),
                15 => Entry::MethodHandle(r.u8()?, r.u16()?),
                16 => Entry::MethodType(r.u16()?),
                17 => Entry::Dynamic(r.u16()?, r.u16()?),
                18 => Entry::InvokeDynamic(r.u16()?, r.u16()?),
                19 | 20 => {
                    r.u16()?;
                    Entry::Other
                }
                _ => {
                    return Err(ClassError::Malformed {
                        what: "constant pool tag",
                        at,
                    });
                }
            };
            entries.push(entry);
            if matches!(entry, Entry::Long(_) | Entry::Double(_)) {
                entries.push(Entry::Unusable);
            }
        }
        let resolved = entries.iter().map(|_| OnceLock::new()).collect();
        Ok(Pool {
            bytes,
            entries,
            resolved,
            bootstraps: OnceLock::new(),
        })
    }

    /// Reads the `BootstrapMethods` attribute.
    pub fn read_bootstraps(&self, r: &mut Reader<'_>) -> Result<(), ClassError> {
        let count = r.u16()?;
        let mut bootstraps = Vec::new();
        for _ in 0..count {
            let handle = r.u16()?;
            let args = r.u16()?;
            let args = (0..args).map(|_| r.u16()).collect::<Result<_, _>>()?;
            bootstraps.push(RawBootstrap {
                handle,
                args,
                resolved: OnceLock::new(),
            });
        }
        let at = r.position();
        self.bootstraps
            .set(bootstraps)
            .map_err(|_| ClassError::Malformed {
                what: "second BootstrapMethods attribute",
                at,
            })
    }

    fn entry(&self, index: u16, expected: &'static str) -> Result<Entry, ClassError> {
        self.entries
            .get(usize::from(index))
            .copied()
            .ok_or_else(|| bad(index, expected))
    }

    fn cell(&self, index: u16) -> Result<&OnceLock<Resolved>, ClassError> {
        self.resolved
            .get(usize::from(index))
            .ok_or_else(|| bad(index, "constant"))
    }

    fn utf16(&self, index: u16) -> Result<Vec<u16>, ClassError> {
        match self.entry(index, "text")? {
            Entry::Utf8 { start, len } => decode_modified_utf8(&self.bytes[start..start + len])
                .ok_or(ClassError::Malformed {
                    what: "modified UTF-8",
                    at: start,
                }),
            _ => Err(bad(index, "text")),
        }
    }

    pub fn utf8(&self, index: u16) -> Result<Name, ClassError> {
        cached!(self, index, Name, {
            let Entry::Utf8 { start, len } = self.entry(index, "text")? else {
                return Err(bad(index, "text"));
            };
            let bytes = &self.bytes[start..start + len];
            match std::str::from_utf8(bytes) {
                // Plain ASCII, nearly always. NUL is the one ASCII byte that modified UTF-8 forbids.
                Ok(text) if text.is_ascii() && !bytes.contains(&0) => intern(text),
                _ => intern(&String::from_utf16_lossy(&self.utf16(index)?)),
            }
        })
    }

    pub fn optional_utf8(&self, index: u16) -> Result<Option<Name>, ClassError> {
        if index == 0 {
            Ok(None)
        } else {
            self.utf8(index).map(Some)
        }
    }

    pub fn class(&self, index: u16) -> Result<Arc<ClassRef>, ClassError> {
        cached!(self, index, Class, {
            let Entry::Class(name) = self.entry(index, "class")? else {
                return Err(bad(index, "class"));
            };
            let name = self.utf8(name)?;
            let ty = FieldType::from_class_name(&name)?;
            Arc::new(ClassRef {
                id: RefId::next(),
                name,
                ty,
            })
        })
    }

    /// The name of a class constant that must not be an array.
    pub fn class_name(&self, index: u16) -> Result<Name, ClassError> {
        let class = self.class(index)?;
        match class.ty {
            FieldType::Object(_) => Ok(class.name.clone()),
            _ => Err(bad(index, "class that is not an array")),
        }
    }

    pub fn optional_class_name(&self, index: u16) -> Result<Option<Name>, ClassError> {
        if index == 0 {
            Ok(None)
        } else {
            self.class_name(index).map(Some)
        }
    }

    pub fn name_and_type(&self, index: u16) -> Result<(Name, Name), ClassError> {
        match self.entry(index, "name and type")? {
            Entry::NameAndType(name, ty) => Ok((self.utf8(name)?, self.utf8(ty)?)),
            _ => Err(bad(index, "name and type")),
        }
    }

    pub fn field(&self, index: u16) -> Result<Arc<FieldRef>, ClassError> {
        cached!(self, index, Field, {
            let Entry::Field(class, member) = self.entry(index, "field")? else {
                return Err(bad(index, "field"));
            };
            let class = self.class_name(class)?;
            let (name, descriptor) = self.name_and_type(member)?;
            let ty = FieldType::parse(&descriptor)?;
            Arc::new(FieldRef {
                id: RefId::next(),
                class,
                name,
                descriptor,
                ty,
            })
        })
    }

    /// A `Methodref` or an `InterfaceMethodref`.
    pub fn method(&self, index: u16) -> Result<Arc<MethodRef>, ClassError> {
        cached!(self, index, Method, {
            let (class, member, is_interface) = match self.entry(index, "method")? {
                Entry::Method(class, member) => (class, member, false),
                Entry::InterfaceMethod(class, member) => (class, member, true),
                _ => return Err(bad(index, "method")),
            };
            let class = self.class(class)?.name.clone();
            let (name, descriptor) = self.name_and_type(member)?;
            let descriptor = Arc::new(MethodDescriptor::parse(&descriptor)?);
            Arc::new(MethodRef {
                id: RefId::next(),
                class,
                name,
                descriptor,
                is_interface,
            })
        })
    }

    fn method_type(&self, index: u16) -> Result<Arc<MethodDescriptor>, ClassError> {
        cached!(self, index, MethodType, {
            let Entry::MethodType(text) = self.entry(index, "method type")? else {
                return Err(bad(index, "method type"));
            };
            Arc::new(MethodDescriptor::parse(&self.utf8(text)?)?)
        })
    }

    fn method_handle(&self, index: u16) -> Result<Arc<MethodHandle>, ClassError> {
        cached!(self, index, MethodHandle, {
            let Entry::MethodHandle(kind, member) = self.entry(index, "method handle")? else {
                return Err(bad(index, "method handle"));
            };
            use HandleKind::*;
            let kind = match kind {
                1 => GetField,
                2 => GetStatic,
                3 => PutField,
                4 => PutStatic,
                5 => InvokeVirtual,
                6 => InvokeStatic,
                7 => InvokeSpecial,
                8 => NewInvokeSpecial,
                9 => InvokeInterface,
                _ => return Err(bad(index, "method handle")),
            };
            Arc::new(match kind {
                GetField | GetStatic | PutField | PutStatic => MethodHandle::Field {
                    kind,
                    field: self.field(member)?,
                },
                _ => MethodHandle::Method {
                    kind,
                    method: self.method(member)?,
                },
            })
        })
    }

    /// What an `invokedynamic` names.
    pub fn call_site(&self, index: u16) -> Result<Arc<CallSite>, ClassError> {
        cached!(self, index, CallSite, {
            let Entry::InvokeDynamic(bootstrap, member) = self.entry(index, "call site")? else {
                return Err(bad(index, "call site"));
            };
            let (name, descriptor) = self.name_and_type(member)?;
            let descriptor = Arc::new(MethodDescriptor::parse(&descriptor)?);
            let bootstrap = self.bootstrap(bootstrap)?;
            Arc::new(CallSite {
                id: RefId::next(),
                name,
                descriptor,
                bootstrap,
            })
        })
    }

    pub fn bootstrap(&self, index: u16) -> Result<Arc<BootstrapMethod>, ClassError> {
        self.bootstrap_at(index, 0)
    }

    fn bootstrap_at(&self, index: u16, depth: u32) -> Result<Arc<BootstrapMethod>, ClassError> {
        let raw = self
            .bootstraps
            .get()
            .and_then(|b| b.get(usize::from(index)));
        let raw = raw.ok_or_else(|| bad(index, "bootstrap method"))?;
        if let Some(done) = raw.resolved.get() {
            return Ok(done.clone());
        }
        let handle = self.method_handle(raw.handle)?;
        let args = raw
            .args
            .iter()
            .map(|&a| self.loadable_at(a, depth + 1))
            .collect::<Result<_, _>>()?;
        Ok(raw
            .resolved
            .get_or_init(|| Arc::new(BootstrapMethod { handle, args }))
            .clone())
    }

    fn dynamic(&self, index: u16, depth: u32) -> Result<Arc<DynamicConstant>, ClassError> {
        if depth > MAX_DYNAMIC_DEPTH {
            return Err(bad(index, "dynamic constant of finite depth"));
        }
        cached!(self, index, Dynamic, {
            let Entry::Dynamic(bootstrap, member) = self.entry(index, "dynamic constant")? else {
                return Err(bad(index, "dynamic constant"));
            };
            let (name, descriptor) = self.name_and_type(member)?;
            let ty = FieldType::parse(&descriptor)?;
            let bootstrap = self.bootstrap_at(bootstrap, depth)?;
            Arc::new(DynamicConstant {
                id: RefId::next(),
                name,
                descriptor,
                ty,
                bootstrap,
            })
        })
    }

    /// Anything `ldc` can load.
    pub fn loadable(&self, index: u16) -> Result<Constant, ClassError> {
        self.loadable_at(index, 0)
    }

    fn loadable_at(&self, index: u16, depth: u32) -> Result<Constant, ClassError> {
        Ok(match self.entry(index, "loadable constant")? {
            Entry::Int(v) => Constant::Int(v),
            Entry::Float(v) => Constant::Float(v),
            Entry::Long(v) => Constant::Long(v),
            Entry::Double(v) => Constant::Double(v),
            Entry::String(text) => Constant::String(self.string(index, text)?),
            Entry::Class(_) => Constant::Class(self.class(index)?),
            Entry::MethodType(_) => Constant::MethodType(self.method_type(index)?),
            Entry::MethodHandle(..) => Constant::MethodHandle(self.method_handle(index)?),
            Entry::Dynamic(..) => Constant::Dynamic(self.dynamic(index, depth)?),
            _ => return Err(bad(index, "loadable constant")),
        })
    }

    fn string(&self, index: u16, text: u16) -> Result<Arc<JavaStr>, ClassError> {
        cached!(self, index, String, Arc::new(JavaStr(self.utf16(text)?)))
    }
}

/// JVMS 4.4.7. `None` for bytes that are not modified UTF-8.
fn decode_modified_utf8(bytes: &[u8]) -> Option<Vec<u16>> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut i = 0;
    let tail = |i: usize| {
        bytes
            .get(i)
            .filter(|&&b| b & 0xC0 == 0x80)
            .map(|&b| u16::from(b & 0x3F))
    };
    while let Some(&b) = bytes.get(i) {
        let unit = u16::from(b);
        match b {
            0x01..=0x7F => {
                out.push(unit);
                i += 1;
            }
            0xC0..=0xDF => {
                out.push((unit & 0x1F) << 6 | tail(i + 1)?);
                i += 2;
            }
            0xE0..=0xEF => {
                out.push((unit & 0x0F) << 12 | tail(i + 1)? << 6 | tail(i + 2)?);
                i += 3;
            }
            _ => return None,
        }
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modified_utf8_keeps_nul_and_surrogates() {
        assert_eq!(decode_modified_utf8(b"a\xC0\x80b"), Some(vec![97, 0, 98]));
        assert_eq!(
            decode_modified_utf8(&[0xED, 0xA0, 0x80]),
            Some(vec![0xD800])
        );
        assert_eq!(decode_modified_utf8(&[0xC3, 0xA9]), Some(vec![0xE9]));
    }

    #[test]
    fn broken_modified_utf8_is_refused() {
        for bytes in [
            &[0u8][..],
            &[0xC3],
            &[0xE0, 0x80],
            &[0x80],
            &[0xF0, 0x80, 0x80, 0x80],
            &[0xC3, 0x41],
        ] {
            assert_eq!(decode_modified_utf8(bytes), None, "{bytes:?}");
        }
    }
}
