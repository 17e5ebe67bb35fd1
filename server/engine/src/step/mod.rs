//! Executing one instruction. One file per family of instructions.

pub mod arith;
pub mod arrays;
pub mod branch;
pub mod calls;
pub mod constants;
pub mod convert;
mod element_check;
pub mod fields;
mod forever;
pub(crate) mod lasso;
pub(crate) mod loops;
pub mod objects;
pub mod stack;

use crate::bounds::Bound;
use crate::machine::{Doubt, Machine, R, Stop, unknown};
use crate::state::State;
use crate::trace::LineVisit;
use crate::value::{Ref, Value};
use proviso_classfile::{Code, Insn};
use proviso_terms::Term;
use std::sync::Arc;

/// Between two looks at the clock and the cancel flag.
const CHECK_EVERY: u64 = 1024;

impl Machine {
    /// Runs a state until its path ends or is put aside.
    pub(crate) fn run_state(&mut self, st: &mut State) -> Stop {
        loop {
            let depth = st.frames.len();
            match self.run_frame(st) {
                Ok(()) | Err(Stop::Again)
                    if st.frames.len() < depth
                        && st.unwinding.is_none()
                        && self.waits_for_others() =>
                {
                    return Stop::Joining;
                }
                Ok(()) | Err(Stop::Again) => {}
                Err(stop) => {
                    if let Some(stop) = self.give_clause_up(st, stop) {
                        return stop;
                    }
                }
            }
        }
    }

    /// A clause that is looked at after the body and cannot be evaluated costs only itself: that is noted, and the path
    /// goes on to the next clause. The stop is given back where it is another.
    fn give_clause_up(&mut self, st: &mut State, stop: Stop) -> Option<Stop> {
        let in_clause = st.epoch == 2
            && st.frames.len() > 1
            && st.frames[0].method.is_spec()
            && st.frames[1].method.is_spec()
            && matches!(st.frames[1].then, crate::state::Then::Return)
            && st.frames[1].method.descriptor.text.ends_with(")Z");
        match &stop {
            _ if !in_clause => return Some(stop),
            Stop::Unknown(why) => self.note_unknown(st, Doubt::Unmodelled, why),
            // The cut has been recorded.
            Stop::Cut(Bound::Loop | Bound::CallDepth) => {}
            _ => return Some(stop),
        }
        st.jml.gave_clause_up = true;
        st.jml.passing_over = true;
        st.frames.truncate(1);
        st.unwinding = None;
        let yes = Value::Int(self.terms.int(1));
        let driver = st.top_mut();
        driver.push(yes);
        driver.at += 1;
        driver.call_checked = false;
        None
    }

    /// Runs as long as the same code is on top.
    fn run_frame(&mut self, st: &mut State) -> R<()> {
        if st.unwinding.is_some() {
            return self.unwind(st);
        }
        let code = st.top().code.clone();
        let project = st.top().method.project;
        loop {
            let at = st.top().at;
            let Some(insn) = code.insns.get(at as usize) else {
                return unknown("execution ran past the end of a method");
            };
            st.steps += 1;
            self.stats.instructions += 1;
            if st.steps.is_multiple_of(CHECK_EVERY) {
                self.check_limits(st)?;
            }
            if project {
                self.note_visit(st, &code, at);
            }
            st.fresh_before = st.fresh;
            self.execute(st, insn)?;
            if st.impossible {
                return Err(Stop::Infeasible);
            }
            if !Arc::ptr_eq(&st.top().code, &code) || st.unwinding.is_some() {
                return Ok(());
            }
            if self.options.merging && self.waits_here(st) {
                return Err(Stop::Joining);
            }
        }
    }

    fn check_limits(&mut self, st: &State) -> R<()> {
        self.check_cancelled()?;
        if st.steps > self.options.bounds.steps {
            return self.cut_path(st, Bound::Steps);
        }
        if self.deadline.is_some_and(|d| std::time::Instant::now() > d) {
            return self.cut_path(st, Bound::Time);
        }
        Ok(())
    }

    fn note_visit(&mut self, st: &mut State, code: &Code, at: u32) {
        if !st.in_body() {
            return;
        }
        if at == 0 {
            st.note_entry();
        }
        let frame = st.top();
        let method = frame.method.id;
        let visited = &mut self
            .coverage
            .methods
            .entry(method)
            .or_default()
            .instructions;
        visited.resize(code.insns.len(), false);
        visited[at as usize] = true;
        if let Some(line) = frame.line() {
            let depth = st.depth();
            st.trace.note(LineVisit {
                method,
                at,
                line,
                depth,
            });
        }
    }

    /// Goes to another instruction of the same frame; a way back is counted.
    pub(crate) fn jump(&mut self, st: &mut State, target: u32) -> R<()> {
        if target <= st.top().at {
            self.count_iteration(st, target)?;
        }
        st.top_mut().at = target;
        Ok(())
    }

    fn execute(&mut self, st: &mut State, insn: &Insn) -> R<()> {
        match insn {
            Insn::Nop => next(st),
            Insn::AConstNull => push(st, Value::NULL),
            Insn::IConst(i) => {
                let v = Value::Int(self.terms.int(*i));
                push(st, v)
            }
            Insn::LConst(l) => {
                let v = Value::Long(self.terms.long(*l));
                push(st, v)
            }
            Insn::FConst(f) => {
                let v = Value::Float(self.terms.f32(*f));
                push(st, v)
            }
            Insn::DConst(d) => {
                let v = Value::Double(self.terms.f64(*d));
                push(st, v)
            }
            Insn::Ldc(constant) => {
                let v = constants::constant_value(self, st, constant)?;
                push(st, v)
            }
            Insn::Load(_, slot) => self.load(st, *slot),
            Insn::Store(_, slot) => stack::store(st, *slot),
            Insn::IInc(slot, by) => self.iinc(st, *slot, *by),
            Insn::Pop
            | Insn::Pop2
            | Insn::Dup
            | Insn::DupX1
            | Insn::DupX2
            | Insn::Dup2
            | Insn::Dup2X1
            | Insn::Dup2X2
            | Insn::Swap => stack::shuffle(st, insn),
            Insn::Arith(kind, op) => self.arith(st, *kind, *op),
            Insn::Neg(kind) => self.negate(st, *kind),
            Insn::Shift(kind, op) => self.shift(st, *kind, *op),
            Insn::Logic(_, op) => self.logic(st, *op),
            Insn::Convert(conversion) => self.convert(st, *conversion),
            Insn::LCmp => self.lcmp(st),
            Insn::FCmp { nan_is } | Insn::DCmp { nan_is } => self.fcmp(st, *nan_is),
            Insn::If(cond, target) => self.if_int(st, *cond, *target, true),
            Insn::IfICmp(cond, target) => self.if_int(st, *cond, *target, false),
            Insn::IfACmpEq(target) => self.if_same(st, *target, true),
            Insn::IfACmpNe(target) => self.if_same(st, *target, false),
            Insn::IfNull(target) => self.if_null(st, *target, true),
            Insn::IfNonNull(target) => self.if_null(st, *target, false),
            Insn::Goto(target) => self.jump(st, *target),
            Insn::Jsr(target) => {
                let back = st.top().at + 1;
                st.top_mut().push(Value::Address(back));
                self.jump(st, *target)
            }
            Insn::Ret(slot) => match st.top().locals.get(usize::from(*slot)) {
                Some(&Value::Address(back)) => self.jump(st, back),
                _ => unknown("ret without an address"),
            },
            Insn::TableSwitch(table) => self.table_switch(st, table),
            Insn::LookupSwitch(table) => self.lookup_switch(st, table),
            Insn::Return(kind) => self.return_value(st, kind.is_some()),
            Insn::GetStatic(f) => self.getstatic(st, f),
            Insn::PutStatic(f) => self.putstatic(st, f),
            Insn::GetField(f) => self.getfield(st, f),
            Insn::PutField(f) => self.putfield(st, f),
            Insn::InvokeVirtual(m) | Insn::InvokeInterface(m) => self.invoke_virtual(st, m),
            Insn::InvokeSpecial(m) => self.invoke_special(st, m),
            Insn::InvokeStatic(m) => self.invoke_static(st, m),
            Insn::InvokeDynamic(site) => crate::indy::invoke(self, st, site),
            Insn::New(class) => self.new_object(st, class),
            Insn::NewArray(p) => self.new_primitive_array(st, *p),
            Insn::ANewArray(element) => self.new_reference_array(st, element),
            Insn::MultiANewArray(class, dimensions) => {
                self.new_multi_array(st, class, usize::from(*dimensions))
            }
            Insn::ArrayLength => self.arraylength(st),
            Insn::ArrayLoad(kind) => self.array_load(st, *kind),
            Insn::ArrayStore(kind) => self.array_store(st, *kind),
            Insn::AThrow => self.athrow(st),
            Insn::CheckCast(class) => self.checkcast(st, class),
            Insn::InstanceOf(class) => self.instanceof(st, class),
            Insn::MonitorEnter | Insn::MonitorExit => self.monitor(st),
        }
    }
}

/// Goes on behind the current instruction.
pub(crate) fn next(st: &mut State) -> R<()> {
    st.top_mut().at += 1;
    Ok(())
}

pub(crate) fn push(st: &mut State, value: Value) -> R<()> {
    let frame = st.top_mut();
    frame.push(value);
    frame.at += 1;
    Ok(())
}

/// Replaces the topmost operands by a result.
pub(crate) fn replace(st: &mut State, operands: usize, result: Value) -> R<()> {
    let frame = st.top_mut();
    frame.drop(operands);
    frame.push(result);
    frame.at += 1;
    Ok(())
}

/// The primitive operand at a depth.
pub(crate) fn term_at(st: &State, depth: usize) -> R<Term> {
    match st.peek(depth).term() {
        Some(t) => Ok(t),
        None => unknown("malformed bytecode: a number was expected on the stack"),
    }
}

/// The reference operand at a depth, with bindings followed.
pub(crate) fn ref_at(st: &State, depth: usize) -> R<Ref> {
    match st.peek(depth) {
        Value::Ref(r) => Ok(st.deref(r)),
        _ => unknown("malformed bytecode: a reference was expected on the stack"),
    }
}
