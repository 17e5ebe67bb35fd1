//! Questions about how classes relate: subtyping, member resolution (JVMS 5.4.3) and method selection (JVMS 5.4.6).

use crate::class::{Access, ClassFile, Field, Method};
use crate::classpath::ClassPath;
use crate::descriptor::FieldType;
use crate::error::ClassError;
use crate::name::{Name, intern};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

/// A member could not be resolved or selected. The first three are Java errors with the same names.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ResolveError {
    #[error("no such field: {0}")]
    NoSuchField(String),
    #[error("no such method: {0}")]
    NoSuchMethod(String),
    #[error("abstract method called: {0}")]
    AbstractMethod(String),
    #[error("incompatible class change: {0}")]
    IncompatibleClassChange(String),
    #[error(transparent)]
    Class(#[from] ClassError),
}

/// A field and the class that declares it.
#[derive(Debug, Clone)]
pub struct ResolvedField {
    pub class: Arc<ClassFile>,
    pub index: usize,
}

impl ResolvedField {
    pub fn field(&self) -> &Field {
        &self.class.fields[self.index]
    }
}

/// A method and the class that declares it.
#[derive(Debug, Clone)]
pub struct ResolvedMethod {
    pub class: Arc<ClassFile>,
    pub index: usize,
}

impl ResolvedMethod {
    pub fn method(&self) -> &Method {
        &self.class.methods[self.index]
    }

    fn same(&self, other: &ResolvedMethod) -> bool {
        Arc::ptr_eq(&self.class, &other.class) && self.index == other.index
    }
}

/// All supertypes of a class, itself included.
#[derive(Debug)]
pub(crate) struct Ancestors {
    /// From the class up to `java/lang/Object`.
    chain: Vec<Arc<ClassFile>>,
    /// Every interface, nearest first, each once.
    interfaces: Vec<Arc<ClassFile>>,
    all: HashSet<Name>,
}

fn missing(class: &str, name: &str, descriptor: &str) -> String {
    format!("{class}.{name}{descriptor}")
}

impl ClassPath {
    pub(crate) fn ancestors(&self, name: &str) -> Result<Arc<Ancestors>, ClassError> {
        if let Some(known) = self.cached_ancestors(name) {
            return known;
        }
        let found = self.find_ancestors(name).map(Arc::new);
        self.keep_ancestors(intern(name), found.clone());
        found
    }

    fn find_ancestors(&self, name: &str) -> Result<Ancestors, ClassError> {
        let mut chain = Vec::new();
        let mut all = HashSet::new();
        let mut next = Some(self.class(name)?);
        while let Some(class) = next {
            if !all.insert(class.name.clone()) {
                return Err(ClassError::Cyclic(class.name.clone()));
            }
            next = class
                .super_name
                .as_ref()
                .map(|s| self.class(s))
                .transpose()?;
            chain.push(class);
        }
        let mut interfaces = Vec::new();
        let mut visiting = HashSet::new();
        for class in &chain {
            self.add_interfaces(class, &mut interfaces, &mut all, &mut visiting)?;
        }
        Ok(Ancestors {
            chain,
            interfaces,
            all,
        })
    }

    /// Depth first; `visiting` holds the way down, so meeting one of its members again is a cycle.
    fn add_interfaces(
        &self,
        class: &ClassFile,
        out: &mut Vec<Arc<ClassFile>>,
        all: &mut HashSet<Name>,
        visiting: &mut HashSet<Name>,
    ) -> Result<(), ClassError> {
        // An explicit stack: a hostile class path could nest interfaces deeper than the Rust stack is.
        visiting.insert(class.name.clone());
        let mut stack: Vec<(Name, std::vec::IntoIter<Name>)> =
            vec![(class.name.clone(), class.interfaces.clone().into_iter())];
        while let Some((name, rest)) = stack.last_mut() {
            let Some(next) = rest.next() else {
                visiting.remove(&*name);
                stack.pop();
                continue;
            };
            if visiting.contains(&next) {
                return Err(ClassError::Cyclic(next));
            }
            if all.insert(next.clone()) {
                let interface = self.class(&next)?;
                visiting.insert(next.clone());
                stack.push((next, interface.interfaces.clone().into_iter()));
                out.push(interface);
            }
        }
        Ok(())
    }

    /// The class and its superclasses, up to `java/lang/Object`.
    pub fn superclasses(&self, name: &str) -> Result<Vec<Arc<ClassFile>>, ClassError> {
        Ok(self.ancestors(name)?.chain.clone())
    }

    /// All interfaces the class implements or, for an interface, extends: nearest first, each once.
    pub fn all_interfaces(&self, name: &str) -> Result<Vec<Arc<ClassFile>>, ClassError> {
        Ok(self.ancestors(name)?.interfaces.clone())
    }

    /// Whether class or interface `sub` is `sup` or below it. Both are internal names, not arrays.
    pub fn is_subclass(&self, sub: &str, sup: &str) -> Result<bool, ClassError> {
        if sub == sup || sup == "java/lang/Object" {
            return Ok(true);
        }
        Ok(self.ancestors(sub)?.all.contains(sup))
    }

    /// Subtyping as `instanceof` and `checkcast` see it, arrays included.
    pub fn is_subtype(&self, sub: &FieldType, sup: &FieldType) -> Result<bool, ClassError> {
        match (sub, sup) {
            (FieldType::Object(sub), FieldType::Object(sup)) => self.is_subclass(sub, sup),
            (FieldType::Array(_), FieldType::Object(sup)) => Ok(matches!(
                &**sup,
                "java/lang/Object" | "java/lang/Cloneable" | "java/io/Serializable"
            )),
            (FieldType::Array(sub), FieldType::Array(sup)) => Ok(sub == sup
                || (sub.is_reference() && sup.is_reference() && self.is_subtype(sub, sup)?)),
            _ => Ok(sub == sup),
        }
    }

    /// JVMS 5.4.3.2.
    pub fn resolve_field(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
    ) -> Result<ResolvedField, ResolveError> {
        let ancestors = self.ancestors(class)?;
        for class in &ancestors.chain {
            if let Some(index) = class.field_index(name, descriptor) {
                return Ok(ResolvedField {
                    class: class.clone(),
                    index,
                });
            }
            for interface in &class.interfaces {
                let above = self.ancestors(interface)?;
                let found = above.chain[..1]
                    .iter()
                    .chain(&above.interfaces)
                    .find_map(|c| {
                        c.field_index(name, descriptor).map(|index| ResolvedField {
                            class: c.clone(),
                            index,
                        })
                    });
                if let Some(found) = found {
                    return Ok(found);
                }
            }
        }
        Err(ResolveError::NoSuchField(missing(class, name, descriptor)))
    }

    /// JVMS 5.4.3.3 and 5.4.3.4. `class` may be an array descriptor. `is_interface` is what the constant said.
    pub fn resolve_method(
        &self,
        class: &str,
        name: &str,
        descriptor: &str,
        is_interface: bool,
    ) -> Result<ResolvedMethod, ResolveError> {
        let class = if class.starts_with('[') {
            "java/lang/Object"
        } else {
            class
        };
        let ancestors = self.ancestors(class)?;
        let declared = &ancestors.chain[0];
        if declared.is_interface() != is_interface {
            return Err(ResolveError::IncompatibleClassChange(format!(
                "{class} is {} interface",
                if is_interface { "no" } else { "an" }
            )));
        }
        let chain = if is_interface {
            &ancestors.chain[..1]
        } else {
            &ancestors.chain[..]
        };
        for class in chain {
            if let Some(index) = find_method(class, name, descriptor) {
                return Ok(ResolvedMethod {
                    class: class.clone(),
                    index,
                });
            }
        }
        if is_interface {
            let object = self.class("java/lang/Object")?;
            let found = object.method_index(name, descriptor).filter(|&i| {
                let access = object.methods[i].access;
                access.is_public() && !access.is_static()
            });
            if let Some(index) = found {
                return Ok(ResolvedMethod {
                    class: object,
                    index,
                });
            }
        }
        let candidates = interface_methods(&ancestors, name, descriptor);
        let specific = self.maximally_specific(&candidates)?;
        let mut concrete = specific.iter().filter(|m| !m.method().access.is_abstract());
        match (concrete.next(), concrete.next()) {
            (Some(only), None) => return Ok(only.clone()),
            // Several defaults, or none: any candidate will do, selection decides later.
            _ => candidates.into_iter().next(),
        }
        .ok_or_else(|| ResolveError::NoSuchMethod(missing(class, name, descriptor)))
    }

    /// JVMS 5.4.6: the method that runs when `resolved` is invoked on an object of class `receiver`
    /// (which may be an array descriptor).
    pub fn select_method(
        &self,
        receiver: &str,
        resolved: &ResolvedMethod,
    ) -> Result<ResolvedMethod, ResolveError> {
        let target = resolved.method();
        if target.access.is_private() || target.is_initializer() {
            return Ok(resolved.clone());
        }
        let receiver = if receiver.starts_with('[') {
            "java/lang/Object"
        } else {
            receiver
        };
        let ancestors = self.ancestors(receiver)?;
        let (name, descriptor) = (&*target.name, &*target.descriptor.text);
        let selected = self.select_in_chain(&ancestors.chain, resolved);
        if let Some(found) = selected {
            return if found.method().access.is_abstract() {
                Err(ResolveError::AbstractMethod(missing(
                    &found.class.name,
                    name,
                    descriptor,
                )))
            } else {
                Ok(found)
            };
        }
        let candidates = interface_methods(&ancestors, name, descriptor);
        let specific = self.maximally_specific(&candidates)?;
        let mut concrete = specific.iter().filter(|m| !m.method().access.is_abstract());
        match (concrete.next(), concrete.next()) {
            (Some(only), None) => Ok(only.clone()),
            (Some(_), Some(_)) => Err(ResolveError::IncompatibleClassChange(format!(
                "{receiver} inherits several defaults for {name}{descriptor}"
            ))),
            _ => Err(ResolveError::AbstractMethod(missing(
                receiver, name, descriptor,
            ))),
        }
    }

    /// The first method up the chain that is `resolved` or overrides it (JVMS 5.4.5).
    fn select_in_chain(
        &self,
        chain: &[Arc<ClassFile>],
        resolved: &ResolvedMethod,
    ) -> Option<ResolvedMethod> {
        let target = resolved.method();
        let mut overridden = vec![resolved.clone()];
        if target.access.is_package_private() && !resolved.class.is_interface() {
            // Overriding a package-private method can go through a public one in between, so go from the top down.
            let mut best = None;
            for class in chain.iter().rev() {
                let Some(index) = overriding_method(class, target) else {
                    continue;
                };
                let found = ResolvedMethod {
                    class: class.clone(),
                    index,
                };
                if found.same(resolved) || overridden.iter().any(|m| may_override(&found, m)) {
                    overridden.push(found.clone());
                    best = Some(found);
                }
            }
            return best;
        }
        chain.iter().find_map(|class| {
            overriding_method(class, target).map(|index| ResolvedMethod {
                class: class.clone(),
                index,
            })
        })
    }

    /// Drops every candidate that a candidate from a subinterface hides.
    fn maximally_specific(
        &self,
        candidates: &[ResolvedMethod],
    ) -> Result<Vec<ResolvedMethod>, ClassError> {
        let mut out = Vec::new();
        for (i, m) in candidates.iter().enumerate() {
            let mut hidden = false;
            for (j, other) in candidates.iter().enumerate() {
                if i != j && self.is_subclass(&other.class.name, &m.class.name)? {
                    hidden = true;
                    break;
                }
            }
            if !hidden {
                out.push(m.clone());
            }
        }
        Ok(out)
    }

    /// The direct subclasses and implementers of each class, over the project's own classes only.
    pub(crate) fn project_subclasses(&self) -> Result<HashMap<Name, Vec<Name>>, ClassError> {
        let mut below: HashMap<Name, Vec<Name>> = HashMap::new();
        for name in self.project_classes()? {
            // A class that cannot be read is reported when somebody asks for it, not by everybody else's query.
            let Ok(class) = self.class(&name) else {
                continue;
            };
            for above in class.super_name.iter().chain(&class.interfaces) {
                below
                    .entry(above.clone())
                    .or_default()
                    .push(class.name.clone());
            }
        }
        below.values_mut().for_each(|names| names.sort());
        Ok(below)
    }

    /// The project's classes strictly below `name`, sorted. Libraries and the JDK are not searched.
    pub fn subclasses(&self, name: &str) -> Result<Vec<Name>, ClassError> {
        let below = self.subclass_table()?;
        let mut seen = HashSet::new();
        let mut todo = vec![intern(name)];
        while let Some(next) = todo.pop() {
            for sub in below.get(&next).into_iter().flatten() {
                if seen.insert(sub.clone()) {
                    todo.push(sub.clone());
                }
            }
        }
        seen.remove(name);
        let mut names: Vec<Name> = seen.into_iter().collect();
        names.sort();
        Ok(names)
    }
}

/// A declared method, or the one signature-polymorphic method of that name (JVMS 2.9.3).
fn find_method(class: &ClassFile, name: &str, descriptor: &str) -> Option<usize> {
    if let Some(index) = class.method_index(name, descriptor) {
        return Some(index);
    }
    if !matches!(
        &*class.name,
        "java/lang/invoke/MethodHandle" | "java/lang/invoke/VarHandle"
    ) {
        return None;
    }
    let mut named = class
        .methods
        .iter()
        .enumerate()
        .filter(|(_, m)| &*m.name == name);
    let (index, method) = named.next()?;
    let polymorphic = named.next().is_none()
        && method.access.has(Access::NATIVE)
        && method.access.has(Access::VARARGS)
        && method.descriptor.text.starts_with("([Ljava/lang/Object;)");
    polymorphic.then_some(index)
}

/// An instance method of `class` with `target`'s name and descriptor that takes part in overriding.
fn overriding_method(class: &ClassFile, target: &Method) -> Option<usize> {
    let index = class.method_index(&target.name, &target.descriptor.text)?;
    let access = class.methods[index].access;
    (!access.is_static() && !access.is_private()).then_some(index)
}

fn may_override(sub: &ResolvedMethod, above: &ResolvedMethod) -> bool {
    let access = above.method().access;
    access.is_public() || access.is_protected() || sub.class.package() == above.class.package()
}

/// Methods of superinterfaces that a class can inherit.
fn interface_methods(ancestors: &Ancestors, name: &str, descriptor: &str) -> Vec<ResolvedMethod> {
    let inheritable = |class: &Arc<ClassFile>| {
        let index = class.method_index(name, descriptor)?;
        let access = class.methods[index].access;
        (!access.is_private() && !access.is_static()).then(|| ResolvedMethod {
            class: class.clone(),
            index,
        })
    };
    let own = ancestors.chain.first().filter(|c| c.is_interface());
    own.into_iter()
        .chain(&ancestors.interfaces)
        .filter_map(inheritable)
        .collect()
}
