//! Quantifiers over ranges that nobody walks: where loops are cut at facts about them, `\forall` and `\exists` are decided by one
//! unknown index instead of one round per element.
//!
//! A `\forall` that is false has an index at which it is false; one that is true is kept as a [`Fact`] of the path and said
//! again of every index at which an array is read from then on (and of nothing else: fewer instances only show less). So
//! this explores no fewer executions than there are. What it finds may be none of the program's: it serves proofs, never witnesses.

use crate::classes::Method;
use crate::intrinsics::Intrinsic;
use crate::jml::{Mark, lambda_method};
use crate::machine::{Machine, R, Stop, unknown};
use crate::state::{NativeThen, State, Then};
use crate::step::{ref_at, term_at};
use crate::value::{Ref, Value};
use proviso_terms::{Sort, Term};
use std::rc::Rc;

/// Ranges of a known length up to this are walked.
const WALKED: i64 = 4;
/// So often facts are applied on one path.
const MOST_INSTANCES: u32 = 200;

/// What holds of every index of a range, in the state in which it was said.
#[derive(Debug, Clone)]
pub struct Fact {
    test: Ref,
    method: Rc<Method>,
    from: Term,
    to: Term,
    /// What the test answers for each index.
    answer: bool,
    /// The state it speaks of, and the pre-state there.
    mark: u16,
    pre: u16,
    /// Indices it has been applied to.
    done: Rc<Vec<Term>>,
}

/// What a path knows of ranges.
#[derive(Debug, Clone, Default)]
pub struct Facts {
    facts: Rc<Vec<Fact>>,
    /// Indices at which arrays were read.
    indices: Rc<Vec<Term>>,
    applied: u32,
    /// A fact is being applied: what it reads calls for no further one.
    applying: bool,
}

pub(super) fn lookup(name: &str, descriptor: &str) -> Option<Intrinsic> {
    match (name, descriptor) {
        ("forall", "(JJLproviso/runtime/Fn$IntTest;)Z") => Some(forall),
        ("exists", "(JJLproviso/runtime/Fn$IntTest;)Z") => Some(exists),
        _ => None,
    }
}

fn forall(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    quantified(m, st, method, true)
}

fn exists(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    quantified(m, st, method, false)
}

/// `all`: for every index the test answers true; else: for every index it answers false.
fn quantified(m: &mut Machine, st: &mut State, method: &Rc<Method>, all: bool) -> R<()> {
    let (from, to) = (term_at(st, 2)?, term_at(st, 1)?);
    let length = m.terms.bv_sub(to, from);
    let walked = m.terms.as_bv(length).and_then(|n| n.signed());
    if !m.options.closing || walked.is_some_and(|n| n <= WALKED.into()) {
        return crate::intrinsics::run_bytecode(m, st, method);
    }
    let lambda = ref_at(st, 0)?;
    let test = lambda_method(m, st, method.descriptor.params.get(2), "test", lambda)?;
    // Both ways are possible as far as anybody knows; the name is the same when the instruction is run again.
    let name = format!("every#{}", st.fresh);
    let uniform = m.terms.symbol(&name, Sort::Bool);
    let uniform = m.branch(st, uniform)?;
    st.fresh += 1;
    if uniform {
        let (mark, pre) = (mark_here(st), st.top().pre);
        Rc::make_mut(&mut st.jml.ranges.facts).push(Fact {
            test: lambda,
            method: test,
            from,
            to,
            answer: all,
            mark,
            pre,
            done: Rc::default(),
        });
        let result = m.terms.int(i32::from(all));
        return m.finish_call(st, method, Some(Value::Int(result)));
    }
    let index = m.fresh(st, "index", Sort::Bv(32));
    let inside = within(m, index, from, to);
    m.assume(st, inside)?;
    let then = NativeThen {
        run: if all { fails_there } else { holds_there },
        data: Rc::from([]),
        caught: None,
    };
    let arguments = vec![Value::Ref(lambda), Value::Int(index)];
    m.enter_method(st, &test, arguments, Then::Native(then), 0)
}

/// The number of the state in which the topmost frame reads.
fn mark_here(st: &mut State) -> u16 {
    if let Some(past) = st.top().past {
        return past;
    }
    let marks = &mut st.jml.marks;
    if marks.is_empty() {
        marks.push(None);
    }
    let latest = marks.last().and_then(|m| m.as_ref());
    let known = marks.len() > 1
        && latest.is_some_and(|m| (m.writes, m.objects.len()) == (st.writes, st.objects.len()));
    if !known {
        let mark = Some(Rc::new(Mark::now(st)));
        st.jml.marks.push(mark);
    }
    (st.jml.marks.len() - 1) as u16
}

fn within(m: &mut Machine, index: Term, from: Term, to: Term) -> Term {
    let index = m.terms.sext(index, 64);
    let (above, below) = (m.terms.sle(from, index), m.terms.slt(index, to));
    m.terms.and(&[above, below])
}

fn fails_there(m: &mut Machine, st: &mut State, _: &[Value], result: Option<Value>) -> R<()> {
    answered(m, st, result, false)?;
    finish_quantifier(m, st, 0)
}

fn holds_there(m: &mut Machine, st: &mut State, _: &[Value], result: Option<Value>) -> R<()> {
    answered(m, st, result, true)?;
    finish_quantifier(m, st, 1)
}

/// Three operands: the range and the lambda.
fn finish_quantifier(m: &mut Machine, st: &mut State, result: i32) -> R<()> {
    let result = Value::Int(m.terms.int(result));
    let frame = st.top_mut();
    frame.drop(3);
    frame.push(result);
    frame.at += 1;
    frame.call_checked = false;
    Ok(())
}

/// Keeps the path only where the test answered so.
fn answered(m: &mut Machine, st: &mut State, result: Option<Value>, wanted: bool) -> R<()> {
    let Some(Value::Int(result)) = result else {
        return unknown("a test without an answer");
    };
    let wanted = m.terms.int(i32::from(wanted));
    let so = m.terms.eq(result, wanted);
    m.assume(st, so)
}

impl Machine {
    /// An array is about to be read at an index: what is known of all indices of a range holds there too.
    pub(crate) fn apply_facts(&mut self, st: &mut State, index: Term) -> R<()> {
        if !self.options.closing || st.jml.ranges.applying {
            return Ok(());
        }
        let indices = &mut st.jml.ranges.indices;
        if !indices.contains(&index) {
            Rc::make_mut(indices).push(index);
        }
        for number in 0..st.jml.ranges.facts.len() {
            self.apply_fact(st, number, index)?;
        }
        Ok(())
    }

    /// Before something is called false: what was said of a range holds at the indices of earlier reads too. The
    /// instruction is run again after each.
    pub(crate) fn apply_all_facts(&mut self, st: &mut State) -> R<()> {
        if st.jml.ranges.applying {
            return Ok(());
        }
        for number in 0..st.jml.ranges.facts.len() {
            for place in 0..st.jml.ranges.indices.len() {
                let index = st.jml.ranges.indices[place];
                self.apply_fact(st, number, index)?;
            }
        }
        Ok(())
    }

    fn apply_fact(&mut self, st: &mut State, number: usize, index: Term) -> R<()> {
        let fact = st.jml.ranges.facts[number].clone();
        if fact.done.contains(&index) || st.jml.ranges.applied >= MOST_INSTANCES {
            return Ok(());
        }
        let inside = within(self, index, fact.from, fact.to);
        let inside = self.branch(st, inside)?;
        let ranges = &mut st.jml.ranges;
        Rc::make_mut(&mut Rc::make_mut(&mut ranges.facts)[number].done).push(index);
        if !inside {
            return Ok(());
        }
        ranges.applied += 1;
        ranges.applying = true;
        let then = NativeThen {
            run: if fact.answer { says_yes } else { says_no },
            data: Rc::from([]),
            caught: Some(says_nothing),
        };
        let arguments = vec![Value::Ref(fact.test), Value::Int(index)];
        self.enter_method(st, &fact.method, arguments, Then::Native(then), 0)?;
        let frame = st.top_mut();
        frame.past = Some(fact.mark);
        frame.pre = fact.pre;
        frame.aside = true;
        Err(Stop::Again)
    }
}

fn says_yes(m: &mut Machine, st: &mut State, _: &[Value], result: Option<Value>) -> R<()> {
    st.jml.ranges.applying = false;
    answered(m, st, result, true)
}

fn says_no(m: &mut Machine, st: &mut State, _: &[Value], result: Option<Value>) -> R<()> {
    st.jml.ranges.applying = false;
    answered(m, st, result, false)
}

/// It was said of every index, so the test has an answer for each.
fn says_nothing(_: &mut Machine, _: &mut State, _: &[Value], _: crate::value::ObjectId) -> R<()> {
    Err(Stop::Infeasible)
}
