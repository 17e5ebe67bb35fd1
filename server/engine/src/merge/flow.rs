//! What merging has to know of a method's code: where ways join, which loops there are, and which variables are still used.

use proviso_classfile::{Code, Insn};

/// Variables beyond this number are taken to be used everywhere.
const MOST_SLOTS: u16 = 128;

pub struct Flow {
    /// Instructions that more than one way leads to.
    joins: Vec<bool>,
    /// First and last instruction of each loop, outer loops before inner ones.
    pub loops: Vec<(u32, u32)>,
    /// Per instruction the variables that may be read from there on before they are written.
    live: Vec<u128>,
}

impl Flow {
    pub fn of(code: &Code) -> Flow {
        let count = code.insns.len();
        let mut ways = vec![0u8; count];
        let mut loops: Vec<(u32, u32)> = Vec::new();
        for (at, insn) in code.insns.iter().enumerate() {
            for to in successors(code, at) {
                if let Some(ways) = ways.get_mut(to) {
                    *ways = ways.saturating_add(1);
                }
            }
            insn.for_each_target(|head| {
                if head as usize <= at {
                    match loops.iter_mut().find(|(known, _)| *known == head) {
                        Some((_, end)) => *end = (*end).max(at as u32),
                        None => loops.push((head, at as u32)),
                    }
                }
            });
        }
        loops.sort_by_key(|&(head, end)| (head, std::cmp::Reverse(end)));
        Flow {
            joins: ways.into_iter().map(|ways| ways > 1).collect(),
            loops,
            live: liveness(code),
        }
    }

    pub fn joins_at(&self, at: u32) -> bool {
        self.joins.get(at as usize).copied().unwrap_or(false)
    }

    /// Whether a variable may still be read.
    pub fn is_live(&self, at: u32, slot: usize) -> bool {
        slot >= usize::from(MOST_SLOTS)
            || self
                .live
                .get(at as usize)
                .is_none_or(|live| live & (1 << slot) != 0)
    }
}

/// Where an instruction may lead, by exception too.
fn successors(code: &Code, at: usize) -> Vec<usize> {
    let insn = &code.insns[at];
    let mut next = Vec::new();
    insn.for_each_target(|target| next.push(target as usize));
    if !insn.ends_block() {
        next.push(at + 1);
    }
    next.extend(code.handlers_at(at as u32).map(|h| h.target as usize));
    next
}

fn liveness(code: &Code) -> Vec<u128> {
    let mut live = vec![0u128; code.insns.len()];
    let bit = |slot: u16| if slot < MOST_SLOTS { 1u128 << slot } else { 0 };
    loop {
        let mut changed = false;
        for at in (0..code.insns.len()).rev() {
            let out = successors(code, at)
                .into_iter()
                .filter_map(|to| live.get(to))
                .fold(0, |all, live| all | live);
            let before = match code.insns[at] {
                Insn::Load(_, slot) | Insn::Ret(slot) => out | bit(slot),
                Insn::IInc(slot, _) => out | bit(slot),
                Insn::Store(_, slot) => {
                    // An exception may leave the instruction before it has written.
                    let handlers = code.handlers_at(at as u32);
                    let caught = handlers
                        .filter_map(|h| live.get(h.target as usize))
                        .fold(0, |all, live| all | live);
                    (out & !bit(slot)) | caught
                }
                _ => out,
            };
            if before != live[at] {
                live[at] = before;
                changed = true;
            }
        }
        if !changed {
            return live;
        }
    }
}
