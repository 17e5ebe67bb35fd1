//! The broken clause as plain Java: what a test asserts after the call.

use proviso_report::{Shape, Subject, ViolationKind};

use super::framework::Assertion;
use super::quantifier::is_quantifier;
use super::result_name;

/// A clause as a test asserts it.
pub struct Promise {
    /// Statements before the call: the values of `\old`.
    pub before: Vec<String>,
    pub assertion: Assertion,
    pub uses_helper: bool,
}

/// Clauses about the state in which the method ends.
pub fn about_the_end(kind: ViolationKind) -> bool {
    use ViolationKind::{Constraint, Ensures, Initially, Invariant};
    matches!(kind, Ensures | Invariant | Constraint | Initially)
}

/// Exceptions that the contract does not allow: the call itself fails the test.
pub fn is_exception(kind: ViolationKind) -> bool {
    use ViolationKind::{
        Arithmetic, ArrayStore, Bounds, Cast, NegativeSize, Null, Signals, SignalsOnly, Uncaught,
    };
    matches!(
        kind,
        Null | Bounds
            | Cast
            | Arithmetic
            | NegativeSize
            | ArrayStore
            | Uncaught
            | SignalsOnly
            | Signals
    )
}

/// The clause as plain Java, or why it has no such form. `olds`: how many old values have names already.
pub fn promise(
    subject: &Subject,
    own: &Shape,
    clause: &str,
    receiver: &str,
    olds: usize,
) -> Result<Promise, String> {
    let predicate = predicate(clause).ok_or("the clause has no predicate")?;
    let mut translation = Translation {
        subject,
        own,
        receiver,
        widen: widens(subject, own, predicate),
        olds,
        bound: Vec::new(),
        before: Vec::new(),
        uses_helper: false,
    };
    let condition = translation.translate(&tokens(predicate)?)?;
    let text = clause.trim().replace('\\', "\\\\").replace('"', "\\\"");
    let text: Vec<&str> = text.split_whitespace().collect();
    Ok(Promise {
        before: translation.before,
        assertion: Assertion::True {
            condition,
            text: Some(text.join(" ")),
        },
        uses_helper: translation.uses_helper,
    })
}

/// What stands between the clause's keyword (after a visibility, if any) and its semicolon.
fn predicate(clause: &str) -> Option<&str> {
    let text = clause.trim().trim_end_matches(';');
    let keywords = [
        "ensures",
        "ensures_redundantly",
        "post",
        "invariant",
        "constraint",
        "initially",
    ];
    let mut rest = text;
    loop {
        let (word, after) = rest.split_once(char::is_whitespace)?;
        rest = after.trim_start();
        if keywords.contains(&word) {
            return Some(rest);
        }
    }
}

/// Contract arithmetic on integers is mathematical; `long` is wide enough for sums and products of ints.
fn widens(subject: &Subject, own: &Shape, predicate: &str) -> bool {
    let floating = |name: &str| ["float", "double"].contains(&name);
    !subject.parameters.iter().any(|(_, t)| floating(t))
        && !subject.returns.as_deref().is_some_and(floating)
        && !own.fields.values().any(|field| floating(&field.type_name))
        && !predicate.contains('"')
}

/// Words, numbers, operators and literals; JML's operators are one token each.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    const LONG: [&str; 13] = [
        "<==>", "<=!=>", "==>", "<==", ">>>", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||",
    ];
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while !rest.is_empty() {
        let length = if let Some(operator) = LONG.iter().find(|o| rest.starts_with(**o)) {
            operator.len()
        } else {
            let first = rest.chars().next().map_or(' ', |c| c);
            match first {
                '\\' => 1 + word_length(&rest[1..]),
                '"' | '\'' => {
                    literal_length(rest, first).ok_or("the clause has an open literal")?
                }
                c if c.is_alphanumeric() || c == '_' || c == '$' => word_length(rest),
                c => c.len_utf8(),
            }
        };
        found.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
        .unwrap_or(text.len())
}

fn literal_length(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (offset, c) in text.char_indices().skip(1) {
        if !escaped && c == quote {
            return Some(offset + c.len_utf8());
        }
        escaped = !escaped && c == '\\';
    }
    None
}

pub(super) struct Translation<'a> {
    subject: &'a Subject,
    own: &'a Shape,
    receiver: &'a str,
    pub(super) widen: bool,
    olds: usize,
    /// Variables of quantifiers around the expression.
    pub(super) bound: Vec<String>,
    before: Vec<String>,
    uses_helper: bool,
}

impl Translation<'_> {
    /// Weakest operator first: equivalence, implication, then what Java has.
    pub(super) fn translate(&mut self, tokens: &[String]) -> Result<String, String> {
        if let Some(at) = last_at_top(tokens, &["<==>", "<=!=>"]) {
            let left = self.translate(&tokens[..at])?;
            let right = self.translate(&tokens[at + 1..])?;
            let operator = if tokens[at] == "<==>" { "==" } else { "!=" };
            return Ok(format!("({left}) {operator} ({right})"));
        }
        if let Some(at) = first_at_top(tokens, &["==>"]) {
            let left = self.translate(&tokens[..at])?;
            let right = self.translate(&tokens[at + 1..])?;
            return Ok(format!("!({left}) || ({right})"));
        }
        for operator in ["||", "&&"] {
            if let Some(at) = last_at_top(tokens, &[operator]) {
                let left = self.translate(&tokens[..at])?;
                let right = self.translate(&tokens[at + 1..])?;
                return Ok(format!("{left} {operator} {right}"));
            }
        }
        let relations = ["<", "<=", ">", ">="];
        if let Some(at) = first_at_top(tokens, &relations)
            && let Some(second) = first_at_top(&tokens[at + 1..], &relations)
        {
            // A chain: the middle operand belongs to both comparisons.
            let middle = at + 1 + second;
            let left = self.translate(&tokens[..middle])?;
            let right = self.translate(&tokens[at + 1..])?;
            return Ok(format!("{left} && {right}"));
        }
        self.plain(tokens)
    }

    /// Java's own operators: names are resolved, sums of ints are widened.
    fn plain(&mut self, tokens: &[String]) -> Result<String, String> {
        let mut text = String::new();
        let mut index = 0;
        while index < tokens.len() {
            let token = tokens[index].as_str();
            let previous = index.checked_sub(1).map(|i| tokens[i].as_str());
            let operand_starts = previous.is_none_or(|p| {
                ["(", "==", "!=", "<", "<=", ">", ">=", ",", "[", "?", ":"].contains(&p)
            });
            let end = operand_end(tokens, index);
            let arithmetic = tokens
                .get(end)
                .is_some_and(|next| ["+", "-", "*"].contains(&next.as_str()));
            // Inside an index a long would not compile, and a call takes what it declares.
            let in_brackets = tokens[..index].iter().any(|t| t == "[");
            let is_long =
                token.ends_with(['L', 'l']) && token.starts_with(|c: char| c.is_ascii_digit());
            let widened = is_long || token == "-";
            if self.widen && operand_starts && arithmetic && !in_brackets && !widened {
                text.push_str("(long) ");
            }
            match token {
                "\\result" => text.push_str(result_name(self.subject)),
                "\\old" | "\\pre" => {
                    let close = closing(tokens, index + 1).ok_or("\\old is not closed")?;
                    let inside = &tokens[index + 2..close];
                    if let Some(bound) = inside.iter().find(|t| self.bound.contains(t)) {
                        return Err(format!("\\old depends on {bound}, which varies"));
                    }
                    let inner = self.translate(inside)?;
                    let name = format!("old{}", self.olds + self.before.len() + 1);
                    self.before.push(format!("var {name} = {inner};"));
                    text.push_str(&name);
                    index = close;
                }
                "(" => {
                    let close = closing(tokens, index).ok_or("a parenthesis is not closed")?;
                    let arguments = previous.is_some_and(is_word);
                    if tokens.get(index + 1).is_some_and(|t| is_quantifier(t)) {
                        text.push_str(&self.quantified(&tokens[index + 1..close])?);
                        index = close + 1;
                        continue;
                    }
                    let inner = if arguments {
                        self.arguments(&tokens[index + 1..close])?
                    } else {
                        self.translate(&tokens[index + 1..close])?
                    };
                    // A sum in parentheses is long already.
                    if inner.starts_with("(long) ") && text.ends_with("(long) ") {
                        text.truncate(text.len() - "(long) ".len());
                    }
                    text.push_str(&format!("({inner})"));
                    index = close;
                }
                operator if operator.starts_with('\\') || operator == "{" => {
                    return Err(format!("{operator} has no plain Java form"));
                }
                word if is_word(word) && previous != Some(".") => {
                    let called = tokens.get(index + 1).is_some_and(|next| next == "(");
                    text.push_str(&self.name(word, called)?);
                }
                other => text.push_str(other),
            }
            let next = tokens.get(index + 1).map_or("", String::as_str);
            let binary = |t: &str| {
                [
                    "+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "&", "|", "^", "?",
                    ":",
                ]
                .contains(&t)
            };
            if binary(next) || binary(token) || token == "instanceof" || next == "instanceof" {
                text.push(' ');
            }
            index += 1;
        }
        Ok(text)
    }

    fn arguments(&mut self, tokens: &[String]) -> Result<String, String> {
        let widen = std::mem::replace(&mut self.widen, false);
        let mut parts = Vec::new();
        let mut start = 0;
        while start < tokens.len() {
            let end = first_at_top(&tokens[start..], &[","]).map_or(tokens.len(), |at| start + at);
            parts.push(self.translate(&tokens[start..end])?);
            start = end + 1;
        }
        self.widen = widen;
        Ok(parts.join(", "))
    }

    /// A simple name of the clause, as the test sees it.
    fn name(&mut self, word: &str, called: bool) -> Result<String, String> {
        let keywords = ["true", "false", "null", "instanceof"];
        let parameter = self.subject.parameters.iter().any(|(name, _)| name == word);
        if word == "this" {
            return Ok(self.receiver.to_owned());
        }
        if keywords.contains(&word)
            || ((parameter || self.bound.iter().any(|bound| bound == word)) && !called)
            || word.starts_with(|c: char| c.is_ascii_digit() || c.is_uppercase())
        {
            return Ok(word.to_owned());
        }
        if called {
            return match self.own.methods.get(word) {
                Some(true) => Ok(format!("{}.{word}", self.own.java_name)),
                Some(false) => Ok(format!("{}.{word}", self.receiver)),
                None => Err(format!("a test cannot call {word}")),
            };
        }
        let Some(field) = self.own.fields.get(word) else {
            return Err(format!("a test does not know {word}"));
        };
        if field.readable {
            let owner = if field.is_static {
                &self.own.java_name
            } else {
                self.receiver
            };
            return Ok(format!("{owner}.{word}"));
        }
        if let Some(getter) = field.getter.as_ref().filter(|_| !field.is_static) {
            return Ok(format!("{}.{getter}()", self.receiver));
        }
        self.uses_helper = true;
        let boxed = match field.type_name.as_str() {
            "int" => "Integer",
            "long" => "Long",
            "boolean" => "Boolean",
            "char" => "Character",
            "byte" => "Byte",
            "short" => "Short",
            "float" => "Float",
            "double" => "Double",
            other => other,
        };
        let object = if field.is_static {
            "null"
        } else {
            self.receiver
        };
        Ok(format!(
            "State.<{boxed}>get({object}, {}.class, \"{word}\")",
            self.own.java_name
        ))
    }
}

pub(super) fn is_word(token: &str) -> bool {
    token.starts_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The index behind the operand that starts at `index`: a name with its selectors, calls and indices.
fn operand_end(tokens: &[String], index: usize) -> usize {
    let mut at = index;
    loop {
        match tokens.get(at).map(String::as_str) {
            Some("(" | "[") => match closing(tokens, at) {
                Some(close) => at = close + 1,
                None => return tokens.len(),
            },
            Some(token) if is_word(token) || token.starts_with('\\') || token == "." => at += 1,
            _ => return at,
        }
    }
}

fn closing(tokens: &[String], open: usize) -> Option<usize> {
    let mut depth = 0;
    for (index, token) in tokens.iter().enumerate().skip(open) {
        match token.as_str() {
            "(" | "[" => depth += 1,
            ")" | "]" => {
                depth -= 1;
                if depth == 0 {
                    return Some(index);
                }
            }
            _ => {}
        }
    }
    None
}

fn at_top<'t>(tokens: &'t [String], wanted: &'t [&str]) -> impl Iterator<Item = usize> + 't {
    let mut depth = 0;
    tokens.iter().enumerate().filter_map(move |(index, token)| {
        match token.as_str() {
            "(" | "[" => depth += 1,
            ")" | "]" => depth -= 1,
            _ => {}
        }
        (depth == 0 && wanted.contains(&token.as_str())).then_some(index)
    })
}

pub(super) fn first_at_top(tokens: &[String], wanted: &[&str]) -> Option<usize> {
    at_top(tokens, wanted).next()
}

fn last_at_top(tokens: &[String], wanted: &[&str]) -> Option<usize> {
    at_top(tokens, wanted).last()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_report::FieldShape;

    fn java(clause: &str) -> Result<(Vec<String>, String), String> {
        let subject = Subject {
            package: None,
            class: "A".to_owned(),
            method: "m".to_owned(),
            is_static: false,
            accessible: true,
            parameters: vec![("x".to_owned(), "int".to_owned())],
            returns: Some("int".to_owned()),
        };
        let field = |readable| FieldShape {
            type_name: "int".to_owned(),
            readable,
            writable: readable,
            is_static: false,
            getter: None,
            setter: None,
        };
        let own = Shape {
            java_name: "A".to_owned(),
            fields: [
                ("open".to_owned(), field(true)),
                ("shut".to_owned(), field(false)),
            ]
            .into(),
            methods: [("ok".to_owned(), false), ("fine".to_owned(), true)].into(),
            ..Shape::default()
        };
        let predicate = predicate(clause).expect("a predicate");
        let mut translation = Translation {
            subject: &subject,
            own: &own,
            receiver: "subject",
            widen: widens(&subject, &own, predicate),
            olds: 0,
            bound: Vec::new(),
            before: Vec::new(),
            uses_helper: false,
        };
        let text = translation.translate(&tokens(predicate)?)?;
        Ok((translation.before, text))
    }

    #[test]
    fn plain_clauses_stay_as_they_are() {
        assert_eq!(
            java("ensures \\result >= 0;"),
            Ok((vec![], "result >= 0".into()))
        );
    }

    #[test]
    fn old_values_are_captured_and_sums_are_widened() {
        assert_eq!(
            java("public invariant open == \\old(open) + x;"),
            Ok((
                vec!["var old1 = subject.open;".into()],
                "subject.open == (long) old1 + x".into()
            ))
        );
    }

    #[test]
    fn what_is_long_already_is_not_cast() {
        let condition = |clause: &str| java(clause).expect("Java").1;
        assert_eq!(
            condition("ensures \\result == 10L * x;"),
            "result == 10L * x"
        );
        assert_eq!(
            condition("ensures \\result < (x + 1) * (x + 1);"),
            "result < ((long) x + 1) * ((long) x + 1)"
        );
    }

    #[test]
    fn implications_equivalences_and_chains_become_java() {
        assert_eq!(
            java("ensures x > 0 ==> ok();").expect("Java").1,
            "!(x > 0) || (subject.ok())"
        );
        assert_eq!(
            java("ensures 0 <= x < 9 <==> \\result == 1;")
                .expect("Java")
                .1,
            "(0 <= x && x < 9) == (result == 1)"
        );
    }

    #[test]
    fn static_methods_are_called_by_their_class() {
        assert_eq!(java("ensures fine(x);").expect("Java").1, "A.fine(x)");
    }

    #[test]
    fn private_fields_are_read_through_the_helper() {
        assert_eq!(
            java("ensures shut == x;").expect("Java").1,
            "State.<Integer>get(subject, A.class, \"shut\") == x"
        );
    }

    #[test]
    fn quantifiers_over_a_range_of_ints_become_streams() {
        assert_eq!(
            java("ensures (\\forall int i; 0 <= i && i < x; i + 1 > 0);")
                .expect("Java")
                .1,
            "java.util.stream.IntStream.range(0, x).allMatch(i -> (long) i + 1 > 0)"
        );
        assert_eq!(
            java("ensures \\result == (\\num_of int i; 0 <= i < x; ok());")
                .expect("Java")
                .1,
            "result == java.util.stream.IntStream.range(0, x).filter(i -> subject.ok()).count()"
        );
        assert!(java("ensures (\\exists int i; 0 <= i < x; \\old(i) == 1);").is_err());
    }

    #[test]
    fn what_plain_java_cannot_say_is_refused() {
        assert!(java("ensures (\\forall int i; 0 <= i; i >= 0);").is_err());
        assert!(java("ensures (\\forall Object o; o != null);").is_err());
        assert!(java("ensures nobody == 3;").is_err());
    }
}
