//? Allows.f holds
class Allows {
    //@ signals (IllegalArgumentException e) x < 0;
    void f(int x) { }
}
