/** Quantified clauses over ranges of ints. */
class Ranges {
    //@ requires a.length <= 3;
    //@ ensures \result <==> (\exists int i; 0 <= i && i < a.length; a[i] == x);
    static boolean contains(int[] a, int x) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) {
                return true;
            }
        }
        return false;
    }

    //@ requires a.length <= 3;
    //@ ensures \result <==> (\exists int i; 0 <= i && i < a.length; a[i] == x);
    //^ ensures
    static boolean containsWrong(int[] a, int x) {
        for (int i = 1; i < a.length; i++) {
            if (a[i] == x) {
                return true;
            }
        }
        return false;
    }

    //@ requires 0 < a.length && a.length <= 3;
    //@ ensures \result == (\max int i; 0 <= i && i < a.length; a[i]);
    static int max(int[] a) {
        int m = a[0];
        for (int i = 1; i < a.length; i++) {
            if (a[i] > m) {
                m = a[i];
            }
        }
        return m;
    }

    //@ requires 0 < a.length && a.length <= 3;
    //@ ensures \result == (\min int i; 0 <= i && i < a.length; a[i]);
    //^ ensures
    static int minWrong(int[] a) {
        int m = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < m) {
                m = a[i];
            }
        }
        return m;
    }

    //@ requires a.length <= 3;
    //@ ensures \result == (\max int i; 0 <= i && i < a.length; a[i]);
    //^ undefined
    static int maxOfNothing(int[] a) {
        int m = Integer.MIN_VALUE;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > m) {
                m = a[i];
            }
        }
        return m;
    }

    //@ requires a.length <= 3;
    //@ ensures \result == (\sum int i; 0 <= i && i < a.length; a[i]);
    static long sum(int[] a) {
        long s = 0;
        for (int v : a) {
            s += v;
        }
        return s;
    }

    //@ requires a.length <= 3;
    //@ ensures \result == (\sum int i; 0 <= i && i < a.length; a[i]);
    //^ ensures
    static int sumWrong(int[] a) {
        int s = 0;
        for (int v : a) {
            s += v;
        }
        return s;
    }

    //@ requires a.length <= 3;
    //@ ensures \result == (\num_of int i; 0 <= i && i < a.length; a[i] > 0);
    static int positives(int[] a) {
        int n = 0;
        for (int v : a) {
            if (v > 0) {
                n++;
            }
        }
        return n;
    }

    //@ requires a.length <= 3;
    //@ ensures \result == (\num_of int i; 0 <= i && i < a.length; a[i] > 0);
    //^ ensures
    static int positivesWrong(int[] a) {
        int n = 0;
        for (int v : a) {
            if (v >= 0) {
                n++;
            }
        }
        return n;
    }

    //@ requires a.length <= 3;
    //@ ensures \result <==> (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
    static boolean sorted(int[] a) {
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] > a[i]) {
                return false;
            }
        }
        return true;
    }

    //@ requires a.length <= 3;
    //@ ensures \result <==> (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
    //^ ensures
    static boolean sortedWrong(int[] a) {
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] >= a[i]) {
                return false;
            }
        }
        return true;
    }

    //@ requires 0 <= n && n <= 4;
    //@ ensures \result == (\product int i; 1 <= i && i <= n; i);
    static int factorial(int n) {
        int f = 1;
        //@ decreases n - i;
        for (int i = 2; i <= n; i++) {
            f *= i;
        }
        return f;
    }

    //@ requires 0 <= n && n <= 4;
    //@ ensures \result == (\product int i; 1 <= i && i <= n; i);
    //^ ensures
    static int factorialWrong(int n) {
        int f = n;
        for (int i = 2; i < n; i++) {
            f *= i;
        }
        return f;
    }
}
