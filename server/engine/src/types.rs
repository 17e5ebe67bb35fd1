//! What is known of the class of a symbolic reference or object: subtype constraints, in an open world unless a class
//! is final or sealed. A class the project does not know behaves as the class it extends.

use crate::classes::{ClassId, ClassKind, ClassTable};
use std::rc::Rc;

/// The classes an object may have.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TypeSet {
    /// Known exactly.
    pub exact: Option<ClassId>,
    /// It is a subtype of each of these; none of them is a supertype of another.
    pub upper: Vec<ClassId>,
    /// It is a subtype of none of these.
    pub not: Vec<ClassId>,
    /// It is exactly one of these (a sealed hierarchy, or the classes that select one implementation).
    pub within: Option<Rc<[ClassId]>>,
    /// It is a class that the project does not know; only said in an open world.
    pub foreign: bool,
}

impl TypeSet {
    pub fn exactly(class: ClassId) -> Rc<TypeSet> {
        Rc::new(TypeSet {
            exact: Some(class),
            upper: vec![class],
            ..TypeSet::default()
        })
    }

    /// The most telling upper bound: a class before an interface.
    pub fn bound(&self, classes: &ClassTable) -> ClassId {
        if let Some(exact) = self.exact {
            return exact;
        }
        let class = self
            .upper
            .iter()
            .find(|&&c| !classes.get(c).access.is_interface());
        class
            .or(self.upper.first())
            .copied()
            .unwrap_or(classes.object)
    }
}

impl ClassTable {
    /// Everything at or below a class.
    pub fn types_below(&mut self, class: ClassId) -> Rc<TypeSet> {
        let anything = TypeSet::default();
        self.narrow(&anything, class)
            .unwrap_or_else(|| TypeSet::exactly(class))
    }

    /// Is everything in the set a subtype (`Some(true)`), nothing (`Some(false)`), or does it depend?
    pub fn subtype_of(&mut self, set: &TypeSet, class: ClassId) -> Option<bool> {
        if let Some(exact) = set.exact {
            return Some(self.is_subtype(exact, class));
        }
        if set.upper.iter().any(|&u| self.is_subtype(u, class)) {
            return Some(true);
        }
        if set.not.iter().any(|&n| self.is_subtype(class, n)) {
            return Some(false);
        }
        if let Some(within) = &set.within {
            let below = within
                .iter()
                .filter(|&&c| self.is_subtype(c, class))
                .count();
            return match below {
                0 => Some(false),
                n if n == within.len() => Some(true),
                _ => None,
            };
        }
        if self.narrow(set, class).is_none() {
            Some(false)
        } else {
            None
        }
    }

    /// The part of the set that is a subtype of `class`; `None` if there is none.
    pub fn narrow(&mut self, set: &TypeSet, class: ClassId) -> Option<Rc<TypeSet>> {
        if let Some(exact) = set.exact {
            return self.is_subtype(exact, class).then(|| Rc::new(set.clone()));
        }
        if set.not.iter().any(|&n| self.is_subtype(class, n)) {
            return None;
        }
        let mut upper: Vec<ClassId> = Vec::new();
        if set.upper.iter().any(|&u| self.is_subtype(u, class)) {
            upper.clone_from(&set.upper);
        } else {
            if !set.upper.iter().all(|&u| self.may_meet(u, class)) {
                return None;
            }
            upper.extend(
                set.upper
                    .iter()
                    .copied()
                    .filter(|&u| !self.is_subtype(class, u)),
            );
            upper.push(class);
        }
        let within = match (&set.within, self.closed(class)) {
            (None, None) => None,
            (None, Some(all)) => Some(all),
            (Some(w), _) => Some(
                w.iter()
                    .copied()
                    .filter(|&c| self.is_subtype(c, class))
                    .collect(),
            ),
        };
        self.normal(TypeSet {
            exact: None,
            upper,
            not: set.not.clone(),
            within,
            foreign: set.foreign,
        })
    }

    /// The part of the set that is not a subtype of `class`.
    pub fn exclude(&mut self, set: &TypeSet, class: ClassId) -> Option<Rc<TypeSet>> {
        if let Some(exact) = set.exact {
            return (!self.is_subtype(exact, class)).then(|| Rc::new(set.clone()));
        }
        if set.upper.iter().any(|&u| self.is_subtype(u, class)) {
            return None;
        }
        if set.not.iter().any(|&n| self.is_subtype(class, n)) {
            return Some(Rc::new(set.clone()));
        }
        let mut not = set.not.clone();
        not.push(class);
        let within = set.within.clone();
        self.normal(TypeSet {
            exact: None,
            upper: set.upper.clone(),
            not,
            within,
            foreign: set.foreign,
        })
    }

    /// What is in both.
    pub fn meet(&mut self, a: &TypeSet, b: &TypeSet) -> Option<Rc<TypeSet>> {
        if let Some(exact) = a.exact {
            return self.contains(b, exact).then(|| Rc::new(a.clone()));
        }
        if let Some(exact) = b.exact {
            return self.contains(a, exact).then(|| Rc::new(b.clone()));
        }
        let mut set = Rc::new(a.clone());
        for &u in &b.upper {
            set = self.narrow(&set, u)?;
        }
        for &n in &b.not {
            set = self.exclude(&set, n)?;
        }
        if b.foreign {
            set = self.foreign(&set)?;
        }
        match &b.within {
            Some(w) => self.restrict(&set, w),
            None => Some(set),
        }
    }

    pub fn contains(&self, set: &TypeSet, class: ClassId) -> bool {
        match set.exact {
            Some(exact) => exact == class,
            None => {
                !set.foreign
                    && set.upper.iter().all(|&u| self.is_subtype(class, u))
                    && !set.not.iter().any(|&n| self.is_subtype(class, n))
                    && set.within.as_ref().is_none_or(|w| w.contains(&class))
            }
        }
    }

    /// The part of the set that is exactly one of `classes`.
    pub fn restrict(&mut self, set: &TypeSet, classes: &[ClassId]) -> Option<Rc<TypeSet>> {
        let within: Rc<[ClassId]> = classes
            .iter()
            .copied()
            .filter(|&c| self.contains(set, c))
            .collect();
        self.normal(TypeSet {
            within: Some(within),
            ..set.clone()
        })
    }

    /// The part of the set that the project does not know.
    pub fn foreign(&mut self, set: &TypeSet) -> Option<Rc<TypeSet>> {
        if set.exact.is_some() {
            return None;
        }
        self.normal(TypeSet {
            foreign: true,
            ..set.clone()
        })
    }

    /// Can code that the project does not know extend it? Not if it is final or sealed, private or local to a method, or
    /// has only private constructors.
    fn is_extensible(&self, class: ClassId) -> bool {
        let c = self.get(class);
        let Some(file) = &c.file else {
            return false;
        };
        let hidden = file.inner_classes.iter().any(|inner| {
            inner.inner == c.name && (inner.access.is_private() || inner.outer.is_none())
        });
        let mut constructors = c.methods.iter().filter(|m| &*m.name == "<init>");
        let open = c.access.is_interface() || constructors.any(|m| !m.access.is_private());
        !c.access.is_final() && file.permitted_subclasses.is_none() && !hidden && open
    }

    fn normal(&mut self, mut set: TypeSet) -> Option<Rc<TypeSet>> {
        if let Some(within) = &set.within {
            let kept: Rc<[ClassId]> = within
                .iter()
                .copied()
                .filter(|&c| {
                    set.upper.iter().all(|&u| self.is_subtype(c, u))
                        && !set.not.iter().any(|&n| self.is_subtype(c, n))
                })
                .collect();
            match kept.len() {
                0 => return None,
                1 => return Some(TypeSet::exactly(kept[0])),
                _ => set.within = Some(kept),
            }
        }
        // No class that the project does not know is one of these, or below a leaf.
        let closed = set.within.is_some() || set.upper.iter().any(|&u| !self.is_extensible(u));
        if set.foreign && closed {
            return None;
        }
        if let Some(&only) = set.upper.iter().find(|&&u| self.is_leaf(u)) {
            return set
                .upper
                .iter()
                .all(|&u| self.is_subtype(only, u))
                .then(|| TypeSet::exactly(only));
        }
        Some(Rc::new(set))
    }

    /// No class but this one is below it: final classes, arrays of final or primitive elements.
    fn is_leaf(&self, class: ClassId) -> bool {
        let c = self.get(class);
        match c.kind {
            ClassKind::Primitive(_) => true,
            ClassKind::Array(e) => self.is_leaf(e),
            ClassKind::Instance => c.access.is_final(),
        }
    }

    /// Can an unknown class be below both? Two classes need one to extend the other; an interface goes with any
    /// class that is not final.
    fn may_meet(&self, a: ClassId, b: ClassId) -> bool {
        if self.is_subtype(a, b) || self.is_subtype(b, a) {
            return true;
        }
        let (ca, cb) = (self.get(a), self.get(b));
        match (&ca.kind, &cb.kind) {
            (ClassKind::Array(x), ClassKind::Array(y)) => self.may_meet(*x, *y),
            (ClassKind::Instance, ClassKind::Instance) => {
                (ca.access.is_interface() && !cb.access.is_final())
                    || (cb.access.is_interface() && !ca.access.is_final())
            }
            _ => false,
        }
    }

    /// For a sealed class all of whose subclasses are known: those that can have instances.
    fn closed(&mut self, class: ClassId) -> Option<Rc<[ClassId]>> {
        let mut all = Vec::new();
        self.collect_closed(class, &mut all).then(|| all.into())
    }

    fn collect_closed(&mut self, class: ClassId, all: &mut Vec<ClassId>) -> bool {
        let c = self.get(class).clone();
        let permitted = c.file.as_ref().and_then(|f| f.permitted_subclasses.clone());
        let Some(permitted) = permitted else {
            if c.access.is_final() && self.is_instantiable(class) {
                all.push(class);
                return true;
            }
            return false;
        };
        if self.is_instantiable(class) {
            all.push(class);
        }
        permitted
            .iter()
            .all(|name| self.load(name).is_ok_and(|id| self.collect_closed(id, all)))
    }
}
