//! As much typing as lowering needs: which operands may be mathematical integers. javac does the rest.

use crate::index::{Index, TypeNo};
use proviso_syntax::ast::TypeRef;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ty {
    Bool,
    /// int and what promotes to it.
    Int,
    Long,
    Float,
    Double,
    /// `\bigint`, and what integer arithmetic in a specification gives.
    Big,
    Real,
    Str,
    Array(Box<Ty>),
    /// A type of the project.
    Class(TypeNo),
    /// Some other reference, boxes included.
    Ref,
    Null,
    /// Not known; a Java expression, so never mathematical.
    Any,
    /// Arithmetic on operands of unknown type.
    Arithmetic,
}

impl Ty {
    pub fn of(ty: &TypeRef, index: &Index, from: TypeNo) -> Ty {
        let base = match ty.name.as_str() {
            "boolean" => Ty::Bool,
            "byte" | "short" | "char" | "int" => Ty::Int,
            "long" => Ty::Long,
            "float" => Ty::Float,
            "double" => Ty::Double,
            "\\bigint" => Ty::Big,
            "\\real" => Ty::Real,
            "String" | "java.lang.String" => Ty::Str,
            name => index.resolve(name, from).map_or(Ty::Ref, Ty::Class),
        };
        (0..ty.dims).fold(base, |inner, _| Ty::Array(Box::new(inner)))
    }

    pub fn is_integer(&self) -> bool {
        matches!(self, Ty::Int | Ty::Long | Ty::Big)
    }

    pub fn is_floating(&self) -> bool {
        matches!(self, Ty::Float | Ty::Double)
    }

    pub fn is_primitive(&self) -> bool {
        matches!(self, Ty::Bool | Ty::Int | Ty::Long | Ty::Float | Ty::Double)
    }

    /// May be a [`Ty::Big`] or [`Ty::Real`] once javac has typed it.
    pub fn may_be_mathematical(&self) -> bool {
        matches!(self, Ty::Big | Ty::Real | Ty::Arithmetic)
    }

    /// Of Java arithmetic on the two.
    pub fn promoted(&self, other: &Ty) -> Ty {
        match (self, other) {
            (Ty::Str, _) | (_, Ty::Str) => Ty::Str,
            (Ty::Double, _) | (_, Ty::Double) => Ty::Double,
            (Ty::Float, _) | (_, Ty::Float) => Ty::Float,
            (Ty::Long, o) | (o, Ty::Long) if o.is_integer() => Ty::Long,
            (Ty::Int, Ty::Int) => Ty::Int,
            _ => Ty::Any,
        }
    }
}

/// The Java spelling of a type: JML's own types become runtime classes. `Err`: a type without a meaning here.
pub fn java_type(ty: &TypeRef) -> Result<String, String> {
    if !ty.text.contains('\\') {
        return Ok(ty.text.clone());
    }
    let base = match ty.name.as_str() {
        "\\bigint" => "proviso.runtime.BigInt",
        "\\real" => "proviso.runtime.Real",
        "\\TYPE" => "java.lang.Class<?>",
        _ => return Err(format!("the JML type `{}` is not supported", ty.text)),
    };
    Ok(base.to_string() + &"[]".repeat(ty.dims))
}
