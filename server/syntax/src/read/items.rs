//! The items of one group of annotation comments, in order: clauses, modifiers, statements, declarations.
//! Where an item belongs is decided by `members` and `body`.

use super::{Reader, child_of_kind, code_children, fields, span};
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
    pub(super) fn check_semicolon(&mut self, node: Node, is_last: bool) {
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

    pub(super) fn item(&mut self, node: Node, group: Span) -> Option<ItemKind> {
        if let Some(kind) = self.other_heap(node) {
            return Some(kind);
        }
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

    /// KeY's clauses about another heap than the program's (`assignable<savedHeap>`): parsed, without a meaning here.
    fn other_heap(&mut self, node: Node) -> Option<ItemKind> {
        let heaps = child_of_kind(node, "heaps")?;
        if code_children(heaps)
            .into_iter()
            .all(|heap| self.text_of(heap) == "heap")
        {
            return None;
        }
        let (keyword, _, redundant, free) = self.keyword(node)?;
        let at = span(node);
        if node.kind() == "list_clause" && node.child_by_field_name("name").is_some() {
            return Some(ItemKind::TypeClause(TypeClause {
                span: at,
                keyword,
                modifiers: Modifiers::default(),
                redundant,
                free,
                name: None,
                kind: TypeClauseKind::Other,
            }));
        }
        let clause = Clause::Other {
            expressions: Vec::new(),
        };
        Some(ItemKind::Clause(ClauseNode {
            span: at,
            keyword,
            redundant,
            free,
            name: None,
            clause,
        }))
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

    pub(super) fn clause_name(&self, node: Node) -> Option<Ident> {
        let name = child_of_kind(node, "clause_name")?.child_by_field_name("name")?;
        Some(self.ident(name))
    }

    /// Keyword (as written), its canonical base, `_redundantly`, `_free`.
    pub(super) fn keyword(&mut self, node: Node) -> Option<(Ident, String, bool, bool)> {
        let keyword = self.ident(node.child_by_field_name("keyword")?);
        self.clauses.push(WrittenClause {
            span: span(node),
            keyword: keyword.text.clone(),
        });
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

    pub(super) fn predicate(&mut self, node: Node) -> Expr {
        let expr = self.expr(node);
        self.forbid_side_effects(&expr);
        expr
    }

    pub(super) fn field_predicate(&mut self, node: Node, field: &str) -> Option<Expr> {
        node.child_by_field_name(field)
            .map(|child| self.predicate(child))
    }
}
