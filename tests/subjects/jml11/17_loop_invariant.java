//? Loop.tooTight violated loop-invariant n=0
//? Loop.right holds
class Loop {
    //@ requires n >= 0;
    void tooTight(int n) {
        //@ loop_invariant 0 <= i < n;
        for (int i = 0; i < n; i++) { }
    }

    //@ requires n >= 0;
    void right(int n) {
        //@ loop_invariant 0 <= i <= n;
        for (int i = 0; i < n; i++) { }
    }
}
