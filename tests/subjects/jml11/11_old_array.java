//? OldArray.f violated ensures
class OldArray {
    //@ requires a.length > 0;
    //@ assignable a[0];
    //@ ensures \old(a)[0] == \old(a[0]);
    void f(int[] a) { a[0] = 7; }
}
