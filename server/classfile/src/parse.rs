//! Reads a class file's structure. Bodies are only located here; `decode` reads them when they are first needed.

use crate::class::*;
use crate::constant::Constant;
use crate::descriptor::{FieldType, MethodDescriptor};
use crate::error::ClassError;
use crate::name::Name;
use crate::pool::Pool;
use crate::reader::Reader;
use std::sync::{Arc, OnceLock};

const OLDEST: u16 = 45;
const NEWEST: u16 = 69;

pub(crate) fn parse_class(bytes: Arc<[u8]>) -> Result<ClassFile, ClassError> {
    let whole = bytes.clone();
    let mut r = Reader::new(&whole);
    if r.u32()? != 0xCAFE_BABE {
        return Err(ClassError::BadMagic);
    }
    let minor = r.u16()?;
    let major = r.u16()?;
    if !(OLDEST..=NEWEST).contains(&major) {
        return Err(ClassError::Version { major, minor });
    }
    let pool = Arc::new(Pool::scan(bytes, &mut r)?);
    let access = Access(r.u16()?);
    let name = pool.class_name(r.u16()?)?;
    let super_name = pool.optional_class_name(r.u16()?)?;
    let interfaces = names(&mut r, &pool)?;
    let fields = many(&mut r, |r| field(r, &pool))?;
    let methods = many(&mut r, |r| method(r, &pool))?;
    let mut class = ClassFile {
        major,
        minor,
        access,
        name,
        super_name,
        interfaces,
        fields,
        methods,
        source_file: None,
        signature: None,
        nest_host: None,
        nest_members: Vec::new(),
        permitted_subclasses: None,
        record: None,
        inner_classes: Vec::new(),
        enclosing_method: None,
        pool,
    };
    attributes(&mut r, &class.pool.clone(), |name, r| {
        class_attribute(&mut class, name, r)
    })?;
    if r.remaining() != 0 {
        return Err(ClassError::Malformed {
            what: "bytes after the end of the class",
            at: r.position(),
        });
    }
    Ok(class)
}

fn class_attribute(
    class: &mut ClassFile,
    name: &str,
    r: &mut Reader<'_>,
) -> Result<(), ClassError> {
    let pool = &class.pool;
    match name {
        "SourceFile" => class.source_file = Some(pool.utf8(r.u16()?)?),
        "Signature" => class.signature = Some(pool.utf8(r.u16()?)?),
        "NestHost" => class.nest_host = Some(pool.class_name(r.u16()?)?),
        "NestMembers" => class.nest_members = names(r, pool)?,
        "PermittedSubclasses" => class.permitted_subclasses = Some(names(r, pool)?),
        "BootstrapMethods" => pool.read_bootstraps(r)?,
        "InnerClasses" => {
            class.inner_classes = many(r, |r| {
                Ok(InnerClass {
                    inner: pool.class_name(r.u16()?)?,
                    outer: pool.optional_class_name(r.u16()?)?,
                    simple_name: pool.optional_utf8(r.u16()?)?,
                    access: Access(r.u16()?),
                })
            })?;
        }
        "EnclosingMethod" => {
            let outer = pool.class_name(r.u16()?)?;
            let method = r.u16()?;
            let method = if method == 0 {
                None
            } else {
                Some(pool.name_and_type(method)?)
            };
            class.enclosing_method = Some(EnclosingMethod {
                class: outer,
                method,
            });
        }
        "Record" => class.record = Some(many(r, |r| record_component(r, pool))?),
        _ => {}
    }
    Ok(())
}

fn record_component(r: &mut Reader<'_>, pool: &Pool) -> Result<RecordComponent, ClassError> {
    let name = pool.utf8(r.u16()?)?;
    let descriptor = pool.utf8(r.u16()?)?;
    let mut signature = None;
    attributes(r, pool, |name, r| {
        if name == "Signature" {
            signature = Some(pool.utf8(r.u16()?)?);
        }
        Ok(())
    })?;
    Ok(RecordComponent {
        name,
        descriptor,
        signature,
    })
}

fn field(r: &mut Reader<'_>, pool: &Pool) -> Result<Field, ClassError> {
    let access = Access(r.u16()?);
    let name = pool.utf8(r.u16()?)?;
    let descriptor = pool.utf8(r.u16()?)?;
    let ty = FieldType::parse(&descriptor)?;
    let (mut signature, mut constant_value) = (None, None);
    attributes(r, pool, |name, r| {
        match name {
            "Signature" => signature = Some(pool.utf8(r.u16()?)?),
            "ConstantValue" => constant_value = Some(constant(r.u16()?, &ty, pool)?),
            _ => {}
        }
        Ok(())
    })?;
    Ok(Field {
        access,
        name,
        descriptor,
        ty,
        signature,
        constant_value,
    })
}

/// A `ConstantValue` must be of the field's type, or the engine would put a wrong kind of value there.
fn constant(index: u16, ty: &FieldType, pool: &Pool) -> Result<Constant, ClassError> {
    use crate::descriptor::Primitive as P;
    let value = pool.loadable(index)?;
    let fits = match (&value, ty) {
        (Constant::Int(_), FieldType::Primitive(p)) => !matches!(p, P::Long | P::Float | P::Double),
        (Constant::Long(_), FieldType::Primitive(p)) => *p == P::Long,
        (Constant::Float(_), FieldType::Primitive(p)) => *p == P::Float,
        (Constant::Double(_), FieldType::Primitive(p)) => *p == P::Double,
        (Constant::String(_), FieldType::Object(name)) => &**name == "java/lang/String",
        _ => false,
    };
    if fits {
        Ok(value)
    } else {
        Err(ClassError::BadConstant {
            index,
            expected: "value of the field's type",
        })
    }
}

fn method(r: &mut Reader<'_>, pool: &Arc<Pool>) -> Result<Method, ClassError> {
    let access = Access(r.u16()?);
    let name = pool.utf8(r.u16()?)?;
    let descriptor = Arc::new(MethodDescriptor::parse(&pool.utf8(r.u16()?)?)?);
    let (mut signature, mut exceptions, mut raw) = (None, Vec::new(), None);
    attributes(r, pool, |name, r| {
        match name {
            "Signature" => signature = Some(pool.utf8(r.u16()?)?),
            "Exceptions" => exceptions = names(r, pool)?,
            "Code" => {
                raw = Some(RawCode {
                    pool: pool.clone(),
                    start: r.position(),
                    len: r.remaining(),
                });
            }
            _ => {}
        }
        Ok(())
    })?;
    Ok(Method {
        access,
        name,
        descriptor,
        signature,
        exceptions,
        raw,
        decoded: OnceLock::new(),
    })
}

/// A count and that many things. Nothing is reserved up front: the bytes must be there first.
pub(crate) fn many<T>(
    r: &mut Reader<'_>,
    mut one: impl FnMut(&mut Reader<'_>) -> Result<T, ClassError>,
) -> Result<Vec<T>, ClassError> {
    let count = r.u16()?;
    (0..count).map(|_| one(r)).collect()
}

fn names(r: &mut Reader<'_>, pool: &Pool) -> Result<Vec<Name>, ClassError> {
    many(r, |r| pool.class_name(r.u16()?))
}

/// Calls `read` with each attribute's name and a reader of just its bytes.
pub(crate) fn attributes(
    r: &mut Reader<'_>,
    pool: &Pool,
    mut read: impl FnMut(&str, &mut Reader<'_>) -> Result<(), ClassError>,
) -> Result<(), ClassError> {
    for _ in 0..r.u16()? {
        let name = pool.utf8(r.u16()?)?;
        let len = r.u32()? as usize;
        read(&name, &mut r.sub(len)?)?;
    }
    Ok(())
}
