//! Quantifiers: the range predicate is searched for bounds of each variable; what remains of it guards the body.
//!
//! Bounds only have to be wide enough, since a conjunct that is not used up as a bound is tested again inside.

use super::expr::{Result, expr, glue};
use super::scope::{Lowered, Refusal, Scope, Var};
use super::types::{Ty, java_type};
use crate::out::{Fragment, call};
use proviso_syntax::ast::{BinaryOp, Expr, ExprKind, JmlFunction, Quantified, Quantifier, Span};

/// One conjunct of a range, comparisons of a chain taken apart.
#[derive(Clone, Copy)]
enum Conjunct<'e> {
    Whole(&'e Expr),
    Compare(BinaryOp, &'e Expr, &'e Expr),
}

/// A bound for a variable found in the range: conjunct number, bound expression, whether the bound itself is included.
struct Bound<'e> {
    conjunct: usize,
    limit: &'e Expr,
    /// `i + e < limit`, `i - e < limit`: what is taken from the limit, or added to it.
    shift: Option<(BinaryOp, &'e Expr)>,
    inclusive: bool,
}

impl Bound<'_> {
    fn mentions(&self, names: &[&str]) -> bool {
        mentions(self.limit, names) || self.shift.is_some_and(|(_, by)| mentions(by, names))
    }

    /// A name or a number: has a value whatever else is true.
    fn is_plain(&self) -> bool {
        let kind = &self.limit.without_parens().kind;
        self.shift.is_none() && matches!(kind, ExprKind::Name(_) | ExprKind::Literal(_))
    }

    fn lower(&self, scope: &Scope) -> Result<Fragment> {
        let limit = expr(self.limit, scope)?.code;
        let Some((op, by)) = self.shift else {
            return Ok(limit);
        };
        let name = match op {
            BinaryOp::Add => "proviso.runtime.Spec.sub",
            _ => "proviso.runtime.Spec.add",
        };
        Ok(call(name, &[&limit, &expr(by, scope)?.code]))
    }
}

pub fn lower(span: Span, q: &Quantified, scope: &Scope) -> Result<Lowered> {
    let word = match q.quantifier {
        Quantifier::Forall | Quantifier::Exists | Quantifier::NumOf => "",
        Quantifier::Sum | Quantifier::Product | Quantifier::Max | Quantifier::Min => "",
        Quantifier::BSum | Quantifier::BProd => return bounded(span, q, scope),
        Quantifier::Choose => "`\\choose`",
        Quantifier::Set => "set comprehension",
        Quantifier::SeqDef => "`\\seq_def`",
        Quantifier::InfiniteUnion => "`\\infinite_union`",
    };
    if !word.is_empty() {
        return Err(Refusal::unsupported(
            span,
            format!("{word} is not supported"),
        ));
    }
    // `\forall int i; 0 <= i && i < n ==> P` hides its range in the body.
    let mut conjuncts = Vec::new();
    let mut body = &q.body;
    if let Some(range) = &q.range {
        split(range, &mut conjuncts);
    }
    if q.quantifier == Quantifier::Forall
        && let ExprKind::Binary {
            op: BinaryOp::Implies,
            left,
            right,
        } = &body.without_parens().kind
    {
        split(left, &mut conjuncts);
        body = right;
    }
    if matches!(q.quantifier, Quantifier::Exists | Quantifier::NumOf) {
        // The body is just one more condition here.
        split(body, &mut conjuncts);
        return nest(span, q, 0, conjuncts, None, scope);
    }
    nest(span, q, 0, conjuncts, Some(body), scope)
}

fn split<'e>(e: &'e Expr, out: &mut Vec<Conjunct<'e>>) {
    match &e.kind {
        ExprKind::Paren(inner) => split(inner, out),
        ExprKind::Binary {
            op: BinaryOp::And,
            left,
            right,
        } => {
            split(left, out);
            split(right, out);
        }
        ExprKind::Binary {
            op: op @ (BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq),
            left,
            right,
        } => {
            out.push(Conjunct::Compare(*op, left, right));
        }
        ExprKind::Chain { ops, operands }
            if ops.iter().all(|o| {
                matches!(o, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge)
            }) =>
        {
            for (i, op) in ops.iter().enumerate() {
                if let (Some(l), Some(r)) = (operands.get(i), operands.get(i + 1)) {
                    out.push(Conjunct::Compare(*op, l, r));
                }
            }
        }
        _ => out.push(Conjunct::Whole(e)),
    }
}

fn is_name(e: &Expr, name: &str) -> bool {
    matches!(&e.without_parens().kind, ExprKind::Name(n) if n == name)
}

fn mentions(e: &Expr, names: &[&str]) -> bool {
    let mut found = false;
    e.walk(&mut |sub| {
        if let ExprKind::Name(n) = &sub.kind {
            found |= names.contains(&n.as_str());
        }
    });
    found
}

/// `i`, or `i + e`, `e + i`, `i - e`, and the operator with `e`.
fn shifted<'e>(e: &'e Expr, var: &str) -> Option<Option<(BinaryOp, &'e Expr)>> {
    if is_name(e, var) {
        return Some(None);
    }
    match &e.without_parens().kind {
        ExprKind::Binary {
            op: op @ (BinaryOp::Add | BinaryOp::Sub),
            left,
            right,
        } if is_name(left, var) && !mentions(right, &[var]) => Some(Some((*op, right))),
        ExprKind::Binary {
            op: BinaryOp::Add,
            left,
            right,
        } if is_name(right, var) && !mentions(left, &[var]) => Some(Some((BinaryOp::Add, left))),
        _ => None,
    }
}

/// Lower (or upper) bounds of a variable among the conjuncts.
fn bounds<'e>(var: &str, upper: bool, conjuncts: &[Conjunct<'e>]) -> Vec<Bound<'e>> {
    let mut found = Vec::new();
    for (i, conjunct) in conjuncts.iter().enumerate() {
        let Conjunct::Compare(op, left, right) = conjunct else {
            continue;
        };
        let (left, right): (&'e Expr, &'e Expr) = (left, right);
        let (limit, shift, var_is_left) = if let Some(shift) = shifted(left, var) {
            (right, shift, true)
        } else if let Some(shift) = shifted(right, var) {
            (left, shift, false)
        } else {
            continue;
        };
        let (bounds_above, inclusive) = match op {
            BinaryOp::Eq => (upper, true),
            BinaryOp::Lt => (var_is_left, false),
            BinaryOp::Le => (var_is_left, true),
            BinaryOp::Gt => (!var_is_left, false),
            _ => (!var_is_left, true),
        };
        if bounds_above == upper {
            found.push(Bound {
                conjunct: i,
                limit,
                shift,
                inclusive,
            });
        }
    }
    found
}

/// A bound that mentions none of `hidden` (variables not yet bound), directly or through the bound of another variable.
fn usable<'e>(
    var: &str,
    upper: bool,
    conjuncts: &[Conjunct<'e>],
    hidden: &[&str],
    java_math: bool,
    depth: usize,
) -> Option<(Bound<'e>, bool)> {
    let mut all = bounds(var, upper, conjuncts);
    // Where `i + 1` wraps around it bounds nothing. A plain `i` comes first: it needs no second look.
    all.retain(|bound| bound.shift.is_none() || !java_math);
    all.sort_by_key(|bound| bound.shift.is_some());
    let mut through = None;
    for bound in all {
        if !bound.mentions(hidden) {
            let direct = bound.shift.is_none();
            return Some((bound, direct));
        }
        if depth < 4
            && bound.shift.is_none()
            && let ExprKind::Name(other) = &bound.limit.without_parens().kind
            && let Some((mut far, _)) =
                usable(other, upper, conjuncts, hidden, java_math, depth + 1)
        {
            // `i <= j`, `j <= n` gives `i <= n`; wide enough, and both are tested inside.
            far.inclusive = true;
            through = Some((far, false));
        }
    }
    through
}

fn nest(
    span: Span,
    q: &Quantified,
    depth: usize,
    mut conjuncts: Vec<Conjunct>,
    body: Option<&Expr>,
    scope: &Scope,
) -> Result<Lowered> {
    let Some(var) = q.vars.get(depth) else {
        return Err(Refusal::illegal(span, "a quantifier needs a variable"));
    };
    let hidden: Vec<&str> = q.vars[depth..].iter().map(|v| v.text.as_str()).collect();
    let integral = q.ty.dims == 0
        && matches!(
            q.ty.name.as_str(),
            "int" | "long" | "short" | "byte" | "char" | "\\bigint"
        );
    let ty = Ty::of(&q.ty, scope.index, scope.ty);
    let domain;
    let mut used = Vec::new();
    if integral {
        let limit = |bound: &Bound, up: bool| -> Result<Fragment> {
            let end = call(
                if bound.inclusive == up {
                    "proviso.runtime.Quant.after"
                } else {
                    "proviso.runtime.Quant.at"
                },
                &[&bound.lower(scope)?],
            );
            // `a != null && 0 <= i && i < a.length`: what stands before decides whether the bound has a value.
            let before: Vec<Conjunct> = conjuncts[..bound.conjunct]
                .iter()
                .filter(|c| !bound.is_plain() && !conjunct_mentions(c, &hidden))
                .copied()
                .collect();
            let Some(guard) = conjunction(&before, scope)? else {
                return Ok(end);
            };
            let nowhere = if up {
                "Long.MIN_VALUE"
            } else {
                "Long.MAX_VALUE"
            };
            let mut guarded = glue("((");
            guarded
                .append(&guard)
                .push(") ? ")
                .append(&end)
                .push(&format!(" : {nowhere})"));
            Ok(guarded)
        };
        let mut ends = Vec::new();
        for up in [false, true] {
            ends.push(
                match (
                    usable(&var.text, up, &conjuncts, &hidden, scope.java_math, 0),
                    q.ty.name.as_str(),
                ) {
                    (Some((bound, direct)), _) => {
                        if direct {
                            used.push((bound.conjunct, up));
                        }
                        limit(&bound, up)?
                    }
                    (None, "byte") => glue(if up { "128L" } else { "-128L" }),
                    (None, "short") => glue(if up { "32768L" } else { "-32768L" }),
                    (None, "char") => glue(if up { "65536L" } else { "0L" }),
                    (None, _) => return unbounded(span, q, body.is_none() && depth == 0),
                },
            );
        }
        domain = Domain::Range(ends.remove(0), ends.remove(0));
    } else if ty == Ty::Bool {
        domain = Domain::Range(glue("0L"), glue("2L"));
    } else {
        let Some((at, members)) = membership(&var.text, &hidden, &conjuncts, scope)? else {
            return Err(Refusal::unsupported(
                span,
                format!(
                    "`{}` ranges over objects; give a range like `c.contains({})`",
                    var.text, var.text
                ),
            ));
        };
        used.push((at, true));
        domain = Domain::Members(members);
    }
    // An equation is used up only when it gave both ends.
    let spent = |i: usize| match conjuncts[i] {
        Conjunct::Compare(BinaryOp::Eq, ..) => {
            used.contains(&(i, true)) && used.contains(&(i, false))
        }
        _ => used.iter().any(|(u, _)| *u == i),
    };
    conjuncts = (0..conjuncts.len())
        .filter(|i| !spent(*i))
        .map(|i| conjuncts[i])
        .collect();

    let java_name = scope.new_name(&var.text);
    let mut inner = scope.with(Var {
        name: var.text.clone(),
        ty: ty.clone(),
        java: glue(&java_name),
        is_constant: true,
        is_local: false,
    });
    // Other variables of this quantifier are not in scope yet.
    inner.old.clone_from(&scope.old);
    let last = depth + 1 == q.vars.len();
    let (guards, rest): (Vec<_>, Vec<_>) = conjuncts
        .into_iter()
        .partition(|c| last || !conjunct_mentions(c, &hidden[1..]));
    let guard = conjunction(&guards, &inner)?;
    let deeper = if last {
        None
    } else {
        Some(nest(span, q, depth + 1, rest.clone(), body, &inner)?)
    };
    let lambda = Lambda {
        q,
        java_name: &java_name,
        ty: &ty,
        domain: &domain,
    };
    Ok(match q.quantifier {
        Quantifier::Forall => {
            let inside = match deeper {
                Some(d) => d,
                None => expr(body.unwrap_or(&q.body), &inner)?,
            };
            let mut test = glue("(");
            match &guard {
                Some(guard) => test
                    .push("!(")
                    .append(guard)
                    .push(") || ")
                    .append(&inside.code)
                    .push(")"),
                None => test.append(&inside.code).push(")"),
            };
            if scope.explained {
                let mut noted = glue(&format!(
                    "proviso.runtime.Parts.tried(\"{}\", {java_name}, ",
                    var.text
                ));
                noted.append(&test).push(")");
                test = noted;
            }
            value(lambda.call("forall", &[lambda.of(&test)]), Ty::Bool)
        }
        Quantifier::Exists | Quantifier::NumOf if last => {
            let test = guard.unwrap_or_else(|| glue("true"));
            let (name, ty) = if q.quantifier == Quantifier::Exists {
                ("exists", Ty::Bool)
            } else {
                ("numOf", Ty::Big)
            };
            value(lambda.call(name, &[lambda.of(&test)]), ty)
        }
        Quantifier::Exists => {
            let mut test = glue("(");
            if let Some(guard) = &guard {
                test.append(guard).push(" && ");
            }
            if let Some(d) = &deeper {
                test.append(&d.code);
            }
            test.push(")");
            value(lambda.call("exists", &[lambda.of(&test)]), Ty::Bool)
        }
        _ => {
            let inside = match deeper {
                Some(d) => d,
                None => expr(body.unwrap_or(&q.body), &inner)?,
            };
            let mut test = guard.unwrap_or_else(|| glue("true"));
            let name = match q.quantifier {
                // \num_of over several variables sums the inner counts.
                Quantifier::Sum | Quantifier::NumOf => "sum",
                Quantifier::Product => "product",
                Quantifier::Max => "max",
                _ => "min",
            };
            if !last && matches!(q.quantifier, Quantifier::Max | Quantifier::Min) {
                // An empty inner range has no maximum: such an outer value does not count.
                let exists = Quantified {
                    quantifier: Quantifier::Exists,
                    ..q.clone()
                };
                let some = nest(span, &exists, depth + 1, rest, None, &inner)?;
                test = {
                    let mut t = glue("(");
                    t.append(&test).push(") && ").append(&some.code);
                    t
                };
            }
            let ty = match (name, &inside.ty) {
                ("sum" | "product", Ty::Int | Ty::Long | Ty::Big) => Ty::Big,
                (_, t) => {
                    if t.is_primitive() || *t == Ty::Big {
                        t.clone()
                    } else {
                        Ty::Arithmetic
                    }
                }
            };
            value(
                lambda.call(name, &[lambda.of(&test), lambda.of(&inside.code)]),
                ty,
            )
        }
    })
}

fn value(code: Fragment, ty: Ty) -> Lowered {
    Lowered {
        code,
        ty,
        total: false,
    }
}

enum Domain {
    Range(Fragment, Fragment),
    /// A collection.
    Members(Fragment),
}

struct Lambda<'l> {
    q: &'l Quantified,
    java_name: &'l str,
    ty: &'l Ty,
    domain: &'l Domain,
}

impl Lambda<'_> {
    /// `(int i) -> body`; other types are converted first.
    fn of(&self, body: &Fragment) -> Fragment {
        let name = self.java_name;
        let plain = matches!(self.domain, Domain::Members(_))
            || matches!(self.q.ty.name.as_str(), "int" | "long");
        let mut out = match (self.domain, self.q.ty.name.as_str()) {
            (Domain::Members(_), ty) | (_, ty @ ("int" | "long")) => {
                glue(&format!("({ty} {name}) -> "))
            }
            (_, "\\bigint") => glue(&format!(
                "(long proviso$v${name}) -> {{ proviso.runtime.BigInt {name} = proviso.runtime.BigInt.of(proviso$v${name}); return "
            )),
            (_, "boolean") => glue(&format!(
                "(int proviso$v${name}) -> {{ boolean {name} = proviso$v${name} != 0; return "
            )),
            (_, small) => glue(&format!(
                "(int proviso$v${name}) -> {{ {small} {name} = ({small}) proviso$v${name}; return "
            )),
        };
        out.append(body);
        if !plain {
            out.push("; }");
        }
        out
    }

    fn call(&self, name: &str, lambdas: &[Fragment]) -> Fragment {
        let mut args: Vec<&Fragment> = Vec::new();
        let class_literal = glue(&format!("{}.class", self.q.ty.name));
        let class = match self.domain {
            Domain::Members(members) => {
                args.extend([members, &class_literal]);
                "QuantIn"
            }
            Domain::Range(from, to) => {
                args.extend([from, to]);
                if *self.ty == Ty::Long || *self.ty == Ty::Big {
                    "QuantLong"
                } else {
                    "Quant"
                }
            }
        };
        args.extend(lambdas);
        call(&format!("proviso.runtime.{class}.{name}"), &args)
    }
}

fn conjunct_mentions(c: &Conjunct, names: &[&str]) -> bool {
    match c {
        Conjunct::Whole(e) => mentions(e, names),
        Conjunct::Compare(_, l, r) => mentions(l, names) || mentions(r, names),
    }
}

fn conjunction(conjuncts: &[Conjunct], scope: &Scope) -> Result<Option<Fragment>> {
    let mut out: Option<Fragment> = None;
    for conjunct in conjuncts {
        let code = match conjunct {
            Conjunct::Whole(e) => expr(e, scope)?.code,
            Conjunct::Compare(op, l, r) => {
                let l = expr(l, scope)?;
                let r = expr(r, scope)?;
                match op {
                    BinaryOp::Eq => super::operators::equality(false, &l, &r).code,
                    op => super::operators::comparison(*op, &l, &r).code,
                }
            }
        };
        match &mut out {
            None => out = Some(code),
            Some(all) => {
                all.push(" && ").append(&code);
            }
        }
    }
    Ok(out)
}

/// `c.contains(x)`, `\reach(o).has(x)`: conjunct number and the lowered collection.
fn membership(
    var: &str,
    hidden: &[&str],
    conjuncts: &[Conjunct],
    scope: &Scope,
) -> Result<Option<(usize, Fragment)>> {
    for (i, conjunct) in conjuncts.iter().enumerate() {
        let Conjunct::Whole(e) = conjunct else {
            continue;
        };
        if let ExprKind::Call {
            object: Some(object),
            name,
            args,
            ..
        } = &e.without_parens().kind
            && matches!(name.text.as_str(), "contains" | "has")
            && let [arg] = args.as_slice()
            && is_name(arg, var)
            && !mentions(object, hidden)
        {
            let members = match &object.without_parens().kind {
                ExprKind::JmlCall {
                    function: JmlFunction::Reach,
                    args,
                } if args.len() == 1 => {
                    let start = expr(&args[0], scope)?;
                    // Objects of other types are passed over by the class test.
                    let mut code = glue("(Iterable) ");
                    code.append(&call("proviso.runtime.QuantIn.reach", &[&start.code]));
                    code
                }
                _ => expr(object, scope)?.code,
            };
            return Ok(Some((i, members)));
        }
    }
    Ok(None)
}

fn unbounded(span: Span, q: &Quantified, is_test: bool) -> Result<Lowered> {
    // Said when the clause is evaluated: a clause whose guard is false never needs it.
    let reason = "a quantifier over all integers without bounds";
    let boolean = is_test || matches!(q.quantifier, Quantifier::Forall | Quantifier::Exists);
    if boolean && q.quantifier != Quantifier::NumOf {
        let code = glue(&format!("proviso.runtime.Quant.unbounded(\"{reason}\")"));
        return Ok(value(code, Ty::Bool));
    }
    Err(Refusal::unsupported(span, format!("{reason} has no value")))
}

/// KeY's `\bsum int i; lo; hi; e` and `\bprod`.
fn bounded(span: Span, q: &Quantified, scope: &Scope) -> Result<Lowered> {
    let (Some(from), Some(to), [var]) = (&q.range, &q.upper, q.vars.as_slice()) else {
        return Err(Refusal::illegal(
            span,
            "a bounded sum needs two bounds and one variable",
        ));
    };
    java_type(&q.ty).map_err(|m| Refusal::unsupported(span, m))?;
    let from = call("proviso.runtime.Quant.at", &[&expr(from, scope)?.code]);
    let to = call("proviso.runtime.Quant.at", &[&expr(to, scope)?.code]);
    let ty = Ty::of(&q.ty, scope.index, scope.ty);
    let java_name = scope.new_name(&var.text);
    let inner = scope.with(Var {
        name: var.text.clone(),
        ty: ty.clone(),
        java: glue(&java_name),
        is_constant: true,
        is_local: false,
    });
    let body = expr(&q.body, &inner)?;
    let domain = Domain::Range(from, to);
    let lambda = Lambda {
        q,
        java_name: &java_name,
        ty: &ty,
        domain: &domain,
    };
    let name = if q.quantifier == Quantifier::BSum {
        "sum"
    } else {
        "product"
    };
    Ok(value(
        lambda.call(name, &[lambda.of(&glue("true")), lambda.of(&body.code)]),
        Ty::Big,
    ))
}
