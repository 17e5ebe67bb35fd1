//! Formatting of JML comments, and of nothing else: the code belongs to the user and to the Java formatter.

use proviso_syntax::ast::{SourceFile, Span};

use crate::act::Edit;

/// `//@requires x;   ` becomes `//@ requires x;`, indented as what it stands before; trailing blanks go.
pub fn format(file: &SourceFile) -> Vec<Edit> {
    let text = &*file.text;
    let mut edits = Vec::new();
    for annotation in &file.annotations {
        let span = annotation.span;
        let comment = &text[span.start..span.end];
        let line = text[..span.start]
            .rfind('\n')
            .map_or(0, |newline| newline + 1);
        let alone = text[line..span.start].trim().is_empty();
        // Trailing comments and those between tokens keep their place.
        let start = if alone { line } else { span.start };
        let indent = if alone {
            indent_of_next(text, span.end).unwrap_or(&text[line..span.start])
        } else {
            ""
        };
        let new = match comment.strip_prefix("//@") {
            Some(rest) => {
                let rest = rest.trim_end();
                let gap = if rest.starts_with(char::is_whitespace) || rest.is_empty() {
                    ""
                } else {
                    " "
                };
                // One blank after the mark; deeper indentation is the user's.
                format!("{indent}//@{gap}{rest}")
            }
            None => format!("{indent}{}", without_trailing_blanks(comment)),
        };
        if new != text[start..span.end] {
            edits.push(Edit {
                span: Span::new(start, span.end),
                text: new,
            });
        }
    }
    edits
}

/// The indentation of the next line that is neither blank nor a comment.
fn indent_of_next(text: &str, from: usize) -> Option<&str> {
    let mut lines = text[from..].lines().skip(1);
    let next = lines.find(|line| {
        let line = line.trim_start();
        !line.is_empty()
            && !line.starts_with("//")
            && !line.starts_with("/*")
            && !line.starts_with('@')
    })?;
    // A closing brace is indented less than what it closes.
    if next.trim_start().starts_with('}') {
        return None;
    }
    Some(&next[..next.len() - next.trim_start().len()])
}

fn without_trailing_blanks(comment: &str) -> String {
    comment
        .split('\n')
        .map(str::trim_end)
        .collect::<Vec<_>>()
        .join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_syntax::{Options, parse};

    fn formatted(text: &str) -> String {
        let file = parse(text, &Options::default());
        let mut edits = format(&file);
        edits.reverse();
        let mut text = text.to_owned();
        for edit in edits {
            text.replace_range(edit.span.start..edit.span.end, &edit.text);
        }
        text
    }

    #[test]
    fn only_jml_comments_are_touched_and_twice_is_as_once() {
        let text = "class A {\n  //@requires x > 0;  \n\t//@   ensures true;\n  void  f(int x) { //@ assert  x>0;\n  }  \n  // @ no\n}\n";
        let once = formatted(text);
        assert_eq!(
            once,
            "class A {\n  //@ requires x > 0;\n  //@   ensures true;\n  void  f(int x) { //@ assert  x>0;\n  }  \n  // @ no\n}\n"
        );
        assert_eq!(formatted(&once), once);
    }
}
