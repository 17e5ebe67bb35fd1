//! Loop specifications. The invariant joins the loop's condition: that is exactly where JML evaluates it — after the
//! initialiser, and after body and update, `continue` included, but not on break, return or throw.

use super::Lowerer;
use super::clause::Ends;
use super::method::{Head, params_of};
use super::scope::{Refusal, Scope};
use super::uses::{names, uses};
use super::weave::{ENTRY, Place, entry_value};
use crate::out::Fragment;
use crate::{ClauseId, ClauseKind, DiagnosticKind};
use proviso_syntax::ast::{Expr, Loop, LoopClause, LoopClauseKind, LoopKind, Span};

const JML: &str = "proviso.runtime.Jml";

/// What a loop's clauses put where.
#[derive(Default)]
struct Pieces {
    /// Boolean Java expressions, always true, with their clauses.
    tests: Vec<(Fragment, ClauseId, Span)>,
    /// The invariants once more, for states that are made up.
    given: Vec<(Fragment, ClauseId, Span)>,
    /// The measures once more, likewise.
    measures: Vec<(Fragment, ClauseId, Span)>,
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
    pub fn weave_loop(&mut self, place: Place<'a>, number: usize, l: &'a Loop, counted: bool) {
        let file = self.index.of(place.ty).file;
        let mut pieces = Pieces::default();
        let in_clauses = l.clauses.iter().any(|c| match &c.kind {
            LoopClauseKind::Invariant(e) | LoopClauseKind::Decreases(e) => uses(e).count,
            _ => false,
        });
        let counts = counted || in_clauses;
        let counter = counter(number);
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
        let measures = std::mem::take(&mut pieces.measures);
        if !pieces.given.is_empty() && !counts && matches!(l.kind, LoopKind::For | LoopKind::While)
        {
            pieces.seen = format!("proviso$s{number}");
            let declaration = format!(" boolean {} = false;", pieces.seen);
            pieces.declarations.push_str(&declaration);
            pieces.given.extend(measures);
        }
        self.place_loop(file, number, l, pieces);
    }

    fn place_loop(&mut self, file: usize, number: usize, l: &Loop, mut pieces: Pieces) {
        let condition = l.condition.filter(|_| !l.is_endless);
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
                // `&&` keeps pattern variables, `&` keeps assigned ones definitely assigned.
                let and = if l.condition_assigns { " & " } else { " && " };
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
                // After a break the invariant is not owed.
                if l.breaks.is_empty() {
                    statements(&mut after, &pieces);
                } else {
                    let left = format!("proviso$b{number}");
                    pieces
                        .declarations
                        .push_str(&format!(" boolean {left} = false;"));
                    for jump in &l.breaks {
                        let note = Fragment::glue(format!("{{ {left} = true; "));
                        self.edits[file].insert(jump.start, note);
                        self.edits[file].insert_ranked(jump.end, -2, Fragment::glue(" }"));
                    }
                    after.push(&format!(" if (proviso.runtime.Spec.not({left})) {{"));
                    statements(&mut after, &pieces);
                    after.push(" }");
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
        // Where the head has a condition, the measure is that of the head: the condition may change what it measures.
        let at_head = matches!(l.kind, LoopKind::For | LoopKind::While);
        let now = if at_head {
            format!("{var} = {measure}")
        } else {
            measure.clone()
        };
        pieces.tests.push((
            Fragment::glue(format!(
                "{JML}.holds({}, {spec}.decreased({var}, {now}))",
                id.0
            )),
            id,
            clause.span,
        ));
        let mut start = String::new();
        if at_head {
            let taken = format!("{spec}.taken({var} = {measure})");
            pieces
                .measures
                .push((Fragment::glue(taken), id, clause.span));
        } else {
            start = format!(" {var} = {measure};");
        }
        start.push_str(&format!(
            " {JML}.check({}, {spec}.notNegative({var}));",
            id.0
        ));
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
        let used = uses(e);
        if used.entry {
            params.push(format!("int {ENTRY}"));
            args.push(ENTRY.to_string());
            let declared = place
                .method
                .map(|m| params_of(m, self.index.of(place.ty).decl));
            for p in declared.into_iter().flatten() {
                if names(e).contains(&p.name.text) {
                    let entry = entry_value(&p.name.text);
                    params.push(format!("{} {entry}", p.ty.text.replace("...", "[]")));
                    args.push(entry);
                }
            }
        }
        if used.count {
            params.push(format!("int {counter}"));
            args.push(counter.to_string());
        }
        for (label, mentioned) in &used.labels {
            let Some(known) = scope.label(label).cloned() else {
                continue;
            };
            let locals = self.locals_at(place, at);
            let copies = known.vars.iter().filter(|v| mentioned.contains(&v.name));
            let java = |name: &str| locals.iter().rev().find(|l| l.name == name)?.java.clone();
            let copies = copies.map(|v| (java(&v.name).unwrap_or_default(), v.java.text.clone()));
            let state = ("int".to_string(), known.state.clone());
            for (java, name) in std::iter::once(state).chain(copies) {
                if !args.contains(&name) {
                    params.push(format!("{java} {name}"));
                    args.push(name);
                }
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
        let ends = Ends::Caught;
        let made = self.clause_method(place.ty, &head, result, &[], id, clause.span, body, ends);
        Ok(format!("{}({})", made.name, args.join(", ")))
    }
}

/// Variables of the `for` header are in scope there, those of the body are not; a foreach variable has no value yet.
pub fn header_end(l: &Loop) -> usize {
    match l.kind {
        LoopKind::For => l
            .condition
            .map_or(l.body.start, |c| c.start.max(l.init.end)),
        _ => l.span.start,
    }
}

/// The variable that counts the rounds of a loop, by its number in the body.
pub fn counter(number: usize) -> String {
    format!("proviso$n{number}")
}
