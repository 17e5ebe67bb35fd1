/** Methods over numbers. */
class Arith {
    static int abs(int x) { return x < 0 ? -x : x; }

    static int div(int a, int b) { return a / b; }

    static long longDiv(long a, long b) { return a % b; }

    static int sumTo(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += i;
        return s;
    }

    static int fixedLoop() {
        int s = 0;
        for (int i = 0; i < 1000; i++) s += i;
        return s;
    }

    static int sign(int x) {
        if (x > 0) return 1;
        if (x < 0) return -1;
        return 0;
    }

    static int callsSign(int x, int y) { return sign(x) + sign(y); }

    static int correlated(int x) {
        if (x > 10 && x < 5) throw new IllegalStateException();
        return x;
    }

    static int sw(int x) {
        switch (x) {
            case 1: case 2: return 10;
            case 3: return 30;
            case 1000: return 40;
            default: return 0;
        }
    }

    static int fact(int n) { return n <= 0 ? 1 : n * fact(n - 1); }

    static boolean floats(double d) { return d * 2 == d + d; }

    static int caught(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            return -1;
        } finally {
            a++;
        }
    }

    static byte narrow(int x) { return (byte) x; }

    static int shifts(int x) { return (x << 33) - (x * 2); }

    static int minByMinusOne() { int m = Integer.MIN_VALUE, n = -1; return m / n; }

    static int longs(long a, long b) { return Long.compare(a, b) > 0 ? 1 : a == b ? 0 : -1; }
}
