//! Desugaring of method specifications: nested groups, `requires … else`, the kinds of behaviour (JML manual, ch. 8; jml.md §3).

use proviso_syntax::ast::{
    Behavior, CaseItem, Clause, ClauseNode, MethodSpec, Span, SpecCase, Visibility,
};

/// What a flat case says about how the method ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CaseKind {
    Any,
    Normal,
    Exceptional,
}

/// A clause of a flat case: as written, or implied by a `requires P else E`.
#[derive(Clone, Copy, Debug)]
pub enum Part<'a> {
    Written(&'a ClauseNode),
    /// `requires !P`
    Negated(&'a ClauseNode),
    /// `assignable \nothing; signals_only E`
    Refuses(&'a ClauseNode),
}

#[derive(Clone, Debug)]
pub struct FlatCase<'a> {
    pub kind: CaseKind,
    /// The behaviour keyword, or the whole case.
    pub head: Span,
    pub is_code: bool,
    pub is_private: bool,
    pub parts: Vec<Part<'a>>,
}

/// More alternatives than this in nested groups are a mistake.
const MOST_CASES: usize = 256;

/// The flat cases of a specification; `Err` with the place of a case that unfolds to too many.
pub fn flat_cases(spec: &MethodSpec) -> Result<Vec<FlatCase<'_>>, Span> {
    let mut all = Vec::new();
    for case in &spec.cases {
        if all.len() > MOST_CASES {
            return Err(case.span);
        }
        flatten(case, &mut all)?;
    }
    Ok(all)
}

fn flatten<'a>(case: &'a SpecCase, out: &mut Vec<FlatCase<'a>>) -> Result<(), Span> {
    let kind = match case.behavior {
        Some((Behavior::Normal | Behavior::NormalExample, _)) => CaseKind::Normal,
        Some((Behavior::Exceptional | Behavior::ExceptionalExample, _)) => CaseKind::Exceptional,
        _ => CaseKind::Any,
    };
    let head = FlatCase {
        kind,
        head: case.behavior.map_or(case.span, |(_, span)| span),
        is_code: case.code.is_some(),
        is_private: matches!(case.visibility, Some((Visibility::Private, _))),
        parts: Vec::new(),
    };
    for clauses in unfold(&case.items, case.span)? {
        let mut parts = Vec::new();
        for node in &clauses {
            if let Clause::Requires {
                otherwise: Some(_), ..
            }
            | Clause::Recommends {
                otherwise: Some(_), ..
            } = &node.clause
            {
                let mut refusing: Vec<Part> = parts.clone();
                refusing.push(Part::Negated(node));
                refusing.push(Part::Refuses(node));
                out.push(FlatCase {
                    kind: CaseKind::Exceptional,
                    parts: refusing,
                    ..head.clone()
                });
            }
            parts.push(Part::Written(node));
        }
        out.push(FlatCase {
            parts,
            ..head.clone()
        });
    }
    Ok(())
}

/// prefix + alternative + suffix, for every alternative of every group.
fn unfold(items: &[CaseItem], span: Span) -> Result<Vec<Vec<&ClauseNode>>, Span> {
    let mut all: Vec<Vec<&ClauseNode>> = vec![Vec::new()];
    for item in items {
        match item {
            CaseItem::Clause(node) => all.iter_mut().for_each(|case| case.push(node)),
            CaseItem::Group { alternatives, .. } => {
                let mut next = Vec::new();
                for alternative in alternatives {
                    for tail in unfold(alternative, span)? {
                        for case in &all {
                            next.push(case.iter().copied().chain(tail.iter().copied()).collect());
                            if next.len() > MOST_CASES {
                                return Err(span);
                            }
                        }
                    }
                }
                if !alternatives.is_empty() {
                    all = next;
                }
            }
        }
    }
    Ok(all)
}
