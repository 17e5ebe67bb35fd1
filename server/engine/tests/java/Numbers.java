/** Methods over primitives and arrays whose every path is compared with a real JVM. */
class Numbers {
    static int mix(int a, int b) {
        int c = a * 31 + b;
        if ((c & 7) == 3) return c >>> 2;
        if (c < a) return c >> 1;
        return c ^ (b << 3);
    }

    static long longs(long a, int b) {
        long c = a - b;
        if (c > 0xFFFFFFFFFFL) return c >>> b;
        if (c < -5) return c << 2;
        return c % 7;
    }

    static int divisions(int a, int b) {
        int q = a / b;
        int r = a % b;
        if (q * b + r != a) return -1;
        return q > r ? q : r;
    }

    static int casts(int x) {
        byte b = (byte) x;
        short s = (short) (x * 3);
        char c = (char) (x >> 5);
        if (b < 0) return s;
        if (c > 60000) return b + s;
        return c;
    }

    static int booleans(boolean p, boolean q, boolean r) {
        boolean x = p & !q | r ^ p;
        if (x && (q || r)) return 1;
        return x ? 2 : 3;
    }

    static char chars(char c, byte b, short s) {
        if (c >= 'a' && c <= 'z') return (char) (c - 32);
        c += b;
        if (c == s) return 'x';
        return c--;
    }

    static int loops(int n) {
        int s = 0;
        outer:
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < 3; j++) {
                if (j == i) continue outer;
                if (s > 4) break outer;
                s += j + 1;
            }
        }
        return s;
    }

    static int switches(int x, long y) {
        int r;
        switch (x) {
            case -1: r = 5; break;
            case 0: r = 6;
            case 1: r = 7; break;
            case 2147483647: r = 8; break;
            default: r = (int) y;
        }
        return r + x;
    }

    static int tries(int a, int b) {
        int r = 0;
        try {
            try {
                r = a / b;
                if (r == 7) throw new IllegalStateException();
            } finally {
                r += 100;
            }
        } catch (ArithmeticException e) {
            r -= 1;
        } catch (RuntimeException e) {
            throw new UnsupportedOperationException(e);
        }
        return r;
    }

    static int sum(int[] a) {
        int s = 0;
        for (int x : a) s += x < 0 ? -x : x;
        return s;
    }

    static int write(int[] a, int i, int j) {
        a[i] = 5;
        a[j] += 2;
        return a[i] * 10 + a[j];
    }

    static void reverse(int[] a) {
        for (int i = 0, j = a.length - 1; i < j; i++, j--) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
        }
    }

    static int twoArrays(int[] a, int[] b) {
        a[0] = 1;
        b[0] = 2;
        if (a == b) return -1;
        return a[0] + b.length;
    }

    static byte bytes(byte[] a, int x) {
        a[0] = (byte) x;
        return ++a[0];
    }

    static long longArray(long[] a) {
        if (a.length == 2 && a[0] > a[1]) {
            long t = a[0];
            a[0] = a[1];
            a[1] = t;
        }
        return a[a.length - 1];
    }

    static int local(int i, int v) {
        int[] a = {3, 1, 4, 1, 5};
        a[i] = v;
        int best = 0;
        for (int k = 1; k < a.length; k++) if (a[k] > a[best]) best = k;
        return best;
    }

    static int allocate(int n) {
        int[] a = new int[n];
        if (n > 2) a[2] = n;
        return a.length;
    }

    static int recursion(int n) { return n < 1 ? 0 : n > 4 ? 99 : n + recursion(n - 1); }

    static int compare(long a, long b) { return Long.compare(a, b) + Integer.compare((int) a, (int) b); }

    static int maths(int a, int b) { return Math.abs(Math.max(a, b)) - Math.min(a, 0); }

    static int exact(int a, int b) { return Math.addExact(a, Math.negateExact(b)); }

    static int incidental(int x) {
        int y = x++ + ++x;
        y -= x-- * 2;
        y <<= x;
        y >>>= 3;
        return y != 0 && x / y > 1 ? ~y : -x;
    }

    static boolean doubles(double d) {
        if (d != d) return false;
        return d < 1e300 && d > -1 && (int) d == 7;
    }

    static int floatToInt(float f) { return f > 2.5f ? (int) f : -1; }

    static Integer boxed(int x) {
        Integer i = x;
        Integer j = 100;
        return i.equals(j) ? null : i;
    }

    static int lambda(int x) {
        java.util.function.IntUnaryOperator f = y -> y > x ? y : x;
        return f.applyAsInt(10);
    }
}
