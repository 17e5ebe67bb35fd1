/** A clause without a value is reported as such, apart from a false one. */
class Undefined {
    //@ requires 10 / x > 1;
    //^ undefined
    static void divideByZero(int x) {
    }

    //@ requires x != 0;
    //@ requires 10 / x > 1;
    static void guarded(int x) {
    }

    //@ ensures a[i] == 0 || i < 0;
    //^ undefined
    static void indexed(int[] a, int i) {
        if (0 <= i && i < a.length) {
            a[i] = 0;
        }
    }

    //@ requires i < a.length;
    //@ ensures i < 0 || a[i] == 0;
    static void indexedGuarded(int[] a, int i) {
        if (0 <= i) {
            a[i] = 0;
        }
    }

    //@ requires i < a.length;
    //@ ensures i < 0 | a[i] == 0;
    //^ undefined
    static void eager(int[] a, int i) {
        if (0 <= i) {
            a[i] = 0;
        }
    }

    /*@ nullable */ Undefined next;
    int v;

    //@ ensures next.v == 3;
    //^ undefined
    void through() {
        if (next != null) {
            next.v = 3;
        }
    }

    //@ ensures next != null ==> next.v == 3;
    void throughGuarded() {
        if (next != null) {
            next.v = 3;
        }
    }
}
