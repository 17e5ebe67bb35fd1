//! Contracts of statements (`refining`): preconditions before, postconditions and frame around the next statement.

use super::Lowerer;
use super::scope::Refusal;
use super::weave::Place;
use crate::cases::{FlatCase, Part};
use crate::index::comment_start;
use crate::out::Fragment;
use crate::{ClauseKind, DiagnosticKind};
use proviso_syntax::ast::{Clause, ClauseNode, JmlStatement, MethodSpec};

const JML: &str = "proviso.runtime.Jml";

/// What goes before and after the statement.
struct Around {
    before: Fragment,
    after: Fragment,
    /// Opens frames, once all preconditions are checked.
    open: Fragment,
    close: String,
}

impl<'a> Lowerer<'a> {
    /// `\old` is the start of the statement. Of several cases those count whose precondition holds there.
    pub fn refining(
        &mut self,
        place: Place<'a>,
        statement: &'a JmlStatement,
        spec: &'a MethodSpec,
    ) {
        let file = self.index.of(place.ty).file;
        let Some(next) = &statement.next else {
            self.say(
                file,
                statement.span,
                DiagnosticKind::Illegal,
                "there is no statement for this contract",
            );
            return;
        };
        let Ok(cases) = crate::cases::flat_cases(spec) else {
            self.say(
                file,
                statement.span,
                DiagnosticKind::Unsupported,
                "these nested cases unfold to too many",
            );
            return;
        };
        let number = place
            .body
            .statements
            .iter()
            .position(|s| s.span == statement.span);
        let state = format!("proviso$r{}", number.unwrap_or(0));
        let mut around = Around {
            before: Fragment::glue(format!("final int {state} = {JML}.mark(); ")),
            after: Fragment::new(),
            open: Fragment::new(),
            close: String::new(),
        };
        let several = cases.len() > 1;
        let mut applies = Vec::new();
        for (i, case) in cases.iter().enumerate() {
            let active = several.then(|| format!("{state}$p{i}"));
            self.refining_case(place, case, &state, active.as_deref(), &mut around);
            applies.extend(active);
        }
        if several {
            let id = self.written_clause(file, ClauseKind::Requires, statement.span);
            let check = format!("{JML}.check({}, {}); ", id.0, applies.join(" | "));
            around
                .before
                .append(&Fragment::glue(check).of_clause(id, statement.span));
        }
        let declares = matches!(
            next.kind.as_str(),
            "local_variable_declaration"
                | "class_declaration"
                | "record_declaration"
                | "enum_declaration"
                | "interface_declaration"
        );
        if !around.close.is_empty() && declares {
            self.say(
                file,
                statement.span,
                DiagnosticKind::Unsupported,
                "`assignable` is not supported in the contract of a declaration; it is not checked",
            );
            (around.open, around.close) = (Fragment::new(), String::new());
        }
        around.before.append(&around.open).push(" ");
        let mut after = Fragment::glue(around.close);
        after.append(&around.after);
        let at = comment_start(self.source(place.ty), statement.span);
        if statement.unbraced {
            after.push(" }");
        }
        let mut before = Fragment::glue(if statement.unbraced { "{ " } else { "" });
        before.append(&around.before);
        self.edits[file].insert(at, before);
        self.edits[file].insert(next.span.end, after);
    }

    /// `active`: the variable that says whether this case applies; the only case always does.
    fn refining_case(
        &mut self,
        place: Place<'a>,
        case: &FlatCase<'a>,
        state: &str,
        active: Option<&str>,
        around: &mut Around,
    ) {
        let file = self.index.of(place.ty).file;
        let written: Vec<&'a ClauseNode> = case
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Written(node) => Some(*node),
                _ => None,
            })
            .collect();
        if let Some(active) = active {
            around.before.push(&format!("boolean {active} = true; "));
        }
        for node in written {
            if self.is_excluded(file, node.span) {
                continue;
            }
            let mut scope = self.body_scope(place, node.span.start);
            scope.old = Some(state.to_string());
            scope.entry.clear();
            let (e, kind, is_before) = match &node.clause {
                Clause::Requires { predicate, .. } => (predicate, ClauseKind::Requires, true),
                Clause::Ensures(predicate) => (predicate, ClauseKind::Ensures, false),
                Clause::Assignable(locations) => {
                    if active.is_some() {
                        let message = "`assignable` in one of several cases of a statement";
                        let refusal =
                            Refusal::unsupported(node.span, format!("{message} is not supported"));
                        self.refuse_clause(file, node.span, refusal);
                    } else if let Some((open, close)) =
                        self.inner_frame(place.ty, node.span, locations, place.is_static, &scope)
                    {
                        around.open.append(&open);
                        around.close.push_str(&close);
                    }
                    continue;
                }
                _ => {
                    let message = format!(
                        "`{}` is not supported in the contract of a statement",
                        node.keyword.text
                    );
                    self.refuse_clause(file, node.span, Refusal::unsupported(node.span, message));
                    continue;
                }
            };
            let made = match active {
                Some(active) if is_before => {
                    self.inline_value(place, node.span, e, kind, active, &scope)
                }
                _ => self.inline_check(place, node.span, e, kind, "check", &scope),
            };
            match made {
                Ok(code) if is_before => {
                    around.before.append(&code);
                }
                Ok(code) => {
                    if let Some(active) = active {
                        around.after.push(&format!(" if ({active})"));
                    }
                    around.after.push(" ").append(&code);
                }
                Err(refusal) => self.refuse_clause(file, node.span, refusal),
            }
        }
    }
}
