/** assert, assume, unreachable, ghost state, Java's own assert. */
class Asserts {
    static int assertWrong(int x) {
        int y = x + 1;
        //@ assert y != 5;
        //^ assert
        return y;
    }

    //@ ensures \result == (x < 0 ? 0 : x);
    static int assertRight(int x) {
        int y = x < 0 ? 0 : x;
        //@ assert y >= 0;
        return y;
    }

    //@ ensures \result != 5;
    static int assumed(int x) {
        //@ assume x != 5;
        return x;
    }

    static int unreachableWrong(int x) {
        if (x == 77) {
            //@ unreachable;
            //^ unreachable
            return 0;
        }
        return 1;
    }

    //@ ensures \result == 1;
    static int unreachableRight(int x) {
        if (x * 2 == 7) {
            //@ unreachable;
            return 0;
        }
        return 1;
    }

    static void javaAssertWrong(int x) {
        assert x < 1000;
        //^ assert
    }

    static void javaAssert(int x) {
        if (x < 1000) {
            assert x != 1000 : "never";
        }
    }

    //@ ensures \result == 2 * x;
    static long ghosts(int x) {
        //@ ghost int seen = 0;
        //@ set seen = seen + 1;
        long r = x;
        r += x;
        //@ set seen = seen + 1;
        //@ assert seen == 2;
        return r;
    }

    static void ghostsWrong(boolean b) {
        //@ ghost int seen = 0;
        if (b) {
            //@ set seen = 1;
        }
        //@ assert seen == 1;
        //^ assert
    }

    //@ ghost int writes = 0;
    int value;

    //@ requires writes < 100;
    //@ ensures writes == \old(writes) + 1;
    //@ ensures value == v;
    void set(int v) {
        value = v;
        //@ set writes = writes + 1;
    }

    //@ ensures writes == \old(writes) + 1;
    //^ ensures
    void setWrong(int v) {
        value = v;
        if (v != 0) {
            //@ set writes = writes + 1;
        }
    }

    //@ model int doubled;
    //@ represents doubled = 2 * value;

    //@ requires 0 <= v && v < 100;
    //@ ensures doubled == 2 * v;
    void model(int v) {
        value = v;
    }

    //@ requires 0 <= v && v < 100;
    //@ ensures doubled == v;
    //^ ensures
    void modelWrong(int v) {
        value = v;
    }

    static int check(int x) {
        //@ check x != 3;
        //^ assert
        return x;
    }
}
