//? EmptyChild.m violated arithmetic x=0
class EmptyParent {
    //@ requires x != 0;
    int m(int x) { return 1; }
}

class EmptyChild extends EmptyParent {
    //@ also public normal_behavior
    @Override int m(int x) { return 10 / x; }
}
