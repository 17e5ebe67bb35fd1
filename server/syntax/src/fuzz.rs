//! Random input for the parser: mutations of real specifications, and texts put together from JML's own tokens.
//! Used by the example `fuzz` (long) and by a test (short). A run is a pure function of its seed.

use crate::ast::{Problem, SourceFile, Span};
use crate::document::{Document, Options, parse};
use crate::print::Printer;

/// Tokens that random texts are made of.
const TOKENS: &[&str] = &[
    "//@ ",
    "/*@ ",
    "@*/",
    "*/",
    "//+KEY@",
    "//-KEY@ ",
    "/*",
    "// ",
    "\n",
    "\r\n",
    "  @ ",
    "@",
    " ",
    ";",
    ",",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "{|",
    "|}",
    "(*",
    "*)",
    "..",
    ":",
    "?",
    "=",
    "==",
    "==>",
    "<==>",
    "<=!=>",
    "<:",
    "<",
    ">",
    "->",
    "<-",
    "+",
    "-",
    "*",
    "/",
    "!",
    "\"",
    "\"\"\"",
    "'",
    "\\",
    "\\result",
    "\\old",
    "\\forall",
    "\\exists",
    "\\sum",
    "\\max",
    "\\set",
    "\\seq",
    "\\bigint",
    "\\let",
    "\\lbl",
    "\\type",
    "\\nothing",
    "\\into",
    "\\by",
    "\\such_that",
    "\\dl_x",
    "requires",
    "ensures",
    "signals",
    "signals_only",
    "assignable",
    "also",
    "public",
    "normal_behavior",
    "behavior",
    "implies_that",
    "for_example",
    "invariant",
    "constraint",
    "represents",
    "in",
    "maps",
    "model",
    "ghost",
    "pure",
    "nullable",
    "import",
    "class",
    "interface",
    "datatype",
    "loop_invariant",
    "decreases",
    "assert",
    "assume",
    "set",
    "refining",
    "unreachable",
    "old",
    "forall",
    "callable",
    "measured_by",
    "if",
    "else",
    "for",
    "while",
    "new",
    "return",
    "switch",
    "case",
    "default",
    "instanceof",
    "int",
    "int[]",
    "x",
    "y",
    "T",
    "List<T>",
    "this",
    "super",
    "null",
    "true",
    "0",
    "1.5",
    "1..2",
    "'c'",
    "é",
    "\u{1F600}",
    "\u{0}",
    "enum",
    "record",
    "void",
    "static",
];

/// A small generator of numbers (xorshift); not for anything but choosing test input.
pub struct Choices(u64);

impl Choices {
    pub fn new(seed: u64) -> Choices {
        Choices(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % limit.max(1) as u64) as usize
    }
}

/// One random text: a mutation of one of the seeds, or pure noise.
pub fn random_text(choices: &mut Choices, seeds: &[&str]) -> String {
    let mut text = match (seeds.is_empty(), choices.below(4)) {
        (true, _) | (_, 0) => {
            let tokens = (0..choices.below(200))
                .map(|_| TOKENS[choices.below(TOKENS.len())])
                .collect::<Vec<_>>();
            let glue = if choices.below(3) == 0 { "" } else { " " };
            format!("class A {{ {} void m() {{ }} }}", tokens.join(glue))
        }
        _ => seeds[choices.below(seeds.len())].to_owned(),
    };
    for _ in 0..choices.below(8) {
        let start = boundary(&text, choices.below(text.len() + 1));
        let end = boundary(&text, start + choices.below(20));
        let piece = match choices.below(5) {
            0 => String::new(),
            1 => text[boundary(&text, choices.below(text.len() + 1))..]
                .chars()
                .take(30)
                .collect(),
            2 => TOKENS[choices.below(TOKENS.len())].repeat(choices.below(40)),
            _ => TOKENS[choices.below(TOKENS.len())].to_owned(),
        };
        text.replace_range(start..end.max(start), &piece);
    }
    text
}

fn boundary(text: &str, offset: usize) -> usize {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    offset
}

/// Reads, prints and edits a text. Returns what is wrong with the result; a panic is wrong anyway.
pub fn exercise(text: &str, choices: &mut Choices) -> Result<(), String> {
    let file = parse(text, &Options::default());
    check(&file)?;
    let mut document = Document::new(text);
    for _ in 0..3 {
        let start = choices.below(document.text().len() + 1);
        let end = start + choices.below(10);
        document.edit(Span::new(start, end), TOKENS[choices.below(TOKENS.len())]);
        check(document.file())?;
    }
    Ok(())
}

/// What must hold of every tree.
fn check(file: &SourceFile) -> Result<(), String> {
    if file.clean.len() != file.text.len() {
        return Err("the clean text has another length".to_owned());
    }
    let inside =
        |span: Span| span.start <= span.end && file.text.get(span.start..span.end).is_some();
    for Problem { span, message, .. } in &file.problems {
        if !inside(*span) {
            return Err(format!("problem outside the text: {message} at {span:?}"));
        }
    }
    let printer = Printer::new(file);
    for ty in file.all_types() {
        if !inside(ty.span) || !inside(ty.body) {
            return Err(format!("type outside the text: {:?}", ty.span));
        }
        for clause in &ty.clauses {
            printer.type_clause(clause);
        }
        for method in ty.methods() {
            if !inside(method.span) || !inside(method.name.span) {
                return Err(format!("method outside the text: {:?}", method.span));
            }
            if let Some(spec) = &method.spec {
                printer.method_spec(spec);
            }
            for statement in method.body.iter().flat_map(|body| &body.statements) {
                printer.statement(statement);
            }
            for clause in method
                .body
                .iter()
                .flat_map(|body| &body.loops)
                .flat_map(|l| &l.clauses)
            {
                printer.loop_clause(clause);
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEED: &str = "package p; class A { //@ invariant 0 <= x <= 9;\n int x; //@ in s;\n /*@ public normal_behavior requires (\\forall int i; 0 <= i; a[i] > 0); {| ensures \\old(x) == 1; also ensures b; |} @*/ int m(/*@ nullable */ String s) { //@ loop_invariant x > 0; decreases x;\n while (x > 0) { //@ assert (x > 0);\n } return new Object() { //@ ensures true;\n }; } //@ model int f() { return (\\sum int i; i < 3; i); }\n }";

    #[test]
    fn short_run_finds_nothing() {
        for seed in 0..400 {
            let mut choices = Choices::new(seed);
            let text = random_text(&mut choices, &[SEED]);
            if let Err(message) = exercise(&text, &mut choices) {
                panic!("seed {seed}: {message}\n{text}");
            }
        }
    }

    #[test]
    fn deep_and_huge_comments_neither_crash_nor_hang() {
        let texts = [
            format!(
                "class A {{ //@ requires {}x{};\n void m() {{}} }}",
                "(".repeat(20_000),
                ")".repeat(20_000)
            ),
            format!(
                "class A {{ //@ requires x{};\n void m() {{}} }}",
                " + x".repeat(20_000)
            ),
            format!(
                "class A {{ //@ requires {}x;\n void m() {{}} }}",
                "!".repeat(20_000)
            ),
            format!(
                "class A {{ //@ requires {};\n void m() {{}} }}",
                "(".repeat(20_000)
            ),
            format!(
                "class A {{ //@ requires x; {}\n void m() {{}} }}",
                "{| ".repeat(5_000)
            ),
            format!(
                "class A {{ {} void m() {{}} }}",
                "//@ requires x > 0;\n".repeat(5_000)
            ),
            format!(
                "class A {{ /*@ {} */ void m() {{}} }}",
                "a b c ( } ".repeat(5_000)
            ),
            format!(
                "class A {{ void m() {{ {} }} }}",
                "{ //@ assert x;\n".repeat(2_000)
            ),
            format!("{} //@ invariant x;\n", "class A { ".repeat(2_000)),
            format!(
                "class A {{ //@ requires {}x;\n void m() {{}} }}",
                "\\forall int i; ".repeat(2_000)
            ),
            format!(
                "class A {{ //@ requires {}x;\n void m() {{}} }}",
                "a ? ".repeat(5_000)
            ),
            format!(
                "class A {{ //@ requires x{};\n void m() {{}} }}",
                " ==> x".repeat(5_000)
            ),
        ];
        for (index, text) in texts.iter().enumerate() {
            let result = check(&parse(text, &Options::default()));
            assert_eq!(result, Ok(()), "text {index}");
        }
    }
}
