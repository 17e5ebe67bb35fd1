//! Random expressions of a wanted type, from the variables in scope.

use super::{Method, TYPES, Ty};

impl Method<'_> {
    fn literal(&mut self, ty: Ty) -> String {
        let r = &mut *self.random;
        match ty {
            Ty::Int => match r.below(4) {
                0 => r
                    .pick(&[
                        "Integer.MAX_VALUE",
                        "Integer.MIN_VALUE",
                        "0",
                        "-1",
                        "31",
                        "32",
                    ])
                    .to_owned(),
                _ => (r.below(41) as i64 - 20).to_string(),
            },
            Ty::Long => r
                .pick(&[
                    "0L",
                    "-1L",
                    "Long.MAX_VALUE",
                    "Long.MIN_VALUE",
                    "4294967296L",
                    "77L",
                    "-123456789012L",
                ])
                .to_owned(),
            Ty::Float => r
                .pick(&[
                    "0f",
                    "1.5f",
                    "-0.0f",
                    "Float.NaN",
                    "1e20f",
                    "Float.MIN_VALUE",
                    "-3.25f",
                ])
                .to_owned(),
            Ty::Double => r
                .pick(&[
                    "0.0",
                    "-0.0",
                    "0.1",
                    "2.5",
                    "-1e10",
                    "Double.NaN",
                    "Double.MAX_VALUE",
                    "1e-5",
                ])
                .to_owned(),
            Ty::Boolean => r.pick(&["true", "false"]).to_owned(),
            Ty::Char => r
                .pick(&["'a'", "'Z'", "'0'", "'\\uffff'", "'\\n'"])
                .to_owned(),
            Ty::Byte => format!("(byte) {}", r.below(512)),
            Ty::Short => format!("(short) {}", r.below(99999)),
            Ty::Text => r
                .pick(&[
                    "\"\"",
                    "\"x\"",
                    "\"abc\"",
                    "\"\\u00fc\"",
                    "\"\\u20ac1\"",
                    "null",
                ])
                .to_owned(),
            Ty::Ints => r
                .pick(&["new int[3]", "new int[] {1, 2}", "new int[0]"])
                .to_owned(),
            Ty::Boxed => r
                .pick(&[
                    "Integer.valueOf(127)",
                    "Integer.valueOf(1000)",
                    "Integer.valueOf(-1)",
                    "null",
                ])
                .to_owned(),
        }
    }

    pub(super) fn leaf(&mut self, ty: Ty) -> String {
        let fitting: Vec<String> = self
            .variables
            .iter()
            .chain(&self.constants)
            .filter(|v| v.1 == ty)
            .map(|v| v.0.clone())
            .collect();
        if !fitting.is_empty() && self.random.chance(75) {
            fitting[self.random.below(fitting.len())].clone()
        } else {
            // A bare null has no type of its own in every place.
            match self.literal(ty) {
                null if null == "null" => format!("({}) null", ty.java()),
                literal => format!("({literal})"),
            }
        }
    }

    pub(super) fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.random.chance(15) {
            return self.leaf(ty);
        }
        // Not `?:` here: nested in arguments of overloaded methods it makes javac's work exponential.
        if self.random.chance(8) {
            let condition = self.expression(Ty::Boolean, depth - 1);
            let (x, y) = (
                self.expression(ty, depth - 1),
                self.expression(ty, depth - 1),
            );
            return format!("pick{}({condition}, {x}, {y})", ty.suffix());
        }
        let d = depth - 1;
        match ty {
            Ty::Int => self.int_expression(d),
            Ty::Long => match self.random.below(5) {
                0 => format!("((long) {})", self.numeric(d)),
                1 => format!(
                    "({} {} {})",
                    self.expression(Ty::Long, d),
                    self.random.pick(&["<<", ">>", ">>>"]),
                    self.expression(Ty::Int, d)
                ),
                2 => format!("Math.abs({})", self.expression(Ty::Long, d)),
                _ => self.binary(Ty::Long, d, &["+", "-", "*", "/", "%", "&", "|", "^"]),
            },
            Ty::Float => match self.random.below(3) {
                0 => format!("((float) {})", self.numeric(d)),
                1 => format!("Float.intBitsToFloat({})", self.expression(Ty::Int, d)),
                _ => self.binary(Ty::Float, d, &["+", "-", "*", "/", "%"]),
            },
            Ty::Double => match self.random.below(5) {
                0 => format!("((double) {})", self.numeric(d)),
                1 => format!("Math.sqrt({})", self.expression(Ty::Double, d)),
                2 => format!("Math.floor({})", self.expression(Ty::Double, d)),
                _ => self.binary(Ty::Double, d, &["+", "-", "*", "/", "%"]),
            },
            Ty::Boolean => self.condition(d),
            Ty::Char => format!("((char) {})", self.numeric(d)),
            Ty::Byte => format!("((byte) {})", self.numeric(d)),
            Ty::Short => format!("((short) {})", self.numeric(d)),
            Ty::Text => self.text_expression(d),
            Ty::Ints => match self.random.below(3) {
                0 => format!("new int[{} & 3]", self.expression(Ty::Int, d)),
                1 => format!(
                    "new int[] {{{}, {}}}",
                    self.expression(Ty::Int, d),
                    self.expression(Ty::Int, d)
                ),
                _ => format!(
                    "copy({}, {} & 3)",
                    self.expression(Ty::Ints, d),
                    self.expression(Ty::Int, d)
                ),
            },
            Ty::Boxed => format!("Integer.valueOf({})", self.expression(Ty::Int, d)),
        }
    }

    fn binary(&mut self, ty: Ty, depth: usize, ops: &[&str]) -> String {
        let op = self.random.pick(ops);
        format!(
            "({} {op} {})",
            self.expression(ty, depth),
            self.expression(ty, depth)
        )
    }

    /// Something that any numeric cast takes.
    fn numeric(&mut self, depth: usize) -> String {
        let ty = [
            Ty::Int,
            Ty::Long,
            Ty::Float,
            Ty::Double,
            Ty::Char,
            Ty::Byte,
            Ty::Short,
        ][self.random.below(7)];
        format!("({})", self.expression(ty, depth))
    }

    fn int_expression(&mut self, d: usize) -> String {
        match self.random.below(15) {
            0 => format!("((int) {})", self.numeric(d)),
            1 => format!(
                "({} {} {})",
                self.expression(Ty::Int, d),
                self.random.pick(&["<<", ">>", ">>>"]),
                self.expression(Ty::Long, d)
            ),
            2 => format!("({} + 0)", self.expression(Ty::Char, d)),
            3 => format!(
                "({} * {})",
                self.expression(Ty::Byte, d),
                self.expression(Ty::Short, d)
            ),
            4 => format!("{}.length", self.array(d)),
            5 => format!("{}[{} & 1]", self.array(d), self.expression(Ty::Int, d)),
            6 => format!("{}.length()", self.text(d)),
            7 => format!("(\"\" + {}).hashCode()", self.expression(Ty::Text, d)),
            8 => format!(
                "Math.{}({}, {})",
                self.random.pick(&["max", "min", "floorMod", "addExact"]),
                self.expression(Ty::Int, d),
                self.expression(Ty::Int, d)
            ),
            9 => format!("({} + 1)", self.expression(Ty::Boxed, d)),
            10 if self.index > 0 && !self.in_loop => {
                let callee = self.random.below(self.index);
                let arguments = [
                    self.expression(Ty::Int, d),
                    self.expression(Ty::Long, d),
                    self.expression(Ty::Double, d),
                    self.expression(Ty::Text, d),
                    self.expression(Ty::Ints, d),
                ];
                format!(
                    "String.valueOf(m{callee}({})).length()",
                    arguments.join(", ")
                )
            }
            11 => format!(
                "Integer.{}({})",
                self.random.pick(&[
                    "bitCount",
                    "reverse",
                    "numberOfLeadingZeros",
                    "highestOneBit"
                ]),
                self.expression(Ty::Int, d)
            ),
            12 => format!(
                "Double.compare({}, {})",
                self.expression(Ty::Double, d),
                self.expression(Ty::Double, d)
            ),
            _ => self.binary(Ty::Int, d, &["+", "-", "*", "/", "%", "&", "|", "^"]),
        }
    }

    fn array(&mut self, d: usize) -> String {
        format!("({})", self.expression(Ty::Ints, d))
    }

    fn text(&mut self, d: usize) -> String {
        format!("({})", self.expression(Ty::Text, d))
    }

    fn condition(&mut self, d: usize) -> String {
        match self.random.below(9) {
            0 => format!("(!{})", self.expression(Ty::Boolean, d)),
            1 => {
                let op = self.random.pick(&["&&", "||", "&", "|", "^"]);
                format!(
                    "({} {op} {})",
                    self.expression(Ty::Boolean, d),
                    self.expression(Ty::Boolean, d)
                )
            }
            2 => format!(
                "Objects.equals({}, {})",
                self.expression(Ty::Text, d),
                self.expression(Ty::Text, d)
            ),
            3 => format!(
                "({} == {})",
                self.expression(Ty::Boxed, d),
                self.expression(Ty::Boxed, d)
            ),
            4 => format!("({} == null)", self.expression(Ty::Text, d)),
            _ => {
                let ty = [Ty::Int, Ty::Long, Ty::Float, Ty::Double, Ty::Char][self.random.below(5)];
                self.binary(ty, d, &["<", "<=", ">", ">=", "==", "!="])
            }
        }
    }

    fn text_expression(&mut self, d: usize) -> String {
        match self.random.below(9) {
            0 => format!("{}.toUpperCase()", self.text(d)),
            1 => format!(
                "{}.substring({} & 3)",
                self.text(d),
                self.expression(Ty::Int, d)
            ),
            2 => format!("String.valueOf({})", self.numeric(d)),
            3 => format!(
                "{}.replace('a', {})",
                self.text(d),
                self.expression(Ty::Char, d)
            ),
            4 => format!(
                "new StringBuilder({} + \"q\").append({}).reverse().toString()",
                self.expression(Ty::Text, d),
                self.numeric(d)
            ),
            5 => format!("Integer.toHexString({})", self.expression(Ty::Int, d)),
            6 => format!("Arrays.toString({})", self.expression(Ty::Ints, d)),
            _ => format!("({} + {})", self.expression(Ty::Text, d), self.any(d)),
        }
    }

    fn any(&mut self, d: usize) -> String {
        let ty = TYPES[self.random.below(9)];
        format!("({})", self.expression(ty, d))
    }
}
