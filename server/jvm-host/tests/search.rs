//! Calls that lead to a wanted state: found, not found, and code that does not end.

mod support;

use std::time::Duration;

use proviso_jvm_host::{
    Body, Cancel, FoundCall, HeapObject, HostError, ObjectId, SearchRequest, Value, WantedObject,
    WantedValue,
};
use support::{classes, host};

const BAG: &str = "package p;
public class Bag {
  private static class Link { Object held; Link next; }
  private Link first; private int size;
  public void add(Object held) { Link link = new Link(); link.held = held; link.next = first; first = link; size++; }
  public void clear() { first = null; size = 0; }
  public int size() { return size; }
}";

fn value(name: &str, value: Value) -> WantedValue {
    WantedValue {
        declared_in: None,
        name: name.into(),
        value,
    }
}

fn wanted(id: u32, class: &str, values: Vec<WantedValue>) -> WantedObject {
    WantedObject {
        id: ObjectId(id),
        class: class.into(),
        length: None,
        values,
    }
}

fn reference(id: u32) -> Value {
    Value::Ref(ObjectId(id))
}

fn request(wanted: Vec<WantedObject>) -> SearchRequest {
    let text = |id, text: &str| HeapObject {
        id: ObjectId(id),
        class: "java.lang.String".into(),
        body: Body::Str {
            text: text.encode_utf16().collect(),
            interned: true,
        },
    };
    SearchRequest {
        classes: Vec::new(),
        class_path: Vec::new(),
        at_hand: vec![text(8, "b"), text(9, "a")],
        wanted,
        root: ObjectId(1),
        callable: None,
        values: vec![reference(8), reference(9), Value::Int(2), Value::Null],
        calls: 5,
        tries: 2000,
        time_limit: Duration::from_secs(20),
    }
}

#[test]
fn the_shortest_calls_that_lead_to_the_state_are_found() {
    let host = host();
    let link = |id, held, next| {
        let values = vec![value("held", reference(held)), value("next", next)];
        wanted(id, "p.Bag.Link", values)
    };
    let bag = wanted(1, "p.Bag", vec![value("first", reference(2))]);
    let mut request = request(vec![bag, link(2, 9, reference(3)), link(3, 8, Value::Null)]);
    request.classes = classes(&host, &[("p/Bag.java", BAG)]).to_vec();
    let call = |method: Option<&str>, arguments: &[Value]| FoundCall {
        method: method.map(str::to_owned),
        arguments: arguments.to_vec(),
    };
    let found = host
        .search(&request, &Cancel::default())
        .expect("an answer");
    let expected = [
        call(None, &[]),
        call(Some("add"), &[reference(8)]),
        call(Some("add"), &[reference(9)]),
    ];
    assert_eq!(found.as_deref(), Some(&expected[..]));

    // The same object twice in the list is not two objects.
    request.wanted[2].values[1] = value("next", reference(2));
    let found = host
        .search(&request, &Cancel::default())
        .expect("an answer");
    assert_eq!(found, None, "no call makes a ring");
}

#[test]
fn code_that_does_not_end_is_given_up_and_the_next_search_works() {
    let host = host();
    let bag = |size| wanted(1, "p.Bag", vec![value("size", Value::Int(size))]);
    let mut endless = request(vec![bag(1)]);
    let text = BAG.replace("size++;", "while (true) { }");
    endless.classes = classes(&host, &[("p/Bag.java", &text)]).to_vec();
    endless.time_limit = Duration::from_secs(1);
    let answer = host.search(&endless, &Cancel::default());
    assert!(
        matches!(answer, Err(HostError::TimedOut { .. })),
        "{answer:?}"
    );
    let mut request = request(vec![bag(2)]);
    request.classes = classes(&host, &[("p/Bag.java", BAG)]).to_vec();
    let found = host
        .search(&request, &Cancel::default())
        .expect("an answer");
    assert_eq!(found.expect("calls").len(), 3);
}
