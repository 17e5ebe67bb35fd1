/** Invariants of parameters: assumed of them, and owed for them. */
class Others {
    int low;
    int high;
    //@ invariant low <= high;
    //^ invariant

    Others(int a, int b) {
        low = a < b ? a : b;
        high = a < b ? b : a;
    }

    //@ ensures \result >= 0 || other.high - other.low > Integer.MAX_VALUE;
    static int width(Others other) {
        return other.high - other.low;
    }

    void copyWrong(Others other) {
        other.low = low;
    }

    void copy(Others other) {
        other.low = low;
        other.high = high;
    }

    //@ assignable other.*;
    //@ ensures other.high == Integer.MAX_VALUE || other.high == \old(other.high) + 1;
    static void stretch(Others other) {
        if (other.high < Integer.MAX_VALUE) {
            other.high++;
        }
    }
}
