/** Static invariants, constraints and initially. */
class Statics {
    static int count;
    //@ static invariant count >= 0;
    //^ invariant

    static void addWrong(int x) {
        count = x;
    }

    //@ ensures count == (x >= 0 ? x : \old(count));
    static void add(int x) {
        if (x >= 0) {
            count = x;
        }
    }
}

class Growing {
    int size;
    //@ constraint size >= \old(size);
    //^ constraint

    void shrinkWrong() {
        size = 0;
    }

    //@ ensures size == (\old(size) < 1000 ? \old(size) + 1 : \old(size));
    void grow() {
        if (size < 1000) {
            size++;
        }
    }
}

class Starting {
    int value;
    //@ initially value == 0;
    //^ initially

    Starting() {
    }

    Starting(int x) {
        value = x;
    }
}
