//? Caller.passesZero violated requires-at-call
//? Caller.passesMinusSix holds
class Caller {
    //@ requires x > 0;
    //@ also
    //@ requires x < -5;
    void callee(int x) { }

    void passesZero() { callee(0); }

    void passesMinusSix() { callee(-6); }
}
