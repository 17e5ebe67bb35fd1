//? TwoSignals.throwsArgument violated signals x=-5
//? TwoSignals.throwsState holds
class TwoSignals {
    //@ requires x == -5;
    //@ signals (Exception e) x < 0;
    //@ signals (IllegalArgumentException e) x < -9;
    void throwsArgument(int x) { throw new IllegalArgumentException(); }

    //@ requires x == -5;
    //@ signals (Exception e) x < 0;
    //@ signals (IllegalArgumentException e) x < -9;
    void throwsState(int x) { throw new IllegalStateException(); }
}
