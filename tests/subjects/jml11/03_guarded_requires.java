//? Guarded.unguarded violated undefined x=0
//? Guarded.guarded holds
//? Guarded.tooLate violated undefined x=0
class Guarded {
    //@ requires 10 / x > 1;
    void unguarded(int x) { }

    //@ requires x != 0;
    //@ requires 10 / x > 1;
    void guarded(int x) { }

    //@ requires 10 / x > 1;
    //@ requires x != 0;
    void tooLate(int x) { }
}
