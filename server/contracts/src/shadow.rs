//! Shadow sources and the way back from them to the user's text.

use crate::ClauseId;
use proviso_syntax::ast::Span;

/// The Java text that is compiled in place of a user's file. Lines of user code are where they were.
#[derive(Clone, Debug, Default)]
pub struct ShadowFile {
    /// The path the file was given with.
    pub path: String,
    pub text: String,
    pub map: SourceMap,
}

/// Pieces of the shadow text in order, without gaps.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    pieces: Vec<Piece>,
    /// Spans from here on are in the file's `.jml` companion, counted from here.
    companion: Option<usize>,
}

#[derive(Clone, Debug)]
struct Piece {
    /// Where the piece starts in the shadow text; it ends where the next one starts.
    start: usize,
    /// Where it comes from. Of the same length as the piece if `copied`.
    source: Span,
    copied: bool,
    clause: Option<ClauseId>,
}

/// Where a place of the shadow text comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mapped {
    pub span: Span,
    /// The clause whose lowering this text is; `None` in user code and in glue.
    pub clause: Option<ClauseId>,
    /// Text of the user, character for character (of a clause or of Java).
    pub copied: bool,
}

impl SourceMap {
    pub(crate) fn push(
        &mut self,
        start: usize,
        source: Span,
        copied: bool,
        clause: Option<ClauseId>,
    ) {
        if let Some(last) = self.pieces.last()
            && last.copied == copied
            && last.clause == clause
            && (if copied {
                last.source.end == source.start
            } else {
                last.source == source
            })
        {
            let last = self.pieces.len() - 1;
            self.pieces[last].source.end = source.end;
            return;
        }
        self.pieces.push(Piece {
            start,
            source,
            copied,
            clause,
        });
    }

    pub(crate) fn set_companion(&mut self, base: usize) {
        self.companion = Some(base);
    }

    /// The user's range for a byte range of the shadow text (javac's error positions). It is in the file of the clause,
    /// if there is one (that may be a `.jml` companion), else in the file of the shadow.
    pub fn to_source(&self, start: usize, end: usize) -> Mapped {
        let mut mapped = self.to_merged(start, end);
        if let Some(base) = self.companion
            && mapped.span.start >= base
        {
            mapped.span = Span::new(mapped.span.start - base, mapped.span.end - base);
        }
        mapped
    }

    fn to_merged(&self, start: usize, end: usize) -> Mapped {
        let Some(first) = self.piece_at(start) else {
            return Mapped {
                span: Span::new(0, 0),
                clause: None,
                copied: false,
            };
        };
        if !first.copied {
            return Mapped {
                span: first.source,
                clause: first.clause,
                copied: false,
            };
        }
        let at = |piece: &Piece, offset: usize| {
            (piece.source.start + (offset - piece.start)).min(piece.source.end)
        };
        let from = at(first, start);
        let to = match self.piece_at(end.max(start + 1) - 1) {
            Some(last) if last.copied && last.clause == first.clause => at(last, end),
            _ => from,
        };
        Mapped {
            span: Span::new(from, to.max(from)),
            clause: first.clause,
            copied: true,
        }
    }

    fn piece_at(&self, offset: usize) -> Option<&Piece> {
        let after = self.pieces.partition_point(|p| p.start <= offset);
        after.checked_sub(1).map(|i| &self.pieces[i])
    }
}
