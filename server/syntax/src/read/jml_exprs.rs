//! Expressions that only JML has: `\old`, quantifiers, `\let`, operators that look like calls.

use super::{Reader, fields, span, types::trailing_dims};
use crate::ast::*;
use crate::words;
use tree_sitter::Node;

impl Reader<'_> {
    pub(super) fn jml_name(&mut self, node: Node) -> ExprKind {
        let text = self.text_of(node);
        let name = text.trim_start_matches('\\');
        if let Some((_, word)) = words::KEYWORDS
            .iter()
            .find(|(spelling, _)| *spelling == name)
        {
            return ExprKind::Keyword(*word);
        }
        match name {
            "result" => ExprKind::Result,
            "exception" => ExprKind::Exception,
            "count" => ExprKind::Count,
            "index" => {
                self.warn(
                    span(node),
                    ProblemCode::Deprecated,
                    "`\\index` is an old form; write `\\count`",
                );
                ExprKind::Count
            }
            "values" => ExprKind::Values,
            "lockset" => ExprKind::Lockset,
            "inv" => ExprKind::JmlCall {
                function: JmlFunction::Inv,
                args: Vec::new(),
            },
            _ => ExprKind::Unknown {
                name: text.to_owned(),
                args: Vec::new(),
            },
        }
    }

    pub(super) fn jml_call(&mut self, node: Node) -> ExprKind {
        let name = self.field_ident(node, "function").text;
        let mut args = self.arguments(node);
        let old = match name.as_str() {
            "\\old" => Some(OldKind::Old),
            "\\pre" => Some(OldKind::Pre),
            "\\past" => Some(OldKind::Past),
            _ => None,
        };
        if let Some(kind) = old {
            return self.old_call(node, kind, args);
        }
        if name == "\\fresh" {
            return ExprKind::Fresh { args };
        }
        if let Some(function) = words::function(name.trim_start_matches('\\')) {
            let too_many = function.takes_one_argument() && args.len() != 1;
            if too_many {
                self.error(
                    span(node),
                    ProblemCode::Illegal,
                    format!("`{name}` takes one argument"),
                );
            }
            return ExprKind::JmlCall { function, args };
        }
        args.shrink_to_fit();
        ExprKind::Unknown { name, args }
    }

    pub(super) fn old_call(&mut self, node: Node, kind: OldKind, args: Vec<Expr>) -> ExprKind {
        let count = args.len();
        let mut args = args.into_iter();
        let (Some(expr), label) = (args.next(), args.next()) else {
            self.error(
                span(node),
                ProblemCode::Illegal,
                "`\\old` needs an expression",
            );
            return ExprKind::Error;
        };
        let label = label.map(|label| match label.kind {
            ExprKind::Name(text) => Ok(Ident {
                text,
                span: label.span,
            }),
            // The built-in labels `\Pre`, `\Here`, …
            ExprKind::Unknown { name, args } if args.is_empty() => Ok(Ident {
                text: name,
                span: label.span,
            }),
            _ => Err(label.span),
        });
        let label = match label {
            Some(Err(at)) => {
                self.error(at, ProblemCode::Illegal, "expected a label here");
                return ExprKind::Error;
            }
            Some(Ok(label)) => Some(label),
            None => None,
        };
        if count > 2 {
            self.error(
                span(node),
                ProblemCode::Illegal,
                "`\\old` takes an expression and a label",
            );
        }
        ExprKind::Old {
            kind,
            expr: Box::new(expr),
            label,
        }
    }

    pub fn method_signature(&self, node: Node) -> MethodSig {
        let has_parens = super::all_children(node)
            .iter()
            .any(|child| child.kind() == "(");
        let end = super::all_children(node)
            .iter()
            .find(|child| child.kind() == "(")
            .map_or(node.end_byte(), |paren| paren.start_byte());
        let name: String = self
            .text
            .get(node.start_byte()..end)
            .unwrap_or("")
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect();
        let params = fields(node, "parameter")
            .into_iter()
            .map(|ty| self.type_ref(ty, 0))
            .collect();
        MethodSig {
            span: span(node),
            name,
            params: has_parens.then_some(params),
        }
    }

    pub(super) fn quantified(&mut self, node: Node) -> Quantified {
        let word = node
            .child_by_field_name("quantifier")
            .map_or("\\set", |q| self.text_of(q));
        let quantifier = match word {
            "\\forall" => Quantifier::Forall,
            "\\exists" => Quantifier::Exists,
            "\\choose" => Quantifier::Choose,
            "\\num_of" | "\\numof" => Quantifier::NumOf,
            "\\sum" => Quantifier::Sum,
            "\\product" => Quantifier::Product,
            "\\max" => Quantifier::Max,
            "\\min" => Quantifier::Min,
            "\\bsum" => Quantifier::BSum,
            "\\bprod" => Quantifier::BProd,
            "\\seq_def" => Quantifier::SeqDef,
            "\\infinite_union" => Quantifier::InfiniteUnion,
            _ => Quantifier::Set,
        };
        if word == "\\numof" {
            self.warn(
                span(node),
                ProblemCode::Deprecated,
                "`\\numof` is an old form; write `\\num_of`",
            );
        }
        let mut ty = self.field_type(node, "type");
        let nullness = super::child_of_kind(node, "modifiers")
            .and_then(|mods| self.modifiers(mods).nullness());
        super::types::apply_nullness(&mut ty, nullness);
        let vars = fields(node, "variable")
            .into_iter()
            .map(|variable| self.field_ident(variable, "name"))
            .collect();
        Quantified {
            quantifier,
            ty,
            vars,
            range: self.optional_expr(node, "range"),
            upper: self.optional_expr(node, "upper"),
            body: *self.field_expr(node, "body"),
        }
    }

    pub(super) fn let_expression(&mut self, node: Node) -> ExprKind {
        let types = fields(node, "type");
        let mut bindings = Vec::new();
        for declarator in fields(node, "declarator") {
            // Its own type, or that of the variable before it.
            let before = types.iter().rev();
            let ty = before
                .copied()
                .find(|ty| ty.start_byte() < declarator.start_byte());
            bindings.push(LetBinding {
                span: span(declarator),
                ty: self.type_ref(ty.unwrap_or(node), trailing_dims(declarator)),
                name: self.field_ident(declarator, "name"),
                value: *self.field_expr(declarator, "value"),
            });
        }
        ExprKind::Let {
            bindings,
            body: self.field_expr(node, "body"),
        }
    }
}

impl JmlFunction {
    fn takes_one_argument(self) -> bool {
        use JmlFunction::*;
        matches!(
            self,
            NonNullElements
                | TypeOf
                | ElemType
                | ArrayType
                | IsArray
                | Erasure
                | InvariantFor
                | JavaMath
                | SafeMath
                | BigintMath
        )
    }
}
