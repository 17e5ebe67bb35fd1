/** Loops whose invariants stand for any number of rounds (`--loops invariant`). */
class Cut {
    //@ requires n >= 0;
    //@ ensures \result == n;
    static int count(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i;
        while (i < n) {
            i++;
        }
        return i;
    }

    //@ requires n >= 0;
    //@ ensures \result == n;
    static int countWeakly(int n) {
        //^ unknown: the invariants of the loop on line
        int i = 0;
        //@ loop_invariant 0 <= i;
        while (i < n) {
            i++;
        }
        return i;
    }

    //@ requires 0 <= n && n <= 1000;
    //@ ensures \result == 2 * n;
    //^ ensures
    static int twiceWrong(int n) {
        int s = 0;
        //@ loop_invariant 0 <= i && i <= n && s == 3 * i;
        for (int i = 0; i < n; i++) {
            s += 3;
        }
        return s;
    }

    //@ requires 0 <= n && n <= 1000;
    //@ ensures \result == 2 * n;
    static int twice(int n) {
        int s = 0;
        //@ loop_invariant 0 <= i && i <= n && s == 2 * i;
        for (int i = 0; i < n; i++) {
            s += 2;
        }
        return s;
    }

    //@ ensures (\forall int j; 0 <= j && j < a.length; a[j] == 0);
    //@ assignable a[*];
    static void clear(int[] a) {
        //@ loop_invariant 0 <= i && i <= a.length;
        //@ loop_invariant (\forall int j; 0 <= j && j < i; a[j] == 0);
        //@ loop_modifies i, a[*];
        for (int i = 0; i < a.length; i++) {
            a[i] = 0;
        }
    }

    int total;
    int other;

    //@ requires n >= 0 && total == 0;
    //@ assignable total;
    //@ ensures total == n && other == \old(other);
    void add(int n) {
        //@ loop_invariant 0 <= i && i <= n && total == i;
        for (int i = 0; i < n; i++) {
            total++;
        }
    }

    //@ requires n >= 0;
    //@ ensures \result >= 0;
    static int search(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        while (i < n) {
            if (i == 77) {
                break;
            }
            i++;
        }
        return i;
    }

    //@ requires n >= 0;
    static int entryWrong(int n) {
        int i = 1;
        //@ loop_invariant 0 <= i && i <= n;
        //^ loop-invariant
        while (i < n) {
            i++;
        }
        return i;
    }

    // Only an odd n breaks it.
    //@ requires 0 <= n && n <= 1;
    static int preservedWrong(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //^ loop-invariant
        while (i < n) {
            i += 2;
        }
        return i;
    }

    //@ requires n >= 0;
    static int measureWrong(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases i;
        //^ decreases
        while (i < n) {
            i++;
        }
        return i;
    }

    /** The state before the loop is not the state in it: an alias that is written in a round was written before. */
    //@ requires n > 0 && that.total == 5;
    //@ assignable total;
    //@ ensures that.total == 5;
    //^ ensures
    void aliasWrong(int n, Cut that) {
        //@ loop_invariant 0 <= i && i <= n;
        for (int i = 0; i < n; i++) {
            total = i;
        }
    }

    //@ requires n >= 0 && that.total == 5 && that != this;
    //@ assignable total;
    //@ ensures that.total == 5;
    void alias(int n, Cut that) {
        //@ loop_invariant 0 <= i && i <= n;
        for (int i = 0; i < n; i++) {
            total = i;
        }
    }

    //@ requires 0 <= n && n <= 1000;
    //@ ensures \result == 3 * n;
    static int nested(int n) {
        int s = 0;
        //@ loop_invariant 0 <= i && i <= n && s == 3 * i;
        for (int i = 0; i < n; i++) {
            //@ loop_invariant 0 <= j && j <= 3 && s == 3 * i + j;
            for (int j = 0; j < 3; j++) {
                s++;
            }
        }
        return s;
    }

    void step() {
        other++;
    }

    // What a callee without a frame may change is forgotten with the rest.
    //@ requires n >= 0 && other == 0;
    //@ ensures other == 0;
    void calls(int n) {
        //^ unknown: the invariants of the loop on line
        //@ loop_invariant 0 <= i && i <= n;
        for (int i = 0; i < n; i++) {
            if (i > 100) {
                step();
            }
        }
    }
}
