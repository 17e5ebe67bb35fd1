//! The course of a driver: assumptions, the pre-state, the end of the body, and what must hold afterwards.

use crate::classes::Method;
use crate::hooks::ViolationKind;
use crate::intrinsics::Intrinsic;
use crate::jml::{Mark, literal};
use crate::machine::{Feasible, Machine, R, Stop, unknown};
use crate::state::{Binding, State};
use crate::step::{ref_at, term_at};
use crate::value::{Ref, Value};
use proviso_terms::Term;
use std::rc::Rc;

pub(super) fn lookup(name: &str) -> Option<Intrinsic> {
    Some(match name {
        "begin" => begin,
        "root" | "end" => nothing,
        "assume" => assume,
        "assumeNonNull" => assume_non_null,
        "applies" => applies,
        "mayDiverge" => may_diverge,
        "enter" => enter,
        "leave" => leave,
        "check" => check,
        "holds" => holds,
        "checkOnly" => check_only,
        "undefined" => undefined,
        "thrown" => thrown,
        "unknown" => give_up,
        _ => return None,
    })
}

fn nothing(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    m.finish_call(st, method, None)
}

fn begin(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let number = literal(m, st, 0)?;
    st.epoch = 0;
    st.jml.method = Some(number);
    st.jml.frames = Rc::default();
    st.jml.marks.clear();
    m.finish_call(st, method, None)
}

/// A Java boolean as a condition.
fn condition(m: &mut Machine, st: &State, depth: usize) -> R<Term> {
    let value = term_at(st, depth)?;
    let zero = m.terms.int(0);
    Ok(m.terms.ne(value, zero))
}

fn assume(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let clause = literal(m, st, 1)? as u32;
    let holds = condition(m, st, 0)?;
    let kept = m.assumed.entry(clause).or_default();
    let known = *kept;
    m.assume(st, holds)?;
    if !known {
        m.assumed.insert(clause, true);
    }
    m.finish_call(st, method, None)
}

fn assume_non_null(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    match ref_at(st, 0)? {
        Ref::Null => return Err(Stop::Infeasible),
        Ref::Object(_) => {}
        r if m.guards() => {
            let null = m.null_term(st, r);
            let there = m.terms.not(null);
            m.assume(st, there)?;
        }
        Ref::Choice(_) => return unknown("a guarded reference on a path by itself"),
        Ref::Symbol(s) => {
            if let Some(symbol) = st.symbol_mut(s) {
                symbol.binding = Binding::NonNull;
            }
        }
    }
    m.finish_call(st, method, None)
}

fn enter(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let mark = Some(Rc::new(Mark::now(st)));
    match st.jml.marks.first_mut() {
        Some(first) => *first = mark,
        None => st.jml.marks.push(mark),
    }
    st.epoch = 1;
    m.finish_call(st, method, None)
}

fn applies(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let clause = literal(m, st, 1)? as u32;
    let holds = condition(m, st, 0)?;
    if !m.applied.contains(&clause) && m.feasible(st, holds)? != Feasible::No {
        m.applied.insert(clause);
    }
    m.finish_call(st, method, None)
}

/// The one fork of a contract that excuses some inputs from coming to an end.
fn may_diverge(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let excused = condition(m, st, 0)?;
    st.jml.may_diverge = m.branch(st, excused)?;
    m.finish_call(st, method, None)
}

fn leave(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    st.epoch = 2;
    m.stats.paths += 1;
    st.path_number = m.stats.paths;
    m.finish_call(st, method, None)?;
    if !m.is_known_ground() {
        m.with_hooks(|machine, hooks| hooks.left(machine, st));
    }
    Ok(())
}

fn check(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    must_hold(m, st)?;
    m.finish_call(st, method, None)
}

fn holds(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    must_hold(m, st)?;
    let one = m.terms.int(1);
    m.finish_call(st, method, Some(Value::Int(one)))
}

fn must_hold(m: &mut Machine, st: &mut State) -> R<()> {
    // What a past evaluation checks was checked when it was the present.
    if st.top().past.is_some() {
        return Ok(());
    }
    let clause = literal(m, st, 1)? as u32;
    if std::mem::take(&mut st.jml.passing_over) {
        m.given_up.insert(clause);
        return Ok(());
    }
    let holds = condition(m, st, 0)?;
    if m.terms.as_bool(holds) != Some(true) {
        m.apply_all_facts(st)?;
    }
    m.obligation(st, holds, ViolationKind::Check, Some(clause))?;
    m.evaluated.insert(clause);
    Ok(())
}

/// JML's `check` statement: nothing is assumed afterwards.
fn check_only(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let clause = literal(m, st, 1)? as u32;
    let holds = condition(m, st, 0)?;
    let fails = m.terms.not(holds);
    if st.top().past.is_none() && m.feasible(st, fails)? == Feasible::Yes {
        let mut failed = st.clone();
        m.assume(&mut failed, fails)?;
        m.report(&failed, ViolationKind::Check, Some(clause), None);
    }
    m.evaluated.insert(clause);
    m.finish_call(st, method, None)
}

fn undefined(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let clause = literal(m, st, 1)? as u32;
    let thrown = ref_at(st, 0)?;
    let Some(exception) = m.object_of(st, thrown)? else {
        return unknown("undefined without an exception");
    };
    m.report(st, ViolationKind::Undefined, Some(clause), Some(exception));
    m.evaluated.insert(clause);
    m.finish_call(st, method, None)
}

/// The library throws by hand what an instruction would throw by itself (`s.charAt(-1)`): the same mistake of the
/// caller's.
fn blames_caller(exception: &str) -> bool {
    let mistakes = [
        "java/lang/NullPointerException",
        "java/lang/IndexOutOfBoundsException",
        "java/lang/StringIndexOutOfBoundsException",
        "java/lang/ArrayIndexOutOfBoundsException",
        "java/lang/ArithmeticException",
        "java/lang/ClassCastException",
        "java/lang/NegativeArraySizeException",
        "java/lang/ArrayStoreException",
    ];
    mistakes.contains(&exception)
}

/// An exception the body ended with: implicit ones and failed assertions are violations unless the contract names them.
fn thrown(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let clause = literal(m, st, 2)? as u32;
    let thrown = ref_at(st, 1)?;
    let named = condition(m, st, 0)?;
    let Some(exception) = m.object_of(st, thrown)? else {
        return unknown("thrown without an exception");
    };
    let bound = st.object(exception).types.bound(&m.classes);
    let class = m.classes.name(bound).clone();
    let implicit = crate::exceptions::throw_site(st, exception)
        .is_some_and(|s| s.implicit || s.in_library && blames_caller(&class));
    // One that came with the input is nobody's failed assertion.
    let assertion = &*class == "java/lang/AssertionError" && !st.inputs.contains(&exception);
    if (implicit || assertion) && !m.branch(st, named)? {
        m.report(
            st,
            ViolationKind::Thrown { class, implicit },
            Some(clause),
            Some(exception),
        );
        // Said once; the checks of `signals` that follow would only repeat it.
        return Err(Stop::Ended(crate::hooks::Outcome::Dropped));
    }
    m.finish_call(st, method, None)
}

fn give_up(m: &mut Machine, st: &mut State, _: &Rc<Method>) -> R<()> {
    let why = ref_at(st, 0)?;
    let text = match why {
        Ref::Object(o) => crate::intrinsics::string_text(m, st, o),
        _ => None,
    };
    unknown(text.unwrap_or_else(|| "the specification cannot be decided by running it".into()))
}
