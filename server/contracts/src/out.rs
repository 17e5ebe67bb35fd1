//! Text under construction that remembers where its pieces come from.

use crate::{ClauseId, ShadowFile, SourceMap};
use proviso_syntax::ast::{SourceFile, Span};

/// A piece of generated Java. All of it stays on one line.
#[derive(Clone, Debug, Default)]
pub struct Fragment {
    pub text: String,
    /// Pieces copied from the user's clause: (offset in `text`, where from). The rest is glue.
    copied: Vec<(usize, Span)>,
    /// The clause this fragment is the lowering of, by ranges of `text`.
    clauses: Vec<(usize, usize, ClauseId, Span)>,
}

impl Fragment {
    pub fn new() -> Fragment {
        Fragment::default()
    }

    pub fn glue(text: impl Into<String>) -> Fragment {
        Fragment {
            text: text.into(),
            ..Fragment::default()
        }
    }

    /// The user's JML text, kept on one line.
    pub fn copy(file: &SourceFile, span: Span) -> Fragment {
        let text: String = file.jml_text(span).replace(['\n', '\r'], " ");
        Fragment {
            text,
            copied: vec![(0, span)],
            clauses: Vec::new(),
        }
    }

    pub fn push(&mut self, text: &str) -> &mut Fragment {
        self.text.push_str(text);
        self
    }

    pub fn append(&mut self, other: &Fragment) -> &mut Fragment {
        let base = self.text.len();
        self.text.push_str(&other.text);
        self.copied
            .extend(other.copied.iter().map(|(at, span)| (base + at, *span)));
        self.clauses.extend(
            other
                .clauses
                .iter()
                .map(|(a, b, id, span)| (base + a, base + b, *id, *span)),
        );
        self
    }

    /// Marks the whole fragment as the lowering of a clause.
    pub fn of_clause(mut self, id: ClauseId, span: Span) -> Fragment {
        self.clauses.insert(0, (0, self.text.len(), id, span));
        self
    }
}

/// A call `f(a, b, …)`.
pub fn call(function: &str, args: &[&Fragment]) -> Fragment {
    let mut out = Fragment::glue(function);
    out.push("(");
    for (i, arg) in args.iter().enumerate() {
        if i > 0 {
            out.push(", ");
        }
        out.append(arg);
    }
    out.push(")");
    out
}

/// What to put into a file.
#[derive(Default)]
pub struct Edits {
    list: Vec<Edit>,
}

struct Edit {
    at: usize,
    fragment: Fragment,
    /// Order among edits at the same place: closers of inner things before openers of outer ones.
    rank: i32,
}

impl Edits {
    pub fn insert(&mut self, at: usize, fragment: Fragment) {
        self.insert_ranked(at, 0, fragment);
    }

    pub fn insert_ranked(&mut self, at: usize, rank: i32, fragment: Fragment) {
        self.list.push(Edit { at, fragment, rank });
    }

    /// The shadow text with its map.
    pub fn apply(mut self, path: &str, source: &str) -> ShadowFile {
        self.list.sort_by_key(|e| (e.at, e.rank));
        let mut text = String::with_capacity(source.len() * 2);
        let mut map = SourceMap::default();
        let mut done = 0;
        for edit in &self.list {
            let at = edit.at.max(done).min(source.len());
            if at > done {
                map.push(text.len(), Span::new(done, at), true, None);
                text.push_str(&source[done..at]);
                done = at;
            }
            push_fragment(&mut text, &mut map, &edit.fragment, at);
        }
        if done < source.len() {
            map.push(text.len(), Span::new(done, source.len()), true, None);
            text.push_str(&source[done..]);
        }
        ShadowFile {
            path: path.to_string(),
            text,
            map,
        }
    }
}

fn push_fragment(text: &mut String, map: &mut SourceMap, fragment: &Fragment, at: usize) {
    let base = text.len();
    text.push_str(&fragment.text);
    let clause_at = |offset: usize| {
        // The last one listed is the innermost.
        fragment
            .clauses
            .iter()
            .rev()
            .find(|(a, b, _, _)| *a <= offset && offset < *b)
            .map(|(_, _, id, span)| (*id, *span))
    };
    let mut cuts: Vec<usize> = vec![0];
    for (a, span) in &fragment.copied {
        cuts.push(*a);
        cuts.push(a + (span.end - span.start));
    }
    for (a, b, _, _) in &fragment.clauses {
        cuts.push(*a);
        cuts.push(*b);
    }
    cuts.sort_unstable();
    cuts.dedup();
    for cut in cuts.into_iter().filter(|c| *c < fragment.text.len()) {
        let clause = clause_at(cut);
        let copy = fragment
            .copied
            .iter()
            .find(|(a, span)| *a <= cut && cut < a + (span.end - span.start));
        match copy {
            Some((a, span)) => map.push(
                base + cut,
                Span::new(span.start + (cut - a), span.end),
                true,
                clause.map(|c| c.0),
            ),
            None => {
                let source = clause.map_or(Span::new(at, at), |c| c.1);
                map.push(base + cut, source, false, clause.map(|c| c.0));
            }
        }
    }
}
