//! Intervals: what the shape of a bit-vector term alone says about its value, signed and unsigned.

use crate::arena::{Op, Term, Terms};
use crate::value::{Bv, Sort};
use smallvec::SmallVec;

/// Wider terms have no interval; `i128` arithmetic on narrower ones cannot overflow where it matters.
pub(crate) const MAX_RANGE_WIDTH: u32 = 120;

/// Inclusive signed and unsigned bounds of a bit-vector.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    pub min: i128,
    pub max: i128,
    pub unsigned_min: i128,
    pub unsigned_max: i128,
}

impl Range {
    /// The place-holder behind index 0 of the range table.
    pub(crate) const UNKNOWN: Range = Range {
        min: 0,
        max: 0,
        unsigned_min: 0,
        unsigned_max: 0,
    };

    pub fn full(width: u32) -> Range {
        Range {
            min: -(1i128 << (width - 1)),
            max: (1i128 << (width - 1)) - 1,
            unsigned_min: 0,
            unsigned_max: (1i128 << width) - 1,
        }
    }

    fn signed(width: u32, min: i128, max: i128) -> Range {
        let mut range = Range::full(width);
        if min >= range.min && max <= range.max {
            range.min = min;
            range.max = max;
        }
        range.agree(width)
    }

    fn unsigned(width: u32, min: i128, max: i128) -> Range {
        let mut range = Range::full(width);
        if min >= 0 && max <= range.unsigned_max {
            range.unsigned_min = min;
            range.unsigned_max = max;
        }
        range.agree(width)
    }

    /// Lets each view learn from the other where they are the same numbers shifted by a constant.
    fn agree(mut self, width: u32) -> Range {
        let half = 1i128 << (width - 1);
        if self.min >= 0 {
            self.unsigned_min = self.unsigned_min.max(self.min);
            self.unsigned_max = self.unsigned_max.min(self.max);
        } else if self.max < 0 {
            self.unsigned_min = self.unsigned_min.max(self.min + 2 * half);
            self.unsigned_max = self.unsigned_max.min(self.max + 2 * half);
        }
        if self.unsigned_max < half {
            self.min = self.min.max(self.unsigned_min);
            self.max = self.max.min(self.unsigned_max);
        } else if self.unsigned_min >= half {
            self.min = self.min.max(self.unsigned_min - 2 * half);
            self.max = self.max.min(self.unsigned_max - 2 * half);
        }
        self
    }

    fn hull(self, other: Range) -> Range {
        Range {
            min: self.min.min(other.min),
            max: self.max.max(other.max),
            unsigned_min: self.unsigned_min.min(other.unsigned_min),
            unsigned_max: self.unsigned_max.max(other.unsigned_max),
        }
    }

    fn meet(self, other: Range) -> Range {
        Range {
            min: self.min.max(other.min),
            max: self.max.min(other.max),
            unsigned_min: self.unsigned_min.max(other.unsigned_min),
            unsigned_max: self.unsigned_max.min(other.unsigned_max),
        }
    }
}

fn corners(
    a: (i128, i128),
    b: (i128, i128),
    op: impl Fn(i128, i128) -> Option<i128>,
) -> Option<(i128, i128)> {
    let all = [op(a.0, b.0)?, op(a.0, b.1)?, op(a.1, b.0)?, op(a.1, b.1)?];
    Some((*all.iter().min()?, *all.iter().max()?))
}

impl Terms {
    /// The interval of a bit-vector term; `None` for other sorts and very wide terms.
    pub fn range(&self, term: Term) -> Option<Range> {
        let Sort::Bv(width) = self.sort(term) else {
            return None;
        };
        if width > MAX_RANGE_WIDTH {
            return None;
        }
        match self.range_of[term.index()] {
            0 => Some(Range::full(width)),
            index => Some(self.ranges[index as usize]),
        }
    }

    /// Computes the interval of a node just made, from those of its arguments.
    pub(crate) fn note_range(&mut self, term: Term) {
        let Sort::Bv(width) = self.sort(term) else {
            return;
        };
        if width > MAX_RANGE_WIDTH {
            return;
        }
        if let Some(range) = self.compute_range(term, width)
            && range != Range::full(width)
        {
            self.range_of[term.index()] = self.ranges.len() as u32;
            self.ranges.push(range);
        }
    }

    /// Mathematical bounds of a linear form's value before wrapping.
    pub(crate) fn exact_sum(&self, form: &crate::linear::Linear) -> Option<(i128, i128)> {
        let constant = form.constant.signed()?;
        let (mut min, mut max) = (constant, constant);
        let mut addends: SmallVec<[(Term, i128); 4]> = SmallVec::new();
        for (base, coefficient) in &form.addends {
            addends.push((*base, coefficient.signed()?));
        }
        while let Some((base, factor)) = addends.pop() {
            let (mut low, mut high) = self.scaled(base, factor)?;
            let whole = |&(other, by): &(Term, i128)| {
                self.is_share(base, factor, other, by) || self.is_share(other, by, base, factor)
            };
            if let Some(at) = addends.iter().position(whole) {
                let (other, by) = addends.remove(at);
                let (x, factor) = if self.is_share(base, factor, other, by) {
                    (base, factor)
                } else {
                    (other, by)
                };
                (low, high) = self.scaled(x, factor)?;
                (low, high) = (low.min(0), high.max(0));
            }
            min = min.checked_add(low)?;
            max = max.checked_add(high)?;
        }
        Some((min, max))
    }

    fn scaled(&self, base: Term, factor: i128) -> Option<(i128, i128)> {
        let range = self.range(base)?;
        corners((range.min, range.max), (factor, factor), |a, b| {
            a.checked_mul(b)
        })
    }

    /// Whether `part` is a quotient or remainder of `x`, taken off it at most once in all: `factor * x + by * part` is
    /// then between 0 and `factor * x`. A price less so many per cent of it is such a sum.
    fn is_share(&self, x: Term, factor: i128, part: Term, by: i128) -> bool {
        let part = self.unextended(part);
        let &[dividend, divisor] = self.args(part) else {
            return false;
        };
        let Some(divisor) = self.as_bv(divisor).and_then(Bv::signed) else {
            return false;
        };
        let signed = matches!(self.op(part), Op::Sdiv | Op::Srem);
        let unsigned = matches!(self.op(part), Op::Udiv | Op::Urem)
            && self.range(dividend).is_some_and(|range| range.min >= 0);
        if !(signed || unsigned) || divisor <= 0 || (factor > 0) == (by > 0) {
            return false;
        }
        let times = if matches!(self.op(part), Op::Sdiv | Op::Udiv) {
            divisor
        } else {
            1
        };
        let Some(most) = factor.abs().checked_mul(times) else {
            return false;
        };
        by.abs() <= most && self.unextended(dividend) == self.unextended(x)
    }

    /// Without extensions that leave the signed value as it is.
    fn unextended(&self, term: Term) -> Term {
        let inner = match self.op(term) {
            Op::Sext => self.args(term)[0],
            Op::Zext if self.range(self.args(term)[0]).is_some_and(|r| r.min >= 0) => {
                self.args(term)[0]
            }
            _ => return term,
        };
        self.unextended(inner)
    }

    fn compute_range(&self, term: Term, width: u32) -> Option<Range> {
        let node = self.node(term);
        let arg = |index: usize| self.range(node.args[index]);
        let constant = |index: usize| self.as_bv(node.args[index]);
        Some(match node.op {
            Op::Const(_) => {
                let value = self.as_bv(term)?;
                let (signed, unsigned) = (value.signed()?, value.unsigned()? as i128);
                Range {
                    min: signed,
                    max: signed,
                    unsigned_min: unsigned,
                    unsigned_max: unsigned,
                }
            }
            Op::Ite => arg(1)?.hull(arg(2)?),
            Op::Add | Op::Mul => {
                if node.op == Op::Mul && constant(0).is_none() {
                    let (a, b) = (arg(0)?, arg(1)?);
                    let (min, max) =
                        corners((a.min, a.max), (b.min, b.max), |x, y| x.checked_mul(y))?;
                    return Some(Range::signed(width, min, max));
                }
                let (min, max) = self.exact_sum(&self.linear(term))?;
                Range::signed(width, min, max)
            }
            Op::Sext => {
                let a = arg(0)?;
                Range::signed(width, a.min, a.max)
            }
            Op::Zext => {
                let a = arg(0)?;
                Range::unsigned(width, a.unsigned_min, a.unsigned_max)
            }
            Op::Extract { low: 0, .. } => {
                let a = arg(0)?;
                let full = Range::full(width);
                let mut range = full;
                if a.min >= full.min && a.max <= full.max {
                    range = range.meet(Range::signed(width, a.min, a.max));
                }
                if a.unsigned_max <= full.unsigned_max {
                    range = range.meet(Range::unsigned(width, a.unsigned_min, a.unsigned_max));
                }
                range.agree(width)
            }
            Op::Concat => {
                let (a, b) = (arg(0)?, arg(1)?);
                let shift = self.width(node.args[1]);
                Range::unsigned(
                    width,
                    (a.unsigned_min << shift) + b.unsigned_min,
                    (a.unsigned_max << shift) + b.unsigned_max,
                )
            }
            Op::BvAnd => {
                let (a, b) = (arg(0)?, arg(1)?);
                Range::unsigned(width, 0, a.unsigned_max.min(b.unsigned_max))
            }
            Op::BvOr => {
                let (a, b) = (arg(0)?, arg(1)?);
                let bits = bit_length(a.unsigned_max.max(b.unsigned_max));
                Range::unsigned(width, a.unsigned_min.max(b.unsigned_min), (1 << bits) - 1)
            }
            Op::BvXor => {
                let (a, b) = (arg(0)?, arg(1)?);
                let bits = bit_length(a.unsigned_max.max(b.unsigned_max));
                Range::unsigned(width, 0, (1 << bits) - 1)
            }
            Op::BvNot => {
                let a = arg(0)?;
                Range::signed(width, -1 - a.max, -1 - a.min)
            }
            Op::Lshr => {
                let a = arg(0)?;
                let shift = constant(1)?.unsigned()?.min(u128::from(MAX_RANGE_WIDTH)) as u32;
                Range::unsigned(width, a.unsigned_min >> shift, a.unsigned_max >> shift)
            }
            Op::Ashr => {
                let a = arg(0)?;
                let shift = constant(1)?.unsigned()?.min(u128::from(MAX_RANGE_WIDTH)) as u32;
                Range::signed(width, a.min >> shift, a.max >> shift)
            }
            Op::Urem => {
                let (a, b) = (arg(0)?, arg(1)?);
                // By zero the result is the dividend.
                let limit = if b.unsigned_min > 0 {
                    b.unsigned_max - 1
                } else {
                    a.unsigned_max
                };
                Range::unsigned(width, 0, limit.min(a.unsigned_max))
            }
            Op::Udiv => {
                let (a, b) = (arg(0)?, arg(1)?);
                if b.unsigned_min == 0 {
                    return None;
                }
                Range::unsigned(
                    width,
                    a.unsigned_min / b.unsigned_max,
                    a.unsigned_max / b.unsigned_min,
                )
            }
            Op::Srem => {
                let (a, b) = (arg(0)?, arg(1)?);
                let magnitude = b.min.abs().max(b.max.abs()) - 1;
                let nonzero = b.min > 0 || b.max < 0;
                let limit = |bound: i128| if nonzero { bound.min(magnitude) } else { bound };
                let max = if a.max > 0 { limit(a.max) } else { 0 };
                let min = if a.min < 0 { -limit(-a.min) } else { 0 };
                Range::signed(width, min, max)
            }
            Op::Sdiv => {
                let (a, b) = (arg(0)?, arg(1)?);
                if b.min <= 0 && b.max >= 0 {
                    return None;
                }
                let (min, max) = corners((a.min, a.max), (b.min, b.max), |x, y| x.checked_div(y))?;
                // Truncation passes through zero when the dividend may change sign: the corners already cover it.
                Range::signed(width, min, max)
            }
            _ => return None,
        })
    }
}

/// The number of bits needed for a non-negative value.
fn bit_length(value: i128) -> u32 {
    128 - value.leading_zeros()
}

/// The signed ends of a width as constants, for callers that have only the width.
pub(crate) fn is_max_signed(value: &Bv) -> bool {
    *value == Bv::max_signed(value.width())
}
