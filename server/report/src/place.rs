//! Where something is in the user's text.

use serde::{Deserialize, Serialize};

/// A position in a text file. Lines and columns count from 1; a column counts characters (not bytes).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Position {
    pub line: u32,
    pub column: u32,
}

/// From `start` up to but not including `end`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Range {
    pub start: Position,
    pub end: Position,
}

/// A range in a file. The file is named as the user named it, or relative to the project root.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Place {
    pub file: String,
    pub range: Range,
}

impl Range {
    /// The range of a byte span of a text; offsets past the end or inside a character are moved back.
    pub fn of_bytes(text: &str, start: usize, end: usize) -> Range {
        Range {
            start: Position::of_byte(text, start),
            end: Position::of_byte(text, end.max(start)),
        }
    }
}

impl Position {
    pub fn of_byte(text: &str, offset: usize) -> Position {
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        Position {
            line: before.bytes().filter(|byte| *byte == b'\n').count() as u32 + 1,
            column: before[line_start..].chars().count() as u32 + 1,
        }
    }

    /// The byte offset of this position in `text`, moved to the line's end when the column is past it.
    pub fn to_byte(self, text: &str) -> usize {
        let mut start = 0;
        for _ in 1..self.line {
            match text[start..].find('\n') {
                Some(newline) => start += newline + 1,
                None => return text.len(),
            }
        }
        let line = text[start..].split('\n').next().unwrap_or("");
        start
            + line
                .char_indices()
                .nth(self.column.saturating_sub(1) as usize)
                .map_or(line.len(), |(offset, _)| offset)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_come_back_to_the_same_byte() {
        let text = "a\nüb\n";
        for (offset, line, column) in [(0, 1, 1), (2, 2, 1), (4, 2, 2), (5, 2, 3), (6, 3, 1)] {
            let position = Position::of_byte(text, offset);
            assert_eq!(position, Position { line, column });
            assert_eq!(position.to_byte(text), offset);
        }
    }

    #[test]
    fn offsets_outside_the_text_are_moved_into_it() {
        assert_eq!(Position::of_byte("ü", 1), Position { line: 1, column: 1 });
        assert_eq!(Position { line: 9, column: 9 }.to_byte("ab\nc"), 4);
        assert_eq!(Position { line: 1, column: 9 }.to_byte("ab\nc"), 2);
    }
}
