/** Objects a method reaches and changes, neither its receiver nor a parameter: their invariants are owed too. */
class Interval {
    int low;
    int high;
    //@ invariant low <= high;
    //^ invariant

    /*@ nullable */ Interval next;

    //@ ensures next == null ==> high == \old(high);
    void raiseNextWrong() {
        if (next != null) {
            next.low = high;
        }
    }

    //@ ensures next != null ==> next.low == high && next.high >= high;
    void raiseNext() {
        if (next != null) {
            next.low = high;
            if (next.high < high) {
                next.high = high;
            }
        }
    }
}

class Holder {
    Interval interval;
    static Interval shared = new Interval();

    Holder(Interval interval) {
        this.interval = interval;
    }

    void moveWrong(int x) {
        interval.low = x;
    }

    //@ ensures interval.low == x && interval.high == x;
    void move(int x) {
        interval.low = x;
        interval.high = x;
    }

    // Owed on every way out.
    void failWrong() {
        interval.low = 1;
        interval.high = 0;
        throw new IllegalStateException();
    }

    //@ ensures false;
    //@ signals (IllegalStateException e) interval.low == 0 && interval.high == 1;
    void fail() {
        interval.low = 0;
        interval.high = 1;
        throw new IllegalStateException();
    }

    static void sharedWrong() {
        shared.high = Integer.MIN_VALUE;
    }

    //@ ensures shared.high == Integer.MAX_VALUE;
    static void shared() {
        shared.high = Integer.MAX_VALUE;
    }

    // A helper owes nothing; who calls it does.
    //@ ensures interval.low == x;
    /*@ helper */ void half(int x) {
        interval.low = x;
    }

    void halfOnlyWrong(int x) {
        half(x);
    }

    //@ ensures interval.low == x && interval.high == x;
    void halfOnly(int x) {
        half(x);
        interval.high = x;
    }
}
