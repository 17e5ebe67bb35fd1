//? Decreases.f holds
class Decreases {
    //@ requires n == 3 && i == 0;
    void f(int n, int i) {
        //@ decreases n - i;
        while (i < n) i += 2;
    }
}
