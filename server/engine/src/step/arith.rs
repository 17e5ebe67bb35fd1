//! Integer and floating-point arithmetic, shifts, logic and comparisons that push a number.

use crate::hooks::ViolationKind;
use crate::machine::{Feasible, Machine, R};
use crate::state::State;
use crate::step::{next, replace, term_at};
use crate::value::Value;
use proviso_classfile::{BinaryOp, IntKind, LogicOp, NumKind, ShiftOp};
use proviso_terms::{Term, Terms};

fn wrap(kind: NumKind, t: Term) -> Value {
    match kind {
        NumKind::Int => Value::Int(t),
        NumKind::Long => Value::Long(t),
        NumKind::Float => Value::Float(t),
        NumKind::Double => Value::Double(t),
    }
}

impl Machine {
    pub(crate) fn arith(&mut self, st: &mut State, kind: NumKind, op: BinaryOp) -> R<()> {
        let (a, b) = (term_at(st, 1)?, term_at(st, 0)?);
        let result = match kind {
            NumKind::Int | NumKind::Long => self.int_arith(st, kind, op, a, b)?,
            NumKind::Float | NumKind::Double => match op {
                BinaryOp::Add => self.terms.fp_add(a, b),
                BinaryOp::Sub => self.terms.fp_sub(a, b),
                BinaryOp::Mul => self.terms.fp_mul(a, b),
                BinaryOp::Div => self.terms.fp_div(a, b),
                BinaryOp::Rem => self.terms.fp_rem(a, b),
            },
        };
        replace(st, 2, wrap(kind, result))
    }

    fn int_arith(
        &mut self,
        st: &mut State,
        kind: NumKind,
        op: BinaryOp,
        a: Term,
        b: Term,
    ) -> R<Term> {
        if matches!(op, BinaryOp::Div | BinaryOp::Rem) {
            let zero = if kind == NumKind::Int {
                self.terms.int(0)
            } else {
                self.terms.long(0)
            };
            let by_zero = self.terms.eq(b, zero);
            if self.branch(st, by_zero)? {
                return self.throw_new(st, "java/lang/ArithmeticException", Some("/ by zero"));
            }
        }
        if op != BinaryOp::Rem && self.checks_overflow(st) {
            self.check_overflow(st, op, a, b)?;
        }
        Ok(match op {
            BinaryOp::Add => self.terms.bv_add(a, b),
            BinaryOp::Sub => self.terms.bv_sub(a, b),
            BinaryOp::Mul => self.terms.bv_mul(a, b),
            BinaryOp::Div => self.terms.sdiv(a, b),
            BinaryOp::Rem => self.terms.srem(a, b),
        })
    }

    pub(crate) fn checks_overflow(&mut self, st: &State) -> bool {
        let frame = st.top();
        if frame.aside || frame.past.is_some() || !frame.method.project || st.epoch != 1 {
            return false;
        }
        // One report per instruction is enough.
        if self
            .overflow_reported
            .contains(&(frame.method.id, frame.at))
        {
            return false;
        }
        let method = frame.method.clone();
        if let Some(&known) = self.overflow_checked.get(&method.id) {
            return known;
        }
        let answer = self.with_hooks(|_, hooks| hooks.overflow_checked(&method));
        self.overflow_checked.insert(method.id, answer);
        answer
    }

    /// Reports where the exact result does not fit. Execution goes on with the wrapped value, so nothing is assumed.
    fn check_overflow(&mut self, st: &mut State, op: BinaryOp, a: Term, b: Term) -> R<()> {
        let width = self.terms.width(a);
        let (overflows, operation) = match op {
            BinaryOp::Add => (
                self.does_not_fit(a, b, width + 1, Terms::bv_add),
                "addition",
            ),
            BinaryOp::Sub => (
                self.does_not_fit(a, b, width + 1, Terms::bv_sub),
                "subtraction",
            ),
            BinaryOp::Mul => (
                self.does_not_fit(a, b, 2 * width, Terms::bv_mul),
                "multiplication",
            ),
            // The only quotient that does not fit is that of the smallest number by -1.
            BinaryOp::Div | BinaryOp::Rem => {
                let smallest = self.terms.bv_const(width, -(1i128 << (width - 1)));
                let minus_one = self.terms.bv_const(width, -1);
                let (x, y) = (self.terms.eq(a, smallest), self.terms.eq(b, minus_one));
                (self.terms.and2(x, y), "division")
            }
        };
        self.overflows_where(st, overflows, operation)
    }

    fn overflows_where(&mut self, st: &State, overflows: Term, operation: &'static str) -> R<()> {
        let place = (st.top().method.id, st.top().at);
        match self.feasible_in_passing(st, overflows)? {
            Feasible::No => {}
            // What is too hard to tell here is not asked again on every path.
            Feasible::Unknown(_) => {
                self.overflow_reported.insert(place);
            }
            Feasible::Yes => {
                let mut failed = st.clone();
                self.assume(&mut failed, overflows)?;
                self.overflow_reported.insert(place);
                self.report(&failed, ViolationKind::Overflow { operation }, None, None);
            }
        }
        Ok(())
    }

    /// The condition that an operation, done exactly, has a result that needs more bits than its operands have.
    fn does_not_fit(
        &mut self,
        a: Term,
        b: Term,
        exact: u32,
        operation: fn(&mut Terms, Term, Term) -> Term,
    ) -> Term {
        let width = self.terms.width(a);
        let (wide_a, wide_b) = (self.terms.sext(a, exact), self.terms.sext(b, exact));
        let result = operation(&mut self.terms, wide_a, wide_b);
        let low = self.terms.extract(result, width - 1, 0);
        let back = self.terms.sext(low, exact);
        self.terms.ne(result, back)
    }

    pub(crate) fn negate(&mut self, st: &mut State, kind: NumKind) -> R<()> {
        let a = term_at(st, 0)?;
        let result = match kind {
            NumKind::Int | NumKind::Long => {
                if self.checks_overflow(st) {
                    let smallest = if kind == NumKind::Int {
                        self.terms.int(i32::MIN)
                    } else {
                        self.terms.long(i64::MIN)
                    };
                    let overflows = self.terms.eq(a, smallest);
                    self.overflows_where(st, overflows, "negation")?;
                }
                self.terms.bv_neg(a)
            }
            _ => self.terms.fp_neg(a),
        };
        replace(st, 1, wrap(kind, result))
    }

    pub(crate) fn iinc(&mut self, st: &mut State, slot: u16, by: i32) -> R<()> {
        let Some(&Value::Int(old)) = st.top().locals.get(usize::from(slot)) else {
            return crate::machine::unknown("malformed bytecode: iinc of a local that is no int");
        };
        let by = self.terms.int(by);
        if self.checks_overflow(st) {
            self.check_overflow(st, BinaryOp::Add, old, by)?;
        }
        let new = self.terms.bv_add(old, by);
        st.top_mut().locals[usize::from(slot)] = Value::Int(new);
        st.note_local(slot, Value::Int(new));
        next(st)
    }

    /// The distance is taken modulo the width (JLS 15.19).
    pub(crate) fn shift(&mut self, st: &mut State, kind: IntKind, op: ShiftOp) -> R<()> {
        let (a, distance) = (term_at(st, 1)?, term_at(st, 0)?);
        let mask = if kind == IntKind::Int { 31 } else { 63 };
        let mask = self.terms.int(mask);
        let mut distance = self.terms.bv_and(distance, mask);
        if kind == IntKind::Long {
            distance = self.terms.zext(distance, 64);
        }
        let result = match op {
            ShiftOp::Left => self.terms.shl(a, distance),
            ShiftOp::Right => self.terms.ashr(a, distance),
            ShiftOp::UnsignedRight => self.terms.lshr(a, distance),
        };
        let kind = if kind == IntKind::Int {
            NumKind::Int
        } else {
            NumKind::Long
        };
        replace(st, 2, wrap(kind, result))
    }

    pub(crate) fn logic(&mut self, st: &mut State, op: LogicOp) -> R<()> {
        let (a, b) = (term_at(st, 1)?, term_at(st, 0)?);
        let result = match op {
            LogicOp::And => self.terms.bv_and(a, b),
            LogicOp::Or => self.terms.bv_or(a, b),
            LogicOp::Xor => self.terms.bv_xor(a, b),
        };
        let kind = if self.terms.width(a) == 32 {
            NumKind::Int
        } else {
            NumKind::Long
        };
        replace(st, 2, wrap(kind, result))
    }

    pub(crate) fn lcmp(&mut self, st: &mut State) -> R<()> {
        let (a, b) = (term_at(st, 1)?, term_at(st, 0)?);
        let result = self.terms.signed_compare(a, b);
        replace(st, 2, Value::Int(result))
    }

    pub(crate) fn fcmp(&mut self, st: &mut State, nan_is: i8) -> R<()> {
        let (a, b) = (term_at(st, 1)?, term_at(st, 0)?);
        let result = self.terms.fp_compare(a, b, i32::from(nan_is));
        replace(st, 2, Value::Int(result))
    }
}
