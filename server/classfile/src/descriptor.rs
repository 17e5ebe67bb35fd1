//! Field and method descriptors, parsed once.

use crate::error::ClassError;
use crate::name::{Name, intern, java_name};
use std::fmt;
use std::sync::Arc;

/// The eight primitive types.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Primitive {
    Boolean,
    Byte,
    Char,
    Short,
    Int,
    Long,
    Float,
    Double,
}

impl Primitive {
    pub fn from_char(c: char) -> Option<Primitive> {
        Some(match c {
            'Z' => Primitive::Boolean,
            'B' => Primitive::Byte,
            'C' => Primitive::Char,
            'S' => Primitive::Short,
            'I' => Primitive::Int,
            'J' => Primitive::Long,
            'F' => Primitive::Float,
            'D' => Primitive::Double,
            _ => return None,
        })
    }

    pub fn descriptor_char(self) -> char {
        match self {
            Primitive::Boolean => 'Z',
            Primitive::Byte => 'B',
            Primitive::Char => 'C',
            Primitive::Short => 'S',
            Primitive::Int => 'I',
            Primitive::Long => 'J',
            Primitive::Float => 'F',
            Primitive::Double => 'D',
        }
    }

    /// The Java keyword.
    pub fn keyword(self) -> &'static str {
        match self {
            Primitive::Boolean => "boolean",
            Primitive::Byte => "byte",
            Primitive::Char => "char",
            Primitive::Short => "short",
            Primitive::Int => "int",
            Primitive::Long => "long",
            Primitive::Float => "float",
            Primitive::Double => "double",
        }
    }

    /// Local variable and operand stack slots taken.
    pub fn slots(self) -> u16 {
        if matches!(self, Primitive::Long | Primitive::Double) {
            2
        } else {
            1
        }
    }
}

/// A field's type, or a parameter's.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum FieldType {
    Primitive(Primitive),
    /// A class or interface, by internal name.
    Object(Name),
    /// An array, by element type.
    Array(Arc<FieldType>),
}

impl FieldType {
    /// As Java writes it.
    pub fn java_name(&self) -> String {
        match self {
            FieldType::Primitive(primitive) => primitive.keyword().to_owned(),
            FieldType::Object(name) => java_name(name),
            FieldType::Array(_) => java_name(&self.class_name()),
        }
    }

    pub fn parse(text: &str) -> Result<FieldType, ClassError> {
        let (ty, rest) = parse_type(text, text)?;
        if rest.is_empty() {
            Ok(ty)
        } else {
            Err(bad(text))
        }
    }

    /// The type a `Class` constant names: `[I`, `[Ljava/lang/String;` or `java/lang/String`.
    pub fn from_class_name(name: &str) -> Result<FieldType, ClassError> {
        if name.starts_with('[') {
            FieldType::parse(name)
        } else if name.is_empty() || name.contains(['.', ';', '[']) {
            Err(bad(name))
        } else {
            Ok(FieldType::Object(intern(name)))
        }
    }

    pub fn object(name: &str) -> FieldType {
        FieldType::Object(intern(name))
    }

    pub fn array_of(element: FieldType) -> FieldType {
        FieldType::Array(Arc::new(element))
    }

    pub fn is_reference(&self) -> bool {
        !matches!(self, FieldType::Primitive(_))
    }

    pub fn slots(&self) -> u16 {
        match self {
            FieldType::Primitive(p) => p.slots(),
            _ => 1,
        }
    }

    /// The name a `Class` constant would use: internal name for classes, descriptor for arrays and primitives.
    pub fn class_name(&self) -> Name {
        match self {
            FieldType::Object(name) => name.clone(),
            _ => intern(&self.to_string()),
        }
    }
}

/// As a descriptor: `I`, `[J`, `Ljava/lang/String;`.
impl fmt::Display for FieldType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FieldType::Primitive(p) => write!(f, "{}", p.descriptor_char()),
            FieldType::Object(name) => write!(f, "L{name};"),
            FieldType::Array(element) => write!(f, "[{element}"),
        }
    }
}

/// A method's descriptor: its text and its parsed parts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct MethodDescriptor {
    pub text: Name,
    pub params: Vec<FieldType>,
    /// `None` is `void`.
    pub ret: Option<FieldType>,
}

impl MethodDescriptor {
    pub fn parse(text: &str) -> Result<MethodDescriptor, ClassError> {
        let mut rest = text.strip_prefix('(').ok_or_else(|| bad(text))?;
        let mut params = Vec::new();
        loop {
            if let Some(after) = rest.strip_prefix(')') {
                rest = after;
                break;
            }
            let (ty, after) = parse_type(rest, text)?;
            params.push(ty);
            rest = after;
        }
        let ret = if rest == "V" {
            None
        } else {
            Some(FieldType::parse(rest)?)
        };
        let slots: u32 = params.iter().map(|p| u32::from(p.slots())).sum();
        if slots > 255 {
            return Err(bad(text));
        }
        Ok(MethodDescriptor {
            text: intern(text),
            params,
            ret,
        })
    }

    /// Slots of the parameters, without a receiver.
    pub fn param_slots(&self) -> u16 {
        self.params.iter().map(FieldType::slots).sum()
    }
}

impl fmt::Display for MethodDescriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

fn bad(text: &str) -> ClassError {
    // Descriptors come from outside and can be 64 KiB long; an error message need not be.
    ClassError::BadDescriptor(text.chars().take(200).collect())
}

/// One type from the front of `text`, and what follows it.
fn parse_type<'t>(text: &'t str, whole: &str) -> Result<(FieldType, &'t str), ClassError> {
    let dimensions = text.bytes().take_while(|&b| b == b'[').count();
    if dimensions > 255 {
        return Err(bad(whole));
    }
    let rest = &text[dimensions..];
    let first = rest.chars().next().ok_or_else(|| bad(whole))?;
    let (mut ty, after) = if first == 'L' {
        let end = rest.find(';').ok_or_else(|| bad(whole))?;
        let name = &rest[1..end];
        if name.is_empty() || name.contains(['.', '[', '(', ')']) {
            return Err(bad(whole));
        }
        (FieldType::Object(intern(name)), &rest[end + 1..])
    } else {
        let p = Primitive::from_char(first).ok_or_else(|| bad(whole))?;
        (FieldType::Primitive(p), &rest[1..])
    };
    for _ in 0..dimensions {
        ty = FieldType::array_of(ty);
    }
    Ok((ty, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptors_parse_and_print_back() {
        for text in [
            "()V",
            "(IJ[D)Ljava/lang/String;",
            "([[Ljava/lang/Object;ZBCSF)[I",
        ] {
            let d = MethodDescriptor::parse(text).unwrap();
            let mut back = String::from("(");
            d.params.iter().for_each(|p| back.push_str(&p.to_string()));
            back.push(')');
            match &d.ret {
                Some(ty) => back.push_str(&ty.to_string()),
                None => back.push('V'),
            }
            assert_eq!(back, text);
        }
        assert_eq!(MethodDescriptor::parse("(IJD)V").unwrap().param_slots(), 5);
    }

    #[test]
    fn malformed_descriptors_are_errors() {
        for text in [
            "",
            "V",
            "(V)V",
            "(I",
            "()",
            "(L;)V",
            "(Ljava/lang/String)V",
            "()II",
            "([)V",
            "()é",
        ] {
            assert!(MethodDescriptor::parse(text).is_err(), "{text}");
        }
    }
}
