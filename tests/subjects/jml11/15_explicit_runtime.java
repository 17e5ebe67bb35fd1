//? Explicit.allowed holds
//? Explicit.normal violated signals x=-1
class Explicit {
    //@ ensures true;
    void allowed(int x) { if (x < 0) throw new IllegalStateException(); }

    //@ public normal_behavior
    //@   ensures true;
    void normal(int x) { if (x < 0) throw new IllegalStateException(); }
}
