//! What is asked of and answered by the replay JVM: a heap described object by object, a call, its outcome.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use crate::compile::{CompiledClass, encode_class};
use crate::wire::{Decoder, Encoder, WireError};

/// Names an object within one request and its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ObjectId(pub u32);

/// A value as a Java variable holds it. Floats are given by value; NaN payloads are kept.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Value {
    Null,
    Boolean(bool),
    Byte(i8),
    Char(u16),
    Short(i16),
    Int(i32),
    Long(i64),
    Float(f32),
    Double(f64),
    Ref(ObjectId),
}

#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Binary name of the class that declares the field (fields of superclasses may be hidden).
    pub declaring: String,
    pub name: String,
    pub value: Value,
}

#[derive(Debug, Clone, PartialEq)]
pub enum Body {
    /// Fields not listed have their default value: no constructor runs.
    Fields(Vec<Field>),
    Array(Vec<Value>),
    /// `interned`: the very object a literal denotes.
    Str {
        text: Vec<u16>,
        interned: bool,
    },
    /// `Integer.valueOf(…)` and its like (`cached`), or a box of its own identity.
    Boxed {
        value: Value,
        cached: bool,
    },
    EnumConstant(String),
    /// The `Class` object of the type with this binary name (`int`, `[I`, `pkg.C`).
    ClassLiteral(String),
    /// Results only: an object the JVM does not show (threads, class loaders, beyond the size limit).
    Opaque,
}

#[derive(Debug, Clone, PartialEq)]
pub struct HeapObject {
    pub id: ObjectId,
    /// Binary name as `Class.getName` gives it: `pkg.Outer$Inner`, `[I`, `[Lpkg.C;`.
    pub class: String,
    pub body: Body,
}

#[derive(Debug, Clone, PartialEq)]
pub struct StaticField {
    pub class: String,
    pub name: String,
    pub value: Value,
}

/// The method to call; private ones too. `name` may be `<init>`, then `receiver` is `None` and the new
/// object is the result.
#[derive(Debug, Clone)]
pub struct Call {
    pub class: String,
    pub name: String,
    pub descriptor: String,
    pub receiver: Option<ObjectId>,
    pub arguments: Vec<Value>,
}

#[derive(Debug, Clone)]
pub struct ReplayRequest {
    /// Classes defined afresh for this request; they hide those of the class path.
    pub classes: Arc<[CompiledClass]>,
    pub class_path: Vec<PathBuf>,
    pub objects: Vec<HeapObject>,
    /// Set after the class has been initialised.
    pub statics: Vec<StaticField>,
    pub call: Call,
    /// A static method without parameters that returns the recorded events (an array or collection; each is
    /// turned into a string): class and method name. Called after the call.
    pub events: Option<(String, String)>,
    /// A static method that is told, before the call, of the event behind which the run is to end: class, method, event.
    pub stop: Option<(String, String, String)>,
    /// Whether Java `assert` statements are executed.
    pub assertions: bool,
    /// At most so many objects are described in the result.
    pub object_limit: u32,
    pub time_limit: Duration,
    /// The call may well never end: after so long it is left running, and where it is then is the answer.
    pub patience: Option<Duration>,
}

impl ReplayRequest {
    pub fn new(call: Call) -> Self {
        ReplayRequest {
            classes: Arc::from([]),
            class_path: Vec::new(),
            objects: Vec::new(),
            statics: Vec::new(),
            call,
            events: None,
            stop: None,
            assertions: true,
            object_limit: 10_000,
            time_limit: Duration::from_secs(10),
            patience: None,
        }
    }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StackElement {
    pub class: String,
    pub method: String,
    pub file: Option<String>,
    /// 0 when unknown.
    pub line: u32,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Thrown {
    pub class: String,
    pub message: Option<String>,
    pub object: Option<ObjectId>,
    /// Innermost first.
    pub stack: Vec<StackElement>,
}

#[derive(Debug, Clone, PartialEq)]
pub enum ReplayOutcome {
    /// `None` for `void`.
    Returned(Option<Value>),
    Threw(Thrown),
    /// The patience was over; innermost first.
    Running(Vec<StackElement>),
    /// The pre-heap or the call could not be set up; nothing of the user's ran except class initialisers.
    NotReplayable(String),
}

#[derive(Debug, Clone)]
pub struct ReplayResult {
    pub outcome: ReplayOutcome,
    pub events: Vec<String>,
    /// What was printed to `System.out` and `System.err`, at most 64 KiB.
    pub output: String,
    /// Everything reachable from receiver, arguments, result, exception and the statics set before.
    /// Objects of the pre-heap keep their ids.
    pub heap: Vec<HeapObject>,
    pub statics: Vec<StaticField>,
    /// The object limit was reached.
    pub truncated: bool,
}

pub(crate) fn encode(request: &ReplayRequest) -> Vec<u8> {
    let mut out = Encoder::default();
    out.list(&request.classes, encode_class);
    out.paths(&request.class_path);
    out.list(&request.objects, encode_object);
    out.list(&request.statics, |out, field| {
        out.string(&field.class);
        out.string(&field.name);
        encode_value(out, field.value);
    });
    let call = &request.call;
    out.string(&call.class);
    out.string(&call.name);
    out.string(&call.descriptor);
    encode_value(&mut out, call.receiver.map_or(Value::Null, Value::Ref));
    out.list(&call.arguments, |out, value| encode_value(out, *value));
    let (class, method) = request
        .events
        .as_ref()
        .map_or(("", ""), |(class, method)| (class, method));
    out.string(class);
    out.string(method);
    let none = (String::new(), String::new(), String::new());
    let (class, method, event) = request.stop.as_ref().unwrap_or(&none);
    out.string(class);
    out.string(method);
    out.string(event);
    out.bool(request.assertions);
    out.u32(request.object_limit);
    let patience = request.patience.map_or(0, |patience| patience.as_millis());
    out.u32(u32::try_from(patience).unwrap_or(u32::MAX / 2));
    out.finish()
}

pub(crate) fn encode_value(out: &mut Encoder, value: Value) {
    // The payload is always eight bytes: simple, and heaps are small.
    let (tag, bits) = match value {
        Value::Null => (b'N', 0),
        Value::Boolean(value) => (b'Z', value.into()),
        Value::Byte(value) => (b'B', i64::from(value) as u64),
        Value::Char(value) => (b'C', value.into()),
        Value::Short(value) => (b'S', i64::from(value) as u64),
        Value::Int(value) => (b'I', i64::from(value) as u64),
        Value::Long(value) => (b'J', value as u64),
        Value::Float(value) => (b'F', value.to_bits().into()),
        Value::Double(value) => (b'D', value.to_bits()),
        Value::Ref(id) => (b'L', id.0.into()),
    };
    out.u8(tag);
    out.u64(bits);
}

pub(crate) fn encode_object(out: &mut Encoder, object: &HeapObject) {
    out.u32(object.id.0);
    out.string(&object.class);
    match &object.body {
        Body::Fields(fields) => {
            out.u8(0);
            out.list(fields, |out, field| {
                out.string(&field.declaring);
                out.string(&field.name);
                encode_value(out, field.value);
            });
        }
        Body::Array(elements) => {
            out.u8(1);
            out.list(elements, |out, value| encode_value(out, *value));
        }
        Body::Str { text, interned } => {
            out.u8(2);
            out.utf16(text);
            out.bool(*interned);
        }
        Body::Boxed { value, cached } => {
            out.u8(3);
            encode_value(out, *value);
            out.bool(*cached);
        }
        Body::EnumConstant(name) => {
            out.u8(4);
            out.string(name);
        }
        Body::ClassLiteral(name) => {
            out.u8(5);
            out.string(name);
        }
        Body::Opaque => out.u8(6),
    }
}

pub(crate) fn decode(input: &mut Decoder<'_>) -> Result<ReplayResult, WireError> {
    let outcome = match input.u8()? {
        0 => ReplayOutcome::Returned(None),
        1 => ReplayOutcome::Returned(Some(decode_value(input)?)),
        2 => ReplayOutcome::Threw(decode_thrown(input)?),
        3 => ReplayOutcome::NotReplayable(input.string()?),
        4 => ReplayOutcome::Running(decode_stack(input)?),
        other => return Err(WireError(format!("outcome {other}"))),
    };
    Ok(ReplayResult {
        outcome,
        events: input.list(|input| input.string())?,
        output: input.string()?,
        heap: input.list(decode_object)?,
        statics: input.list(|input| {
            Ok(StaticField {
                class: input.string()?,
                name: input.string()?,
                value: decode_value(input)?,
            })
        })?,
        truncated: input.bool()?,
    })
}

fn decode_thrown(input: &mut Decoder<'_>) -> Result<Thrown, WireError> {
    Ok(Thrown {
        class: input.string()?,
        message: optional(input)?,
        object: match decode_value(input)? {
            Value::Ref(id) => Some(id),
            _ => None,
        },
        stack: decode_stack(input)?,
    })
}

fn decode_stack(input: &mut Decoder<'_>) -> Result<Vec<StackElement>, WireError> {
    input.list(|input| {
        Ok(StackElement {
            class: input.string()?,
            method: input.string()?,
            file: optional(input)?,
            line: u32::try_from(input.i32()?).unwrap_or(0),
        })
    })
}

fn optional(input: &mut Decoder<'_>) -> Result<Option<String>, WireError> {
    Ok(if input.bool()? {
        Some(input.string()?)
    } else {
        None
    })
}

pub(crate) fn decode_value(input: &mut Decoder<'_>) -> Result<Value, WireError> {
    let tag = input.u8()?;
    let bits = input.u64()?;
    Ok(match tag {
        b'N' => Value::Null,
        b'Z' => Value::Boolean(bits != 0),
        b'B' => Value::Byte(bits as i8),
        b'C' => Value::Char(bits as u16),
        b'S' => Value::Short(bits as i16),
        b'I' => Value::Int(bits as i32),
        b'J' => Value::Long(bits as i64),
        b'F' => Value::Float(f32::from_bits(bits as u32)),
        b'D' => Value::Double(f64::from_bits(bits)),
        b'L' => Value::Ref(ObjectId(bits as u32)),
        other => return Err(WireError(format!("value tag {other}"))),
    })
}

fn decode_object(input: &mut Decoder<'_>) -> Result<HeapObject, WireError> {
    let id = ObjectId(input.u32()?);
    let class = input.string()?;
    let body = match input.u8()? {
        0 => Body::Fields(input.list(|input| {
            Ok(Field {
                declaring: input.string()?,
                name: input.string()?,
                value: decode_value(input)?,
            })
        })?),
        1 => Body::Array(input.list(decode_value)?),
        2 => Body::Str {
            text: input.utf16()?,
            interned: input.bool()?,
        },
        3 => Body::Boxed {
            value: decode_value(input)?,
            cached: input.bool()?,
        },
        4 => Body::EnumConstant(input.string()?),
        5 => Body::ClassLiteral(input.string()?),
        6 => Body::Opaque,
        other => return Err(WireError(format!("object body {other}"))),
    };
    Ok(HeapObject { id, class, body })
}
