//! Clauses: of methods, types and loops.

use super::items::ItemKind;
use super::{Reader, fields, span};
use crate::ast::*;
use tree_sitter::Node;

impl Reader<'_> {
    pub(super) fn spec_clause(&mut self, node: Node) -> Option<ItemKind> {
        let (keyword, base, redundant, free) = self.keyword(node)?;
        let clause = match base.as_str() {
            "requires" | "recommends" => {
                let predicate = self.field_predicate(node, "predicate")?;
                let otherwise = node
                    .child_by_field_name("exception")
                    .map(|ty| self.type_ref(ty, 0));
                if base == "requires" {
                    Clause::Requires {
                        predicate,
                        otherwise,
                    }
                } else {
                    Clause::Recommends {
                        predicate,
                        otherwise,
                    }
                }
            }
            "signals" => Clause::Signals {
                exception: self.type_ref(node.child_by_field_name("exception")?, 0),
                variable: node
                    .child_by_field_name("variable")
                    .map(|name| self.ident(name)),
                predicate: self.field_predicate(node, "predicate"),
            },
            "callable" => Clause::Callable(
                match node
                    .child_by_field_name("word")
                    .map(|word| self.text_of(word))
                {
                    Some("\\nothing") => Callable::Nothing,
                    Some(_) => Callable::Everything,
                    None => Callable::Methods(
                        fields(node, "method")
                            .into_iter()
                            .map(|m| self.method_signature(m))
                            .collect(),
                    ),
                },
            ),
            "old" => Clause::Old(self.var_decls(node)),
            "forall" => Clause::Forall(self.var_decls(node)),
            "returns" => Clause::Returns(self.field_predicate(node, "predicate")),
            "throws" => Clause::Throws(self.field_predicate(node, "predicate")),
            "breaks" => Clause::Breaks {
                label: self.clause_name(node),
                predicate: self.field_predicate(node, "predicate"),
            },
            "continues" => Clause::Continues {
                label: self.clause_name(node),
                predicate: self.field_predicate(node, "predicate"),
            },
            _ => {
                let items = fields(node, "item");
                Clause::Other {
                    expressions: self.exprs(items),
                }
            }
        };
        let name = self.clause_name(node);
        Some(ItemKind::Clause(ClauseNode {
            span: span(node),
            keyword,
            redundant,
            free,
            name,
            clause,
        }))
    }

    pub(super) fn predicate_clause(&mut self, node: Node, group: Span) -> Option<ItemKind> {
        let (keyword, base, redundant, free) = self.keyword(node)?;
        let name = self.clause_name(node);
        let predicates = fields(node, "predicate");
        let condition = self.field_predicate(node, "condition");
        if condition.is_some()
            && !matches!(base.as_str(), "measured_by" | "duration" | "working_space")
        {
            self.error(
                span(node),
                ProblemCode::Syntax,
                format!("unexpected `if` in `{}`", keyword.text),
            );
            return None;
        }
        // KeY's lexicographic measures are the only lists.
        if predicates.len() > 1 && !matches!(base.as_str(), "decreases" | "measured_by") {
            self.error(
                span(predicates[1]),
                ProblemCode::Syntax,
                format!("expected `;` after `{}`", keyword.text),
            );
            return None;
        }
        let predicate = self.predicate(*predicates.first()?);
        let clause = match base.as_str() {
            "ensures" => Clause::Ensures(predicate),
            "diverges" => Clause::Diverges(predicate),
            "when" => Clause::When(predicate),
            "measured_by" if predicates.len() == 1 => Clause::MeasuredBy {
                measure: predicate,
                condition,
            },
            "duration" => Clause::Duration {
                amount: predicate,
                condition,
            },
            "working_space" => Clause::WorkingSpace {
                amount: predicate,
                condition,
            },
            "measured_by" => Clause::Other {
                expressions: self.exprs(predicates),
            },
            "invariant" | "initially" | "axiom" => {
                let kind = match base.as_str() {
                    "invariant" => TypeClauseKind::Invariant(predicate),
                    "initially" => TypeClauseKind::Initially(predicate),
                    _ => TypeClauseKind::Axiom(predicate),
                };
                return Some(ItemKind::TypeClause(TypeClause {
                    span: span(node),
                    keyword,
                    modifiers: Modifiers::default(),
                    redundant,
                    free,
                    name,
                    kind,
                }));
            }
            "loop_invariant" | "decreases" => {
                let kind = match base.as_str() {
                    "loop_invariant" => LoopClauseKind::Invariant(predicate),
                    _ if predicates.len() > 1 => LoopClauseKind::Other(self.exprs(predicates)),
                    _ => LoopClauseKind::Decreases(predicate),
                };
                return Some(ItemKind::Loop(LoopClause {
                    span: span(node),
                    keyword,
                    redundant,
                    free,
                    name,
                    kind,
                    comment: group,
                }));
            }
            _ => {
                let kind = match base.as_str() {
                    "assert" => StatementKind::Assert(predicate),
                    "assume" => StatementKind::Assume(predicate),
                    "check" => StatementKind::Check(predicate),
                    _ => StatementKind::HenceBy(predicate),
                };
                return Some(ItemKind::Statement {
                    keyword,
                    name,
                    kind,
                });
            }
        };
        Some(ItemKind::Clause(ClauseNode {
            span: span(node),
            keyword,
            redundant,
            free,
            name,
            clause,
        }))
    }

    pub(super) fn list_clause(&mut self, node: Node, group: Span) -> Option<ItemKind> {
        let (keyword, base, redundant, free) = self.keyword(node)?;
        let nodes = fields(node, "item");
        let mut items = self.exprs(nodes);
        let target = node.child_by_field_name("name").map(|name| self.expr(name));
        let condition = self.field_predicate(node, "condition");
        let type_clause = |kind, keyword| {
            Some(ItemKind::TypeClause(TypeClause {
                span: span(node),
                keyword,
                modifiers: Modifiers::default(),
                redundant,
                free,
                name: None,
                kind,
            }))
        };
        let name = match target {
            Some(Expr {
                kind: ExprKind::Name(text),
                span,
            }) => Some(Ident { text, span }),
            // KeY: `accessible \inv: …` is a clause of the type.
            Some(target) if base == "accessible" => {
                let measure = self.field_predicate(node, "measure");
                return type_clause(
                    TypeClauseKind::AccessibleFor {
                        target,
                        locations: items,
                        measure,
                    },
                    keyword,
                );
            }
            Some(other) => {
                self.error(
                    other.span,
                    ProblemCode::Syntax,
                    format!("unexpected `:` in `{}`", keyword.text),
                );
                return None;
            }
            None => None,
        };
        if let (Some(condition), true) = (
            condition.clone(),
            matches!(base.as_str(), "readable" | "writable"),
        ) && items.len() == 1
        {
            let target = items.remove(0);
            let kind = if base == "readable" {
                TypeClauseKind::ReadableIf { target, condition }
            } else {
                TypeClauseKind::WritableIf { target, condition }
            };
            return type_clause(kind, keyword);
        }
        if condition.is_some() {
            self.error(
                span(node),
                ProblemCode::Syntax,
                format!("unexpected `if` in `{}`", keyword.text),
            );
            return None;
        }
        let clause = match base.as_str() {
            // KeY uses `writable` as `assignable`.
            "assignable" | "writable" => Clause::Assignable(items),
            "accessible" => Clause::Accessible(items),
            "captures" => Clause::Captures(items),
            "loop_writes" => {
                return Some(ItemKind::Loop(LoopClause {
                    span: span(node),
                    keyword,
                    redundant,
                    free,
                    name,
                    kind: LoopClauseKind::Assignable(items),
                    comment: group,
                }));
            }
            "show" => {
                return Some(ItemKind::Statement {
                    keyword,
                    name,
                    kind: StatementKind::Show(items),
                });
            }
            "havoc" => {
                return Some(ItemKind::Statement {
                    keyword,
                    name,
                    kind: StatementKind::Havoc(items),
                });
            }
            "debug" => {
                return Some(ItemKind::Statement {
                    keyword,
                    name,
                    kind: StatementKind::Debug(span(node)),
                });
            }
            "use" | "split" => {
                return Some(ItemKind::Statement {
                    keyword,
                    name,
                    kind: StatementKind::Other { expressions: items },
                });
            }
            "readable" => {
                self.error(
                    span(node),
                    ProblemCode::Syntax,
                    "expected `if` after the field of `readable`",
                );
                return None;
            }
            _ => Clause::Other { expressions: items },
        };
        Some(ItemKind::Clause(ClauseNode {
            span: span(node),
            keyword,
            redundant,
            free,
            name,
            clause,
        }))
    }

    pub(super) fn type_list_clause(&mut self, node: Node) -> Option<ItemKind> {
        let (keyword, base, redundant, free) = self.keyword(node)?;
        let name = self.clause_name(node);
        let types: Vec<TypeRef> = fields(node, "type")
            .into_iter()
            .map(|ty| self.type_ref(ty, 0))
            .collect();
        if base == "signals_only" {
            let word = node
                .child_by_field_name("word")
                .map(|word| self.text_of(word));
            if types.is_empty() && word != Some("\\nothing") {
                self.error(
                    span(node),
                    ProblemCode::Syntax,
                    "expected `\\nothing` or exception types after `signals_only`",
                );
                return None;
            }
            let clause = Clause::SignalsOnly(types);
            return Some(ItemKind::Clause(ClauseNode {
                span: span(node),
                keyword,
                redundant,
                free,
                name,
                clause,
            }));
        }
        let kind = match base.as_str() {
            "allow" => LineSpecKind::Allow,
            "forbid" => LineSpecKind::Forbid,
            _ => LineSpecKind::Ignore,
        };
        Some(ItemKind::Statement {
            keyword,
            name,
            kind: StatementKind::LineSpec {
                kind,
                exceptions: types,
            },
        })
    }

    pub(super) fn type_clause(&mut self, node: Node) -> Option<ItemKind> {
        let (keyword, base, redundant, free) = self.keyword(node)?;
        let kind = if base == "constraint" {
            let methods: Vec<MethodSig> = fields(node, "method")
                .into_iter()
                .map(|method| self.method_signature(method))
                .collect();
            let except = node.child_by_field_name("except").is_some();
            let word = node.child_by_field_name("word");
            let nothing = word.is_some_and(|word| self.text_of(word) == "\\nothing");
            TypeClauseKind::Constraint {
                predicate: self.field_predicate(node, "predicate")?,
                methods: (!methods.is_empty() || nothing)
                    .then_some(ConstraintFor { except, methods }),
            }
        } else {
            let target = self.expr(node.child_by_field_name("target")?);
            let relation = node.child_by_field_name("relation")?;
            if self.text_of(relation) == "<-" {
                self.problems.push(Problem {
                    span: span(relation),
                    severity: Severity::Warning,
                    code: ProblemCode::Deprecated,
                    message: format!("`<-` is an old form; write `{} … = …`", keyword.text),
                    fix: Some(Fix {
                        title: "Write `=`".to_owned(),
                        span: span(relation),
                        replacement: "=".to_owned(),
                    }),
                });
            }
            let such_that = self.text_of(relation) == "\\such_that";
            let values = fields(node, "value");
            let mut values: Vec<Expr> = values
                .into_iter()
                .map(|value| self.predicate(value))
                .collect();
            match base.as_str() {
                "monitors_for" => TypeClauseKind::MonitorsFor {
                    target,
                    locks: values,
                },
                "depends" => TypeClauseKind::Other,
                _ if values.is_empty() => {
                    self.error(
                        span(node),
                        ProblemCode::Syntax,
                        "expected an expression in `represents`",
                    );
                    return None;
                }
                // KeY lists the locations of a set.
                _ if values.len() > 1 => {
                    let at = values[0].span.to(values[values.len() - 1].span);
                    let kind = ExprKind::JmlCall {
                        function: JmlFunction::Locset,
                        args: values,
                    };
                    TypeClauseKind::Represents {
                        target,
                        value: Expr::new(at, kind),
                    }
                }
                _ if such_that => TypeClauseKind::RepresentsSuchThat {
                    target,
                    predicate: values.remove(0),
                },
                _ => TypeClauseKind::Represents {
                    target,
                    value: values.remove(0),
                },
            }
        };
        let name = self.clause_name(node);
        let modifiers = Modifiers::default();
        Some(ItemKind::TypeClause(TypeClause {
            span: span(node),
            keyword,
            modifiers,
            redundant,
            free,
            name,
            kind,
        }))
    }
}
