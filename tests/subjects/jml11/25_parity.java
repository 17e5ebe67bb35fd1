//? Parity.f holds
//? Parity.off holds
class Parity {
    //@ requires p && !q && !r;
    //@ ensures p <==> q <==> r;
    void f(boolean p, boolean q, boolean r) { }

    // @ ensures false;
    void off() { }
}
