/** Binary search and friends. */
class Searching {
    //@ requires a.length <= 3 && (\forall int i; 0 < i && i < a.length; a[i - 1] <= a[i]);
    //@ ensures \result >= 0 ==> a[\result] == key;
    //@ ensures \result < 0 ==> (\forall int i; 0 <= i && i < a.length; a[i] != key);
    //@ ensures -1 <= \result && \result < a.length;
    static int find(int[] a, int key) {
        int lo = 0;
        int hi = a.length - 1;
        //@ decreases hi - lo;
        while (lo <= hi) {
            int mid = (lo + hi) >>> 1;
            if (a[mid] < key) {
                lo = mid + 1;
            } else if (a[mid] > key) {
                hi = mid - 1;
            } else {
                return mid;
            }
        }
        return -1;
    }

    //@ requires a.length <= 3 && (\forall int i; 0 < i && i < a.length; a[i - 1] <= a[i]);
    //@ ensures \result < 0 ==> (\forall int i; 0 <= i && i < a.length; a[i] != key);
    //^ ensures
    static int findWrong(int[] a, int key) {
        int lo = 0;
        int hi = a.length - 1;
        while (lo < hi) {
            int mid = (lo + hi) >>> 1;
            if (a[mid] < key) {
                lo = mid + 1;
            } else if (a[mid] > key) {
                hi = mid - 1;
            } else {
                return mid;
            }
        }
        return -1;
    }

    //@ requires 0 < a.length && a.length <= 3;
    //@ ensures (\forall int i; 0 <= i && i < a.length; \result <= a[i]);
    //@ ensures (\exists int i; 0 <= i && i < a.length; \result == a[i]);
    static int least(int[] a) {
        int m = a[0];
        for (int v : a) {
            m = Math.min(m, v);
        }
        return m;
    }

    //@ requires 0 < a.length && a.length <= 3;
    //@ ensures (\forall int i; 0 <= i && i < a.length; \result <= a[i]);
    //^ ensures
    static int leastWrong(int[] a) {
        int m = a[0];
        for (int i = 0; i < a.length - 1; i++) {
            m = Math.min(m, a[i]);
        }
        return m;
    }

    //@ requires a.length <= 3;
    //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == \old(a[a.length - 1 - i]));
    static void reverse(int[] a) {
        for (int i = 0, j = a.length - 1; i < j; i++, j--) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }

    //@ requires a.length <= 3;
    //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == \old(a[a.length - 1 - i]));
    //^ ensures
    static void reverseWrong(int[] a) {
        for (int i = 0; i < a.length; i++) {
            int j = a.length - 1 - i;
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }

    //@ requires 0 <= a && a <= 12 && 0 <= b && b <= 12 && a + b > 0;
    //@ ensures \result > 0 && a % \result == 0 && b % \result == 0;
    static int gcd(int a, int b) {
        //@ decreases b;
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;
    }

    //@ requires 0 <= a && a <= 12 && 0 <= b && b <= 12;
    //@ ensures \result > 0;
    //^ ensures
    static int gcdWrong(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;
    }
}
