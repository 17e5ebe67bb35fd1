//! Drivers on a real JVM: the run-time checks fire where the contract is broken and are silent where it is kept.

mod common;

use common::{Run, events};
use std::path::Path;

fn subject(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/subjects/jml11")
        .join(name);
    std::fs::read_to_string(path).expect("the subject is there")
}

/// (method, receiver, arguments, expected finding: `None` if the run keeps its contract)
type Case<'t> = (&'t str, &'t str, &'t str, Option<&'t str>);

fn expect(files: &[(&str, &str)], cases: &[Case]) {
    let runs: Vec<Run> = cases
        .iter()
        .map(|(method, receiver, args, _)| Run {
            method,
            receiver,
            args,
        })
        .collect();
    let all = events(files, &runs);
    let mut wrong = Vec::new();
    for ((method, _, args, expected), events) in cases.iter().zip(&all) {
        let findings: Vec<&String> = events
            .iter()
            .filter(|e| {
                e.ends_with(" false")
                    || e.starts_with("undefined")
                    || e.starts_with("frame")
                    || e.starts_with("escaped")
                    || e.starts_with("unknown")
            })
            .collect();
        let ok = match expected {
            None => findings.is_empty() && events.last().is_some_and(|e| e == "end"),
            Some(text) => findings.iter().any(|f| f.starts_with(text)),
        };
        if !ok {
            wrong.push(format!(
                "{method}({args}): expected {expected:?}, events {events:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_examples_of_the_reference_behave_on_the_jvm() {
    let names = [
        "01_wrapping_sum.java",
        "02_abs.java",
        "03_guarded_requires.java",
        "04_short_circuit.java",
        "05_both_cases.java",
        "07_inherited_case.java",
        "08_weaker_parent.java",
        "09_empty_case.java",
        "10_entry_value.java",
        "11_old_array.java",
        "12_signals_allows.java",
        "13_exceptional.java",
        "14_two_signals.java",
        "15_explicit_runtime.java",
        "16_invariant_on_throw.java",
        "17_loop_invariant.java",
        "18_continue.java",
        "19_decreases.java",
        "20_max_of_nothing.java",
        "23_assignable_nothing.java",
        "24_frames_intersect.java",
        "25_parity.java",
    ];
    let texts: Vec<String> = names.iter().map(|n| subject(n)).collect();
    let files: Vec<(&str, &str)> = names
        .iter()
        .copied()
        .zip(texts.iter().map(String::as_str))
        .collect();
    expect(
        &files,
        &[
            (
                "Sum.wraps",
                "new Sum()",
                "Integer.MAX_VALUE, 1",
                Some("check ensures false"),
            ),
            ("Sum.wraps", "new Sum()", "3, -4", None),
            ("Sum.wrapsInBoth", "new Sum()", "Integer.MAX_VALUE, 1", None),
            (
                "Abs.abs",
                "new Abs()",
                "Integer.MIN_VALUE",
                Some("check ensures false"),
            ),
            ("Abs.abs", "new Abs()", "-7", None),
            (
                "Guarded.unguarded",
                "new Guarded()",
                "0",
                Some("undefined requires"),
            ),
            (
                "Guarded.guarded",
                "new Guarded()",
                "0",
                Some("assume requires-at-call false"),
            ),
            ("Guarded.guarded", "new Guarded()", "5", None),
            (
                "Guarded.tooLate",
                "new Guarded()",
                "0",
                Some("undefined requires"),
            ),
            (
                "Circuit.indexFirst",
                "new Circuit()",
                "new int[1], -1",
                Some("undefined ensures"),
            ),
            ("Circuit.testFirst", "new Circuit()", "new int[1], -1", None),
            (
                "Circuit.bothSides",
                "new Circuit()",
                "new int[1], -1",
                Some("undefined ensures"),
            ),
            ("Both.f", "new Both()", "0", Some("check ensures false")),
            ("Both.f", "new Both()", "1", None),
            (
                "InheritedChild.m",
                "new InheritedChild()",
                "1",
                Some("check ensures false"),
            ),
            ("InheritedChild.m", "new InheritedChild()", "0", None),
            ("WeakerChild.m", "new WeakerChild()", "-1", None),
            (
                "EmptyChild.m",
                "new EmptyChild()",
                "0",
                Some("check signals false"),
            ),
            ("Entry.f", "new Entry()", "0", Some("check ensures false")),
            (
                "OldArray.f",
                "new OldArray()",
                "new int[] {0}",
                Some("check ensures false"),
            ),
            ("OldArray.f", "new OldArray()", "new int[] {7}", None),
            ("Allows.f", "new Allows()", "-1", None),
            (
                "Exceptional.f",
                "new Exceptional()",
                "-1",
                Some("check ensures false"),
            ),
            (
                "TwoSignals.throwsArgument",
                "new TwoSignals()",
                "-5",
                Some("check signals false"),
            ),
            ("TwoSignals.throwsState", "new TwoSignals()", "-5", None),
            ("Explicit.allowed", "new Explicit()", "-1", None),
            (
                "Explicit.normal",
                "new Explicit()",
                "-1",
                Some("check signals false"),
            ),
            (
                "Counter.dec",
                "new Counter()",
                "",
                Some("check invariant false"),
            ),
            ("HelperCounter.dec", "new HelperCounter()", "", None),
            (
                "Loop.tooTight",
                "new Loop()",
                "0",
                Some("check loop-invariant false"),
            ),
            (
                "Loop.tooTight",
                "new Loop()",
                "1",
                Some("check loop-invariant false"),
            ),
            ("Loop.right", "new Loop()", "3", None),
            (
                "Jump.continues",
                "new Jump()",
                "new int[] {-1}, 1",
                Some("check loop-invariant false"),
            ),
            ("Jump.breaks", "new Jump()", "new int[] {-1}, 1", None),
            ("Decreases.f", "new Decreases()", "3, 0", None),
            (
                "Most.max",
                "new Most()",
                "new int[0]",
                Some("undefined ensures"),
            ),
            (
                "Most.sum",
                "new Most()",
                "new int[] {Integer.MAX_VALUE, 1}",
                Some("check ensures false"),
            ),
            ("Most.sum", "new Most()", "new int[] {4, 1}", None),
            ("Most.sumOfNothing", "new Most()", "new int[0]", None),
            ("Nothing.g", "new Nothing()", "", None),
            ("Frames.onlyX", "new Frames()", "", None),
            ("Parity.f", "new Parity()", "true, false, false", None),
        ],
    );
}

const CONSTRUCTS: &str = r#"
import java.util.*;
class Node { int v; /*@ nullable */ Node next; Node(int v, Node n) { this.v = v; next = n; } }
class C {
    int f; int g; int[] a = {1, 2, 3}; static int s; List<Integer> list = new ArrayList<>();
    /*@ nullable */ Node head;
    C(int f) { this.f = f; }

    //@ ensures f == \old(f) + 1;
    void inc(int by) { f += by; }

    //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == \old(a[i]) + d);
    void shift(int d) { for (int i = 0; i < a.length; i++) a[i] += d == 9 && i == 2 ? 0 : d; }

    //@ ensures list.size() == \old(list.size()) + 1;
    void push(boolean really) { if (really) list.add(1); }

    //@ ensures s == \old(s) + 1;
    static void tick(int by) { s += by; }

    //@ assignable f;
    void frame(boolean both) { f = 77; if (both) g = 77; }

    //@ assignable a[0..1];
    void slice(int i) { a[i] = 99; }

    //@ assignable \nothing;
    void listFrame(boolean add) { if (add) list.add(3); }

    //@ ensures \fresh(\result);
    int[] fresh(boolean really) { return really ? new int[1] : a; }

    //@ ensures \result == (\num_of int i; 0 <= i < a.length; a[i] % 2 == 0);
    int evens(int claim) { return claim; }

    //@ ensures (\forall Node n; \reach(head).has(n); n.v > 0);
    void reach(int v) { head = new Node(1, new Node(v, null)); }

    //@ ensures \result <==> (\exists int i, j; 0 <= i && i < j && j < a.length; a[i] == a[j]);
    boolean dup(boolean claim) { return claim; }

    //@ ensures \result == (\min int i; 0 <= i < a.length; a[i]) + (\max int i; 0 <= i < a.length; a[i]);
    int ends(int claim) { return claim; }

    //@ signals_only IllegalStateException;
    void only(boolean other) { if (other) throw new IllegalArgumentException(); throw new IllegalStateException(); }

    //@ requires x > 0 else IllegalArgumentException;
    void strict(int x, boolean wrong) { if (x <= 0) throw wrong ? new IllegalStateException() : new IllegalArgumentException(); }

    //@ old int before = f;
    //@ ensures f == before + d;
    void add(int d) { f += d == 5 ? 6 : d; }

    //@ ensures \typeof(\result) == \type(Integer);
    Object dynamic(boolean i) { return i ? (Object) 1 : "s"; }

    //@ ensures \nonnullelements(\result);
    String[] elements(boolean hole) { return new String[] {"a", hole ? null : "b"}; }

    //@ ensures \not_modified(g);
    void keeps(int by) { g += by; }

    void asserts(int x) {
        int y = x;
        y++;
        //@ assert y > 0;
        //@ assert y == \old(x) + 1;
    }

    void undefinedAssert(int x) {
        //@ assert 10 / x >= 0;
    }

    void unreachable(int x) {
        if (x > 3) { //@ unreachable;
        }
    }

    void measure(int n, int step) {
        int i = n;
        //@ decreases i;
        while (i > 0) { if (step == 0) break; i -= step < 0 ? 0 : step; if (step < 0) { step = 0; } }
    }

    void ghosts(int[] xs) {
        //@ ghost int n = 0;
        int s = 0;
        for (int x : xs) { s += x; //@ set n = n + 1;
        }
        //@ assert n == xs.length && s <= 10;
    }

    void contract(int x) {
        //@ refining
        //@   requires x >= 0;
        //@   ensures f == \old(f) + x;
        f += x == 4 ? 5 : x;
    }
}
class Account {
    private int cents;
    //@ public model int balance;
    //@ private represents balance = cents / 100;
    //@ constraint cents >= \old(cents);
    //@ initially cents == 0;
    //@ invariant cents >= 0;
    Account(int c) { cents = c; }
    Account() { }
    //@ ensures balance == \old(balance) + n;
    void deposit(int n) { cents += 100 * (n == 7 ? 8 : n); }
    //@ ensures true;
    void withdraw(int n) { cents -= n; }
    static void zero(Account a) { a.cents = -1; }
}
class Started { int n; //@ invariant n > 0;
}
class Unset { String s; /*@ nullable */ String t; String u = ""; }
class Set { String s; Set(boolean really) { if (really) s = ""; } }
interface Stack { //@ public model instance int size;
    //@ ensures size == \old(size) + 1;
    void push(int x); }
class ArrayStack implements Stack { int n; //@ represents size = n;
    public void push(int x) { if (x != 13) n++; } }
"#;

#[test]
fn constructs_are_checked_at_run_time() {
    let c = "new C(1)";
    expect(
        &[("C.java", CONSTRUCTS)],
        &[
            ("C.inc", c, "1", None),
            ("C.inc", c, "2", Some("check ensures false")),
            ("C.shift", c, "3", None),
            ("C.shift", c, "9", Some("check ensures false")),
            ("C.push", c, "true", None),
            ("C.push", c, "false", Some("check ensures false")),
            ("C.tick", "", "1", None),
            ("C.tick", "", "2", Some("check ensures false")),
            ("C.frame", c, "false", None),
            ("C.frame", c, "true", Some("frame assignable")),
            ("C.slice", c, "1", None),
            ("C.slice", c, "2", Some("frame assignable")),
            ("C.listFrame", c, "false", None),
            ("C.listFrame", c, "true", Some("frame assignable")),
            ("C.fresh", c, "true", None),
            ("C.fresh", c, "false", Some("check ensures false")),
            ("C.evens", c, "1", None),
            ("C.evens", c, "2", Some("check ensures false")),
            ("C.reach", c, "5", None),
            ("C.reach", c, "0", Some("check ensures false")),
            ("C.dup", c, "false", None),
            ("C.dup", c, "true", Some("check ensures false")),
            ("C.ends", c, "4", None),
            ("C.ends", c, "5", Some("check ensures false")),
            ("C.only", c, "false", None),
            ("C.only", c, "true", Some("check signals false")),
            ("C.strict", c, "1, false", None),
            ("C.strict", c, "0, false", None),
            ("C.strict", c, "0, true", Some("check signals false")),
            ("C.add", c, "4", None),
            ("C.add", c, "5", Some("check ensures false")),
            ("C.dynamic", c, "true", None),
            ("C.dynamic", c, "false", Some("check ensures false")),
            ("C.elements", c, "false", None),
            ("C.elements", c, "true", Some("check ensures false")),
            ("C.keeps", c, "0", None),
            ("C.keeps", c, "1", Some("check ensures false")),
            ("C.asserts", c, "1", None),
            ("C.asserts", c, "-1", Some("check assert false")),
            ("C.undefinedAssert", c, "1", None),
            ("C.undefinedAssert", c, "0", Some("undefined assert")),
            ("C.unreachable", c, "1", None),
            ("C.unreachable", c, "4", Some("check unreachable false")),
            ("C.measure", c, "3, 1", None),
            ("C.measure", c, "3, -1", Some("check decreases false")),
            ("C.ghosts", c, "new int[] {1, 2}", None),
            (
                "C.ghosts",
                c,
                "new int[] {1, 20}",
                Some("check assert false"),
            ),
            ("C.contract", c, "3", None),
            ("C.contract", c, "4", Some("check ensures false")),
            ("C.contract", c, "-1", Some("check requires false")),
            ("Account.deposit", "new Account()", "3", None),
            (
                "Account.deposit",
                "new Account()",
                "7",
                Some("check ensures false"),
            ),
            (
                "Account.withdraw",
                "new Account(9)",
                "2",
                Some("check constraint false"),
            ),
            (
                "Account.withdraw",
                "new Account(1)",
                "2",
                Some("check invariant false"),
            ),
            ("Account.new", "", "5", Some("check initially false")),
            ("Account.new", "", "0", None),
            (
                "Account.zero",
                "",
                "new Account()",
                Some("check invariant false"),
            ),
            ("Started.new", "", "", Some("check invariant false")),
            ("Unset.new", "", "", Some("check null false")),
            ("Set.new", "", "true", None),
            ("Set.new", "", "false", Some("check null false")),
            ("ArrayStack.push", "new ArrayStack()", "1", None),
            (
                "ArrayStack.push",
                "new ArrayStack()",
                "13",
                Some("check ensures false"),
            ),
        ],
    );
}
