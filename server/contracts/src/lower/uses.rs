//! What JML in a body needs from the body around it: the state at entry, states at labels, the count of rounds. Read off
//! the tree, so that only what is used is woven in.

use proviso_syntax::ast::{Expr, ExprKind, JmlFunction};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uses {
    /// The state at entry.
    pub entry: bool,
    /// Labels, with the names that stand in `\old(…, L)`.
    pub labels: Vec<(String, Vec<String>)>,
    /// `\count`
    pub count: bool,
    /// Becomes a lambda, which may use no variable that changes.
    pub lambda: bool,
}

pub fn uses(e: &Expr) -> Uses {
    let mut found = Uses::default();
    e.walk(&mut |sub| match &sub.kind {
        ExprKind::Old { label, expr, .. } => {
            found.lambda = true;
            match label {
                Some(label) if is_label(&label.text) => {
                    found.labels.push((label.text.clone(), names(expr)));
                }
                _ => found.entry = true,
            }
        }
        // The last argument may be a label; if it is none, nothing of that name is found.
        ExprKind::Fresh { args } => {
            found.entry = true;
            if let Some(ExprKind::Name(name)) = args.last().map(|a| &a.kind) {
                found.labels.push((name.clone(), Vec::new()));
            }
        }
        ExprKind::JmlCall {
            function: JmlFunction::NotModified,
            ..
        } => (found.entry, found.lambda) = (true, true),
        ExprKind::Count => found.count = true,
        ExprKind::Quantified(_) | ExprKind::Lambda { .. } => found.lambda = true,
        _ => {}
    });
    found
}

/// `Pre`, `Old` and `Here` name states that need no label.
fn is_label(name: &str) -> bool {
    !matches!(name.trim_start_matches('\\'), "Pre" | "Old" | "Here")
}

/// The names an expression mentions, each once.
pub fn names(e: &Expr) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    e.walk(&mut |sub| {
        if let ExprKind::Name(name) = &sub.kind
            && !all.contains(name)
        {
            all.push(name.clone());
        }
    });
    all
}
