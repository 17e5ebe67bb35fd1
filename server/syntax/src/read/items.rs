//! The items of one group of annotation comments, in order: clauses, modifiers, statements, declarations.
//! Where an item belongs is decided by `members` and `body`.

use super::{Reader, child_of_kind, code_children, fields, span, types::trailing_dims};
use crate::ast::*;
use crate::words;
use tree_sitter::Node;

#[derive(Clone, Debug)]
pub(crate) struct Item {
    pub span: Span,
    /// The whole group of comments it stands in.
    pub group: Span,
    pub kind: ItemKind,
}

#[derive(Clone, Debug)]
pub(crate) enum ItemKind {
    Modifiers(Modifiers),
    Also,
    ImpliesThat,
    ForExample,
    Behavior(Behavior, Option<Ident>),
    GroupOpen,
    GroupClose,
    Clause(ClauseNode),
    Loop(LoopClause),
    TypeClause(TypeClause),
    FieldClause(FieldClause),
    Statement {
        keyword: Ident,
        name: Option<Ident>,
        kind: StatementKind,
    },
    Refining,
    LoopContract,
    Initializer {
        is_static: bool,
    },
    Label(Ident),
    Block,
    Import(Import),
    /// Declarators of one declaration.
    Fields(Vec<Field>),
    Method(Box<Method>),
    Type(Box<TypeDecl>),
    /// Parsed, refused later; keeps its place.
    Other(Ident),
}

impl ItemKind {
    /// Whether it is part of a method's (or statement's) specification.
    pub fn is_spec(&self) -> bool {
        use ItemKind::*;
        matches!(
            self,
            Also | ImpliesThat
                | ForExample
                | Behavior(..)
                | GroupOpen
                | GroupClose
                | Clause(_)
                | Block
        )
    }

    /// How to name it in a message.
    pub fn describe(&self) -> String {
        use ItemKind::*;
        match self {
            Modifiers(modifiers) => match modifiers.jml.first() {
                Some(first) => format!("`{}`", first.kind.word()),
                None => "a modifier".to_owned(),
            },
            Also => "`also`".to_owned(),
            ImpliesThat => "`implies_that`".to_owned(),
            ForExample => "`for_example`".to_owned(),
            Behavior(..) => "a behavior".to_owned(),
            GroupOpen => "`{|`".to_owned(),
            GroupClose => "`|}`".to_owned(),
            Clause(clause) => format!("`{}`", clause.keyword.text),
            Loop(clause) => format!("`{}`", clause.keyword.text),
            TypeClause(clause) => format!("`{}`", clause.keyword.text),
            FieldClause(crate::ast::FieldClause::In { .. }) => "`in`".to_owned(),
            FieldClause(crate::ast::FieldClause::Maps { .. }) => "`maps`".to_owned(),
            Statement { keyword, .. } => format!("`{}`", keyword.text),
            Refining => "`refining`".to_owned(),
            LoopContract => "`loop_contract`".to_owned(),
            Initializer { .. } => "`initializer`".to_owned(),
            Label(_) => "a label".to_owned(),
            Block => "a block".to_owned(),
            Import(_) => "`model import`".to_owned(),
            Fields(_) => "a field declaration".to_owned(),
            Method(_) => "a method declaration".to_owned(),
            Type(_) => "a type declaration".to_owned(),
            Other(keyword) => format!("`{}`", keyword.text),
        }
    }
}

impl Reader<'_> {
    /// The items under a node (`program` or `class_body`).
    pub fn items(&mut self, parent: Node, group: Span) -> Vec<Item> {
        let mut items = Vec::new();
        let children = code_children(parent);
        for (index, child) in children.iter().enumerate() {
            let before = self.problems.len();
            if let Some(kind) = self.item(*child, group) {
                items.push(Item {
                    span: span(*child),
                    group,
                    kind,
                });
            }
            let refused = self.problems[before..]
                .iter()
                .any(|p| p.severity == Severity::Error);
            if refused {
                items.pop();
            }
            self.check_semicolon(
                *child,
                index + 1 == children.len() && parent.kind() == "program",
            );
        }
        items
    }

    /// The last clause of a group may go without its `;`, no other may.
    fn check_semicolon(&mut self, node: Node, is_last: bool) {
        let needs_one = node.kind().ends_with("_clause") || node.kind() == "field_declaration";
        if !needs_one || is_last {
            return;
        }
        let closed = node.child_count() > 0
            && node
                .child(node.child_count() - 1)
                .is_some_and(|last| last.kind() == ";");
        if !closed {
            let after = match node.child_by_field_name("keyword") {
                Some(keyword) => format!("`{}`", self.text_of(keyword)),
                None => "the declaration".to_owned(),
            };
            let end = node.end_byte();
            self.problems.push(Problem {
                span: self.last_char(end),
                severity: Severity::Error,
                code: ProblemCode::Syntax,
                message: format!("expected `;` after {after}"),
                fix: Some(Fix {
                    title: "Insert `;`".to_owned(),
                    span: Span::new(end, end),
                    replacement: ";".to_owned(),
                }),
            });
        }
    }

    fn item(&mut self, node: Node, group: Span) -> Option<ItemKind> {
        Some(match node.kind() {
            "modifiers" => ItemKind::Modifiers(self.modifiers(node)),
            "also" => ItemKind::Also,
            "implies_that" => ItemKind::ImpliesThat,
            "for_example" => ItemKind::ForExample,
            "group_open" => ItemKind::GroupOpen,
            "group_close" => ItemKind::GroupClose,
            "behavior" => {
                let word = node
                    .child_by_field_name("kind")
                    .map_or("", |kind| self.text_of(kind));
                ItemKind::Behavior(words::behavior(word)?, self.clause_name(node))
            }
            "requires_clause" | "signals_clause" | "callable_clause" | "old_clause"
            | "exit_clause" | "determines_clause" => self.spec_clause(node)?,
            "predicate_clause" => self.predicate_clause(node, group)?,
            "list_clause" => self.list_clause(node, group)?,
            "type_list_clause" => self.type_list_clause(node)?,
            "constraint_clause" | "represents_clause" => self.type_clause(node)?,
            "in_clause" => {
                let groups = fields(node, "group");
                ItemKind::FieldClause(FieldClause::In {
                    span: span(node),
                    groups: self.exprs(groups),
                })
            }
            "maps_clause" => {
                let (locations, groups) = (fields(node, "location"), fields(node, "group"));
                ItemKind::FieldClause(FieldClause::Maps {
                    span: span(node),
                    locations: self.exprs(locations),
                    groups: self.exprs(groups),
                })
            }
            "set_statement" => self.set_statement(node)?,
            "word_statement" => self.word_statement(node)?,
            "raw_statement" | "choose_statement" => self.other_statement(node)?,
            "refining" if self.text_of(node) == "loop_contract" => ItemKind::LoopContract,
            "refining" => ItemKind::Refining,
            "initializer" => ItemKind::Initializer {
                is_static: self.text_of(node) == "static_initializer",
            },
            "label" => ItemKind::Label(self.ident(node.child_by_field_name("name")?)),
            "block" => ItemKind::Block,
            "import_declaration" => ItemKind::Import(self.import(node, true)),
            "field_declaration" => ItemKind::Fields(self.jml_fields(node)),
            "method_declaration" | "constructor_declaration" => {
                ItemKind::Method(Box::new(self.jml_method(node)?))
            }
            "class_declaration" | "interface_declaration" => {
                ItemKind::Type(Box::new(self.jml_type_decl(node)?))
            }
            "datatype_declaration" => ItemKind::Other(Ident {
                text: "datatype".to_owned(),
                span: span(node),
            }),
            _ => return None,
        })
    }

    pub fn modifiers(&mut self, node: Node) -> Modifiers {
        let mut modifiers = Modifiers {
            span: span(node),
            ..Modifiers::default()
        };
        for child in super::all_children(node) {
            if child.is_extra() {
                continue;
            }
            let word = self.text_of(child);
            match JmlModifierKind::from_word(word) {
                Some(kind) => {
                    if let Some(newer) = words::deprecated(word) {
                        self.warn(
                            span(child),
                            ProblemCode::Deprecated,
                            format!("`{word}` is an old form of `{newer}`"),
                        );
                    }
                    modifiers.jml.push(JmlModifier {
                        kind,
                        span: span(child),
                        is_annotation: false,
                    });
                }
                None if word == "weakly" => {
                    self.warn(
                        span(child),
                        ProblemCode::Deprecated,
                        "`weakly` has no meaning any more; ignored",
                    );
                }
                None => modifiers.java.push(self.ident(child)),
            }
        }
        modifiers
    }

    fn clause_name(&self, node: Node) -> Option<Ident> {
        let name = child_of_kind(node, "clause_name")?.child_by_field_name("name")?;
        Some(self.ident(name))
    }

    /// Keyword (as written), its canonical base, `_redundantly`, `_free`.
    fn keyword(&mut self, node: Node) -> Option<(Ident, String, bool, bool)> {
        let keyword = self.ident(node.child_by_field_name("keyword")?);
        let (base, redundant, free) = words::strip_variant(&keyword.text);
        if let Some(newer) = words::deprecated(&keyword.text) {
            let message = format!("`{}` is an old form; write `{newer}`", keyword.text);
            let message = if newer == "nothing" {
                format!("`{}` has no meaning any more; ignored", keyword.text)
            } else {
                message
            };
            self.warn(keyword.span, ProblemCode::Deprecated, message);
        }
        let base = words::canonical_clause(base).to_owned();
        Some((keyword, base, redundant, free))
    }

    fn predicate(&mut self, node: Node) -> Expr {
        let expr = self.expr(node);
        self.forbid_side_effects(&expr);
        expr
    }

    fn field_predicate(&mut self, node: Node, field: &str) -> Option<Expr> {
        node.child_by_field_name(field)
            .map(|child| self.predicate(child))
    }

    fn spec_clause(&mut self, node: Node) -> Option<ItemKind> {
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

    fn predicate_clause(&mut self, node: Node, group: Span) -> Option<ItemKind> {
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

    fn list_clause(&mut self, node: Node, group: Span) -> Option<ItemKind> {
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
        let may_be_empty = matches!(
            base.as_str(),
            "captures" | "show" | "split" | "use" | "invariants" | "debug"
        );
        if items.is_empty() && !may_be_empty {
            self.error(
                span(node),
                ProblemCode::Syntax,
                format!("expected a location after `{}`", keyword.text),
            );
            return None;
        }
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

    fn type_list_clause(&mut self, node: Node) -> Option<ItemKind> {
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

    fn type_clause(&mut self, node: Node) -> Option<ItemKind> {
        let (keyword, base, redundant, free) = self.keyword(node)?;
        let kind = if base == "constraint" {
            let methods: Vec<MethodSig> = fields(node, "method")
                .into_iter()
                .map(|method| self.method_signature(method))
                .collect();
            let except = node.child_by_field_name("except").is_some();
            TypeClauseKind::Constraint {
                predicate: self.field_predicate(node, "predicate")?,
                methods: (!methods.is_empty()).then_some(ConstraintFor { except, methods }),
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
                _ if values.len() != 1 => {
                    self.error(
                        span(node),
                        ProblemCode::Syntax,
                        "expected one expression in `represents`",
                    );
                    return None;
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

    fn set_statement(&mut self, node: Node) -> Option<ItemKind> {
        let (keyword, ..) = self.keyword(node)?;
        let statement = node.child_by_field_name("statement")?;
        let expression = match statement.kind() {
            "expression_statement" => code_children(statement)
                .into_iter()
                .next()
                .map(|e| self.expr(e)),
            _ => {
                let parts = self.nested_expressions(statement);
                Some(Expr::new(span(statement), ExprKind::Java(parts)))
            }
        };
        let kind = StatementKind::Set {
            statement: span(statement),
            expression,
        };
        Some(ItemKind::Statement {
            keyword,
            name: None,
            kind,
        })
    }

    fn word_statement(&mut self, node: Node) -> Option<ItemKind> {
        let (keyword, ..) = self.keyword(node)?;
        let kind = match keyword.text.as_str() {
            "unreachable" => StatementKind::Unreachable,
            "reachable" => StatementKind::Reachable,
            "halt" => StatementKind::Halt,
            "begin" => StatementKind::Begin,
            "end" => StatementKind::End,
            _ => StatementKind::Other {
                expressions: Vec::new(),
            },
        };
        Some(ItemKind::Statement {
            keyword,
            name: self.clause_name(node),
            kind,
        })
    }

    fn other_statement(&mut self, node: Node) -> Option<ItemKind> {
        let (keyword, ..) = self.keyword(node)?;
        if matches!(keyword.text.as_str(), "nowarn" | "refine") {
            return Some(ItemKind::Other(keyword));
        }
        let expressions = if node.kind() == "raw_statement" {
            Vec::new()
        } else {
            self.nested_expressions(node)
        };
        Some(ItemKind::Statement {
            keyword,
            name: None,
            kind: StatementKind::Other { expressions },
        })
    }

    pub fn var_decls(&mut self, node: Node) -> Vec<VarDecl> {
        let modifiers = child_of_kind(node, "modifiers")
            .map_or(Modifiers::default(), |mods| self.modifiers(mods));
        let Some(ty) = node.child_by_field_name("type") else {
            return Vec::new();
        };
        let mut decls = Vec::new();
        for declarator in fields(node, "declarator") {
            let Some(name) = declarator.child_by_field_name("name") else {
                continue;
            };
            let mut ty = self.type_ref(ty, trailing_dims(declarator));
            super::types::apply_nullness(&mut ty, modifiers.nullness());
            let value = declarator
                .child_by_field_name("value")
                .map(|value| self.predicate(value));
            let (modifiers, name) = (modifiers.clone(), self.ident(name));
            decls.push(VarDecl {
                span: span(declarator),
                modifiers,
                ty,
                name,
                value,
            });
        }
        decls
    }
}
