//! Positions of the protocol (lines from 0, columns in UTF-8 or UTF-16 units) to and from bytes of a text.

use proviso_ide::Lined;
use proviso_syntax::ast::Span;
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

pub fn to_range(text: &(impl Lined + ?Sized), span: Span, encoding: Encoding) -> Range {
    Range {
        start: to_position(text, span.start, encoding),
        end: to_position(text, span.end.max(span.start), encoding),
    }
}

pub fn to_span(text: &(impl Lined + ?Sized), range: Range, encoding: Encoding) -> Span {
    let start = to_offset(text, range.start, encoding);
    Span::new(start, to_offset(text, range.end, encoding).max(start))
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
}
