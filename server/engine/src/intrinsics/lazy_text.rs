//! Texts made from unknown numbers, such as the message of an exception. Turning an unknown number into digits forks
//! over every length it can have, and most such texts are never read: the text is made when somebody looks at it.
//! Only values that cannot change wait: numbers, strings, boxes and null.

use super::*;
use crate::heap::object::{Body, Fields, Native, Object, Origin};
use crate::machine::{Stop, unknown};
use crate::state::{NativeThen, Then};
use crate::types::TypeSet;
use crate::value::{Ref, Value};
use proviso_classfile::FieldType;

const STRING: &str = "java/lang/String";
const BOXES: &[&str] = &[
    "java/lang/Integer",
    "java/lang/Long",
    "java/lang/Short",
    "java/lang/Byte",
    "java/lang/Character",
    "java/lang/Boolean",
    "java/lang/Float",
    "java/lang/Double",
];
const MESSAGE: &str = "the number in the message becomes text when the message is looked at";
const DIGITS: &str = "an unknown number becomes text when the text is looked at";

pub(super) const TABLE: &[Entry] = &[
    entry(
        STRING,
        "format",
        "(Ljava/lang/String;[Ljava/lang/Object;)Ljava/lang/String;",
        format_text,
        "plain %d, %s, %n, %% with unknown values: made when the text is looked at; else the JDK's own code",
    ),
    entry(
        "java/lang/Integer",
        "toString",
        "(I)Ljava/lang/String;",
        number_text,
        DIGITS,
    ),
    entry(
        "java/lang/Long",
        "toString",
        "(J)Ljava/lang/String;",
        number_text,
        DIGITS,
    ),
    entry(
        "java/lang/Float",
        "toString",
        "(F)Ljava/lang/String;",
        number_text,
        DIGITS,
    ),
    entry(
        "java/lang/Double",
        "toString",
        "(D)Ljava/lang/String;",
        number_text,
        DIGITS,
    ),
    entry(
        "java/lang/IndexOutOfBoundsException",
        "<init>",
        "(I)V",
        index_message,
        MESSAGE,
    ),
    entry(
        "java/lang/ArrayIndexOutOfBoundsException",
        "<init>",
        "(I)V",
        index_message,
        MESSAGE,
    ),
    entry(
        "java/lang/StringIndexOutOfBoundsException",
        "<init>",
        "(I)V",
        index_message,
        MESSAGE,
    ),
];

/// What makes the text: a method and its arguments.
struct LazyText {
    maker: Rc<Method>,
    arguments: Vec<Value>,
}

fn is_known(m: &Machine, value: Value) -> bool {
    value.term().is_none_or(|t| m.terms.is_const(t))
}

fn number_text(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let value = arg(st, method, 0);
    if is_concrete(m) || is_known(m, value) {
        return run_bytecode(m, st, method);
    }
    let text = lazy_text(m, st, method, vec![value])?;
    finish_ref(m, st, method, text)
}

/// The constructor of an exception that is told the wrong index: the one that is told a message, with a message that waits.
fn index_message(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let index = arg(st, method, 1);
    if is_concrete(m) || is_known(m, index) {
        return run_bytecode(m, st, method);
    }
    let before = match &*method.class_name {
        "java/lang/ArrayIndexOutOfBoundsException" => "Array index out of range: ",
        "java/lang/StringIndexOutOfBoundsException" => "String index out of range: ",
        _ => "Index out of range: ",
    };
    let digits = m.find_method("java/lang/Integer", "toString", "(I)Ljava/lang/String;")?;
    let join = m.find_method(STRING, "concat", "(Ljava/lang/String;)Ljava/lang/String;")?;
    let told = m.find_method(&method.class_name, "<init>", "(Ljava/lang/String;)V")?;
    let before = strings::new_string(m, st, before)?;
    let digits = lazy_text(m, st, &digits, vec![index])?;
    let parts = [before, digits].map(|o| Value::Ref(Ref::Object(o)));
    let text = lazy_text(m, st, &join, parts.to_vec())?;
    let arguments = vec![arg(st, method, 0), Value::Ref(Ref::Object(text))];
    call_instead(m, st, method, &told, arguments)
}

/// A format whose outcome is certain to be a text waits as well; all others run now, as they may throw.
fn format_text(m: &mut Machine, st: &mut State, method: &Rc<Method>) -> R<()> {
    let lazy = match (is_concrete(m), arg(st, method, 0), arg(st, method, 1)) {
        (false, Value::Ref(format), Value::Ref(array)) => match (st.deref(format), st.deref(array))
        {
            (Ref::Object(format), Ref::Object(array)) => plain_arguments(m, st, format, array),
            _ => None,
        },
        _ => None,
    };
    let Some(cells) = lazy else {
        return run_bytecode(m, st, method);
    };
    // The caller may change its array later: the text sees a copy.
    let class = m.classes.load("[Ljava/lang/Object;")?;
    let copy = m.allocate_array(st, class, cells);
    let arguments = vec![arg(st, method, 0), Value::Ref(Ref::Object(copy))];
    let text = lazy_text(m, st, method, arguments)?;
    finish_ref(m, st, method, text)
}

/// The arguments of a format, if every specifier is a plain one that fits its argument and one of them is unknown.
fn plain_arguments(
    m: &Machine,
    st: &State,
    format: ObjectId,
    array: ObjectId,
) -> Option<Vec<Value>> {
    let format = string_text(m, st, format)?;
    let crate::heap::object::Cells::Dense(cells) = &st.object(array).array()?.cells else {
        return None;
    };
    let mut next = cells.iter();
    let mut unknowns = false;
    let mut letters = format.chars();
    while let Some(c) = letters.next() {
        if c != '%' {
            continue;
        }
        let specifier = letters.next()?;
        if matches!(specifier, 'n' | '%') {
            continue;
        }
        let Value::Ref(r) = next.next()? else {
            return None;
        };
        let Ref::Object(object) = st.deref(*r) else {
            return None;
        };
        let class = st.object(object).class()?;
        let integral = matches!(
            &**m.classes.name(class),
            "java/lang/Integer" | "java/lang/Long" | "java/lang/Short" | "java/lang/Byte"
        );
        match specifier {
            'd' if integral => {}
            's' if is_immutable(m, st, object) => {}
            _ => return None,
        }
        unknowns |= strings::units(m, st, object).is_none();
    }
    unknowns.then(|| cells.clone())
}

/// A string concatenation about to be called: a lazy text, if something in it is unknown and nothing can change.
pub(crate) fn lazy_concat(
    m: &mut Machine,
    st: &mut State,
    method: &Rc<Method>,
) -> R<Option<ObjectId>> {
    if is_concrete(m) {
        return Ok(None);
    }
    let arguments: Vec<Value> = (0..method.argument_count())
        .map(|i| arg(st, method, i))
        .collect();
    let mut unknowns = false;
    for (value, ty) in arguments.iter().zip(&method.descriptor.params) {
        // A box of the input: null or an object that never changes.
        if let (Value::Ref(r), FieldType::Object(name)) = (value, ty)
            && BOXES.contains(&&**name)
            && !m.is_null(st, *r)?
        {
            m.object_of(st, *r)?;
        }
        match value {
            Value::Ref(r) => {
                let is_string = matches!(ty, FieldType::Object(name) if &**name == STRING);
                match st.deref(*r) {
                    Ref::Null => {}
                    Ref::Symbol(_) if is_string => unknowns = true,
                    Ref::Object(o) if is_immutable(m, st, o) => {
                        unknowns |= strings::units(m, st, o).is_none();
                    }
                    _ => return Ok(None),
                }
            }
            number => unknowns |= !is_known(m, *number),
        }
    }
    if unknowns {
        lazy_text(m, st, method, arguments).map(Some)
    } else {
        Ok(None)
    }
}

fn is_immutable(m: &Machine, st: &State, object: ObjectId) -> bool {
    let Some(class) = st.object(object).class() else {
        return false;
    };
    let name = &**m.classes.name(class);
    name == STRING || BOXES.contains(&name)
}

/// A string without fields: the first look at one of them makes the text.
fn lazy_text(
    m: &mut Machine,
    st: &mut State,
    maker: &Rc<Method>,
    arguments: Vec<Value>,
) -> R<ObjectId> {
    let class = m.classes.load(STRING)?;
    m.initialise(st, class)?;
    let text = Object {
        types: TypeSet::exactly(class),
        origin: Origin::Allocated { epoch: st.epoch },
        body: Body::Fields(Fields::default()),
        native: Native::Data(Rc::new(LazyText {
            maker: maker.clone(),
            arguments,
        })),
        rank: None,
    };
    Ok(m.add_object(st, text))
}

/// Whether this is a text that nobody on the path has looked at.
pub fn is_unmade_text(st: &State, object: ObjectId) -> bool {
    native_data::<LazyText>(st, object).is_some()
}

/// Makes the text of a lazy string, if it is one: the instruction that looked is repeated when it is there.
pub(super) fn force(m: &mut Machine, st: &mut State, object: ObjectId) -> R<()> {
    let Some(lazy) = native_data::<LazyText>(st, object) else {
        return Ok(());
    };
    let (maker, arguments) = (lazy.maker.clone(), lazy.arguments.clone());
    let data = vec![Value::Ref(Ref::Object(object))];
    let then = NativeThen {
        run: made,
        data: data.into(),
        caught: None,
    };
    m.enter_method(st, &maker, arguments, Then::Native(then), 0)?;
    Err(Stop::Again)
}

/// The text is there: the lazy string takes over its bytes.
fn made(_: &mut Machine, st: &mut State, data: &[Value], result: Option<Value>) -> R<()> {
    let (Some(Value::Ref(Ref::Object(lazy))), Some(Value::Ref(text))) =
        (data.first().copied(), result)
    else {
        return unknown("a text that could not be made");
    };
    let Ref::Object(text) = st.deref(text) else {
        return unknown("a text that could not be made");
    };
    let body = st.object(text).body.clone();
    let object = st.object_mut(lazy);
    object.body = body;
    object.native = Native::None;
    Ok(())
}
