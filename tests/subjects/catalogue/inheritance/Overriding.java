/** Contracts come down to overriding methods. */
class Base {
    int state;

    //@ requires x > 0;
    //@ ensures \result > 0;
    //^ ensures
    int m(int x) {
        return x;
    }

    //@ ensures true;
    int weak(int x) {
        return x;
    }

    //@ requires x != 0;
    //@ ensures \result == 10 / x;
    int divide(int x) {
        return 10 / x;
    }

    //@ assignable \nothing;
    void frame() {
    }

    //@ ensures \result != 0;
    int keep() {
        return 1;
    }
}

class Broken extends Base {
    //@ also
    //@ requires x <= 0;
    //@ ensures \result == 0;
    int m(int x) {
        return 0;
    }

    //@ also
    //@ requires true;
    int divide(int x) {
        return 10 / x;
        //^ arithmetic
    }

    void frame() {
        state = 1;
        //^ assignable
    }
}

class Kept extends Base {
    //@ also
    //@ requires x <= 0;
    //@ ensures \result == 0;
    //@ also
    //@ requires x > 0;
    //@ ensures \result == 1;
    int m(int x) {
        return x > 0 ? 1 : 0;
    }

    //@ also
    //@ requires y > 0;
    //@ ensures \result > 0;
    int weak(int y) {
        return y;
    }

    //@ also
    //@ ensures \result == 2;
    int keep() {
        return 2;
    }
}

interface Shape {
    //@ ensures \result >= 0;
    //^ ensures
    int area();
}

class Square implements Shape {
    int side;
    //@ invariant 0 <= side && side < 1000;

    //@ also
    //@ ensures \result == side * side;
    public int area() {
        return side * side;
    }
}

class Hole implements Shape {
    public int area() {
        return -1;
    }
}

abstract class Account {
    int balance;
    //@ invariant balance >= 0;
    //^ invariant
}

class Savings extends Account {
    //@ ensures balance == \old(balance) - (0 <= x && x <= \old(balance) ? x : 0);
    void take(int x) {
        if (x >= 0 && x <= balance) {
            balance -= x;
        }
    }

    void takeWrong(int x) {
        if (x >= 0) {
            balance -= x;
        }
    }
}
