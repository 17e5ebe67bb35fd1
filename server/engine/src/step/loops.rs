//! Counting iterations, and noticing loops that will never end.

use crate::bounds::Bound;
use crate::machine::{Machine, R};
use crate::state::{LoopCount, LoopSnapshot, State};
use crate::step::lasso::{Returns, Visit, endless};
use crate::value::Value;
use proviso_classfile::{BinaryOp, Code, Insn};
use std::rc::Rc;

/// In so many rounds each is compared with the one before; later ones only with those that are powers of two.
const COMPARED: u32 = 8;
/// Loops shorter than this are not watched for coming back to the same state.
const WATCHED_FROM: u32 = 16;

impl Machine {
    /// A jump back to `head`. Iterations that materialised something are paid for by the heap bounds, and those in
    /// which nothing symbolic was decided end by themselves (or never, which is noticed): only the others count.
    pub(crate) fn count_iteration(&mut self, st: &mut State, head: u32) -> R<()> {
        let (materialised, decisions) = (st.materialised, st.decisions);
        // What lowering wrote itself ends: it goes over things there are so many of.
        let bound = if st.top().method.is_spec() {
            u32::MAX
        } else {
            self.options.bounds.loops
        };
        let frame = st.top_mut();
        // A new iteration of an outer loop starts its inner loops afresh.
        frame.loops.retain(|l| l.head <= head);
        let Some(i) = frame.loops.iter().position(|l| l.head == head) else {
            let (count, iterations, snapshot) = (1, 1, None);
            frame.loops.push(LoopCount {
                head,
                count,
                materialised,
                decisions,
                iterations,
                kept: None,
                last: None,
                snapshot,
            });
            if self.watches_for_ends(st)
                && let Some(count) = st.frames.last().map(|frame| frame.loops.len() - 1)
            {
                self.remember(st, count);
                self.ask_for_ever(st, head)?;
            }
            return if bound == 0 {
                self.cut_path(st, Bound::Loop)
            } else {
                Ok(())
            };
        };
        let l = &mut frame.loops[i];
        if l.materialised == materialised && l.decisions != decisions {
            l.count += 1;
        }
        (l.materialised, l.decisions) = (materialised, decisions);
        l.iterations = l.iterations.saturating_add(1);
        let exceeded = l.count > bound;
        let watched = l.iterations >= WATCHED_FROM;
        if self.watches_for_ends(st) {
            if self.is_endless(st, i)? {
                return Err(endless(st));
            }
            return if exceeded {
                self.cut_path(st, Bound::Loop)
            } else {
                Ok(())
            };
        }
        if exceeded || (watched && comes_back(st, i)) {
            self.cut_path(st, Bound::Loop)
        } else {
            Ok(())
        }
    }

    /// Whether the loop goes on for ever, for all inputs of the path; some of them are reported here.
    fn is_endless(&mut self, st: &mut State, index: usize) -> R<bool> {
        let count = &st.top().loops[index];
        let (head, round) = (count.head, count.iterations);
        let visits: Vec<Rc<Visit>> = count.last.iter().chain(&count.kept).cloned().collect();
        if self.lasso(st, head, round, &visits)? == Returns::Always {
            return Ok(true);
        }
        self.remember(st, index);
        Ok(false)
    }

    fn remember(&mut self, st: &mut State, index: usize) {
        let round = st.top().loops[index].iterations;
        let early = round <= COMPARED;
        if !early && !round.is_power_of_two() {
            if round == COMPARED + 1 {
                st.top_mut().loops[index].last = None;
            }
            return;
        }
        let visit = Rc::new(Visit::now(st));
        let count = &mut st.top_mut().loops[index];
        if early {
            count.last = Some(visit.clone());
        }
        if round.is_power_of_two() {
            count.kept = Some(visit);
        }
    }
}

/// Whether the loop is in a state it was in before, so that it goes on for ever; what it merely counts up does not
/// matter (the usual way to measure a list, on a list that is a ring). States are kept at powers of two (Brent's way
/// to find a cycle) and compared at every iteration.
fn comes_back(st: &mut State, index: usize) -> bool {
    let frame = st.top();
    let iterations = frame.loops[index].iterations;
    let snapshot = &frame.loops[index].snapshot;
    let unchanged = snapshot.as_ref().is_some_and(|s| {
        (s.writes, s.objects, s.decisions, s.materialised)
            == (st.writes, st.objects.len(), st.decisions, st.materialised)
    });
    if !unchanged && !iterations.is_power_of_two() {
        return false;
    }
    let resolved = |values: &[Value]| {
        let resolve = |v: &Value| {
            if let Value::Ref(r) = v {
                Value::Ref(st.deref(*r))
            } else {
                *v
            }
        };
        values.iter().map(resolve).collect::<Vec<Value>>()
    };
    let now = LoopSnapshot {
        locals: resolved(&frame.locals),
        stack: resolved(&frame.stack),
        writes: st.writes,
        objects: st.objects.len(),
        decisions: st.decisions,
        materialised: st.materialised,
    };
    if let Some(before) = snapshot
        && unchanged
        && before.stack == now.stack
        && before.locals.len() == now.locals.len()
    {
        let mut slots = (0..now.locals.len()).filter(|&i| before.locals[i] != now.locals[i]);
        let Some(first) = slots.next() else {
            return true;
        };
        let body = loop_body(&frame.code, frame.loops[index].head);
        if std::iter::once(first)
            .chain(slots)
            .all(|slot| only_counts(&frame.code, &body, slot))
        {
            return true;
        }
    }
    if iterations.is_power_of_two() {
        st.top_mut().loops[index].snapshot = Some(Rc::new(now));
    }
    false
}

/// The instructions from which a jump back to `head` can be reached without passing `head`, in order.
pub(crate) fn loop_body(code: &Code, head: u32) -> Vec<usize> {
    let head = head as usize;
    let mut before: Vec<Vec<usize>> = vec![Vec::new(); code.insns.len()];
    let mut add = |from: usize, to: usize| {
        if let Some(list) = before.get_mut(to) {
            list.push(from);
        }
    };
    for (at, insn) in code.insns.iter().enumerate() {
        insn.for_each_target(|target| add(at, target as usize));
        if !insn.ends_block() {
            add(at, at + 1);
        }
        for handler in code.handlers_at(at as u32) {
            add(at, handler.target as usize);
        }
    }
    let mut inside = vec![false; code.insns.len()];
    if let Some(first) = inside.get_mut(head) {
        *first = true;
    }
    let mut todo: Vec<usize> = before.get(head).into_iter().flatten().copied().collect();
    todo.retain(|&from| from >= head);
    while let Some(at) = todo.pop() {
        if !std::mem::replace(&mut inside[at], true) {
            todo.extend(&before[at]);
        }
    }
    (0..inside.len()).filter(|&at| inside[at]).collect()
}

/// Whether the loop does nothing with a variable but add constants to it.
pub(crate) fn only_counts(code: &Code, body: &[usize], slot: usize) -> bool {
    let is = |other: u16| usize::from(other) == slot;
    // `slot = slot + constant`, as javac writes it for other types than int.
    let adds = |at: usize| {
        matches!(
            code.insns.get(at..at + 4),
            Some([
                Insn::Load(_, from),
                Insn::IConst(_) | Insn::LConst(_) | Insn::FConst(_) | Insn::DConst(_),
                Insn::Arith(_, BinaryOp::Add | BinaryOp::Sub),
                Insn::Store(_, to),
            ]) if is(*from) && is(*to)
        )
    };
    body.iter().all(|&at| match code.insns[at] {
        Insn::Load(_, from) if is(from) => adds(at),
        Insn::Store(_, to) if is(to) => at >= 3 && adds(at - 3),
        _ => true,
    })
}
