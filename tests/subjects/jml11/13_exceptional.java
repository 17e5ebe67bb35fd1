//? Exceptional.f violated ensures x=-1
//? Exceptional.caller violated requires-at-call
class Exceptional {
    //@ exceptional_behavior
    //@   requires x < 0;
    //@   signals_only IllegalArgumentException;
    void f(int x) { }

    void caller() { f(5); }
}
