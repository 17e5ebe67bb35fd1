//! Clauses, cases, specifications and statements in normal form.

use super::{Printer, nullness, signatures, terminated, type_list};
use crate::ast::*;
use crate::words;

impl Printer<'_> {
    /// `requires x > 0;`
    pub fn clause(&self, node: &ClauseNode) -> String {
        let expr = |e: &Expr| self.expr(e);
        let optional = |e: &Option<Expr>| {
            e.as_ref()
                .map_or(String::new(), |e| format!(" {}", self.expr(e)))
        };
        let condition = |e: &Option<Expr>| {
            e.as_ref()
                .map_or(String::new(), |e| format!(" if {}", self.expr(e)))
        };
        let body = match &node.clause {
            Clause::Requires {
                predicate,
                otherwise,
            }
            | Clause::Recommends {
                predicate,
                otherwise,
            } => {
                let otherwise = otherwise
                    .as_ref()
                    .map_or(String::new(), |ty| format!(" else {}", ty.text));
                format!("{}{otherwise}", expr(predicate))
            }
            Clause::Ensures(predicate) | Clause::Diverges(predicate) | Clause::When(predicate) => {
                expr(predicate)
            }
            Clause::Signals {
                exception,
                variable,
                predicate,
            } => {
                let variable = variable
                    .as_ref()
                    .map_or(String::new(), |name| format!(" {}", name.text));
                format!("({}{variable}){}", exception.text, optional(predicate))
            }
            Clause::SignalsOnly(types) if types.is_empty() => "\\nothing".to_owned(),
            Clause::SignalsOnly(types) => type_list(types),
            Clause::Assignable(locations)
            | Clause::Accessible(locations)
            | Clause::Captures(locations) => self.list(locations),
            Clause::Callable(Callable::Nothing) => "\\nothing".to_owned(),
            Clause::Callable(Callable::Everything) => "\\everything".to_owned(),
            Clause::Callable(Callable::Methods(methods)) => signatures(methods),
            Clause::MeasuredBy {
                measure: amount,
                condition: when,
            }
            | Clause::Duration {
                amount,
                condition: when,
            }
            | Clause::WorkingSpace {
                amount,
                condition: when,
            } => format!("{}{}", expr(amount), condition(when)),
            Clause::Old(variables) | Clause::Forall(variables) => self.variables(variables),
            Clause::Returns(predicate) | Clause::Throws(predicate) => {
                optional(predicate).trim_start().to_owned()
            }
            Clause::Breaks { label, predicate } | Clause::Continues { label, predicate } => {
                let label = label
                    .as_ref()
                    .map_or(String::new(), |label| format!("{}:", label.text));
                format!("{label}{}", optional(predicate))
                    .trim_start()
                    .to_owned()
            }
            Clause::ModelProgram(span) => return self.raw(*span),
            Clause::Other { .. } => return terminated(self.raw(node.span)),
        };
        let is_exit = matches!(
            node.clause,
            Clause::Breaks { .. } | Clause::Continues { .. }
        );
        // The label of an exit is in its body.
        let name = node
            .name
            .as_ref()
            .filter(|_| !is_exit)
            .map_or(String::new(), |name| format!("{}: ", name.text));
        let body = if body.is_empty() {
            body
        } else {
            format!(" {name}{body}")
        };
        format!("{}{body};", node.keyword.text)
    }

    fn variables(&self, variables: &[VarDecl]) -> String {
        let Some(first) = variables.first() else {
            return String::new();
        };
        let declared: Vec<String> = variables
            .iter()
            .map(|variable| match &variable.value {
                Some(value) => format!("{} = {}", variable.name.text, self.expr(value)),
                None => variable.name.text.clone(),
            })
            .collect();
        format!(
            "{}{} {}",
            nullness(&first.ty),
            first.ty.text,
            declared.join(", ")
        )
    }

    fn case_items(&self, items: &[CaseItem]) -> String {
        let lines: Vec<String> = items
            .iter()
            .map(|item| match item {
                CaseItem::Clause(clause) => self.clause(clause),
                CaseItem::Group { alternatives, .. } => {
                    let inner: Vec<String> = alternatives
                        .iter()
                        .map(|items| self.case_items(items))
                        .collect();
                    format!("{{|\n{}\n|}}", inner.join("\nalso\n"))
                }
            })
            .collect();
        lines.join("\n")
    }

    pub fn case(&self, case: &SpecCase) -> String {
        let mut header = Vec::new();
        if let Some((visibility, _)) = case.visibility {
            header.push(match visibility {
                Visibility::Public => "public".to_owned(),
                Visibility::Protected => "protected".to_owned(),
                Visibility::Private => "private".to_owned(),
                Visibility::SpecPublic => "spec_public".to_owned(),
                Visibility::SpecProtected => "spec_protected".to_owned(),
            });
        }
        if case.code.is_some() {
            header.push("code".to_owned());
        }
        if let Some((behavior, _)) = case.behavior {
            header.push(words::behavior_word(behavior).to_owned());
        }
        if let Some(name) = &case.name {
            header.push(format!("{}:", name.text));
        }
        let items = self.case_items(&case.items);
        match (header.is_empty(), items.is_empty()) {
            (true, _) => items,
            (false, true) => header.join(" "),
            (false, false) => format!("{}\n{items}", header.join(" ")),
        }
    }

    /// A whole specification, a clause per line, without comment markers.
    pub fn method_spec(&self, spec: &MethodSpec) -> String {
        let cases = |cases: &[SpecCase]| {
            cases
                .iter()
                .map(|case| self.case(case))
                .collect::<Vec<_>>()
                .join("\nalso\n")
        };
        let mut parts = Vec::new();
        if spec.also.is_some() {
            parts.push("also".to_owned());
        }
        if !spec.cases.is_empty() {
            parts.push(cases(&spec.cases));
        }
        if !spec.implies_that.is_empty() {
            parts.push(format!("implies_that\n{}", cases(&spec.implies_that)));
        }
        if !spec.for_example.is_empty() {
            parts.push(format!("for_example\n{}", cases(&spec.for_example)));
        }
        parts.join("\n")
    }

    pub fn loop_clause(&self, clause: &LoopClause) -> String {
        let name = clause
            .name
            .as_ref()
            .map_or(String::new(), |name| format!("{}: ", name.text));
        let body = match &clause.kind {
            LoopClauseKind::Invariant(expr) | LoopClauseKind::Decreases(expr) => self.expr(expr),
            LoopClauseKind::Assignable(locations) => self.list(locations),
            LoopClauseKind::Other(_) => return terminated(self.raw(clause.span)),
        };
        format!("{} {name}{body};", clause.keyword.text)
    }

    pub fn type_clause(&self, clause: &TypeClause) -> String {
        let mut words: Vec<String> = clause
            .modifiers
            .java
            .iter()
            .map(|word| word.text.clone())
            .collect();
        words.extend(
            clause
                .modifiers
                .jml
                .iter()
                .map(|modifier| modifier.kind.word().to_owned()),
        );
        words.push(clause.keyword.text.clone());
        if let Some(name) = &clause.name {
            words.push(format!("{}:", name.text));
        }
        let expr = |e: &Expr| self.expr(e);
        let body = match &clause.kind {
            TypeClauseKind::Invariant(e)
            | TypeClauseKind::Initially(e)
            | TypeClauseKind::Axiom(e) => expr(e),
            TypeClauseKind::Constraint { predicate, methods } => {
                let methods = methods.as_ref().map_or(String::new(), |only| {
                    format!(
                        " for {}{}",
                        if only.except { "!" } else { "" },
                        signatures(&only.methods)
                    )
                });
                format!("{}{methods}", expr(predicate))
            }
            TypeClauseKind::Represents { target, value } => {
                format!("{} = {}", expr(target), expr(value))
            }
            TypeClauseKind::RepresentsSuchThat { target, predicate } => {
                format!("{} \\such_that {}", expr(target), expr(predicate))
            }
            TypeClauseKind::ReadableIf { target, condition }
            | TypeClauseKind::WritableIf { target, condition } => {
                format!("{} if {}", expr(target), expr(condition))
            }
            TypeClauseKind::MonitorsFor { target, locks } => {
                format!("{} = {}", expr(target), self.list(locks))
            }
            TypeClauseKind::Initializer(spec) | TypeClauseKind::StaticInitializer(spec) => {
                let spec = spec.as_ref().map_or(String::new(), |spec| {
                    format!("{}\n", self.method_spec(spec))
                });
                return format!("{spec}{}", words.join(" "));
            }
            TypeClauseKind::AccessibleFor {
                target,
                locations,
                measure,
            } => {
                let measure = measure
                    .as_ref()
                    .map_or(String::new(), |e| format!(" \\measured_by {}", expr(e)));
                format!("{}: {}{measure}", expr(target), self.list(locations))
            }
            TypeClauseKind::Other => return terminated(self.raw(clause.span)),
        };
        format!("{} {body};", words.join(" "))
    }

    pub fn statement(&self, statement: &JmlStatement) -> String {
        let name = statement
            .name
            .as_ref()
            .map_or(String::new(), |name| format!("{}: ", name.text));
        let word = &statement.keyword.text;
        match &statement.kind {
            StatementKind::Assert(e)
            | StatementKind::Assume(e)
            | StatementKind::Check(e)
            | StatementKind::HenceBy(e) => {
                format!("{word} {name}{};", self.expr(e))
            }
            StatementKind::Set {
                expression: Some(e),
                ..
            } if !matches!(e.kind, ExprKind::Java(_)) => {
                format!("set {};", self.expr(e))
            }
            StatementKind::Ghost(variables) => format!("ghost {};", self.variables(variables)),
            StatementKind::Label(label) => format!("{}:", label.text),
            StatementKind::Refining(spec) => format!("{word}\n{}", self.method_spec(spec)),
            StatementKind::Show(exprs) | StatementKind::Havoc(exprs) => {
                format!("{word} {};", self.list(exprs))
            }
            StatementKind::LineSpec { exceptions, .. } => {
                terminated(format!("{word} {}", type_list(exceptions)))
            }
            StatementKind::Unreachable
            | StatementKind::Reachable
            | StatementKind::Halt
            | StatementKind::Begin
            | StatementKind::End => format!("{word};"),
            StatementKind::Set { .. }
            | StatementKind::Debug(_)
            | StatementKind::ModelClass(_)
            | StatementKind::Other { .. } => self.raw(statement.span),
        }
    }
}
