//! Random statements: declarations, assignments, branches, loops, switches, exceptions, objects.

use super::{Method, TYPES, Ty};
use std::fmt::Write;

impl Method<'_> {
    pub(super) fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{}{text}", "    ".repeat(self.depth));
    }

    pub(super) fn name(&mut self) -> String {
        self.names += 1;
        format!("x{}", self.names)
    }

    /// Statements with a scope of their own.
    pub(super) fn block(&mut self, statements: usize) {
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

    pub(super) fn statement(&mut self) {
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

    pub(super) fn variable(&mut self, ty: Ty) -> Option<String> {
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
}
