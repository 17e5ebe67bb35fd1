//! A cursor over big-endian bytes that cannot run past the end.

use crate::error::ClassError;

#[derive(Clone)]
pub(crate) struct Reader<'b> {
    bytes: &'b [u8],
    at: usize,
    end: usize,
}

impl<'b> Reader<'b> {
    pub fn new(bytes: &'b [u8]) -> Reader<'b> {
        Reader {
            bytes,
            at: 0,
            end: bytes.len(),
        }
    }

    /// A reader over `start..start + len` that still reports positions in the whole file.
    pub fn range(bytes: &'b [u8], start: usize, len: usize) -> Result<Reader<'b>, ClassError> {
        match start.checked_add(len) {
            Some(end) if end <= bytes.len() => Ok(Reader {
                bytes,
                at: start,
                end,
            }),
            _ => Err(ClassError::Truncated { at: bytes.len() }),
        }
    }

    pub fn position(&self) -> usize {
        self.at
    }

    pub fn remaining(&self) -> usize {
        self.end - self.at
    }

    pub fn take(&mut self, len: usize) -> Result<&'b [u8], ClassError> {
        if len > self.remaining() {
            return Err(ClassError::Truncated { at: self.end });
        }
        let taken = &self.bytes[self.at..self.at + len];
        self.at += len;
        Ok(taken)
    }

    /// The next `len` bytes as a reader of their own; this one moves behind them.
    pub fn sub(&mut self, len: usize) -> Result<Reader<'b>, ClassError> {
        let start = self.at;
        self.take(len)?;
        Ok(Reader {
            bytes: self.bytes,
            at: start,
            end: start + len,
        })
    }

    fn array<const N: usize>(&mut self) -> Result<[u8; N], ClassError> {
        let mut out = [0; N];
        out.copy_from_slice(self.take(N)?);
        Ok(out)
    }

    pub fn u8(&mut self) -> Result<u8, ClassError> {
        Ok(self.array::<1>()?[0])
    }
    pub fn u16(&mut self) -> Result<u16, ClassError> {
        Ok(u16::from_be_bytes(self.array()?))
    }
    pub fn u32(&mut self) -> Result<u32, ClassError> {
        Ok(u32::from_be_bytes(self.array()?))
    }
    pub fn i8(&mut self) -> Result<i8, ClassError> {
        Ok(i8::from_be_bytes(self.array()?))
    }
    pub fn i16(&mut self) -> Result<i16, ClassError> {
        Ok(i16::from_be_bytes(self.array()?))
    }
    pub fn i32(&mut self) -> Result<i32, ClassError> {
        Ok(i32::from_be_bytes(self.array()?))
    }
    pub fn i64(&mut self) -> Result<i64, ClassError> {
        Ok(i64::from_be_bytes(self.array()?))
    }
}
