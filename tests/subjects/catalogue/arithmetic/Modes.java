/** Specification arithmetic is mathematical; code wraps. */
class Modes {
    /*@ code_java_math */
    //@ ensures \result == a + b;
    //^ ensures
    static int addWrong(int a, int b) {
        return a + b;
    }

    /*@ code_java_math spec_java_math */
    //@ ensures \result == a + b;
    static int addJava(int a, int b) {
        return a + b;
    }

    //@ requires Integer.MIN_VALUE <= a + b && a + b <= Integer.MAX_VALUE;
    //@ ensures \result == a + b;
    static int add(int a, int b) {
        return a + b;
    }

    //@ ensures \result == a + b;
    static long widen(int a, int b) {
        return (long) a + b;
    }

    //@ requires 0 <= lo && lo <= hi;
    //@ ensures lo <= \result && \result <= hi;
    //^ ensures
    static int midWrong(int lo, int hi) {
        return (lo + hi) / 2;
    }

    //@ requires 0 <= lo && lo <= hi;
    //@ ensures lo <= \result && \result <= hi;
    static int mid(int lo, int hi) {
        return lo + (hi - lo) / 2;
    }

    //@ requires 0 <= lo && lo <= hi;
    //@ ensures lo <= \result && \result <= hi;
    static int midShift(int lo, int hi) {
        return (lo + hi) >>> 1;
    }

    //@ ensures \result == -x;
    //^ ensures
    static int negateWrong(int x) {
        return -x;
    }

    //@ ensures \result == -x;
    static long negate(int x) {
        return -(long) x;
    }

    //@ ensures i + 1 > i;
    static void successor(int i) {
    }

    //@ ensures \result == (x & 0xff);
    //^ ensures
    static int lowByteWrong(int x) {
        return (byte) x;
    }

    //@ ensures \result == (x & 0xff);
    static int lowByte(int x) {
        return ((byte) x) & 0xff;
    }

    //@ requires 0 <= s && s < 32;
    //@ ensures \result != 0;
    static int bit(int s) {
        return 1 << s;
    }

    //@ ensures s == 32 ==> \result == 0;
    //^ ensures
    static int shiftWrong(int s) {
        return 1 << s;
    }

    //@ ensures \result <==> x % 2 != 0;
    //^ ensures
    static boolean oddWrong(int x) {
        return x % 2 == 1;
    }

    //@ ensures \result <==> x % 2 != 0;
    static boolean odd(int x) {
        return (x & 1) == 1;
    }

    //@ ensures \result == x;
    //^ ensures
    static int throughShort(int x) {
        return (short) x;
    }

    //@ requires -32768 <= x && x <= 32767;
    //@ ensures \result == x;
    static int throughShortRight(int x) {
        return (short) x;
    }

    //@ ensures \result == x;
    //^ ensures
    static int throughFloat(int x) {
        return (int) (float) x;
    }

    //@ ensures \result == x;
    static int throughDouble(int x) {
        return (int) (double) x;
    }

    //@ ensures \result;
    //^ ensures
    static boolean reflexiveWrong(double d) {
        return d == d;
    }

    //@ requires !Double.isNaN(d);
    //@ ensures \result;
    static boolean reflexive(double d) {
        return d == d;
    }

    //@ ensures \result == (a < b ? -1 : a > b ? 1 : 0);
    //^ ensures
    static int compareWrong(int a, int b) {
        return Integer.signum(a - b);
    }

    //@ ensures \result == (a < b ? -1 : a > b ? 1 : 0);
    static int compare(int a, int b) {
        return Integer.compare(a, b);
    }
}
