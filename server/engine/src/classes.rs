//! Loaded classes: identity, supertypes, field layout, method resolution and selection (JVMS 5.4.3, 5.4.6).
//! Shared by all states of a run; what a state knows of a class (statics, initialization) is in the state.

use crate::intrinsics::Intrinsic;
use proviso_classfile::{
    Access, ClassError, ClassFile, ClassPath, Code, FieldType, MethodDescriptor, Name, Primitive,
    intern,
};
use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ClassId(pub u32);

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct MethodId(pub u32);

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClassKind {
    Instance,
    Array(ClassId),
    Primitive(Primitive),
}

/// A field with a place in an object (instance fields) or in its class (static fields).
#[derive(Debug, Clone)]
pub struct Field {
    pub class: ClassId,
    pub name: Name,
    pub ty: FieldType,
    pub access: Access,
    pub constant: Option<proviso_classfile::Constant>,
}

#[derive(Debug)]
pub struct Class {
    pub id: ClassId,
    /// Internal name; descriptor for arrays; keyword for primitives.
    pub name: Name,
    pub kind: ClassKind,
    pub access: Access,
    pub superclass: Option<ClassId>,
    pub interfaces: Vec<ClassId>,
    /// All supertypes, the class itself included.
    pub supers: HashSet<ClassId>,
    /// Instance fields by slot: inherited ones first.
    pub fields: Vec<Field>,
    /// Static fields declared here, by slot.
    pub statics: Vec<Field>,
    pub methods: Vec<Rc<Method>>,
    by_name: HashMap<(Name, Name), usize>,
    pub file: Option<Arc<ClassFile>>,
    /// Part of the project under check, not of a library or the JDK.
    pub project: bool,
    pub initializer: Option<Rc<Method>>,
}

pub struct Method {
    pub id: MethodId,
    pub class: ClassId,
    pub class_name: Name,
    pub name: Name,
    pub descriptor: Arc<MethodDescriptor>,
    pub access: Access,
    pub project: bool,
    pub body: MethodBody,
    pub source_file: Option<Name>,
    /// Looked up once: whether Rust code stands in for this method.
    pub(crate) intrinsic: OnceCell<Option<Intrinsic>>,
}

pub enum MethodBody {
    /// In a class file, at this index.
    File(Arc<ClassFile>, usize),
    /// Made by the engine: Rust code.
    Rust(RustBody),
    /// Made by the engine: instructions (lambda classes, linked `invokedynamic` sites).
    Made(Arc<Code>),
}

/// A method body in Rust: finds receiver and arguments on the caller's stack (last argument on top), and either
/// completes the call (`Machine::finish_call`) or pushes a frame.
pub type RustBody = Rc<
    dyn Fn(
        &mut crate::machine::Machine,
        &mut crate::state::State,
        &Rc<Method>,
    ) -> crate::machine::R<()>,
>;

impl std::fmt::Debug for Method {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{}.{}{}",
            self.class_name, self.name, self.descriptor.text
        )
    }
}

impl Method {
    pub fn code(&self) -> Result<Option<Arc<Code>>, ClassError> {
        match &self.body {
            MethodBody::File(file, index) => match file.methods[*index].code() {
                Ok(code) => Ok(code.cloned()),
                Err(e) => Err(e.clone()),
            },
            MethodBody::Made(code) => Ok(Some(code.clone())),
            MethodBody::Rust(_) => Ok(None),
        }
    }

    pub fn is_static(&self) -> bool {
        self.access.is_static()
    }

    /// Made by lowering a contract: a driver, a clause, or a lambda inside one.
    pub fn is_spec(&self) -> bool {
        proviso_names::is_inside_generated(&self.name)
    }

    /// Values taken from the operand stack: the receiver and the arguments.
    pub fn argument_count(&self) -> usize {
        self.descriptor.params.len() + usize::from(!self.is_static())
    }

    /// Class, name and descriptor.
    pub fn full_name(&self) -> crate::search::MethodName {
        let descriptor = self.descriptor.text.clone();
        (self.class_name.clone(), self.name.clone(), descriptor)
    }

    /// `pkg.Class.method(desc)ret`
    pub fn display(&self) -> String {
        format!(
            "{}.{}{}",
            self.class_name.replace('/', "."),
            self.name,
            self.descriptor.text
        )
    }
}

/// Description of a class made by the engine.
pub struct Synthetic {
    pub name: Name,
    pub superclass: ClassId,
    pub interfaces: Vec<ClassId>,
    pub fields: Vec<(Name, FieldType)>,
    pub methods: Vec<SyntheticMethod>,
}

/// A method of a class made by the engine.
pub struct SyntheticMethod {
    pub name: Name,
    pub descriptor: Arc<MethodDescriptor>,
    pub is_static: bool,
    pub body: MethodBody,
}

/// A resolved field: where it is declared and its slot there.
#[derive(Debug, Clone)]
pub struct ResolvedField {
    pub class: ClassId,
    pub slot: usize,
    pub is_static: bool,
    pub ty: FieldType,
    pub is_final: bool,
    pub is_volatile: bool,
    pub name: Name,
}

pub struct ClassTable {
    path: Arc<ClassPath>,
    classes: Vec<Rc<Class>>,
    methods: Vec<Rc<Method>>,
    by_name: HashMap<Name, Result<ClassId, ClassError>>,
    loading: Vec<Name>,
    selected: HashMap<(ClassId, MethodId), Option<Rc<Method>>>,
    project_loaded: bool,
    children: HashMap<ClassId, Vec<ClassId>>,
    pub object: ClassId,
}

const PRIMITIVES: [Primitive; 8] = [
    Primitive::Boolean,
    Primitive::Byte,
    Primitive::Char,
    Primitive::Short,
    Primitive::Int,
    Primitive::Long,
    Primitive::Float,
    Primitive::Double,
];

impl ClassTable {
    pub fn new(path: Arc<ClassPath>) -> Result<ClassTable, ClassError> {
        let mut table = ClassTable {
            path,
            classes: Vec::new(),
            methods: Vec::new(),
            by_name: HashMap::new(),
            loading: Vec::new(),
            selected: HashMap::new(),
            project_loaded: false,
            children: HashMap::new(),
            object: ClassId(0),
        };
        for p in PRIMITIVES {
            table.add_plain(intern(p.keyword()), ClassKind::Primitive(p));
        }
        // `void` has a mirror too (`void.class`).
        table.add_plain(intern("void"), ClassKind::Instance);
        table.object = table.load("java/lang/Object")?;
        Ok(table)
    }

    fn add_plain(&mut self, name: Name, kind: ClassKind) {
        let id = ClassId(self.classes.len() as u32);
        self.classes.push(Rc::new(Class {
            id,
            name,
            kind,
            access: Access(Access::PUBLIC | Access::FINAL | Access::ABSTRACT),
            superclass: None,
            interfaces: Vec::new(),
            supers: HashSet::from([id]),
            fields: Vec::new(),
            statics: Vec::new(),
            methods: Vec::new(),
            by_name: HashMap::new(),
            file: None,
            project: false,
            initializer: None,
        }));
    }

    pub fn path(&self) -> &Arc<ClassPath> {
        &self.path
    }

    pub fn get(&self, id: ClassId) -> &Rc<Class> {
        &self.classes[id.0 as usize]
    }

    pub fn name(&self, id: ClassId) -> &Name {
        &self.classes[id.0 as usize].name
    }

    pub fn method(&self, id: MethodId) -> &Rc<Method> {
        &self.methods[id.0 as usize]
    }

    pub fn void(&self) -> ClassId {
        ClassId(PRIMITIVES.len() as u32)
    }

    pub fn primitive(&self, p: Primitive) -> ClassId {
        ClassId(PRIMITIVES.iter().position(|&q| q == p).unwrap_or(0) as u32)
    }

    /// Already loaded, or not.
    pub fn find(&self, name: &str) -> Option<ClassId> {
        self.by_name
            .get(name)
            .and_then(|r| r.as_ref().ok())
            .copied()
    }

    /// The class of a field type.
    pub fn load_type(&mut self, ty: &FieldType) -> Result<ClassId, ClassError> {
        match ty {
            FieldType::Primitive(p) => Ok(self.primitive(*p)),
            FieldType::Object(name) => self.load(name),
            FieldType::Array(_) => self.load(&ty.class_name()),
        }
    }

    /// Loads by internal name; arrays by descriptor (`[I`). Failures are kept, too.
    pub fn load(&mut self, name: &str) -> Result<ClassId, ClassError> {
        if let Some(known) = self.by_name.get(name) {
            return known.clone();
        }
        let name = intern(name);
        if self.loading.contains(&name) {
            return Err(ClassError::Cyclic(name));
        }
        self.loading.push(name.clone());
        let loaded = if name.starts_with('[') {
            self.load_array(&name)
        } else {
            self.load_file(&name)
        };
        self.loading.pop();
        self.by_name.insert(name, loaded.clone());
        loaded
    }

    fn load_array(&mut self, name: &Name) -> Result<ClassId, ClassError> {
        let FieldType::Array(element) = FieldType::from_class_name(name)? else {
            return Err(ClassError::BadDescriptor(name.to_string()));
        };
        let element = self.load_type(&element)?;
        let interfaces = vec![
            self.load("java/lang/Cloneable")?,
            self.load("java/io/Serializable")?,
        ];
        let mut supers = HashSet::from([self.object]);
        supers.extend(&interfaces);
        // Covariance (JLS 4.10.3): supertypes of the element type give supertypes of the array type.
        let above: Vec<ClassId> = match self.get(element).kind {
            ClassKind::Primitive(_) => Vec::new(),
            _ => self
                .get(element)
                .supers
                .iter()
                .copied()
                .filter(|&s| s != element)
                .collect(),
        };
        let mut above: Vec<Name> = above.into_iter().map(|s| self.array_name(s)).collect();
        above.sort();
        for s in above {
            supers.insert(self.load(&s)?);
        }
        // Loading the supertypes may have added classes: the id is taken only now.
        let id_now = ClassId(self.classes.len() as u32);
        supers.insert(id_now);
        let element_class = self.get(element);
        let access =
            Access((element_class.access.0 & (Access::PUBLIC | Access::FINAL)) | Access::ABSTRACT);
        let project = element_class.project;
        self.classes.push(Rc::new(Class {
            id: id_now,
            name: name.clone(),
            kind: ClassKind::Array(element),
            access,
            superclass: Some(self.object),
            interfaces,
            supers,
            fields: Vec::new(),
            statics: Vec::new(),
            methods: Vec::new(),
            by_name: HashMap::new(),
            file: None,
            project,
            initializer: None,
        }));
        Ok(id_now)
    }

    fn array_name(&self, element: ClassId) -> Name {
        let class = self.get(element);
        match &class.kind {
            ClassKind::Array(_) => intern(&format!("[{}", class.name)),
            ClassKind::Primitive(p) => intern(&format!("[{}", p.descriptor_char())),
            ClassKind::Instance => intern(&format!("[L{};", class.name)),
        }
    }

    /// The array class with this element class.
    pub fn array_of(&mut self, element: ClassId) -> Result<ClassId, ClassError> {
        let name = self.array_name(element);
        self.load(&name)
    }

    fn load_file(&mut self, name: &Name) -> Result<ClassId, ClassError> {
        let file = self.path.class(name)?;
        // The runtime of lowered contracts is on the project's class path but is not the user's.
        let project = !name.starts_with("proviso/runtime/") && self.path.is_project_class(name);
        let superclass = file.super_name.clone().map(|s| self.load(&s)).transpose()?;
        let mut interfaces = Vec::new();
        for i in &file.interfaces {
            interfaces.push(self.load(i)?);
        }
        let id = ClassId(self.classes.len() as u32);
        let mut fields = superclass.map_or_else(Vec::new, |s| self.get(s).fields.clone());
        let mut statics = Vec::new();
        for f in &file.fields {
            let field = Field {
                class: id,
                name: f.name.clone(),
                ty: f.ty.clone(),
                access: f.access,
                constant: f.constant_value.clone(),
            };
            if f.access.is_static() {
                statics.push(field)
            } else {
                fields.push(field)
            }
        }
        let methods: Vec<Rc<Method>> = file
            .methods
            .iter()
            .enumerate()
            .map(|(i, m)| {
                Rc::new(Method {
                    id: MethodId((self.methods.len() + i) as u32),
                    class: id,
                    class_name: name.clone(),
                    name: m.name.clone(),
                    descriptor: m.descriptor.clone(),
                    access: m.access,
                    project,
                    body: MethodBody::File(file.clone(), i),
                    source_file: file.source_file.clone(),
                    intrinsic: OnceCell::new(),
                })
            })
            .collect();
        let class = self.finish(
            id,
            name.clone(),
            file.access,
            superclass,
            interfaces,
            fields,
            statics,
            methods,
        );
        let class = Class {
            file: Some(file),
            project,
            ..class
        };
        self.classes.push(Rc::new(class));
        Ok(id)
    }

    #[allow(clippy::too_many_arguments)] // one caller per way a class comes to be
    fn finish(
        &mut self,
        id: ClassId,
        name: Name,
        access: Access,
        superclass: Option<ClassId>,
        interfaces: Vec<ClassId>,
        fields: Vec<Field>,
        statics: Vec<Field>,
        methods: Vec<Rc<Method>>,
    ) -> Class {
        let mut supers = HashSet::from([id]);
        for s in superclass.iter().chain(&interfaces) {
            supers.extend(&self.get(*s).supers);
        }
        if access.is_interface() {
            supers.insert(self.object);
        }
        for s in superclass.iter().chain(&interfaces) {
            self.children.entry(*s).or_default().push(id);
        }
        let by_name = methods
            .iter()
            .enumerate()
            .map(|(i, m)| ((m.name.clone(), m.descriptor.text.clone()), i))
            .collect();
        let initializer = methods
            .iter()
            .find(|m| &*m.name == "<clinit>" && m.is_static())
            .cloned();
        self.methods.extend(methods.iter().cloned());
        Class {
            id,
            name,
            kind: ClassKind::Instance,
            access,
            superclass,
            interfaces,
            supers,
            fields,
            statics,
            methods,
            by_name,
            file: None,
            project: false,
            initializer,
        }
    }

    /// Adds a class made by the engine. Its name must be new.
    pub fn define(&mut self, synthetic: Synthetic) -> ClassId {
        let id = ClassId(self.classes.len() as u32);
        let mut fields = self.get(synthetic.superclass).fields.clone();
        fields.extend(synthetic.fields.into_iter().map(|(name, ty)| Field {
            class: id,
            name,
            ty,
            access: Access(Access::PRIVATE | Access::FINAL),
            constant: None,
        }));
        let first = self.methods.len();
        let methods = synthetic
            .methods
            .into_iter()
            .enumerate()
            .map(|(i, made)| {
                let flags = if made.is_static {
                    Access::PUBLIC | Access::STATIC
                } else {
                    Access::PUBLIC
                };
                Rc::new(Method {
                    id: MethodId((first + i) as u32),
                    class: id,
                    class_name: synthetic.name.clone(),
                    name: made.name,
                    descriptor: made.descriptor,
                    access: Access(flags),
                    project: false,
                    body: made.body,
                    source_file: None,
                    intrinsic: OnceCell::new(),
                })
            })
            .collect();
        let access = Access(Access::PUBLIC | Access::FINAL | Access::SYNTHETIC);
        let superclass = Some(synthetic.superclass);
        let class = self.finish(
            id,
            synthetic.name.clone(),
            access,
            superclass,
            synthetic.interfaces,
            fields,
            Vec::new(),
            methods,
        );
        self.classes.push(Rc::new(class));
        self.by_name.insert(synthetic.name, Ok(id));
        id
    }

    /// A class and its supertypes, nearest first; `Object` comes last.
    pub fn nearest_first(&self, class: ClassId) -> Vec<ClassId> {
        let mut found = vec![class];
        let mut next = 0;
        while let Some(&at) = found.get(next) {
            let class = self.get(at);
            let supertypes = class.superclass.iter().chain(&class.interfaces);
            for &supertype in supertypes {
                if !found.contains(&supertype) {
                    found.push(supertype);
                }
            }
            next += 1;
        }
        // Stable: only `Object`, which has no superclass and is no interface, moves.
        found.sort_by_key(|&c| {
            self.get(c).superclass.is_none() && !self.get(c).access.is_interface()
        });
        found
    }

    pub fn is_subtype(&self, sub: ClassId, sup: ClassId) -> bool {
        self.get(sub).supers.contains(&sup)
    }

    pub fn is_array(&self, id: ClassId) -> bool {
        matches!(self.get(id).kind, ClassKind::Array(_))
    }

    pub fn element(&self, id: ClassId) -> Option<ClassId> {
        match self.get(id).kind {
            ClassKind::Array(e) => Some(e),
            _ => None,
        }
    }

    /// Can objects have exactly this class?
    pub fn is_instantiable(&self, id: ClassId) -> bool {
        let class = self.get(id);
        match class.kind {
            ClassKind::Array(_) => true,
            ClassKind::Primitive(_) => false,
            ClassKind::Instance => !class.access.is_abstract() && !class.access.is_interface(),
        }
    }

    /// The superclass chain, from the class itself upwards.
    pub fn chain(&self, id: ClassId) -> Vec<ClassId> {
        let mut chain = vec![id];
        let mut at = id;
        while let Some(s) = self.get(at).superclass {
            chain.push(s);
            at = s;
        }
        chain
    }

    /// Loads every class of the project, so that subclasses are known. Classes that cannot be read stay unknown.
    fn load_project(&mut self) {
        if !self.project_loaded {
            self.project_loaded = true;
            for name in self.path.project_classes().unwrap_or_default() {
                let _ = self.load(&name);
            }
        }
    }

    /// Known classes below `id` (itself excluded), each once, in the order of their names: the ids depend on
    /// what was executed before.
    pub fn subclasses(&mut self, id: ClassId) -> Vec<ClassId> {
        self.load_project();
        let mut found = Vec::new();
        let mut todo = vec![id];
        while let Some(c) = todo.pop() {
            for &child in self.children.get(&c).into_iter().flatten() {
                if !found.contains(&child) {
                    found.push(child);
                    todo.push(child);
                }
            }
        }
        found.sort_by(|&a, &b| self.name(a).cmp(self.name(b)));
        found
    }

    /// JVMS 5.4.3.2.
    pub fn resolve_field(
        &self,
        class: ClassId,
        name: &str,
        ty: &FieldType,
    ) -> Option<ResolvedField> {
        let c = self.get(class);
        let found = |slot: usize, f: &Field, is_static| ResolvedField {
            class: f.class,
            slot,
            is_static,
            ty: f.ty.clone(),
            is_final: f.access.is_final(),
            is_volatile: f.access.has(proviso_classfile::Access::VOLATILE),
            name: f.name.clone(),
        };
        if let Some(slot) = c
            .statics
            .iter()
            .position(|f| &*f.name == name && &f.ty == ty)
        {
            return Some(found(slot, &c.statics[slot], true));
        }
        // Own instance fields come last in the layout and hide inherited ones of the same name.
        if let Some(slot) = c
            .fields
            .iter()
            .rposition(|f| f.class == class && &*f.name == name && &f.ty == ty)
        {
            return Some(found(slot, &c.fields[slot], false));
        }
        let above = c.interfaces.iter().chain(c.superclass.iter());
        above.copied().find_map(|s| self.resolve_field(s, name, ty))
    }

    /// The slot of an instance field by name alone, for intrinsics: the most derived one.
    /// A resource of the class path.
    pub fn resource(&self, path: &str) -> Result<Option<Vec<u8>>, ClassError> {
        self.path.resource(path)
    }

    pub fn field_slot(&self, class: ClassId, name: &str) -> Option<usize> {
        self.get(class)
            .fields
            .iter()
            .rposition(|f| &*f.name == name)
    }

    pub fn static_slot(&self, class: ClassId, name: &str) -> Option<usize> {
        self.get(class)
            .statics
            .iter()
            .position(|f| &*f.name == name)
    }

    pub fn declared(&self, class: ClassId, name: &Name, descriptor: &Name) -> Option<&Rc<Method>> {
        let c = self.get(class);
        c.by_name
            .get(&(name.clone(), descriptor.clone()))
            .map(|&i| &c.methods[i])
    }

    /// JVMS 5.4.3.3 and 5.4.3.4: superclasses first, then the most specific superinterface method.
    pub fn resolve_method(
        &self,
        class: ClassId,
        name: &Name,
        descriptor: &Name,
    ) -> Option<Rc<Method>> {
        let chain = self.chain(class);
        let own = chain
            .iter()
            .find_map(|&c| self.declared(c, name, descriptor));
        own.or_else(|| {
            if self.get(class).access.is_interface() {
                self.declared(self.object, name, descriptor)
            } else {
                None
            }
        })
        .cloned()
        .or_else(|| self.interface_method(class, name, descriptor))
    }

    /// The maximally specific superinterface method: one with a body if there is any.
    fn interface_method(
        &self,
        class: ClassId,
        name: &Name,
        descriptor: &Name,
    ) -> Option<Rc<Method>> {
        let mut found: Vec<&Rc<Method>> = Vec::new();
        let mut supers: Vec<ClassId> = self.get(class).supers.iter().copied().collect();
        supers.sort();
        for s in supers {
            if self.get(s).access.is_interface()
                && let Some(m) = self.declared(s, name, descriptor)
                && !m.access.is_private()
                && !m.is_static()
            {
                found.push(m);
            }
        }
        let specific: Vec<&Rc<Method>> = found
            .iter()
            .copied()
            .filter(|m| {
                !found
                    .iter()
                    .any(|o| o.class != m.class && self.is_subtype(o.class, m.class))
            })
            .collect();
        let with_body = specific.iter().find(|m| !m.access.is_abstract());
        with_body.or(specific.first()).map(|m| (*m).clone())
    }

    /// The method that runs when `method` is called on an object of exactly this class (JVMS 5.4.6).
    pub fn select(&mut self, class: ClassId, method: &Rc<Method>) -> Option<Rc<Method>> {
        if let Some(known) = self.selected.get(&(class, method.id)) {
            return known.clone();
        }
        let selected = self.select_uncached(class, method);
        self.selected.insert((class, method.id), selected.clone());
        selected
    }

    fn select_uncached(&self, class: ClassId, method: &Rc<Method>) -> Option<Rc<Method>> {
        if method.access.is_private() {
            return Some(method.clone());
        }
        for c in self.chain(class) {
            if let Some(m) = self.declared(c, &method.name, &method.descriptor.text)
                && !m.is_static()
                && !m.access.is_private()
                && self.overrides(m, method)
            {
                return Some(m.clone());
            }
        }
        self.interface_method(class, &method.name, &method.descriptor.text)
    }

    /// A package-private method is overridden in its own package only (JVMS 5.4.5).
    fn overrides(&self, m: &Method, base: &Method) -> bool {
        if m.id == base.id || !base.access.is_package_private() {
            return true;
        }
        let package = |n: &Name| n.rfind('/').map_or("", |i| &n[..i]).to_owned();
        package(&m.class_name) == package(&base.class_name)
    }
}
