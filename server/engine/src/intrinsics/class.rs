//! `java.lang.Class`: what a class object says about its class, straight from the class table.

use super::*;
use crate::classes::{ClassId, ClassKind};
use crate::machine::{Stop, unknown};
use crate::types::TypeSet;
use crate::value::{Ref, Value};
use proviso_classfile::{Access, Primitive};

const CLASS: &str = "java/lang/Class";

pub(super) const TABLE: &[Entry] = &[
    entry(
        CLASS,
        "forName0",
        "(Ljava/lang/String;ZLjava/lang/ClassLoader;Ljava/lang/Class;)Ljava/lang/Class;",
        for_name,
        "names known in the text only; always initialises",
    ),
    entry(CLASS, "getName", "()Ljava/lang/String;", get_name, "exact"),
    entry(
        CLASS,
        "getTypeName",
        "()Ljava/lang/String;",
        get_type_name,
        "exact",
    ),
    entry(
        CLASS,
        "getSimpleName",
        "()Ljava/lang/String;",
        get_simple_name,
        "exact",
    ),
    entry(
        CLASS,
        "getCanonicalName",
        "()Ljava/lang/String;",
        get_canonical_name,
        "exact",
    ),
    entry(CLASS, "isAnonymousClass", "()Z", is_anonymous, "exact"),
    entry(
        CLASS,
        "getPackageName",
        "()Ljava/lang/String;",
        get_package_name,
        "exact",
    ),
    entry(
        CLASS,
        "toString",
        "()Ljava/lang/String;",
        to_string,
        "exact",
    ),
    entry(CLASS, "isInterface", "()Z", is_interface, "exact"),
    entry(CLASS, "isArray", "()Z", is_array, "exact"),
    entry(CLASS, "isPrimitive", "()Z", is_primitive, "exact"),
    entry(
        CLASS,
        "isHidden",
        "()Z",
        is_hidden,
        "lambda classes are hidden",
    ),
    entry(CLASS, "isRecord", "()Z", is_record, "exact"),
    entry(CLASS, "isRecord0", "()Z", is_record, "exact"),
    entry(
        CLASS,
        "isInstance",
        "(Ljava/lang/Object;)Z",
        is_instance,
        "exact",
    ),
    entry(
        CLASS,
        "isAssignableFrom",
        "(Ljava/lang/Class;)Z",
        is_assignable_from,
        "exact",
    ),
    entry(
        CLASS,
        "getSuperclass",
        "()Ljava/lang/Class;",
        get_superclass,
        "exact",
    ),
    entry(
        CLASS,
        "getInterfaces",
        "()[Ljava/lang/Class;",
        get_interfaces,
        "exact",
    ),
    entry(
        CLASS,
        "getInterfaces",
        "(Z)[Ljava/lang/Class;",
        get_interfaces,
        "exact",
    ),
    entry(
        CLASS,
        "getComponentType",
        "()Ljava/lang/Class;",
        component_type,
        "exact",
    ),
    entry(
        CLASS,
        "componentType",
        "()Ljava/lang/Class;",
        component_type,
        "exact",
    ),
    entry(
        CLASS,
        "arrayType",
        "()Ljava/lang/Class;",
        array_type,
        "exact",
    ),
    entry(CLASS, "getModifiers", "()I", get_modifiers, "exact"),
    entry(
        CLASS,
        "getClassLoader",
        "()Ljava/lang/ClassLoader;",
        loader,
        "null for classes of the JDK; unknown for others",
    ),
    entry(
        CLASS,
        "getClassLoader0",
        "()Ljava/lang/ClassLoader;",
        no_loader,
        "null for every class",
    ),
    entry(
        CLASS,
        "desiredAssertionStatus",
        "()Z",
        assertions,
        "as the run is set, for project classes only",
    ),
    entry(
        CLASS,
        "getPrimitiveClass",
        "(Ljava/lang/String;)Ljava/lang/Class;",
        primitive_class,
        "exact",
    ),
    entry(
        CLASS,
        "getEnumConstantsShared",
        "()[Ljava/lang/Object;",
        enum_constants,
        "calls values()",
    ),
    entry(
        CLASS,
        "getEnumConstants",
        "()[Ljava/lang/Object;",
        enum_constants,
        "calls values()",
    ),
    entry(
        CLASS,
        "forName",
        "(Ljava/lang/String;)Ljava/lang/Class;",
        for_name,
        "names known in the text only",
    ),
    entry(
        CLASS,
        "cast",
        "(Ljava/lang/Object;)Ljava/lang/Object;",
        cast,
        "exact",
    ),
];

/// Forks over the classes a symbolic object can have: those of a closed hierarchy, or the bound and the project's
/// subclasses (a class the project does not know behaves as the class it extends).
pub(super) fn decide_class(m: &mut Machine, st: &mut State, object: ObjectId) -> R<ClassId> {
    let types = st.object(object).types.clone();
    let bound = types.bound(&m.classes);
    let candidates: Vec<ClassId> = match &types.within {
        Some(within) => within.to_vec(),
        None => {
            let below = m.classes.subclasses(bound);
            std::iter::once(bound)
                .chain(below.into_iter().filter(|&c| m.classes.get(c).project))
                .collect()
        }
    };
    if m.options.open_world && m.classes.foreign(&types).is_some() {
        let name = m.classes.name(bound).replace('/', ".");
        let known = format!("where the class of a {name} is asked for, the project knows it");
        st.note_assumption(&known);
    }
    let possible: Vec<ClassId> = candidates
        .into_iter()
        .filter(|&c| m.classes.is_instantiable(c) && m.classes.contains(&types, c))
        .collect();
    if possible.is_empty() {
        return unknown(format!(
            "the class of an unknown {}",
            m.classes.name(bound).replace('/', ".")
        ));
    }
    let successors = possible
        .iter()
        .map(|&c| {
            let mut next = st.clone();
            m.set_types(&mut next, Ref::Object(object), TypeSet::exactly(c));
            next
        })
        .collect();
    m.fork(st, successors)?;
    st.object(object).class().ok_or(Stop::Infeasible)
}

fn this(m: &mut Machine, st: &mut State, method: &Method) -> R<ClassId> {
    class_arg(m, st, method, 0)
}

/// `java.lang.String`, `[I`, `[Ljava.lang.String;`, `int`.
pub(super) fn binary_name(m: &Machine, class: ClassId) -> String {
    m.classes.name(class).replace('/', ".")
}

fn type_name(m: &Machine, class: ClassId) -> String {
    match m.classes.element(class) {
        Some(element) => format!("{}[]", type_name(m, element)),
        None => binary_name(m, class),
    }
}

/// The name in the source: from the `InnerClasses` attribute for nested classes.
pub(crate) fn simple_name(m: &mut Machine, name: &str) -> String {
    match m.classes.load(name) {
        Ok(class) => simple_name_of(m, class),
        Err(_) => name.rsplit('/').next().unwrap_or(name).to_owned(),
    }
}

fn simple_name_of(m: &Machine, class: ClassId) -> String {
    let c = m.classes.get(class);
    if let ClassKind::Array(element) = c.kind {
        return format!("{}[]", simple_name_of(m, element));
    }
    let inner = c
        .file
        .iter()
        .flat_map(|f| &f.inner_classes)
        .find(|i| i.inner == c.name);
    match inner {
        Some(inner) => inner.simple_name.as_deref().unwrap_or("").to_owned(),
        None => c.name.rsplit('/').next().unwrap_or(&c.name).to_owned(),
    }
}

fn get_name(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let name = binary_name(m, class);
    let units: Vec<u16> = name.encode_utf16().collect();
    let string = strings::interned(m, st, &units)?;
    finish_ref(m, st, method, string)
}

fn get_type_name(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    finish_text(m, st, method, &type_name(m, class))
}

fn get_simple_name(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    finish_text(m, st, method, &simple_name_of(m, class))
}

/// `None` for local and anonymous classes and arrays of them.
fn canonical_name(m: &mut Machine, class: ClassId) -> Option<String> {
    let c = m.classes.get(class).clone();
    if let ClassKind::Array(element) = c.kind {
        return Some(format!("{}[]", canonical_name(m, element)?));
    }
    match c
        .file
        .iter()
        .flat_map(|f| &f.inner_classes)
        .find(|i| i.inner == c.name)
    {
        Some(inner) => {
            let outer = m.classes.load(inner.outer.as_deref()?).ok()?;
            Some(format!(
                "{}.{}",
                canonical_name(m, outer)?,
                inner.simple_name.as_deref()?
            ))
        }
        None => Some(binary_name(m, class)),
    }
}

fn get_canonical_name(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    match canonical_name(m, class) {
        Some(name) => finish_text(m, st, method, &name),
        None => finish_null(m, st, method),
    }
}

fn is_anonymous(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let c = m.classes.get(class);
    let inner = c
        .file
        .iter()
        .flat_map(|f| &f.inner_classes)
        .find(|i| i.inner == c.name);
    let answer = inner.is_some_and(|i| i.simple_name.is_none());
    finish_bool(m, st, method, answer)
}

fn get_package_name(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let mut class = this(m, st, method)?;
    while let Some(element) = m.classes.element(class) {
        class = element;
    }
    let c = m.classes.get(class);
    let package = match c.kind {
        ClassKind::Primitive(_) => "java.lang".to_owned(),
        _ => c
            .name
            .rfind('/')
            .map_or(String::new(), |i| c.name[..i].replace('/', ".")),
    };
    finish_text(m, st, method, &package)
}

fn to_string(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let c = m.classes.get(class).clone();
    let kind = match c.kind {
        ClassKind::Primitive(_) => "",
        _ if class == m.classes.void() => "",
        _ if c.access.is_interface() => "interface ",
        _ => "class ",
    };
    finish_text(m, st, method, &format!("{kind}{}", binary_name(m, class)))
}

fn is_interface(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let answer = m.classes.get(class).access.is_interface();
    finish_bool(m, st, method, answer)
}

fn is_array(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let answer = m.classes.is_array(class);
    finish_bool(m, st, method, answer)
}

fn is_primitive(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let answer =
        matches!(m.classes.get(class).kind, ClassKind::Primitive(_)) || class == m.classes.void();
    finish_bool(m, st, method, answer)
}

fn is_hidden(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let answer = m.classes.name(class).contains("$$Lambda");
    finish_bool(m, st, method, answer)
}

fn is_record(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let answer = m
        .classes
        .get(class)
        .file
        .as_ref()
        .is_some_and(|f| f.record.is_some());
    finish_bool(m, st, method, answer)
}

fn is_instance(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let object = ref_arg(st, method, 1)?;
    let answer = !m.is_null(st, object)? && m.is_instance(st, object, class)?;
    finish_bool(m, st, method, answer)
}

fn is_assignable_from(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let other = class_arg(m, st, method, 1)?;
    let answer = m.classes.is_subtype(other, class);
    finish_bool(m, st, method, answer)
}

fn get_superclass(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let c = m.classes.get(class);
    match c.superclass {
        Some(superclass) if !c.access.is_interface() => finish_mirror(m, st, method, superclass),
        _ => finish_null(m, st, method),
    }
}

fn get_interfaces(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let interfaces = m.classes.get(class).interfaces.clone();
    let mut cells = Vec::new();
    for interface in interfaces {
        cells.push(Value::Ref(Ref::Object(m.mirror(st, interface)?)));
    }
    let array = m.classes.load("[Ljava/lang/Class;")?;
    let array = m.allocate_array(st, array, cells);
    finish_ref(m, st, method, array)
}

fn component_type(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    match m.classes.element(class) {
        Some(element) => finish_mirror(m, st, method, element),
        None => finish_null(m, st, method),
    }
}

fn array_type(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let array = m.classes.array_of(class)?;
    finish_mirror(m, st, method, array)
}

/// The flags of the `InnerClasses` entry count for nested classes (JVMS 4.7.6).
fn get_modifiers(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let c = m.classes.get(class);
    let inner = c
        .file
        .iter()
        .flat_map(|f| &f.inner_classes)
        .find(|i| i.inner == c.name);
    let access = inner.map_or(c.access.0, |i| i.access.0);
    // `ACC_SUPER` has the bit of `synchronized` and is no modifier.
    finish_int(m, st, method, i32::from(access & !Access::SYNCHRONIZED))
}

fn loader(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    if m.classes.get(class).project {
        return unknown("the class loader of a class of the project");
    }
    no_loader(m, st, method)
}

fn no_loader(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    finish_null(m, st, method)
}

fn assertions(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let answer = m.options.assertions && m.classes.get(class).project;
    finish_bool(m, st, method, answer)
}

fn primitive_class(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let name = non_null_arg(m, st, method, 0)?;
    let name = string_text(m, st, name).unwrap_or_default();
    use Primitive::*;
    let found = [Boolean, Byte, Char, Short, Int, Long, Float, Double]
        .into_iter()
        .find(|p| p.keyword() == name);
    let class = found.map_or(m.classes.void(), |p| m.classes.primitive(p));
    finish_mirror(m, st, method, class)
}

/// `null` for what is no enum; else a fresh array, as `values()` gives it.
fn enum_constants(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let c = m.classes.get(class).clone();
    if !c.access.is_enum() {
        return finish_null(m, st, method);
    }
    m.initialise(st, class)?;
    let values = find_method(m, &c.name, "values", &format!("()[L{};", c.name))?;
    call_instead(m, st, method, &values, Vec::new())
}

fn for_name(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let name = non_null_arg(m, st, method, 0)?;
    let Some(name) = string_text(m, st, name) else {
        return unknown("Class.forName of an unknown name");
    };
    match m.classes.load(&name.replace('.', "/")) {
        Ok(class) if !name.contains('/') => {
            m.initialise(st, class)?;
            finish_mirror(m, st, method, class)
        }
        _ => throw(m, st, "java/lang/ClassNotFoundException", &name),
    }
}

fn cast(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let class = this(m, st, method)?;
    let object = ref_arg(st, method, 1)?;
    if m.is_null(st, object)? || m.is_instance(st, object, class)? {
        let value = arg(st, method, 1);
        return finish(m, st, method, Some(value));
    }
    run_bytecode(m, st, method)
}
