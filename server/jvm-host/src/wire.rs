//! The message encoding shared with `Wire.java`: big-endian numbers, counted strings and lists.
//!
//! A frame is a `u32` length and that many bytes. Decoding checks every count against the bytes that are
//! really there, so that a broken peer yields an error and never a huge allocation.

use std::path::PathBuf;

/// A message could not be decoded: the peer speaks another language or was cut off.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("malformed message from the JVM: {0}")]
pub struct WireError(pub String);

#[derive(Default)]
pub struct Encoder {
    bytes: Vec<u8>,
}

impl Encoder {
    pub fn finish(self) -> Vec<u8> {
        self.bytes
    }

    pub fn u8(&mut self, value: u8) {
        self.bytes.push(value);
    }

    pub fn bool(&mut self, value: bool) {
        self.u8(value.into());
    }

    pub fn u32(&mut self, value: u32) {
        self.bytes.extend(value.to_be_bytes());
    }

    pub fn u64(&mut self, value: u64) {
        self.bytes.extend(value.to_be_bytes());
    }

    pub fn bytes(&mut self, value: &[u8]) {
        self.u32(value.len() as u32);
        self.bytes.extend(value);
    }

    pub fn string(&mut self, value: &str) {
        self.bytes(value.as_bytes());
    }

    /// Java strings may hold unpaired surrogates, so heap strings travel as UTF-16 units.
    pub fn utf16(&mut self, value: &[u16]) {
        self.u32(value.len() as u32);
        for unit in value {
            self.bytes.extend(unit.to_be_bytes());
        }
    }

    pub fn paths(&mut self, paths: &[PathBuf]) {
        self.list(paths, |out, path| out.string(&path.to_string_lossy()));
    }

    pub fn list<T>(&mut self, items: &[T], mut each: impl FnMut(&mut Self, &T)) {
        self.u32(items.len() as u32);
        for item in items {
            each(self, item);
        }
    }
}

pub struct Decoder<'a> {
    rest: &'a [u8],
}

impl<'a> Decoder<'a> {
    pub fn new(bytes: &'a [u8]) -> Self {
        Decoder { rest: bytes }
    }

    fn take(&mut self, count: usize) -> Result<&'a [u8], WireError> {
        if count > self.rest.len() {
            return Err(WireError(format!(
                "{count} bytes expected, {} left",
                self.rest.len()
            )));
        }
        let (taken, rest) = self.rest.split_at(count);
        self.rest = rest;
        Ok(taken)
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], WireError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N)?);
        Ok(array)
    }

    pub fn u8(&mut self) -> Result<u8, WireError> {
        Ok(self.array::<1>()?[0])
    }

    pub fn bool(&mut self) -> Result<bool, WireError> {
        Ok(self.u8()? != 0)
    }

    pub fn u32(&mut self) -> Result<u32, WireError> {
        Ok(u32::from_be_bytes(self.array()?))
    }

    pub fn i32(&mut self) -> Result<i32, WireError> {
        Ok(self.u32()? as i32)
    }

    pub fn u64(&mut self) -> Result<u64, WireError> {
        Ok(u64::from_be_bytes(self.array()?))
    }

    pub fn bytes(&mut self) -> Result<&'a [u8], WireError> {
        let count = self.u32()? as usize;
        self.take(count)
    }

    pub fn string(&mut self) -> Result<String, WireError> {
        Ok(String::from_utf8_lossy(self.bytes()?).into_owned())
    }

    pub fn utf16(&mut self) -> Result<Vec<u16>, WireError> {
        let count = self.u32()? as usize;
        let bytes = self.take(count.saturating_mul(2))?;
        Ok(bytes
            .chunks_exact(2)
            .map(|pair| u16::from_be_bytes([pair[0], pair[1]]))
            .collect())
    }

    pub fn list<T>(
        &mut self,
        mut each: impl FnMut(&mut Self) -> Result<T, WireError>,
    ) -> Result<Vec<T>, WireError> {
        let count = self.u32()? as usize;
        // An item takes at least one byte: a larger count is nonsense and must not reserve memory.
        if count > self.rest.len() {
            return Err(WireError(format!(
                "a list of {count} items in {} bytes",
                self.rest.len()
            )));
        }
        (0..count).map(|_| each(self)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_encoded_is_decoded() {
        let mut out = Encoder::default();
        out.u8(7);
        out.bool(true);
        out.u32(u32::MAX);
        out.u64(1 << 40);
        out.string("naïve 𝄞");
        out.utf16(&[0xd800, 0x41]);
        out.list(&[1u32, 2, 3], |out, item| out.u32(*item));
        let bytes = out.finish();
        let mut input = Decoder::new(&bytes);
        assert_eq!(input.u8().unwrap(), 7);
        assert!(input.bool().unwrap());
        assert_eq!(input.i32().unwrap(), -1);
        assert_eq!(input.u64().unwrap(), 1 << 40);
        assert_eq!(input.string().unwrap(), "naïve 𝄞");
        assert_eq!(input.utf16().unwrap(), [0xd800, 0x41]);
        assert_eq!(input.list(|input| input.u32()).unwrap(), [1, 2, 3]);
        assert!(input.u8().is_err());
    }

    #[test]
    fn absurd_counts_are_refused() {
        assert!(Decoder::new(&[0xff; 8]).bytes().is_err());
        assert!(Decoder::new(&[0xff; 8]).utf16().is_err());
        assert!(Decoder::new(&[0xff; 8]).list(|input| input.u8()).is_err());
    }
}
