//! The input heap as Java statements: constructors, factories, setters and plain assignments where the class allows
//! them, a small reflective helper where it does not. Shared objects become shared variables, so that aliases can be seen.

use std::collections::{BTreeMap, BTreeSet};

use proviso_report::{
    Construction, Field, Heap, HeapObject, Input, Maker, ObjectKind, Shape, Shapes, Source,
    StubAnswer, Subject, Value,
};

use super::literals::{
    atom, default_literal, element_literal, is_default, is_identifier, is_keyword, is_primitive,
    literal,
};
use super::{local_type, receiver_name, result_name, stub};
use proviso_present::value::simple_class;

/// How objects are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// As a reader of the class would: constructors, factories, setters, fields that are open to the test.
    Plain,
    /// Allocated without a constructor, every field set: for classes whose constructors do something else.
    Reflective,
}

#[derive(Debug)]
pub struct Arranged {
    pub lines: Vec<String>,
    /// The expression that stands for each root.
    pub roots: BTreeMap<String, String>,
    /// The variable that holds an object, by its id.
    pub variables: BTreeMap<u32, String>,
    pub uses_helper: bool,
    /// State is set from outside: fields are assigned, or the helper does it.
    pub reaches_in: bool,
    /// A class with type parameters is used without them.
    pub raw: bool,
}

/// Written into test classes that need it.
pub const HELPER: &str = r#"
    /** Builds state that the classes under test do not let a test build otherwise. */
    private static final class State {
        static <T> T create(Class<T> type) throws Exception {
            Class<?> unsafe = Class.forName("sun.misc.Unsafe");
            java.lang.reflect.Field field = unsafe.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return type.cast(unsafe.getMethod("allocateInstance", Class.class).invoke(field.get(null), type));
        }

        static void set(Object object, Class<?> declaring, String name, Object value) throws Exception {
            java.lang.reflect.Field field = declaring.getDeclaredField(name);
            field.setAccessible(true);
            field.set(object, value);
        }

        @SuppressWarnings("unchecked")
        static <T> T get(Object object, Class<?> declaring, String name) throws Exception {
            java.lang.reflect.Field field = declaring.getDeclaredField(name);
            field.setAccessible(true);
            return (T) field.get(object);
        }
    }
"#;

/// Everything the arranging of one input is made from.
pub struct Wanted<'a> {
    pub subject: &'a Subject,
    pub heap: &'a Heap,
    pub inputs: &'a [Input],
    pub shapes: &'a Shapes,
    pub style: Style,
}

pub fn arrange(wanted: &Wanted) -> Result<Arranged, String> {
    let mut builder = Builder {
        wanted,
        names: BTreeMap::new(),
        taken: wanted
            .subject
            .parameters
            .iter()
            .map(|(n, _)| n.clone())
            .collect(),
        making: BTreeSet::new(),
        later: Vec::new(),
        lines: Vec::new(),
        uses_helper: false,
        assigns: false,
        raw: false,
    };
    builder
        .taken
        .extend([receiver_name(wanted.subject), result_name(wanted.subject)].map(str::to_owned));
    let mut roots = BTreeMap::new();
    for root in &wanted.heap.roots {
        let expression = builder.expression(&root.value)?;
        if root.name.contains('.') {
            builder.set_static(&root.name, &expression)?;
        }
        roots.insert(root.name.clone(), expression);
    }
    for input in wanted.inputs {
        let expression = builder.expression(&input.value)?;
        roots.entry(input.name.clone()).or_insert(expression);
    }
    builder.assign_rest()?;
    let variables = builder.names.into_iter();
    Ok(Arranged {
        lines: builder.lines,
        roots,
        variables: variables.filter(|(_, name)| is_identifier(name)).collect(),
        uses_helper: builder.uses_helper,
        reaches_in: builder.uses_helper || builder.assigns,
        raw: builder.raw,
    })
}

struct Builder<'a> {
    wanted: &'a Wanted<'a>,
    /// Object id → variable or literal.
    names: BTreeMap<u32, String>,
    taken: BTreeSet<String>,
    /// Objects whose creation waits for that of their parts.
    making: BTreeSet<u32>,
    /// Fields to set once all objects are there.
    later: Vec<(u32, Field)>,
    lines: Vec<String>,
    uses_helper: bool,
    assigns: bool,
    raw: bool,
}

impl<'a> Builder<'a> {
    fn object(&self, id: u32) -> Result<&'a HeapObject, String> {
        let found = self.wanted.heap.objects.iter().find(|o| o.id == id);
        found.ok_or_else(|| "an object of the witness is missing".to_owned())
    }

    /// An object is called after the root that names it, else after its class.
    fn choose_name(&mut self, object: &HeapObject) -> String {
        let root = self
            .wanted
            .heap
            .roots
            .iter()
            .find(|root| root.value == Value::Ref(object.id) && is_identifier(&root.name));
        if let Some(root) = root {
            return match root.name.as_str() {
                "this" => receiver_name(self.wanted.subject).to_owned(),
                name => name.to_owned(),
            };
        }
        let class = simple_class(object.class.trim_end_matches("[]"));
        let mut letters = class.chars();
        let first = letters.next().map_or('o', |c| c.to_ascii_lowercase());
        let mut base = format!("{first}{}", letters.as_str());
        if object.class.ends_with("[]") {
            base.push('s');
        }
        let name = (1..)
            .map(|number| match number {
                1 if !is_keyword(&base) => base.clone(),
                1 => format!("{base}1"),
                _ => format!("{base}{number}"),
            })
            .find(|name| !self.taken.contains(name))
            .unwrap_or(base);
        self.taken.insert(name.clone());
        name
    }

    fn shape(&self, class: &str) -> Result<&'a Shape, String> {
        let shape = self
            .wanted
            .shapes
            .get(class)
            .ok_or_else(|| format!("a {class} has no plain Java form"))?;
        if shape.accessible {
            Ok(shape)
        } else {
            Err(format!("a test cannot name {}", shape.java_name))
        }
    }

    /// The class as the test writes it.
    fn type_name(&mut self, class: &str) -> Result<String, String> {
        let shape = self.shape(class)?;
        self.raw |= shape.generic;
        Ok(local_type(self.wanted.subject, class))
    }

    fn expression(&mut self, value: &Value) -> Result<String, String> {
        match value {
            Value::Ref(id) => {
                self.create(*id)?;
                self.names
                    .get(id)
                    .cloned()
                    .ok_or_else(|| "an object needs itself to be made".to_owned())
            }
            other => literal(other),
        }
    }

    fn create(&mut self, id: u32) -> Result<(), String> {
        if self.names.contains_key(&id) || self.making.contains(&id) {
            return Ok(());
        }
        let object = self.object(id)?;
        if let ObjectKind::Atom { text } = &object.kind {
            let apart = self.wanted.style == Style::Reflective;
            self.names
                .insert(id, atom(self.wanted.subject, object, text, apart)?);
            return Ok(());
        }
        if let Some(construction) = self.wanted.heap.made_by.get(&id)
            && self.wanted.style == Style::Plain
        {
            return self.follow(object, construction);
        }
        if let Some(answers) = self.wanted.heap.stubs.get(&id) {
            return self.stub(object, answers);
        }
        match &object.kind {
            ObjectKind::Atom { .. } => Ok(()),
            ObjectKind::Array { length, elements } if object.class.ends_with("[]") => {
                self.array(object, *length, elements)
            }
            ObjectKind::Array { elements, .. } => self.collection(object, elements),
            ObjectKind::Object { fields } => self.make(object, fields),
        }
    }

    /// An interface that only the test implements.
    fn stub(&mut self, object: &HeapObject, answers: &[StubAnswer]) -> Result<(), String> {
        let shape = self.shape(&object.class)?;
        let class = self.type_name(&object.class)?;
        let mut methods = Vec::new();
        for method in &shape.abstract_methods {
            let names = stub::parameter_names(method.parameters.len(), &self.taken);
            let mut answered = Vec::new();
            for answer in stub::answers_of(answers, method)? {
                let mut conditions = Vec::new();
                for (name, value) in names.iter().zip(&answer.arguments) {
                    let text = self.expression(value)?;
                    let atom = matches!(value, Value::Ref(id) if matches!(self.object(*id)?.kind, ObjectKind::Atom { .. }));
                    conditions.push(stub::equals(name, value, &text, atom));
                }
                answered.push(stub::Answered {
                    condition: conditions.join(" && "),
                    value: match &answer.answer {
                        Some(value) => self.expression(value)?,
                        None => String::new(),
                    },
                });
            }
            methods.push((method, names, answered));
        }
        let name = self.choose_name(object);
        match &methods[..] {
            [(method, names, answered)] if shape.functional => {
                let lambda = stub::lambda(method, names, answered);
                self.lines.push(format!("{class} {name} = {lambda};"));
            }
            _ => {
                let subject = self.wanted.subject;
                self.lines
                    .push(format!("{class} {name} = new {class}() {{"));
                for (index, (method, names, answered)) in methods.iter().enumerate() {
                    if index > 0 {
                        self.lines.push(String::new());
                    }
                    let local = |ty: &str| local_type(subject, ty);
                    self.lines
                        .extend(stub::method(method, names, answered, local));
                }
                self.lines.push("};".to_owned());
            }
        }
        self.names.insert(object.id, name);
        Ok(())
    }

    /// The sequence of calls that a search found.
    fn follow(&mut self, object: &HeapObject, construction: &Construction) -> Result<(), String> {
        let class = self.type_name(&object.class)?;
        let name = self.choose_name(object);
        let mut lines = Vec::new();
        for (index, call) in construction.calls.iter().enumerate() {
            let mut arguments = Vec::new();
            for argument in &call.arguments {
                arguments.push(self.expression(argument)?);
            }
            let arguments = arguments.join(", ");
            lines.push(match &call.method {
                None => format!("{class} {name} = new {class}({arguments});"),
                Some(factory) if index == 0 => {
                    format!("{class} {name} = {class}.{factory}({arguments});")
                }
                Some(method) => format!("{name}.{method}({arguments});"),
            });
        }
        self.lines.extend(lines);
        self.names.insert(object.id, name);
        Ok(())
    }

    fn array(
        &mut self,
        object: &HeapObject,
        length: i32,
        elements: &[Field],
    ) -> Result<(), String> {
        let class = self.array_type(&object.class)?;
        let base = class.trim_end_matches("[]");
        let rest = &class[base.len() + 2..];
        let name = self.choose_name(object);
        let plain = elements.iter().all(|e| !matches!(e.value, Value::Ref(_)));
        if plain
            && rest.is_empty()
            && (1..=16).contains(&length)
            && elements.len() == length as usize
        {
            let values: Result<Vec<String>, String> =
                elements.iter().map(|e| element_literal(&e.value)).collect();
            let values = values?.join(", ");
            self.lines.push(format!("{class} {name} = {{{values}}};"));
            self.names.insert(object.id, name);
            return Ok(());
        }
        self.lines
            .push(format!("{class} {name} = new {base}[{length}]{rest};"));
        self.names.insert(object.id, name.clone());
        for element in elements {
            if !is_default(&element.value) {
                let value = self.expression(&element.value)?;
                self.lines
                    .push(format!("{name}[{}] = {value};", element.name));
            }
        }
        Ok(())
    }

    fn array_type(&mut self, class: &str) -> Result<String, String> {
        let base = class.trim_end_matches("[]");
        let dimensions = &class[base.len()..];
        if is_primitive(base) || base.starts_with("java.") {
            return Ok(class.strip_prefix("java.lang.").unwrap_or(class).to_owned());
        }
        Ok(format!("{}{dimensions}", self.type_name(base)?))
    }

    /// A list or set of the library, filled in order.
    fn collection(&mut self, object: &HeapObject, elements: &[Field]) -> Result<(), String> {
        let known = [
            "ArrayList",
            "LinkedList",
            "HashSet",
            "LinkedHashSet",
            "TreeSet",
            "ArrayDeque",
            "Vector",
            "Stack",
        ];
        let simple = object.class.strip_prefix("java.util.").unwrap_or("");
        if !known.contains(&simple) {
            return Err(format!(
                "a {} with content has no plain Java form",
                object.class
            ));
        }
        self.raw = true;
        let name = self.choose_name(object);
        let mut values = Vec::new();
        for element in elements {
            values.push(self.expression(&element.value)?);
        }
        let class = &object.class;
        self.lines.push(format!("{class} {name} = new {class}();"));
        for value in values {
            self.lines.push(format!("{name}.add({value});"));
        }
        self.names.insert(object.id, name);
        Ok(())
    }

    fn make(&mut self, object: &HeapObject, fields: &[Field]) -> Result<(), String> {
        if !self.wanted.shapes.contains_key(&object.class) {
            let untouched = fields.iter().all(|field| field.untouched);
            if untouched && object.class.starts_with("java.") {
                let name = self.choose_name(object);
                let class = object
                    .class
                    .strip_prefix("java.lang.")
                    .unwrap_or(&object.class);
                self.raw |= class.starts_with("java.util.");
                self.lines.push(format!("{class} {name} = new {class}();"));
                self.names.insert(object.id, name);
                return Ok(());
            }
        }
        let shape = self.shape(&object.class)?;
        if !shape.instantiable && shape.makers.is_empty() {
            return Err(format!("no object of {} can be made", shape.java_name));
        }
        let class = self.type_name(&object.class)?;
        let maker = match self.wanted.style {
            Style::Plain => self.cheapest(shape, fields),
            Style::Reflective => None,
        };
        self.making.insert(object.id);
        let made = match maker {
            Some(maker) => {
                let mut arguments = Vec::new();
                for (index, type_name) in maker.parameters.iter().enumerate() {
                    let value = argument(maker, index, fields);
                    arguments.push(match value {
                        Some(Value::Ref(id)) if self.making.contains(id) => "null".to_owned(),
                        Some(value) => self.expression(value)?,
                        None => default_literal(type_name),
                    });
                }
                let arguments = arguments.join(", ");
                match &maker.factory {
                    Some(factory) => format!("{class}.{factory}({arguments})"),
                    None => format!("new {class}({arguments})"),
                }
            }
            None => {
                self.uses_helper = true;
                format!("State.create({class}.class)")
            }
        };
        self.making.remove(&object.id);
        let name = self.choose_name(object);
        self.lines.push(format!("{class} {name} = {made};"));
        self.names.insert(object.id, name);
        for field in fields {
            let open = match maker {
                Some(maker) => !given(maker, field, fields) || self.is_made_later(maker, field),
                None => !is_default(&field.value),
            };
            if open && !field.untouched {
                self.later.push((object.id, field.clone()));
            }
        }
        Ok(())
    }

    /// A constructor got null for an object that was still being made.
    fn is_made_later(&self, maker: &Maker, field: &Field) -> bool {
        let from_parameter = matches!(maker.sets.get(&field.name), Some(Source::Parameter(_)));
        from_parameter && matches!(&field.value, Value::Ref(id) if self.making.contains(id))
    }

    /// The maker that leaves least to do; a field that only reflection can set is the last resort.
    fn cheapest(&self, shape: &'a Shape, fields: &[Field]) -> Option<&'a Maker> {
        let cost = |maker: &Maker| {
            let open = fields
                .iter()
                .filter(|f| !f.untouched && !given(maker, f, fields));
            let fields: usize = open
                .map(|field| match shape.fields.get(&field.name) {
                    Some(known) if known.writable || known.setter.is_some() => 2,
                    _ => 100,
                })
                .sum();
            let blind = (0..maker.parameters.len())
                .filter(|index| argument(maker, *index, &[]).is_none() && !feeds(maker, *index))
                .count();
            fields + 3 * blind + usize::from(maker.factory.is_some())
        };
        shape
            .makers
            .iter()
            .min_by_key(|maker| (cost(maker), maker.parameters.len()))
    }

    fn assign_rest(&mut self) -> Result<(), String> {
        while !self.later.is_empty() {
            for (id, field) in std::mem::take(&mut self.later) {
                self.assign(id, &field)?;
            }
        }
        Ok(())
    }

    fn assign(&mut self, id: u32, field: &Field) -> Result<(), String> {
        let value = self.expression(&field.value)?;
        let name = self.names[&id].clone();
        let object = self.object(id)?;
        let shape = self.shape(&object.class)?;
        let known = shape.fields.get(&field.name);
        let line = match known {
            Some(known) if known.writable => {
                self.assigns = true;
                format!("{name}.{} = {value};", field.name)
            }
            Some(known) if known.setter.is_some() && self.wanted.style == Style::Plain => {
                let setter = known.setter.as_deref().unwrap_or_default();
                format!("{name}.{setter}({value});")
            }
            _ => {
                self.uses_helper = true;
                let declaring = field.declared_in.as_ref().unwrap_or(&object.class);
                let class = self.type_name(declaring)?;
                format!(
                    "State.set({name}, {class}.class, \"{}\", {value});",
                    field.name
                )
            }
        };
        self.lines.push(line);
        Ok(())
    }

    /// `Class.field`, as the heap names statics.
    fn set_static(&mut self, name: &str, value: &str) -> Result<(), String> {
        let (class, field) = name.rsplit_once('.').ok_or("a static without a class")?;
        let found = self.wanted.shapes.iter().find(|(known, shape)| {
            simple_class(known) == simple_class(class) && shape.fields.contains_key(field)
        });
        let (class, shape) = found.ok_or_else(|| format!("{name} is not known"))?;
        let known = &shape.fields[field];
        let class = self.type_name(class)?;
        self.lines.push(if known.writable {
            format!("{class}.{field} = {value};")
        } else {
            self.uses_helper = true;
            format!("State.set(null, {class}.class, \"{field}\", {value});")
        });
        Ok(())
    }
}

/// The wanted value that this parameter of the maker ends up in a field as.
fn argument<'f>(maker: &Maker, index: usize, fields: &'f [Field]) -> Option<&'f Value> {
    let field = fields
        .iter()
        .find(|field| maker.sets.get(&field.name) == Some(&Source::Parameter(index)))?;
    Some(&field.value)
}

fn feeds(maker: &Maker, index: usize) -> bool {
    maker
        .sets
        .values()
        .any(|source| *source == Source::Parameter(index))
}

/// Whether the maker leaves the wanted value in the field.
fn given(maker: &Maker, field: &Field, fields: &[Field]) -> bool {
    match maker.sets.get(&field.name) {
        Some(Source::Parameter(index)) => argument(maker, *index, fields) == Some(&field.value),
        Some(Source::Constant(value)) => *value == field.value,
        Some(Source::Unknown) => false,
        None => is_default(&field.value),
    }
}
