//! Small changes to Java source text, one at a time: what a slip of the programmer would look like.
//!
//! Works on the text of a method body with a lexer of its own that knows comments, strings and character
//! literals; whether a mutant compiles is for javac to say.

/// One change to a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mutant {
    /// Byte range that is replaced.
    pub start: usize,
    pub end: usize,
    pub replacement: String,
    /// What was done, in words.
    pub what: &'static str,
}

impl Mutant {
    pub fn apply(&self, text: &str) -> String {
        format!(
            "{}{}{}",
            &text[..self.start],
            self.replacement,
            &text[self.end..]
        )
    }

    pub fn line(&self, text: &str) -> usize {
        text[..self.start].matches('\n').count() + 1
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Word,
    Number,
    Operator,
}

#[derive(Debug, Clone, Copy)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

/// The tokens of `text[from..to]`, without comments and literals other than numbers.
fn tokens(text: &str, from: usize, to: usize) -> Vec<Token> {
    const LONG: [&str; 19] = [
        ">>>=", ">>>", "<<=", ">>=", "<=", ">=", "==", "!=", "&&", "||", "++", "--", "+=", "-=",
        "*=", "/=", "<<", ">>", "->",
    ];
    let bytes = text.as_bytes();
    let mut at = from;
    let mut found = Vec::new();
    while at < to {
        let rest = &text[at..to];
        if rest.starts_with("//") {
            at += rest.find('\n').unwrap_or(rest.len());
        } else if rest.starts_with("/*") {
            at += rest.find("*/").map_or(rest.len(), |end| end + 2);
        } else if bytes[at] == b'"' || bytes[at] == b'\'' {
            let quote = bytes[at];
            at += 1;
            while at < to && bytes[at] != quote {
                at += if bytes[at] == b'\\' { 2 } else { 1 };
            }
            at += 1;
        } else if bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_' {
            let length = rest
                .find(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .unwrap_or(rest.len());
            let kind = if bytes[at].is_ascii_digit() {
                Kind::Number
            } else {
                Kind::Word
            };
            found.push(Token {
                kind,
                start: at,
                end: at + length,
            });
            at += length;
        } else if bytes[at].is_ascii_punctuation() {
            let length = LONG
                .iter()
                .find(|operator| rest.starts_with(**operator))
                .map_or(1, |operator| operator.len());
            found.push(Token {
                kind: Kind::Operator,
                start: at,
                end: at + length,
            });
            at += length;
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    found
}

/// The bodies of all methods: the outermost brace pairs that follow a closing parenthesis.
fn bodies(text: &str) -> Vec<(usize, usize)> {
    let all = tokens(text, 0, text.len());
    let word = |token: &Token| &text[token.start..token.end];
    let mut found = Vec::new();
    let mut index = 0;
    while index < all.len() {
        let opens = word(&all[index]) == "{" && index > 0 && word(&all[index - 1]) == ")";
        if opens {
            let mut depth = 0;
            let start = index;
            while index < all.len() {
                match word(&all[index]) {
                    "{" => depth += 1,
                    "}" => depth -= 1,
                    _ => {}
                }
                if depth == 0 {
                    break;
                }
                index += 1;
            }
            let end = all.get(index).map_or(text.len(), |token| token.start);
            found.push((all[start].end, end));
        }
        index += 1;
    }
    found
}

/// All mutants of the method bodies in a file.
pub fn mutants(text: &str) -> Vec<Mutant> {
    bodies(text)
        .into_iter()
        .flat_map(|(from, to)| of_body(text, from, to))
        .collect()
}

fn of_body(text: &str, from: usize, to: usize) -> Vec<Mutant> {
    let all = tokens(text, from, to);
    let word = |index: usize| all.get(index).map_or("", |t: &Token| &text[t.start..t.end]);
    let mut found = Vec::new();
    for (index, token) in all.iter().enumerate() {
        let mut replace = |replacement: &str, what| {
            found.push(Mutant {
                start: token.start,
                end: token.end,
                replacement: replacement.to_string(),
                what,
            });
        };
        let binary = index > 0
            && word(index - 1) != "return"
            && (all[index - 1].kind != Kind::Operator || [")", "]"].contains(&word(index - 1)));
        match (token.kind, word(index)) {
            // `<` may open type arguments; javac throws those mutants out.
            (Kind::Operator, "<") => replace("<=", "relation"),
            (Kind::Operator, "<=") => replace("<", "relation"),
            (Kind::Operator, ">") => replace(">=", "relation"),
            (Kind::Operator, ">=") => replace(">", "relation"),
            (Kind::Operator, "==") => replace("!=", "relation"),
            (Kind::Operator, "!=") => replace("==", "relation"),
            (Kind::Operator, "&&") => replace("||", "connective"),
            (Kind::Operator, "||") => replace("&&", "connective"),
            (Kind::Operator, "+") if binary => replace("-", "operator"),
            (Kind::Operator, "-") if binary => replace("+", "operator"),
            (Kind::Operator, "-") => replace("", "sign"),
            (Kind::Operator, "*") if binary => replace("+", "operator"),
            (Kind::Operator, "/") if binary => replace("*", "operator"),
            (Kind::Operator, "%") if binary => replace("/", "operator"),
            (Kind::Operator, "+=") => replace("-=", "operator"),
            (Kind::Operator, "-=") => replace("+=", "operator"),
            (Kind::Operator, "++") => replace("--", "operator"),
            (Kind::Operator, "--") => replace("++", "operator"),
            (Kind::Number, digits) => {
                if let Ok(value) = digits.parse::<i64>() {
                    replace(&(value + 1).to_string(), "constant");
                }
            }
            (Kind::Word, "true") => replace("false", "constant"),
            (Kind::Word, "false") => replace("true", "constant"),
            _ => {}
        }
    }
    found.extend(dropped_statements(text, from, to));
    found.extend(negated_conditions(text, &all));
    found.extend(swapped_arguments(text, &all));
    found
}

/// Simple statements that stand alone on their line.
fn dropped_statements(text: &str, from: usize, to: usize) -> Vec<Mutant> {
    let mut start = from;
    let mut found = Vec::new();
    for line in text[from..to].split_inclusive('\n') {
        let statement = line.trim();
        let keeps = [
            "return", "throw", "break", "continue", "//", "for", "while", "}",
        ];
        // A declaration cannot be left out; two words in front of `=` or `;` give it away.
        let before = statement.split(['=', '(', ';']).next().unwrap_or("");
        if statement.ends_with(';')
            && !statement.contains('{')
            && !keeps.iter().any(|word| statement.starts_with(word))
            && before.split_whitespace().count() <= 1
        {
            let offset = start + line.find(statement).unwrap_or(0);
            found.push(Mutant {
                start: offset,
                end: offset + statement.len(),
                replacement: ";".to_string(),
                what: "dropped statement",
            });
        }
        start += line.len();
    }
    found
}

fn negated_conditions(text: &str, all: &[Token]) -> Vec<Mutant> {
    let word = |index: usize| &text[all[index].start..all[index].end];
    let mut found = Vec::new();
    for index in 0..all.len().saturating_sub(1) {
        if word(index) == "if" && word(index + 1) == "(" {
            let mut depth = 0;
            let close = (index + 1..all.len()).find(|&at| {
                depth += match word(at) {
                    "(" => 1,
                    ")" => -1,
                    _ => 0,
                };
                depth == 0
            });
            if let Some(close) = close {
                let (start, end) = (all[index + 1].end, all[close].start);
                found.push(Mutant {
                    start,
                    end,
                    replacement: format!("!({})", &text[start..end]),
                    what: "negated condition",
                });
            }
        }
    }
    found
}

/// `f(a, b)` with two plain names becomes `f(b, a)`.
fn swapped_arguments(text: &str, all: &[Token]) -> Vec<Mutant> {
    let word = |index: usize| &text[all[index].start..all[index].end];
    all.windows(6)
        .enumerate()
        .filter(|(index, window)| {
            let kinds = [0, 2, 4].iter().all(|&at| window[at].kind == Kind::Word);
            kinds
                && word(index + 1) == "("
                && word(index + 3) == ","
                && word(index + 5) == ")"
                && word(index + 2) != word(index + 4)
        })
        .map(|(index, window)| Mutant {
            start: window[2].start,
            end: window[4].end,
            replacement: format!("{}, {}", word(index + 4), word(index + 2)),
            what: "swapped arguments",
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(text: &str) -> Vec<String> {
        mutants(text).iter().map(|m| m.apply(text)).collect()
    }

    #[test]
    fn operators_constants_and_conditions_are_changed_one_at_a_time() {
        let made = results("class A { int f(int x) { if (x < 3) { return -1; } return x; } }");
        let expected = ["x <= 3", "x < 4", "return 1", "-2", "if (!(x < 3))"];
        assert_eq!(made.len(), expected.len(), "{made:#?}");
        for part in expected {
            assert!(
                made.iter().any(|text| text.contains(part)),
                "{part}: {made:#?}"
            );
        }
    }

    #[test]
    fn comments_strings_and_code_outside_methods_stay_as_they_are() {
        assert!(
            results("class A { int x = 1 + 2; void f() { /* 1 < 2 */ String s = \"a < b\"; } }")
                .is_empty()
        );
    }

    #[test]
    fn statements_are_dropped_and_arguments_swapped() {
        let made = results("class A { void f(int a, int b) {\n  a = b;\n  g(a, b);\n} }");
        assert!(
            made.iter().any(|text| text.contains("\n  ;\n  g(a, b);")),
            "{made:#?}"
        );
        assert!(
            made.iter().any(|text| text.contains("g(b, a)")),
            "{made:#?}"
        );
    }
}
