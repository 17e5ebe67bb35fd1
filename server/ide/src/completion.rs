//! Completion inside annotation comments: keywords where a clause begins, operators after a backslash, names elsewhere.

use proviso_syntax::ast::{SourceFile, Span};

use crate::around::{Around, around};
use crate::jml_words::{self, Kind, WORDS, Word};

/// Something that can be inserted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Completion {
    pub label: String,
    pub kind: CompletionKind,
    pub detail: String,
    pub span: Span,
    pub text: String,
    /// The text has places to fill in, as snippets of the protocol do.
    pub snippet: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CompletionKind {
    Keyword,
    Variable,
    Field,
    Method,
}

pub fn complete(file: &SourceFile, offset: usize) -> Vec<Completion> {
    if !jml_words::in_annotation(&file.text, offset) {
        return Vec::new();
    }
    let before = &file.text[..offset];
    let start = before
        .rfind(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
        .map_or(0, |last| {
            last + before[last..].chars().next().map_or(1, char::len_utf8)
        });
    let around = around(file, offset);
    let replace = |start: usize, text: &str, snippet: bool| {
        (Span::new(start, offset), text.to_owned(), snippet)
    };
    let mut items = Vec::new();
    if before[..start].ends_with('\\') {
        for word in WORDS.iter().filter(|word| word.kind == Kind::Operator) {
            items.push(word_item(word, replace(start - 1, word.snippet, true)));
        }
    } else if before[..start].trim_end().ends_with('.') {
        if before[..start].trim_end().ends_with("this.") {
            fields(&around, &mut |name, detail| {
                items.push(item(
                    name,
                    CompletionKind::Field,
                    detail,
                    replace(start, name, false),
                ))
            });
        }
    } else if begins_clause(&before[..start]) {
        let fits = |kind: Kind| match kind {
            Kind::Statement => around.in_body,
            Kind::MethodClause | Kind::TypeClause | Kind::Modifier => !around.in_body,
            Kind::Operator => false,
        };
        for word in WORDS.iter().filter(|word| fits(word.kind)) {
            items.push(word_item(word, replace(start, word.snippet, true)));
        }
    } else {
        names(&around, &mut |name, kind, detail| {
            items.push(item(name, kind, detail, replace(start, name, false)))
        });
        for word in WORDS.iter().filter(|word| word.kind == Kind::Operator) {
            items.push(word_item(word, replace(start, word.snippet, true)));
        }
    }
    items
}

/// Whether only the comment's opening, white space, modifiers or a finished clause stand before.
fn begins_clause(before: &str) -> bool {
    let trimmed = before.trim_end_matches(|c: char| c.is_whitespace() || c == '@');
    if trimmed.ends_with(';') || trimmed.ends_with("{|") {
        return true;
    }
    let line = before.rsplit('\n').next().unwrap_or(before);
    // The word before the cursor's: a modifier, `also` or a behaviour may be followed by another keyword.
    let last = trimmed
        .rsplit(|c: char| !c.is_alphanumeric() && c != '_')
        .next()
        .unwrap_or("");
    let after_opening = trimmed.ends_with("//")
        || trimmed.ends_with("/*")
        || (line.trim_start().starts_with("//")
            && line
                .trim()
                .trim_start_matches(['/', '@', '+', '-'])
                .is_empty());
    after_opening
        || matches!(
            last,
            "also"
                | "behavior"
                | "normal_behavior"
                | "exceptional_behavior"
                | "public"
                | "private"
                | "protected"
                | "pure"
                | "helper"
        )
}

fn fields(around: &Around, add: &mut dyn FnMut(&str, &str)) {
    for field in around.class.iter().flat_map(|class| class.fields()) {
        add(&field.name.text, &field.ty.text);
    }
}

fn names(around: &Around, add: &mut dyn FnMut(&str, CompletionKind, &str)) {
    if let Some(method) = around.method {
        for parameter in &method.params {
            add(
                &parameter.name.text,
                CompletionKind::Variable,
                &parameter.ty.text,
            );
        }
        for local in method
            .body
            .iter()
            .filter(|_| around.in_body)
            .flat_map(|body| &body.locals)
        {
            add(&local.name.text, CompletionKind::Variable, &local.ty.text);
        }
    }
    fields(around, &mut |name, detail| {
        add(name, CompletionKind::Field, detail)
    });
    for method in around.class.iter().flat_map(|class| class.methods()) {
        let result = method
            .result
            .as_ref()
            .map_or("", |result| result.text.as_str());
        if !result.is_empty() && result != "void" {
            add(&method.name.text, CompletionKind::Method, result);
        }
    }
}

type Insertion = (Span, String, bool);

fn word_item(word: &Word, insertion: Insertion) -> Completion {
    item(word.word, CompletionKind::Keyword, word.help, insertion)
}

fn item(
    label: &str,
    kind: CompletionKind,
    detail: &str,
    (span, text, snippet): Insertion,
) -> Completion {
    Completion {
        label: label.to_owned(),
        kind,
        detail: detail.to_owned(),
        span,
        text,
        snippet,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    /// What is offered at the bar.
    fn offered(text: &str) -> Vec<String> {
        let offset = text.find('|').expect("a bar marks the cursor");
        let text = text.replacen('|', "", 1);
        let file = parse(&text, &Options::default());
        complete(&file, offset)
            .into_iter()
            .map(|item| item.label)
            .collect()
    }

    #[test]
    fn a_clause_begins_with_a_keyword_that_fits_the_place() {
        let before_method = offered("class A {\n  //@ re|\n  int f(int x) { return x; }\n}");
        assert!(
            before_method.contains(&"requires".to_owned())
                && !before_method.contains(&"loop_invariant".to_owned())
        );
        let in_body = offered("class A {\n  int f(int x) {\n    //@ as|\n    return x;\n  }\n}");
        assert!(
            in_body.contains(&"assert".to_owned()) && !in_body.contains(&"requires".to_owned())
        );
    }

    #[test]
    fn expressions_offer_parameters_fields_and_operators() {
        let names = offered(
            "class A {\n  int count;\n  //@ ensures co|;\n  int f(int cost) { return cost; }\n}",
        );
        for name in ["count", "cost", "f", "\\result"] {
            assert!(names.contains(&name.to_owned()), "{name} in {names:?}");
        }
        let operators =
            offered("class A {\n  //@ ensures \\re|;\n  int f(int cost) { return cost; }\n}");
        assert!(
            operators.contains(&"\\result".to_owned()) && !operators.contains(&"cost".to_owned())
        );
    }

    #[test]
    fn plain_code_and_plain_comments_are_left_to_others() {
        assert!(offered("class A { int f| }").is_empty());
        assert!(offered("class A { // requi|\n }").is_empty());
    }
}
