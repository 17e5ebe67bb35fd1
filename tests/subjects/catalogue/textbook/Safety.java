/** Exception-unsafe update, callback that sees a broken invariant, iteration while changing. */
class Safety {
    int total;
    int parts;
    //@ invariant total == parts;
    //^ invariant

    interface Listener {
        //@ assignable \nothing;
        void changed(int value);
    }

    //@ requires parts < 100;
    void updateWrong(int x) {
        total++;
        if (x == 0) {
            throw new IllegalArgumentException();
        }
        parts++;
    }

    //@ requires parts < 100;
    //@ signals (IllegalArgumentException e) x == 0;
    //@ ensures x != 0;
    void update(int x) {
        if (x == 0) {
            throw new IllegalArgumentException();
        }
        total++;
        parts++;
    }

    //@ ensures \result == 1;
    /*@ pure */ int average() {
        //@ assert total == parts;
        return parts == 0 ? 1 : total / parts;
    }
}

class Cursor {
    int[] data;
    int size;
    int version;
    //@ invariant 0 <= size && size <= data.length && data.length <= 3;

    //@ requires 0 <= n && n <= 3;
    Cursor(int n) {
        data = new int[n];
    }

    //@ requires size > 0;
    //@ assignable size;
    void removeLast() {
        size--;
    }

    //@ requires size > 0;
    int lastAfterRemovalWrong() {
        int at = size;
        removeLast();
        return data[at];
        //^ bounds
    }

    //@ requires size > 0;
    int lastAfterRemoval() {
        removeLast();
        return data[size];
    }
}
