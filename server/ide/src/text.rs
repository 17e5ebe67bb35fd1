//! Lines of a text, and the places that reports name as bytes.

use std::sync::Arc;

use proviso_report as report;
use proviso_syntax::ast::Span;

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

    /// Where a report's position is (lines and columns from 1, columns in characters); what lies outside is moved in.
    fn offset(&self, position: report::Position) -> usize {
        let Some((start, line)) = self.line_at(position.line.saturating_sub(1)) else {
            return self.text().len();
        };
        let before = line
            .chars()
            .take(position.column.saturating_sub(1) as usize);
        start + before.map(char::len_utf8).sum::<usize>()
    }

    fn span(&self, range: report::Range) -> Span {
        let start = self.offset(range.start);
        Span::new(start, self.offset(range.end).max(start))
    }

    /// A whole line without its indentation, for results that know only its number (from 1).
    fn line_span(&self, line: u32) -> Span {
        let Some((start, content)) = self.line_at(line.saturating_sub(1)) else {
            let end = self.text().len();
            return Span::new(end, end);
        };
        let indent = content.len() - content.trim_start().len();
        Span::new(start + indent, start + content.trim_end().len().max(indent))
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_of_lines_says_the_same_as_looking_through() {
        for plain in ["", "\n", "a\nüb\r\n\nc", "one line"] {
            let text = Text::from(Arc::<str>::from(plain));
            for offset in 0..=plain.len() {
                assert_eq!(text.line_of(offset), plain.line_of(offset));
            }
            for line in 0..6 {
                assert_eq!(text.line_at(line), plain.line_at(line), "{plain:?} {line}");
            }
        }
    }

    #[test]
    fn report_columns_count_characters() {
        let position = report::Position { line: 1, column: 3 };
        assert_eq!("😀😀x".offset(position), 8);
        let outside = report::Position { line: 7, column: 1 };
        assert_eq!("ab".offset(outside), 2);
    }

    #[test]
    fn a_line_is_shown_without_its_indentation() {
        assert_eq!("x\n  y = 1;  \n".line_span(2), Span::new(4, 10));
        assert_eq!("x\n    \n".line_span(2), Span::new(6, 6));
    }
}
