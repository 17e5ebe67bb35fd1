/** Postconditions of plain values: each wrong method beside the right one. */
class Simple {
    //@ ensures \result >= 0;
    //^ ensures
    static int absWrong(int x) {
        return x < 0 ? -x : x;
    }

    //@ requires x != Integer.MIN_VALUE;
    //@ ensures \result >= 0;
    //@ ensures \result == x || \result == -x;
    static int abs(int x) {
        return x < 0 ? -x : x;
    }

    //@ ensures \result >= a && \result >= b;
    //^ ensures
    static int maxWrong(int a, int b) {
        return a > b ? b : a;
    }

    //@ ensures \result >= a && \result >= b;
    //@ ensures \result == a || \result == b;
    static int max(int a, int b) {
        return a > b ? a : b;
    }

    //@ ensures \result == -1 || \result == 0 || \result == 1;
    //@ ensures x < 0 ==> \result == -1;
    //@ ensures x > 0 ==> \result == 1;
    //^ ensures
    static int signWrong(int x) {
        return x < 0 ? -1 : 0;
    }

    //@ ensures x < 0 <==> \result == -1;
    //@ ensures x == 0 <==> \result == 0;
    //@ ensures x > 0 <==> \result == 1;
    static int sign(int x) {
        return x < 0 ? -1 : x > 0 ? 1 : 0;
    }

    //@ requires lo <= hi;
    //@ ensures lo <= \result && \result <= hi;
    //^ ensures
    static int clampWrong(int x, int lo, int hi) {
        return x < lo ? hi : x;
    }

    //@ requires lo <= hi;
    //@ ensures lo <= \result <= hi;
    //@ ensures lo <= x <= hi ==> \result == x;
    static int clamp(int x, int lo, int hi) {
        return x < lo ? lo : x > hi ? hi : x;
    }

    //@ ensures \result <==> (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    //^ ensures
    static boolean leapWrong(int year) {
        return year % 4 == 0 && year % 100 != 0;
    }

    //@ ensures \result <==> (year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    static boolean leap(int year) {
        if (year % 400 == 0) {
            return true;
        }
        if (year % 100 == 0) {
            return false;
        }
        return year % 4 == 0;
    }

    //@ ensures \result == (a ^ b);
    //^ ensures
    static boolean xorWrong(boolean a, boolean b) {
        return a || b;
    }

    //@ ensures \result == (a ^ b);
    //@ ensures \result <=!=> (a <==> b);
    static boolean xor(boolean a, boolean b) {
        return a != b;
    }

    //@ requires 0 <= x && x < 10000;
    //@ ensures \result * \result <= x && x < (\result + 1) * (\result + 1);
    //^ ensures
    static int rootWrong(int x) {
        return x / 2;
    }

    //@ requires 0 <= x && x < 10;
    //@ ensures \result * \result <= x && x < (\result + 1) * (\result + 1);
    static int root(int x) {
        int r = 0;
        //@ decreases x - r;
        while ((r + 1) * (r + 1) <= x) {
            r++;
        }
        return r;
    }

    //@ requires a >= 0 && b > 0;
    //@ ensures 0 <= \result && \result <= a;
    static int quotient(int a, int b) {
        return a / b;
    }

    //@ requires -100 <= a && a <= 100;
    //@ ensures 0 <= \result && \result < 7;
    //^ ensures
    static int dayWrong(int a) {
        return a % 7;
    }

    //@ requires -100 <= a && a <= 100;
    //@ ensures 0 <= \result && \result < 7;
    //@ ensures (\result - a) % 7 == 0;
    static int day(int a) {
        return (a % 7 + 7) % 7;
    }
}
