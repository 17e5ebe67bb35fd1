//! Conditional branches and switches.

use crate::coverage::BranchTaken;
use crate::machine::{Machine, R};
use crate::state::State;
use crate::step::{next, ref_at, term_at};
use proviso_classfile::{Cond, LookupSwitch, TableSwitch};
use proviso_terms::Term;

impl Machine {
    pub(crate) fn if_int(
        &mut self,
        st: &mut State,
        cond: Cond,
        target: u32,
        with_zero: bool,
    ) -> R<()> {
        let (a, b, operands) = if with_zero {
            (term_at(st, 0)?, self.terms.int(0), 1)
        } else {
            (term_at(st, 1)?, term_at(st, 0)?, 2)
        };
        let condition = self.comparison(cond, a, b);
        let taken = self.branch(st, condition)?;
        self.take(st, operands, taken, target)
    }

    fn comparison(&mut self, cond: Cond, a: Term, b: Term) -> Term {
        match cond {
            Cond::Eq => self.terms.eq(a, b),
            Cond::Ne => self.terms.ne(a, b),
            Cond::Lt => self.terms.slt(a, b),
            Cond::Le => self.terms.sle(a, b),
            Cond::Gt => self.terms.sgt(a, b),
            Cond::Ge => self.terms.sge(a, b),
        }
    }

    pub(crate) fn if_same(&mut self, st: &mut State, target: u32, wanted: bool) -> R<()> {
        let (a, b) = (ref_at(st, 1)?, ref_at(st, 0)?);
        let same = self.same_ref(st, a, b)?;
        self.take(st, 2, same == wanted, target)
    }

    pub(crate) fn if_null(&mut self, st: &mut State, target: u32, wanted: bool) -> R<()> {
        let r = ref_at(st, 0)?;
        let null = self.is_null(st, r)?;
        self.take(st, 1, null == wanted, target)
    }

    fn take(&mut self, st: &mut State, operands: usize, taken: bool, target: u32) -> R<()> {
        let frame = st.top_mut();
        frame.drop(operands);
        let to = if taken { target } else { frame.at + 1 };
        self.note_branch(st, to);
        if taken {
            self.jump(st, target)
        } else {
            next(st)
        }
    }

    fn note_branch(&mut self, st: &mut State, to: u32) {
        let (method, at) = (st.top().method.id, st.top().at);
        if !st.top().method.project || !st.in_body() {
            return;
        }
        if let Some(coverage) = self.coverage.methods.get_mut(&method) {
            coverage.branches.insert((at, to));
        }
        if self.options.record_branches {
            st.branches.push(BranchTaken { method, at, to });
        }
    }

    pub(crate) fn table_switch(&mut self, st: &mut State, table: &TableSwitch) -> R<()> {
        let keys = table
            .targets
            .iter()
            .enumerate()
            .map(|(i, &t)| (table.low.wrapping_add(i as i32), t));
        let keys: Vec<(i32, u32)> = keys.collect();
        self.switch(st, &keys, table.default)
    }

    pub(crate) fn lookup_switch(&mut self, st: &mut State, table: &LookupSwitch) -> R<()> {
        self.switch(st, &table.pairs, table.default)
    }

    /// One way per *target*: keys that lead to the same place make one condition.
    fn switch(&mut self, st: &mut State, keys: &[(i32, u32)], default: u32) -> R<()> {
        let key = term_at(st, 0)?;
        let target = match self.terms.as_int(key) {
            Some(k) => keys
                .iter()
                .find(|(i, _)| *i == k)
                .map_or(default, |(_, t)| *t),
            None => self.choose_target(st, key, keys, default)?,
        };
        st.top_mut().drop(1);
        self.note_branch(st, target);
        self.jump(st, target)
    }

    fn choose_target(
        &mut self,
        st: &mut State,
        key: Term,
        keys: &[(i32, u32)],
        default: u32,
    ) -> R<u32> {
        let mut targets: Vec<u32> = Vec::new();
        for &(_, t) in keys {
            if t != default && !targets.contains(&t) {
                targets.push(t);
            }
        }
        for target in targets {
            let mut ways = Vec::new();
            for &(k, _) in keys.iter().filter(|(_, t)| *t == target) {
                let k = self.terms.int(k);
                ways.push(self.terms.eq(key, k));
            }
            let condition = self.terms.or(&ways);
            if self.branch(st, condition)? {
                return Ok(target);
            }
        }
        Ok(default)
    }
}
