//! Random Java methods that are valid, end, and print all they compute: for comparing the engine with a JVM.

use std::fmt::Write;

/// A small generator of numbers: the same seed, the same program.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % n.max(1) as u64) as usize
    }

    fn pick<'t>(&mut self, from: &[&'t str]) -> &'t str {
        from[self.below(from.len())]
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Ty {
    Int,
    Long,
    Float,
    Double,
    Boolean,
    Char,
    Byte,
    Short,
    Text,
    Ints,
    Boxed,
}

const TYPES: [Ty; 11] = [
    Ty::Int,
    Ty::Long,
    Ty::Float,
    Ty::Double,
    Ty::Boolean,
    Ty::Char,
    Ty::Byte,
    Ty::Short,
    Ty::Text,
    Ty::Ints,
    Ty::Boxed,
];

impl Ty {
    fn java(self) -> &'static str {
        match self {
            Ty::Int => "int",
            Ty::Long => "long",
            Ty::Float => "float",
            Ty::Double => "double",
            Ty::Boolean => "boolean",
            Ty::Char => "char",
            Ty::Byte => "byte",
            Ty::Short => "short",
            Ty::Text => "String",
            Ty::Ints => "int[]",
            Ty::Boxed => "Integer",
        }
    }

    fn suffix(self) -> &'static str {
        if self == Ty::Ints {
            "Ints"
        } else {
            self.java()
        }
    }
}

/// Parameters every method has.
const PARAMETERS: &str = "int a, long b, double c, String s, int[] v";
/// Argument tuples every method is called with.
const ARGUMENTS: [&str; 5] = [
    "0, 0L, 0.0, \"\", new int[0]",
    "1, -1L, 0.5, \"abc\", new int[] {3, 1, 2}",
    "-7, 1L << 40, -2.75, \"Hello\", new int[] {Integer.MIN_VALUE, 9}",
    "Integer.MAX_VALUE, Long.MIN_VALUE, Double.NaN, null, new int[] {5}",
    "12345, 987654321012L, 1e300, \"\\u00e4\\u20ac\", null",
];

struct Method<'r> {
    random: &'r mut Random,
    text: String,
    variables: Vec<(String, Ty)>,
    /// Loop counters and the like: readable, never assigned.
    constants: Vec<(String, Ty)>,
    names: usize,
    depth: usize,
    index: usize,
    in_loop: bool,
}

/// A class `name` with so many methods and a `main` that calls them all.
pub fn class(name: &str, methods: usize, random: &mut Random) -> String {
    let mut text = String::from("import java.util.*;\nimport java.util.function.*;\n\n");
    let _ = writeln!(
        text,
        "public class {name} {{\n    static int steps;\n    static long field = 17;\n"
    );
    let _ = writeln!(
        text,
        "    record Two(int x, String y) {{}}\n    interface Shape {{ int area(); }}"
    );
    let _ = writeln!(
        text,
        "    static class Sq implements Shape {{ int n; Sq(int n) {{ this.n = n; }} public int area() {{ return n * n; }} }}"
    );
    let _ = writeln!(
        text,
        "    static class Cube extends Sq {{ Cube(int n) {{ super(n); }} public int area() {{ return 6 * super.area(); }} }}\n"
    );
    for ty in TYPES {
        let (ty, suffix) = (ty.java(), ty.suffix());
        let _ = writeln!(
            text,
            "    static {ty} pick{suffix}(boolean c, {ty} x, {ty} y) {{ return c ? x : y; }}"
        );
    }
    for index in 0..methods {
        text.push_str(&method(index, random));
    }
    for index in 0..methods {
        let _ = writeln!(text, "    static void t{index}() {{");
        for (i, arguments) in ARGUMENTS.iter().enumerate() {
            let _ = writeln!(
                text,
                "        try {{ System.out.println(\"m{index} {i} \" + m{index}({arguments})); }} catch (RuntimeException e) {{ System.out.println(\"m{index} {i} \" + e.getClass().getName()); }}"
            );
        }
        text.push_str("    }\n");
    }
    text.push_str("    public static void main(String[] args) {\n");
    for index in 0..methods {
        let _ = writeln!(text, "        steps = 0; t{index}();");
    }
    text.push_str("        System.out.println(field);\n    }\n}\n");
    text
}

fn method(index: usize, random: &mut Random) -> String {
    let parameters = [
        ("a", Ty::Int),
        ("b", Ty::Long),
        ("c", Ty::Double),
        ("s", Ty::Text),
        ("v", Ty::Ints),
    ];
    let mut m = Method {
        random,
        text: String::new(),
        variables: parameters
            .iter()
            .map(|(n, t)| ((*n).to_owned(), *t))
            .collect(),
        constants: Vec::new(),
        names: 0,
        depth: 2,
        index,
        in_loop: false,
    };
    let ret = TYPES[m.random.below(9)];
    let _ = writeln!(
        m.text,
        "    static {} m{index}({PARAMETERS}) {{",
        ret.java()
    );
    // Calls among methods multiply; a budget keeps every run short.
    let _ = writeln!(
        m.text,
        "        if (++steps > 2000) throw new IllegalStateException();"
    );
    let statements = 3 + m.random.below(6);
    m.block(statements);
    let value = m.expression(ret, 3);
    let _ = writeln!(m.text, "        return {value};\n    }}");
    m.text
}

impl Method<'_> {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.depth));
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    /// Statements with a scope of their own.
    fn block(&mut self, statements: usize) {
        let (variables, constants) = (self.variables.len(), self.constants.len());
        for _ in 0..statements {
            self.statement();
        }
        if self.depth > 2 {
            self.variables.truncate(variables);
            self.constants.truncate(constants);
        }
    }

    fn nested(&mut self) {
        self.depth += 1;
        let statements = 1 + self.random.below(3);
        self.block(statements);
        self.depth -= 1;
    }

    fn statement(&mut self) {
        let deep = self.depth >= 5;
        match self.random.below(if deep { 5 } else { 14 }) {
            0 | 1 => self.declaration(),
            2..=4 => self.assignment(),
            5 | 6 => {
                let condition = self.expression(Ty::Boolean, 2);
                self.line(&format!("if ({condition}) {{"));
                self.nested();
                if self.random.chance(50) {
                    self.line("} else {");
                    self.nested();
                }
                self.line("}");
            }
            7 | 8 => self.counted_loop(),
            9 => self.switch(),
            10 | 11 => self.try_block(),
            12 => self.array_write(),
            _ => self.objects(),
        }
    }

    fn declaration(&mut self) {
        let ty = TYPES[self.random.below(TYPES.len())];
        let value = if self.random.chance(15) {
            let condition = self.expression(Ty::Boolean, 2);
            format!("{condition} ? {} : {}", self.leaf(ty), self.leaf(ty))
        } else {
            self.expression(ty, 3)
        };
        let name = self.name();
        self.line(&format!("{} {name} = {value};", ty.java()));
        self.variables.push((name, ty));
    }

    fn variable(&mut self, ty: Ty) -> Option<String> {
        let fitting: Vec<String> = self
            .variables
            .iter()
            .filter(|v| v.1 == ty)
            .map(|v| v.0.clone())
            .collect();
        if fitting.is_empty() {
            None
        } else {
            Some(fitting[self.random.below(fitting.len())].clone())
        }
    }

    fn assignment(&mut self) {
        let (name, ty) = self.variables[self.random.below(self.variables.len())].clone();
        let numeric = !matches!(ty, Ty::Boolean | Ty::Text | Ty::Ints | Ty::Boxed);
        let integral = numeric && !matches!(ty, Ty::Float | Ty::Double);
        if integral && self.random.chance(25) {
            let op = self.random.pick(&["++", "--"]);
            return self.line(&format!("{name}{op};"));
        }
        if numeric && self.random.chance(40) {
            // A compound assignment narrows silently.
            let ops: &[&str] = if integral {
                &[
                    "+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "<<=", ">>=", ">>>=",
                ]
            } else {
                &["+=", "-=", "*=", "/=", "%="]
            };
            let op = self.random.pick(ops);
            let operand = self.expression(Ty::Int, 2);
            return self.line(&format!("{name} {op} {operand};"));
        }
        if self.random.chance(8) {
            let value = self.expression(Ty::Long, 2);
            return self.line(&format!("field = field * 31 + ({value});"));
        }
        let value = self.expression(ty, 3);
        self.line(&format!("{name} = {value};"));
    }

    fn counted_loop(&mut self) {
        let counter = self.name();
        let bound = 1 + self.random.below(5);
        self.line(&format!(
            "for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"
        ));
        self.constants.push((counter, Ty::Int));
        let outer = std::mem::replace(&mut self.in_loop, true);
        self.nested();
        if self.random.chance(40) {
            let condition = self.expression(Ty::Boolean, 2);
            let leave = self.random.pick(&["break;", "continue;"]);
            self.line(&format!("    if ({condition}) {leave}"));
        }
        self.in_loop = outer;
        self.constants.pop();
        self.line("}");
    }

    fn switch(&mut self) {
        let target = self.name();
        if self.random.chance(35) {
            let text = self.expression(Ty::Text, 2);
            self.line(&format!("switch (\"\" + {text}) {{"));
            for case in ["\"abc\"", "\"\"", "\"null\""] {
                self.line(&format!("case {case}:"));
                self.nested();
                if self.random.chance(60) {
                    self.line("    break;");
                }
            }
        } else {
            let value = self.expression(Ty::Int, 2);
            self.line(&format!("int {target} = {value};"));
            self.line(&format!("switch ({target} & 7) {{"));
            let spread = if self.random.chance(50) { 1 } else { 3 };
            for case in 0..3 {
                self.line(&format!("case {}:", case * spread));
                self.nested();
                if self.random.chance(60) {
                    self.line("    break;");
                }
            }
        }
        self.line("default:");
        self.nested();
        self.line("}");
    }

    fn try_block(&mut self) {
        self.line("try {");
        self.nested();
        let value = self.expression(Ty::Boolean, 2);
        self.line(&format!(
            "    if ({value}) throw new IllegalArgumentException(\"t\");"
        ));
        let kind = self.random.pick(&[
            "ArithmeticException",
            "RuntimeException",
            "NullPointerException",
            "IndexOutOfBoundsException",
        ]);
        let caught = self.name();
        self.line(&format!("}} catch ({kind} {caught}) {{"));
        self.nested();
        if self.random.chance(40) {
            self.line("} finally {");
            self.nested();
        }
        self.line("}");
    }

    fn array_write(&mut self) {
        let Some(array) = self.variable(Ty::Ints) else {
            return self.declaration();
        };
        let (index, value) = (self.expression(Ty::Int, 1), self.expression(Ty::Int, 2));
        if self.random.chance(60) {
            self.line(&format!("if ({array} != null && {array}.length > 0) {array}[({index} & 0xfff) % {array}.length] = {value};"));
        } else {
            self.line(&format!("{array}[({index}) & 3] += {value};"));
        }
    }

    fn objects(&mut self) {
        let (x, y) = (self.expression(Ty::Int, 2), self.expression(Ty::Text, 2));
        let name = self.name();
        let (text, ty) = match self.random.below(6) {
            0 => (format!("new Two({x}, {y}).hashCode()"), Ty::Int),
            1 => (format!("new Two({x}, {y}).toString()"), Ty::Text),
            2 => (
                format!("(({x}) > 0 ? new Sq({x}) : new Cube({x})).area()"),
                Ty::Int,
            ),
            3 => (
                format!("((IntUnaryOperator) q -> q * 3 + a_({x})).applyAsInt({x})"),
                Ty::Int,
            ),
            4 => (
                format!("new ArrayList<>(Arrays.asList({x}, 3, {x})).indexOf(3)"),
                Ty::Int,
            ),
            _ => (
                format!("new TreeMap<>(Map.of({y} + \"\", {x})).toString()"),
                Ty::Text,
            ),
        };
        let text = text.replace("a_(", "(");
        // A lambda may only use what never changes: its value is taken before.
        if text.contains("q ->") {
            let fixed = self.name();
            self.line(&format!("final int {fixed} = {x};"));
            self.line(&format!(
                "int {name} = ((IntUnaryOperator) q -> q * 3 + {fixed}).applyAsInt({fixed});"
            ));
        } else {
            self.line(&format!("{} {name} = {text};", ty.java()));
        }
        self.variables.push((name, ty));
    }

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

    fn leaf(&mut self, ty: Ty) -> String {
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

    fn expression(&mut self, ty: Ty, depth: usize) -> String {
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
                    "Arrays.copyOf({}, {} & 3)",
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
