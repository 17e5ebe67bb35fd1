//! A concrete heap, in the words of the JVM side-car: what the engine's states become under a model, what the replay
//! builds and what it gives back. Pictures for people are made from it.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use proviso_classfile::java_name;
use proviso_jvm_host::{Body, HeapObject, ObjectId, StaticField, Value};
use proviso_report as report;

use collection::Content;

pub mod collection;

/// The objects at one moment and what reaches them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ConcreteHeap {
    /// `this`, parameters, `\result`: in the order they are shown.
    pub roots: Vec<(String, Value)>,
    pub statics: Vec<StaticField>,
    pub objects: BTreeMap<u32, HeapObject>,
    /// Fields (object, declaring class, name) whose value the path does not depend on.
    pub untouched: BTreeSet<(u32, String, String)>,
    /// Objects of interfaces that no known class implements: what they answered.
    pub stubs: BTreeMap<u32, Vec<Answered>>,
}

/// One answer of such an object.
#[derive(Debug, Clone, PartialEq)]
pub struct Answered {
    pub method: String,
    /// As Java writes them.
    pub parameters: Vec<String>,
    pub arguments: Vec<Value>,
    pub answer: Option<Value>,
}

impl ConcreteHeap {
    pub fn object(&self, id: ObjectId) -> Option<&HeapObject> {
        self.objects.get(&id.0)
    }

    pub fn root(&self, name: &str) -> Option<Value> {
        self.roots
            .iter()
            .find(|(root, _)| root == name)
            .map(|(_, value)| *value)
    }
}

/// Arrays up to this length are shown in full; of longer ones only what differs from the default.
const FULL_ARRAY: usize = 16;

/// What objects are called in pictures and texts: 1, 2, … in the order in which the roots reach them, the first heap
/// first, so that the same object has the same number everywhere.
#[derive(Debug, Default)]
pub struct Numbers(HashMap<ObjectId, u32>);

impl Numbers {
    pub fn of(heaps: &[&ConcreteHeap]) -> Numbers {
        let mut numbers = HashMap::new();
        for id in heaps.iter().flat_map(|heap| reach(heap)) {
            let next = numbers.len() as u32 + 1;
            numbers.entry(id).or_insert(next);
        }
        Numbers(numbers)
    }

    pub fn number(&self, id: ObjectId) -> u32 {
        self.0.get(&id).copied().unwrap_or(0)
    }

    /// A value as the report holds it.
    pub fn shown(&self, value: Value) -> report::Value {
        match value {
            Value::Null => report::Value::Null,
            Value::Boolean(value) => report::Value::Boolean(value),
            Value::Byte(value) => report::Value::Byte(value),
            Value::Char(value) => report::Value::Char(value),
            Value::Short(value) => report::Value::Short(value),
            Value::Int(value) => report::Value::Int(value),
            Value::Long(value) => report::Value::Long(value),
            Value::Float(value) => report::Value::Float(value),
            Value::Double(value) => report::Value::Double(value),
            Value::Ref(id) => report::Value::Ref(self.number(id)),
        }
    }
}

/// The two pictures of a witness.
pub fn pictures(
    before: &ConcreteHeap,
    after: &ConcreteHeap,
    numbers: &Numbers,
) -> (report::Heap, report::Heap) {
    let first = picture(before, None, &reach(before), numbers);
    let second = picture(after, Some(before), &reach(after), numbers);
    (first, second)
}

/// Ids in breadth-first order from the roots, then the statics.
fn reach(heap: &ConcreteHeap) -> Vec<ObjectId> {
    let mut order = Vec::new();
    let mut queue: VecDeque<Value> = heap.roots.iter().map(|(_, value)| *value).collect();
    queue.extend(heap.statics.iter().map(|field| field.value));
    while let Some(value) = queue.pop_front() {
        let Value::Ref(id) = value else { continue };
        if order.contains(&id) {
            continue;
        }
        order.push(id);
        let answers = heap.stubs.get(&id.0).into_iter().flatten();
        queue.extend(answers.flat_map(|a| a.arguments.iter().copied().chain(a.answer)));
        let Some(object) = heap.object(id) else {
            continue;
        };
        match collection::content(heap, object) {
            Some(Content::List(elements)) => queue.extend(elements),
            Some(Content::Map(entries)) => queue.extend(entries.iter().flat_map(|(k, v)| [*k, *v])),
            None => match &object.body {
                Body::Fields(fields) => queue.extend(fields.iter().map(|field| field.value)),
                Body::Array(elements) => queue.extend(elements),
                _ => {}
            },
        }
    }
    order
}

fn picture(
    heap: &ConcreteHeap,
    earlier: Option<&ConcreteHeap>,
    order: &[ObjectId],
    numbers: &Numbers,
) -> report::Heap {
    let mut roots: Vec<report::Root> = heap
        .roots
        .iter()
        .map(|(name, value)| report::Root {
            name: name.clone(),
            value: numbers.shown(*value),
        })
        .collect();
    roots.extend(heap.statics.iter().map(|field| report::Root {
        name: format!("{}.{}", simple_name(&java_name(&field.class)), field.name),
        value: numbers.shown(field.value),
    }));
    let objects = order
        .iter()
        .filter_map(|id| {
            let object = heap.object(*id)?;
            let was = earlier.map(|earlier| earlier.object(*id));
            let kind = match collection::content(heap, object) {
                Some(content) => {
                    let old = earlier
                        .zip(was.flatten())
                        .and_then(|(heap, object)| collection::content(heap, object));
                    collection::kind(heap, &content, old.as_ref(), numbers)
                }
                None => kind(heap, object, was.flatten(), numbers),
            };
            Some(report::HeapObject {
                id: numbers.number(*id),
                class: java_name(collection::shown_class(&object.class)),
                kind,
                fresh: matches!(was, Some(None)),
            })
        })
        .collect();
    let stubs = heap.stubs.iter().map(|(id, answers)| {
        let answers = answers.iter().map(|answered| report::StubAnswer {
            method: answered.method.clone(),
            parameters: answered.parameters.clone(),
            arguments: answered
                .arguments
                .iter()
                .map(|v| numbers.shown(*v))
                .collect(),
            answer: answered.answer.map(|value| numbers.shown(value)),
        });
        (numbers.number(ObjectId(*id)), answers.collect())
    });
    report::Heap {
        stubs: stubs.collect(),
        roots,
        objects,
        ..report::Heap::default()
    }
}

fn kind(
    heap: &ConcreteHeap,
    object: &HeapObject,
    was: Option<&HeapObject>,
    numbers: &Numbers,
) -> report::ObjectKind {
    match &object.body {
        Body::Fields(fields) => {
            let old: HashMap<(&str, &str), Value> = match was.map(|was| &was.body) {
                Some(Body::Fields(old)) => old
                    .iter()
                    .map(|f| ((f.declaring.as_str(), f.name.as_str()), f.value))
                    .collect(),
                _ => HashMap::new(),
            };
            let fields = fields.iter().map(|field| report::Field {
                name: field.name.clone(),
                declared_in: (field.declaring != object.class).then(|| java_name(&field.declaring)),
                value: numbers.shown(field.value),
                change: change(
                    old.get(&(field.declaring.as_str(), field.name.as_str())),
                    field.value,
                ),
                untouched: heap.untouched.contains(&(
                    object.id.0,
                    field.declaring.clone(),
                    field.name.clone(),
                )),
            });
            report::ObjectKind::Object {
                fields: fields.collect(),
            }
        }
        Body::Array(elements) => {
            let old = match was.map(|was| &was.body) {
                Some(Body::Array(old)) => &old[..],
                _ => &[],
            };
            array(elements, old, numbers)
        }
        body => report::ObjectKind::Atom {
            text: atom(&object.class, body),
        },
    }
}

fn array(elements: &[Value], old: &[Value], numbers: &Numbers) -> report::ObjectKind {
    let full = elements.len() <= FULL_ARRAY;
    let shown_elements = elements.iter().enumerate().filter_map(|(index, value)| {
        let change = change(old.get(index), *value);
        let worth = full || change != report::Change::None || !is_default(*value);
        worth.then(|| report::Field {
            name: index.to_string(),
            declared_in: None,
            value: numbers.shown(*value),
            change,
            untouched: false,
        })
    });
    report::ObjectKind::Array {
        length: elements.len() as i32,
        elements: shown_elements.collect(),
    }
}

fn change(old: Option<&Value>, new: Value) -> report::Change {
    match old {
        Some(old) if !same(*old, new) => report::Change::Changed,
        _ => report::Change::None,
    }
}

/// Whether two variables hold the same value: floats by their bits, so that NaN is itself and -0.0 is not 0.0.
pub fn same(a: Value, b: Value) -> bool {
    match (a, b) {
        (Value::Float(a), Value::Float(b)) => {
            a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
        }
        (Value::Double(a), Value::Double(b)) => {
            a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan())
        }
        _ => a == b,
    }
}

fn is_default(value: Value) -> bool {
    match value {
        Value::Null => true,
        Value::Boolean(value) => !value,
        Value::Byte(value) => value == 0,
        Value::Char(value) => value == 0,
        Value::Short(value) => value == 0,
        Value::Int(value) => value == 0,
        Value::Long(value) => value == 0,
        Value::Float(value) => value.to_bits() == 0,
        Value::Double(value) => value.to_bits() == 0,
        Value::Ref(_) => false,
    }
}

/// The text of a string, box, enum constant or class literal.
pub fn atom(class: &str, body: &Body) -> String {
    match body {
        Body::Str { text, .. } => super::text::string_literal(text),
        Body::Boxed { value, .. } => super::text::literal(*value),
        Body::EnumConstant(name) => {
            // A constant with a body has a numbered class of its own, which nobody names.
            let numbered = |(_, number): &(&str, &str)| number.parse::<u32>().is_ok();
            let of = class.rsplit_once('$').filter(numbered);
            let of = of.map_or(class, |(outer, _)| outer);
            format!("{}.{name}", simple_name(&java_name(of)))
        }
        Body::ClassLiteral(name) => format!("{}.class", java_name(name)),
        Body::Fields(_) | Body::Array(_) | Body::Opaque => "…".to_owned(),
    }
}

/// `pkg.Node` → `Node`, `pkg.Outer.Inner[]` → `Inner[]`.
pub fn simple_name(java: &str) -> &str {
    java.rsplit('.').next().unwrap_or(java)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proviso_jvm_host::Field;

    fn node(id: u32, next: Value) -> HeapObject {
        let next = Field {
            declaring: "p.Node".into(),
            name: "next".into(),
            value: next,
        };
        HeapObject {
            id: ObjectId(id),
            class: "p.Node".into(),
            body: Body::Fields(vec![next]),
        }
    }

    fn heap(root: Value, objects: Vec<HeapObject>) -> ConcreteHeap {
        ConcreteHeap {
            roots: vec![("this".into(), root)],
            objects: objects.into_iter().map(|o| (o.id.0, o)).collect(),
            ..ConcreteHeap::default()
        }
    }

    #[test]
    fn objects_are_numbered_as_reached_and_changes_are_marked() {
        let to = |id| Value::Ref(ObjectId(id));
        let before = heap(to(40), vec![node(40, to(30)), node(30, Value::Null)]);
        let after = heap(
            to(40),
            vec![node(40, to(30)), node(30, to(99)), node(99, Value::Null)],
        );
        let numbers = Numbers::of(&[&before, &after]);
        let (before, after) = pictures(&before, &after, &numbers);
        assert_eq!(
            before.objects.iter().map(|o| o.id).collect::<Vec<_>>(),
            [1, 2]
        );
        assert_eq!(
            after.objects.iter().map(|o| o.id).collect::<Vec<_>>(),
            [1, 2, 3]
        );
        assert_eq!(
            after.objects.iter().map(|o| o.fresh).collect::<Vec<_>>(),
            [false, false, true]
        );
        let report::ObjectKind::Object { fields } = &after.objects[1].kind else {
            panic!("an object")
        };
        assert_eq!(fields[0].change, report::Change::Changed);
        let report::ObjectKind::Object { fields } = &after.objects[0].kind else {
            panic!("an object")
        };
        assert_eq!(fields[0].change, report::Change::None);
    }

    #[test]
    fn cyclic_heaps_end() {
        let to = |id| Value::Ref(ObjectId(id));
        let cyclic = heap(to(1), vec![node(1, to(1))]);
        let numbers = Numbers::of(&[&cyclic]);
        assert_eq!(pictures(&cyclic, &cyclic, &numbers).0.objects.len(), 1);
    }

    #[test]
    fn a_simple_name_has_no_package() {
        assert_eq!(simple_name("p.Outer.Inner[]"), "Inner[]");
    }
}
