//! Replay: real objects from a description, any method, and what came of it — on every JDK of the machine.

mod support;

use std::time::Duration;

use proviso_jvm_host::{
    Body, Call, Cancel, Field, HeapObject, Host, HostError, ObjectId, ReplayOutcome, ReplayRequest,
    ReplayResult, StaticField, Value,
};
use support::{classes, host, jdks};

fn field(declaring: &str, name: &str, value: Value) -> Field {
    Field {
        declaring: declaring.into(),
        name: name.into(),
        value,
    }
}

fn object(id: u32, class: &str, body: Body) -> HeapObject {
    HeapObject {
        id: ObjectId(id),
        class: class.into(),
        body,
    }
}

fn reference(id: u32) -> Value {
    Value::Ref(ObjectId(id))
}

fn call(
    class: &str,
    name: &str,
    descriptor: &str,
    receiver: Option<u32>,
    arguments: &[Value],
) -> Call {
    Call {
        class: class.into(),
        name: name.into(),
        descriptor: descriptor.into(),
        receiver: receiver.map(ObjectId),
        arguments: arguments.to_vec(),
    }
}

fn replay(host: &Host, request: &ReplayRequest) -> ReplayResult {
    host.replay(request, &Cancel::default()).expect("an answer")
}

fn body_of(result: &ReplayResult, id: u32) -> &Body {
    &result
        .heap
        .iter()
        .find(|object| object.id == ObjectId(id))
        .expect("the object")
        .body
}

const LIST: &str = "package p;
public class Node {
  private final int value; protected Node next; static int visits;
  Node(int value) { throw new Error(\"constructors must not run\"); }
  private int sum() { visits++; System.out.print(\"+\"); return value + (next == null ? 0 : next.sum()); }
  private void cut() { next = null; }
}";

#[test]
fn a_list_is_built_called_and_described_again() {
    for jdk in jdks() {
        let host = Host::start(&jdk).unwrap();
        let mut request = ReplayRequest::new(call("p.Node", "sum", "()I", Some(1), &[]));
        request.classes = classes(&host, &[("p/Node.java", LIST)]);
        let node = |id, value, next| {
            let fields = vec![
                field("p.Node", "value", Value::Int(value)),
                field("p.Node", "next", next),
            ];
            object(id, "p.Node", Body::Fields(fields))
        };
        request.objects = vec![node(1, 40, reference(7)), node(7, 2, Value::Null)];
        request.statics = vec![StaticField {
            class: "p.Node".into(),
            name: "visits".into(),
            value: Value::Int(10),
        }];
        let result = replay(&host, &request);
        assert_eq!(
            result.outcome,
            ReplayOutcome::Returned(Some(Value::Int(42))),
            "JDK {}",
            jdk.version
        );
        assert_eq!(result.output, "++");
        assert_eq!(result.statics[0].value, Value::Int(12));
        assert_eq!(result.heap, request.objects);

        request.call = call("p.Node", "cut", "()V", Some(1), &[]);
        let result = replay(&host, &request);
        assert_eq!(result.outcome, ReplayOutcome::Returned(None));
        assert_eq!(
            result.heap,
            vec![node(1, 40, Value::Null), node(7, 2, Value::Null)]
        );
        assert_eq!(
            result.statics[0].value,
            Value::Int(10),
            "classes are fresh for every replay"
        );
    }
}

const KINDS: &str = "import java.util.*;
class Kinds {
  enum Colour { RED, GREEN { } }
  record Pair(Object first, double second) { Pair { throw new Error(); } }
  static String show(Object[] all) {
    StringBuilder text = new StringBuilder();
    for (Object o : all) text.append(o instanceof int[] a ? Arrays.toString(a) : String.valueOf(o)).append(' ');
    return text.toString();
  }
  static boolean same(Object a, Object b) { return a == b; }
  static boolean literal(String s) { return s == \"word\"; }
  static boolean cached(Integer i) { return i == Integer.valueOf(5); }
  static Object list() { return new ArrayList<>(List.of(1, 2)); }
}";

#[test]
fn every_kind_of_object_can_be_described() {
    for jdk in jdks() {
        let host = Host::start(&jdk).unwrap();
        let mut request = ReplayRequest::new(call(
            "Kinds",
            "show",
            "([Ljava/lang/Object;)Ljava/lang/String;",
            None,
            &[reference(1)],
        ));
        request.classes = classes(&host, &[("Kinds.java", KINDS)]);
        let word = |interned| Body::Str {
            text: "word".encode_utf16().collect(),
            interned,
        };
        let pair = vec![
            field("Kinds$Pair", "first", reference(6)),
            field("Kinds$Pair", "second", Value::Double(0.5)),
        ];
        request.objects = vec![
            object(
                1,
                "[Ljava.lang.Object;",
                Body::Array((2..9).map(reference).chain([Value::Null]).collect()),
            ),
            object(2, "[I", Body::Array(vec![Value::Int(1), Value::Int(-2)])),
            object(3, "java.lang.String", word(false)),
            object(
                4,
                "java.lang.Integer",
                Body::Boxed {
                    value: Value::Int(5),
                    cached: false,
                },
            ),
            object(5, "Kinds$Colour", Body::EnumConstant("GREEN".into())),
            object(6, "java.lang.Class", Body::ClassLiteral("[J".into())),
            object(7, "Kinds$Pair", Body::Fields(pair)),
            object(
                8,
                "java.lang.Character",
                Body::Boxed {
                    value: Value::Char(0x78),
                    cached: true,
                },
            ),
            object(9, "java.lang.String", word(true)),
        ];
        let result = replay(&host, &request);
        let ReplayOutcome::Returned(Some(Value::Ref(id))) = result.outcome else {
            panic!("{result:?}")
        };
        let Body::Str { text, .. } = body_of(&result, id.0) else {
            panic!("{result:?}")
        };
        let text = String::from_utf16_lossy(text);
        assert_eq!(
            text,
            "[1, -2] word 5 GREEN class [J Pair[first=class [J, second=0.5] x null "
        );
        assert_eq!(body_of(&result, 7), &request.objects[6].body);

        let mut yes_or_no = |name: &str, descriptor: &str, arguments: &[Value]| {
            request.call = call("Kinds", name, descriptor, None, arguments);
            replay(&host, &request).outcome == ReplayOutcome::Returned(Some(Value::Boolean(true)))
        };
        assert!(!yes_or_no(
            "literal",
            "(Ljava/lang/String;)Z",
            &[reference(3)]
        ));
        assert!(yes_or_no(
            "literal",
            "(Ljava/lang/String;)Z",
            &[reference(9)]
        ));
        assert!(!yes_or_no(
            "cached",
            "(Ljava/lang/Integer;)Z",
            &[reference(4)]
        ));
        let objects = "(Ljava/lang/Object;Ljava/lang/Object;)Z";
        assert!(yes_or_no("same", objects, &[reference(3), reference(3)]));
        assert!(!yes_or_no("same", objects, &[reference(3), reference(9)]));

        // Objects of the JDK are described like any other.
        request.call = call("Kinds", "list", "()Ljava/lang/Object;", None, &[]);
        let result = replay(&host, &request);
        let list = result
            .heap
            .iter()
            .find(|object| object.class == "java.util.ArrayList")
            .expect("the list");
        let Body::Fields(fields) = &list.body else {
            panic!("{list:?}")
        };
        assert!(
            fields.contains(&field("java.util.ArrayList", "size", Value::Int(2))),
            "{fields:?}"
        );
    }
}

const EVENTS: &str = "class Events {
  static java.util.List<String> seen = new java.util.ArrayList<>();
  int[] data;
  static java.util.List<String> events() { return seen; }
  Events(int size) { seen.add(\"made\"); data = new int[size]; }
  int at(int i) {
    seen.add(\"at \" + i);
    assert i != 7 : \"seven\";
    return data[i];
  }
}";

#[test]
fn an_exception_comes_with_class_message_and_lines_and_events_are_read() {
    let host = host();
    let mut request = ReplayRequest::new(call("Events", "at", "(I)I", Some(1), &[Value::Int(3)]));
    request.classes = classes(&host, &[("Events.java", EVENTS)]);
    request.objects = vec![
        object(
            1,
            "Events",
            Body::Fields(vec![field("Events", "data", reference(2))]),
        ),
        object(2, "[I", Body::Array(vec![])),
    ];
    request.events = Some(("Events".into(), "events".into()));
    let result = replay(&host, &request);
    let ReplayOutcome::Threw(thrown) = &result.outcome else {
        panic!("{result:?}")
    };
    assert_eq!(thrown.class, "java.lang.ArrayIndexOutOfBoundsException");
    assert_eq!(
        thrown.message.as_deref(),
        Some("Index 3 out of bounds for length 0")
    );
    assert_eq!(
        (thrown.stack[0].method.as_str(), thrown.stack[0].line),
        ("at", 9)
    );
    assert_eq!(
        thrown.stack.len(),
        1,
        "frames of the replayer are not shown: {:?}",
        thrown.stack
    );
    assert_eq!(result.events, ["at 3"]);

    request.call.arguments = vec![Value::Int(7)];
    let ReplayOutcome::Threw(thrown) = replay(&host, &request).outcome else {
        panic!()
    };
    assert_eq!(
        (thrown.class.as_str(), thrown.message.as_deref()),
        ("java.lang.AssertionError", Some("seven"))
    );

    request.call = call("Events", "<init>", "(I)V", None, &[Value::Int(2)]);
    let result = replay(&host, &request);
    assert!(
        matches!(result.outcome, ReplayOutcome::Returned(Some(Value::Ref(_)))),
        "{result:?}"
    );
    assert_eq!(result.events, ["made"]);
}

#[test]
fn what_cannot_be_built_or_called_is_said_and_nothing_runs() {
    let host = host();
    let text = "abstract class Shape { int x; static int f(int a) { return a; } String s; }";
    let mut request = ReplayRequest::new(call("Shape", "f", "(I)I", None, &[Value::Int(1)]));
    request.classes = classes(&host, &[("Shape.java", text)]);
    let why = |change: &dyn Fn(&mut ReplayRequest)| {
        let mut changed = request.clone();
        change(&mut changed);
        match replay(&host, &changed).outcome {
            ReplayOutcome::NotReplayable(why) => why,
            other => panic!("{other:?}"),
        }
    };
    let shape = || vec![object(1, "Shape", Body::Fields(vec![]))];
    assert!(why(&|request| request.objects = shape()).contains("cannot be allocated"));
    assert!(
        why(&|request| request.objects = vec![object(1, "Gone", Body::Fields(vec![]))])
            .contains("Gone")
    );
    assert!(why(&|request| request.call.name = "g".into()).contains("no method Shape.g"));
    assert!(why(&|request| request.call.arguments = vec![Value::Null]).contains("does not fit"));
    assert!(why(&|request| request.call.arguments = vec![Value::Long(1)]).contains("does not fit"));
    assert!(why(&|request| request.call.arguments = vec![reference(9)]).contains("no object 9"));
    assert!(why(&|request| request.call.arguments = vec![]).contains("takes 1 arguments"));
    let wrong = StaticField {
        class: "Shape".into(),
        name: "x".into(),
        value: Value::Int(1),
    };
    assert!(why(&|request| request.statics = vec![wrong.clone()]).contains("no static field x"));
}

const WILD: &str = "class Wild {
  static int depth(int n) { return 1 + depth(n + 1); }
  static void forever() { while (true) { } }
  static void exit() { System.exit(3); }
  static int memory() { long[][] all = new long[1000][]; for (int i = 0; ; i++) all[i] = new long[10_000_000]; }
  static void thread() { new Thread(Wild::forever).start(); }
  static int one() { return 1; }
}";

#[test]
fn wild_code_does_no_harm_to_later_replays() {
    let host = host();
    let mut request = ReplayRequest::new(call("Wild", "one", "()I", None, &[]));
    request.classes = classes(&host, &[("Wild.java", WILD)]);
    let run = |name: &str, descriptor: &str, limit: Duration, cancel: &Cancel| {
        let mut request = request.clone();
        request.call = call("Wild", name, descriptor, None, &[]);
        if name == "depth" {
            request.call.arguments = vec![Value::Int(0)];
        }
        request.time_limit = limit;
        host.replay(&request, cancel)
    };
    let long = Duration::from_secs(60);
    let never = Cancel::default();
    let works = || {
        let outcome = run("one", "()I", long, &never).unwrap().outcome;
        assert_eq!(outcome, ReplayOutcome::Returned(Some(Value::Int(1))));
    };
    let thrown = |result: Result<ReplayResult, HostError>| match result.unwrap().outcome {
        ReplayOutcome::Threw(thrown) => thrown.class,
        other => panic!("{other:?}"),
    };
    works();
    assert_eq!(
        thrown(run("depth", "(I)I", long, &never)),
        "java.lang.StackOverflowError"
    );
    works();
    assert_eq!(
        thrown(run("memory", "()I", long, &never)),
        "java.lang.OutOfMemoryError"
    );
    works();
    run("thread", "()V", long, &never).unwrap();
    works();
    assert!(matches!(
        run("exit", "()V", long, &never),
        Err(HostError::Died { .. })
    ));
    works();
    let short = Duration::from_millis(300);
    assert!(matches!(
        run("forever", "()V", short, &never),
        Err(HostError::TimedOut { .. })
    ));
    works();
    let cancel = Cancel::default();
    std::thread::scope(|scope| {
        let running = scope.spawn(|| run("forever", "()V", long, &cancel));
        cancel.cancel();
        assert!(matches!(running.join().unwrap(), Err(HostError::Cancelled)));
    });
    works();
}
