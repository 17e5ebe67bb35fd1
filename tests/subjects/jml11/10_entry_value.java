//? Entry.f violated ensures x=0
class Entry {
    //@ requires 0 <= x && x < 9;
    //@ ensures \result == x;
    int f(int x) { x++; return x; }
}
