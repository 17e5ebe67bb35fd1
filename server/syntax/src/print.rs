//! JML back to text: one normal form for expressions, clauses and specifications.
//!
//! Java's own pieces (literals, lambdas with blocks, anonymous classes) are taken from the file, white space squeezed.
//! Printing what was parsed from printed text gives the same text.

use crate::ast::*;
use crate::words;

/// Prints nodes of one file.
pub struct Printer<'a> {
    file: &'a SourceFile,
}

impl<'a> Printer<'a> {
    pub fn new(file: &'a SourceFile) -> Printer<'a> {
        Printer { file }
    }

    fn raw(&self, span: Span) -> String {
        squeeze(self.file.jml_text(span))
    }

    fn list(&self, exprs: &[Expr]) -> String {
        exprs
            .iter()
            .map(|expr| self.expr(expr))
            .collect::<Vec<_>>()
            .join(", ")
    }

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

fn terminated(text: String) -> String {
    let text = text.trim_end();
    if text.ends_with([';', '}']) {
        text.to_owned()
    } else {
        format!("{text};")
    }
}

fn nullness(ty: &TypeRef) -> &'static str {
    match ty.nullness.or(ty.element_nullness) {
        Some(Nullness::NonNull) => "non_null ",
        Some(Nullness::Nullable) => "nullable ",
        None => "",
    }
}

fn type_list(types: &[TypeRef]) -> String {
    types
        .iter()
        .map(|ty| ty.text.as_str())
        .collect::<Vec<_>>()
        .join(", ")
}

fn signatures(methods: &[MethodSig]) -> String {
    let texts: Vec<String> = methods
        .iter()
        .map(|method| match &method.params {
            Some(params) => format!("{}({})", method.name, type_list(params)),
            None => method.name.clone(),
        })
        .collect();
    texts.join(", ")
}

fn squeeze(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
