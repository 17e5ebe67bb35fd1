/** Traps of the language: each method beside the one that falls into it. */
class Traps {
    //@ ensures \result == 1;
    //^ ensures
    static int finallyWinsWrong(boolean b) {
        try {
            return 1;
        } finally {
            if (b) {
                return 2;
            }
        }
    }

    //@ ensures \result == 1;
    static int finallyWins(boolean b) {
        int result = 1;
        try {
            return result;
        } finally {
            result = 2;
        }
    }

    //@ ensures \result == (a == b);
    //^ ensures
    static boolean sameWrong(Integer a, Integer b) {
        return a.intValue() == b.intValue();
    }

    //@ ensures \result == (a.intValue() == b.intValue());
    static boolean same(Integer a, Integer b) {
        return a.equals(b);
    }

    //@ ensures \result == 1000000L * x;
    //^ ensures
    static long widenWrong(int x) {
        return 1000000 * x;
    }

    //@ ensures \result == 1000000L * x;
    static long widen(int x) {
        return 1000000L * x;
    }

    //@ requires n >= 0;
    //@ ensures \result == n % 2;
    static int parity(int n) {
        return n % 2;
    }

    //@ ensures \result == 0 || \result == 1;
    //^ ensures
    static int parityWrong(int n) {
        return n % 2;
    }

    //@ ensures \result >= 0;
    //^ ensures
    static int bucketWrong(int hash) {
        return Math.abs(hash) % 7;
    }

    //@ ensures 0 <= \result && \result < 8;
    static int bucket(int hash) {
        return Math.floorMod(hash, 8);
    }

    //@ ensures \result == x + 1;
    //^ ensures
    static int postfixWrong(int x) {
        int y = x;
        y = y++;
        return y;
    }

    //@ requires x < 100;
    //@ ensures \result == x + 1;
    static int postfix(int x) {
        int y = x;
        y++;
        return y;
    }

    //@ requires 0 <= day && day < 3;
    //@ ensures \result == day * 10;
    //^ ensures
    static int fallThroughWrong(int day) {
        int result = 0;
        switch (day) {
            case 1:
                result = 10;
            case 2:
                result = 20;
        }
        return result;
    }

    //@ requires 0 <= day && day < 3;
    //@ ensures \result == day * 10;
    static int fallThrough(int day) {
        int result = 0;
        switch (day) {
            case 1:
                result = 10;
                break;
            case 2:
                result = 20;
                break;
        }
        return result;
    }

    //@ ensures \result == (x >>> 1) && \result >= 0;
    static int halfUnsigned(int x) {
        return x >>> 1;
    }

    //@ ensures \result >= 0;
    //^ ensures
    static int halfUnsignedWrong(int x) {
        return x >> 1;
    }

    //@ ensures \result == (b & 0xff);
    //^ ensures
    static int unsignedWrong(byte b) {
        return b;
    }

    //@ ensures \result == (b & 0xff);
    static int unsigned(byte b) {
        return Byte.toUnsignedInt(b);
    }

    //@ requires c >= '0' && c <= '9';
    //@ ensures 0 <= \result && \result <= 9;
    static int digit(char c) {
        return c - '0';
    }

    //@ requires c >= '0';
    //@ ensures 0 <= \result && \result <= 9;
    //^ ensures
    static int digitWrong(char c) {
        return c - '0';
    }

    //@ ensures \result <==> a == b && b == c;
    //^ ensures
    static boolean allSameWrong(boolean a, boolean b, boolean c) {
        return a == b == c;
    }

    //@ ensures \result <==> a == b && b == c;
    static boolean allSame(boolean a, boolean b, boolean c) {
        return a == b && b == c;
    }

    //@ requires x != Integer.MIN_VALUE;
    //@ ensures \result == -x;
    //^ ensures
    static int negateWrong(int x) {
        return ~x;
    }

    //@ requires x != Integer.MIN_VALUE;
    //@ ensures \result == -x;
    static int negate(int x) {
        return ~x + 1;
    }
}

/** A constructor that calls what a subclass overrides sees fields that are not set yet. */
class Named {
    int length;

    Named() {
        length = size();
    }

    //@ ensures \result >= 0;
    /*@ pure */ int size() {
        return 0;
    }
}

class NamedWrong extends Named {
    final int count;

    //@ ensures length == 5;
    //^ ensures
    NamedWrong() {
        count = 5 + zero();
    }

    //@ ensures \result == 0;
    private static int zero() {
        return 0;
    }

    /*@ also ensures \result == count || \result == 0; */
    /*@ pure */ int size() {
        return count < 0 ? 0 : count;
    }
}

class NamedRight extends Named {
    static final int COUNT = 5;

    //@ ensures length == 5;
    NamedRight() {
    }

    /*@ pure */ int size() {
        return COUNT;
    }
}
