//! Loops whose condition cannot become false: `i <= n` for the greatest `n`, an `int` that is to reach a `long`, a `byte` that is to reach 200,
//! steps of two that pass a number by.
//!
//! Read off the code: the loop is left only by the comparison at its head, of a variable whose range is known with something that no round assigns; nothing else in it can
//! end a round early. Which inputs that concerns is the solver's to say.

use crate::machine::Machine;
use crate::state::State;
use crate::value::Value;
use proviso_classfile::{BinaryOp, Code, Cond, Conversion, Insn, Kind, NumKind};
use proviso_terms::Term;

/// `variable cond bound`, as long as the loop goes on.
#[derive(Debug, Clone)]
pub(crate) struct Guard {
    variable: u16,
    goes_on: Cond,
    bound: Bound,
    /// The bound is a `long`, which the variable is widened to.
    wide: bool,
    /// What the variable can be after any round.
    range: (i64, i64),
    /// Whatever a round adds to it is a multiple of this power of two.
    step: u32,
}

#[derive(Debug, Clone, Copy)]
enum Bound {
    Number(i64),
    /// A variable that no round assigns.
    Variable(u16),
}

const INT: (i64, i64) = (i32::MIN as i64, i32::MAX as i64);

impl Guard {
    /// The only way out of a loop, if it is such a comparison.
    pub(crate) fn of(code: &Code, body: &[usize], head: usize) -> Option<Guard> {
        let inside = |at: usize| body.binary_search(&at).is_ok();
        let (variable, bound, exit, wide, length) = comparison(code, head)?;
        let test = head + length - 1;
        let mut leaves = false;
        code.insns[test].for_each_target(|to| leaves |= !inside(to as usize));
        if !leaves
            || !inside(test + 1)
            || body.iter().any(|&at| assigns(&code.insns[at], bound, wide))
        {
            return None;
        }
        for &at in body.iter().filter(|at| !(head..=test).contains(*at)) {
            let insn = &code.insns[at];
            let mut stays = insn.ends_block() || inside(at + 1);
            insn.for_each_target(|to| stays &= inside(to as usize));
            if !stays || !goes_on(insn) {
                return None;
            }
        }
        let (range, step) = changes(code, body, variable);
        Some(Guard {
            variable,
            goes_on: opposite(exit),
            bound,
            wide,
            range,
            step,
        })
    }

    /// When it never becomes false from this state on, which is at the loop's head.
    pub(crate) fn never_false(&self, m: &mut Machine, st: &State) -> Option<Term> {
        let local = |slot: u16| st.top().locals.get(usize::from(slot)).copied();
        let Some(Value::Int(now)) = local(self.variable) else {
            return None;
        };
        let bound = match (self.bound, self.wide) {
            (Bound::Number(n), true) => m.terms.long(n),
            (Bound::Number(n), false) => m.terms.int(i32::try_from(n).ok()?),
            (Bound::Variable(slot), wide) => match (local(slot)?, wide) {
                (Value::Long(t), true) | (Value::Int(t), false) => t,
                _ => return None,
            },
        };
        let number = |m: &mut Machine, n: i64| match self.wide {
            true => m.terms.long(n),
            false => m.terms.int(n as i32),
        };
        let (low, high) = (number(m, self.range.0), number(m, self.range.1));
        let beyond = match self.goes_on {
            Cond::Lt => m.terms.sgt(bound, high),
            Cond::Le => m.terms.sge(bound, high),
            Cond::Gt => m.terms.slt(bound, low),
            Cond::Ge => m.terms.sle(bound, low),
            Cond::Ne => {
                let (below, above) = (m.terms.slt(bound, low), m.terms.sgt(bound, high));
                let passed_by = self.passed_by(m, now, bound);
                let ways: Vec<Term> = [below, above].into_iter().chain(passed_by).collect();
                m.terms.or(&ways)
            }
            Cond::Eq => return None,
        };
        // The first round has its value from somewhere else.
        let (low, high) = (
            m.terms.int(self.range.0 as i32),
            m.terms.int(self.range.1 as i32),
        );
        let (above, below) = (m.terms.sge(now, low), m.terms.sle(now, high));
        Some(m.terms.and(&[beyond, above, below]))
    }

    /// The distance is no multiple of the step, and never will be: wrapping around keeps that.
    fn passed_by(&self, m: &mut Machine, now: Term, bound: Term) -> Option<Term> {
        if self.wide || self.step < 2 || self.range != INT {
            return None;
        }
        let distance = m.terms.bv_sub(bound, now);
        let mask = m.terms.int((self.step - 1) as i32);
        let rest = m.terms.bv_and(distance, mask);
        let zero = m.terms.int(0);
        Some(m.terms.ne(rest, zero))
    }
}

/// The comparison that begins a loop: variable, bound, when it is left, whether the bound is a `long`, how many instructions.
fn comparison(code: &Code, head: usize) -> Option<(u16, Bound, Cond, bool, usize)> {
    let insns = code.insns.get(head..)?;
    match insns {
        [Insn::Load(Kind::Int, i), Insn::If(exit, _), ..] => {
            Some((*i, Bound::Number(0), *exit, false, 2))
        }
        [Insn::Load(Kind::Int, i), bound, Insn::IfICmp(exit, _), ..] => {
            let bound = match bound {
                Insn::IConst(n) => Bound::Number(i64::from(*n)),
                Insn::Load(Kind::Int, n) => Bound::Variable(*n),
                _ => return None,
            };
            Some((*i, bound, *exit, false, 3))
        }
        [
            Insn::Load(Kind::Int, i),
            Insn::Convert(Conversion::I2l),
            bound,
            Insn::LCmp,
            Insn::If(exit, _),
            ..,
        ] => {
            let bound = match bound {
                Insn::LConst(n) => Bound::Number(*n),
                Insn::Load(Kind::Long, n) => Bound::Variable(*n),
                _ => return None,
            };
            Some((*i, bound, *exit, true, 5))
        }
        _ => None,
    }
}

fn assigns(insn: &Insn, bound: Bound, wide: bool) -> bool {
    let written = match insn {
        Insn::Store(_, slot) | Insn::IInc(slot, _) => *slot,
        _ => return false,
    };
    // A `long` has two places.
    matches!(bound, Bound::Variable(slot) if written == slot || wide && written == slot + 1)
}

/// It neither throws nor leaves the method nor runs other code.
fn goes_on(insn: &Insn) -> bool {
    match insn {
        Insn::Arith(NumKind::Int | NumKind::Long, op) => {
            !matches!(op, BinaryOp::Div | BinaryOp::Rem)
        }
        Insn::Nop
        | Insn::AConstNull
        | Insn::IConst(_)
        | Insn::LConst(_)
        | Insn::FConst(_)
        | Insn::DConst(_)
        | Insn::Load(..)
        | Insn::Store(..)
        | Insn::Pop
        | Insn::Pop2
        | Insn::Dup
        | Insn::DupX1
        | Insn::DupX2
        | Insn::Dup2
        | Insn::Dup2X1
        | Insn::Dup2X2
        | Insn::Swap
        | Insn::Arith(..)
        | Insn::Neg(_)
        | Insn::Shift(..)
        | Insn::Logic(..)
        | Insn::IInc(..)
        | Insn::Convert(_)
        | Insn::LCmp
        | Insn::FCmp { .. }
        | Insn::DCmp { .. }
        | Insn::If(..)
        | Insn::IfICmp(..)
        | Insn::Goto(_)
        | Insn::TableSwitch(_)
        | Insn::LookupSwitch(_) => true,
        _ => false,
    }
}

/// What a variable can be after a round, and the power of two that divides whatever is added to it.
fn changes(code: &Code, body: &[usize], variable: u16) -> ((i64, i64), u32) {
    let mut range: Option<(i64, i64)> = None;
    let mut step = 1u32 << 30;
    let mut widen = |(low, high): (i64, i64)| {
        let known = range.unwrap_or((low, high));
        range = Some((known.0.min(low), known.1.max(high)));
    };
    for &at in body {
        match &code.insns[at] {
            Insn::IInc(slot, by) if *slot == variable => {
                widen(INT);
                step = step.min(1 << by.trailing_zeros().min(30));
            }
            Insn::Store(_, slot) if *slot == variable => {
                let before = at.checked_sub(1).map(|before| &code.insns[before]);
                widen(match before {
                    Some(Insn::Convert(Conversion::I2b)) => (-128, 127),
                    Some(Insn::Convert(Conversion::I2s)) => (-32768, 32767),
                    Some(Insn::Convert(Conversion::I2c)) => (0, 65535),
                    _ => INT,
                });
                step = 1;
            }
            _ => {}
        }
    }
    (range.unwrap_or(INT), step)
}

fn opposite(cond: Cond) -> Cond {
    match cond {
        Cond::Eq => Cond::Ne,
        Cond::Ne => Cond::Eq,
        Cond::Lt => Cond::Ge,
        Cond::Ge => Cond::Lt,
        Cond::Gt => Cond::Le,
        Cond::Le => Cond::Gt,
    }
}
