//! Terms to Z3 expressions, each translated once and kept.
//!
//! The context is one that keeps every expression until it is deleted, so no reference counting is needed here.

use proviso_terms::{Const, Op, Rounding, Sort, Term, Terms};
use std::ffi::CString;
use z3_sys::*;

/// Why a term has no Z3 expression.
pub(crate) type Untranslatable = String;

pub(crate) struct Translator {
    context: Z3_context,
    expressions: Vec<Option<Z3_ast>>,
}

impl Translator {
    pub(crate) fn new(context: Z3_context) -> Translator {
        Translator {
            context,
            expressions: Vec::new(),
        }
    }

    pub(crate) fn sort(&self, sort: Sort) -> Result<Z3_sort, Untranslatable> {
        let c = self.context;
        // SAFETY: plain constructors on a live context; widths are 1..=1024.
        let made = unsafe {
            match sort {
                Sort::Bool => Z3_mk_bool_sort(c),
                Sort::Bv(width) => Z3_mk_bv_sort(c, width),
                Sort::F32 => Z3_mk_fpa_sort_32(c),
                Sort::F64 => Z3_mk_fpa_sort_64(c),
            }
        };
        made.ok_or_else(|| "Z3 could not make a sort".to_owned())
    }

    /// The expression of a term. Iterative: path terms can be very deep.
    pub(crate) fn expression(
        &mut self,
        terms: &Terms,
        term: Term,
    ) -> Result<Z3_ast, Untranslatable> {
        if self.expressions.len() < terms.len() {
            self.expressions.resize(terms.len(), None);
        }
        let mut stack = vec![term];
        let mut args: Vec<Z3_ast> = Vec::new();
        while let Some(&top) = stack.last() {
            if self.expressions[top.index()].is_some() {
                stack.pop();
                continue;
            }
            let pending = stack.len();
            args.clear();
            for &arg in terms.args(top) {
                match self.expressions[arg.index()] {
                    Some(expression) => args.push(expression),
                    None => stack.push(arg),
                }
            }
            if stack.len() > pending {
                continue;
            }
            stack.pop();
            let made = self.node(terms, top, &args)?;
            self.expressions[top.index()] = Some(made);
        }
        self.expressions[term.index()].ok_or_else(|| "no expression".to_owned())
    }

    fn node(&self, terms: &Terms, term: Term, a: &[Z3_ast]) -> Result<Z3_ast, Untranslatable> {
        let c = self.context;
        let node = terms.node(term);
        let first_sort = node.args.first().map(|&arg| terms.sort(arg));
        let width = node.sort.width().unwrap_or(0);
        let inner_width = first_sort.and_then(Sort::width).unwrap_or(0);
        if let Some(value) = terms.as_const(term) {
            return self.constant(value);
        }
        // SAFETY: the arguments are live expressions of this context, of the sorts the operation wants.
        let made = unsafe {
            match node.op {
                Op::Const(_) => None,
                Op::Symbol(_) => {
                    let symbol = Z3_mk_int_symbol(c, term.index() as i32)
                        .ok_or("Z3 could not make a symbol")?;
                    Z3_mk_const(c, symbol, self.sort(node.sort)?)
                }
                Op::Not => Z3_mk_not(c, a[0]),
                Op::And => Z3_mk_and(c, a.len() as u32, a.as_ptr()),
                Op::Eq => Z3_mk_eq(c, a[0], a[1]),
                Op::Ite => Z3_mk_ite(c, a[0], a[1], a[2]),
                Op::Add => {
                    let mut sum = a[0];
                    for &part in &a[1..] {
                        sum = Z3_mk_bvadd(c, sum, part).ok_or("Z3 could not add")?;
                    }
                    Some(sum)
                }
                Op::Mul if terms.as_bv(node.args[0]).is_some_and(|v| v.is_all_ones()) => {
                    Z3_mk_bvneg(c, a[1])
                }
                Op::Mul => Z3_mk_bvmul(c, a[0], a[1]),
                Op::Udiv => Z3_mk_bvudiv(c, a[0], a[1]),
                Op::Urem => Z3_mk_bvurem(c, a[0], a[1]),
                Op::Sdiv => Z3_mk_bvsdiv(c, a[0], a[1]),
                Op::Srem => Z3_mk_bvsrem(c, a[0], a[1]),
                Op::BvAnd => Z3_mk_bvand(c, a[0], a[1]),
                Op::BvOr => Z3_mk_bvor(c, a[0], a[1]),
                Op::BvXor => Z3_mk_bvxor(c, a[0], a[1]),
                Op::BvNot => Z3_mk_bvnot(c, a[0]),
                Op::Shl => Z3_mk_bvshl(c, a[0], a[1]),
                Op::Lshr => Z3_mk_bvlshr(c, a[0], a[1]),
                Op::Ashr => Z3_mk_bvashr(c, a[0], a[1]),
                Op::Slt => Z3_mk_bvslt(c, a[0], a[1]),
                Op::Ult => Z3_mk_bvult(c, a[0], a[1]),
                Op::Extract { high, low } => Z3_mk_extract(c, high, low, a[0]),
                Op::Concat => Z3_mk_concat(c, a[0], a[1]),
                Op::Sext => Z3_mk_sign_ext(c, width - inner_width, a[0]),
                Op::Zext => Z3_mk_zero_ext(c, width - inner_width, a[0]),
                Op::FpAdd => Z3_mk_fpa_add(c, self.nearest()?, a[0], a[1]),
                Op::FpSub => Z3_mk_fpa_sub(c, self.nearest()?, a[0], a[1]),
                Op::FpMul => Z3_mk_fpa_mul(c, self.nearest()?, a[0], a[1]),
                Op::FpDiv => Z3_mk_fpa_div(c, self.nearest()?, a[0], a[1]),
                Op::FpSqrt => Z3_mk_fpa_sqrt(c, self.nearest()?, a[0]),
                Op::FpRem => {
                    return Err("floating-point remainder of unknown values".to_owned());
                }
                Op::FpNeg => Z3_mk_fpa_neg(c, a[0]),
                Op::FpAbs => Z3_mk_fpa_abs(c, a[0]),
                Op::FpRound(rounding) => {
                    let mode = match rounding {
                        Rounding::Floor => Z3_mk_fpa_rtn(c),
                        Rounding::Ceiling => Z3_mk_fpa_rtp(c),
                        Rounding::NearestEven => Z3_mk_fpa_rne(c),
                        Rounding::TowardZero => Z3_mk_fpa_rtz(c),
                    };
                    Z3_mk_fpa_round_to_integral(c, mode.ok_or("Z3 has no rounding mode")?, a[0])
                }
                Op::FpLt => Z3_mk_fpa_lt(c, a[0], a[1]),
                Op::FpLe => Z3_mk_fpa_leq(c, a[0], a[1]),
                Op::FpEq => Z3_mk_fpa_eq(c, a[0], a[1]),
                Op::FpIsNan => Z3_mk_fpa_is_nan(c, a[0]),
                Op::FpToBits => return self.to_bits(a[0], node.sort),
                Op::FpFromBits => Z3_mk_fpa_to_fp_bv(c, a[0], self.sort(node.sort)?),
                Op::FpToFp => {
                    Z3_mk_fpa_to_fp_float(c, self.nearest()?, a[0], self.sort(node.sort)?)
                }
                Op::FpFromSbv => {
                    Z3_mk_fpa_to_fp_signed(c, self.nearest()?, a[0], self.sort(node.sort)?)
                }
                Op::FpToSbv => {
                    return self.saturating(a[0], first_sort.unwrap_or(Sort::F64), width);
                }
            }
        };
        made.ok_or_else(|| format!("Z3 could not build {:?}", node.op))
    }

    fn nearest(&self) -> Result<Z3_ast, Untranslatable> {
        // SAFETY: a constructor without arguments on a live context.
        unsafe { Z3_mk_fpa_rne(self.context) }.ok_or_else(|| "Z3 has no rounding mode".to_owned())
    }

    pub(crate) fn constant(&self, value: &Const) -> Result<Z3_ast, Untranslatable> {
        let c = self.context;
        let sort = self.sort(value.sort())?;
        // SAFETY: numerals of a live sort; strings live through the call.
        let made = unsafe {
            match value {
                Const::Bool(true) => Z3_mk_true(c),
                Const::Bool(false) => Z3_mk_false(c),
                Const::Bv(bits) if bits.width() <= 64 => {
                    Z3_mk_unsigned_int64(c, bits.unsigned().unwrap_or(0) as u64, sort)
                }
                Const::Bv(bits) => {
                    let text = CString::new(bits.to_unsigned_big().to_string())
                        .map_err(|error| error.to_string())?;
                    Z3_mk_numeral(c, text.as_ptr(), sort)
                }
                Const::F32(bits) => {
                    let bits = self.raw_bits(32, u64::from(*bits))?;
                    Z3_mk_fpa_to_fp_bv(c, bits, sort)
                }
                Const::F64(bits) => {
                    let bits = self.raw_bits(64, *bits)?;
                    Z3_mk_fpa_to_fp_bv(c, bits, sort)
                }
            }
        };
        made.ok_or_else(|| "Z3 could not make a constant".to_owned())
    }

    fn raw_bits(&self, width: u32, bits: u64) -> Result<Z3_ast, Untranslatable> {
        let sort = self.sort(Sort::Bv(width))?;
        // SAFETY: a numeral of a live sort.
        unsafe { Z3_mk_unsigned_int64(self.context, bits, sort) }
            .ok_or_else(|| "Z3 could not make a numeral".to_owned())
    }

    /// SMT-LIB leaves the bits of NaN open; ours are the canonical ones.
    fn to_bits(&self, a: Z3_ast, sort: Sort) -> Result<Z3_ast, Untranslatable> {
        let c = self.context;
        let canonical = match sort {
            Sort::Bv(32) => self.raw_bits(32, u64::from(proviso_terms::CANONICAL_NAN_32))?,
            _ => self.raw_bits(64, proviso_terms::CANONICAL_NAN_64)?,
        };
        // SAFETY: `a` is a live float expression.
        unsafe {
            let nan = Z3_mk_fpa_is_nan(c, a).ok_or("Z3 has no isNaN")?;
            let bits = Z3_mk_fpa_to_ieee_bv(c, a).ok_or("Z3 has no float bits")?;
            Z3_mk_ite(c, nan, canonical, bits).ok_or_else(|| "Z3 has no ite".to_owned())
        }
    }

    /// Java's narrowing of floats (JLS 5.1.3) around SMT-LIB's conversion, which says nothing outside the range.
    fn saturating(&self, a: Z3_ast, from: Sort, width: u32) -> Result<Z3_ast, Untranslatable> {
        let c = self.context;
        let limit = 2f64.powi(width as i32 - 1);
        let float = |value: f64| match from {
            Sort::F32 => self.constant(&Const::f32(value as f32)),
            _ => self.constant(&Const::f64(value)),
        };
        let integer = |value| self.constant(&Const::Bv(value));
        let (above, below) = (float(limit)?, float(-limit)?);
        let (max, min) = (
            integer(proviso_terms::Bv::max_signed(width))?,
            integer(proviso_terms::Bv::min_signed(width))?,
        );
        let zero = integer(proviso_terms::Bv::new(width, 0))?;
        let lost = || "Z3 could not build a conversion".to_owned();
        // SAFETY: all arguments are live expressions of fitting sorts.
        unsafe {
            let toward_zero = Z3_mk_fpa_rtz(c).ok_or_else(lost)?;
            let inside = Z3_mk_fpa_to_sbv(c, toward_zero, a, width).ok_or_else(lost)?;
            let too_low = Z3_mk_fpa_lt(c, a, below).ok_or_else(lost)?;
            let low_done = Z3_mk_ite(c, too_low, min, inside).ok_or_else(lost)?;
            let too_high = Z3_mk_fpa_geq(c, a, above).ok_or_else(lost)?;
            let high_done = Z3_mk_ite(c, too_high, max, low_done).ok_or_else(lost)?;
            let nan = Z3_mk_fpa_is_nan(c, a).ok_or_else(lost)?;
            Z3_mk_ite(c, nan, zero, high_done).ok_or_else(lost)
        }
    }
}
