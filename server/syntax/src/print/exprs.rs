//! Expressions in normal form.

use super::{Printer, nullness, signatures, type_list};
use crate::ast::*;
use crate::words;

impl Printer<'_> {
    pub fn expr(&self, expr: &Expr) -> String {
        use ExprKind::*;
        let boxed = |e: &Expr| self.expr(e);
        match &expr.kind {
            Literal(_) => self.file.jml_text(expr.span).to_owned(),
            Name(name) => name.clone(),
            This => "this".to_owned(),
            Super => "super".to_owned(),
            Paren(inner) => format!("({})", boxed(inner)),
            Field { object, name } => format!("{}.{}", boxed(object), name.text),
            Index { array, index } => format!("{}[{}]", boxed(array), boxed(index)),
            Call {
                object,
                type_args,
                name,
                args,
            } => {
                let object = object
                    .as_ref()
                    .map_or(String::new(), |object| format!("{}.", boxed(object)));
                let type_args = type_args.map_or(String::new(), |span| self.raw(span));
                format!("{object}{type_args}{}({})", name.text, self.list(args))
            }
            New {
                body: None,
                outer,
                ty,
                args,
            } => {
                let outer = outer
                    .as_ref()
                    .map_or(String::new(), |outer| format!("{}.", boxed(outer)));
                format!("{outer}new {}({})", ty.text, self.list(args))
            }
            New { .. } | NewArray { .. } | MethodRef(_) | Java(_) | Error => self.raw(expr.span),
            ArrayInit(parts) => format!("{{{}}}", self.list(parts)),
            ClassLiteral(ty) => format!("{}.class", ty.text),
            Unary { op, operand } => {
                let symbol = match op {
                    UnaryOp::Plus => "+",
                    UnaryOp::Minus => "-",
                    UnaryOp::Not => "!",
                    UnaryOp::Complement => "~",
                };
                let operand = boxed(operand);
                // `- -x` must not become `--x`.
                let gap = if operand.starts_with(['+', '-']) {
                    " "
                } else {
                    ""
                };
                format!("{symbol}{gap}{operand}")
            }
            Binary { op, left, right } => {
                format!("{} {} {}", boxed(left), op.symbol(), boxed(right))
            }
            Chain { ops, operands } => {
                let mut text = String::new();
                for (index, operand) in operands.iter().enumerate() {
                    if index > 0 {
                        text.push_str(&format!(" {} ", ops[index - 1].symbol()));
                    }
                    text.push_str(&boxed(operand));
                }
                text
            }
            Conditional {
                condition,
                then,
                otherwise,
            } => {
                format!(
                    "{} ? {} : {}",
                    boxed(condition),
                    boxed(then),
                    boxed(otherwise)
                )
            }
            Cast { ty, operand } => format!("({}) {}", ty.text, boxed(operand)),
            InstanceOf {
                operand,
                ty,
                binding,
                pattern,
            } => {
                let ty = ty.as_ref().map_or(String::new(), |ty| ty.text.clone());
                let binding = binding
                    .as_ref()
                    .map_or(String::new(), |name| format!(" {}", name.text));
                let pattern = pattern.map_or(String::new(), |span| self.raw(span));
                format!("{} instanceof {ty}{binding}{pattern}", boxed(operand))
            }
            Lambda { params, body, .. } => format!("{} -> {}", self.raw(*params), boxed(body)),
            Assign { target, op, value } => format!("{} {op} {}", boxed(target), boxed(value)),
            Update {
                target,
                op,
                is_prefix: true,
            } => format!("{op}{}", boxed(target)),
            Update { target, op, .. } => format!("{}{op}", boxed(target)),
            Result => "\\result".to_owned(),
            Exception => "\\exception".to_owned(),
            Count => "\\count".to_owned(),
            Values => "\\values".to_owned(),
            Lockset => "\\lockset".to_owned(),
            Informal(text) => format!("(* {text} *)"),
            Old { kind, expr, label } => {
                let word = match kind {
                    OldKind::Old => "\\old",
                    OldKind::Pre => "\\pre",
                    OldKind::Past => "\\past",
                };
                let label = label
                    .as_ref()
                    .map_or(String::new(), |label| format!(", {}", label.text));
                format!("{word}({}{label})", boxed(expr))
            }
            Fresh { args } => format!("\\fresh({})", self.list(args)),
            JmlCall {
                function: JmlFunction::Inv,
                args,
            } => match args.as_slice() {
                [] => "\\inv".to_owned(),
                [object, ..] => format!("{}.\\inv", boxed(object)),
            },
            JmlCall { function, args } => {
                format!("\\{}({})", words::function_name(*function), self.list(args))
            }
            TypeCall { function, types } => {
                let word = match function {
                    TypeFunction::Type => "\\type",
                    TypeFunction::StaticInvariantFor => "\\static_invariant_for",
                    TypeFunction::IsInitialized => "\\is_initialized",
                };
                format!("{word}({})", type_list(types))
            }
            OnlyCalled(methods) => format!("\\only_called({})", signatures(methods)),
            Lbl { kind, name, expr } => {
                let word = match kind {
                    LblKind::Lbl => "\\lbl",
                    LblKind::LblPos => "\\lblpos",
                    LblKind::LblNeg => "\\lblneg",
                };
                format!("{word} {} {}", name.text, boxed(expr))
            }
            Let { bindings, body } => {
                let declared: Vec<String> = bindings
                    .iter()
                    .map(|b| format!("{} = {}", b.name.text, self.expr(&b.value)))
                    .collect();
                let ty = bindings
                    .first()
                    .map_or("", |binding| binding.ty.text.as_str());
                format!("\\let {ty} {}; {}", declared.join(", "), boxed(body))
            }
            Quantified(quantified) | Comprehension(quantified) => self.quantified(quantified),
            Keyword(word) => {
                let spelling = words::KEYWORDS
                    .iter()
                    .find(|(_, w)| w == word)
                    .map_or("", |(spelling, _)| spelling);
                format!("\\{spelling}")
            }
            Unknown { name, args } if args.is_empty() => name.clone(),
            Unknown { name, args } => format!("{name}({})", self.list(args)),
            AllFields(object) => format!("{}.*", boxed(object)),
            Elements { array, range } => {
                let bound =
                    |e: &Option<Box<Expr>>| e.as_ref().map_or(String::new(), |e| self.expr(e));
                let range = match range {
                    ElementRange::All => "*".to_owned(),
                    ElementRange::Inclusive { from, to } => {
                        format!("{}..{}", bound(from), bound(to))
                    }
                    ElementRange::HalfOpen { from, to } => format!("{}:{}", bound(from), bound(to)),
                };
                format!("{}[{range}]", boxed(array))
            }
        }
    }

    fn quantified(&self, quantified: &Quantified) -> String {
        let word = match quantified.quantifier {
            Quantifier::Forall => "\\forall",
            Quantifier::Exists => "\\exists",
            Quantifier::Choose => "\\choose",
            Quantifier::NumOf => "\\num_of",
            Quantifier::Sum => "\\sum",
            Quantifier::Product => "\\product",
            Quantifier::Max => "\\max",
            Quantifier::Min => "\\min",
            Quantifier::Set => "\\set",
            Quantifier::BSum => "\\bsum",
            Quantifier::BProd => "\\bprod",
            Quantifier::SeqDef => "\\seq_def",
            Quantifier::InfiniteUnion => "\\infinite_union",
        };
        let names: Vec<&str> = quantified
            .vars
            .iter()
            .map(|var| var.text.as_str())
            .collect();
        let mut text = format!(
            "{word} {}{} {};",
            nullness(&quantified.ty),
            quantified.ty.text,
            names.join(", ")
        );
        // A comprehension always has its range.
        if quantified.range.is_some() || quantified.quantifier == Quantifier::Set {
            let range = quantified
                .range
                .as_ref()
                .map_or(String::new(), |range| format!(" {}", self.expr(range)));
            text.push_str(&format!("{range};"));
        }
        if let Some(upper) = &quantified.upper {
            text.push_str(&format!(" {};", self.expr(upper)));
        }
        format!("{text} {}", self.expr(&quantified.body))
    }
}
