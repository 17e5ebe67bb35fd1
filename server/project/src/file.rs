//! A source file of the project as it was read.

use std::path::PathBuf;
use std::sync::Arc;

use proviso_report::{Place, Position, Range};
use proviso_syntax::ast::{SourceFile, Span};

use crate::workspace::is_companion;

pub struct UnitFile {
    pub path: PathBuf,
    pub shown: String,
    pub tree: Arc<SourceFile>,
    /// Its methods are checked; otherwise it is only there because others need it.
    pub checked: bool,
}

impl UnitFile {
    /// A `.jml` file: its specifications belong to the `.java` file of that name.
    pub fn is_companion(&self) -> bool {
        is_companion(&self.path)
    }

    pub fn place(&self, span: Span) -> Place {
        Place {
            file: self.shown.clone(),
            range: Range::of_bytes(&self.tree.text, span.start, span.end),
        }
    }

    /// The text of a line without its indentation, as a range.
    pub fn line(&self, line: u32) -> Range {
        let text = self.tree.text.lines().nth(line.saturating_sub(1) as usize);
        let text = text.unwrap_or("");
        let indent = text.chars().take_while(|c| c.is_whitespace()).count() as u32;
        let end = text.trim_end().chars().count() as u32;
        let position = |column| Position { line, column };
        Range {
            start: position(indent + 1),
            end: position(end.max(indent) + 1),
        }
    }
}
