//! Comparisons and connectives of specifications as values: as bytecode each of them would be a branch, and a fork.

use crate::classes::Method;
use crate::intrinsics::Intrinsic;
use crate::machine::{Machine, R};
use crate::state::State;
use crate::step::term_at;
use crate::value::Value;
use proviso_terms::Term;
use std::rc::Rc;

pub(super) fn lookup(name: &str, descriptor: &str) -> Option<Intrinsic> {
    Some(match (name, descriptor) {
        ("lt", "(II)Z" | "(JJ)Z") => {
            |m, st, method| relation(m, st, method, |m, a, b| m.terms.slt(a, b))
        }
        ("le", "(II)Z" | "(JJ)Z") => {
            |m, st, method| relation(m, st, method, |m, a, b| m.terms.sle(a, b))
        }
        ("eq", "(II)Z" | "(JJ)Z") => {
            |m, st, method| relation(m, st, method, |m, a, b| m.terms.eq(a, b))
        }
        ("eq" | "iff", "(ZZ)Z") => |m, st, method| {
            relation(m, st, method, |m, a, b| {
                let (a, b) = (truth(m, a), truth(m, b));
                m.terms.eq(a, b)
            })
        },
        ("implies", "(ZZ)Z") => |m, st, method| {
            relation(m, st, method, |m, a, b| {
                let (a, b) = (truth(m, a), truth(m, b));
                let not_a = m.terms.not(a);
                m.terms.or(&[not_a, b])
            })
        },
        _ => return None,
    })
}

fn truth(m: &mut Machine, value: Term) -> Term {
    let zero = m.terms.int(0);
    m.terms.ne(value, zero)
}

fn relation(
    m: &mut Machine,
    st: &mut State,
    method: &Rc<Method>,
    of: fn(&mut Machine, Term, Term) -> Term,
) -> R<()> {
    let (a, b) = (term_at(st, 1)?, term_at(st, 0)?);
    let holds = of(m, a, b);
    let (one, zero) = (m.terms.int(1), m.terms.int(0));
    let result = m.terms.ite(holds, one, zero);
    m.finish_call(st, method, Some(Value::Int(result)))
}
