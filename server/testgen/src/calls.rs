//! Asks a JVM for calls that lead to an input's state, so that a test can be written as a user of the class would write
//! it (`tree.insert(2); tree.insert(1);`) instead of setting fields.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use proviso_jvm_host::{
    Body, Cancel, CompiledClass, Field, FoundCall, HeapObject, Host, HostError, ObjectId,
    SearchRequest, Value, WantedObject, WantedValue,
};
use proviso_report::{self as report, Construction, ConstructionCall, Heap, ObjectKind, Shapes};

/// More calls would be no more readable than the fields.
const CALLS: u32 = 8;
const TRIES: u32 = 4000;
/// Only for code that does not end: the number of tries bounds the search.
const TIME_LIMIT: Duration = Duration::from_secs(10);
/// So many values of each kind are tried as arguments.
const VALUES: usize = 8;

/// Where calls can be tried out.
pub struct Ground<'a> {
    pub host: &'a Host,
    pub classes: &'a [CompiledClass],
    pub class_path: &'a [PathBuf],
    pub shapes: &'a Shapes,
    /// What may be called: see `tame.rs`.
    pub tame: &'a [String],
    pub cancel: &'a Cancel,
}

/// Notes in the heap how its roots can be made by calls; whether all can. An error says that code did not end.
pub fn find(ground: &Ground, heap: &mut Heap) -> Result<bool, HostError> {
    let roots: BTreeSet<u32> = heap
        .roots
        .iter()
        .filter_map(|root| match root.value {
            report::Value::Ref(id) => Some(id),
            _ => None,
        })
        .collect();
    let mut all = true;
    for root in &roots {
        let Some(object) = heap.objects.iter().find(|object| object.id == *root) else {
            continue;
        };
        let shape = ground.shapes.get(&object.class);
        if heap.stubs.contains_key(root) || !shape.is_some_and(|shape| shape.accessible) {
            continue;
        }
        let others: BTreeSet<u32> = roots.iter().copied().filter(|id| id != root).collect();
        let found = match request(ground, heap, *root, &others) {
            Some(request) => ground.host.search(&request, ground.cancel)?,
            None => None,
        };
        match found {
            Some(calls) => {
                let calls = calls.iter().map(reported).collect();
                heap.made_by.insert(*root, Construction { calls });
            }
            None => all = false,
        }
    }
    Ok(all)
}

fn request(
    ground: &Ground,
    heap: &Heap,
    root: u32,
    others: &BTreeSet<u32>,
) -> Option<SearchRequest> {
    let mut wanted = Vec::new();
    let mut at_hand = Vec::new();
    let mut values = Values::default();
    for object in reached(heap, root) {
        if object.id != root
            && let Some(described) = described(ground, heap, object)
        {
            at_hand.push(described);
            values.add(Value::Ref(ObjectId(object.id)));
        }
        let atom = matches!(object.kind, ObjectKind::Atom { .. });
        // What the test has another name for must be that object and no copy.
        if !atom && !others.contains(&object.id) {
            wanted.push(wanted_object(object, &mut values)?);
        }
    }
    values.add_defaults();
    Some(SearchRequest {
        classes: ground.classes.to_vec(),
        class_path: ground.class_path.to_vec(),
        at_hand,
        wanted,
        root: ObjectId(root),
        callable: Some(ground.tame.to_vec()),
        values: values.found,
        calls: CALLS,
        tries: TRIES,
        time_limit: TIME_LIMIT,
    })
}

/// The object and what matters of the objects it leads to.
fn reached(heap: &Heap, root: u32) -> Vec<&report::HeapObject> {
    let mut found: Vec<&report::HeapObject> = Vec::new();
    let mut open = vec![root];
    while let Some(id) = open.pop() {
        let Some(object) = heap.objects.iter().find(|object| object.id == id) else {
            continue;
        };
        if found.iter().any(|known| known.id == id) {
            continue;
        }
        found.push(object);
        for field in contents(object).iter().rev().filter(|f| !f.untouched) {
            if let report::Value::Ref(id) = field.value {
                open.push(id);
            }
        }
    }
    found
}

fn contents(object: &report::HeapObject) -> &[report::Field] {
    match &object.kind {
        ObjectKind::Object { fields } => fields,
        ObjectKind::Array { elements, .. } => elements,
        ObjectKind::Atom { .. } => &[],
    }
}

fn wanted_object(object: &report::HeapObject, values: &mut Values) -> Option<WantedObject> {
    let length = match &object.kind {
        ObjectKind::Array { length, .. } => {
            values.add(Value::Int(*length));
            Some(u32::try_from(*length).ok()?)
        }
        _ => None,
    };
    let mut wanted = Vec::new();
    for field in contents(object).iter().filter(|field| !field.untouched) {
        let value = jvm_value(&field.value)?;
        if !matches!(value, Value::Null | Value::Ref(_)) {
            values.add(value);
        }
        wanted.push(WantedValue {
            declared_in: field.declared_in.clone(),
            name: field.name.clone(),
            value,
        });
    }
    Some(WantedObject {
        id: ObjectId(object.id),
        class: object.class.clone(),
        length,
        values: wanted,
    })
}

/// An object that calls may get as an argument: a text, a number, or one of a class that a test can make objects of and
/// that leads to no others.
fn described(ground: &Ground, heap: &Heap, object: &report::HeapObject) -> Option<HeapObject> {
    let body = match &object.kind {
        ObjectKind::Atom { text } => atom(&object.class, text)?,
        ObjectKind::Array { .. } => return None,
        ObjectKind::Object { fields } => {
            let touched = fields.iter().filter(|field| !field.untouched);
            let is_object = |value: &report::Value| {
                matches!(value, report::Value::Ref(id)
                    if heap.objects.iter().any(|o| o.id == *id && !matches!(o.kind, ObjectKind::Atom { .. })))
            };
            let shape = ground.shapes.get(&object.class);
            let nameable = shape.is_some_and(|shape| shape.accessible && shape.instantiable);
            let plain = object.class == "java.lang.Object" || nameable;
            if !plain || touched.clone().any(|field| is_object(&field.value)) {
                return None;
            }
            let fields: Option<Vec<Field>> = touched
                .map(|field| {
                    let declaring = field.declared_in.as_ref().unwrap_or(&object.class);
                    Some(Field {
                        declaring: ground.binary_name(declaring)?,
                        name: field.name.clone(),
                        value: jvm_value(&field.value)?,
                    })
                })
                .collect();
            Body::Fields(fields?)
        }
    };
    Some(HeapObject {
        id: ObjectId(object.id),
        class: ground.binary_name(&object.class)?,
        body,
    })
}

impl Ground<'_> {
    /// `Outer.Inner` → `Outer$Inner`: the compiled classes know which dot is which.
    fn binary_name(&self, java: &str) -> Option<String> {
        if java.starts_with("java.") {
            return Some(java.to_owned());
        }
        let mut names = self.classes.iter().map(|class| &class.name);
        names
            .find(|name| name.replace('$', ".") == java)
            .map(|name| name.to_string())
    }
}

/// A string, box or enum constant from the text it is shown by.
fn atom(class: &str, text: &str) -> Option<Body> {
    let boxed = |value| {
        Some(Body::Boxed {
            value,
            cached: true,
        })
    };
    match class {
        "java.lang.String" => {
            let inner = text.strip_prefix('"')?.strip_suffix('"')?;
            // A text with escapes is rare, and never the only way.
            (!inner.contains('\\')).then(|| Body::Str {
                text: inner.encode_utf16().collect(),
                interned: true,
            })
        }
        "java.lang.Integer" => boxed(Value::Int(text.parse().ok()?)),
        "java.lang.Long" => boxed(Value::Long(text.trim_end_matches('L').parse().ok()?)),
        "java.lang.Short" => boxed(Value::Short(text.parse().ok()?)),
        "java.lang.Byte" => boxed(Value::Byte(text.parse().ok()?)),
        "java.lang.Boolean" => boxed(Value::Boolean(text.parse().ok()?)),
        _ => match text.rsplit_once('.') {
            Some((_, name)) if !text.contains(' ') && name != "class" => {
                Some(Body::EnumConstant(name.to_owned()))
            }
            _ => None,
        },
    }
}

fn jvm_value(value: &report::Value) -> Option<Value> {
    Some(match value {
        report::Value::Null => Value::Null,
        report::Value::Ref(id) => Value::Ref(ObjectId(*id)),
        report::Value::Boolean(value) => Value::Boolean(*value),
        report::Value::Char(value) => Value::Char(*value),
        report::Value::Byte(value) => Value::Byte(*value),
        report::Value::Short(value) => Value::Short(*value),
        report::Value::Int(value) => Value::Int(*value),
        report::Value::Long(value) => Value::Long(*value),
        report::Value::Float(value) => Value::Float(*value),
        report::Value::Double(value) => Value::Double(*value),
        report::Value::Other(_) => return None,
    })
}

fn reported(call: &FoundCall) -> ConstructionCall {
    let value = |value: &Value| match *value {
        Value::Null => report::Value::Null,
        Value::Ref(id) => report::Value::Ref(id.0),
        Value::Boolean(value) => report::Value::Boolean(value),
        Value::Char(value) => report::Value::Char(value),
        Value::Byte(value) => report::Value::Byte(value),
        Value::Short(value) => report::Value::Short(value),
        Value::Int(value) => report::Value::Int(value),
        Value::Long(value) => report::Value::Long(value),
        Value::Float(value) => report::Value::Float(value),
        Value::Double(value) => report::Value::Double(value),
    };
    ConstructionCall {
        method: call.method.clone(),
        arguments: call.arguments.iter().map(value).collect(),
    }
}

/// Arguments to try: what the state holds, then the least values of each type.
#[derive(Default)]
struct Values {
    found: Vec<Value>,
}

impl Values {
    fn add(&mut self, value: Value) {
        let same =
            |known: &&Value| std::mem::discriminant(*known) == std::mem::discriminant(&value);
        if !self.found.contains(&value) && self.found.iter().filter(same).count() < VALUES {
            self.found.push(value);
        }
    }

    fn add_defaults(&mut self) {
        for value in [
            Value::Boolean(true),
            Value::Boolean(false),
            Value::Int(0),
            Value::Int(1),
            Value::Long(0),
            Value::Char(u16::from(b'a')),
            Value::Short(0),
            Value::Byte(0),
            Value::Float(0.0),
            Value::Double(0.0),
            Value::Null,
        ] {
            self.add(value);
        }
    }
}
