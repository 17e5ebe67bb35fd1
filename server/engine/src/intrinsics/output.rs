//! `System.out` and `System.err`: printed in concrete mode, swallowed in symbolic mode. What is printed is still turned
//! into text by Java code, as that code is the program's (`toString`) and can fail. Other streams are ordinary objects.

use super::*;
use crate::machine::unknown;
use crate::state::NativeThen;
use crate::value::{Ref, Value};
use proviso_classfile::FieldType;

const STREAM: &str = "java/io/PrintStream";

/// Which standard stream an object is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stream {
    Out,
    Err,
}

pub(super) const TABLE: &[Entry] = &[
    entry(
        STREAM,
        "print",
        "*",
        print,
        "standard streams: kept in concrete mode, dropped in symbolic mode",
    ),
    entry(
        STREAM,
        "println",
        "*",
        println,
        "standard streams: kept in concrete mode, dropped in symbolic mode",
    ),
    entry(
        STREAM,
        "write",
        "*",
        write,
        "standard streams: kept in concrete mode, dropped in symbolic mode",
    ),
    entry(
        STREAM,
        "flush",
        "()V",
        flush,
        "standard streams: nothing to do",
    ),
    entry(
        STREAM,
        "close",
        "()V",
        flush,
        "standard streams: nothing to do",
    ),
    entry(
        STREAM,
        "ensureOpen",
        "()V",
        flush,
        "standard streams are open",
    ),
    entry(
        STREAM,
        "checkError",
        "()Z",
        check_error,
        "standard streams: false",
    ),
];

fn stream(m: &mut Machine, st: &mut State, method: &Method) -> R<Option<Stream>> {
    let this = non_null_arg(m, st, method, 0)?;
    Ok(native_data::<Stream>(st, this).copied())
}

fn put(m: &Machine, st: &mut State, stream: Stream, text: &str) {
    if is_concrete(m) {
        let sink = if stream == Stream::Out {
            &mut st.natives.output
        } else {
            &mut st.natives.errors
        };
        Rc::make_mut(sink).push_str(text);
    }
}

fn print(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    print_with(m, st, method, "")
}

fn println(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    print_with(m, st, method, "\n")
}

fn print_with(m: &mut Machine, st: &mut State, method: &Rc<Method>, end: &'static str) -> R<()> {
    let Some(stream) = stream(m, st, method)? else {
        return run_bytecode(m, st, method);
    };
    let Some(ty) = method.descriptor.params.first() else {
        put(m, st, stream, end);
        return finish(m, st, method, None);
    };
    let value = arg(st, method, 1);
    let is_string = matches!(ty, FieldType::Object(name) if &**name == "java/lang/String");
    if is_string {
        let text = match value {
            Value::Ref(r) if is_concrete(m) => match m.object_of(st, r)? {
                Some(string) => known_text(m, st, string)?,
                None => "null".to_owned(),
            },
            _ => String::new(),
        };
        put(m, st, stream, &format!("{text}{end}"));
        return finish(m, st, method, None);
    }
    // A number's text has no effect and cannot fail: nothing to run when nobody sees it.
    if !is_concrete(m) && !ty.is_reference() {
        return finish(m, st, method, None);
    }
    let parameter = match ty {
        FieldType::Primitive(p) => p.descriptor_char().to_string(),
        FieldType::Array(_) => "[C".to_owned(),
        FieldType::Object(_) => "Ljava/lang/Object;".to_owned(),
    };
    let value_of = find_method(
        m,
        "java/lang/String",
        "valueOf",
        &format!("({parameter})Ljava/lang/String;"),
    )?;
    let number = |m: &mut Machine, n: i32| Value::Int(m.terms.int(n));
    let data = vec![
        number(m, i32::from(stream == Stream::Err)),
        number(m, i32::from(!end.is_empty())),
    ];
    let then = NativeThen {
        run: printed,
        data: data.into(),
        caught: None,
    };
    call_then(m, st, &value_of, vec![value], then)
}

/// `String.valueOf` has answered: the stream and the value printed are still on the stack.
fn printed(m: &mut Machine, st: &mut State, data: &[Value], result: Option<Value>) -> R<()> {
    let flag =
        |v: Option<&Value>| v.and_then(|v| v.term()).and_then(|t| m.terms.as_int(t)) == Some(1);
    let stream = if flag(data.first()) {
        Stream::Err
    } else {
        Stream::Out
    };
    let end = if flag(data.get(1)) { "\n" } else { "" };
    let text = match result.and_then(Value::reference).map(|r| st.deref(r)) {
        Some(Ref::Object(string)) if is_concrete(m) => known_text(m, st, string)?,
        _ => "null".to_owned(),
    };
    put(m, st, stream, &format!("{text}{end}"));
    let frame = st.top_mut();
    frame.drop(2);
    frame.at += 1;
    frame.call_checked = false;
    Ok(())
}

fn known_text(m: &Machine, st: &State, string: ObjectId) -> R<String> {
    match string_text(m, st, string) {
        Some(text) => Ok(text),
        None => unknown("printing an unknown text"),
    }
}

fn write(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let Some(stream) = stream(m, st, method)? else {
        return run_bytecode(m, st, method);
    };
    if !is_concrete(m) {
        return finish(m, st, method, None);
    }
    let text = match &*method.descriptor.text {
        "(I)V" => String::from_utf8_lossy(&[int_arg(m, st, method, 1)? as u8]).into_owned(),
        "(Ljava/lang/String;)V" => {
            let string = non_null_arg(m, st, method, 1)?;
            known_text(m, st, string)?
        }
        "([B)V" | "([BII)V" => {
            let array = non_null_arg(m, st, method, 1)?;
            let Some(cells) = known_cells(m, st, array) else {
                return unknown("printing unknown bytes");
            };
            let bytes: Vec<u8> = cells.iter().map(|&b| b as u8).collect();
            let range = match method.descriptor.params.len() {
                1 => 0..bytes.len(),
                _ => {
                    let (from, count) = (int_arg(m, st, method, 2)?, int_arg(m, st, method, 3)?);
                    from.max(0) as usize..(from.saturating_add(count)).max(0) as usize
                }
            };
            match bytes.get(range) {
                Some(bytes) => String::from_utf8_lossy(bytes).into_owned(),
                None => return m.throw_new(st, "java/lang/IndexOutOfBoundsException", None),
            }
        }
        other => return unknown(format!("PrintStream.write{other}")),
    };
    put(m, st, stream, &text);
    finish(m, st, method, None)
}

fn flush(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    match stream(m, st, method)? {
        Some(_) => finish(m, st, method, None),
        None => run_bytecode(m, st, method),
    }
}

fn check_error(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    match stream(m, st, method)? {
        Some(_) => finish_bool(m, st, method, false),
        None => run_bytecode(m, st, method),
    }
}
