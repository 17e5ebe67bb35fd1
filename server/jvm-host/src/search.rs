//! What is asked of and answered by the JVM that looks for calls: a state described as far as it matters, values to try
//! as arguments, and the calls that lead there.

use std::path::PathBuf;
use std::time::Duration;

use crate::compile::{CompiledClass, encode_class};
use crate::replay::{HeapObject, ObjectId, Value, decode_value, encode_object, encode_value};
use crate::wire::{Decoder, Encoder, WireError};

/// What is known of one object.
#[derive(Debug, Clone)]
pub struct WantedObject {
    pub id: ObjectId,
    /// As Java writes it: `pkg.Outer.Inner`, `int[]`.
    pub class: String,
    /// The length of an array or the size of a collection; none for an object with fields.
    pub length: Option<u32>,
    pub values: Vec<WantedValue>,
}

/// A field or an element that must have this value.
#[derive(Debug, Clone)]
pub struct WantedValue {
    /// The class that declares the field, as Java writes it, if it is not the object's own.
    pub declared_in: Option<String>,
    /// The index for an element.
    pub name: String,
    pub value: Value,
}

#[derive(Debug, Clone)]
pub struct SearchRequest {
    pub classes: Vec<CompiledClass>,
    pub class_path: Vec<PathBuf>,
    /// Objects that calls may get as arguments. One that is not wanted below too must be found by identity.
    pub at_hand: Vec<HeapObject>,
    pub wanted: Vec<WantedObject>,
    /// The object to make; it is one of the wanted.
    pub root: ObjectId,
    /// What may be called, as `pkg.Class$Inner.name(descriptor)`; constructors are called `<init>`. None: anything.
    pub callable: Option<Vec<String>>,
    /// Arguments to try, the likeliest first.
    pub values: Vec<Value>,
    /// At most so many calls after the object is there.
    pub calls: u32,
    /// At most so many sequences are tried.
    pub tries: u32,
    pub time_limit: Duration,
}

/// The first of a sequence makes the object, the others are methods of it.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundCall {
    /// None for a constructor.
    pub method: Option<String>,
    pub arguments: Vec<Value>,
}

pub(crate) fn encode(request: &SearchRequest) -> Vec<u8> {
    let mut out = Encoder::default();
    out.list(&request.classes, encode_class);
    out.paths(&request.class_path);
    out.list(&request.at_hand, encode_object);
    out.list(&request.wanted, |out, object| {
        out.u32(object.id.0);
        out.string(&object.class);
        out.u32(object.length.unwrap_or(u32::MAX));
        out.list(&object.values, |out, value| {
            out.string(value.declared_in.as_deref().unwrap_or(""));
            out.string(&value.name);
            encode_value(out, value.value);
        });
    });
    out.u32(request.root.0);
    out.list(&request.values, |out, value| encode_value(out, *value));
    out.bool(request.callable.is_some());
    let callable = request.callable.as_deref().unwrap_or_default();
    out.list(callable, |out, name| out.string(name));
    out.u32(request.calls);
    out.u32(request.tries);
    out.finish()
}

pub(crate) fn decode(input: &mut Decoder<'_>) -> Result<Option<Vec<FoundCall>>, WireError> {
    if !input.bool()? {
        return Ok(None);
    }
    let calls = input.list(|input| {
        let named = input.bool()?;
        Ok(FoundCall {
            method: if named { Some(input.string()?) } else { None },
            arguments: input.list(decode_value)?,
        })
    })?;
    Ok(Some(calls))
}
