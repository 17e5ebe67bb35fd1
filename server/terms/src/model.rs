//! Models: values for symbols, and the evaluation of terms under them.

use crate::arena::{Op, Term, Terms};
use crate::semantics::apply;
use crate::value::Const;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use std::cell::RefCell;

/// Values for symbols; a symbol without one has its sort's default (0, false, +0.0).
/// Values of terms evaluated once are kept, so that asking again along a path costs one look-up.
#[derive(Clone, Default, Debug)]
pub struct Model {
    values: FxHashMap<Term, Const>,
    known: RefCell<FxHashMap<Term, Const>>,
}

impl PartialEq for Model {
    fn eq(&self, other: &Model) -> bool {
        self.values == other.values
    }
}

impl Model {
    pub fn new() -> Model {
        Model::default()
    }

    pub fn set(&mut self, symbol: Term, value: Const) {
        self.known.get_mut().clear();
        self.values.insert(symbol, value);
    }

    /// Gives a symbol back its default value.
    pub fn unset(&mut self, symbol: Term) {
        if self.values.remove(&symbol).is_some() {
            self.known.get_mut().clear();
        }
    }

    /// The explicit value of a symbol, if the model has one.
    pub fn get(&self, symbol: Term) -> Option<&Const> {
        self.values.get(&symbol)
    }

    pub fn len(&self) -> usize {
        self.values.len()
    }

    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The symbols that have an explicit value, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (Term, &Const)> {
        self.values.iter().map(|(&symbol, value)| (symbol, value))
    }
}

impl Terms {
    /// The value of a term under a model.
    pub fn eval(&self, term: Term, model: &Model) -> Const {
        if let Some(value) = self.as_const(term) {
            return value.clone();
        }
        let mut known = model.known.borrow_mut();
        if let Some(value) = known.get(&term) {
            return value.clone();
        }
        let mut stack = vec![term];
        while let Some(&top) = stack.last() {
            if known.contains_key(&top) {
                stack.pop();
                continue;
            }
            let node = self.node(top);
            if let Op::Symbol(_) = node.op {
                let value = model
                    .get(top)
                    .cloned()
                    .unwrap_or_else(|| Const::default_of(node.sort));
                known.insert(top, value);
                stack.pop();
                continue;
            }
            let pending = stack.len();
            let mut values: SmallVec<[&Const; 4]> = SmallVec::new();
            for &arg in &node.args {
                match self.as_const(arg).or_else(|| known.get(&arg)) {
                    Some(value) => values.push(value),
                    None => stack.push(arg),
                }
            }
            if stack.len() == pending {
                // Constructors only build well-sorted nodes, so `apply` always answers.
                let value = apply(node.op, node.sort, &values)
                    .unwrap_or_else(|| Const::default_of(node.sort));
                drop(values);
                known.insert(top, value);
                stack.pop();
            }
        }
        known[&term].clone()
    }

    /// Whether a boolean term is true under a model.
    pub fn holds(&self, term: Term, model: &Model) -> bool {
        self.eval(term, model) == Const::Bool(true)
    }
}
