//! `Comparable.compareTo` and `Comparator.compare` of unknown implementations: an unknown total order with one number
//! per object. The sign of a comparison is that of the numbers, which gives transitivity for free.

use crate::classes::Method;
use crate::machine::{Machine, R, Stop};
use crate::state::State;
use crate::step::ref_at;
use crate::value::{Ref, Value};
use proviso_terms::{Sort, Term};
use std::rc::Rc;

pub(crate) fn is_comparison(method: &Method) -> bool {
    matches!(
        (&*method.class_name, &*method.name, &*method.descriptor.text),
        ("java/lang/Comparable", "compareTo", "(Ljava/lang/Object;)I")
            | (
                "java/util/Comparator",
                "compare",
                "(Ljava/lang/Object;Ljava/lang/Object;)I"
            )
    )
}

impl Machine {
    pub(crate) fn compare_by_order(&mut self, st: &mut State, method: &Rc<Method>) -> R<()> {
        let (a, b) = (ref_at(st, 1)?, ref_at(st, 0)?);
        for r in [a, b] {
            if self.is_null(st, r)? {
                return self.throw_null(st);
            }
        }
        let (a, b) = (st.deref(a), st.deref(b));
        self.assume_same_kind(st, a, b)?;
        st.note_assumption(&format!(
            "{} is taken to be a total order",
            method.display()
        ));
        let result = if a == b {
            self.terms.int(0)
        } else {
            let (x, y) = (self.rank(st, a), self.rank(st, b));
            self.terms.signed_compare(x, y)
        };
        self.finish_call(st, method, Some(Value::Int(result)))
    }

    /// An unknown implementation compares objects of its own kind only: neither is of a class with an order of its own.
    fn assume_same_kind(&mut self, st: &mut State, a: Ref, b: Ref) -> R<()> {
        for (from, to) in [(a, b), (b, a)] {
            let (Some(from), Some(types)) = (self.types_of(st, from), self.types_of(st, to)) else {
                continue;
            };
            let mut narrowed = types.clone();
            for &excluded in &from.not {
                match self.classes.exclude(&narrowed, excluded) {
                    Some(rest) => narrowed = rest,
                    None => return Err(Stop::Infeasible),
                }
            }
            if *narrowed != *types {
                self.set_types(st, to, narrowed);
            }
        }
        Ok(())
    }

    /// The place of an object in the order. A symbol hands its own on to the object it is bound to.
    fn rank(&mut self, st: &mut State, r: Ref) -> Term {
        let known = match r {
            Ref::Null | Ref::Choice(_) => None,
            Ref::Object(o) => st.object(o).rank,
            Ref::Symbol(s) => st.symbol(s).rank,
        };
        if let Some(rank) = known {
            return rank;
        }
        let rank = self.fresh(st, "order", Sort::Bv(32));
        match r {
            Ref::Null | Ref::Choice(_) => {}
            Ref::Object(o) => st.object_mut(o).rank = Some(rank),
            Ref::Symbol(s) => {
                if let Some(symbol) = st.symbol_mut(s) {
                    symbol.rank = Some(rank);
                }
            }
        }
        rank
    }
}
