//! What the value of an invariant can depend on besides the object's own fields. An object nobody writes to keeps an
//! invariant over its own fields; one that looks further can be broken from outside.

use crate::index::{Index, TypeNo};
use proviso_syntax::ast::{Expr, ExprKind, Field, JmlModifierKind};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reads {
    /// Fields of the object itself, and what never changes.
    Own,
    /// Static variables, too.
    Statics,
    /// Other objects, arrays, what methods look at.
    Heap,
}

/// What a condition written in `ty` reads. Where the tree does not tell it is `Heap`.
pub fn reads(e: &Expr, index: &Index, ty: TypeNo) -> Reads {
    let mut bound: Vec<&str> = Vec::new();
    e.walk(&mut |sub| {
        if let ExprKind::Quantified(q) = &sub.kind {
            bound.extend(q.vars.iter().map(|v| v.text.as_str()));
        }
    });
    let mut found = Reads::Own;
    e.walk(&mut |sub| {
        let here = match &sub.kind {
            // A field that a bound variable hides here may be meant elsewhere in the clause.
            ExprKind::Name(name)
                if bound.contains(&name.as_str()) && own_field(name, index, ty).is_none() =>
            {
                Reads::Own
            }
            ExprKind::Name(name) => variable(name, index, ty),
            ExprKind::Field { object, name } => match &object.kind {
                ExprKind::This => variable(&name.text, index, ty),
                // Arrays keep their length.
                _ if name.text == "length" && is_own_array(object, index, ty) => Reads::Own,
                _ => Reads::Heap,
            },
            ExprKind::Literal(_)
            | ExprKind::This
            | ExprKind::Paren(_)
            | ExprKind::Unary { .. }
            | ExprKind::Binary { .. }
            | ExprKind::Chain { .. }
            | ExprKind::Conditional { .. }
            | ExprKind::Cast { .. }
            | ExprKind::InstanceOf { pattern: None, .. }
            | ExprKind::Quantified(_) => Reads::Own,
            _ => Reads::Heap,
        };
        found = found.max(here);
    });
    found
}

fn variable(name: &str, index: &Index, ty: TypeNo) -> Reads {
    match own_field(name, index, ty) {
        Some(field) if field.modifiers.has(JmlModifierKind::Model) => Reads::Heap,
        Some(field) if !field.modifiers.is_static() => Reads::Own,
        Some(field) if field.modifiers.has_java("final") => Reads::Own,
        Some(_) => Reads::Statics,
        None if index.component(ty, name).is_some() => Reads::Own,
        None => Reads::Heap,
    }
}

/// A field of the object, inherited or not; those of objects around it are not its own.
fn own_field<'a>(name: &str, index: &Index<'a>, ty: TypeNo) -> Option<&'a Field> {
    index.field_of(ty, name).map(|(_, field)| field)
}

fn is_own_array(e: &Expr, index: &Index, ty: TypeNo) -> bool {
    let name = match &e.kind {
        ExprKind::Name(name) => name,
        ExprKind::Field { object, name } if object.kind == ExprKind::This => &name.text,
        _ => return false,
    };
    own_field(name, index, ty)
        .is_some_and(|f| f.ty.dims > 0 && !f.modifiers.has(JmlModifierKind::Model))
        && variable(name, index, ty) == Reads::Own
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::InputFile;
    use proviso_syntax::ast::TypeClauseKind;
    use proviso_syntax::{Options, parse};

    #[test]
    fn what_an_invariant_looks_at_is_read_off_its_tree() {
        let text = "class A { static int s; static final int MAX = 3; int f; int[] a; A next; int g() { return f; }
            //@ invariant f >= 0 && a.length < MAX && next != this;
            //@ invariant (\\forall int i; 0 <= i && i < f; i < 10);
            //@ invariant f < s;
            //@ invariant this.f < 5;
            //@ invariant a[0] == 1;
            //@ invariant next.f == 1;
            //@ invariant g() == 1;
            //@ invariant A.s == 1;
        }";
        let file = parse(text, &Options::default());
        let files = [InputFile {
            path: "A.java",
            file: &file,
        }];
        let index = Index::new(&files);
        let clauses = index.of(TypeNo(0)).decl.clauses.iter();
        let all: Vec<Reads> = clauses
            .filter_map(|clause| match &clause.kind {
                TypeClauseKind::Invariant(e) => Some(reads(e, &index, TypeNo(0))),
                _ => None,
            })
            .collect();
        use Reads::{Heap, Own, Statics};
        assert_eq!(all, [Own, Own, Statics, Own, Heap, Heap, Heap, Heap]);
    }
}
