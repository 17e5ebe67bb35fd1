//! Values as Java source.

use proviso_report::{HeapObject, Subject, Value};

use super::local_type;

use proviso_present::value::{char_literal, simple_class};

/// A Java literal of a value that is no object.
pub fn literal(value: &Value) -> Result<String, String> {
    Ok(match value {
        Value::Null => "null".to_owned(),
        Value::Ref(_) => return Err("an object has no literal".to_owned()),
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
        Value::Float(value) => {
            float_literal(f64::from(*value), &format!("{value:?}f"), "Float", || {
                format!("Float.intBitsToFloat({:#x})", value.to_bits())
            })
        }
        Value::Double(value) => float_literal(*value, &format!("{value:?}"), "Double", || {
            format!("Double.longBitsToDouble({:#x}L)", value.to_bits())
        }),
        Value::Other(text) => return Err(format!("{text} has no Java literal")),
    })
}

/// Rust's shortest form reads back as the same number; NaNs are told by their bits.
fn float_literal(value: f64, shortest: &str, class: &str, bits: impl Fn() -> String) -> String {
    if value.is_nan() {
        if value.to_bits() << 1 == f64::NAN.to_bits() << 1 {
            format!("{class}.NaN")
        } else {
            bits()
        }
    } else if value.is_infinite() {
        let sign = if value > 0.0 { "POSITIVE" } else { "NEGATIVE" };
        format!("{class}.{sign}_INFINITY")
    } else {
        shortest.to_owned()
    }
}

/// Inside `{…}` of an array no cast is needed for a small constant.
pub fn element_literal(value: &Value) -> Result<String, String> {
    match value {
        Value::Byte(value) => Ok(value.to_string()),
        Value::Short(value) => Ok(value.to_string()),
        other => literal(other),
    }
}

pub fn default_literal(type_name: &str) -> String {
    match type_name {
        "boolean" => "false",
        "char" => "'\\0'",
        "byte" => "(byte) 0",
        "short" => "(short) 0",
        "int" => "0",
        "long" => "0L",
        "float" => "0f",
        "double" => "0.0",
        _ => "null",
    }
    .to_owned()
}

pub fn is_primitive(name: &str) -> bool {
    [
        "boolean", "byte", "char", "short", "int", "long", "float", "double",
    ]
    .contains(&name)
}

/// The words that a class name in lower case may turn out to be.
pub fn is_keyword(name: &str) -> bool {
    [
        "abstract",
        "assert",
        "boolean",
        "break",
        "byte",
        "case",
        "catch",
        "char",
        "class",
        "const",
        "continue",
        "default",
        "do",
        "double",
        "else",
        "enum",
        "extends",
        "final",
        "finally",
        "float",
        "for",
        "goto",
        "if",
        "implements",
        "import",
        "instanceof",
        "int",
        "interface",
        "long",
        "native",
        "new",
        "package",
        "private",
        "protected",
        "public",
        "return",
        "short",
        "static",
        "strictfp",
        "super",
        "switch",
        "synchronized",
        "this",
        "throw",
        "throws",
        "transient",
        "try",
        "void",
        "volatile",
        "while",
        "true",
        "false",
        "null",
        "_",
    ]
    .contains(&name)
}

pub fn is_default(value: &Value) -> bool {
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

pub fn is_identifier(name: &str) -> bool {
    let mut letters = name.chars();
    letters
        .next()
        .is_some_and(|c| c.is_alphabetic() || c == '_')
        && letters.all(|c| c.is_alphanumeric() || c == '_')
}

/// Strings, boxes and enum constants can be written. `apart`: a string that is no other string, as an input is.
pub fn atom(
    subject: &Subject,
    object: &HeapObject,
    text: &str,
    apart: bool,
) -> Result<String, String> {
    match object.class.as_str() {
        "java.lang.String" if apart => Ok(format!("new String({text})")),
        "java.lang.String" => Ok(text.to_owned()),
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
        // `Colour.RED`, whatever the enum is nested in.
        class if text.contains('.') && !text.contains(' ') => {
            let constant = text.rsplit(['.', '$']).next().unwrap_or(text);
            Ok(format!("{}.{constant}", local_type(subject, class)))
        }
        class => Err(format!("a {class} has no Java literal")),
    }
}
