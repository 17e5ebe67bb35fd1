//! What the generated tests look like, and what is refused.

use super::*;
use proviso_report::{
    Change, ClauseText, Field, Heap, Input, Outcome, Place, Position, Range, Replay, Severity,
};

fn violation(
    kind: ViolationKind,
    clause: &str,
    inputs: &[(&str, Value)],
    objects: Vec<HeapObject>,
) -> Violation {
    let position = Position { line: 7, column: 1 };
    let place = Place {
        file: "A.java".into(),
        range: Range {
            start: position,
            end: position,
        },
    };
    Violation {
        kind,
        severity: Severity::Error,
        message: "the postcondition is false".into(),
        clause: Some(ClauseText {
            place: place.clone(),
            text: clause.into(),
        }),
        at: place,
        replay: Replay::Confirmed,
        replay_note: None,
        inputs: inputs
            .iter()
            .map(|(name, value)| Input {
                name: (*name).into(),
                type_name: String::new(),
                value: value.clone(),
                text: String::new(),
            })
            .collect(),
        outcome: Outcome::Stopped,
        trace: vec![],
        clause_values: vec![],
        heap_before: Heap {
            roots: vec![],
            objects,
        },
        heap_after: Heap::default(),
    }
}

fn account() -> Vec<HeapObject> {
    let balance = Field {
        name: "balance".into(),
        declared_in: None,
        value: Value::Int(1),
        change: Change::None,
    };
    vec![HeapObject {
        id: 1,
        class: "bank.Account".into(),
        kind: ObjectKind::Object {
            fields: vec![balance],
        },
        fresh: false,
    }]
}

fn test_of(method: &str, violation: &Violation) -> Result<String, String> {
    junit_test(
        Subject {
            method,
            is_private: false,
        },
        violation,
        None,
    )
    .map(|test| test.source)
}

fn has(source: &str, line: &str) {
    assert!(
        source.lines().any(|have| have.trim() == line),
        "no line `{line}` in\n{source}"
    );
}

#[test]
fn a_static_method_is_called_and_its_clause_asserted() {
    let broken = violation(
        ViolationKind::Ensures,
        "ensures \\result >= 0;",
        &[("x", Value::Int(i32::MIN))],
        vec![],
    );
    let source = test_of("bank.Account.abs(I)I", &broken).unwrap();
    has(&source, "package bank;");
    has(&source, "void abs_ensures_line7() throws Throwable {");
    has(&source, "int x = Integer.MIN_VALUE;");
    has(&source, "int result = Account.abs(x);");
    has(
        &source,
        "assertTrue(result >= 0, \"ensures \\\\result >= 0;\");",
    );
}

#[test]
fn aliased_objects_fields_and_old_values_are_written() {
    let inputs = [
        ("this", Value::Ref(1)),
        ("to", Value::Ref(1)),
        ("amount", Value::Int(1)),
    ];
    let broken = violation(
        ViolationKind::Ensures,
        "ensures balance == \\old(to.balance) - amount;",
        &inputs,
        account(),
    );
    let source = test_of("bank.Account.transfer(Lbank/Account;I)V", &broken).unwrap();
    has(&source, "Account account1 = make(Account.class);");
    has(&source, "set(account1, Account.class, \"balance\", 1);");
    has(&source, "Account self = account1;");
    has(&source, "Account to = account1;");
    has(
        &source,
        "var old1 = (long) ((int) get(to, Account.class, \"balance\"));",
    );
    has(&source, "self.transfer(to, amount);");
    assert!(
        source.contains("assertTrue((long) ((int) get(self, Account.class, \"balance\")) == old1 - (long) amount,"),
        "{source}"
    );
}

#[test]
fn an_exception_needs_no_assertion_and_private_methods_are_reached() {
    let mut broken = violation(ViolationKind::Null, "", &[("a", Value::Null)], vec![]);
    broken.clause = None;
    broken.outcome = Outcome::Throws {
        class: "java.lang.NullPointerException".into(),
        message: None,
    };
    let subject = Subject {
        method: "A.f([I)V",
        is_private: true,
    };
    let source = junit_test(subject, &broken, None).unwrap().source;
    has(&source, "int[] a = null;");
    has(
        &source,
        "call(null, A.class, \"f\", new Class<?>[] {int[].class}, a);",
    );
    assert!(!source.contains("assertTrue("), "{source}");
}

#[test]
fn implications_and_arrays_are_translated_and_indices_stay_ints() {
    let array = HeapObject {
        id: 2,
        class: "int[]".into(),
        kind: ObjectKind::Array {
            length: 1,
            elements: vec![],
        },
        fresh: false,
    };
    let inputs = [("a", Value::Ref(2)), ("i", Value::Int(0))];
    let clause = "ensures i < a.length ==> a[i + 1] == \\result + 1;";
    let source = test_of(
        "A.f([II)I",
        &violation(ViolationKind::Ensures, clause, &inputs, vec![array]),
    )
    .unwrap();
    has(&source, "int[] intArray2 = new int[1];");
    assert!(
        source.contains("assertTrue((!((long) i < a.length) || (a[i + 1] == (long) result + 1)),"),
        "{source}"
    );
}

#[test]
fn what_is_not_plain_java_is_refused_with_the_reason() {
    let of = |clause: &str| {
        test_of(
            "A.f(I)I",
            &violation(
                ViolationKind::Ensures,
                clause,
                &[("x", Value::Int(0))],
                vec![],
            ),
        )
        .unwrap_err()
    };
    assert!(of("ensures (\\forall int i; true; i > x);").contains("\\forall"));
    assert!(of("ensures size() == x;").contains("call of size"));
    assert!(of("ensures hidden == x;").contains("`hidden`"));
    assert!(of("ensures (x == 1;").contains("do not match"));
    let frame = violation(
        ViolationKind::Assignable,
        "assignable \\nothing;",
        &[("x", Value::Int(0))],
        vec![],
    );
    assert!(
        test_of("A.f(I)I", &frame)
            .unwrap_err()
            .contains("assignable")
    );
}

#[test]
fn earlier_tests_are_kept_equal_ones_replaced_and_foreign_files_left_alone() {
    let first = violation(
        ViolationKind::Ensures,
        "ensures \\result > x;",
        &[("x", Value::Int(0))],
        vec![],
    );
    let one = junit_test(
        Subject {
            method: "A.f(I)I",
            is_private: false,
        },
        &first,
        None,
    )
    .unwrap();
    let two = junit_test(
        Subject {
            method: "A.g(I)I",
            is_private: false,
        },
        &first,
        Some(&one.source),
    )
    .unwrap();
    assert_eq!(two.source.matches("@Test").count(), 2);
    let again = junit_test(
        Subject {
            method: "A.g(I)I",
            is_private: false,
        },
        &first,
        Some(&two.source),
    )
    .unwrap();
    assert_eq!(again.source, two.source);
    assert!(
        junit_test(
            Subject {
                method: "A.g(I)I",
                is_private: false
            },
            &first,
            Some("class AProvisoTest {}")
        )
        .is_err()
    );
}
