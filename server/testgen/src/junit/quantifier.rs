//! Quantifiers over a range of ints as Java streams; others have no plain form.

use super::oracle::{Translation, first_at_top, is_word};

pub(super) fn is_quantifier(token: &str) -> bool {
    ["\\forall", "\\exists", "\\num_of", "\\sum"].contains(&token)
}

impl Translation<'_> {
    /// `\forall int i; range; body`, without its parentheses.
    pub(super) fn quantified(&mut self, tokens: &[String]) -> Result<String, String> {
        let (operator, rest) = tokens.split_first().ok_or("an empty quantifier")?;
        let no_form = || format!("{operator} over this range has no plain Java form");
        let [ty, variable, semicolon, ..] = rest else {
            return Err(no_form());
        };
        if ty != "int" || !is_word(variable) || semicolon != ";" {
            return Err(no_form());
        }
        let rest = &rest[3..];
        let split = first_at_top(rest, &[";"]).ok_or_else(no_form)?;
        let (range, body) = (&rest[..split], &rest[split + 1..]);
        let (low, high, guard) = self.range(range, variable).ok_or_else(no_form)?;
        let widen = std::mem::replace(&mut self.widen, false);
        let low = self.translate(&low)?;
        let high = self.translate(&high)?;
        self.widen = widen;
        self.bound.push(variable.clone());
        let body = self.translate(body);
        let guard = guard.map(|guard| self.translate(&guard)).transpose();
        self.bound.pop();
        let (body, guard) = (body?, guard?);
        let filter = guard.map_or(String::new(), |guard| {
            format!(".filter({variable} -> {guard})")
        });
        let end = match operator.as_str() {
            "\\forall" => format!("allMatch({variable} -> {body})"),
            "\\exists" => format!("anyMatch({variable} -> {body})"),
            "\\num_of" => format!("filter({variable} -> {body}).count()"),
            _ => format!("mapToLong({variable} -> {body}).sum()"),
        };
        Ok(format!(
            "java.util.stream.IntStream.range({low}, {high}){filter}.{end}"
        ))
    }

    /// Lower and upper limit (exclusive), and what else the range asks for.
    #[allow(clippy::type_complexity)]
    fn range(
        &self,
        tokens: &[String],
        variable: &str,
    ) -> Option<(Vec<String>, Vec<String>, Option<Vec<String>>)> {
        let first = first_at_top(tokens, &["<", "<="])?;
        let at_variable = tokens.get(first + 1).is_some_and(|token| token == variable);
        if !at_variable {
            return None;
        }
        let mut low = tokens[..first].to_vec();
        if tokens[first] == "<" {
            low.extend(["+", "1"].map(str::to_owned));
        }
        // `low <= i < high` or `low <= i && i < high`.
        let mut next = first + 2;
        if tokens.get(next).is_some_and(|token| token == "&&") {
            if tokens.get(next + 1).is_none_or(|token| token != variable) {
                return None;
            }
            next += 2;
        }
        let relation = tokens.get(next)?;
        if !["<", "<="].contains(&relation.as_str()) {
            return None;
        }
        let rest = &tokens[next + 1..];
        let end = first_at_top(rest, &["&&", "||", "==>"]).unwrap_or(rest.len());
        let mut high = rest[..end].to_vec();
        if relation == "<=" {
            high.extend(["+", "1"].map(str::to_owned));
        }
        let guard = match rest.get(end).map(String::as_str) {
            None => None,
            Some("&&") => Some(rest[end + 1..].to_vec()),
            Some(_) => return None,
        };
        Some((low, high, guard))
    }
}
