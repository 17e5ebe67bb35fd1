//! Calls of JDK methods that our specifications of the JDK answer.

mod support;

use proviso_project::{Calls, Options};
use proviso_report::{MethodReport, Verdict};
use support::{Checked, check, check_with, summary};

fn modular(text: &str) -> Checked {
    check_with(text, |options| options.calls = Calls::Contract)
}

fn rests_on(checked: &Checked, method: &str, callee: &str) {
    let method = checked.method(method);
    assert_eq!(method.rests_on, [callee], "{}", summary(method));
}

fn reasons(method: &MethodReport) -> String {
    let all: Vec<&str> = method.unknowns.iter().map(|u| u.why.as_str()).collect();
    all.join("; ")
}

const COLLECTIONS: &str = r#"
        import java.util.*;

        //? one violated ensures
        //? anEntry violated ensures
        //? absent violated ensures
        class Collected {
            //@ ensures \result <==> xs.size() == 0;
            static boolean none(List<String> xs) {
                return xs.isEmpty();
            }

            //@ ensures \result <==> xs.size() == 1;
            static boolean one(List<String> xs) {
                return xs.isEmpty();
            }

            //@ ensures \result <==> m.size() == 0;
            static boolean noEntry(Map<String, Integer> m) {
                return m.isEmpty();
            }

            //@ ensures \result <==> m.size() > 0;
            static boolean anEntry(Map<String, Integer> m) {
                return m.isEmpty();
            }

            //@ ensures o.isPresent() ==> \result == o.get();
            //@ ensures !o.isPresent() ==> \result.equals("x");
            static String present(Optional<String> o) {
                return o.orElse("x");
            }

            //@ ensures \result.equals("x");
            static String absent(Optional<String> o) {
                return o.orElse("x");
            }
        }
        "#;

#[test]
fn contracts_of_collections_answer_when_asked_to_and_the_report_names_them() {
    let checked = modular(COLLECTIONS);
    for method in ["none", "noEntry", "present"] {
        let method = checked.method(method);
        assert_eq!(method.verdict, Verdict::HoldsToBound, "{}", summary(method));
    }
    for method in ["none", "one"] {
        rests_on(&checked, method, "java.util.List.isEmpty()Z");
    }
    for method in ["noEntry", "anEntry"] {
        rests_on(&checked, method, "java.util.Map.isEmpty()Z");
    }
    let or_else = "java.util.Optional.orElse(Ljava/lang/Object;)Ljava/lang/Object;";
    rests_on(&checked, "present", or_else);
    rests_on(&checked, "absent", or_else);
}

#[test]
fn bodies_answer_when_nothing_is_asked_for() {
    let checked = check(COLLECTIONS);
    for method in &checked.report.methods {
        assert!(method.rests_on.is_empty(), "{}", summary(method));
    }
}

#[test]
fn what_a_contract_leaves_open_is_unknown_and_never_an_alarm() {
    let checked = modular(
        r#"
        //? found holds-to-bound
        //? notFirst violated ensures
        //? first unknown
        class Texts {
            //@ ensures -1 <= \result && \result < s.length();
            //@ ensures \result >= 0 ==> s.charAt(\result) == 'a';
            static int found(String s) {
                return s.indexOf('a');
            }

            //@ ensures \result > 0;
            static int notFirst(String s) {
                return s.indexOf('a');
            }

            //@ requires s.length() == 2 && s.charAt(0) == 'a';
            //@ ensures \result == 0;
            static int first(String s) {
                return s.indexOf('a');
            }
        }
        "#,
    );
    rests_on(&checked, "found", "java.lang.String.indexOf(I)I");
    let first = checked.method("first");
    assert!(first.violations.is_empty(), "{}", summary(first));
    let why = reasons(first);
    assert!(
        why.contains("the contract of java.lang.String.indexOf"),
        "{why}"
    );
    assert!(why.contains("returns 1"), "{why}");
}

#[test]
fn arrays_are_changed_as_the_contract_says() {
    let checked = modular(
        r#"
        import java.util.Arrays;

        //? fill holds-to-bound
        //? filledOtherwise violated ensures
        //? outside violated assignable
        //? sorted holds-to-bound
        //? letters holds-to-bound
        //? otherLetters violated ensures
        class Filled {
            //@ assignable a[*];
            //@ ensures (\forall int i; 0 <= i < a.length; a[i] == v);
            static void fill(int[] a, int v) {
                Arrays.fill(a, v);
            }

            //@ requires a.length == 2;
            //@ ensures a[1] != 3;
            static void filledOtherwise(int[] a) {
                Arrays.fill(a, 3);
            }

            //@ requires a.length == 2;
            //@ assignable a[0];
            static void outside(int[] a) {
                Arrays.fill(a, 3);
            }

            //@ ensures a.length == 2 ==> a[0] <= a[1];
            static void sorted(int[] a) {
                Arrays.sort(a);
            }

            //@ requires s.length() == 2;
            //@ ensures \result.length == 2 && \result[1] == s.charAt(1) && \fresh(\result);
            static char[] letters(String s) {
                return s.toCharArray();
            }

            //@ requires s.length() == 2;
            //@ ensures \result[1] == s.charAt(0);
            static char[] otherLetters(String s) {
                return s.toCharArray();
            }
        }
        "#,
    );
    rests_on(&checked, "fill", "java.util.Arrays.fill([II)V");
    rests_on(&checked, "sorted", "java.util.Arrays.sort([I)V");
    rests_on(&checked, "letters", "java.lang.String.toCharArray()[C");
}

#[test]
fn preconditions_of_the_jdk_are_checked_where_its_contracts_are_asked_for() {
    let text = r#"
        import java.util.Arrays;

        class Search {
            //@ requires a.length == 2 && a[0] < a[1];
            //@ ensures \result >= 0 ==> a[\result] == 3;
            static int ordered(int[] a) {
                return Arrays.binarySearch(a, 3);
            }

            //@ requires a.length == 2;
            static int any(int[] a) {
                return Arrays.binarySearch(a, 3);
            }
        }
        "#;
    let checked = modular(text);
    rests_on(&checked, "ordered", "java.util.Arrays.binarySearch([II)I");
    assert_eq!(checked.method("ordered").verdict.name(), "holds");
    let violation = checked.violation("any");
    assert_eq!(violation.kind.name(), "requires-at-call");
    assert!(
        violation
            .message
            .contains("the precondition of Arrays.binarySearch is false"),
        "{}",
        violation.message
    );
    let executed = check(text);
    assert!(executed.method("any").violations.is_empty());
}

#[test]
fn exceptions_of_a_contract_are_those_of_the_jdk() {
    let checked = modular(
        r#"
        import java.util.*;

        //? careful holds
        //? careless violated arithmetic
        //? caught holds
        //? named holds
        //? nothingToFill violated null
        //? asked holds
        class Thrown {
            //@ requires b > 0;
            //@ ensures 0 <= \result && \result < b;
            static int careful(int a, int b) {
                return Math.floorMod(a, b);
            }

            static int careless(int a, int b) {
                return Math.floorMod(a, b);
            }

            //@ ensures b == 0 <==> \result == -9999;
            //@ requires b > -9000 && b < 9000;
            static int caught(int a, int b) {
                try {
                    return Math.floorMod(a, b);
                } catch (ArithmeticException e) {
                    return -9999;
                }
            }

            //@ signals (ArithmeticException e) b == 0;
            static int named(int a, int b) {
                return Math.floorMod(a, b);
            }

            static void nothingToFill(int /*@ nullable */ [] a) {
                Arrays.fill(a, 1);
            }

            //@ signals (NullPointerException e) o == null;
            static Object asked(/*@ nullable */ Object o) {
                return Objects.requireNonNull(o);
            }
        }
        "#,
    );
    rests_on(&checked, "careful", "java.lang.Math.floorMod(II)I");
}

#[test]
fn a_reference_that_is_picked_may_be_an_object_of_the_path() {
    modular(
        r#"
        import java.util.Optional;

        //? made holds
        //? other violated ensures
        //? number violated ensures
        class Picked {
            //@ ensures \result;
            static boolean made() {
                Object o = new Object();
                return Optional.ofNullable(null).orElse(o) == o;
            }

            //@ ensures !\result;
            static boolean other() {
                Object o = new Object();
                return Optional.of(o).orElse(null) == o;
            }

            //@ ensures \result != 500;
            static int number(Optional<Integer> o) {
                return o.orElse(500);
            }
        }
        "#,
    );
}

/// The project may have broken the contract of the JDK's type: its code is executed.
#[test]
fn code_of_the_project_is_not_taken_for_the_jdks() {
    let checked = modular(
        r#"
        import java.util.*;

        //? own violated ensures
        class Own extends ArrayList<String> {
            public boolean isEmpty() {
                return false;
            }

            //@ requires o.size() == 0;
            //@ ensures \result;
            static boolean own(Own o) {
                List<String> list = o;
                return list.isEmpty();
            }
        }
        "#,
    );
    assert!(checked.method("own").rests_on.is_empty());
}

/// A sine is known for known numbers only, and a hyperbolic tangent is native.
#[test]
fn what_cannot_be_executed_answers_by_our_contract() {
    let checked = check(
        r#"
        //? sine holds
        //? positive unknown
        //? same holds
        //? tangent holds
        //? larger unknown
        class Natives {
            //@ requires 0 <= x && x <= 7;
            //@ ensures -1 <= \result && \result <= 1;
            static double sine(double x) {
                return Math.sin(x);
            }

            //@ requires 0 <= x && x <= 7;
            //@ ensures \result >= 0;
            static double positive(double x) {
                return Math.sin(x);
            }

            //@ requires 0 <= x && x <= 7;
            //@ ensures \result == 0;
            static double same(double x) {
                return Math.sin(x) - Math.sin(x);
            }

            //@ requires 0 <= x && x <= 7;
            //@ ensures -1 <= \result && \result <= 1;
            static double tangent(double x) {
                return Math.tanh(x);
            }

            //@ requires 0 <= x && x <= 7;
            //@ ensures \result <= 0.5;
            static double larger(double x) {
                return Math.tanh(x);
            }
        }
        "#,
    );
    rests_on(&checked, "sine", "java.lang.Math.sin(D)D");
    rests_on(&checked, "tangent", "java.lang.StrictMath.tanh(D)D");
    let positive = checked.method("positive");
    assert!(positive.violations.is_empty(), "{}", summary(positive));
    let why = reasons(positive);
    assert!(why.contains("the contract of java.lang.Math.sin"), "{why}");
}

#[test]
fn jdk_bodies_beyond_the_bound_on_calls_answer_by_our_contract() {
    let text = r#"
        class Deep {
            //@ requires b > 0;
            //@ ensures 0 <= \result && \result < b;
            static int down(int b) {
                return further(28, Math.max(b, 1));
            }

            static int further(int n, int b) {
                return n == 0 ? Math.floorMod(7, b) : further(n - 1, b);
            }
        }
        "#;
    let shallow = |options: &mut Options| options.bounds.call_depth = 30;
    let checked = check_with(text, shallow);
    rests_on(&checked, "down", "java.lang.Math.floorMod(II)I");
    assert_eq!(checked.method("down").verdict.name(), "holds");
    let inlined = check_with(text, |options| {
        shallow(options);
        options.calls = Calls::Inline;
    });
    // Every path ends at the bound: that proves nothing.
    assert_eq!(inlined.method("down").verdict.name(), "unknown");
}

/// Every clause says that the JDK's own answer, which the clause asks for, is none that the contract gave. Were it left
/// out for all inputs, the clause would be true. For single inputs `library.rs` in `server/contracts` asks a JVM.
#[test]
fn the_real_answer_is_among_those_a_contract_allows() {
    let calls = [
        ("boolean", "List<String> x", "x.isEmpty()"),
        ("boolean", "Set<String> x", "x.isEmpty()"),
        ("boolean", "Map<String, String> x", "x.isEmpty()"),
        ("int", "String s", "s.indexOf('a')"),
        ("boolean", "String s, String t", "s.startsWith(t)"),
        ("int", "String s, String t", "s.compareTo(t)"),
        ("Object", "Optional<String> o", "o.orElse(\"a\")"),
        ("Object", "Object o", "Objects.requireNonNull(o)"),
        ("boolean", "int[] a, int[] b", "Arrays.equals(a, b)"),
        ("int", "int a, int b", "Math.floorMod(a, b)"),
        ("int", "int a, int b", "Math.addExact(a, b)"),
        ("int", "int a, int b", "Integer.compare(a, b)"),
        ("int", "int a", "Integer.bitCount(a)"),
        ("boolean", "Integer a, Object b", "a.equals(b)"),
        ("long", "long a, long b", "Long.max(a, b)"),
    ];
    let mut text = "import java.util.*;\nclass Real {\n".to_owned();
    for (number, (result, parameters, call)) in calls.iter().enumerate() {
        text += &format!(
            "//? m{number} violated ensures\n//@ ensures \\result != {call};\n//@ signals (ArithmeticException e) true;\nstatic {result} m{number}({parameters}) {{ return {call}; }}\n"
        );
    }
    let checked = modular(&(text + "}\n"));
    for method in &checked.report.methods {
        assert_eq!(method.rests_on.len(), 1, "{}", summary(method));
    }
    assert_eq!(checked.report.methods.len(), calls.len());
}
