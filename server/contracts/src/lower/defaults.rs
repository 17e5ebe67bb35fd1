//! What holds where nothing is written: nullness, purity, arithmetic modes, and which methods a method overrides.

use super::Lowerer;
use super::method::simple;
use crate::Purity;
use crate::index::TypeNo;
use proviso_syntax::ast::{JmlModifierKind, Method, MethodKind, Nullness, Param, Span, TypeDecl};

impl<'a> Lowerer<'a> {
    /// `spec_java_math` and its kin: the innermost modifier wins.
    pub fn spec_java_math(&self, ty: TypeNo, method: Option<&Method>) -> bool {
        self.math(
            ty,
            method,
            JmlModifierKind::SpecBigintMath,
            &[JmlModifierKind::SpecJavaMath, JmlModifierKind::SpecSafeMath],
        )
        .unwrap_or(false)
    }

    pub fn code_safe_math(&self, ty: TypeNo, method: &Method) -> bool {
        let java = self.math(
            ty,
            Some(method),
            JmlModifierKind::CodeSafeMath,
            &[
                JmlModifierKind::CodeJavaMath,
                JmlModifierKind::CodeBigintMath,
            ],
        );
        !java.unwrap_or(self.options.java_math)
    }

    fn math(
        &self,
        ty: TypeNo,
        method: Option<&Method>,
        no: JmlModifierKind,
        yes: &[JmlModifierKind],
    ) -> Option<bool> {
        let asked = |has: &dyn Fn(JmlModifierKind) -> bool| {
            if yes.iter().any(|y| has(*y)) {
                Some(true)
            } else if has(no) {
                Some(false)
            } else {
                None
            }
        };
        if let Some(m) = method
            && let Some(found) = asked(&|k| m.modifiers.has(k))
        {
            return Some(found);
        }
        let mut scope = Some(ty);
        while let Some(t) = scope {
            let entry = self.index.of(t);
            if let Some(found) = asked(&|k| entry.decl.modifiers.has(k)) {
                return Some(found);
            }
            scope = entry.outer;
        }
        None
    }

    /// Whether a reference declared here is non-null unless it says so itself.
    pub fn non_null(
        &self,
        ty: TypeNo,
        method: Option<&Method>,
        declared: Option<Nullness>,
    ) -> bool {
        if let Some(nullness) = declared {
            return nullness == Nullness::NonNull;
        }
        let asked = |has: &dyn Fn(JmlModifierKind) -> bool| {
            if has(JmlModifierKind::NullableByDefault) {
                Some(false)
            } else if has(JmlModifierKind::NonNullByDefault) {
                Some(true)
            } else {
                None
            }
        };
        if let Some(found) = method.and_then(|m| asked(&|k| m.modifiers.has(k))) {
            return found;
        }
        let mut scope = Some(ty);
        while let Some(t) = scope {
            let entry = self.index.of(t);
            if let Some(found) = asked(&|k| entry.decl.modifiers.has(k)) {
                return found;
            }
            scope = entry.outer;
        }
        !(self.options.nullable_by_default || self.options.no_contracts)
    }

    pub fn purity(&self, ty: TypeNo, method: &Method) -> Option<(Purity, Span)> {
        let of = |mods: &proviso_syntax::ast::Modifiers| {
            mods.jml.iter().find_map(|m| {
                let kind = match m.kind {
                    JmlModifierKind::Pure => Purity::Pure,
                    JmlModifierKind::SpecPure => Purity::SpecPure,
                    JmlModifierKind::StrictlyPure => Purity::StrictlyPure,
                    JmlModifierKind::NoState => Purity::NoState,
                    _ => return None,
                };
                Some((kind, m.span))
            })
        };
        if self.options.no_contracts {
            return None;
        }
        if let Some(own) = of(&method.modifiers) {
            return Some(own);
        }
        if method.kind == MethodKind::Method
            && !method.is_static()
            && let Some(inherited) = self
                .overridden(ty, method)
                .into_iter()
                .find_map(|(_, m)| of(&m.modifiers))
        {
            return Some((inherited.0, method.name.span));
        }
        let mut scope = Some(ty);
        while let Some(t) = scope {
            if let Some((kind, _)) = of(&self.index.of(t).decl.modifiers) {
                return Some((kind, method.name.span));
            }
            scope = self.index.of(t).outer;
        }
        None
    }

    /// Methods of project supertypes that a method overrides, nearest first.
    pub fn overridden(&self, ty: TypeNo, method: &Method) -> Vec<(TypeNo, &'a Method)> {
        if method.kind != MethodKind::Method
            || method.is_static()
            || method.modifiers.has_java("private")
        {
            return Vec::new();
        }
        let decl = self.index.of(ty).decl;
        let mut found = Vec::new();
        for ancestor in self.index.ancestry(ty).into_iter().skip(1) {
            let above = self.index.of(ancestor).decl;
            for m in above.methods() {
                if m.name.text == method.name.text
                    && m.kind == MethodKind::Method
                    && !m.is_static()
                    && !m.modifiers.has_java("private")
                    && m.params.len() == method.params.len()
                    && m.params
                        .iter()
                        .zip(&method.params)
                        .all(|(a, b)| self.same_param(a, m, above, b, method, decl))
                {
                    found.push((ancestor, m));
                }
            }
        }
        found
    }

    fn same_param(
        &self,
        above: &Param,
        am: &Method,
        ad: &TypeDecl,
        below: &Param,
        bm: &Method,
        bd: &TypeDecl,
    ) -> bool {
        // A type variable of the supertype may have been instantiated with anything.
        if ad
            .type_params
            .iter()
            .chain(&am.type_params)
            .any(|p| p.name.text == above.ty.name)
        {
            return !below.ty.is_primitive() && above.ty.dims <= below.ty.dims;
        }
        let a = crate::index::erasure(&above.ty, am, ad);
        let b = crate::index::erasure(&below.ty, bm, bd);
        simple(&a) == simple(&b)
    }
}
