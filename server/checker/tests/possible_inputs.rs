//! Inputs are those that Java can make: type arguments, type variables, enum constants, objects of class initialisers.

mod support;

use proviso_report::{Reason, Verdict};
use support::check;

#[test]
fn a_class_that_fixes_another_type_argument_is_no_input() {
    check(
        r#"
        //? max holds-to-bound
        //? any violated cast
        //? above holds-to-bound
        //? below violated ensures
        //? taken holds
        //? field holds
        class Arguments {
            static class ByLength implements java.util.Comparator<String> {
                public int compare(String a, String b) { return a.length() - b.length(); }
            }
            static class ById implements java.util.Comparator<Integer> {
                public int compare(Integer a, Integer b) { return Integer.compare(a, b); }
            }
            interface Source<T> { T get(); }
            static class Words implements Source<String> { public String get() { return "x"; } }
            static class Ones implements Source<Integer> { public Integer get() { return 1; } }
            static class Halves implements Source<Double> { public Double get() { return 0.5; } }
            //@ ensures \result == a || \result == b;
            static Integer max(java.util.Comparator<Integer> c, Integer a, Integer b) {
                return c.compare(a, b) >= 0 ? a : b;
            }
            //@ requires true;
            static int any(java.util.Comparator c, Integer a, Integer b) {
                return c.compare(a, b);
            }
            //@ ensures \result == a || \result == b;
            static Integer above(java.util.Comparator<? super Integer> c, Integer a, Integer b) {
                return c.compare(a, b) >= 0 ? a : b;
            }
            //@ ensures \result == 1;
            static int below(Source<? extends Number> s) {
                Object o = s;
                return o instanceof Ones ? 1 : o instanceof Halves ? 2 : o instanceof Words ? 3 : 1;
            }
            //@ ensures \result != 3;
            static int taken(Source<? extends Number> s) {
                Object o = s;
                return o instanceof Words ? 3 : s.get() == null ? 2 : 1;
            }
            Source<Integer> source = new Ones();
            //@ ensures \result != 3;
            int field() {
                return ((Object) source) instanceof Words ? 3 : 1;
            }
        }
        "#,
    );
}

#[test]
fn what_a_self_bounded_variable_stands_for_is_one_type() {
    check(
        r#"
        //? below holds-to-bound
        //? put holds-to-bound
        //? fields holds-to-bound
        //? raw violated cast
        class One<T extends Comparable<T>> {
            static class Event implements Comparable<Event> {
                int at;
                public int compareTo(Event o) { return Integer.compare(at, o.at); }
            }
            static class Job implements Comparable<Job> {
                int at;
                public int compareTo(Job o) { return Integer.compare(at, o.at); }
            }
            enum Colour { RED, BLUE }
            enum Size { LARGE }
            /*@ nullable */ T a;
            /*@ nullable */ T b;
            //@ requires \nonnullelements(a);
            static <U extends Comparable<U>> int below(U[] a, U key) {
                int n = 0;
                for (U x : a) if (x.compareTo(key) < 0) n++;
                return n;
            }
            //@ requires \nonnullelements(a) && a.length > 0;
            static <U extends Comparable<? super U>> void put(U[] a, U key) {
                a[0] = key;
            }
            //@ requires a != null && b != null;
            int fields() {
                return a.compareTo(b);
            }
            //@ requires true;
            static int raw(Comparable a, Object b) {
                return a.compareTo(b);
            }
        }
        "#,
    );
}

#[test]
fn enum_constants_are_found_behind_object_and_interfaces() {
    check(
        r#"
        //? object violated arithmetic
        //? face violated arithmetic
        //? third holds
        //? body violated ensures
        class Constants {
            interface Face { }
            enum Two implements Face { A, B { int v() { return 2; } }; int v() { return 1; } }
            //@ requires true;
            static int object(Object o) { return o == Two.A ? 1 / 0 : 0; }
            //@ requires true;
            static int face(Face o) { return o == Two.A ? 1 / 0 : 0; }
            //@ ensures \result != 3;
            static int third(Object o) {
                if (o == Two.A) return 1;
                if (o == Two.B) return 2;
                return o instanceof Two ? 3 : 4;
            }
            //@ ensures \result == 1;
            static int body(Two t) { return t.v(); }
        }
        "#,
    );
}

#[test]
fn an_input_may_be_what_a_class_initialiser_made() {
    let checked = check(
        r#"
        //? same unknown
        //? twice holds
        class Single {
            static final Single ONE = new Single();
            static final int[] EMPTY = new int[0];
            //@ ensures !\result;
            static boolean same(Single s) { return s == ONE; }
            //@ ensures !\result;
            static boolean twice(int[] a) { return a != EMPTY && a == EMPTY; }
        }
        "#,
    );
    let same = checked.method("same");
    assert_ne!(same.verdict, Verdict::Holds);
    assert_eq!(same.unknowns[0].reason, Reason::Assumption);
}
