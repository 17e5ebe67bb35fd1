//! Number symbols of the English and the root locale. The JDK finds them through services and reflection; other locales
//! are not modelled.

use super::*;
use crate::machine::unknown;
use crate::value::{Ref, Value};
use proviso_classfile::{FieldType, Primitive};

const SYMBOLS: &str = "java/text/DecimalFormatSymbols";

pub(super) const TABLE: &[Entry] = &[entry(
    SYMBOLS,
    "getInstance",
    "(Ljava/util/Locale;)Ljava/text/DecimalFormatSymbols;",
    get_instance,
    "English and the root locale",
)];

/// Characters by field; fields this JDK does not have are skipped.
const CHARACTERS: &[(&str, char)] = &[
    ("zeroDigit", '0'),
    ("groupingSeparator", ','),
    ("decimalSeparator", '.'),
    ("perMill", '\u{2030}'),
    ("percent", '%'),
    ("digit", '#'),
    ("patternSeparator", ';'),
    ("minusSign", '-'),
    ("monetarySeparator", '.'),
    ("monetaryGroupingSeparator", ','),
    ("exponential", 'E'),
];

const TEXTS: &[(&str, &str)] = &[
    ("infinity", "\u{221e}"),
    ("NaN", "NaN"),
    ("exponentialSeparator", "E"),
    ("perMillText", "\u{2030}"),
    ("percentText", "%"),
    ("minusSignText", "-"),
];

fn language(m: &mut Machine, st: &mut State, locale: ObjectId) -> R<Option<String>> {
    let Value::Ref(Ref::Object(base)) = m.read_named(st, locale, "baseLocale")? else {
        return Ok(None);
    };
    match m.read_named(st, base, "language")? {
        Value::Ref(Ref::Object(text)) => Ok(string_text(m, st, text)),
        _ => Ok(None),
    }
}

fn get_instance(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let locale = non_null_arg(m, st, method, 0)?;
    match language(m, st, locale)?.as_deref() {
        Some("en" | "") => {}
        Some(other) => return unknown(format!("number symbols of the locale {other}")),
        None => return unknown("number symbols of an unknown locale"),
    }
    let class = m.classes.load(SYMBOLS)?;
    let fields = m.classes.get(class).fields.clone();
    let mut texts = Vec::new();
    for &(_, text) in TEXTS {
        texts.push(new_string(m, st, text)?);
    }
    let symbols = m.allocate(st, class);
    for (slot, field) in fields.iter().enumerate() {
        let character = CHARACTERS.iter().find(|(name, _)| *name == &*field.name);
        let text = TEXTS.iter().position(|(name, _)| *name == &*field.name);
        let value = match (character, text, &field.ty) {
            (Some((_, c)), _, FieldType::Primitive(Primitive::Char)) => {
                Value::Int(m.terms.int(*c as i32))
            }
            (_, Some(i), FieldType::Object(_)) => Value::Ref(Ref::Object(texts[i])),
            _ if &*field.name == "locale" => Value::Ref(Ref::Object(locale)),
            _ => continue,
        };
        m.write_field(st, symbols, slot, value)?;
    }
    finish_ref(m, st, method, symbols)
}
