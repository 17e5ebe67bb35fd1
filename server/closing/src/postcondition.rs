//! Guesses from what the method promises: the promise about the result, said of a local variable; the promise about all
//! indices, said of those up to a counter.

use std::collections::BTreeMap;

use proviso_syntax::ast::{BinaryOp, CaseItem, Clause, Expr, ExprKind, Method, SourceFile, Span};

use crate::guess::{Guess, Scope};
use crate::shape::Shape;

/// So many guesses from promises about one loop.
const MOST: usize = 60;

pub fn guesses(file: &SourceFile, method: &Method, scope: &Scope, shape: &Shape) -> Vec<Guess> {
    let mut promises = Vec::new();
    let spec = method.spec.iter();
    for case in spec.flat_map(|spec| &spec.cases) {
        for item in &case.items {
            if let CaseItem::Clause(node) = item
                && let Clause::Ensures(e) = &node.clause
            {
                conjuncts(e, &mut promises);
            }
        }
    }
    let result = method.result.as_ref().map(|ty| ty.text.as_str());
    let results: Vec<&str> = scope
        .variables
        .iter()
        .filter(|v| Some(v.ty.text.as_str()) == result)
        .map(|v| v.name.as_str())
        .collect();
    let mut all = Vec::new();
    for promise in promises {
        if !can_be_said(promise) {
            continue;
        }
        let quantified = has_quantifier(promise);
        let mut named: Vec<Vec<(Span, String)>> = Vec::new();
        let spans = results_in(promise);
        if spans.is_empty() {
            named.push(Vec::new());
        } else {
            for name in &results {
                named.push(spans.iter().map(|s| (*s, (*name).to_owned())).collect());
            }
        }
        for replaced in named {
            all.push((quantified, text(file, promise, &replaced)));
            for spans in fixed_in(promise, scope, shape) {
                for v in scope.counters(shape) {
                    let mut replaced = replaced.clone();
                    replaced.extend(spans.iter().map(|span| (*span, v.name.clone())));
                    all.push((quantified, text(file, promise, &replaced)));
                }
            }
            for (limit, _) in limits(promise) {
                for v in scope.counters(shape) {
                    let mut replaced = replaced.clone();
                    // A limit that speaks of the result is replaced as a whole.
                    replaced.retain(|(span, _)| !limit.covers(*span));
                    replaced.push((limit, v.name.clone()));
                    all.push((quantified, text(file, promise, &replaced)));
                }
            }
        }
    }
    all.truncate(MOST);
    let guess = |(quantified, text)| match quantified {
        true => Guess::ranged(text),
        false => Guess::invariant(text),
    };
    all.into_iter().map(guess).collect()
}

fn conjuncts<'e>(e: &'e Expr, out: &mut Vec<&'e Expr>) {
    match &e.without_parens().kind {
        ExprKind::Binary {
            op: BinaryOp::And,
            left,
            right,
        } => {
            conjuncts(left, out);
            conjuncts(right, out);
        }
        _ => out.push(e),
    }
}

/// Exceptions and freshness speak of the end only.
fn can_be_said(e: &Expr) -> bool {
    let mut can = true;
    e.walk(&mut |part| {
        can &= !matches!(
            part.kind,
            ExprKind::Exception
                | ExprKind::Fresh { .. }
                | ExprKind::Error
                | ExprKind::Unknown { .. }
        );
    });
    can
}

/// Where a promise names an integer that no round changes: what holds of it at the end holds of a counter on the way.
fn fixed_in(e: &Expr, scope: &Scope, shape: &Shape) -> Vec<Vec<Span>> {
    let fixed = |name: &str| {
        let variable = scope.variable(name);
        variable.is_some_and(|v| v.is_integer() && !shape.assigned.contains(name))
    };
    let mut names: BTreeMap<&str, Vec<Span>> = BTreeMap::new();
    e.walk(&mut |part| {
        if let ExprKind::Name(name) = &part.kind
            && fixed(name)
        {
            names.entry(name).or_default().push(part.span);
        }
    });
    names.into_values().collect()
}

fn has_quantifier(e: &Expr) -> bool {
    let mut has = false;
    e.walk(&mut |part| has |= matches!(part.kind, ExprKind::Quantified(_)));
    has
}

fn results_in(e: &Expr) -> Vec<Span> {
    let mut spans = Vec::new();
    e.walk(&mut |part| {
        if matches!(part.kind, ExprKind::Result) {
            spans.push(part.span);
        }
    });
    spans
}

/// The ends of the ranges of quantified variables, and whether each is the upper one.
fn limits(e: &Expr) -> Vec<(Span, bool)> {
    let mut all = Vec::new();
    e.walk(&mut |part| {
        let ExprKind::Quantified(q) = &part.kind else {
            return;
        };
        let mut parts = Vec::new();
        if let Some(range) = &q.range {
            conjuncts(range, &mut parts);
        }
        if let ExprKind::Binary {
            op: BinaryOp::Implies,
            left,
            ..
        } = &q.body.without_parens().kind
        {
            conjuncts(left, &mut parts);
        }
        let is_variable = |e: &Expr| {
            matches!(&e.without_parens().kind, ExprKind::Name(n) if q.vars.iter().any(|v| v.text == *n))
        };
        let mut compare = |op: BinaryOp, left: &Expr, right: &Expr| {
            let less = matches!(op, BinaryOp::Lt | BinaryOp::Le);
            if !less && !matches!(op, BinaryOp::Gt | BinaryOp::Ge) {
                return;
            }
            match (is_variable(left), is_variable(right)) {
                (true, false) => all.push((right.span, less)),
                (false, true) => all.push((left.span, !less)),
                _ => {}
            }
        };
        for part in parts {
            match &part.without_parens().kind {
                ExprKind::Binary { op, left, right } => compare(*op, left, right),
                ExprKind::Chain { ops, operands } => {
                    for (op, pair) in ops.iter().zip(operands.windows(2)) {
                        compare(*op, &pair[0], &pair[1]);
                    }
                }
                _ => {}
            }
        }
    });
    all
}

/// The expression's text on one line, with some of its parts said differently.
fn text(file: &SourceFile, e: &Expr, replaced: &[(Span, String)]) -> String {
    let mut replaced = replaced.to_vec();
    replaced.sort_by_key(|(span, _)| span.start);
    let mut out = String::new();
    let mut copied = e.span.start;
    for (span, other) in replaced {
        if span.start < copied {
            continue;
        }
        out.push_str(file.jml_text(Span::new(copied, span.start)));
        out.push_str(&other);
        copied = span.end;
    }
    out.push_str(file.jml_text(Span::new(copied, e.span.end)));
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}
