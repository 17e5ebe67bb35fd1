//! Semantic tokens for JML: read word by word from the annotation comments, so that half-typed text has colours too.

use proviso_syntax::ast::{SourceFile, Span};

use crate::around::around;
use crate::jml_words::{self, Kind};

/// What a word is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    Keyword,
    Macro,
    Variable,
    Parameter,
    Property,
    Type,
    Method,
    Number,
    String,
}

/// In the order of the text.
pub fn tokens(file: &SourceFile) -> Vec<(Span, Token)> {
    let mut found = Vec::new();
    for annotation in &file.annotations {
        annotation_tokens(file, annotation.span, &mut found);
    }
    found
}

fn annotation_tokens(file: &SourceFile, span: Span, into: &mut Vec<(Span, Token)>) {
    let around = around(file, span.end);
    let parameters: Vec<&str> = around
        .method
        .iter()
        .flat_map(|method| &method.params)
        .map(|param| param.name.text.as_str())
        .collect();
    let fields: Vec<&str> = around
        .class
        .iter()
        .flat_map(|class| class.fields())
        .map(|field| field.name.text.as_str())
        .collect();
    // Clause keywords are words like any other except where a clause begins.
    let mut clause_begins = true;
    let text = &file.clean[..span.end.min(file.clean.len())];
    let mut at = span.start;
    while let Some(first) = text[at..].chars().next() {
        let rest = &text[at..];
        let length = match first {
            '"' | '\'' => literal_length(rest, first),
            '\\' => 1 + word_length(&rest[1..]),
            c if c.is_ascii_digit() => rest
                .find(|c: char| !c.is_alphanumeric() && c != '_')
                .unwrap_or(rest.len()),
            c if c.is_alphabetic() || c == '_' || c == '$' => word_length(rest),
            c => {
                if c == ';' || c == '{' {
                    clause_begins = true;
                }
                at += c.len_utf8();
                continue;
            }
        };
        let word = &rest[..length];
        let token = match first {
            '"' | '\'' => Token::String,
            '\\' => Token::Macro,
            c if c.is_ascii_digit() => Token::Number,
            _ if clause_begins && is_keyword(word) => {
                clause_begins = !ends_search(word);
                Token::Keyword
            }
            _ => {
                clause_begins = false;
                name_token(word, &rest[length..], &parameters, &fields)
            }
        };
        into.push((Span::new(at, at + length), token));
        at += length.max(1);
    }
}

fn word_length(text: &str) -> usize {
    text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
        .unwrap_or(text.len())
}

fn literal_length(text: &str, quote: char) -> usize {
    let mut escaped = false;
    for (offset, c) in text.char_indices().skip(1) {
        match c {
            '\n' => return offset,
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if c == quote => return offset + c.len_utf8(),
            _ => {}
        }
    }
    text.len()
}

fn is_keyword(word: &str) -> bool {
    let plain = word.strip_suffix("_redundantly").unwrap_or(word);
    jml_words::help(plain).is_some()
        || matches!(
            plain,
            "public"
                | "protected"
                | "private"
                | "static"
                | "final"
                | "implies_that"
                | "for_example"
                | "old"
                | "in"
                | "maps"
                | "behaviour"
                | "normal_behaviour"
                | "exceptional_behaviour"
        )
}

/// After a modifier, `also` or a behaviour another keyword may follow; after a clause's keyword an expression does.
fn ends_search(word: &str) -> bool {
    jml_words::WORDS
        .iter()
        .any(|known| known.word == word && !matches!(known.kind, Kind::Modifier))
        && !word.ends_with("behavior")
        && word != "also"
        && word != "ghost"
        && word != "model"
}

fn name_token(word: &str, after: &str, parameters: &[&str], fields: &[&str]) -> Token {
    const JAVA: [&str; 17] = [
        "true",
        "false",
        "null",
        "this",
        "super",
        "new",
        "instanceof",
        "int",
        "long",
        "boolean",
        "byte",
        "short",
        "char",
        "float",
        "double",
        "for",
        "void",
    ];
    if JAVA.contains(&word) {
        Token::Keyword
    } else if after.trim_start().starts_with('(') {
        Token::Method
    } else if parameters.contains(&word) {
        Token::Parameter
    } else if fields.contains(&word) {
        Token::Property
    } else if word.starts_with(char::is_uppercase) {
        Token::Type
    } else {
        Token::Variable
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    #[test]
    fn words_are_coloured_by_what_they_are() {
        let text = "class A {\n  int n;\n  //@ requires requires > 0 && n < 3;\n  //@ ensures \\result == m(requires);\n  int f(int requires) { return 0; }\n}\n";
        let file = parse(text, &Options::default());
        let found = tokens(&file);
        let words: Vec<(&str, Token)> = found
            .iter()
            .map(|(span, token)| (&text[span.start..span.end], *token))
            .collect();
        use Token::*;
        assert_eq!(
            words,
            [
                ("requires", Keyword),
                ("requires", Parameter),
                ("0", Number),
                ("n", Property),
                ("3", Number),
                ("ensures", Keyword),
                ("\\result", Macro),
                ("m", Method),
                ("requires", Parameter)
            ]
        );
    }
}
