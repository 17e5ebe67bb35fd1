/** Heapsort: the version that forgets the array of length 0, and the one that does not. */
class Heapsort {
    //@ requires a.length <= 3;
    //@ ensures (\forall int i; 0 < i && i < a.length; a[i - 1] <= a[i]);
    //@ ensures (\forall int i; 0 <= i && i < a.length;
    //@     (\num_of int j; 0 <= j && j < a.length; a[j] == a[i]) == (\num_of int j; 0 <= j && j < a.length; \old(a[j]) == a[i]));
    static void sort(int[] a) {
        for (int i = a.length / 2 - 1; i >= 0; i--) {
            down(a, i, a.length);
        }
        for (int i = a.length - 1; i > 0; i--) {
            int t = a[0];
            a[0] = a[i];
            a[i] = t;
            down(a, 0, i);
        }
    }

    //@ requires a.length <= 3;
    static void sortWrong(int[] a) {
        for (int i = a.length / 2; i >= 0; i--) {
            down(a, i, a.length);
            //^ requires-at-call
        }
        for (int i = a.length - 1; i > 0; i--) {
            int t = a[0];
            a[0] = a[i];
            a[i] = t;
            down(a, 0, i);
        }
    }

    //@ requires 0 <= i && i < n && n <= a.length && n <= 3;
    private static void down(int[] a, int i, int n) {
        int t = a[i];
        int child;
        for (; 2 * i + 1 < n; i = child) {
            child = 2 * i + 1;
            if (child != n - 1 && a[child] < a[child + 1]) {
                child++;
            }
            if (t < a[child]) {
                a[i] = a[child];
            } else {
                break;
            }
        }
        a[i] = t;
    }
}
