/** What assignable lets a method write; reported where the write is. */
class Fields {
    int x;
    int y;
    static int total;
    Fields other;

    Fields(Fields other) {
        this.other = other;
    }

    //@ assignable x;
    void onlyXWrong() {
        x = 1;
        y = 2;
        //^ assignable
    }

    //@ assignable x, y;
    //@ ensures x == 1 && y == 2;
    void both() {
        x = 1;
        y = 2;
    }

    //@ assignable \nothing;
    void nothingWrong() {
        x = x;
        //^ assignable
    }

    //@ assignable \nothing;
    //@ ensures \result.length == 1 && \result[0] == 1;
    int[] freshIsFree() {
        int[] r = new int[1];
        r[0] = 1;
        return r;
    }

    //@ assignable x;
    void throughAliasWrong(Fields f) {
        f.x = 3;
        //^ assignable
    }

    //@ requires f == this;
    //@ assignable x;
    //@ ensures x == 3;
    void throughAlias(Fields f) {
        f.x = 3;
    }

    //@ assignable this.*;
    //@ ensures x == 1 && y == 2;
    void allMine() {
        x = 1;
        y = 2;
    }

    //@ assignable this.*;
    void allMineWrong() {
        x = 1;
        total = 2;
        //^ assignable
    }

    //@ assignable total;
    //@ requires total < 100;
    //@ ensures total == \old(total) + 1;
    static void statics() {
        total++;
    }

    //@ assignable \nothing;
    static void staticsWrong() {
        total++;
        //^ assignable
    }

    //@ assignable other.x;
    //@ ensures other.x == 5;
    void deep() {
        other.x = 5;
    }

    //@ assignable other.x;
    void deepWrong() {
        other.y = 5;
        //^ assignable
    }

    //@ requires true;
    //@ assignable x;
    //@ also
    //@ requires y > 0;
    //@ assignable y;
    void intersectionWrong() {
        x = 1;
        //^ assignable
    }

    //@ requires y <= 0;
    //@ assignable x;
    //@ ensures x == 1;
    //@ also
    //@ requires y > 0;
    //@ assignable x, y;
    //@ ensures x == 1;
    void intersection() {
        x = 1;
    }

    /*@ pure */ int pureWrong() {
        x = 0;
        //^ assignable
        return x;
    }

    //@ ensures \result == x;
    /*@ pure */ int pure() {
        return x + 0;
    }

    //@ assignable x;
    void calleeWrong() {
        setY();
    }

    //@ ensures y == 1;
    private void setY() {
        y = 1;
        //^ assignable
    }

    //@ assignable x, y;
    //@ ensures x == 1 && y == 2;
    void callee() {
        both();
    }
}
