//! Counting iterations, and noticing loops that will never end.

use crate::bounds::Bound;
use crate::machine::{Machine, R};
use crate::state::{LoopCount, LoopSnapshot, State};
use crate::value::Value;
use std::rc::Rc;

/// Loops shorter than this are not watched for coming back to the same state.
const WATCHED_FROM: u32 = 16;

impl Machine {
    /// A jump back to `head`. Iterations that materialised something are paid for by the heap bounds, and those in
    /// which nothing symbolic was decided end by themselves (or never, which is noticed): only the others count.
    pub(crate) fn count_iteration(&mut self, st: &mut State, head: u32) -> R<()> {
        let (materialised, decisions) = (st.materialised, st.decisions);
        let bound = self.options.bounds.loops;
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
                snapshot,
            });
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
        if exceeded || (watched && comes_back(st, i)) {
            self.cut_path(st, Bound::Loop)
        } else {
            Ok(())
        }
    }
}

/// Whether the loop is in a state it was in before, so that it goes on for ever. States are kept at powers of two
/// (Brent's way to find a cycle) and compared at every iteration.
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
    if snapshot.as_ref().is_some_and(|s| **s == now) {
        return true;
    }
    if iterations.is_power_of_two() {
        st.top_mut().loops[index].snapshot = Some(Rc::new(now));
    }
    false
}
