//? InheritedChild.m violated ensures x=1
class InheritedParent {
    //@ requires x > 0;
    //@ ensures \result > 0;
    int m(int x) { return x; }
}

class InheritedChild extends InheritedParent {
    //@ also
    //@ requires x <= 0;
    //@ ensures \result == 0;
    @Override int m(int x) { return 0; }
}
