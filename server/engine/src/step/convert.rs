//! Conversions between the primitive types.

use crate::machine::{Machine, R};
use crate::state::State;
use crate::step::{replace, term_at};
use crate::value::Value;
use proviso_classfile::Conversion;
use proviso_terms::{Sort, Term};

impl Machine {
    pub(crate) fn convert(&mut self, st: &mut State, conversion: Conversion) -> R<()> {
        let a = term_at(st, 0)?;
        let t = &mut self.terms;
        let result = match conversion {
            Conversion::I2l => Value::Long(t.sext(a, 64)),
            Conversion::L2i => Value::Int(t.extract(a, 31, 0)),
            Conversion::I2f | Conversion::L2f => Value::Float(t.fp_from_sbv(a, Sort::F32)),
            Conversion::I2d | Conversion::L2d => Value::Double(t.fp_from_sbv(a, Sort::F64)),
            Conversion::F2i | Conversion::D2i => Value::Int(t.fp_to_sbv(a, 32)),
            Conversion::F2l | Conversion::D2l => Value::Long(t.fp_to_sbv(a, 64)),
            Conversion::F2d => Value::Double(t.fp_to_fp(a, Sort::F64)),
            Conversion::D2f => Value::Float(t.fp_to_fp(a, Sort::F32)),
            Conversion::I2b => Value::Int(self.narrow_int(a, 8, true)),
            Conversion::I2s => Value::Int(self.narrow_int(a, 16, true)),
            Conversion::I2c => Value::Int(self.narrow_int(a, 16, false)),
        };
        replace(st, 1, result)
    }

    /// The low bits of an int, extended again: what a cast, a narrow field or a narrow array cell keeps.
    pub fn narrow_int(&mut self, a: Term, bits: u32, signed: bool) -> Term {
        let low = self.terms.extract(a, bits - 1, 0);
        if signed {
            self.terms.sext(low, 32)
        } else {
            self.terms.zext(low, 32)
        }
    }
}
