//! Invariants of objects besides receiver and parameters. Whoever changes an object owes its invariants when it ends,
//! and whoever is called from outside may rely on them.

use super::govern::{Of, Owed};
use super::method::Declared;
use super::reads::Reads;
use super::types::Ty;
use super::{ClauseRef, Lowerer};
use crate::ClauseId;
use crate::companion::is_companion;
use crate::index::TypeNo;
use crate::out::Fragment;
use proviso_names::{ADDED, OWED};
use proviso_syntax::ast::{Method, MethodKind, TypeKind, TypeRef};

const JML: &str = "proviso.runtime.Jml";

/// Types whose invariants code elsewhere can ask for, by the top-level type they stand in.
pub(super) type InvariantHomes = Vec<(TypeNo, Vec<TypeNo>)>;

impl<'a> Lowerer<'a> {
    /// Looks for the types whose invariants code elsewhere can ask for.
    fn find_invariant_homes(&self) -> InvariantHomes {
        let mut homes = InvariantHomes::new();
        for ty in (0..self.index.types.len()).map(TypeNo) {
            let entry = self.index.of(ty);
            let written = self.type_clauses.get(&ty);
            if written.is_none_or(|clauses| clauses.invariants.is_empty())
                || !entry.is_member
                || is_companion(self.index.files[entry.file].path)
            {
                continue;
            }
            let mut top = ty;
            while let Some(outer) = self.index.of(top).outer {
                top = outer;
            }
            match homes.iter_mut().find(|(home, _)| *home == top) {
                Some((_, types)) => types.push(ty),
                None => homes.push((top, vec![ty])),
            }
        }
        homes
    }

    pub fn owed_methods(&mut self) {
        if self.options.no_contracts {
            return;
        }
        self.invariant_homes = self.find_invariant_homes();
        for (home, types) in self.invariant_homes.clone() {
            let mut out =
                Fragment::glue(format!(" public static void {OWED}(Object proviso$o) {{"));
            for ty in types {
                let name = self.index.name_from(ty, home);
                let clauses = self.type_clauses.get(&ty);
                for c in clauses.into_iter().flat_map(|c| &c.invariants) {
                    out.push(&format!(" if (proviso$o instanceof {name})"));
                    self.check(c, &format!("(({name}) proviso$o).{}()", c.name), &mut out);
                }
            }
            out.push(" }");
            self.add_member(home, out);
        }
        self.added_methods();
    }

    fn added_methods(&mut self) {
        for (home, types) in self.invariant_homes.clone() {
            let mut out = Fragment::glue(format!(
                " public static void {ADDED}(Object proviso$o, boolean proviso$written) {{"
            ));
            for ty in types {
                let name = self.index.name_from(ty, home);
                for c in self.written_invariants(ty) {
                    let shaken = match c.reads {
                        Reads::Own => String::new(),
                        Reads::Statics => format!(" || {JML}.shaken(true)"),
                        Reads::Heap => format!(" || {JML}.shaken(false)"),
                    };
                    let call = format!("(({name}) proviso$o).{}()", c.name);
                    out.push(&format!(" if ((proviso$written{shaken}) && proviso$o instanceof {name}) {{ boolean proviso$had = false; try {{ proviso$had = {JML}.old(0, () -> {call}); }} catch (Throwable proviso$x) {{ }} {JML}.assume({}, proviso$had);", c.id.0));
                    self.check(&c, &call, &mut out);
                    out.push(" }");
                }
            }
            out.push(" }");
            self.add_member(home, out);
        }
    }

    /// One that is not understood is among them: whoever has to keep it becomes `unknown`.
    fn written_invariants(&self, ty: TypeNo) -> Vec<ClauseRef> {
        let clauses = self.type_clauses.get(&ty);
        clauses.map_or_else(Vec::new, |clauses| clauses.invariants.clone())
    }

    /// At the end of a driver: what subclasses add to the invariants of the parameters' types. The driver checks those
    /// of the declared types itself, `changed` those of objects that were written to.
    fn subclass_invariants_kept(
        &self,
        ty: TypeNo,
        method: &Method,
        homes: &[&(TypeNo, Vec<TypeNo>)],
        out: &mut Fragment,
    ) {
        for p in super::method::params_of(method, self.index.of(ty).decl) {
            if p.ty.dims > 0 || p.ty.is_primitive() {
                continue;
            }
            for (home, types) in homes {
                let adds = |t: &TypeNo| {
                    let mut all = self.written_invariants(*t).into_iter();
                    all.any(|c| c.reads != Reads::Own) && self.adds_to(*t, &p.ty, ty, method)
                };
                if types.iter().any(adds) {
                    let name = self.index.name_from(*home, ty);
                    out.push(&format!(" {name}.{ADDED}({}, false);", p.name.text));
                }
            }
        }
        let heirs = self.heirs(ty, method);
        for (home, types) in homes {
            let inherited = |t: &TypeNo| {
                !self.index.ancestry(ty).contains(t)
                    && heirs.iter().any(|h| self.index.ancestry(*h).contains(t))
            };
            if types.iter().any(inherited) {
                let name = self.index.name_from(*home, ty);
                out.push(&format!(" {name}.{ADDED}(this, true);"));
            }
        }
    }

    /// Subclasses that inherit the method as it is and add invariants, which it has to keep.
    pub fn heirs(&self, ty: TypeNo, method: &Method) -> Vec<TypeNo> {
        if method.kind != MethodKind::Method
            || method.is_static()
            || method.modifiers.has_java("private")
            || method.body.is_none()
            || self.options.no_contracts
        {
            return Vec::new();
        }
        let mut heirs = Vec::new();
        for heir in (0..self.index.types.len()).map(TypeNo) {
            let entry = self.index.of(heir);
            let can_be_made = entry.is_member
                && entry.decl.kind == TypeKind::Class
                && !entry.decl.modifiers.has_java("abstract");
            if heir == ty || !can_be_made {
                continue;
            }
            let above = self.index.ancestry(heir);
            if !above.contains(&ty) {
                continue;
            }
            let own = self.index.ancestry(ty);
            let between = above.iter().filter(|t| !own.contains(t));
            let adds = between
                .clone()
                .any(|t| !self.written_invariants(*t).is_empty());
            let overrides = |t: &TypeNo| {
                let mut methods = self.index.of(*t).decl.methods();
                methods.any(|m| {
                    let overridden = self.overridden(*t, m);
                    overridden.iter().any(|(_, o)| std::ptr::eq(*o, method))
                })
            };
            if adds && !between.clone().any(overrides) {
                heirs.push(heir);
            }
        }
        heirs
    }

    /// Whether an object behind a variable of type `declared` can have the invariants of `ty` without the declared type
    /// having them: some class of the project is both. Of types outside the project the project's subtypes are not
    /// known here; the engine decides.
    fn adds_to(&self, ty: TypeNo, declared: &TypeRef, from: TypeNo, method: &Method) -> bool {
        let of_class = &self.index.of(from).decl.type_params;
        let variable = method.type_params.iter().chain(of_class);
        if let Some(variable) = variable.into_iter().find(|v| v.name.text == declared.name) {
            let bounds = &variable.bounds;
            return bounds.iter().all(|b| self.adds_to(ty, b, from, method));
        }
        let mut classes = (0..self.index.types.len()).map(TypeNo);
        match Ty::of(declared, self.index, from) {
            Ty::Class(no) => {
                !self.index.ancestry(no).contains(&ty)
                    && classes.any(|c| {
                        let above = self.index.ancestry(c);
                        above.contains(&ty) && above.contains(&no)
                    })
            }
            Ty::Ref | Ty::Any => {
                matches!(declared.name.as_str(), "Object" | "java.lang.Object")
                    || classes.any(|c| {
                        self.index.ancestry(c).contains(&ty) && self.index.has_outside_super(c)
                    })
            }
            _ => false,
        }
    }

    /// At the end of a driver: the invariants of every object of the input that the method has changed, and of the
    /// parameters those that their subclasses add. The receiver has been asked already. Gives the clauses.
    pub fn others_kept(
        &self,
        ty: TypeNo,
        method: &Method,
        declared: &Declared,
        except: &str,
        out: &mut Fragment,
    ) -> Vec<ClauseId> {
        if declared.helper || declared.purity.is_some() || self.options.no_contracts {
            return Vec::new();
        }
        let package = |t: TypeNo| self.index.file(t).package.as_ref().map(|p| &p.text);
        let reachable = |(home, _): &&(TypeNo, Vec<TypeNo>)| {
            let public = self.index.of(*home).decl.modifiers.has_java("public");
            (package(*home) == package(ty) || public && package(*home).is_some())
                && self.index.can_be_named(*home, ty)
        };
        let homes: Vec<_> = self.invariant_homes.iter().filter(reachable).collect();
        if homes.is_empty() {
            return Vec::new();
        }
        out.push(&format!(" {{ int proviso$n = {JML}.changed({except}); for (int proviso$i = 0; proviso$i < proviso$n; proviso$i++) {{ Object proviso$o = {JML}.changedAt({except}, proviso$i);"));
        for (home, _) in &homes {
            let name = self.index.name_from(*home, ty);
            out.push(&format!(" {name}.{OWED}(proviso$o);"));
        }
        out.push(" } }");
        self.subclass_invariants_kept(ty, method, &homes, out);
        let types = homes.iter().flat_map(|(_, types)| types);
        types
            .filter_map(|ty| self.type_clauses.get(ty))
            .flat_map(|clauses| clauses.invariants.iter().map(|c| c.id))
            .collect()
    }

    /// The invariants a callee relies on, as far as a caller can have broken them: those of an object that is not
    /// the caller itself, whose methods know what they call in between.
    pub fn relied_on(&self, ty: TypeNo, method: &Method, declared: &Declared) -> Vec<Owed> {
        if declared.helper
            || self.options.no_contracts
            || method.kind != MethodKind::Method
            || method.modifiers.has_java("private")
        {
            return Vec::new();
        }
        let params = super::method::params_of(method, self.index.of(ty).decl);
        let mut owed = self.owed_invariants(ty, method, params);
        owed.retain(|inv| !matches!(inv.of, Of::Nobody));
        owed
    }

    /// At a call of the method: the invariants of `relied_on` on objects that the caller has changed or made.
    pub fn kept_at_call(&self, relied_on: &[Owed], is_static: bool, out: &mut Fragment) {
        for inv in relied_on {
            let object = match &inv.of {
                Of::Param(name) => name,
                _ => "this",
            };
            let callee = if is_static { object } else { "this" };
            let call = inv.call(self, "this");
            out.push(&format!(" if ({JML}.suspect({object}, {callee})) {{ boolean proviso$b = false; try {{ proviso$b = {call}; }} catch (Throwable proviso$x) {{ }} {JML}.checkAtCall({}, proviso$b); }}", inv.clause.id.0));
        }
    }
}
