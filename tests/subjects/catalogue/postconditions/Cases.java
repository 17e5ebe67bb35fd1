/** Several spec cases: each one whose precondition held at entry is owed. */
class Cases {
    //@ requires x >= 0;
    //@ ensures \result == 1;
    //^ ensures
    //@ also
    //@ requires x <= 0;
    //@ ensures \result == -1;
    static int bothWrong(int x) {
        return x > 0 ? 1 : -1;
    }

    /*@ requires x > 0;
      @ ensures \result == 1;
      @ also
      @ requires x <= 0;
      @ ensures \result == -1;
      @*/
    static int both(int x) {
        return x > 0 ? 1 : -1;
    }

    //@ requires x < 9;
    //@ ensures \result == x;
    //^ ensures
    static int entryValueWrong(int x) {
        x++;
        return x;
    }

    //@ requires x < 9;
    //@ ensures \result == x + 1;
    static int entryValue(int x) {
        x++;
        return x;
    }

    /*@ normal_behavior
      @   requires n >= 0;
      @   {|
      @     requires n == 0;
      @     ensures \result == 7;
      @   also
      @     requires n > 0;
      @     ensures \result == n;
      @   |}
      @*/
    static int nested(int n) {
        return n == 0 ? 7 : n;
    }

    //@ requires n >= 0;
    //@ {|
    //@   requires n == 0;
    //@   ensures \result == 7;
    //^ ensures
    //@ also
    //@   requires n > 0;
    //@   ensures \result == n;
    //@ |}
    static int nestedWrong(int n) {
        return n;
    }

    //@ old int twice = 2 * x;
    //@ requires 0 <= x && x < 100;
    //@ ensures \result == twice;
    static int oldClause(int x) {
        return x + x;
    }
}
