//! Doors for the fuzzer (the example `fuzz_files` of the checker) to what reads bytes of side-cars and jars.

use std::path::Path;

use crate::wire::{Decoder, Encoder};
use crate::{compile, confine, replay, search};

/// Reads bytes as each kind of reply.
pub fn replies(bytes: &[u8]) {
    // An error is an answer.
    let _ = compile::decode(&mut Decoder::new(bytes));
    let _ = replay::decode(&mut Decoder::new(bytes));
    let _ = search::decode(&mut Decoder::new(bytes));
}

/// Bytes that are much like a reply.
pub fn reply() -> Vec<u8> {
    let mut out = Encoder::default();
    for number in 0..4 {
        out.list(&["p.A", "p.A$Inner"], |out, name| {
            out.string(name);
            out.bytes(&[0xca, 0xfe, 0xba, 0xbe]);
        });
        out.u8(number);
        out.u32(u32::from(number));
        out.u64(7);
        out.bool(true);
        out.utf16(&[97, 0xd800]);
    }
    out.finish()
}

/// Reads the manifest of a jar.
pub fn manifest(jar: &Path) {
    let _ = confine::jars::named_by([jar.to_owned()].iter());
}
