//! The input heap as Java statements: constructors and plain assignments where the class allows them, a small
//! reflective helper where it does not. Shared objects become shared variables, so that aliases can be seen.

use std::collections::BTreeMap;

use proviso_report::{Field, HeapObject, ObjectKind, Shape, Shapes, Value, Violation};

use crate::value::{char_literal, simple_class};

pub struct Arranged {
    pub lines: Vec<String>,
    /// The expression that stands for each root.
    pub roots: BTreeMap<String, String>,
    pub uses_helper: bool,
}

/// Written into test classes that need it.
pub const HELPER: &str = r#"
    /** Builds state that the classes under test do not let a test build otherwise. */
    private static final class State {
        static <T> T create(Class<T> type) throws Exception {
            var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            return type.cast(((sun.misc.Unsafe) field.get(null)).allocateInstance(type));
        }

        static void set(Object object, Class<?> declaring, String name, Object value) throws Exception {
            var field = declaring.getDeclaredField(name);
            field.setAccessible(true);
            field.set(object, value);
        }

        @SuppressWarnings("unchecked")
        static <T> T get(Object object, Class<?> declaring, String name) throws Exception {
            var field = declaring.getDeclaredField(name);
            field.setAccessible(true);
            return (T) field.get(object);
        }
    }
"#;

pub fn arrange(violation: &Violation, shapes: &Shapes) -> Result<Arranged, String> {
    let mut builder = Builder {
        shapes,
        names: BTreeMap::new(),
        lines: Vec::new(),
        uses_helper: false,
    };
    let heap = &violation.heap_before;
    for object in &heap.objects {
        builder.name(object, violation)?;
    }
    for object in &heap.objects {
        builder.create(object)?;
    }
    for object in &heap.objects {
        builder.fill(object)?;
    }
    let mut roots = BTreeMap::new();
    for root in &heap.roots {
        roots.insert(root.name.clone(), builder.expression(&root.value)?);
    }
    for input in &violation.inputs {
        let expression = builder.expression(&input.value)?;
        roots.entry(input.name.clone()).or_insert(expression);
    }
    Ok(Arranged {
        lines: builder.lines,
        roots,
        uses_helper: builder.uses_helper,
    })
}

struct Builder<'s> {
    shapes: &'s Shapes,
    /// Object id → variable or literal.
    names: BTreeMap<u32, String>,
    lines: Vec<String>,
    uses_helper: bool,
}

impl<'s> Builder<'s> {
    /// An object is called after the root that names it, else after its class and number.
    fn name(&mut self, object: &HeapObject, violation: &Violation) -> Result<(), String> {
        if let ObjectKind::Atom { text } = &object.kind {
            self.names.insert(object.id, atom(object, text)?);
            return Ok(());
        }
        let root = violation
            .heap_before
            .roots
            .iter()
            .find(|root| root.value == Value::Ref(object.id) && is_identifier(&root.name))
            .map(|root| match root.name.as_str() {
                "this" => "subject".to_owned(),
                name => name.to_owned(),
            });
        let name = root.unwrap_or_else(|| {
            let class = simple_class(object.class.trim_end_matches("[]"));
            let mut letters = class.chars();
            let first = letters.next().map_or('o', |c| c.to_ascii_lowercase());
            format!("{first}{}{}", letters.as_str(), object.id)
        });
        self.names.insert(object.id, name);
        Ok(())
    }

    fn shape(&self, class: &str) -> Result<&'s Shape, String> {
        let shape = self
            .shapes
            .get(class)
            .ok_or_else(|| format!("{class} is not known"))?;
        if shape.accessible {
            Ok(shape)
        } else {
            Err(format!("a test cannot name {}", shape.java_name))
        }
    }

    fn create(&mut self, object: &HeapObject) -> Result<(), String> {
        let name = self.names[&object.id].clone();
        match &object.kind {
            ObjectKind::Atom { .. } => {}
            ObjectKind::Array { length, .. } => {
                let class = self.array_type(&object.class)?;
                let base = class.trim_end_matches("[]");
                let rest = &class[base.len() + 2..];
                self.lines
                    .push(format!("{class} {name} = new {base}[{length}]{rest};"));
            }
            ObjectKind::Object { .. } => {
                let shape = self.shape(&object.class)?;
                if !shape.instantiable {
                    return Err(format!("no object of {} can be made", shape.java_name));
                }
                let class = &shape.java_name;
                let made = match shape.constructors.iter().find(|types| types.is_empty()) {
                    Some(_) => format!("new {class}()"),
                    None => {
                        self.uses_helper = true;
                        format!("State.create({class}.class)")
                    }
                };
                self.lines.push(format!("{class} {name} = {made};"));
            }
        }
        Ok(())
    }

    fn array_type(&self, class: &str) -> Result<String, String> {
        if !class.ends_with("[]") {
            return Err(format!(
                "a {class} with content cannot be written as Java yet"
            ));
        }
        let base = class.trim_end_matches("[]");
        let dimensions = &class[base.len()..];
        let primitive = [
            "boolean", "byte", "char", "short", "int", "long", "float", "double",
        ];
        if primitive.contains(&base) || base.starts_with("java.") {
            return Ok(class.to_owned());
        }
        Ok(format!("{}{dimensions}", self.shape(base)?.java_name))
    }

    fn fill(&mut self, object: &HeapObject) -> Result<(), String> {
        let name = self.names[&object.id].clone();
        match &object.kind {
            ObjectKind::Atom { .. } => {}
            ObjectKind::Array { elements, .. } => {
                for element in elements {
                    if !is_default(&element.value) {
                        let value = self.expression(&element.value)?;
                        self.lines
                            .push(format!("{name}[{}] = {value};", element.name));
                    }
                }
            }
            ObjectKind::Object { fields } => {
                let shape = self.shape(&object.class)?;
                let made_empty = shape.constructors.iter().all(|types| !types.is_empty());
                for field in fields {
                    // A constructor may have set it to something else; an object made empty has defaults.
                    if !(made_empty && is_default(&field.value)) {
                        self.assign(&name, object, shape, field)?;
                    }
                }
            }
        }
        Ok(())
    }

    fn assign(
        &mut self,
        name: &str,
        object: &HeapObject,
        shape: &Shape,
        field: &Field,
    ) -> Result<(), String> {
        let value = self.expression(&field.value)?;
        let direct = shape.fields.get(&field.name).is_some_and(|f| f.writable);
        if direct {
            self.lines.push(format!("{name}.{} = {value};", field.name));
        } else {
            self.uses_helper = true;
            let declaring = field.declared_in.as_ref().unwrap_or(&object.class);
            let class = &self.shape(declaring)?.java_name;
            self.lines.push(format!(
                "State.set({name}, {class}.class, \"{}\", {value});",
                field.name
            ));
        }
        Ok(())
    }

    fn expression(&self, value: &Value) -> Result<String, String> {
        Ok(match value {
            Value::Null => "null".to_owned(),
            Value::Ref(id) => self
                .names
                .get(id)
                .cloned()
                .ok_or("an object of the witness is missing")?,
            Value::Boolean(value) => value.to_string(),
            Value::Char(unit) => char_literal(*unit),
            Value::Byte(value) => format!("(byte) {value}"),
            Value::Short(value) => format!("(short) {value}"),
            Value::Int(i32::MIN) => "Integer.MIN_VALUE".to_owned(),
            Value::Int(i32::MAX) => "Integer.MAX_VALUE".to_owned(),
            Value::Int(value) => value.to_string(),
            Value::Long(i64::MIN) => "Long.MIN_VALUE".to_owned(),
            Value::Long(i64::MAX) => "Long.MAX_VALUE".to_owned(),
            Value::Long(value) => format!("{value}L"),
            Value::Float(value) => format!("Float.intBitsToFloat({:#x})", value.to_bits()),
            Value::Double(value) => format!("Double.longBitsToDouble({:#x}L)", value.to_bits()),
            Value::Other(text) => return Err(format!("{text} has no Java literal")),
        })
    }
}

fn is_default(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Boolean(value) => !value,
        Value::Char(value) => *value == 0,
        Value::Byte(value) => *value == 0,
        Value::Short(value) => *value == 0,
        Value::Int(value) => *value == 0,
        Value::Long(value) => *value == 0,
        Value::Float(value) => value.to_bits() == 0,
        Value::Double(value) => value.to_bits() == 0,
        Value::Ref(_) | Value::Other(_) => false,
    }
}

fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || c == '_')
}

/// Strings and enum constants can be written; boxes are made anew so that identity stays theirs.
fn atom(object: &HeapObject, text: &str) -> Result<String, String> {
    match object.class.as_str() {
        "java.lang.String" => Ok(format!("new String({text})")),
        "java.lang.Integer"
        | "java.lang.Long"
        | "java.lang.Short"
        | "java.lang.Byte"
        | "java.lang.Boolean"
        | "java.lang.Character" => {
            let class = simple_class(&object.class);
            let literal = match class {
                "Long" => format!("{text}L"),
                "Short" => format!("(short) {text}"),
                "Byte" => format!("(byte) {text}"),
                _ => text.to_owned(),
            };
            Ok(format!("{class}.valueOf({literal})"))
        }
        _ if text.contains('.') && !text.contains(' ') => Ok(text.replace('$', ".")),
        class => Err(format!("a {class} has no Java literal")),
    }
}
