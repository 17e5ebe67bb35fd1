//! Which part of a method's own bytecode was executed.

use std::collections::BTreeMap;

use proviso_classfile::{Code, Insn, conditionals};
use proviso_engine::coverage::MethodCoverage;
use proviso_report::Coverage;

pub fn coverage(code: &Code, covered: Option<&MethodCoverage>) -> Coverage {
    let taken = covered.map_or(0, |covered| {
        let taken = covered.branches.iter();
        taken.filter(|(at, _)| !is_woven(code, *at)).count()
    });
    let ways = own_conditionals(code)
        .into_iter()
        .map(|(_, ways)| ways.len());
    // A switch with one way is no choice.
    let branches = ways.filter(|ways| *ways > 1).sum::<usize>();
    Coverage {
        branches: [taken.min(branches) as u32, branches as u32],
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

/// The conditional instructions that the user's code has too, and where each can go.
pub fn own_conditionals(code: &Code) -> Vec<(u32, Vec<u32>)> {
    let mut found = conditionals(code);
    found.retain(|(at, _)| !is_woven(code, *at));
    found
}

/// Checks that lowering has put into a loop ask the run-time library (and may keep its answer before they go by it); no
/// code of the user does.
pub fn is_woven(code: &Code, at: u32) -> bool {
    let mut before = code.insns.iter().take(at as usize).rev();
    let asked = before.find(|insn| !matches!(insn, Insn::Store(..) | Insn::Dup));
    matches!(asked, Some(Insn::InvokeStatic(method)) if method.class.starts_with("proviso/runtime/"))
}
