/** Each of these comes to an end for all inputs, although it may not look so. */
class Ending {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    int count;
    volatile boolean stopped;

    static int wrapsUp(int i) {
        // int wraps around: it is negative in the end.
        while (i > 2) {
            i++;
        }
        return i;
    }

    static int wrapsDown(int i) {
        while (i >= 0) {
            i--;
        }
        return i;
    }

    static int down(int i) {
        while (i > 0) {
            i -= 3;
        }
        return i;
    }

    static int halves(int n) {
        while (n != 0) {
            n /= 2;
        }
        return n;
    }

    static int shifts(int n) {
        while (n != 0) {
            n >>>= 1;
        }
        return n;
    }

    static int lowestBits(int n) {
        int c = 0;
        while (n != 0) {
            n &= n - 1;
            c++;
        }
        return c;
    }

    static int pair(int a, int b) {
        while (a > 0 && b > 0) {
            if (a > b) {
                a--;
            } else {
                b--;
            }
        }
        return a + b;
    }

    static int gcd(int a, int b) {
        while (b != 0) {
            int t = a % b;
            a = b;
            b = t;
        }
        return a;
    }

    //@ requires a > 0 && b > 0;
    static int gcdBySubtraction(int a, int b) {
        while (a != b) {
            if (a > b) {
                a -= b;
            } else {
                b -= a;
            }
        }
        return a;
    }

    //@ requires lo <= hi;
    static int bisect(int lo, int hi, int wanted) {
        while (lo < hi) {
            int mid = (lo & hi) + ((lo ^ hi) >> 1);
            if (mid < wanted) {
                lo = mid + 1;
            } else {
                hi = mid;
            }
        }
        return lo;
    }

    static int ways(int a, int b) {
        while (a < b) {
            a++;
            b--;
        }
        return a;
    }

    static int bytes(byte from) {
        int c = 0;
        for (byte b = from; b != 100; b++) {
            c++;
        }
        return c;
    }

    //@ requires step > 0;
    static int stepForward(int n, int step) {
        while (n > 0) {
            n -= step;
        }
        return n;
    }

    static int twoPhases(int n, boolean up) {
        // It turns round once.
        while (n > 0) {
            if (up && n < 10) {
                n++;
            } else {
                up = false;
                n--;
            }
        }
        return n;
    }

    static int nested(int n, int m) {
        int c = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                c++;
            }
        }
        return c;
    }

    static int clears(int[] a) {
        int i = 0;
        int rounds = 0;
        // The same i comes back, but never with the same array.
        while (i < a.length) {
            if (a[i] == 7) {
                a[i] = 0;
                i = 0;
            } else {
                i++;
            }
            rounds++;
        }
        return rounds;
    }

    void counts() {
        while (count < 5) {
            count++;
        }
    }

    void countsDown() {
        while (count != 0) {
            count--;
        }
    }

    void waitsForOthers() {
        // Another thread may set it.
        while (!stopped) {
            count = 1;
        }
    }

    //@ diverges true;
    static void server() {
        while (true) {
        }
    }

    //@ diverges n > 3;
    static int excused(int n) {
        while (n > 7) {
        }
        return n;
    }

    /*@ requires n > 0;
      @ diverges true;
      @ also
      @ requires n <= 0;
      @ ensures \result == n;
      @*/
    static int excusedInOneCase(int n) {
        while (n > 7) {
        }
        return n;
    }

    //@ requires acyclic(n);
    static int length(/*@ nullable @*/ Node n) {
        int c = 0;
        while (n != null) {
            n = n.next;
            c++;
        }
        return c;
    }

    //@ pure
    static boolean acyclic(/*@ nullable @*/ Node n) {
        return n == null || n.next == null || n.next.next == null;
    }

    static int cuts(/*@ nullable @*/ Node n) {
        int c = 0;
        // A ring is opened as it is walked.
        while (n != null) {
            Node next = n.next;
            n.next = null;
            n = next;
            c++;
        }
        return c;
    }

    //@ requires n >= 0;
    static int recursion(int n) {
        return n == 0 ? 0 : 1 + recursion(n - 1);
    }

    static int halvingRecursion(int n) {
        return n == 0 ? 0 : 1 + halvingRecursion(n / 2);
    }

    int recursionThroughTheHeap() {
        if (count <= 0 || count > 4) {
            return 0;
        }
        count--;
        return 1 + recursionThroughTheHeap();
    }

    static boolean even(int n) {
        return n == 0 || n > 0 && n < 9 && odd(n - 1);
    }

    static boolean odd(int n) {
        return n != 0 && n > 0 && n < 9 && even(n - 1);
    }

    static int upToLess(int n) {
        int c = 0;
        for (int i = 0; i < n; i++) {
            c ^= i;
        }
        return c;
    }

    static int stopsInTime(int n) {
        int c = 0;
        for (int i = 0; i <= n; i++) {
            if (i == 1000) {
                break;
            }
            c ^= i;
        }
        return c;
    }

    static int throwsInTheEnd(int[] a, int n) {
        int c = 0;
        try {
            for (int i = 0; i <= n; i++) {
                c ^= a[i];
            }
        } catch (ArrayIndexOutOfBoundsException e) {
            return -1;
        }
        return c;
    }

    static int passesByOnce(int n) {
        int i = n;
        // 3 has no common divisor with the number of ints: every one is met.
        while (i != 0) {
            i -= 3;
        }
        return i;
    }

    //@ requires n % 2 == 0;
    static int meets(int n) {
        int i = n;
        while (i != 0) {
            i -= 2;
        }
        return i;
    }

    //@ requires n <= 127;
    static int byteBelowSmall(int n) {
        int c = 0;
        for (byte b = 0; b < n; b++) {
            c ^= b;
        }
        return c;
    }

    static int leaves(int n) {
        while (true) {
            if (n >= 10) {
                break;
            }
            n++;
        }
        return n;
    }

    static int thrown(int n) {
        int i = n & 7;
        int sum = 0;
        try {
            while (true) {
                sum += 100 / i;
                i--;
            }
        } catch (ArithmeticException zero) {
            return sum;
        }
    }

    // Along a ring these two never end: who writes no word about rings has none.
    static int ring(/*@ nullable @*/ Node n) {
        int c = 0;
        while (n != null) {
            n = n.next;
            c++;
        }
        return c;
    }

    static boolean find(/*@ nullable @*/ Node n, int x) {
        for (Node at = n; at != null; at = at.next) {
            if (at.value == x) {
                return true;
            }
        }
        return false;
    }
}
