//? Counter.dec violated invariant n=0
//? HelperCounter.dec holds
class Counter {
    int n;
    //@ invariant n >= 0;

    void dec() { n--; if (n < 0) throw new IllegalStateException(); }
}

class HelperCounter {
    int n;
    //@ invariant n >= 0;

    //@ requires n >= 0;
    /*@ helper */ void dec() { n--; if (n < 0) throw new IllegalStateException(); }
}
