/** \old, \pre, \fresh, \not_modified: two states in one clause. */
class Old {
    int x;
    int y;
    int[] data = new int[0];
    /*@ nullable */ Old next;

    //@ requires x < 1000;
    //@ ensures x == \old(x) + 1;
    void increment() {
        x++;
    }

    //@ requires x < 1000;
    //@ ensures x == \old(x) + 1;
    //^ ensures
    void incrementWrong() {
        x = 1;
    }

    //@ ensures x == \old(y) && y == \old(x);
    void exchange() {
        int t = x;
        x = y;
        y = t;
    }

    //@ ensures x == \old(y) && y == \old(x);
    //^ ensures
    void exchangeWrong() {
        x = y;
        y = x;
    }

    //@ requires a.length > 0;
    //@ assignable a[0];
    //@ ensures \old(a)[0] == \old(a[0]);
    //^ ensures
    static void newElement(int[] a) {
        a[0] = 7;
    }

    //@ requires a.length > 0;
    //@ assignable a[0];
    //@ ensures \old(a[0]) == \result && \old(a)[0] == 7;
    static int oldElement(int[] a) {
        int r = a[0];
        a[0] = 7;
        return r;
    }

    //@ ensures \fresh(\result);
    static Object freshRight() {
        return new Object();
    }

    //@ ensures \fresh(\result);
    //^ ensures
    static Object freshWrong(Object o) {
        return o;
    }

    //@ ensures \not_modified(x);
    //@ ensures y == 3;
    void notModified() {
        y = 3;
    }

    //@ ensures \not_modified(x);
    //^ ensures
    void notModifiedWrong(Old o) {
        o.x = 3;
    }

    //@ requires data.length == 2;
    //@ ensures (\forall int i; 0 <= i && i < 2; data[i] == \old(data[1 - i]));
    void reverse() {
        int t = data[0];
        data[0] = data[1];
        data[1] = t;
    }

    //@ requires data.length == 2;
    //@ ensures (\forall int i; 0 <= i && i < 2; data[i] == \old(data[1 - i]));
    //^ ensures
    void reverseWrong() {
        data[0] = data[1];
        data[1] = data[0];
    }

    //@ ensures next == null ==> \result == 1;
    /*@ pure */ int length() {
        return next == null ? 1 : 1 + next.length();
    }

    //@ requires next == null;
    //@ ensures length() == \old(length()) + 1;
    void append() {
        next = new Old();
    }

    //@ requires next == null;
    //@ ensures length() == \old(length()) + 1;
    //^ ensures
    void appendWrong() {
        next = null;
    }

    //@ ensures next == \old(next) || \fresh(next);
    //^ undefined
    void undefinedFresh(boolean b) {
        if (b) {
            next = null;
        }
    }

    //@ requires x < 100;
    //@ ensures x == \pre(x) + 1;
    void pre() {
        x += 1;
    }
}
