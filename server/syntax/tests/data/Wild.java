package w; // JML as it is met in the wild: idioms of OpenJML and KeY. Only parsed, never compiled.

public abstract class W<E> implements Comparable<W<E>> {
    private /*@nullable@*/ Object[] items;
    //@ public model \locset footprint;
    //@ public accessible footprint: footprint;
    //@ public accessible \inv: footprint \measured_by size;
    //@ private represents footprint = size, items, items[*];
    protected int size; //@ in footprint;
    /*@ spec_public @*/ private int a, b; //@ in footprint; maps this.x.f \into footprint;
    /*@ protected model boolean rb; represents rb = (a ==> b) && this != null; accessible rb : footprint; @*/
    //@ public instance invariant (\forall int i; 0 <= i < size; items[i] != null);
    //@ static invariant K > 0; axiom true;
    //@ public static final ghost int G = 3;
    static final int K = 1;

    /*@ model two_state static boolean keep() { return K == \old(K); } */
    /*@ model_behavior
      @   ensures \subset(\result, this.*);
      @   accessible \nothing;
      @ model \locset fp() { return \singleton(this.size); }
      @*/
    /*@ public normal_behavior
      @  requires (\forall int i,j; 0<=i && i<j && j<f.length; f[i]<f[j]);
      @  ensures \result==(\bsum int i; 0; f.length; (\bsum int j; 0; f.length; (f[i]==f[j]?1:0)));
      @  assignable \strictly_nothing;
      @  determines \result \by \itself;
      @*/
    public static int cc(int[] f) {
        int ct = 0;
        /*@ loop_invariant ct >= 0
          @    && (ct == 0 || (\exists int j; j>=0; f[j]<ct));
          @ assignable \strictly_nothing; @*/
        for (int n : f) ct += n;
        //@ assert ct >= 0; assert \lbl X (ct > 1);
        switch (ct) {
            case 1:
                //@ refining
                //@ requires ct != 0;
                //@ ensures ct == \old(ct);
                ct = 1;
                break;
            default: //@ unreachable
        }
        int k;
        //@ ghost final int q = 3; ghost \seq s = \seq_empty;
        //@ set s = \seq_concat(s, \seq_singleton(k));
        /*@ normal_behavior ensures k == 1; @*/ { k = 1; }
        try { k++; } catch (/*@ nullable @*/ RuntimeException e) { //@ reachable;
        } finally { //@ assume true;
        }
        Object o = (/*@ nullable @*/ String) null;
        Runnable r = () -> { //@ assert true;
        };
        do { k--; //@ loop_modifies k;
          while (k > 2) k--; } while (k > 0); //@ allow NullPointerException;
        //@ begin
        //@ end
        return ct;
    }

    //@ also
    //@   requires o != null;
    //@   ensures \result <==> (o == this);
    //@ pure
    @Override public boolean equals(/*@ nullable @*/ Object o) { return o == this; }

    //@ requires x > 0; ensures \fresh(\result); signals (Exception) false;
    //@ signals_only \nothing;
    /*@ non_null pure @*/ abstract <T extends Comparable<? super T>> T[] g(int x, /*@ non_null @*/ T... t) throws java.io.IOException, Error;

    //@ ensures size == 0; pure
    W() { super(); }

    /*@ requires true; */ static { }

    interface I { //@ ensures \result >= 0;
        int f(); /*@ pure */ default int g() { return 1; } //@ instance ghost int z; model instance int y;
    }
    @interface An { int v() default 3; }
    enum C { A(1) { @Override int q() { return 2; } }, B; //@ invariant true;
        C() {} C(int x) {} /*@ pure */ int q() { return 1; } }
    record R(/*@ nullable */ String s, int... n) { //@ requires n != null;
        R { } static int z; }
    sealed interface S permits T1 {} record T1() implements S {}
    int sw(Object o) { return switch (o) { case String s when s.length() > 1 -> 1; case Integer i -> { //@ assert i != null;
        yield 2; } default -> 3; }; }
    String tb = """
        //@ not jml "
        """; 
    //@ ensures \result == (\num_of int i; 0 <= i && i < n; a[i]) + (\max int i; r; \old(a[i])) - \sum int i; 0 < i; i;
    //@ ensures (\forall int k; 0 <= k && k < i; \forall int l; i <= l && l < n; nums[k] + nums[l] != t);
    //@ requires x instanceof String s && s.length() > 0 ==> true;
    //@ old int z = x + 1; requires z > 0; measured_by x; diverges false; when true; captures this.a; callable f, g(int);
    //@ ensures \not_modified(this.*) && \only_assigned(a[*]) && \reach(o).has(this) && \typeof(o) <: \type(W);
    native int m(int n);
}
