//! Branch probes: a class that tells which way each of its conditional instructions goes.
//!
//! Nothing of the old code moves. A conditional jump becomes a jump to new code behind the end, which decides, tells, and
//! jumps back; a switch gets new targets there. So handlers, lines and locals stay as they are. Stack maps no longer
//! describe the code: such a class runs only where verification is off.

use crate::class::{ClassFile, Method};
use crate::code::Code;
use crate::error::ClassError;
use crate::insn::Insn;
use crate::pool::Pool;
use crate::reader::Reader;

/// One way a conditional instruction can go.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Way {
    /// Name and descriptor.
    pub method: String,
    /// The number of the instruction among the conditional ones of the method, and of the way among its ways.
    pub nth: u32,
    pub way: u32,
}

/// A class with probes.
pub struct Probed {
    pub bytes: Vec<u8>,
    /// The first has the number that was asked for, the others follow.
    pub ways: Vec<Way>,
}

/// Conditional jumps and switches by index, each with the instructions it can go to: named targets first, then the next.
pub fn conditionals(code: &Code) -> Vec<(u32, Vec<u32>)> {
    let mut found = Vec::new();
    for (index, insn) in code.insns.iter().enumerate() {
        if matches!(insn, Insn::Goto(_) | Insn::Jsr(_)) {
            continue;
        }
        let mut ways: Vec<u32> = Vec::new();
        let mut add = |to: u32| {
            if !ways.contains(&to) {
                ways.push(to);
            }
        };
        insn.for_each_target(&mut add);
        if !insn.ends_block() {
            add(index as u32 + 1);
        }
        if has_target(insn) {
            found.push((index as u32, ways));
        }
    }
    found
}

fn has_target(insn: &Insn) -> bool {
    let mut any = false;
    insn.for_each_target(|_| any = true);
    any
}

const GOTO: u8 = 167;
const INVOKESTATIC: u8 = 184;
const SIPUSH: u8 = 17;
const GOTO_W: u8 = 200;
/// Larger bodies are left without probes: a jump reaches 32 KiB.
const LARGEST: usize = 16 << 10;
/// `sipush` takes no larger number.
const MOST: usize = i16::MAX as usize;

/// The class with calls of `static void hit(int)` of the class named (as JVMs name it). Methods too large to probe are
/// left as they are; none if the numbers or the constant pool do not suffice.
pub fn probed(class: &ClassFile, told: &str, first: usize) -> Result<Option<Probed>, ClassError> {
    let bytes = class.bytes();
    let mut reader = Reader::new(bytes);
    reader.take(8)?;
    Pool::scan(bytes.into(), &mut reader)?;
    let pool_end = reader.position();
    let count = u16::from_be_bytes([bytes[8], bytes[9]]);
    let Some(new_count) = count.checked_add(6) else {
        return Ok(None);
    };
    let mut out = bytes[..8].to_vec();
    out.extend(new_count.to_be_bytes());
    out.extend(&bytes[10..pool_end]);
    add_constants(&mut out, count, told);
    let hit = count + 5;

    let mut ways = Vec::new();
    let mut copied = pool_end;
    let mut bodies: Vec<(&Method, usize, usize)> = class
        .methods
        .iter()
        .filter_map(|method| {
            let raw = method.raw.as_ref()?;
            Some((method, raw.start, raw.len))
        })
        .collect();
    bodies.sort_by_key(|(_, start, _)| *start);
    for (method, start, len) in bodies {
        let Ok(Some(code)) = method.code() else {
            continue;
        };
        let before = ways.len();
        let name = format!("{}{}", method.name, method.descriptor.text);
        let Some(body) = body(
            &bytes[start..start + len],
            code,
            hit,
            first,
            &name,
            &mut ways,
        ) else {
            ways.truncate(before);
            continue;
        };
        if first + ways.len() > MOST {
            return Ok(None);
        }
        out.extend(&bytes[copied..start - 4]);
        out.extend((body.len() as u32).to_be_bytes());
        out.extend(body);
        copied = start + len;
    }
    out.extend(&bytes[copied..]);
    Ok(Some(Probed { bytes: out, ways }))
}

/// `told.hit(int)`: two texts for the name, one for the class, and what refers to them.
fn add_constants(out: &mut Vec<u8>, first: u16, told: &str) {
    let utf8 = |out: &mut Vec<u8>, text: &str| {
        out.push(1);
        out.extend((text.len() as u16).to_be_bytes());
        out.extend(text.as_bytes());
    };
    let pair = |out: &mut Vec<u8>, tag: u8, a: u16, b: u16| {
        out.push(tag);
        out.extend(a.to_be_bytes());
        out.extend(b.to_be_bytes());
    };
    utf8(out, told);
    out.push(7);
    out.extend(first.to_be_bytes());
    utf8(out, "hit");
    utf8(out, "(I)V");
    pair(out, 12, first + 2, first + 3);
    pair(out, 10, first + 1, first + 4);
}

/// The new `Code` attribute; none if there is nothing to probe or no room.
fn body(
    old: &[u8],
    code: &Code,
    hit: u16,
    first: usize,
    method: &str,
    ways: &mut Vec<Way>,
) -> Option<Vec<u8>> {
    let max_stack = u16::from_be_bytes([*old.first()?, *old.get(1)?]).checked_add(1)?;
    let length = u32::from_be_bytes(old.get(4..8)?.try_into().ok()?) as usize;
    let rest = old.get(8 + length..)?;
    let mut writer = Writer {
        bytes: old.get(8..8 + length)?.to_vec(),
        hit,
    };
    let found = conditionals(code);
    if found.is_empty() || length > LARGEST {
        return None;
    }
    for (nth, (index, targets)) in found.iter().enumerate() {
        let pc = *code.pcs.get(*index as usize)? as usize;
        let number = first + ways.len();
        for way in 0..targets.len() {
            ways.push(Way {
                method: method.to_owned(),
                nth: nth as u32,
                way: way as u32,
            });
        }
        let mut to_pc = Vec::new();
        for target in targets {
            to_pc.push(*code.pcs.get(*target as usize)? as usize);
        }
        match &code.insns[*index as usize] {
            Insn::TableSwitch(_) | Insn::LookupSwitch(_) => {
                writer.switch(pc, number, &to_pc)?;
            }
            _ => writer.jump(pc, number, &to_pc)?,
        }
    }
    if writer.bytes.len() > 65535 {
        return None;
    }
    let mut new = max_stack.to_be_bytes().to_vec();
    new.extend(&old[2..4]);
    new.extend((writer.bytes.len() as u32).to_be_bytes());
    new.extend(writer.bytes);
    new.extend(rest);
    Some(new)
}

struct Writer {
    bytes: Vec<u8>,
    hit: u16,
}

impl Writer {
    /// Tells the number and goes on at `to`.
    fn tell(&mut self, number: usize, to: usize) -> Option<()> {
        self.bytes.push(SIPUSH);
        self.bytes.extend(i16::try_from(number).ok()?.to_be_bytes());
        self.bytes.push(INVOKESTATIC);
        self.bytes.extend(self.hit.to_be_bytes());
        let at = self.bytes.len();
        self.bytes.push(GOTO_W);
        self.bytes.extend((to as i32 - at as i32).to_be_bytes());
        Some(())
    }

    /// `if… target` of three bytes: its ways are the target and the next instruction.
    fn jump(&mut self, pc: usize, number: usize, ways: &[usize]) -> Option<()> {
        let there = self.bytes.len();
        let opcode = self.bytes[pc];
        let distance = i16::try_from(there - pc).ok()?;
        self.bytes[pc] = GOTO;
        self.bytes[pc + 1..pc + 3].copy_from_slice(&distance.to_be_bytes());
        // The telling of the way that falls through takes eleven bytes.
        self.bytes.push(opcode);
        self.bytes.extend(14_i16.to_be_bytes());
        let last = ways.len() - 1;
        self.tell(number + last, ways[last])?;
        self.tell(number, ways[0])
    }

    /// All offsets of the table that lead to a way are led to its telling.
    fn switch(&mut self, pc: usize, number: usize, ways: &[usize]) -> Option<()> {
        let mut tellings = Vec::new();
        for (way, to) in ways.iter().enumerate() {
            tellings.push((*to, self.bytes.len()));
            self.tell(number + way, *to)?;
        }
        let word = |bytes: &[u8], at: usize| -> Option<i32> {
            Some(i32::from_be_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
        };
        let table = (pc + 4) & !3;
        let mut places = vec![table];
        if self.bytes[pc] == 170 {
            let (low, high) = (word(&self.bytes, table + 4)?, word(&self.bytes, table + 8)?);
            let count = usize::try_from(i64::from(high) - i64::from(low) + 1).ok()?;
            places.extend((0..count).map(|entry| table + 12 + 4 * entry));
        } else {
            let count = usize::try_from(word(&self.bytes, table + 4)?).ok()?;
            places.extend((0..count).map(|entry| table + 12 + 8 * entry));
        }
        for place in places {
            let to = usize::try_from(pc as i64 + i64::from(word(&self.bytes, place)?)).ok()?;
            let (_, telling) = tellings.iter().find(|(known, _)| *known == to)?;
            let offset = (*telling as i32) - (pc as i32);
            self.bytes[place..place + 4].copy_from_slice(&offset.to_be_bytes());
        }
        Some(())
    }
}
