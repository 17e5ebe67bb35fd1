/** Instance invariants: assumed at entry, owed on every exit. */
class Counter {
    int n;
    //@ invariant 0 <= n && n <= 100;
    //^ invariant

    Counter() {
    }

    Counter(int start) {
        n = start;
    }

    //@ ensures n == (\old(n) < 100 ? \old(n) + 1 : 100);
    void increment() {
        if (n < 100) {
            n++;
        }
    }

    void incrementWrong() {
        n++;
    }

    void decrementAndThrow() {
        n--;
        if (n < 0) {
            throw new IllegalStateException();
        }
    }

    //@ ensures n == 5;
    void repaired() {
        n = -5;
        n = 5;
    }

    //@ ensures n == -1;
    /*@ helper */ void helping() {
        n = -1;
    }

    //@ requires 0 <= x && x <= 100;
    //@ ensures n == x;
    void set(int x) {
        n = x;
    }

    //@ ensures \result >= 0;
    int get() {
        return n;
    }
}
