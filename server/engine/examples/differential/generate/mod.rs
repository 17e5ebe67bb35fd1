//! Random Java methods that are valid, end, and print all they compute: for comparing the engine with a JVM. What Java has to
//! offer is in the tables of `expressions` and `statements`; this file fills their holes.

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

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A Java type by its letter, as in the holes of templates.
type Ty = char;

/// What may be done with a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Assign,
    Read,
    /// Never changes, so that a lambda may use it too.
    Capture,
}

#[derive(Clone)]
struct Name {
    text: String,
    ty: Ty,
    may: Use,
}

struct Method<'r> {
    random: &'r mut Random,
    release: u32,
    names: Vec<Name>,
    fresh: usize,
    depth: usize,
    index: usize,
    in_loop: bool,
    /// Inside the body of a lambda.
    in_lambda: bool,
}

/// A class `name` with so many methods and a `main` that calls them all, in the language of a JDK of this release.
#[allow(dead_code)] // each program that generates uses its part
pub fn class(name: &str, methods: usize, release: u32, random: &mut Random) -> String {
    let mut text = members(name, methods, release, random);
    for index in 0..methods {
        // Two or three of the five rows of arguments.
        let first = index % 2;
        let _ = writeln!(
            text,
            "    static void t{index}() {{
        for (int i = {first}; i < 5; i += 2) {{
            reset();
            int[] v = argV(i);
            Node n = argN(i);
            String ends;
            try {{ ends = show(m{index}(argI(i), argL(i), argD(i), argS(i), v, n)); }} catch (Throwable t) {{ ends = thrown(t); }}
            System.out.println(\"m{index} \" + i + \" \" + ends + \" \" + heap(v, n));
        }}
    }}"
        );
    }
    text.push_str("    public static void main(String[] args) {\n");
    for index in 0..methods {
        let _ = writeln!(text, "        t{index}();");
    }
    text.push_str("    }\n}\n");
    text
}

/// A class `name` with so many methods and for each an `entry` whose arguments are numbers only.
#[allow(dead_code)]
pub fn class_with_entries(name: &str, methods: usize, release: u32, random: &mut Random) -> String {
    let mut text = members(name, methods, release, random);
    text.push_str(include_str!("Numbered.java"));
    for index in 0..methods {
        let _ = writeln!(
            text,
            "    static long entry{index}(int a, long b, int[] v, boolean node) {{
        reset();
        return number(m{index}(a, b, 1.5, \"ab\", v, node ? new Node(a, null) : null));
    }}"
        );
    }
    text.push_str("}\n");
    text
}

/// The head of the class, what all its methods may use, and the methods.
fn members(name: &str, methods: usize, release: u32, random: &mut Random) -> String {
    let mut text = String::from(
        "import java.util.*;\nimport java.util.function.*;\nimport java.util.stream.*;\n\n",
    );
    let _ = writeln!(text, "public class {name} {{");
    text.push_str(include_str!("Prelude.java"));
    for (letter, java) in expressions::TYPES {
        let _ = writeln!(
            text,
            "    static {java} pick{letter}(boolean c, {java} x, {java} y) {{ return c ? x : y; }}"
        );
    }
    for index in 0..methods {
        text.push_str(&method(index, release, random));
    }
    text
}

fn method(index: usize, release: u32, random: &mut Random) -> String {
    let parameters = [
        ("a", 'I'),
        ("b", 'L'),
        ("c", 'D'),
        ("s", 'S'),
        ("v", 'V'),
        ("n", 'N'),
    ];
    let mut m = Method {
        random,
        release,
        names: parameters
            .iter()
            .map(|(n, ty)| Name {
                text: (*n).to_owned(),
                ty: *ty,
                may: Use::Assign,
            })
            .collect(),
        fresh: 0,
        depth: 2,
        index,
        in_loop: false,
        in_lambda: false,
    };
    let (ret, java) = m.random.pick(expressions::TYPES);
    let mut text = format!(
        "    static {java} m{index}(int a, long b, double c, String s, int[] v, Node n) {{\n"
    );
    // Calls among methods multiply; a budget keeps every run short.
    text.push_str("        if (++steps > 12) throw new IllegalStateException();\n");
    for _ in 0..1 + m.random.below(3) {
        text.push_str(&m.statement());
    }
    let value = m.expression(ret, 2);
    let _ = writeln!(text, "        return {value};\n    }}");
    text
}

impl Method<'_> {
    fn name(&mut self) -> String {
        self.fresh += 1;
        format!("x{}", self.fresh)
    }

    /// A name in scope that may be used so.
    fn known(&mut self, ty: Ty, may: Use) -> Option<String> {
        let fitting: Vec<&str> = self
            .names
            .iter()
            .filter(|n| n.ty == ty)
            .filter(|n| match may {
                Use::Assign => n.may == Use::Assign && !self.in_lambda,
                Use::Read | Use::Capture => n.may == Use::Capture || !self.in_lambda,
            })
            .map(|n| n.text.as_str())
            .collect();
        (!fitting.is_empty()).then(|| fitting[self.random.below(fitting.len())].to_owned())
    }

    /// Fills the holes of a template:
    /// `$I` an expression of type `I`, `$.I` a variable or literal, `$=I` something to assign to;
    /// `$1` … `$9` fresh names of this template, `$+I1` one that is declared as a variable, `$-I1` as a constant,
    /// `$@I1` as one to be read in this statement only; `$0` a small number; `$;` statements; `$>` and `$<` around the
    /// body of a lambda; `$*` and `$/` around the body of a loop.
    fn fill(&mut self, template: &str, depth: usize) -> String {
        let mut fresh: [Option<String>; 10] = Default::default();
        let mut text = String::new();
        let outer = (self.in_loop, self.in_lambda);
        let scoped = self.names.len();
        // Declared for good, and known from the body of the loop on.
        let (mut kept, mut waiting) = (Vec::new(), Vec::new());
        let mut chars = template.chars();
        while let Some(c) = chars.next() {
            if c != '$' {
                text.push(c);
                continue;
            }
            let mut next = || chars.next().expect("a template is whole");
            match next() {
                '.' => {
                    let ty = next();
                    text.push_str(&self.leaf(ty));
                }
                '=' => {
                    let ty = next();
                    let known = self.known(ty, Use::Assign);
                    text.push_str(&known.unwrap_or_else(|| format!("g{ty}")));
                }
                sign @ ('+' | '-' | '@') => {
                    let (ty, digit) = (next(), next());
                    let name = self.name();
                    fresh[digit as usize - '0' as usize] = Some(name.clone());
                    text.push_str(&name);
                    let may = match sign {
                        '+' => Use::Assign,
                        '-' => Use::Capture,
                        _ => Use::Read,
                    };
                    let declared = Name {
                        text: name,
                        ty,
                        may,
                    };
                    if sign == '@' {
                        waiting.push(declared);
                    } else {
                        kept.push(declared);
                    }
                }
                '0' => text.push_str(&(1 + self.random.below(4)).to_string()),
                digit @ '1'..='9' => {
                    let slot = digit as usize - '0' as usize;
                    if fresh[slot].is_none() {
                        fresh[slot] = Some(self.name());
                    }
                    text.push_str(fresh[slot].as_deref().unwrap_or_default());
                }
                ';' => text.push_str(&self.block()),
                '>' => {
                    // What this statement has declared as constant so far is known to its lambdas.
                    let constants = kept.iter().filter(|n| n.may == Use::Capture).cloned();
                    self.names.extend(constants);
                    self.in_lambda = true;
                }
                '<' => self.in_lambda = outer.1,
                '*' => {
                    self.names.append(&mut waiting);
                    self.in_loop = true;
                }
                '/' => self.in_loop = outer.0,
                ty => text.push_str(&self.expression(ty, depth)),
            }
        }
        (self.in_loop, self.in_lambda) = outer;
        self.names.truncate(scoped);
        self.names.extend(kept);
        text
    }

    /// Statements with a scope of their own.
    fn block(&mut self) -> String {
        let scope = self.names.len();
        self.depth += 1;
        let count = 1 + self.random.below(2);
        let text = (0..count).map(|_| self.statement()).collect();
        self.depth -= 1;
        self.names.truncate(scope);
        text
    }

    fn statement(&mut self) -> String {
        let template = if self.depth >= 4 {
            self.random.pick(statements::SIMPLE)
        } else if self.release >= 21 && self.random.chance(4) {
            self.random.pick(statements::SINCE_21)
        } else {
            match self.random.below(10) {
                0..=2 => self.random.pick(statements::SIMPLE),
                3..=6 => self.random.pick(statements::NESTING),
                _ => self.random.pick(statements::OBJECTS),
            }
        };
        let text = self.fill(template, 2);
        format!("{}{text}\n", "    ".repeat(self.depth))
    }

    fn leaf(&mut self, ty: Ty) -> String {
        if self.random.chance(70)
            && let Some(name) = self.known(ty, Use::Read)
        {
            return name;
        }
        if self.random.chance(25) {
            return format!("g{ty}");
        }
        self.random.pick(expressions::literals(ty)).to_owned()
    }

    fn expression(&mut self, ty: Ty, depth: usize) -> String {
        if depth == 0 || self.random.chance(15) {
            return self.leaf(ty);
        }
        let depth = depth - 1;
        // Not `?:` here: nested in arguments of overloaded methods it makes javac's work exponential.
        if self.random.chance(6) {
            return self.fill(&format!("pick{ty}($Z, ${ty}, ${ty})"), depth);
        }
        if ty == 'S' && self.index > 0 && !self.in_loop && self.random.chance(8) {
            // Its own method too: the budget ends every recursion.
            let callee = self.random.below(self.index + 1);
            return self.fill(
                &format!("show(m{callee}($I, $L, $D, $S, $V, $N))"),
                depth.min(1),
            );
        }
        let template = self.random.pick(expressions::templates(ty));
        self.fill(template, depth)
    }
}
