//! Questions about the input of a path that has been explored: can these boolean methods be true of it?
//! Used to sort out inputs that no program can make, such as objects that break their invariants.

use crate::classes::Method;
use crate::hooks::Outcome;
use crate::machine::{Machine, Stop, earlier};
use crate::state::{State, Then};
use crate::value::{Ref, Value};
use std::rc::Rc;
use std::time::{Duration, Instant};

pub enum Extended {
    /// The path with an input for which all answers are true; more of it may have been materialised.
    Yes(Box<State>),
    /// There is no such input within the bounds.
    No,
    /// It could not be found out, for this reason.
    Undecided(String),
}

impl Machine {
    /// Looks for an input of the path for which each method, called on its object in the state at `enter`, returns true.
    /// Figures, cuts and coverage of the run stay as they are.
    pub fn satisfy(
        &mut self,
        st: &State,
        questions: &[(Rc<Method>, Ref)],
        limit: Duration,
    ) -> Extended {
        self.aside(limit, |machine| machine.ask(st, questions))
    }

    /// Runs something that is no part of the search: its figures stay as they are.
    pub(crate) fn aside<T>(&mut self, limit: Duration, run: impl FnOnce(&mut Machine) -> T) -> T {
        let kept = (
            self.stats.clone(),
            self.cuts.clone(),
            self.unknowns.clone(),
            self.coverage.clone(),
            self.deadline,
            std::mem::take(&mut self.pending),
        );
        self.deadline = earlier(Some(Instant::now() + limit), self.options.end);
        let answer = run(self);
        (
            self.stats,
            self.cuts,
            self.unknowns,
            self.coverage,
            self.deadline,
            self.pending,
        ) = kept;
        answer
    }

    fn ask(&mut self, st: &State, questions: &[(Rc<Method>, Ref)]) -> Extended {
        let mut doubt = None;
        let mut todo = vec![(st.clone(), 0)];
        while let Some((st, next)) = todo.pop() {
            let Some((method, object)) = questions.get(next) else {
                return Extended::Yes(Box::new(st));
            };
            let found = self.true_ends(st, method, *object, &mut doubt);
            todo.extend(found.into_iter().rev().map(|st| (st, next + 1)));
        }
        doubt.map_or(Extended::No, Extended::Undecided)
    }

    /// The states in which the method returns true.
    fn true_ends(
        &mut self,
        mut st: State,
        method: &Rc<Method>,
        object: Ref,
        doubt: &mut Option<String>,
    ) -> Vec<State> {
        st.frames.clear();
        st.unwinding = None;
        let receiver = vec![Value::Ref(object)];
        match self.enter_method(&mut st, method, receiver, Then::End, 0) {
            Ok(()) | Err(Stop::Again) => {}
            Err(_) => {
                doubt.get_or_insert_with(|| format!("{} cannot be run", method.display()));
                return Vec::new();
            }
        }
        let past = st.jml.mark(0).map(|_| 0);
        let frame = st.top_mut();
        frame.past = past;
        frame.aside = true;
        self.pending.push(st);
        let mut ends = Vec::new();
        while let Some(mut st) = self.pending.pop() {
            match self.run_state(&mut st) {
                Stop::Ended(Outcome::Returned) => {
                    let Some(answer) = st.result.and_then(Value::term) else {
                        continue;
                    };
                    let zero = self.terms.int(0);
                    let is_false = self.terms.eq(answer, zero);
                    let holds = self.terms.not(is_false);
                    if self.assume(&mut st, holds).is_ok() {
                        ends.push(st);
                    }
                }
                Stop::Unknown(why) => {
                    doubt.get_or_insert(why.to_string());
                }
                Stop::Cut(bound) => {
                    doubt.get_or_insert_with(|| format!("the bound {} is met", bound.name()));
                }
                Stop::Cancelled => {
                    doubt.get_or_insert("cancelled".to_owned());
                    self.pending.clear();
                }
                _ => {}
            }
        }
        ends
    }
}
