//? Frames.f violated assignable y=1
//? Frames.onlyX holds
class Frames {
    int x;
    int y;

    //@ requires true;
    //@ assignable x;
    //@ also
    //@ requires y > 0;
    //@ assignable y;
    void f() { x = 1; }

    //@ requires y == 0;
    //@ assignable x;
    //@ also
    //@ requires y > 0 && y == 0;
    //@ assignable y;
    void onlyX() { x = 1; }
}
