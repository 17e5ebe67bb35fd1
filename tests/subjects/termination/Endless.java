/** Each of these never ends for some input. */
class Endless {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    int count;
    int limit;
    boolean stopped;

    static void always() {
        while (true) {
        }
    }

    static int onlyCounts(int n) {
        int rounds = 0;
        while (n > 0) {
            rounds++;
        }
        return rounds;
    }

    static int stepOfZero(int n, int step) {
        while (n > 0) {
            n -= step;
        }
        return n;
    }

    static int forWithStep(int from, int to, int step) {
        int rounds = 0;
        for (int i = from; i < to; i += step) {
            rounds++;
        }
        return rounds;
    }

    static int halving(int n) {
        // From -1 on a shift changes nothing.
        while (n != 0) {
            n >>= 1;
        }
        return n;
    }

    static int doubling(int n) {
        int steps = 0;
        while (n < 1000) {
            n *= 2;
            steps++;
        }
        return steps;
    }

    static int negating(int n) {
        while (n != 0) {
            n = -n;
        }
        return n;
    }

    //@ requires lo <= hi;
    static int bisect(int lo, int hi, int wanted) {
        while (lo < hi) {
            int mid = lo + (hi - lo) / 2;
            if (mid * mid <= wanted) {
                lo = mid;
            } else {
                hi = mid - 1;
            }
        }
        return lo;
    }

    static int flag(boolean busy, int n) {
        while (busy) {
            if (n > 10) {
                busy = false;
            }
        }
        return n;
    }

    static int skipsItsStep(int[] a) {
        int sum = 0;
        int i = 0;
        while (i < a.length) {
            if (a[i] == 7) {
                continue;
            }
            i++;
        }
        return sum;
    }

    void field() {
        while (count < limit) {
            stopped = false;
        }
    }

    void waitForFlag() {
        while (!stopped) {
        }
    }

    int writesTheSame() {
        while (count != 3) {
            count = limit;
        }
        return count;
    }

    static int doWhile(int n) {
        int c = 0;
        do {
            c++;
        } while (n != 5);
        return c;
    }

    static int outer(int n, int m) {
        int c = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; i++) {
                c = j;
            }
        }
        return c;
    }

    static int swap(int a, int b) {
        while (a != b) {
            int t = a;
            a = b;
            b = t;
        }
        return a;
    }

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

    static int recursion(int n) {
        return n == 0 ? 0 : recursion(n);
    }

    static int halvingRecursion(int n) {
        return n == 1 ? 0 : 1 + halvingRecursion(n / 2);
    }

    static boolean ping(int n) {
        return n < 3 || pong(n);
    }

    static boolean pong(int n) {
        return n == 9 || ping(n);
    }

    static int caller(int n) {
        return n > 100 ? onlyCounts(n) : 0;
    }

    static int bytes(int n) {
        int c = 0;
        // A byte is never 200.
        for (byte b = 0; b < 200; b++) {
            c = n;
        }
        return c;
    }

    //@ requires n > 0;
    //@ diverges n > 50;
    static int excusedTooLittle(int n) {
        while (n > 7) {
        }
        return n;
    }

    static int quotients(int n) {
        try {
            while (true) {
                // 100 / -10 is -10.
                n = 100 / n;
            }
        } catch (ArithmeticException zero) {
            return n;
        }
    }

    static int upToTheGreatest(int n) {
        int c = 0;
        for (int i = 0; i <= n; i++) {
            c ^= i;
        }
        return c;
    }

    static int downToTheLeast(int n) {
        int c = 0;
        for (int i = 0; i >= n; i--) {
            c ^= i;
        }
        return c;
    }

    static int intBelowLong(long n) {
        int c = 0;
        for (int i = 0; i < n; i++) {
            c ^= i;
        }
        return c;
    }

    static int byteBelowInt(int n) {
        int c = 0;
        for (byte b = 0; b < n; b++) {
            c ^= b;
        }
        return c;
    }

    static int passesBy(int n) {
        int i = n;
        while (i != 0) {
            i -= 2;
        }
        return i;
    }

    static int clamp(int n) {
        int steps = 0;
        while (n < 100) {
            n = n + 10 < 50 ? n + 10 : 50;
            steps++;
        }
        return steps;
    }
}
