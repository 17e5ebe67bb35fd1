/** signals, signals_only and the behaviours. */
class Signals {
    //@ signals (IllegalArgumentException e) x < 0;
    static void mayStaySilent(int x) {
    }

    //@ signals (IllegalArgumentException e) x < 0;
    //^ signals
    static void throwsWrongly(int x) {
        if (x > 10) {
            throw new IllegalArgumentException();
        }
    }

    //@ signals (IllegalArgumentException e) x < 0;
    //@ signals (IllegalArgumentException e) x < -10;
    //@ ensures x >= -10;
    static void throwsRightly(int x) {
        if (x < -10) {
            throw new IllegalArgumentException();
        }
    }

    //@ signals_only IllegalArgumentException;
    //^ signals-only
    static void onlyWrong(int x) {
        if (x < 0) {
            throw new IllegalStateException();
        }
    }

    //@ signals_only IllegalArgumentException;
    //@ signals (IllegalArgumentException e) x < 0;
    //@ ensures x >= 0;
    static void only(int x) {
        if (x < 0) {
            throw new IllegalArgumentException();
        }
    }

    //@ normal_behavior
    //^ signals
    //@ ensures true;
    static void normalWrong(int x) {
        if (x < 0) {
            throw new IllegalStateException();
        }
    }

    //@ normal_behavior
    //@ requires x >= 0;
    static void normal(int x) {
        if (x < 0) {
            throw new IllegalStateException();
        }
    }

    //@ exceptional_behavior
    //^ ensures
    //@ requires x < 0;
    //@ signals_only IllegalArgumentException;
    static void exceptionalWrong(int x) {
    }

    //@ exceptional_behavior
    //@ requires x < 0;
    //@ signals_only IllegalArgumentException;
    //@ also
    //@ normal_behavior
    //@ requires x >= 0;
    static void exceptional(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative");
        }
    }

    //@ signals (Exception e) x < 0;
    //@ signals (IllegalArgumentException e) x < -9;
    //^ signals
    static void severalWrong(int x) {
        if (x < -4) {
            throw new IllegalArgumentException();
        }
    }

    //@ signals (Exception e) x < 0;
    //@ signals (IllegalArgumentException e) x < -9;
    //@ signals (IllegalStateException e) x < -4;
    //@ ensures x >= -4;
    static void several(int x) {
        if (x < -4) {
            throw new IllegalStateException();
        }
    }

    static class Checked extends Exception {
        final int code;

        Checked(int code) {
            this.code = code;
        }
    }

    //@ signals (Checked e) e.code == x;
    //^ signals
    static void codeWrong(int x) throws Checked {
        if (x > 100) {
            throw new Checked(100);
        }
    }

    //@ signals (Checked e) e.code == x;
    static void code(int x) throws Checked {
        if (x > 100) {
            throw new Checked(x);
        }
    }

    //@ ensures \result == 1;
    //^ ensures
    static int finallyWins(int x) {
        try {
            if (x == 5) {
                throw new RuntimeException();
            }
            return 1;
        } finally {
            if (x == 5) {
                return 2;
            }
        }
    }

    //@ ensures \result == 3;
    static int finallyRuns(boolean b) {
        int n = 0;
        try {
            n = 1;
            if (b) {
                throw new IllegalStateException();
            }
            n++;
        } catch (IllegalStateException e) {
            n++;
        } finally {
            n++;
        }
        return n;
    }
}
