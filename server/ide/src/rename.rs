//! Renaming from inside JML: a parameter, with its uses in the method's contract and body. Other names belong to more
//! than this file and are left to the Java server.

use proviso_syntax::ast::{Method, SourceFile, Span};

use crate::act::Edit;
use crate::around::{annotation_at, around};
use crate::jml_words::{help, word_at};
use crate::names::{Declared, Sources};

/// The name at the offset and the method whose parameter it is; none when it is not ours to rename.
pub fn prepare(file: &SourceFile, offset: usize) -> Option<(Span, &Method)> {
    annotation_at(file, offset)?;
    let (start, end) = word_at(&file.text, offset)?;
    let name = &file.text[start..end];
    let method = around(file, offset).method?;
    let is_parameter = method.params.iter().any(|p| p.name.text == name);
    let is_use = is_parameter && !follows_dot(&file.text, start);
    is_use.then_some((Span::new(start, end), method))
}

/// Why a name that is no parameter is not renamed, and where to do it.
pub fn elsewhere(sources: &Sources, declared: Declared) -> String {
    let Declared { file, span } = declared;
    let text = &*sources.tree(file).text;
    let line = text[..span.start].matches('\n').count() + 1;
    let name = sources.path(file).file_name().unwrap_or_default();
    format!(
        "only parameters are renamed from JML; `{}` is declared in {} line {line}: rename it there",
        &text[span.start..span.end],
        name.to_string_lossy()
    )
}

/// The edits, or why there are none.
pub fn rename(file: &SourceFile, offset: usize, new: &str) -> Result<Vec<Edit>, String> {
    let (span, method) = prepare(file, offset).ok_or("only parameters are renamed from JML")?;
    let old = &file.text[span.start..span.end];
    if !is_name(new) {
        return Err(format!("`{new}` is not a name"));
    }
    let body = method.body.as_ref();
    if body.is_some_and(|body| !body.types.is_empty()) {
        return Err("there is a class inside the method, where the name may mean another".into());
    }
    let all = uses(file, method, new);
    let is_field = || {
        let types = file.all_types();
        types
            .iter()
            .any(|ty| ty.fields().any(|f| f.name.text == new))
    };
    if !all.is_empty() || is_field() {
        return Err(format!("`{new}` already means something here"));
    }
    let uses = uses(file, method, old);
    // `\forall int x;` or a label: the same letters, but another name.
    let other = |use_: &Span| {
        let declared = use_.start != parameter(method, old).map_or(0, |span| span.start)
            && follows_type(&file.text, use_.start);
        declared || is_label(method, old)
    };
    if uses.iter().any(other) {
        return Err(format!("`{old}` means more than one thing in this method"));
    }
    let edit = |span: Span| Edit {
        span,
        text: new.to_owned(),
    };
    Ok(uses.into_iter().map(edit).collect())
}

fn parameter(method: &Method, name: &str) -> Option<Span> {
    let found = method.params.iter().find(|p| p.name.text == name)?;
    Some(found.name.span)
}

fn is_label(method: &Method, name: &str) -> bool {
    let labels = method.body.iter().flat_map(|body| &body.labels);
    labels.into_iter().any(|label| label.name.text == name)
}

fn is_name(text: &str) -> bool {
    let mut letters = text.chars();
    letters
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || c == '_' || c == '$')
}

/// The name standing for itself in the contract, the head and the body; not in texts or plain comments, not as a member.
fn uses(file: &SourceFile, method: &Method, name: &str) -> Vec<Span> {
    let text = &*file.text;
    let start = method.spec.as_ref().map_or(method.span.start, |spec| {
        spec.span.start.min(method.span.start)
    });
    let mut found = Vec::new();
    let mut at = start;
    while at < method.span.end {
        let rest = &text[at..method.span.end];
        // The opening of JML; any other comment is plain, also one at the end of a clause.
        let opens = file.annotations.iter().any(|a| a.span.start == at);
        let Some(letter) = rest.chars().next() else {
            break;
        };
        at += if opens {
            letter.len_utf8() + 1
        } else if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if letter == '"' || letter == '\'' {
            quoted(rest, letter)
        } else if letter.is_alphabetic() || letter == '_' || letter == '$' {
            let part = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
            let length = rest.find(|c| !part(c)).unwrap_or(rest.len());
            let called = rest[length..].trim_start().starts_with('(');
            let operator = text[..at].ends_with('\\');
            if &rest[..length] == name && !called && !operator && !follows_dot(text, at) {
                found.push(Span::new(at, at + length));
            }
            length
        } else {
            letter.len_utf8()
        };
    }
    found
}

/// The length of a text or character literal, quotes included.
fn quoted(rest: &str, quote: char) -> usize {
    if let Some(block) = rest.strip_prefix("\"\"\"") {
        return block.find("\"\"\"").map_or(rest.len(), |end| end + 6);
    }
    let mut escaped = false;
    for (index, letter) in rest.char_indices().skip(1) {
        match letter {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '\n' => return index,
            _ if letter == quote => return index + 1,
            _ => {}
        }
    }
    rest.len()
}

fn follows_dot(text: &str, at: usize) -> bool {
    text[..at].trim_end().ends_with('.')
}

/// Whether a type stands right before: then this is a declaration.
fn follows_type(text: &str, at: usize) -> bool {
    const BEFORE_VALUES: [&str; 8] = [
        "return",
        "case",
        "throw",
        "instanceof",
        "else",
        "yield",
        "new",
        "assert",
    ];
    let before = text[..at].trim_end();
    let part = |c: char| c.is_alphanumeric() || c == '_';
    let word = before.rsplit(|c: char| !part(c)).next().unwrap_or("");
    let is_type = word.starts_with(char::is_alphabetic)
        && !BEFORE_VALUES.contains(&word)
        && help(word).is_none();
    is_type || before.ends_with(']')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    /// The text after renaming what the bar stands before.
    fn renamed(text: &str, new: &str) -> Result<String, String> {
        let offset = text.find('|').expect("a bar marks the cursor");
        let text = text.replacen('|', "", 1);
        let file = parse(&text, &Options::default());
        let mut edits = rename(&file, offset, new)?;
        edits.reverse();
        let mut changed = text.clone();
        for edit in edits {
            changed.replace_range(edit.span.start..edit.span.end, &edit.text);
        }
        Ok(changed)
    }

    #[test]
    fn a_parameter_is_renamed_in_contract_and_body_and_nowhere_else() {
        let text = "class A {\n  int x;\n  //@ requires |x > 0;\n  //@ ensures this.x == x; // x stays\n  void f(int x) {\n    // x\n    this.x = x; x(\"x\");\n    //@ assert x > 0;\n  }\n  void x(String s) { x = 1; }\n}";
        let wanted = "class A {\n  int x;\n  //@ requires y > 0;\n  //@ ensures this.x == y; // x stays\n  void f(int y) {\n    // x\n    this.x = y; x(\"x\");\n    //@ assert y > 0;\n  }\n  void x(String s) { x = 1; }\n}";
        assert_eq!(renamed(text, "y").as_deref(), Ok(wanted));
    }

    #[test]
    fn what_cannot_be_renamed_safely_is_refused() {
        let text = "class A {\n  int y;\n  //@ requires |x > 0;\n  void f(int x) { }\n}";
        assert!(renamed(text, "y").is_err_and(|why| why.contains("already")));
        assert!(renamed(text, "1y").is_err_and(|why| why.contains("not a name")));
        let bound = "class A {\n  //@ requires |x > 0 && (\\forall int x; true; x > 0);\n  void f(int x) { }\n}";
        assert!(renamed(bound, "z").is_err_and(|why| why.contains("more than one")));
        let field = "class A {\n  int x;\n  //@ requires |x > 0;\n  void f(int y) { }\n}";
        assert!(renamed(field, "z").is_err_and(|why| why.contains("only parameters")));
    }
}
