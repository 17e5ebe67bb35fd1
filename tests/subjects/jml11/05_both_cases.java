//? Both.f violated ensures x=0
class Both {
    //@ requires x >= 0;
    //@ ensures \result == 1;
    //@ also
    //@ requires x <= 0;
    //@ ensures \result == -1;
    int f(int x) { return x > 0 ? 1 : -1; }
}
