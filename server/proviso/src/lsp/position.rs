//! Positions of the protocol (lines from 0, columns in UTF-8 or UTF-16 units) to and from those of a text and of a report.

use std::sync::Arc;

use proviso_report as report;
use tower_lsp::ls_types::{Position, Range};

/// What the columns of the protocol count; agreed on at `initialize`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Encoding {
    Utf8,
    #[default]
    Utf16,
}

impl Encoding {
    fn units(self, character: char) -> u32 {
        match self {
            Encoding::Utf8 => character.len_utf8() as u32,
            Encoding::Utf16 => character.len_utf16() as u32,
        }
    }
}

/// A text whose lines can be found: a plain one by looking through it, a [`Text`] from its table.
pub trait Lined {
    fn text(&self) -> &str;

    /// Where a line (from 0) begins; none past the end. The empty line after a final newline is a line.
    fn line_start(&self, line: u32) -> Option<usize>;

    /// The line that holds an offset, and where it begins.
    fn line_of(&self, offset: usize) -> (u32, usize);

    /// A line without its terminator, and where it begins.
    fn line_at(&self, line: u32) -> Option<(usize, &str)> {
        let start = self.line_start(line)?;
        let content = self.text()[start..].split('\n').next().unwrap_or("");
        Some((start, content.strip_suffix('\r').unwrap_or(content)))
    }
}

impl Lined for str {
    fn text(&self) -> &str {
        self
    }

    fn line_start(&self, line: u32) -> Option<usize> {
        let mut start = 0;
        for _ in 0..line {
            start += self[start..].find('\n')? + 1;
        }
        Some(start)
    }

    fn line_of(&self, offset: usize) -> (u32, usize) {
        let before = &self.as_bytes()[..offset];
        let start = before
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |newline| newline + 1);
        (
            before.iter().filter(|byte| **byte == b'\n').count() as u32,
            start,
        )
    }
}

/// A text with a table of its lines, for answers that name many places of a long file. Cheap to clone.
#[derive(Debug, Clone)]
pub struct Text {
    text: Arc<str>,
    starts: Arc<[usize]>,
}

impl From<Arc<str>> for Text {
    fn from(text: Arc<str>) -> Text {
        let starts = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(newline, _)| newline + 1))
            .collect();
        Text { text, starts }
    }
}

impl std::ops::Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl Lined for Text {
    fn text(&self) -> &str {
        &self.text
    }

    fn line_start(&self, line: u32) -> Option<usize> {
        self.starts.get(usize::try_from(line).ok()?).copied()
    }

    fn line_of(&self, offset: usize) -> (u32, usize) {
        let line = self
            .starts
            .partition_point(|start| *start <= offset)
            .saturating_sub(1);
        (line as u32, self.starts[line])
    }
}

/// The byte offset of a position. As the protocol has it, a column past the line's end means the line's end; a
/// position past the text is its end, one inside a character is that character's start.
pub fn to_offset(text: &(impl Lined + ?Sized), position: Position, encoding: Encoding) -> usize {
    let Some((start, line)) = text.line_at(position.line) else {
        return text.text().len();
    };
    let mut column = 0;
    for (offset, character) in line.char_indices() {
        column += encoding.units(character);
        if column > position.character {
            return start + offset;
        }
    }
    start + line.len()
}

/// The position of a byte offset.
pub fn to_position(lined: &(impl Lined + ?Sized), offset: usize, encoding: Encoding) -> Position {
    let text = lined.text();
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let (line, start) = lined.line_of(offset);
    Position {
        line,
        character: text[start..offset]
            .chars()
            .map(|character| encoding.units(character))
            .sum(),
    }
}

/// A byte range.
pub fn span_to_range(
    text: &(impl Lined + ?Sized),
    start: usize,
    end: usize,
    encoding: Encoding,
) -> Range {
    Range {
        start: to_position(text, start, encoding),
        end: to_position(text, end.max(start), encoding),
    }
}

/// A report's position (lines and columns from 1, columns in characters).
pub fn from_report(
    text: &(impl Lined + ?Sized),
    position: report::Position,
    encoding: Encoding,
) -> Position {
    let line = position.line.saturating_sub(1);
    let wanted = position.column.saturating_sub(1) as usize;
    let character = match text.line_at(line) {
        Some((_, content)) => content
            .chars()
            .take(wanted)
            .map(|character| encoding.units(character))
            .sum(),
        None => 0,
    };
    Position { line, character }
}

pub fn range_from_report(
    text: &(impl Lined + ?Sized),
    range: report::Range,
    encoding: Encoding,
) -> Range {
    Range {
        start: from_report(text, range.start, encoding),
        end: from_report(text, range.end, encoding),
    }
}

/// A whole line, without its indentation: for results that know only a line number (from 1).
pub fn line_range(text: &(impl Lined + ?Sized), line: u32, encoding: Encoding) -> Range {
    let line = line.saturating_sub(1);
    let (from, to) = match text.line_at(line) {
        Some((_, content)) => {
            let indent: u32 = content
                .chars()
                .take_while(|c| c.is_whitespace())
                .map(|c| encoding.units(c))
                .sum();
            (
                indent,
                content
                    .trim_end()
                    .chars()
                    .map(|c| encoding.units(c))
                    .sum::<u32>()
                    .max(indent),
            )
        }
        None => (0, 0),
    };
    Range {
        start: Position {
            line,
            character: from,
        },
        end: Position {
            line,
            character: to,
        },
    }
}

pub fn contains(range: &Range, position: Position) -> bool {
    range.start <= position && position <= range.end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_units_of_the_agreed_encoding() {
        let text = "a\nü😀b";
        let at = |line, character| Position { line, character };
        assert_eq!(to_position(text, 8, Encoding::Utf16), at(1, 3));
        assert_eq!(to_position(text, 8, Encoding::Utf8), at(1, 6));
        assert_eq!(to_offset(text, at(1, 3), Encoding::Utf16), 8);
        assert_eq!(to_offset(text, at(1, 6), Encoding::Utf8), 8);
    }

    #[test]
    fn positions_outside_the_text_are_moved_into_it() {
        let at = |line, character| Position { line, character };
        assert_eq!(to_offset("ab\r\ncd", at(0, 99), Encoding::Utf16), 2);
        assert_eq!(to_offset("ab\ncd", at(7, 1), Encoding::Utf16), 5);
        assert_eq!(
            to_offset("😀", at(0, 1), Encoding::Utf16),
            0,
            "inside a surrogate pair"
        );
        assert_eq!(to_offset("ab\n", at(1, 0), Encoding::Utf16), 3);
    }

    #[test]
    fn a_table_of_lines_says_the_same_as_looking_through() {
        for plain in ["", "\n", "a\nüb\r\n\nc", "one line"] {
            let text = Text::from(Arc::<str>::from(plain));
            for offset in 0..=plain.len() {
                assert_eq!(
                    to_position(&text, offset, Encoding::Utf16),
                    to_position(plain, offset, Encoding::Utf16)
                );
            }
            for line in 0..6 {
                assert_eq!(text.line_at(line), plain.line_at(line), "{plain:?} {line}");
            }
        }
    }

    #[test]
    fn report_columns_count_characters() {
        let position = report::Position { line: 1, column: 3 };
        assert_eq!(
            from_report("😀😀x", position, Encoding::Utf16),
            Position {
                line: 0,
                character: 4
            }
        );
    }
}
