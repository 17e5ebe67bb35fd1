//! Java values as people read them.

use proviso_report::{Heap, HeapObject, ObjectKind, Value};

/// The class name without its package: `java.util.List` → `List`.
pub fn simple_class(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

/// `Node#1`, `int[3]#2`.
pub fn object_name(object: &HeapObject) -> String {
    let simple = simple_class(&object.class);
    match &object.kind {
        ObjectKind::Array { length, .. } => {
            let (base, rest) = simple.split_once("[]").unwrap_or((simple, ""));
            format!("{base}[{length}]{rest}#{}", object.id)
        }
        _ => format!("{simple}#{}", object.id),
    }
}

pub fn find(heap: &Heap, id: u32) -> Option<&HeapObject> {
    heap.objects.iter().find(|object| object.id == id)
}

/// A value in a heap: atoms by their text, other objects by their name.
pub fn value_text(value: &Value, heap: &Heap) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Ref(id) => match find(heap, *id) {
            Some(HeapObject {
                kind: ObjectKind::Atom { text },
                ..
            }) => text.clone(),
            Some(object) => object_name(object),
            None => format!("#{id}"),
        },
        Value::Boolean(value) => value.to_string(),
        Value::Char(unit) => char_literal(*unit),
        Value::Byte(value) => value.to_string(),
        Value::Short(value) => value.to_string(),
        Value::Int(value) => value.to_string(),
        Value::Long(value) => value.to_string(),
        Value::Float(value) => float_text(f64::from(*value), &value.to_string()),
        Value::Double(value) => float_text(*value, &value.to_string()),
        Value::Other(text) => text.clone(),
    }
}

fn float_text(value: f64, shortest: &str) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "Infinity" } else { "-Infinity" }.to_owned()
    } else if shortest.contains(['.', 'e']) {
        shortest.to_owned()
    } else {
        format!("{shortest}.0")
    }
}

/// A Java character literal; unpaired surrogates and control characters are escaped.
pub fn char_literal(unit: u16) -> String {
    match char::from_u32(u32::from(unit)) {
        Some('\'') => "'\\''".to_owned(),
        Some('\\') => "'\\\\'".to_owned(),
        Some('\n') => "'\\n'".to_owned(),
        Some('\t') => "'\\t'".to_owned(),
        Some('\r') => "'\\r'".to_owned(),
        Some(character) if !character.is_control() => format!("'{character}'"),
        _ => format!("'\\u{unit:04x}'"),
    }
}

/// What an element that was never written holds.
pub fn array_default(class: &str) -> &'static str {
    match class.strip_suffix("[]") {
        Some("boolean") => "false",
        Some("char") => "'\\u0000'",
        Some("byte" | "short" | "int" | "long") => "0",
        Some("float" | "double") => "0.0",
        _ => "null",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn array_names_carry_their_length() {
        let array = |class: &str| HeapObject {
            id: 2,
            class: class.to_owned(),
            kind: ObjectKind::Array {
                length: 3,
                elements: vec![],
            },
            fresh: false,
        };
        assert_eq!(object_name(&array("int[]")), "int[3]#2");
        assert_eq!(object_name(&array("a.B[][]")), "B[3][]#2");
    }

    #[test]
    fn odd_values_read_as_java() {
        let heap = Heap::default();
        assert_eq!(value_text(&Value::Double(f64::NAN), &heap), "NaN");
        assert_eq!(value_text(&Value::Double(-0.0), &heap), "-0.0");
        assert_eq!(value_text(&Value::Float(3.0), &heap), "3.0");
        assert_eq!(value_text(&Value::Char(0), &heap), "'\\u0000'");
        assert_eq!(value_text(&Value::Char(0xd800), &heap), "'\\ud800'");
    }
}
