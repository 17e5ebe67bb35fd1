//! What a test in the same package can reach of the project's classes, read off their class files.

mod effects;

use std::collections::{BTreeMap, BTreeSet};

use proviso_checker::Prepared;
use proviso_classfile::{Access, ClassFile, ClassPath, FieldType, Method, java_name};
use proviso_report::{FieldShape, Maker, Shape, Shapes, Signature, Subject};

/// Members that lowering adds are no part of the user's class.
fn is_users(name: &str, access: Access) -> bool {
    !access.is_synthetic() && !proviso_names::is_inside_generated(name)
}

/// Members, by binary class name, that are private in the user's text but not in the classes made from it.
type Opened = BTreeSet<(String, String)>;

fn is_private(class: &ClassFile, method: &Method, opened: &Opened) -> bool {
    let name = (class.name.replace('/', "."), format!("{}()", method.name));
    method.access.is_private() || opened.contains(&name)
}

/// What a test of this method needs to know: the method, and what a test can reach of the project's classes.
pub fn shapes_for(prepared: &Prepared, method: &str) -> Option<(Subject, Shapes)> {
    let (classes, opened) = prepared.classes_of(method)?;
    Some((subject(classes, opened, method)?, shapes(classes, opened)))
}

/// The shapes of all project classes, keyed as reports name them: `pkg.Outer.Inner`.
fn shapes(classes: &ClassPath, opened: &Opened) -> Shapes {
    let mut found = Shapes::new();
    for name in classes.project_classes().unwrap_or_default() {
        if name.starts_with("proviso/runtime/") {
            continue;
        }
        if let Ok(class) = classes.class(&name) {
            found.insert(java_name(&name), shape(classes, &class, opened));
            add_library_interfaces(classes, &class, &mut found);
        }
    }
    found
}

/// Interfaces of libraries that the class takes: a test may have to stub them.
fn add_library_interfaces(classes: &ClassPath, class: &ClassFile, found: &mut Shapes) {
    let taken = class.methods.iter().flat_map(|m| &m.descriptor.params);
    for ty in taken.chain(class.fields.iter().map(|field| &field.ty)) {
        if let FieldType::Object(name) = ty
            && !found.contains_key(&java_name(name))
            && !classes.is_project_class(name)
            && let Ok(library) = classes.class(name)
            && library.is_interface()
        {
            found.insert(java_name(name), shape(classes, &library, &Opened::new()));
        }
    }
}

fn shape(classes: &ClassPath, class: &ClassFile, opened: &Opened) -> Shape {
    let mut shape = Shape {
        java_name: source_name(&class.name),
        accessible: is_accessible(class),
        instantiable: !class.access.is_interface()
            && !class.access.is_abstract()
            && !class.access.is_enum(),
        generic: class.signature.as_ref().is_some_and(|s| s.starts_with('<')),
        makers: makers(classes, class, opened),
        functional: false,
        abstract_methods: Vec::new(),
        is_interface: class.access.is_interface(),
        fields: BTreeMap::new(),
        methods: BTreeMap::new(),
    };
    // An inner class needs its outer object first; its constructors take it as a hidden parameter.
    if needs_outer_object(class) {
        shape.makers.retain(|maker| maker.factory.is_some());
        shape.instantiable = false;
    }
    if class.access.is_abstract() {
        shape.makers.retain(|maker| maker.factory.is_some());
    }
    add_members(classes, class, opened, &mut shape);
    add_abstract(classes, class, &mut shape);
    shape.functional = shape.is_interface && shape.abstract_methods.len() == 1;
    shape
}

/// Constructors first, then static methods of the class that give an object of it.
fn makers(classes: &ClassPath, class: &ClassFile, opened: &Opened) -> Vec<Maker> {
    let parameters = |m: &Method| {
        m.descriptor
            .params
            .iter()
            .map(FieldType::java_name)
            .collect()
    };
    let reachable = |m: &&Method| !is_private(class, m, opened) && is_users(&m.name, m.access);
    let mut found = Vec::new();
    if !class.access.is_enum() {
        for method in class.methods.iter().filter(reachable) {
            if &*method.name == "<init>" {
                found.push(Maker {
                    factory: None,
                    parameters: parameters(method),
                    sets: effects::of_constructor(classes, &class.name, method),
                });
            }
        }
    }
    let own = FieldType::object(&class.name);
    for method in class.methods.iter().filter(reachable) {
        if method.access.is_static() && method.descriptor.ret.as_ref() == Some(&own) {
            found.push(Maker {
                factory: Some(method.name.to_string()),
                parameters: parameters(method),
                sets: effects::of_factory(classes, &class.name, method),
            });
        }
    }
    found
}

/// The methods a class leaves to its subclasses, with those of its project interfaces and superclasses.
fn add_abstract(classes: &ClassPath, class: &ClassFile, shape: &mut Shape) {
    let own = class.methods.iter().filter(|m| m.access.is_abstract());
    for method in own.filter(|m| !is_of_object(m)) {
        let signature = Signature {
            name: method.name.to_string(),
            parameters: method
                .descriptor
                .params
                .iter()
                .map(FieldType::java_name)
                .collect(),
            returns: method.descriptor.ret.as_ref().map(FieldType::java_name),
            is_public: method.access.is_public(),
        };
        let known = shape.abstract_methods.iter();
        let known = known
            .filter(|s| s.name == signature.name && s.parameters == signature.parameters)
            .count();
        if known == 0 {
            shape.abstract_methods.push(signature);
        }
    }
    let above = class.interfaces.iter().chain(&class.super_name);
    for parent in above.filter(|parent| classes.is_project_class(parent)) {
        if let Ok(parent) = classes.class(parent)
            && parent.access.is_abstract()
        {
            add_abstract(classes, &parent, shape);
        }
    }
}

/// An interface may declare again what every object has.
fn is_of_object(method: &Method) -> bool {
    let methods = [
        ("equals", "(Ljava/lang/Object;)Z"),
        ("hashCode", "()I"),
        ("toString", "()Ljava/lang/String;"),
    ];
    let mut methods = methods.into_iter();
    methods.any(|(name, descriptor)| method.is(name, descriptor))
}

/// Own members first: a field of a superclass with the same name is hidden.
fn add_members(classes: &ClassPath, class: &ClassFile, opened: &Opened, shape: &mut Shape) {
    for field in &class.fields {
        if !is_users(&field.name, field.access) {
            continue;
        }
        let name = (class.name.replace('/', "."), field.name.to_string());
        let reachable = !field.access.is_private() && !opened.contains(&name);
        shape
            .fields
            .entry(field.name.to_string())
            .or_insert_with(|| FieldShape {
                type_name: field.ty.java_name(),
                readable: reachable,
                writable: reachable && !field.access.is_final(),
                is_static: field.access.is_static(),
                getter: None,
                setter: None,
            });
    }
    for method in &class.methods {
        if is_users(&method.name, method.access) && !is_private(class, method, opened) {
            let all_static = shape.methods.entry(method.name.to_string());
            *all_static.or_insert(true) &= method.access.is_static();
            add_accessor(classes, class, method, shape);
        }
    }
    if let Some(parent) = &class.super_name
        && classes.is_project_class(parent)
        && let Ok(parent) = classes.class(parent)
    {
        add_members(classes, &parent, opened, shape);
    }
}

fn add_accessor(classes: &ClassPath, class: &ClassFile, method: &Method, shape: &mut Shape) {
    if let Some(name) = effects::getter_of(method)
        && let Some(field) = shape.fields.get_mut(&name)
    {
        field.getter.get_or_insert_with(|| method.name.to_string());
    }
    if let Some(name) = effects::setter_of(classes, &class.name, method)
        && let Some(field) = shape.fields.get_mut(&name)
    {
        field.setter.get_or_insert_with(|| method.name.to_string());
    }
}

/// Neither the class nor one around it is private, and it has a name that other files can use.
fn is_accessible(class: &ClassFile) -> bool {
    class.enclosing_method.is_none()
        && class
            .inner_classes
            .iter()
            .filter(|inner| {
                class.name == inner.inner || class.name.starts_with(&format!("{}$", inner.inner))
            })
            .all(|inner| !inner.access.is_private() && inner.simple_name.is_some())
}

fn needs_outer_object(class: &ClassFile) -> bool {
    class
        .inner_classes
        .iter()
        .any(|inner| inner.inner == class.name && !inner.access.is_static())
        && !class.access.is_interface()
}

/// `Outer.Inner`: the name inside the same package.
fn source_name(internal: &str) -> String {
    internal
        .rsplit('/')
        .next()
        .unwrap_or(internal)
        .replace('$', ".")
}

/// The method under test, from its id `pkg.Class.method(descriptor)`.
fn subject(classes: &ClassPath, opened: &Opened, id: &str) -> Option<Subject> {
    let open = id.find('(')?;
    let (class_name, method_name) = id[..open].rsplit_once('.')?;
    let class = classes.class(&class_name.replace('.', "/")).ok()?;
    let method = class.method(method_name, &id[open..])?;
    let package = class.package().replace('/', ".");
    Some(Subject {
        package: (!package.is_empty()).then_some(package),
        class: java_name(class_name),
        method: method_name.to_owned(),
        is_static: method.access.is_static(),
        accessible: !is_private(&class, method, opened),
        parameters: parameters(method),
        returns: method
            .descriptor
            .ret
            .as_ref()
            .map(FieldType::java_name)
            .filter(|_| method_name != "<init>"),
    })
}

/// Names from the debug table that `-g` makes javac write; `p1`, `p2` where it is missing.
fn parameters(method: &Method) -> Vec<(String, String)> {
    let mut slot = u16::from(!method.access.is_static());
    let code = method.code().ok().flatten();
    method
        .descriptor
        .params
        .iter()
        .enumerate()
        .map(|(index, ty)| {
            let name = code
                .and_then(|code| code.local_at(slot, 0))
                .map_or_else(|| format!("p{}", index + 1), |local| local.name.to_string());
            slot += ty.slots();
            (name, ty.java_name())
        })
        .collect()
}
