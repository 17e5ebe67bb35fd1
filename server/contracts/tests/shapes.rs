//! All shapes of Java declarations lower to Java that compiles: generics, nesting, interfaces, enums, records, …

mod common;

use common::must_compile;

const GENERICS: &str = r#"
import java.util.*;
class Box<T extends Comparable<T>> {
    /*@ nullable */ T value;
    //@ invariant value == null || value.compareTo(value) == 0;

    //@ ensures this.value == v;
    Box(T v) { value = v; }

    //@ ensures \result != null ==> \result == \old(value);
    /*@ nullable pure */ T get() { return value; }

    //@ requires xs.length > 0;
    //@ ensures (\forall int i; 0 <= i && i < xs.length; \result.compareTo(xs[i]) >= 0);
    static <E extends Comparable<E>> E most(E[] xs) {
        E m = xs[0];
        //@ loop_invariant 0 <= i && i <= xs.length && m != null;
        for (int i = 0; i < xs.length; i++) if (xs[i].compareTo(m) > 0) m = xs[i];
        return m;
    }

    //@ ensures \result.size() == \old(xs.size());
    <A, B extends List<A>> List<A> copy(B xs) { return new ArrayList<A>(xs); }

    //@ requires n >= 0;
    //@ ensures \result.length == n + xs.length;
    int[] grow(int n, int... xs) { return new int[n + xs.length]; }

    //@ requires m.length > 0;
    int first(int m[][]) { return m[0].length; }
}
class Text extends Box<String> {
    //@ requires s.length() > 0;
    Text(String s) { super(s); }
    //@ also ensures \result == null || \result.length() >= 0;
    @Override /*@ nullable pure */ String get() { return value; }
}
"#;

const NESTED: &str = r#"
package p.q;
import java.util.function.*;
public class Outer<X> {
    private int n;
    //@ private invariant n >= 0;
    static int made;
    //@ static invariant made >= 0;

    class Inner {
        int k;
        //@ invariant k <= n;
        //@ requires k0 == 0;
        //@ ensures this.k == k0;
        Inner(int k0) { k = k0; }
        //@ assignable k, n;
        //@ ensures k == \old(k) + 1;
        void step() { k++; n++; }
        class Deep { int d; //@ requires d > 0;
            Deep(int d) { this.d = d; } }
    }
    static class Nested<Y> {
        Y y;
        //@ ensures \result == y;
        Y get() { return y; }
        private static final class Hidden { private int h; //@ invariant h > 0;
            //@ ensures \result == h;
            private int get() { return h; } }
    }
    //@ requires r >= 0;
    //@ assignable \everything;
    Runnable make(int r) {
        class Local {
            int l = r;
            //@ ensures \result == l;
            int get() { return l; }
        }
        return new Runnable() {
            int count;
            //@ invariant count >= 0;
            //@ also assignable count;
            public void run() {
                //@ assert count >= 0;
                count = new Local().get() + r;
            }
        };
    }
    //@ ensures \result.hasNext();
    static java.util.Iterator<String> words() {
        return new java.util.Iterator<>() {
            //@ also ensures \result;
            public boolean hasNext() { return true; }
            public String next() { return ""; }
        };
    }
    //@ ensures \result.apply(1) == 2;
    static Function<Integer, Integer> successor() { return x -> x + 1; }

    static { int i = 0; //@ assert i == 0;
    }
    { int j = 1; //@ assert j == 1;
    }
}
"#;

const INTERFACES: &str = r#"
interface Shape {
    //@ public model instance int area;
    //@ public invariant area >= 0;
    //@ ensures \result == area;
    /*@ pure */ int area();
    //@ requires f > 0;
    //@ ensures \result == area * f;
    default int scaled(int f) { return area() * f; }
    //@ ensures \result >= 0;
    static int unit() { return 1; }
    private int hidden() { return 2; }
}
abstract class Named implements Shape {
    String name = "";
    //@ ensures name == n;
    Named(String n) { name = n; }
    //@ also ensures \result >= 0;
    public abstract int area();
    //@ ensures \result == name;
    final String name() { return name; }
}
class Square extends Named {
    int side;
    //@ public represents area = side * side;
    //@ requires s >= 0;
    Square(int s) { super("square"); side = s; }
    public int area() { return side * side; }
}
@FunctionalInterface interface Op {
    //@ requires b != 0;
    int apply(int a, int b);
}
@interface Mark { int value() default 0; }
sealed interface Tree permits Leaf, Fork {}
record Leaf(int value) implements Tree {}
record Fork(Tree left, Tree right) implements Tree {
    //@ requires left != right;
    Fork { }
    //@ ensures \result >= 1;
    int size() { return 1; }
    static Op op() { return (a, b) -> a / b; }
}
record Pair<A, B>(A a, B b) {
    //@ invariant a != null;
    //@ ensures \result == b;
    B second() { return b; }
}
"#;

const HIDDEN: &str = r#"
package bank;
public class Bank<K, V> {
    static int total; int own;
    abstract static class Base { static class Entry { } }
    static class Derived extends Base {
        //@ requires bank != null && total >= 0;
        //@ assignable total;
        //@ signals (IllegalStateException e) total > 0;
        //@ signals_only IllegalStateException;
        //@ ensures \result == total;
        static int sum(Bank<?, ?> bank) { total = bank.own; return total; }
    }
    static class Entry { int e; //@ requires x > 0;
        //@ ensures e == x;
        //@ signals (IllegalArgumentException i) x > 9;
        Entry(int x) { e = x; } }
    class Item {
        K k;
        //@ requires own >= 0 && key != null;
        //@ assignable own;
        //@ signals_only IllegalArgumentException;
        //@ signals (IllegalArgumentException e) own == 0;
        Item(K key, V bank) { k = key; own++; }
    }
}
"#;

const ENUMS: &str = r#"
enum Level {
    LOW(1) { int twice() { return 2; } }, HIGH(5);
    final int n;
    //@ invariant n > 0;
    //@ requires n > 0;
    Level(int n) { this.n = n; }
    //@ ensures \result > 0;
    int twice() { return 2 * n; }
    //@ ensures \result != null;
    static Level of(String s) { return s.isEmpty() ? LOW : HIGH; }
}
enum Plain { A, B }
"#;

const BODIES: &str = r#"
import java.util.*;
class Bodies {
    //@ ghost int seen = 0;
    //@ ghost \bigint total;
    int f;

    //@ requires xs.length < 100;
    int all(int[] xs, int k) throws java.io.IOException {
        int s = 0;
        //@ ghost int steps = 0;
        //@ loop_invariant 0 <= i <= xs.length && steps == i;
        //@ loop_invariant (\forall int j; 0 <= j < i; xs[j] == \old(xs[j]));
        //@ decreases xs.length - i;
        for (int i = 0; i < xs.length; i++) {
            s += xs[i];
            //@ set steps = steps + 1;
            //@ set total = total + xs[i];
        }
        int j = 0;
        //@ maintaining j >= 0 && k == \old(k) + j;
        while (j < 3) { j++; k++; }
        //@ loop_invariant \count >= 0;
        for (int x : xs) { s -= x; }
        //@ loop_invariant s >= Integer.MIN_VALUE;
        do { s--; } while (s > 0);
        outer:
        //@ loop_invariant j >= 3;
        //@ decreases 10 - j;
        while (true) { if (j++ > 8) break outer; if (j == 5) continue outer; }
        int line;
        //@ loop_invariant true;
        while ((line = s++) < 0) { f = line; }
        //@ assert (\exists int q; 0 <= q && q < 10; q == j - j);
        //@ assume line >= 0;
        //@ check s == s;
        switch (k) {
            case 1: //@ assert k == 1;
                return 1;
            default:
        }
        for (;;) { if (f > 0) { //@ assert f > 0;
            break; } f++; }
        //@ refining ensures f >= \old(f);
        f++;
        here: { f = 2; //@ assert \old(f, here) >= 0;
        }
        if (f < 0) { //@ unreachable;
        }
        return s;
    }

    Bodies(int n) {
        this();
        //@ assert n == \old(n);
    }
    Bodies() { super(); }

    //@ old int before = f;
    //@ requires before > 0;
    //@ assignable f;
    //@ ensures f == before + d;
    //@ signals (IllegalStateException e) e.getMessage() != null;
    void add(int d) { f += d; }

    /*@ public normal_behavior
      @   requires a != null;
      @   {|
      @     requires a.length == 0;
      @     ensures \result == 0;
      @   also
      @     requires a.length > 0;
      @     ensures \result == (\max int i; 0 <= i && i < a.length; a[i]);
      @   |}
      @ also exceptional_behavior
      @   requires a == null;
      @   assignable \nothing;
      @   signals_only NullPointerException;
      @*/
    int max(int /*@ nullable */ [] a) { int m = 0; for (int x : a) m = Math.max(m, x); return m; }

    //@ requires x > 0 else IllegalArgumentException;
    void strict(int x) { if (x <= 0) throw new IllegalArgumentException(); }

    //@ assignable a[*], b[0..n], m[*][*], this.f, Bodies.count, this.*;
    void frames(int[] a, int[] b, int n, int[][] m) { }
    static int count;

    //@ ensures \typeof(\result) <: \type(Object) && \type(int) != \typeof(\result);
    //@ ensures \fresh(\result);
    //@ ensures \nonnullelements(\result);
    //@ ensures \not_modified(f) && (* something informal *);
    //@ ensures (\let int n = \result.length; n > 0);
    //@ ensures (\lbl size \result.length) > 0;
    //@ ensures (\num_of int i; 0 <= i < 10; i % 2 == 0) == 5;
    //@ ensures (\product int i; 1 <= i <= 25; i) > Long.MAX_VALUE;
    //@ ensures (\sum int i, j; 0 <= i < j && j < 4; 1) == 6;
    //@ ensures (\forall byte b; b <= 127) && (\exists boolean b; b);
    //@ ensures (\forall long l; 0 <= l < 10; l + 1 > l);
    //@ ensures (\forall \bigint z; 0 <= z < 10; z + 1 > z);
    //@ ensures 9223372036854775808 > Long.MAX_VALUE;
    //@ ensures (int) (1 + 1) == 2 && (f << 2) == (f << 1 << 1) && -f <= -f && ~f == ~f;
    //@ ensures (f > 0 ? f + 1 : 0) >= 0 ==> true;
    //@ ensures 0.5 + f > f - 0.5 && "a" + f != null;
    String[] operators() { return new String[] {"a"}; }

    //@ ensures (\forall String s; c.contains(s); s.length() > 0) <==> \result;
    //@ ensures \reach(this).has(this);
    boolean members(Collection<String> c) { for (String s : c) if (s.isEmpty()) return false; return true; }

    //@ model pure int twice(int x) { return 2 * x; }
    //@ ensures \result == twice(f);
    int doubled() { return 2 * f; }
}
"#;

#[test]
fn every_shape_of_declaration_compiles() {
    let lowered = must_compile(&[
        ("Box.java", GENERICS),
        ("p/q/Outer.java", NESTED),
        ("Shape.java", INTERFACES),
        ("bank/Bank.java", HIDDEN),
        ("Level.java", ENUMS),
        ("Bodies.java", BODIES),
    ]);
    assert_eq!(lowered.diagnostics, vec![], "nothing of this is refused");
    for (file, text) in lowered
        .files
        .iter()
        .zip([GENERICS, NESTED, INTERFACES, HIDDEN, ENUMS, BODIES])
    {
        assert_eq!(
            file.text.lines().count(),
            text.lines().count(),
            "no line of {} has moved",
            file.path
        );
    }
}
