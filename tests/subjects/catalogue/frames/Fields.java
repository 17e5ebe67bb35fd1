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
    void throughAlias(Fields f) {
        f.x = 3;
    }

    //@ assignable this.*;
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
    static void statics() {
        total++;
    }

    //@ assignable \nothing;
    static void staticsWrong() {
        total++;
        //^ assignable
    }

    //@ assignable other.x;
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
    //@ also
    //@ requires y > 0;
    //@ assignable x, y;
    void intersection() {
        x = 1;
    }

    /*@ pure */ int pureWrong() {
        x = 0;
        //^ assignable
        return x;
    }

    /*@ pure */ int pure() {
        return x + 0;
    }

    //@ assignable x;
    void calleeWrong() {
        setY();
    }

    private void setY() {
        y = 1;
        //^ assignable
    }

    //@ assignable x, y;
    void callee() {
        both();
    }
}
