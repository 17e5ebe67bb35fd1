//! `measured_by`: a measure that is not negative when the method starts, and smaller whenever it is called again before it
//! has ended. The running measures are kept by `proviso.runtime.Measures`.

use super::Lowerer;
use super::clause::Ends;
use super::weave::Place;
use crate::cases::{Part, flat_cases};
use crate::out::Fragment;
use crate::{ClauseKind, DiagnosticKind};
use proviso_syntax::ast::{Clause, ClauseNode, Expr, Method, MethodKind};

const JML: &str = "proviso.runtime.Jml";

/// The measure of a method, and whether it belongs to one of several cases or has a condition of its own.
fn measure_of(method: &Method) -> Option<(&ClauseNode, &Expr, bool)> {
    let cases = flat_cases(method.spec.as_ref()?).ok()?;
    let several = cases.len() > 1;
    let nodes = cases.iter().flat_map(|c| &c.parts);
    nodes
        .filter_map(|part| match part {
            Part::Written(node) => Some(*node),
            _ => None,
        })
        .find_map(|node| match &node.clause {
            Clause::MeasuredBy { measure, condition } => {
                Some((node, measure, several || condition.is_some()))
            }
            _ => None,
        })
}

impl<'a> Lowerer<'a> {
    pub fn measure(&mut self, place: Place<'a>) {
        let Some(method) = place.method.filter(|m| m.kind == MethodKind::Method) else {
            return;
        };
        let Some((node, measure, conditional)) = measure_of(method) else {
            return;
        };
        let file = self.index.of(place.ty).file;
        if self.is_excluded(file, node.span) {
            return;
        }
        if conditional {
            self.say(
                file,
                node.span,
                DiagnosticKind::Ignored,
                "`measured_by` in one of several cases, or with `if`, is read but not checked",
            );
            return;
        }
        self.begin_part(place.ty, "measure ", place.method);
        let scope = self.scope(place.ty, Some(method));
        let code = match super::expr::expr(measure, &scope) {
            Ok(lowered) => crate::out::call("proviso.runtime.Spec.big", &[&lowered.code]),
            Err(refusal) => {
                self.refuse_clause(file, node.span, refusal);
                return;
            }
        };
        let id = self.written_clause(file, ClauseKind::MeasuredBy, node.span);
        let mut body = Fragment::glue("try { return ");
        body.append(&code).push(&format!(
            "; }} catch (Throwable proviso$x) {{ {JML}.undefined({}, proviso$x); return null; }}",
            id.0
        ));
        let head = self.head(place.ty, method, false);
        let made = self.clause_method(
            place.ty,
            &head,
            "proviso.runtime.BigInt",
            &[],
            id,
            node.span,
            body,
            Ends::Caught,
        );
        let args = super::govern::args_of(&method.params).join(", ");
        let id = id.0;
        let open = format!(
            " {{ final proviso.runtime.BigInt proviso$m = {}({args}); {JML}.check({id}, proviso.runtime.Spec.notNegative(proviso$m)); {JML}.check({id}, proviso.runtime.Measures.enter({id}, proviso$m)); }} try {{",
            made.name
        );
        let span = place.body.span;
        self.edits[file].insert_ranked(span.start + 1, -20, Fragment::glue(open));
        let close = " } finally { proviso.runtime.Measures.leave(); } ";
        self.edits[file].insert_ranked(span.end.saturating_sub(1), 20, Fragment::glue(close));
    }
}
