//! Collections as people think of them: a list is its elements, a map its entries, whatever fields it has.

use super::{ConcreteHeap, Numbers, array, atom, change};
use proviso_classfile::java_name;
use proviso_jvm_host::{Body, Field, HeapObject, Value};
use proviso_report as report;

/// What a collection holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    List(Vec<Value>),
    Map(Vec<(Value, Value)>),
}

/// The content of a list, set or map whose fields are known; `None` for everything else.
pub fn content(heap: &ConcreteHeap, object: &HeapObject) -> Option<Content> {
    let Body::Fields(fields) = &object.body else {
        return None;
    };
    match object.class.as_str() {
        "java.util.ArrayList" => Some(Content::List(counted(heap, fields, "size", "elementData")?)),
        "proviso.runtime.InputSet" | "proviso.runtime.InputQueue" => {
            Some(Content::List(counted(heap, fields, "count", "items")?))
        }
        "proviso.runtime.InputMap" => {
            let keys = counted(heap, fields, "count", "keys")?;
            let values = counted(heap, fields, "count", "values")?;
            Some(Content::Map(keys.into_iter().zip(values).collect()))
        }
        _ => None,
    }
}

/// The library's name of a class that stands for one of its own.
pub fn shown_class(class: &str) -> &str {
    match class {
        "proviso.runtime.InputSet" => "java.util.LinkedHashSet",
        "proviso.runtime.InputQueue" => "java.util.LinkedList",
        "proviso.runtime.InputMap" => "java.util.LinkedHashMap",
        other => other,
    }
}

fn counted(heap: &ConcreteHeap, fields: &[Field], count: &str, array: &str) -> Option<Vec<Value>> {
    let value = |name: &str| fields.iter().find(|f| f.name == name).map(|f| f.value);
    // A collection that was never looked at has no fields, and is empty.
    if fields.is_empty() {
        return Some(Vec::new());
    }
    let (Some(Value::Int(count)), Some(Value::Ref(id))) = (value(count), value(array)) else {
        return None;
    };
    match heap.object(id).map(|object| &object.body) {
        Some(Body::Array(elements)) => elements
            .get(..usize::try_from(count).ok()?)
            .map(<[Value]>::to_vec),
        _ => None,
    }
}

/// The picture of a collection: elements by index, entries by the text of their key.
pub fn kind(
    heap: &ConcreteHeap,
    content: &Content,
    old: Option<&Content>,
    numbers: &Numbers,
) -> report::ObjectKind {
    match content {
        Content::List(elements) => {
            let old = match old {
                Some(Content::List(old)) => &old[..],
                _ => &[],
            };
            array(elements, old, numbers)
        }
        Content::Map(entries) => {
            let fields = entries.iter().map(|(key, value)| {
                let was = match old {
                    Some(Content::Map(old)) => old.iter().find(|(k, _)| k == key),
                    _ => None,
                };
                report::Field {
                    name: key_text(heap, *key, numbers),
                    declared_in: None,
                    value: numbers.shown(*value),
                    change: change(was.map(|(_, value)| value), *value),
                    untouched: false,
                }
            });
            report::ObjectKind::Object {
                fields: fields.collect(),
            }
        }
    }
}

fn key_text(heap: &ConcreteHeap, key: Value, numbers: &Numbers) -> String {
    let Value::Ref(id) = key else {
        return "null".to_owned();
    };
    match heap.object(id) {
        Some(object) if !matches!(object.body, Body::Fields(_) | Body::Array(_)) => {
            atom(&object.class, &object.body)
        }
        Some(object) => {
            let class = java_name(shown_class(&object.class));
            let number = numbers.number(id);
            format!("{}#{number}", super::simple_name(&class))
        }
        None => "?".to_owned(),
    }
}
