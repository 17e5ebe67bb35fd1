//! Invariants of objects besides receiver and parameters. Whoever changes an object owes its invariants when it ends,
//! and whoever is called from outside may rely on them.

use super::Lowerer;
use super::govern::{Of, Owed};
use super::method::Declared;
use crate::ClauseId;
use crate::companion::is_companion;
use crate::index::TypeNo;
use crate::out::Fragment;
use proviso_names::OWED;
use proviso_syntax::ast::{Method, MethodKind};

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
    }

    /// At the end of a driver: the invariants of every object of the input that the method has changed. The receiver
    /// has been asked already. Gives the clauses.
    pub fn others_kept(
        &self,
        ty: TypeNo,
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
            package(*home) == package(ty) || public && package(*home).is_some()
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
