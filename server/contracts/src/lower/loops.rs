//! Loop specifications. The invariant joins the loop's condition: that is exactly where JML evaluates it — after the
//! initialiser, and after body and update, `continue` included, but not on break, return or throw.

use super::Lowerer;
use super::method::Head;
use super::scope::{Refusal, Scope};
use super::text::blank_comments;
use super::types::java_type;
use super::weave::{ENTRY, Place, entry_value};
use crate::out::Fragment;
use crate::{ClauseId, ClauseKind, DiagnosticKind};
use proviso_syntax::ast::{Expr, ExprKind, Loop, LoopClause, LoopClauseKind, LoopKind, Span};

const JML: &str = "proviso.runtime.Jml";

/// What a loop's clauses put where.
#[derive(Default)]
struct Pieces {
    /// Boolean Java expressions, always true, with their clauses.
    tests: Vec<(Fragment, ClauseId, Span)>,
    /// The invariants once more, for states that are made up.
    given: Vec<(Fragment, ClauseId, Span)>,
    /// The variable that says whether the head has been passed.
    seen: String,
    /// Statements at the start of the body.
    at_start: Fragment,
    /// Declarations before the loop.
    declarations: String,
    /// Opens and closes the frames around the loop.
    frames: Vec<(Fragment, String)>,
}

impl<'a> Lowerer<'a> {
    pub fn weave_loop(&mut self, place: Place<'a>, l: &'a Loop) {
        let file = self.index.of(place.ty).file;
        let source = self.source(place.ty);
        let mut pieces = Pieces::default();
        let counts = l.clauses.iter().any(|c| match &c.kind {
            LoopClauseKind::Invariant(e) | LoopClauseKind::Decreases(e) => uses_count(e),
            _ => false,
        });
        let counter = format!("proviso$n{}", l.span.start);
        for clause in &l.clauses {
            if self.is_excluded(file, clause.span) {
                continue;
            }
            let made = match &clause.kind {
                LoopClauseKind::Invariant(e) => {
                    self.loop_invariant(place, l, clause, e, &counter, &mut pieces)
                }
                LoopClauseKind::Decreases(e) => {
                    self.decreases(place, l, clause, e, &counter, &mut pieces)
                }
                LoopClauseKind::Assignable(locations) => {
                    let scope = self.body_scope(place, header_end(l));
                    let frame =
                        self.inner_frame(place.ty, clause.span, locations, place.is_static, &scope);
                    pieces.frames.extend(frame);
                    Ok(())
                }
                LoopClauseKind::Other(_) => {
                    let message = format!("`{}` is not supported", clause.keyword.text);
                    self.say(file, clause.span, DiagnosticKind::Unsupported, message);
                    Ok(())
                }
            };
            if let Err(refusal) = made {
                self.refuse_clause(file, clause.span, refusal);
            }
        }
        if counts {
            pieces
                .declarations
                .push_str(&format!(" int {counter} = 0;"));
            pieces.at_start.push(&format!(" {counter}++;"));
        }
        if pieces.tests.is_empty() && pieces.at_start.text.is_empty() && pieces.frames.is_empty() {
            return;
        }
        // What `\count` counts is no variable of the program that could be forgotten.
        if !pieces.given.is_empty() && !counts && matches!(l.kind, LoopKind::For | LoopKind::While)
        {
            pieces.seen = format!("proviso$s{}", l.span.start);
            let declaration = format!(" boolean {} = false;", pieces.seen);
            pieces.declarations.push_str(&declaration);
        }
        self.place_loop(file, &source.text, l, pieces);
    }

    fn place_loop(&mut self, file: usize, text: &str, l: &Loop, pieces: Pieces) {
        let condition = l.condition.filter(|c| {
            text.get(c.start..c.end)
                .is_some_and(|t| blank_comments(t).trim() != "true")
        });
        let mut before = Fragment::new();
        let mut start = Fragment::new();
        let mut after = Fragment::new();
        let statements = |out: &mut Fragment, pieces: &Pieces| {
            for (test, id, span) in &pieces.tests {
                let mut check = Fragment::glue(" ");
                check.append(test).push(";");
                out.append(&check.of_clause(*id, *span));
            }
            if !pieces.seen.is_empty() {
                let seen = &pieces.seen;
                out.push(&format!(" if ({seen} = {JML}.cut({seen})) {{"));
                for (given, id, span) in &pieces.given {
                    let mut given = given.clone();
                    given.push(";");
                    out.push(" ").append(&given.of_clause(*id, *span));
                }
                out.push(" }");
            }
        };
        match (l.kind, condition) {
            // An endless loop: testing at the start of each round is the same, and keeps it endless for javac.
            (LoopKind::For | LoopKind::While | LoopKind::Do, None) => {
                statements(&mut start, &pieces)
            }
            (kind, Some(condition)) if kind != LoopKind::ForEach => {
                let condition_text =
                    blank_comments(text.get(condition.start..condition.end).unwrap_or(""));
                // `&&` keeps pattern variables, `&` keeps assigned ones definitely assigned.
                let and = if assigns(&condition_text) {
                    " & "
                } else {
                    " && "
                };
                let mut open = Fragment::new();
                for (test, id, span) in &pieces.tests {
                    open.append(&test.clone().of_clause(*id, *span)).push(and);
                }
                if !pieces.seen.is_empty() {
                    let seen = &pieces.seen;
                    open.push(&format!("(!({seen} = {JML}.cut({seen})) || ("));
                    for (at, (given, id, span)) in pieces.given.iter().enumerate() {
                        open.push(if at == 0 { "" } else { " && " });
                        open.append(&given.clone().of_clause(*id, *span));
                    }
                    open.push("))").push(and);
                }
                if !pieces.tests.is_empty() {
                    open.push("(");
                    self.edits[file].insert(condition.start, open);
                    self.edits[file].insert_ranked(condition.end, -1, Fragment::glue(")"));
                }
                if kind == LoopKind::Do {
                    statements(&mut before, &pieces);
                }
            }
            _ => {
                statements(&mut before, &pieces);
                statements(&mut start, &pieces);
                let body = blank_comments(text.get(l.body.start..l.body.end).unwrap_or(""));
                // After a break the invariant is not owed, and a break may be what ended the loop.
                if !body.contains("break") {
                    statements(&mut after, &pieces);
                }
            }
        }
        start.append(&pieces.at_start);
        if !start.text.is_empty() {
            if l.body_is_block {
                self.edits[file].insert_ranked(l.body.start + 1, -3, start);
            } else {
                let mut open = Fragment::glue("{");
                open.append(&start).push(" ");
                self.edits[file].insert_ranked(l.body.start, -3, open);
                self.edits[file].insert_ranked(l.body.end, -2, Fragment::glue(" }"));
            }
        }
        if !before.text.is_empty()
            || !after.text.is_empty()
            || !pieces.declarations.is_empty()
            || !pieces.frames.is_empty()
        {
            let first = l
                .labels
                .first()
                .map_or(l.span.start, |label| label.span.start);
            let mut open = Fragment::glue(format!("{{{}", pieces.declarations));
            open.append(&before);
            let mut closing = Fragment::new();
            for (opens, closes) in &pieces.frames {
                open.append(opens);
                closing.push(closes);
            }
            open.push(" ");
            self.edits[file].insert_ranked(first, -4, open);
            closing.append(&after);
            let mut after = closing;
            after.push(" }");
            self.edits[file].insert_ranked(l.span.end, -1, after);
        }
    }

    fn loop_invariant(
        &mut self,
        place: Place<'a>,
        l: &'a Loop,
        clause: &'a LoopClause,
        e: &'a Expr,
        counter: &str,
        pieces: &mut Pieces,
    ) -> Result<(), Refusal> {
        let file = self.index.of(place.ty).file;
        let id = self.written_clause(file, ClauseKind::LoopInvariant, clause.span);
        let test = self
            .loop_method(place, l, clause, e, counter, id, "boolean")
            .inspect_err(|_| {
                self.table.clauses.remove(&id);
            })?;
        pieces.given.push((
            Fragment::glue(format!("{JML}.given({test})")),
            id,
            clause.span,
        ));
        pieces.tests.push((
            Fragment::glue(format!("{JML}.holds({}, {test})", id.0)),
            id,
            clause.span,
        ));
        Ok(())
    }

    fn decreases(
        &mut self,
        place: Place<'a>,
        l: &'a Loop,
        clause: &'a LoopClause,
        e: &'a Expr,
        counter: &str,
        pieces: &mut Pieces,
    ) -> Result<(), Refusal> {
        let file = self.index.of(place.ty).file;
        let id = self.written_clause(file, ClauseKind::Decreases, clause.span);
        let measure = self
            .loop_method(place, l, clause, e, counter, id, "proviso.runtime.BigInt")
            .inspect_err(|_| {
                self.table.clauses.remove(&id);
            })?;
        let var = format!("proviso$d{}", id.0);
        let spec = "proviso.runtime.Spec";
        pieces
            .declarations
            .push_str(&format!(" proviso.runtime.BigInt {var} = null;"));
        pieces.tests.push((
            Fragment::glue(format!(
                "{JML}.holds({}, {spec}.decreased({var}, {measure}))",
                id.0
            )),
            id,
            clause.span,
        ));
        let start = format!(
            " {var} = {measure}; {JML}.check({}, {spec}.notNegative({var}));",
            id.0
        );
        pieces
            .at_start
            .append(&Fragment::glue(start).of_clause(id, clause.span));
        Ok(())
    }

    /// A method of the locals the clause mentions; gives the call. Undefinedness is caught in the method.
    #[allow(clippy::too_many_arguments)]
    fn loop_method(
        &mut self,
        place: Place<'a>,
        l: &'a Loop,
        clause: &'a LoopClause,
        e: &'a Expr,
        counter: &str,
        id: ClauseId,
        result: &str,
    ) -> Result<String, Refusal> {
        let at = header_end(l);
        let mut scope: Scope<'a> = self.body_scope(place, at);
        scope.count = Some(counter.to_string());
        let wants_value = result != "boolean";
        let lowered = super::expr::expr(e, &scope)?;
        let code = if wants_value {
            crate::out::call("proviso.runtime.Spec.big", &[&lowered.code])
        } else {
            lowered.code
        };
        let mut params = Vec::new();
        let mut args = Vec::new();
        for local in self.mentioned(place, at, e) {
            let Some(java) = local.java else {
                return Err(Refusal::unsupported(
                    clause.span,
                    format!(
                        "the type of `{}` is left to `var`; write it out",
                        local.name
                    ),
                ));
            };
            params.push(format!("{java} {}", local.name));
            args.push(local.name);
        }
        if let Some(method) = place.method {
            for p in &method.params {
                let entry = entry_value(&p.name.text);
                if code.text.contains(&entry) {
                    params.push(format!("{} {entry}", java_type(&p.ty).unwrap_or_default()));
                    args.push(entry);
                }
            }
        }
        for extra in [ENTRY, counter] {
            if code.text.contains(extra) {
                params.push(format!("int {extra}"));
                args.push(extra.to_string());
            }
        }
        for (_, state) in &scope.labels {
            if code.text.contains(state.as_str()) {
                params.push(format!("int {state}"));
                args.push(state.clone());
            }
        }
        let head = Head {
            type_params: self.type_params(place.ty, place.method, false),
            params,
            is_static: place.is_static,
        };
        let otherwise = if wants_value { "null" } else { "true" };
        let mut body = Fragment::glue("try { ");
        body.append(&self.explain(self.index.of(place.ty).file, id, e, &scope))
            .push("return ")
            .append(&code).push(&format!("; }} catch (Throwable proviso$x) {{ {JML}.undefined({}, proviso$x); return {otherwise}; }}", id.0));
        let made = self.clause_method(place.ty, &head, result, &[], id, clause.span, body, false);
        Ok(format!("{}({})", made.name, args.join(", ")))
    }
}

/// Variables of the `for` header are in scope there, those of the body are not; a foreach variable has no value yet.
fn header_end(l: &Loop) -> usize {
    match l.kind {
        LoopKind::For => l
            .condition
            .map_or(l.body.start, |c| c.start.max(l.init.end)),
        _ => l.span.start,
    }
}

fn uses_count(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |sub| found |= matches!(sub.kind, ExprKind::Count));
    found
}

/// Whether a condition contains an assignment.
fn assigns(condition: &str) -> bool {
    let bytes = condition.as_bytes();
    (0..bytes.len()).any(|i| {
        bytes[i] == b'='
            && bytes.get(i + 1) != Some(&b'=')
            && !matches!(
                i.checked_sub(1).map(|p| bytes[p]),
                Some(b'=' | b'<' | b'>' | b'!')
            )
    })
}
