//! The observed end of an execution as assertions: not promised by the contract, but what the code does today.

use std::collections::{BTreeMap, VecDeque};

use proviso_report::{
    Change, Heap, HeapObject, ObjectKind, Outcome, PathCase, Shapes, Subject, Value,
};

use super::framework::Assertion;
use super::literals::{atom, literal};
use super::result_name;

/// More would bury the test's point.
const MOST: usize = 8;

/// `variables`: the Java variable that holds an object of the input, by its id.
pub fn observed(
    subject: &Subject,
    case: &PathCase,
    shapes: &Shapes,
    receiver: Option<&str>,
    variables: &BTreeMap<u32, String>,
) -> Vec<Assertion> {
    let observer = Observer {
        subject,
        heap: &case.heap_after,
        shapes,
        variables,
    };
    let mut found = Vec::new();
    let mut places: Vec<(u32, String)> = variables
        .iter()
        .map(|(id, name)| (*id, name.clone()))
        .collect();
    if let Outcome::Returns {
        value: Some(value), ..
    } = &case.outcome
    {
        // A constructor's result is the subject itself.
        let name = receiver.unwrap_or(result_name(subject));
        if receiver.is_none() {
            observer.value(value, name, &mut found);
        }
        if let Value::Ref(id) = value
            && !variables.contains_key(id)
        {
            places.push((*id, name.to_owned()));
        }
    }
    observer.fields(places, &mut found);
    found.truncate(MOST);
    found
}

struct Observer<'a> {
    subject: &'a Subject,
    heap: &'a Heap,
    shapes: &'a Shapes,
    variables: &'a BTreeMap<u32, String>,
}

impl Observer<'_> {
    fn object(&self, id: u32) -> Option<&HeapObject> {
        self.heap.objects.iter().find(|object| object.id == id)
    }

    /// What can be said of a value that an expression now has.
    fn value(&self, value: &Value, actual: &str, found: &mut Vec<Assertion>) {
        let actual = actual.to_owned();
        let assertion = match value {
            Value::Null => Assertion::Null(actual),
            Value::Boolean(true) => Assertion::True {
                condition: actual,
                text: None,
            },
            Value::Boolean(false) => Assertion::False(actual),
            Value::Ref(id) => {
                let Some(object) = self.object(*id) else {
                    return;
                };
                match (&object.kind, self.variables.get(id)) {
                    (ObjectKind::Atom { text }, _) => match atom(self.subject, object, text, false)
                    {
                        Ok(expected) => Assertion::Equals {
                            expected,
                            actual,
                            floating: false,
                        },
                        Err(_) => Assertion::NotNull(actual),
                    },
                    (_, Some(variable)) if *variable == actual => return,
                    (_, Some(variable)) => Assertion::Same {
                        expected: variable.clone(),
                        actual,
                    },
                    (ObjectKind::Array { length, elements }, None) => {
                        match array(&object.class, *length, elements) {
                            Some((expected, floating)) => Assertion::ArrayEquals {
                                expected,
                                actual,
                                floating,
                            },
                            None => Assertion::Equals {
                                expected: length.to_string(),
                                actual: format!("{actual}.length"),
                                floating: false,
                            },
                        }
                    }
                    (ObjectKind::Object { .. }, None) => Assertion::NotNull(actual),
                }
            }
            number => match literal(number) {
                Ok(expected) => Assertion::Equals {
                    expected,
                    actual,
                    floating: matches!(number, Value::Float(_) | Value::Double(_)),
                },
                Err(_) => return,
            },
        };
        found.push(assertion);
    }

    /// Changed fields of what is known, and all fields of what is new, as far as a test can read them.
    fn fields(&self, places: Vec<(u32, String)>, found: &mut Vec<Assertion>) {
        let mut queue: VecDeque<(u32, String)> = places.into();
        let mut seen = Vec::new();
        while let Some((id, expression)) = queue.pop_front() {
            if seen.contains(&id) || found.len() >= MOST {
                continue;
            }
            seen.push(id);
            let Some(object) = self.object(id) else {
                continue;
            };
            match &object.kind {
                ObjectKind::Atom { .. } => {}
                ObjectKind::Array { length, elements } => {
                    let changed = elements.iter().any(|e| e.change == Change::Changed);
                    if changed && !object.fresh {
                        if let Some((expected, floating)) = array(&object.class, *length, elements)
                        {
                            found.push(Assertion::ArrayEquals {
                                expected,
                                actual: expression.clone(),
                                floating,
                            });
                        } else {
                            for element in elements.iter().filter(|e| e.change == Change::Changed) {
                                let actual = format!("{expression}[{}]", element.name);
                                self.value(&element.value, &actual, found);
                            }
                        }
                    }
                }
                ObjectKind::Object { fields } => {
                    let Some(shape) = self.shapes.get(&object.class) else {
                        continue;
                    };
                    for field in fields {
                        // A field of a superclass with the same name is another one.
                        let readable = shape.fields.get(&field.name).filter(|_| {
                            field.declared_in.is_none()
                                || !fields.iter().any(|other| {
                                    other.declared_in.is_none() && other.name == field.name
                                })
                        });
                        let Some(actual) = readable.and_then(|known| {
                            if known.readable {
                                Some(format!("{expression}.{}", field.name))
                            } else {
                                let getter = known.getter.as_ref()?;
                                Some(format!("{expression}.{getter}()"))
                            }
                        }) else {
                            continue;
                        };
                        if field.change == Change::Changed || object.fresh {
                            self.value(&field.value, &actual, found);
                        }
                        if let Value::Ref(id) = field.value {
                            queue.push_back((id, actual));
                        }
                    }
                }
            }
        }
    }
}

/// An array of primitives as a Java expression, and whether it holds floats.
fn array(class: &str, length: i32, elements: &[proviso_report::Field]) -> Option<(String, bool)> {
    let base = class.strip_suffix("[]")?;
    let zero = match base {
        "boolean" => "false",
        "char" => "'\\0'",
        "byte" | "short" | "int" | "long" | "float" | "double" => "0",
        _ => return None,
    };
    if length > 16 {
        return None;
    }
    let mut values = vec![zero.to_owned(); length as usize];
    for element in elements {
        let index: usize = element.name.parse().ok()?;
        *values.get_mut(index)? = literal(&element.value).ok()?;
    }
    let text = if values.is_empty() {
        format!("new {base}[0]")
    } else {
        format!("new {base}[] {{{}}}", values.join(", "))
    };
    Some((text, ["float", "double"].contains(&base)))
}
