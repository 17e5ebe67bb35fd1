//! A broken clause as a Java expression for a test, where it is plain enough: fields are read by reflection,
//! `\old(…)` becomes a variable set before the call. What is not understood is refused with the reason.

use std::collections::BTreeMap;

use proviso_report::{Heap, ObjectKind, Value};

use crate::junit_test::java_type;
use crate::value::find;

/// What the names of a clause mean in the test.
pub struct Scope<'a> {
    /// Parameters and their types as Java writes them.
    pub parameters: &'a BTreeMap<String, String>,
    /// Values of `this` and the parameters at entry.
    pub roots: &'a BTreeMap<String, Value>,
    pub heap: &'a Heap,
    /// The package of the test, which need not be written.
    pub package: &'a str,
    pub result: Option<&'a str>,
    pub result_type: &'a str,
}

/// `setup` runs before the call; `condition` is true exactly if the clause holds after it.
#[derive(Debug, PartialEq, Eq)]
pub struct Translated {
    pub setup: Vec<String>,
    pub condition: String,
}

/// `text` is the clause as written, keyword and semicolon included.
pub fn translate(text: &str, scope: &Scope) -> Result<Translated, String> {
    let body = text.trim().trim_end_matches(';').trim();
    let body = body
        .split_once(char::is_whitespace)
        .map_or("", |(_, expression)| expression);
    let tokens = tokens(body)?;
    // Specifications count without overflow; 64 bits are enough for sums and products of ints.
    let widen = tokens
        .iter()
        .any(|token| matches!(token.as_str(), "+" | "-" | "*"));
    let mut writer = Writer {
        scope,
        setup: Vec::new(),
        widen,
    };
    let condition = writer.expression(&tokens, widen)?;
    Ok(Translated {
        setup: writer.setup,
        condition,
    })
}

/// Identifiers, numbers, literals, `\words` and operators, the longest first.
fn tokens(text: &str) -> Result<Vec<String>, String> {
    const OPERATORS: &[&str] = &[
        "<==>", "<=!=>", "==>", "<==", ">>>", "==", "!=", "<=", ">=", "&&", "||", "<<", ">>", "<:",
        "..", "->", "::",
    ];
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let length = if first == '\\' {
            1 + rest[1..].find(|c| !word(c)).unwrap_or(rest.len() - 1)
        } else if first.is_ascii_digit() {
            rest.find(|c: char| !(word(c) || c == '.'))
                .unwrap_or(rest.len())
        } else if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else if first == '"' || first == '\'' {
            literal_length(rest, first).ok_or("a literal without an end")?
        } else {
            OPERATORS
                .iter()
                .find(|operator| rest.starts_with(**operator))
                .map_or(first.len_utf8(), |o| o.len())
        };
        found.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    Ok(found)
}

fn literal_length(text: &str, quote: char) -> Option<usize> {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            c if c == quote => return Some(index + 1),
            _ => {}
        }
    }
    None
}

struct Writer<'a> {
    scope: &'a Scope<'a>,
    setup: Vec<String>,
    widen: bool,
}

impl Writer<'_> {
    /// Implications bind least and to the right; Java has none.
    fn expression(&mut self, tokens: &[String], widen: bool) -> Result<String, String> {
        if let Some(at) = at_top_level(tokens, "<==>") {
            let (left, right) = (
                self.expression(&tokens[..at], widen)?,
                self.expression(&tokens[at + 1..], widen)?,
            );
            return Ok(format!("(({left}) == ({right}))"));
        }
        if let Some(at) = at_top_level(tokens, "==>") {
            let (left, right) = (
                self.expression(&tokens[..at], widen)?,
                self.expression(&tokens[at + 1..], widen)?,
            );
            return Ok(format!("(!({left}) || ({right}))"));
        }
        let mut text = String::new();
        let mut index = 0;
        while index < tokens.len() {
            let (piece, used) = self.piece(&tokens[index..], widen)?;
            if !text.is_empty() && !tight(&text, &piece) {
                text.push(' ');
            }
            text.push_str(&piece);
            index += used;
        }
        Ok(text)
    }

    /// The next operand or operator, and how many tokens it took.
    fn piece(&mut self, tokens: &[String], widen: bool) -> Result<(String, usize), String> {
        let token = tokens[0].as_str();
        match token {
            "(" | "[" => {
                let end = closing(tokens)?;
                // An index is an int, whatever is around it.
                let inner = self.expression(&tokens[1..end], widen && token == "(")?;
                let close = if token == "(" { ")" } else { "]" };
                Ok((format!("{token}{inner}{close}"), end + 1))
            }
            "\\result" => {
                let name = self
                    .scope
                    .result
                    .ok_or("\\result of a method without a result")?;
                self.chain(
                    name.to_owned(),
                    None,
                    Some(self.scope.result_type.to_owned()),
                    tokens,
                    1,
                    widen,
                )
            }
            "\\old" | "\\pre" => {
                let end = 1 + closing(
                    tokens
                        .get(1..)
                        .filter(|rest| !rest.is_empty())
                        .ok_or("\\old without an argument")?,
                )?;
                let value = self.expression(&tokens[2..end], self.widen)?;
                let name = format!("old{}", self.setup.len() + 1);
                self.setup.push(format!("var {name} = {value};"));
                Ok((name, end + 1))
            }
            _ if token.starts_with('\\') => Err(format!("`{token}` is not plain Java")),
            "<==" | "<=!=>" | "<:" | ".." | "->" | "::" | ">>>" | "new" | "{" | "=" | ";" => {
                Err(format!("`{token}` is not handled"))
            }
            "true" | "false" | "null" | "instanceof" => Ok((token.to_owned(), 1)),
            _ if token.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') => {
                self.name(tokens, widen)
            }
            _ => Ok((token.to_owned(), 1)),
        }
    }

    fn name(&mut self, tokens: &[String], widen: bool) -> Result<(String, usize), String> {
        let name = tokens[0].as_str();
        if tokens.get(1).is_some_and(|next| next == "(") {
            return Err(format!("the call of {name} is not handled"));
        }
        if name == "this" {
            return self.chain(
                "self".to_owned(),
                self.scope.roots.get("this").cloned(),
                None,
                tokens,
                1,
                widen,
            );
        }
        if let Some(type_name) = self.scope.parameters.get(name) {
            let value = self.scope.roots.get(name).cloned();
            return self.chain(
                name.to_owned(),
                value,
                Some(type_name.clone()),
                tokens,
                1,
                widen,
            );
        }
        let this = self.scope.roots.get("this").cloned();
        if let Some(this) = &this
            && self.field(this, name).is_some()
        {
            return self.chain(
                "self".to_owned(),
                Some(this.clone()),
                None,
                tokens,
                0,
                widen,
            );
        }
        // A class: `Integer.MIN_VALUE`.
        if name.starts_with(char::is_uppercase)
            && tokens.get(1).is_some_and(|next| next == ".")
            && tokens.len() > 2
        {
            if tokens.get(3).is_some_and(|next| next == "(" || next == ".") {
                return Err(format!("{name}.{} is not handled", tokens[2]));
            }
            return Ok((format!("{name}.{}", tokens[2]), 3));
        }
        Err(format!(
            "what `{name}` is, the counterexample does not tell"
        ))
    }

    /// Reads `.a.b` from a root; `used` tokens of it are taken already. `used == 0`: the root is an implicit `this`.
    fn chain(
        &self,
        root: String,
        value: Option<Value>,
        type_name: Option<String>,
        tokens: &[String],
        mut used: usize,
        widen: bool,
    ) -> Result<(String, usize), String> {
        let mut text = root;
        let mut value = value;
        let mut type_name = type_name;
        let mut implicit = used == 0;
        loop {
            let name = if implicit {
                Some(&tokens[0])
            } else if tokens.get(used).is_some_and(|next| next == ".") {
                tokens.get(used + 1)
            } else {
                None
            };
            let Some(name) = name else { break };
            used += if implicit { 1 } else { 2 };
            implicit = false;
            if tokens.get(used).is_some_and(|next| next == "(") {
                return Err(format!("the call of {name} is not handled"));
            }
            if name == "length"
                && type_name
                    .as_deref()
                    .is_some_and(|name| name.ends_with("[]"))
            {
                return Ok((format!("{text}.length"), used));
            }
            let holder = value.as_ref().ok_or_else(|| {
                format!("what .{name} is read from, the counterexample does not tell")
            })?;
            let (declaring, read) = self
                .field(holder, name)
                .ok_or_else(|| format!("there is no value for .{name}"))?;
            let as_type = self.type_of(&read);
            let read_text = format!("get({text}, {declaring}.class, \"{name}\")");
            text = match &as_type {
                Some(name) => format!("(({name}) {read_text})"),
                None => read_text,
            };
            type_name = as_type;
            value = Some(read);
        }
        if tokens.get(used).is_some_and(|next| next == "[")
            && !type_name
                .as_deref()
                .is_some_and(|name| name.ends_with("[]"))
        {
            return Err("an index into something that may be null".to_owned());
        }
        let narrow = matches!(
            type_name.as_deref(),
            Some("int" | "short" | "byte" | "char")
        );
        let indexed = tokens.get(used).is_some_and(|next| next == "[");
        Ok((
            if widen && narrow && !indexed {
                format!("(long) {text}")
            } else {
                text
            },
            used,
        ))
    }

    /// The class that declares a field, as Java writes it, and the field's value at entry.
    fn field(&self, holder: &Value, name: &str) -> Option<(String, Value)> {
        let Value::Ref(id) = holder else { return None };
        let object = find(self.scope.heap, *id)?;
        let ObjectKind::Object { fields } = &object.kind else {
            return None;
        };
        let field = fields.iter().find(|field| field.name == name)?;
        let declaring = field.declared_in.as_deref().unwrap_or(&object.class);
        Some((
            java_type(declaring, self.scope.package),
            field.value.clone(),
        ))
    }

    /// The type to cast to; objects stay `Object` except arrays, whose elements may be read.
    fn type_of(&self, value: &Value) -> Option<String> {
        Some(match value {
            Value::Boolean(_) => "boolean".to_owned(),
            Value::Char(_) => "char".to_owned(),
            Value::Byte(_) => "byte".to_owned(),
            Value::Short(_) => "short".to_owned(),
            Value::Int(_) => "int".to_owned(),
            Value::Long(_) => "long".to_owned(),
            Value::Float(_) => "float".to_owned(),
            Value::Double(_) => "double".to_owned(),
            Value::Ref(id) => {
                let object = find(self.scope.heap, *id)?;
                object
                    .class
                    .ends_with("[]")
                    .then(|| java_type(&object.class, self.scope.package))?
            }
            Value::Null | Value::Other(_) => return None,
        })
    }
}

fn closing(tokens: &[String]) -> Result<usize, String> {
    let mut depth = 0usize;
    for (index, token) in tokens.iter().enumerate() {
        match token.as_str() {
            "(" | "[" => depth += 1,
            ")" | "]" => {
                depth = depth.checked_sub(1).ok_or("brackets that do not match")?;
                if depth == 0 {
                    return Ok(index);
                }
            }
            _ => {}
        }
    }
    Err("brackets that do not match".to_owned())
}

fn at_top_level(tokens: &[String], wanted: &str) -> Option<usize> {
    let mut depth = 0usize;
    tokens.iter().position(|token| {
        match token.as_str() {
            "(" | "[" => depth += 1,
            ")" | "]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && token == wanted
    })
}

/// No blank after an opening bracket or a negation, and none before an index.
fn tight(before: &str, after: &str) -> bool {
    before.ends_with('!') || after.starts_with('[')
}
