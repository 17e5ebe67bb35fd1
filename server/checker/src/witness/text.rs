//! Values in Java's own words.

use proviso_classfile::java_name;
use proviso_jvm_host::{Body, Value};

use super::heap::collection::{self, Content};
use super::heap::{ConcreteHeap, Numbers, atom, simple_name};

/// A Java literal for a primitive or null; a reference has none and shows as an arrow.
pub fn literal(value: Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Boolean(value) => value.to_string(),
        Value::Byte(value) => value.to_string(),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => format!("{value}L"),
        Value::Char(value) => character(value),
        Value::Float(value) => float(f64::from(value), &format!("{value:?}"), "Float", "f"),
        Value::Double(value) => float(value, &format!("{value:?}"), "Double", ""),
        Value::Ref(_) => "→".to_owned(),
    }
}

fn float(value: f64, digits: &str, class: &str, suffix: &str) -> String {
    if value.is_nan() {
        format!("{class}.NaN")
    } else if value.is_infinite() {
        let sign = if value > 0.0 { "POSITIVE" } else { "NEGATIVE" };
        format!("{class}.{sign}_INFINITY")
    } else {
        format!("{digits}{suffix}")
    }
}

fn character(value: u16) -> String {
    match char::from_u32(u32::from(value)) {
        Some('\'') => "'\\''".to_owned(),
        Some('\\') => "'\\\\'".to_owned(),
        Some(c) if (' '..='~').contains(&c) => format!("'{c}'"),
        _ => format!("'\\u{value:04x}'"),
    }
}

/// A Java string literal.
pub fn string_literal(text: &[u16]) -> String {
    let mut out = String::from("\"");
    for unit in text {
        match char::from_u32(u32::from(*unit)) {
            Some('"') => out.push_str("\\\""),
            Some('\\') => out.push_str("\\\\"),
            Some('\n') => out.push_str("\\n"),
            Some('\t') => out.push_str("\\t"),
            Some('\r') => out.push_str("\\r"),
            Some(c) if (' '..='~').contains(&c) => out.push(c),
            _ => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
    out.push('"');
    out
}

/// A value in one line: small arrays and atoms by content, other objects by class and number.
pub fn value(value: Value, heap: &ConcreteHeap, numbers: &Numbers) -> String {
    let Value::Ref(id) = value else {
        return literal(value);
    };
    let Some(object) = heap.object(id) else {
        return format!("object #{}", numbers.number(id));
    };
    let name = java_name(collection::shown_class(&object.class));
    match collection::content(heap, object) {
        Some(Content::List(elements))
            if elements.len() <= 8 && elements.iter().all(|e| flat(*e, heap)) =>
        {
            let texts: Vec<String> = elements
                .iter()
                .map(|e| self::value(*e, heap, numbers))
                .collect();
            return format!("[{}]", texts.join(", "));
        }
        Some(Content::Map(entries))
            if entries.len() <= 8
                && entries
                    .iter()
                    .all(|(k, v)| flat(*k, heap) && flat(*v, heap)) =>
        {
            let texts: Vec<String> = entries
                .iter()
                .map(|(k, v)| {
                    let (k, v) = (
                        self::value(*k, heap, numbers),
                        self::value(*v, heap, numbers),
                    );
                    format!("{k}={v}")
                })
                .collect();
            return format!("{{{}}}", texts.join(", "));
        }
        _ => {}
    }
    match &object.body {
        Body::Array(elements) if elements.len() <= 8 && elements.iter().all(|e| flat(*e, heap)) => {
            let element = name.strip_suffix("[]").unwrap_or(&name);
            let texts: Vec<String> = elements
                .iter()
                .map(|e| self::value(*e, heap, numbers))
                .collect();
            format!("new {}[]{{{}}}", simple_name(element), texts.join(", "))
        }
        Body::Array(elements) => format!(
            "{}#{} (length {})",
            simple_name(&name),
            numbers.number(id),
            elements.len()
        ),
        Body::Opaque if name == "java.lang.String" => "\"…\"".to_owned(),
        Body::Fields(_) | Body::Opaque => format!("{}#{}", simple_name(&name), numbers.number(id)),
        body => atom(&object.class, body),
    }
}

/// The same for a moment of which the heap is not known: what can change is left out.
pub fn brief(value: Value, heap: &ConcreteHeap, numbers: &Numbers) -> String {
    let Value::Ref(id) = value else {
        return literal(value);
    };
    match heap.object(id) {
        Some(object) => match &object.body {
            Body::Opaque if object.class == "java.lang.String" => "\"…\"".to_owned(),
            Body::Fields(_) | Body::Opaque | Body::Array(_) => {
                let name = java_name(collection::shown_class(&object.class));
                format!("{}#{}", simple_name(&name), numbers.number(id))
            }
            body => atom(&object.class, body),
        },
        None => format!("object #{}", numbers.number(id)),
    }
}

/// Whether an element can be written inside a literal: what has elements itself may contain what contains it.
fn flat(element: Value, heap: &ConcreteHeap) -> bool {
    match element {
        Value::Ref(id) => heap.object(id).is_some_and(|object| {
            !matches!(object.body, Body::Array(_)) && collection::content(heap, object).is_none()
        }),
        _ => true,
    }
}

/// The value for the inputs table: extreme numbers are named.
pub fn input(value: Value, heap: &ConcreteHeap, numbers: &Numbers) -> String {
    let text = self::value(value, heap, numbers);
    let name = match value {
        Value::Int(i32::MIN) => "Integer.MIN_VALUE",
        Value::Int(i32::MAX) => "Integer.MAX_VALUE",
        Value::Long(i64::MIN) => "Long.MIN_VALUE",
        Value::Long(i64::MAX) => "Long.MAX_VALUE",
        _ => return text,
    };
    format!("{text} ({name})")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_jvm_host::{HeapObject, ObjectId};

    #[test]
    fn literals_compile_as_java() {
        assert_eq!(literal(Value::Long(-5)), "-5L");
        assert_eq!(literal(Value::Char(65)), "'A'");
        assert_eq!(literal(Value::Char(0)), "'\\u0000'");
        assert_eq!(literal(Value::Double(1.0)), "1.0");
        assert_eq!(literal(Value::Double(-0.0)), "-0.0");
        assert_eq!(literal(Value::Float(f32::NAN)), "Float.NaN");
        assert_eq!(
            literal(Value::Double(f64::NEG_INFINITY)),
            "Double.NEGATIVE_INFINITY"
        );
        assert_eq!(
            string_literal(&"a\"\n\u{e9}".encode_utf16().collect::<Vec<_>>()),
            "\"a\\\"\\n\\u00e9\""
        );
    }

    #[test]
    fn small_arrays_show_their_elements() {
        let mut heap = ConcreteHeap::default();
        let body = Body::Array(vec![Value::Int(3), Value::Int(0)]);
        heap.objects.insert(
            7,
            HeapObject {
                id: ObjectId(7),
                class: "[I".into(),
                body,
            },
        );
        assert_eq!(
            value(Value::Ref(ObjectId(7)), &heap, &Numbers::default()),
            "new int[]{3, 0}"
        );
    }

    #[test]
    fn a_list_that_contains_itself_has_a_text() {
        let mut heap = ConcreteHeap::default();
        let field = |name: &str, value| proviso_jvm_host::Field {
            declaring: "java.util.ArrayList".into(),
            name: name.into(),
            value,
        };
        let mut add = |id, class: &str, body| {
            let class = class.into();
            let id = ObjectId(id);
            heap.objects.insert(id.0, HeapObject { id, class, body });
        };
        let list = Value::Ref(ObjectId(1));
        add(2, "[Ljava.lang.Object;", Body::Array(vec![list]));
        let elements = field("elementData", Value::Ref(ObjectId(2)));
        let fields = vec![elements, field("size", Value::Int(1))];
        add(1, "java.util.ArrayList", Body::Fields(fields));
        let text = value(list, &heap, &Numbers::default());
        assert!(text.starts_with("ArrayList#"), "{text}");
    }

    #[test]
    fn extreme_inputs_are_named() {
        let heap = ConcreteHeap::default();
        assert_eq!(
            input(Value::Int(i32::MIN), &heap, &Numbers::default()),
            "-2147483648 (Integer.MIN_VALUE)"
        );
        assert_eq!(input(Value::Int(7), &heap, &Numbers::default()), "7");
    }
}
