//! A witness as Java statements to paste into a scratch file, a debugger or a test of one's own.

use proviso_report::{Shapes, Subject, Violation};

use super::{Making, arrange, arrange_call};

/// Builds the input and calls the method; a last comment says what then happens. Or why that cannot be said in plain Java.
pub fn snippet(
    subject: &Subject,
    violation: &Violation,
    shapes: &Shapes,
) -> Result<String, String> {
    let own = shapes
        .get(&subject.class)
        .ok_or_else(|| format!("{} is not known", subject.class))?;
    let input = (&violation.heap_before, &violation.inputs[..]);
    let call = arrange_call(subject, own, input, shapes, &Making::default())?;
    let mut text = call.arranged.lines.join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    text.push_str(&call.text);
    text.push_str(&format!("; // {}\n", violation.message.replace('\n', " ")));
    if call.arranged.uses_helper {
        text.push_str("\n// Sets fields that code outside the class cannot reach:\n");
        text.push_str(arrange::HELPER);
    }
    Ok(text)
}
