//! Bytecode → `Code`: one pass that decodes, a second that turns byte offsets into instruction indices.

use crate::class::RawCode;
use crate::code::{Code, Handler, LineEntry, LocalVariable};
use crate::constant::Constant;
use crate::descriptor::Primitive;
use crate::error::ClassError;
use crate::insn::*;
use crate::parse::{attributes, many};
use crate::pool::Pool;
use crate::reader::Reader;
use std::sync::Arc;

pub(crate) fn decode_code(raw: &RawCode) -> Result<Code, ClassError> {
    let pool = &*raw.pool;
    let mut r = Reader::range(&pool.bytes, raw.start, raw.len)?;
    let max_stack = r.u16()?;
    let max_locals = r.u16()?;
    let len = r.u32()?;
    if len == 0 || len > 65535 {
        return Err(ClassError::BadCode {
            pc: 0,
            what: "code length",
        });
    }
    let bytes = r.take(len as usize)?;
    let (mut insns, pcs) = instructions(bytes, pool)?;
    let map = PcMap::new(&pcs, len);
    for (insn, &pc) in insns.iter_mut().zip(&pcs) {
        retarget(insn, pc, &map)?;
    }
    if insns.last().is_some_and(|last| !last.ends_block()) {
        return Err(ClassError::BadCode {
            pc: len,
            what: "control falls off the end",
        });
    }
    let handlers = many(&mut r, |r| {
        let (start, end, target, catch) = (r.u16()?, r.u16()?, r.u16()?, r.u16()?);
        Ok(Handler {
            start: map.index(start.into())?,
            end: map.boundary(end.into())?,
            target: map.index(target.into())?,
            catch: if catch == 0 {
                None
            } else {
                Some(pool.class(catch)?)
            },
        })
    })?;
    let (mut lines, mut locals) = (Vec::new(), Vec::new());
    attributes(&mut r, pool, |name, r| {
        match name {
            "LineNumberTable" => lines.extend(many(r, |r| {
                let start = map.index(r.u16()?.into())?;
                Ok(LineEntry {
                    start,
                    line: r.u16()?,
                })
            })?),
            "LocalVariableTable" => locals.extend(many(r, |r| local(r, pool, &map))?),
            _ => {}
        }
        Ok(())
    })?;
    // javac writes them in order but the format does not promise it; a stable sort keeps the last entry for a start last.
    lines.sort_by_key(|e| e.start);
    Ok(Code {
        max_stack,
        max_locals,
        insns,
        pcs,
        handlers,
        lines,
        locals,
    })
}

fn local(r: &mut Reader<'_>, pool: &Pool, map: &PcMap) -> Result<LocalVariable, ClassError> {
    let start = u32::from(r.u16()?);
    let len = u32::from(r.u16()?);
    Ok(LocalVariable {
        start: map.boundary(start)?,
        end: map.boundary(start + len)?,
        name: pool.utf8(r.u16()?)?,
        descriptor: pool.utf8(r.u16()?)?,
        slot: r.u16()?,
    })
}

/// Byte offset → instruction index.
struct PcMap {
    index: Vec<u32>,
    count: u32,
    len: u32,
}

const NOT_A_START: u32 = u32::MAX;

impl PcMap {
    fn new(pcs: &[u32], len: u32) -> PcMap {
        let mut index = vec![NOT_A_START; len as usize];
        for (i, &pc) in pcs.iter().enumerate() {
            index[pc as usize] = i as u32;
        }
        PcMap {
            index,
            count: pcs.len() as u32,
            len,
        }
    }

    fn index(&self, pc: u32) -> Result<u32, ClassError> {
        match self.index.get(pc as usize) {
            Some(&i) if i != NOT_A_START => Ok(i),
            _ => Err(ClassError::BadCode {
                pc,
                what: "not the start of an instruction",
            }),
        }
    }

    /// Like `index`, but the end of the code is allowed too.
    fn boundary(&self, pc: u32) -> Result<u32, ClassError> {
        if pc == self.len {
            Ok(self.count)
        } else {
            self.index(pc)
        }
    }
}

/// Replaces the branch offsets the first pass left in place.
fn retarget(insn: &mut Insn, pc: u32, map: &PcMap) -> Result<(), ClassError> {
    let fix = |offset: u32| {
        let target = i64::from(pc) + i64::from(offset as i32);
        u32::try_from(target)
            .map_err(|_| ClassError::BadCode {
                pc,
                what: "branch target",
            })
            .and_then(|t| map.index(t))
    };
    match insn {
        Insn::If(_, t)
        | Insn::IfICmp(_, t)
        | Insn::IfACmpEq(t)
        | Insn::IfACmpNe(t)
        | Insn::IfNull(t)
        | Insn::IfNonNull(t)
        | Insn::Goto(t)
        | Insn::Jsr(t) => *t = fix(*t)?,
        Insn::TableSwitch(s) => {
            let targets = s
                .targets
                .iter()
                .map(|&t| fix(t))
                .collect::<Result<_, _>>()?;
            let default = fix(s.default)?;
            *insn = Insn::TableSwitch(Arc::new(TableSwitch {
                low: s.low,
                targets,
                default,
            }));
        }
        Insn::LookupSwitch(s) => {
            let pairs = s
                .pairs
                .iter()
                .map(|&(k, t)| Ok((k, fix(t)?)))
                .collect::<Result<_, _>>()?;
            let default = fix(s.default)?;
            *insn = Insn::LookupSwitch(Arc::new(LookupSwitch { pairs, default }));
        }
        _ => {}
    }
    Ok(())
}

fn instructions(bytes: &[u8], pool: &Pool) -> Result<(Vec<Insn>, Vec<u32>), ClassError> {
    let mut r = Reader::new(bytes);
    let (mut insns, mut pcs) = (Vec::new(), Vec::new());
    while r.remaining() > 0 {
        let pc = r.position() as u32;
        // Running out of bytes inside an instruction is a fault of the code, not of the file.
        let insn = one(&mut r, pool, pc).map_err(|e| match e {
            ClassError::Truncated { .. } => ClassError::BadCode {
                pc,
                what: "operand missing",
            },
            e => e,
        })?;
        insns.push(insn);
        pcs.push(pc);
    }
    Ok((insns, pcs))
}

const KINDS: [Kind; 5] = [Kind::Int, Kind::Long, Kind::Float, Kind::Double, Kind::Ref];
const NUM_KINDS: [NumKind; 4] = [NumKind::Int, NumKind::Long, NumKind::Float, NumKind::Double];
const INT_KINDS: [IntKind; 2] = [IntKind::Int, IntKind::Long];
const CONDS: [Cond; 6] = [Cond::Eq, Cond::Ne, Cond::Lt, Cond::Ge, Cond::Gt, Cond::Le];
const ARRAY_KINDS: [ArrayKind; 8] = [
    ArrayKind::Int,
    ArrayKind::Long,
    ArrayKind::Float,
    ArrayKind::Double,
    ArrayKind::Ref,
    ArrayKind::Byte,
    ArrayKind::Char,
    ArrayKind::Short,
];
const BINARY_OPS: [BinaryOp; 5] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
];
const CONVERSIONS: [Conversion; 15] = [
    Conversion::I2l,
    Conversion::I2f,
    Conversion::I2d,
    Conversion::L2i,
    Conversion::L2f,
    Conversion::L2d,
    Conversion::F2i,
    Conversion::F2l,
    Conversion::F2d,
    Conversion::D2i,
    Conversion::D2l,
    Conversion::D2f,
    Conversion::I2b,
    Conversion::I2c,
    Conversion::I2s,
];

/// Decodes one instruction. Branch operands are left as offsets (an `i32` in a `u32`) for `retarget`.
fn one(r: &mut Reader<'_>, pool: &Pool, pc: u32) -> Result<Insn, ClassError> {
    let op = r.u8()?;
    let nth = |base: u8| usize::from(op - base);
    Ok(match op {
        0x00 => Insn::Nop,
        0x01 => Insn::AConstNull,
        0x02..=0x08 => Insn::IConst(i32::from(op) - 3),
        0x09 | 0x0A => Insn::LConst(i64::from(op) - 9),
        0x0B..=0x0D => Insn::FConst(f32::from(op - 0x0B)),
        0x0E | 0x0F => Insn::DConst(f64::from(op - 0x0E)),
        0x10 => Insn::IConst(r.i8()?.into()),
        0x11 => Insn::IConst(r.i16()?.into()),
        0x12 => constant(pool, r.u8()?.into(), false, pc)?,
        0x13 => constant(pool, r.u16()?, false, pc)?,
        0x14 => constant(pool, r.u16()?, true, pc)?,
        0x15..=0x19 => Insn::Load(KINDS[nth(0x15)], r.u8()?.into()),
        0x1A..=0x2D => Insn::Load(KINDS[nth(0x1A) / 4], nth(0x1A) as u16 % 4),
        0x2E..=0x35 => Insn::ArrayLoad(ARRAY_KINDS[nth(0x2E)]),
        0x36..=0x3A => Insn::Store(KINDS[nth(0x36)], r.u8()?.into()),
        0x3B..=0x4E => Insn::Store(KINDS[nth(0x3B) / 4], nth(0x3B) as u16 % 4),
        0x4F..=0x56 => Insn::ArrayStore(ARRAY_KINDS[nth(0x4F)]),
        0x57 => Insn::Pop,
        0x58 => Insn::Pop2,
        0x59 => Insn::Dup,
        0x5A => Insn::DupX1,
        0x5B => Insn::DupX2,
        0x5C => Insn::Dup2,
        0x5D => Insn::Dup2X1,
        0x5E => Insn::Dup2X2,
        0x5F => Insn::Swap,
        0x60..=0x73 => Insn::Arith(NUM_KINDS[nth(0x60) % 4], BINARY_OPS[nth(0x60) / 4]),
        0x74..=0x77 => Insn::Neg(NUM_KINDS[nth(0x74)]),
        0x78..=0x7D => {
            let ops = [ShiftOp::Left, ShiftOp::Right, ShiftOp::UnsignedRight];
            Insn::Shift(INT_KINDS[nth(0x78) % 2], ops[nth(0x78) / 2])
        }
        0x7E..=0x83 => {
            let ops = [LogicOp::And, LogicOp::Or, LogicOp::Xor];
            Insn::Logic(INT_KINDS[nth(0x7E) % 2], ops[nth(0x7E) / 2])
        }
        0x84 => Insn::IInc(r.u8()?.into(), r.i8()?.into()),
        0x85..=0x93 => Insn::Convert(CONVERSIONS[nth(0x85)]),
        0x94 => Insn::LCmp,
        0x95 => Insn::FCmp { nan_is: -1 },
        0x96 => Insn::FCmp { nan_is: 1 },
        0x97 => Insn::DCmp { nan_is: -1 },
        0x98 => Insn::DCmp { nan_is: 1 },
        0x99..=0x9E => Insn::If(CONDS[nth(0x99)], offset16(r)?),
        0x9F..=0xA4 => Insn::IfICmp(CONDS[nth(0x9F)], offset16(r)?),
        0xA5 => Insn::IfACmpEq(offset16(r)?),
        0xA6 => Insn::IfACmpNe(offset16(r)?),
        0xA7 => Insn::Goto(offset16(r)?),
        0xA8 => Insn::Jsr(offset16(r)?),
        0xA9 => Insn::Ret(r.u8()?.into()),
        0xAA => table_switch(r, pc)?,
        0xAB => lookup_switch(r, pc)?,
        0xAC..=0xB0 => Insn::Return(Some(KINDS[nth(0xAC)])),
        0xB1 => Insn::Return(None),
        0xB2 => Insn::GetStatic(pool.field(r.u16()?)?),
        0xB3 => Insn::PutStatic(pool.field(r.u16()?)?),
        0xB4 => Insn::GetField(pool.field(r.u16()?)?),
        0xB5 => Insn::PutField(pool.field(r.u16()?)?),
        0xB6 => Insn::InvokeVirtual(pool.method(r.u16()?)?),
        0xB7 => Insn::InvokeSpecial(pool.method(r.u16()?)?),
        0xB8 => Insn::InvokeStatic(pool.method(r.u16()?)?),
        0xB9 => {
            let method = pool.method(r.u16()?)?;
            r.u16()?; // The argument count repeats the descriptor; the last byte is zero.
            Insn::InvokeInterface(method)
        }
        0xBA => {
            let site = pool.call_site(r.u16()?)?;
            r.u16()?; // Two zero bytes.
            Insn::InvokeDynamic(site)
        }
        0xBB => Insn::New(pool.class(r.u16()?)?),
        0xBC => Insn::NewArray(primitive(r.u8()?, pc)?),
        0xBD => Insn::ANewArray(pool.class(r.u16()?)?),
        0xBE => Insn::ArrayLength,
        0xBF => Insn::AThrow,
        0xC0 => Insn::CheckCast(pool.class(r.u16()?)?),
        0xC1 => Insn::InstanceOf(pool.class(r.u16()?)?),
        0xC2 => Insn::MonitorEnter,
        0xC3 => Insn::MonitorExit,
        0xC4 => wide(r, pc)?,
        0xC5 => multi_array(pool, r, pc)?,
        0xC6 => Insn::IfNull(offset16(r)?),
        0xC7 => Insn::IfNonNull(offset16(r)?),
        0xC8 => Insn::Goto(r.i32()? as u32),
        0xC9 => Insn::Jsr(r.i32()? as u32),
        _ => {
            return Err(ClassError::BadCode {
                pc,
                what: "unknown instruction",
            });
        }
    })
}

fn offset16(r: &mut Reader<'_>) -> Result<u32, ClassError> {
    Ok(i32::from(r.i16()?) as u32)
}

fn constant(pool: &Pool, index: u16, wide: bool, pc: u32) -> Result<Insn, ClassError> {
    let constant = pool.loadable(index)?;
    let is_wide = match &constant {
        Constant::Long(_) | Constant::Double(_) => true,
        Constant::Dynamic(d) => d.ty.slots() == 2,
        _ => false,
    };
    if is_wide != wide {
        return Err(ClassError::BadCode {
            pc,
            what: "constant of the wrong width",
        });
    }
    Ok(match constant {
        Constant::Int(v) => Insn::IConst(v),
        Constant::Long(v) => Insn::LConst(v),
        Constant::Float(v) => Insn::FConst(v),
        Constant::Double(v) => Insn::DConst(v),
        other => Insn::Ldc(Arc::new(other)),
    })
}

fn primitive(code: u8, pc: u32) -> Result<Primitive, ClassError> {
    Ok(match code {
        4 => Primitive::Boolean,
        5 => Primitive::Char,
        6 => Primitive::Float,
        7 => Primitive::Double,
        8 => Primitive::Byte,
        9 => Primitive::Short,
        10 => Primitive::Int,
        11 => Primitive::Long,
        _ => {
            return Err(ClassError::BadCode {
                pc,
                what: "array type",
            });
        }
    })
}

fn multi_array(pool: &Pool, r: &mut Reader<'_>, pc: u32) -> Result<Insn, ClassError> {
    let class = pool.class(r.u16()?)?;
    let dimensions = r.u8()?;
    let available = class.name.bytes().take_while(|&b| b == b'[').count();
    if dimensions == 0 || usize::from(dimensions) > available {
        return Err(ClassError::BadCode {
            pc,
            what: "array dimensions",
        });
    }
    Ok(Insn::MultiANewArray(class, dimensions))
}

fn wide(r: &mut Reader<'_>, pc: u32) -> Result<Insn, ClassError> {
    let op = r.u8()?;
    let local = r.u16()?;
    Ok(match op {
        0x15..=0x19 => Insn::Load(KINDS[usize::from(op - 0x15)], local),
        0x36..=0x3A => Insn::Store(KINDS[usize::from(op - 0x36)], local),
        0x84 => Insn::IInc(local, r.i16()?.into()),
        0xA9 => Insn::Ret(local),
        _ => {
            return Err(ClassError::BadCode {
                pc,
                what: "wide instruction",
            });
        }
    })
}

/// Switch operands start at the next multiple of four.
fn padding(r: &mut Reader<'_>) -> Result<(), ClassError> {
    while !r.position().is_multiple_of(4) {
        r.u8()?;
    }
    Ok(())
}

fn table_switch(r: &mut Reader<'_>, pc: u32) -> Result<Insn, ClassError> {
    padding(r)?;
    let default = r.i32()? as u32;
    let (low, high) = (r.i32()?, r.i32()?);
    let count = i64::from(high) - i64::from(low) + 1;
    // The targets must be there before room is made for them.
    if count < 0 || count > r.remaining() as i64 / 4 {
        return Err(ClassError::BadCode {
            pc,
            what: "tableswitch range",
        });
    }
    let targets = (0..count)
        .map(|_| Ok(r.i32()? as u32))
        .collect::<Result<_, _>>()?;
    Ok(Insn::TableSwitch(Arc::new(TableSwitch {
        low,
        targets,
        default,
    })))
}

fn lookup_switch(r: &mut Reader<'_>, pc: u32) -> Result<Insn, ClassError> {
    padding(r)?;
    let default = r.i32()? as u32;
    let count = r.i32()?;
    if count < 0 || count as usize > r.remaining() / 8 {
        return Err(ClassError::BadCode {
            pc,
            what: "lookupswitch count",
        });
    }
    let pairs = (0..count)
        .map(|_| Ok((r.i32()?, r.i32()? as u32)))
        .collect::<Result<Vec<_>, ClassError>>()?;
    if !pairs.is_sorted_by(|a, b| a.0 < b.0) {
        return Err(ClassError::BadCode {
            pc,
            what: "lookupswitch keys not sorted",
        });
    }
    Ok(Insn::LookupSwitch(Arc::new(LookupSwitch {
        pairs,
        default,
    })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_takes_sixteen_bytes() {
        assert_eq!(size_of::<Insn>(), 16);
    }
}
