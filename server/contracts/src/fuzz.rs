//! What must hold of the lowering of any text. Used by the example `fuzz` (long) and by a test (short); the random texts
//! come from `proviso_syntax::fuzz`.

use crate::{InputFile, LowerOptions, lower};
use proviso_syntax::parse;

/// Lowers a text as a Java file, or as the companion of one. Returns what is wrong with the result; a panic is wrong anyway.
pub fn lowers(text: &str, as_companion: bool) -> Result<(), String> {
    let options = proviso_syntax::Options::default();
    let file = parse(text, &options);
    let java = parse(
        "class A { int x; void m() {} int m(String s) { return 0; } }",
        &options,
    );
    let inputs = if as_companion {
        vec![
            InputFile {
                path: "A.java",
                file: &java,
            },
            InputFile {
                path: "A.jml",
                file: &file,
            },
        ]
    } else {
        vec![InputFile {
            path: "A.java",
            file: &file,
        }]
    };
    let lowered = lower(&inputs, &LowerOptions::default());
    for diagnostic in &lowered.diagnostics {
        let text = &*inputs[diagnostic.file].file.text;
        if text
            .get(diagnostic.span.start..diagnostic.span.end)
            .is_none()
        {
            return Err(format!(
                "diagnostic outside the text: {} at {:?}",
                diagnostic.message, diagnostic.span
            ));
        }
    }
    let user_lines = inputs[0].file.text.lines().count();
    let shadow = &lowered.files[0].text;
    if shadow.lines().count() != user_lines {
        return Err(format!(
            "the shadow has {} lines, the text {user_lines}",
            shadow.lines().count()
        ));
    }
    Ok(())
}
