/** Loop invariants and termination measures, within the bound. */
class Loops {
    static void atEntryWrong(int n) {
        //@ loop_invariant 0 <= i && i < n;
        //^ loop-invariant
        for (int i = 0; i < n; i++) {
        }
    }

    //@ requires n >= 0;
    static void atEntry(int n) {
        //@ loop_invariant 0 <= i && i <= n;
        for (int i = 0; i < n; i++) {
        }
    }

    //@ requires a.length < 4;
    static int continuedWrong(int[] a) {
        int s = 0;
        //@ loop_invariant s == i;
        //^ loop-invariant
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 0) {
                continue;
            }
            s++;
        }
        return s;
    }

    //@ requires a.length < 4;
    //@ ensures 0 <= \result && \result <= a.length && (\forall int i; 0 <= i && i < \result; a[i] >= 0);
    //@ ensures \result < a.length ==> a[\result] < 0;
    static int broken(int[] a) {
        int s = 0;
        //@ loop_invariant s == i;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 0) {
                break;
            }
            s++;
        }
        return s;
    }

    //@ requires 0 <= n && n < 6;
    //@ ensures \result == n + n % 2;
    static int decreases(int n) {
        int i = 0;
        //@ loop_invariant i >= 0;
        //@ decreases n - i;
        while (i < n) {
            i += 2;
        }
        return i;
    }

    //@ requires 0 <= n && n < 6;
    static void decreasesWrong(int n) {
        int i = 0;
        //@ decreases i + 3;
        //^ decreases
        while (i < n) {
            i += 2;
        }
    }

    //@ requires 0 <= n && n < 5;
    //@ ensures \result == n * (n - 1) / 2;
    static int sumBelow(int n) {
        int s = 0;
        int i = 0;
        //@ maintaining s == i * (i - 1) / 2 && i <= n;
        //@ decreasing n - i;
        while (i < n) {
            s += i;
            i++;
        }
        return s;
    }

    //@ requires 0 <= n && n < 5;
    //@ ensures \result == n * (n + 1) / 2;
    //^ ensures
    static int sumWrong(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += i;
        }
        return s;
    }

    //@ requires a.length < 4;
    //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == 0);
    static void clear(int[] a) {
        //@ loop_invariant 0 <= i && i <= a.length;
        //@ loop_invariant (\forall int j; 0 <= j && j < i; a[j] == 0);
        for (int i = 0; i < a.length; i++) {
            a[i] = 0;
        }
    }

    //@ requires a.length < 4;
    //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == 0);
    //^ ensures
    static void clearWrong(int[] a) {
        for (int i = 1; i < a.length; i++) {
            a[i] = 0;
        }
    }

    //@ requires 0 <= n && n < 4;
    //@ ensures \result == n;
    static int doWhile(int n) {
        int i = 0;
        if (n > 0) {
            //@ decreases n - i;
            do {
                i++;
            } while (i < n);
        }
        return i;
    }

    //@ requires 0 <= n && n < 4;
    //@ ensures \result == n;
    //^ ensures
    static int doWhileWrong(int n) {
        int i = 0;
        do {
            i++;
        } while (i < n);
        return i;
    }

    //@ requires 0 <= n && n < 4;
    //@ ensures \result == n * n;
    static int labelled(int n) {
        int c = 0;
        outer:
        //@ decreases n - i;
        for (int i = 0; ; i++) {
            //@ decreases n - j;
            for (int j = 0; j < n; j++) {
                if (i == n) {
                    break outer;
                }
                c++;
            }
            if (n == 0) {
                break;
            }
        }
        return c;
    }
}
