//! JML expressions. The grammar is generous; what JML does not allow is reported here.

use super::{Reader, code_children, fields, span, types::trailing_dims};
use crate::ast::*;
use crate::words;
use tree_sitter::Node;

/// Deeper trees are refused: every later pass is recursive.
const MAX_DEPTH: usize = 200;
/// Operands of one `a + b + c + …`.
const MAX_SPINE: usize = 400;

impl Reader<'_> {
    pub fn expr(&mut self, node: Node) -> Expr {
        if self.depth >= MAX_DEPTH {
            self.error(
                span(node),
                ProblemCode::Syntax,
                "this expression is nested too deeply",
            );
            return Expr::new(span(node), ExprKind::Error);
        }
        self.depth += 1;
        let kind = self.expr_kind(node);
        self.depth -= 1;
        Expr::new(span(node), kind)
    }

    pub fn exprs(&mut self, nodes: Vec<Node>) -> Vec<Expr> {
        nodes.into_iter().map(|node| self.expr(node)).collect()
    }

    fn boxed(&mut self, node: Option<Node>, parent: Node) -> Box<Expr> {
        Box::new(match node {
            Some(node) => self.expr(node),
            None => Expr::new(span(parent), ExprKind::Error),
        })
    }

    fn field_expr(&mut self, node: Node, name: &str) -> Box<Expr> {
        self.boxed(node.child_by_field_name(name), node)
    }

    fn optional_expr(&mut self, node: Node, name: &str) -> Option<Expr> {
        node.child_by_field_name(name).map(|child| self.expr(child))
    }

    fn field_ident(&self, node: Node, name: &str) -> Ident {
        node.child_by_field_name(name).map_or(
            Ident {
                text: String::new(),
                span: span(node),
            },
            |child| self.ident(child),
        )
    }

    fn field_type(&self, node: Node, name: &str) -> TypeRef {
        self.type_ref(node.child_by_field_name(name).unwrap_or(node), 0)
    }

    fn expr_kind(&mut self, node: Node) -> ExprKind {
        match node.kind() {
            "decimal_integer_literal"
            | "hex_integer_literal"
            | "octal_integer_literal"
            | "binary_integer_literal" => ExprKind::Literal(Literal::Int),
            "decimal_floating_point_literal" | "hex_floating_point_literal" => {
                ExprKind::Literal(Literal::Float)
            }
            "character_literal" => ExprKind::Literal(Literal::Char),
            "string_literal" => ExprKind::Literal(Literal::String),
            "true" => ExprKind::Literal(Literal::True),
            "false" => ExprKind::Literal(Literal::False),
            "null_literal" => ExprKind::Literal(Literal::Null),
            "identifier" => ExprKind::Name(self.text_of(node).to_owned()),
            "this" => ExprKind::This,
            "super" => ExprKind::Super,
            "parenthesized_expression" => {
                let inner = code_children(node).into_iter().next();
                ExprKind::Paren(self.boxed(inner, node))
            }
            "field_access" => self.field_access(node),
            "array_access" => self.array_access(node),
            "all_fields" => ExprKind::AllFields(self.field_expr(node, "object")),
            "method_invocation" => ExprKind::Call {
                object: node
                    .child_by_field_name("object")
                    .map(|object| Box::new(self.expr(object))),
                type_args: node.child_by_field_name("type_arguments").map(span),
                name: self.field_ident(node, "name"),
                args: self.arguments(node),
            },
            "object_creation_expression" => self.object_creation(node),
            "array_creation_expression" => ExprKind::NewArray {
                ty: self.field_type(node, "type"),
                parts: self.nested_expressions(node),
            },
            "array_initializer" => {
                let parts = code_children(node);
                ExprKind::ArrayInit(self.exprs(parts))
            }
            "class_literal" => ExprKind::ClassLiteral(
                self.type_ref(code_children(node).into_iter().next().unwrap_or(node), 0),
            ),
            "method_reference" => ExprKind::MethodRef(self.nested_expressions(node)),
            "unary_expression" => self.unary(node),
            "binary_expression" => self.binary(node),
            "ternary_expression" => ExprKind::Conditional {
                condition: self.field_expr(node, "condition"),
                then: self.field_expr(node, "consequence"),
                otherwise: self.field_expr(node, "alternative"),
            },
            "cast_expression" => ExprKind::Cast {
                ty: self.field_type(node, "type"),
                operand: self.field_expr(node, "value"),
            },
            "instanceof_expression" => ExprKind::InstanceOf {
                operand: self.field_expr(node, "left"),
                ty: node
                    .child_by_field_name("right")
                    .map(|ty| self.type_ref(ty, 0)),
                binding: node
                    .child_by_field_name("name")
                    .map(|name| self.ident(name)),
                pattern: node.child_by_field_name("pattern").map(span),
            },
            "lambda_expression" => self.lambda(node),
            "assignment_expression" => ExprKind::Assign {
                target: self.field_expr(node, "left"),
                op: self.field_ident(node, "operator").text,
                value: self.field_expr(node, "right"),
            },
            "update_expression" => {
                let operator = super::all_children(node)
                    .into_iter()
                    .find(|c| matches!(self.text_of(*c), "++" | "--"));
                let target = code_children(node)
                    .into_iter()
                    .find(|child| child.kind() != "operator");
                ExprKind::Update {
                    is_prefix: operator
                        .is_some_and(|operator| operator.start_byte() == node.start_byte()),
                    op: operator
                        .map_or(String::new(), |operator| self.text_of(operator).to_owned()),
                    target: self.boxed(target, node),
                }
            }
            "switch_expression" => ExprKind::Java(self.nested_expressions(node)),
            "jml_name" => self.jml_name(node),
            "jml_call" => self.jml_call(node),
            "type_call" => {
                let function = match self.field_ident(node, "function").text.as_str() {
                    "\\type" => TypeFunction::Type,
                    "\\static_invariant_for" => TypeFunction::StaticInvariantFor,
                    _ => TypeFunction::IsInitialized,
                };
                ExprKind::TypeCall {
                    function,
                    types: fields(node, "type")
                        .into_iter()
                        .map(|ty| self.type_ref(ty, 0))
                        .collect(),
                }
            }
            "only_called" => ExprKind::OnlyCalled(
                fields(node, "method")
                    .into_iter()
                    .map(|m| self.method_signature(m))
                    .collect(),
            ),
            "informal_predicate" => {
                let text = self.text_of(node);
                ExprKind::Informal(
                    text.get(2..text.len().saturating_sub(2))
                        .unwrap_or("")
                        .trim()
                        .to_owned(),
                )
            }
            "quantified_expression" | "bounded_expression" => {
                ExprKind::Quantified(Box::new(self.quantified(node)))
            }
            "set_comprehension" => ExprKind::Comprehension(Box::new(self.quantified(node))),
            "let_expression" => self.let_expression(node),
            "labelled_expression" => {
                let kind = match self.field_ident(node, "kind").text.as_str() {
                    "\\lblpos" => LblKind::LblPos,
                    "\\lblneg" => LblKind::LblNeg,
                    _ => LblKind::Lbl,
                };
                if kind != LblKind::Lbl {
                    self.warn(
                        span(node),
                        ProblemCode::Deprecated,
                        "`\\lblpos` and `\\lblneg` are old; write `\\lbl`",
                    );
                }
                ExprKind::Lbl {
                    kind,
                    name: self.field_ident(node, "name"),
                    expr: self.field_expr(node, "body"),
                }
            }
            _ => ExprKind::Error,
        }
    }

    fn arguments(&mut self, node: Node) -> Vec<Expr> {
        match node.child_by_field_name("arguments") {
            Some(arguments) => {
                let arguments = code_children(arguments);
                self.exprs(arguments)
            }
            None => Vec::new(),
        }
    }

    fn field_access(&mut self, node: Node) -> ExprKind {
        let Some(field) = node.child_by_field_name("field") else {
            return ExprKind::Error;
        };
        let object = self.field_expr(node, "object");
        if field.kind() == "jml_name" {
            // KeY's `o.\inv`.
            return match words::function(self.text_of(field).trim_start_matches('\\')) {
                Some(function) => ExprKind::JmlCall {
                    function,
                    args: vec![*object],
                },
                None => ExprKind::Unknown {
                    name: self.text_of(field).to_owned(),
                    args: vec![*object],
                },
            };
        }
        ExprKind::Field {
            object,
            name: self.ident(field),
        }
    }

    fn array_access(&mut self, node: Node) -> ExprKind {
        let array = self.field_expr(node, "array");
        let Some(index) = node.child_by_field_name("index") else {
            return ExprKind::Error;
        };
        if index.kind() != "element_range" {
            return ExprKind::Index {
                array,
                index: Box::new(self.expr(index)),
            };
        }
        let from = self.optional_expr(index, "from").map(Box::new);
        let to = self.optional_expr(index, "to").map(Box::new);
        let range = match index
            .child_by_field_name("kind")
            .map(|kind| self.text_of(kind))
        {
            Some("..") => ElementRange::Inclusive { from, to },
            Some(_) => ElementRange::HalfOpen { from, to },
            None => ElementRange::All,
        };
        ExprKind::Elements { array, range }
    }

    fn object_creation(&mut self, node: Node) -> ExprKind {
        let outer = node
            .child(0)
            .filter(|first| first.is_named() && !first.is_extra());
        let outer = outer.map(|outer| Box::new(self.expr(outer)));
        ExprKind::New {
            outer,
            ty: self.field_type(node, "type"),
            args: self.arguments(node),
            body: super::child_of_kind(node, "class_body").map(span),
        }
    }

    /// The outermost expressions inside a node of another kind.
    pub fn nested_expressions(&mut self, node: Node) -> Vec<Expr> {
        let mut found = Vec::new();
        let mut rest = code_children(node);
        rest.reverse();
        while let Some(child) = rest.pop() {
            if is_declared_name(child) {
                continue;
            }
            if is_expression(child.kind()) {
                found.push(self.expr(child));
            } else if !is_type(child.kind()) {
                let mut inner = code_children(child);
                inner.reverse();
                rest.extend(inner);
            }
        }
        found
    }

    fn unary(&mut self, node: Node) -> ExprKind {
        let op = match self.field_ident(node, "operator").text.as_str() {
            "+" => UnaryOp::Plus,
            "-" => UnaryOp::Minus,
            "!" => UnaryOp::Not,
            _ => UnaryOp::Complement,
        };
        ExprKind::Unary {
            op,
            operand: self.field_expr(node, "operand"),
        }
    }

    /// Long sums are left-deep: their spine is walked in a loop, not by recursion.
    fn binary(&mut self, node: Node) -> ExprKind {
        let mut spine = Vec::new();
        let mut leftmost = node;
        while leftmost.kind() == "binary_expression" {
            spine.push(leftmost);
            match leftmost.child_by_field_name("left") {
                Some(left) => leftmost = left,
                None => return ExprKind::Error,
            }
        }
        if spine.len() > MAX_SPINE {
            self.error(
                span(node),
                ProblemCode::Syntax,
                "this expression has too many operands",
            );
            return ExprKind::Error;
        }
        let mut left = self.expr(leftmost);
        for part in spine.into_iter().rev() {
            let Some(op) = part.child_by_field_name("operator") else {
                return ExprKind::Error;
            };
            let Some(op) = binary_op(self.text_of(op)) else {
                return ExprKind::Error;
            };
            if op == BinaryOp::ImpliedBy {
                self.warn(
                    span(part),
                    ProblemCode::Deprecated,
                    "`<==` is an old form; turn it round to `==>`",
                );
            }
            let right = *self.field_expr(part, "right");
            left = Expr::new(span(part), self.join(op, left, right, part));
        }
        left.kind
    }

    /// `a < b <= c` is one chain, if the operators point the same way.
    fn join(&mut self, op: BinaryOp, left: Expr, right: Expr, node: Node) -> ExprKind {
        let Some(direction) = op.chain_direction() else {
            return ExprKind::Binary {
                op,
                left: Box::new(left),
                right: Box::new(right),
            };
        };
        let (mut ops, mut operands) = match left.kind {
            ExprKind::Binary {
                op: first,
                left,
                right,
            } if first.chain_direction().is_some() => (vec![first], vec![*left, *right]),
            ExprKind::Chain { ops, operands } => (ops, operands),
            _ => {
                return ExprKind::Binary {
                    op,
                    left: Box::new(left),
                    right: Box::new(right),
                };
            }
        };
        if ops
            .iter()
            .any(|before| before.chain_direction() != Some(direction))
        {
            self.error(
                span(node),
                ProblemCode::Illegal,
                "comparisons in a chain must point the same way (`a < b <= c`); use `&&`",
            );
        }
        ops.push(op);
        operands.push(right);
        ExprKind::Chain { ops, operands }
    }

    fn lambda(&mut self, node: Node) -> ExprKind {
        let Some(params) = node.child_by_field_name("parameters") else {
            return ExprKind::Error;
        };
        let names = match params.kind() {
            "identifier" => vec![self.ident(params)],
            _ => code_children(params)
                .into_iter()
                .map(|param| self.ident(param.child_by_field_name("name").unwrap_or(param)))
                .collect(),
        };
        let body = match node.child_by_field_name("body") {
            Some(block) if block.kind() == "block" => {
                let parts = self.nested_expressions(block);
                Box::new(Expr::new(span(block), ExprKind::Java(parts)))
            }
            body => self.boxed(body, node),
        };
        ExprKind::Lambda {
            params: span(params),
            names,
            body,
        }
    }

    fn jml_name(&mut self, node: Node) -> ExprKind {
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

    fn jml_call(&mut self, node: Node) -> ExprKind {
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

    fn old_call(&mut self, node: Node, kind: OldKind, args: Vec<Expr>) -> ExprKind {
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

    fn quantified(&mut self, node: Node) -> Quantified {
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

    fn let_expression(&mut self, node: Node) -> ExprKind {
        let ty = node.child_by_field_name("type");
        let bindings = fields(node, "declarator")
            .into_iter()
            .map(|declarator| LetBinding {
                span: span(declarator),
                ty: self.type_ref(ty.unwrap_or(node), trailing_dims(declarator)),
                name: self.field_ident(declarator, "name"),
                value: *self.field_expr(declarator, "value"),
            })
            .collect();
        ExprKind::Let {
            bindings,
            body: self.field_expr(node, "body"),
        }
    }

    /// Reports what may not stand in a specification expression: assignments and `++`.
    pub fn forbid_side_effects(&mut self, expr: &Expr) {
        let mut found = Vec::new();
        expr.walk(&mut |part| match &part.kind {
            ExprKind::Assign { op, .. } => found.push((part.span, op.clone())),
            ExprKind::Update { op, .. } => found.push((part.span, op.clone())),
            _ => {}
        });
        for (at, op) in found {
            let hint = if op == "=" {
                "; did you mean `==`?"
            } else {
                ""
            };
            self.error(
                at,
                ProblemCode::Illegal,
                format!("`{op}` is not allowed in a specification{hint}"),
            );
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

impl BinaryOp {
    /// Operators of one direction may be chained: {<, <=}, {>, >=}, {<:, <:=}, {<#, <#=}.
    pub fn chain_direction(self) -> Option<u8> {
        Some(match self {
            BinaryOp::Lt | BinaryOp::Le => 0,
            BinaryOp::Gt | BinaryOp::Ge => 1,
            BinaryOp::Subtype | BinaryOp::SubtypeEq => 2,
            BinaryOp::LockLt | BinaryOp::LockLe => 3,
            _ => return None,
        })
    }

    pub fn symbol(self) -> &'static str {
        BINARY_OPS
            .iter()
            .find(|(_, op)| *op == self)
            .map_or("", |(symbol, _)| symbol)
    }
}

const BINARY_OPS: &[(&str, BinaryOp)] = &[
    ("*", BinaryOp::Mul),
    ("/", BinaryOp::Div),
    ("%", BinaryOp::Rem),
    ("+", BinaryOp::Add),
    ("-", BinaryOp::Sub),
    ("<<", BinaryOp::Shl),
    (">>", BinaryOp::Shr),
    (">>>", BinaryOp::Ushr),
    ("<", BinaryOp::Lt),
    ("<=", BinaryOp::Le),
    (">", BinaryOp::Gt),
    (">=", BinaryOp::Ge),
    ("<:", BinaryOp::Subtype),
    ("<:=", BinaryOp::SubtypeEq),
    ("<#", BinaryOp::LockLt),
    ("<#=", BinaryOp::LockLe),
    ("==", BinaryOp::Eq),
    ("!=", BinaryOp::Ne),
    ("&", BinaryOp::BitAnd),
    ("^", BinaryOp::BitXor),
    ("|", BinaryOp::BitOr),
    ("&&", BinaryOp::And),
    ("||", BinaryOp::Or),
    ("==>", BinaryOp::Implies),
    ("<==", BinaryOp::ImpliedBy),
    ("<==>", BinaryOp::Iff),
    ("<=!=>", BinaryOp::NotIff),
];

fn binary_op(symbol: &str) -> Option<BinaryOp> {
    BINARY_OPS
        .iter()
        .find(|(spelling, _)| *spelling == symbol)
        .map(|(_, op)| *op)
}

/// A name that is no expression: of a variable that is declared, or a label.
fn is_declared_name(node: Node) -> bool {
    node.kind() == "identifier"
        && node.parent().is_some_and(|parent| match parent.kind() {
            "labeled_statement" | "break_statement" | "continue_statement" => true,
            "variable_declarator"
            | "formal_parameter"
            | "catch_formal_parameter"
            | "enhanced_for_statement"
            | "bound_variable" => parent.child_by_field_name("name") == Some(node),
            _ => false,
        })
}

fn is_type(kind: &str) -> bool {
    kind.ends_with("_type")
        || matches!(
            kind,
            "type_identifier" | "scoped_type_identifier" | "type_arguments" | "dimensions"
        )
}

fn is_expression(kind: &str) -> bool {
    kind.ends_with("_expression")
        || kind.ends_with("_literal")
        || matches!(
            kind,
            "identifier"
                | "this"
                | "true"
                | "false"
                | "field_access"
                | "array_access"
                | "method_invocation"
                | "method_reference"
                | "all_fields"
                | "jml_name"
                | "jml_call"
                | "type_call"
                | "only_called"
                | "informal_predicate"
                | "set_comprehension"
        )
}
