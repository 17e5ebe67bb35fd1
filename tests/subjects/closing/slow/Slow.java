/** Subjects whose rounds take the time that is given to them, so that only a proof decides them. */
class Slow {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    static class Tree {
        int value;
        /*@ nullable @*/ Tree left;
        /*@ nullable @*/ Tree right;
    }

    //@ requires a.length < 1000 && (\forall int j; 0 <= j && j < a.length; 0 <= a[j] && a[j] < 1000);
    //@ ensures \result == (\sum int j; 0 <= j && j < a.length; a[j]);
    static int sum(int[] a) {
        // open: sums over unknown ranges are not decided yet
        int s = 0;
        for (int i = 0; i < a.length; i++) {
            s += a[i];
        }
        return s;
    }

    //@ requires a > 0 && b > 0;
    //@ ensures \result > 0;
    static int gcd(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;
    }

    //@ requires a > 0 && b > 0;
    //@ ensures \result < 40;
    static int gcdRoundsDeep(int a, int b) {
        int rounds = 0;
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
            rounds++;
        }
        return rounds;
    }

    //@ requires d > 0 && n >= 0;
    //@ ensures 0 <= \result && \result < d;
    static int remainder(int n, int d) {
        while (n >= d) {
            n -= d;
        }
        return n;
    }

    //@ ensures \result ==> x == y;
    static boolean hasBoth(/*@ nullable @*/ Node n, int x, int y) {
        while (n != null) {
            if (n.value == x && n.value == y) {
                return true;
            }
            n = n.next;
        }
        return false;
    }

    //@ ensures 0 <= \result;
    static int cappedHeight(/*@ nullable @*/ Tree t) {
        if (t == null) {
            return 0;
        }
        int l = cappedHeight(t.left);
        int r = cappedHeight(t.right);
        int m = l > r ? l : r;
        return m < 100 ? m + 1 : m;
    }
}
