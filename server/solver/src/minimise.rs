//! Small witnesses: a model in which the chosen symbols have values a person likes to read.

use crate::answer::Answer;
use crate::path::Path;
use crate::solver::Solver;
use proviso_terms::{Const, Model, Sort, Term, Terms};
use std::rc::Rc;

/// Questions asked per symbol at most; a witness is made once per violation, not per path.
const QUESTIONS_PER_SYMBOL: usize = 12;
/// And so many more for a small type, to come down from a number that fits to the smallest that does.
const STEPS_DOWN: usize = 8;

impl Solver {
    /// A model of the path in which `symbols`, one after the other, get the first value that fits of: 0, 1, -1, then
    /// small magnitudes. `None` when the path has no known model. Never worse than the path's own model.
    pub fn minimise(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        symbols: &[Term],
    ) -> Option<Rc<Model>> {
        let mut path = path.clone();
        path.model.as_ref()?;
        for &symbol in symbols {
            if !terms.is_symbol(symbol) {
                continue;
            }
            for condition in wishes(terms, symbol).into_iter().take(QUESTIONS_PER_SYMBOL) {
                if let Answer::Sat(model) = self.check(terms, &path, condition) {
                    let model = self.step_down(terms, &path, symbol, model);
                    let value = model.get(symbol).cloned();
                    let value = value.unwrap_or_else(|| Const::default_of(terms.sort(symbol)));
                    // Later symbols must not disturb what has been found.
                    let constant = terms.constant(value);
                    let fixed = terms.eq(symbol, constant);
                    path = path.extended(terms, fixed, Some(model));
                    break;
                }
            }
        }
        path.model
    }

    /// From a model in which the symbol is a positive number to one in which it is smaller, by halving.
    fn step_down(
        &mut self,
        terms: &mut Terms,
        path: &Path,
        symbol: Term,
        mut model: Rc<Model>,
    ) -> Rc<Model> {
        let width = match terms.sort(symbol) {
            Sort::Bv(width) if width <= 16 => width,
            _ => return model,
        };
        let number = |model: &Model| model.get(symbol).and_then(Const::as_signed);
        // 0 and 1 have been tried.
        let mut low = 2;
        for _ in 0..STEPS_DOWN {
            let Some(high) = number(&model).filter(|high| *high > low) else {
                break;
            };
            let middle = low + (high - low) / 2;
            let (zero, limit) = (terms.bv_const(width, 0), terms.bv_const(width, middle));
            let (not_negative, below) = (terms.sle(zero, symbol), terms.sle(symbol, limit));
            let smaller = terms.and(&[not_negative, below]);
            match self.check(terms, path, smaller) {
                Answer::Sat(found) => model = found,
                _ => low = middle + 1,
            }
        }
        model
    }
}

/// Conditions on a symbol, the most wanted first.
fn wishes(terms: &mut Terms, symbol: Term) -> Vec<Term> {
    match terms.sort(symbol) {
        Sort::Bool => vec![terms.not(symbol)],
        Sort::Bv(width) => {
            let mut exactly = |value| {
                let value = terms.bv_const(width, value);
                terms.eq(symbol, value)
            };
            let mut wishes = vec![exactly(0), exactly(1)];
            // Sixteen bits may be a `char`, for which -1 is the last of all: negative ones come after the others.
            let minus_one = exactly(-1);
            let mut negative = Vec::new();
            if width == 16 {
                negative.push(minus_one);
            } else {
                wishes.push(minus_one);
            }
            for magnitude in [4i128, 16, 128, 1 << 10, 1 << 16] {
                if width <= 17 && magnitude >= 1i128 << (width - 1) {
                    break;
                }
                // Not negative first: it reads better.
                let limit = terms.bv_const(width, magnitude);
                let floor = terms.bv_const(width, -magnitude);
                let zero = terms.bv_const(width, 0);
                let below = terms.slt(symbol, limit);
                let (not_negative, above) = (terms.sle(zero, symbol), terms.slt(floor, symbol));
                wishes.push(terms.and(&[not_negative, below]));
                let near = terms.and(&[above, below]);
                if width == 16 {
                    negative.push(near);
                } else {
                    wishes.push(near);
                }
            }
            wishes.extend(negative);
            wishes
        }
        Sort::F32 => [0.0f32, 1.0, -1.0, 2.0, 0.5]
            .into_iter()
            .map(|value| {
                let value = terms.f32(value);
                terms.eq(symbol, value)
            })
            .collect(),
        Sort::F64 => [0.0f64, 1.0, -1.0, 2.0, 0.5]
            .into_iter()
            .map(|value| {
                let value = terms.f64(value);
                terms.eq(symbol, value)
            })
            .collect(),
    }
}
