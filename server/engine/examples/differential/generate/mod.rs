//! Random Java methods that are valid, end, and print all they compute: for comparing the engine with a JVM.

mod expressions;
mod statements;

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
    // `Arrays.copyOf` is overloaded and generic: nested, it makes javac's work exponential.
    text.push_str("    static int[] copy(int[] x, int n) { return Arrays.copyOf(x, n); }\n");
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
