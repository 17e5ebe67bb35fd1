//? WeakerChild.m holds
//? WeakerCaller.passesMinusOne holds
class WeakerParent {
    //@ ensures true;
    int m(int x) { return x; }
}

class WeakerChild extends WeakerParent {
    //@ also
    //@ requires y > 0;
    //@ ensures \result > 0;
    @Override int m(int y) { return y; }
}

class WeakerCaller {
    void passesMinusOne(WeakerChild c) { c.m(-1); }
}
