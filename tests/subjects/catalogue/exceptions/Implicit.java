/** Exceptions the JVM throws by itself are violations unless the contract speaks of them. */
class Implicit {
    static int lengthWrong(/*@ nullable */ String s) {
        return s.length();
        //^ null
    }

    //@ ensures \result == (s == null ? 0 : s.length());
    static int length(/*@ nullable */ String s) {
        return s == null ? 0 : s.length();
    }

    static int atWrong(int[] a, int i) {
        return a[i];
        //^ bounds
    }

    //@ requires 0 <= i && i < a.length;
    //@ ensures \result == a[i];
    static int at(int[] a, int i) {
        return a[i];
    }

    static int divideWrong(int a, int b) {
        return a / b;
        //^ arithmetic
    }

    //@ requires b != 0;
    //@ ensures b != -1 ==> \result == a / b;
    static int divide(int a, int b) {
        return a / b;
    }

    static long remainderWrong(long a, long b) {
        return a % b;
        //^ arithmetic
    }

    //@ ensures \result == (b == 0 ? 0 : a % b);
    static long remainder(long a, long b) {
        return b == 0 ? 0 : a % b;
    }

    static int[] makeWrong(int n) {
        return new int[n];
        //^ negative-size
    }

    //@ requires 0 <= n && n < 100;
    //@ ensures \result.length == n;
    static int[] make(int n) {
        return new int[n];
    }

    static Integer castWrong(Object o) {
        return (Integer) o;
        //^ cast
    }

    static /*@ nullable */ Integer cast(Object o) {
        return o instanceof Integer ? (Integer) o : null;
    }

    static void storeWrong(boolean b) {
        Object[] a = b ? new String[1] : new Object[1];
        a[0] = Integer.valueOf(1);
        //^ array-store
    }

    //@ ensures \result.length == 1 && \result[0].equals(1);
    static Object[] store(boolean b) {
        Object[] a = b ? new Integer[1] : new Object[1];
        a[0] = Integer.valueOf(1);
        return a;
    }

    //@ ensures \result == (a == null || a.length == 0 ? -1 : a[0]);
    static int caught(/*@ nullable */ int[] a) {
        try {
            return a[0];
        } catch (NullPointerException | ArrayIndexOutOfBoundsException e) {
            return -1;
        }
    }

    //@ signals (NullPointerException e) s == null;
    //@ signals_only NullPointerException;
    static int declared(/*@ nullable */ String s) {
        return s.length();
    }

    static int unboxWrong(/*@ nullable */ Integer i) {
        return i;
        //^ null
    }

    static int unbox(Integer i) {
        return i;
    }
}
