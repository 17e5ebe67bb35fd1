/** A callee's precondition is owed at the call. */
class Preconditions {
    //@ requires x > 0;
    //@ ensures \result >= 1;
    //@ ensures \result == x;
    static int positive(int x) {
        return x;
    }

    static int callWrong(int x) {
        return positive(x);
        //^ requires-at-call
    }

    //@ ensures \result == (x > 0 ? x : 1);
    static int call(int x) {
        return x > 0 ? positive(x) : 1;
    }

    //@ requires x > 0;
    //@ also
    //@ requires x < -5;
    //@ ensures \result == x;
    static int either(int x) {
        return x;
    }

    static void eitherWrong() {
        either(0);
        //^ requires-at-call
    }

    //@ ensures \result == -6;
    static int eitherRight() {
        return either(-6);
    }

    static int len(String s) {
        return s.length();
    }

    static int lenWrong() {
        return len(null);
        //^ requires-at-call
    }

    static int lenRight() {
        return len("abc");
    }

    int level;

    //@ requires level > 0;
    //@ assignable level;
    //@ ensures level == \old(level) - 1;
    void down() {
        level--;
    }

    void downTwiceWrong() {
        if (level > 0) {
            down();
            down();
            //^ requires-at-call
        }
    }

    //@ ensures level == (\old(level) > 1 ? \old(level) - 2 : \old(level));
    void downTwice() {
        if (level > 1) {
            down();
            down();
        }
    }

    //@ requires n >= 0 && n < 6;
    //@ ensures \result >= 1;
    //@ ensures \result == (\product int i; 1 <= i && i <= n; i);
    static int factorial(int n) {
        return n == 0 ? 1 : n * factorial(n - 1);
    }

    //@ requires n < 6;
    static int factorialWrong(int n) {
        return n == 0 ? 1 : n * factorial(n - 1);
        //^ requires-at-call
    }
}
