//! Which part of a method's own bytecode was executed.

use std::collections::BTreeMap;

use proviso_classfile::{Code, Insn};
use proviso_engine::coverage::MethodCoverage;
use proviso_report::Coverage;

pub fn coverage(code: &Code, covered: Option<&MethodCoverage>) -> Coverage {
    let mut branches = 0;
    for insn in &code.insns {
        branches += ways(insn);
    }
    Coverage {
        branches: [
            covered.map_or(0, |c| c.branches.len() as u32).min(branches),
            branches,
        ],
        instructions: [
            covered.map_or(0, |c| {
                c.instructions.iter().filter(|ran| **ran).count() as u32
            }),
            code.insns.len() as u32,
        ],
    }
}

/// Lines of which no instruction was executed, in order; generated code shares the lines it was put on.
pub fn lines_not_reached(code: &Code, covered: Option<&MethodCoverage>) -> Vec<u32> {
    let mut lines: BTreeMap<u32, bool> = BTreeMap::new();
    for index in 0..code.insns.len() as u32 {
        let ran = covered.is_some_and(|c| c.instructions.get(index as usize) == Some(&true));
        if let Some(line) = code.line(index) {
            *lines.entry(u32::from(line)).or_default() |= ran;
        }
    }
    let not_reached = lines.into_iter().filter(|(_, ran)| !ran);
    not_reached.map(|(line, _)| line).collect()
}

/// How many ways a conditional instruction can go; 0 for all others.
fn ways(insn: &Insn) -> u32 {
    let mut targets = Vec::new();
    insn.for_each_target(|target| targets.push(target));
    targets.sort();
    targets.dedup();
    let conditional = !targets.is_empty();
    match (conditional, insn.ends_block()) {
        (false, _) => 0,
        // A switch names all its ways; a plain jump has only one, which is no choice.
        (true, true) if targets.len() == 1 => 0,
        (true, true) => targets.len() as u32,
        // A conditional jump may also fall through.
        (true, false) => targets.len() as u32 + 1,
    }
}
