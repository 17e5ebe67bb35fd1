//! Resources of the project: files beside its classes, found on the class path as the JVM finds them.

use super::*;
use crate::machine::unknown;
use crate::value::{Ref, Value};

pub(super) const TABLE: &[Entry] = &[entry(
    "java/lang/Class",
    "getResourceAsStream",
    "(Ljava/lang/String;)Ljava/io/InputStream;",
    stream,
    "of classes of the project, for names known in the text, up to 64 KiB; a `ByteArrayInputStream`",
)];

/// Larger ones are not copied into every state.
const MOST_BYTES: usize = 1 << 16;

fn stream(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = class_arg(m, st, method, 0)?;
    if !m.classes.get(class).project {
        return run_bytecode(m, st, method);
    }
    let name = non_null_arg(m, st, method, 1)?;
    let Some(name) = string_text(m, st, name) else {
        return unknown("a resource of an unknown name");
    };
    // Class.resolveName: without a leading slash beside the class.
    let path = match name.strip_prefix('/') {
        Some(absolute) => absolute.to_owned(),
        None => match m.classes.get(class).name.rsplit_once('/') {
            Some((package, _)) => format!("{package}/{name}"),
            None => name.clone(),
        },
    };
    let bytes = match m.classes.resource(&path) {
        Ok(Some(bytes)) if bytes.len() <= MOST_BYTES => bytes,
        Ok(Some(_)) => return unknown(format!("the resource {path} is larger than 64 KiB")),
        Ok(None) => return finish(m, st, method, Some(Value::Ref(Ref::Null))),
        Err(error) => return unknown(format!("the resource {path}: {error}")),
    };
    let array = m.classes.load("[B")?;
    let count = Value::Int(m.terms.int(bytes.len() as i32));
    let cells = bytes
        .into_iter()
        .map(|byte| Value::Int(m.terms.int(i32::from(byte as i8))))
        .collect();
    let buffer = m.allocate_array(st, array, cells);
    let class = m.classes.load("java/io/ByteArrayInputStream")?;
    m.initialise(st, class)?;
    let stream = m.allocate(st, class);
    for (field, value) in [("buf", Value::Ref(Ref::Object(buffer))), ("count", count)] {
        let Some(slot) = m.classes.field_slot(class, field) else {
            return unknown("a ByteArrayInputStream of another JDK");
        };
        m.write_field(st, stream, slot, value)?;
    }
    finish_ref(m, st, method, stream)
}
