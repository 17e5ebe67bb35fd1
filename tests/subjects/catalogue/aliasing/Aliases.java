/** Bugs that need two names for one object. */
class Aliases {
    int value;
    /*@ nullable */ Aliases next;

    //@ requires value < 100 && other.value < 100 && value > 0 && other.value > 0;
    //@ ensures value == \old(value) + \old(other.value);
    //^ ensures
    void absorbWrong(Aliases other) {
        value += other.value;
        other.value = 0;
    }

    //@ requires this != other;
    //@ requires value < 100 && other.value < 100 && value > 0 && other.value > 0;
    //@ ensures value == \old(value) + \old(other.value);
    //@ ensures other.value == 0;
    void absorb(Aliases other) {
        value += other.value;
        other.value = 0;
    }

    //@ ensures a.value == 1;
    //^ ensures
    static void setBothWrong(Aliases a, Aliases b) {
        a.value = 1;
        b.value = 2;
    }

    //@ ensures a != b ==> a.value == 1;
    //@ ensures b.value == 2;
    static void setBoth(Aliases a, Aliases b) {
        a.value = 1;
        b.value = 2;
    }

    //@ requires to.length == from.length && from.length == 3;
    //@ ensures (\forall int i; 0 <= i && i < 3; to[i] == \old(from[2 - i]));
    //^ ensures
    static void reverseIntoWrong(int[] from, int[] to) {
        for (int i = 0; i < 3; i++) {
            to[i] = from[2 - i];
        }
    }

    //@ requires to != from;
    //@ requires to.length == from.length && from.length == 3;
    //@ ensures (\forall int i; 0 <= i && i < 3; to[i] == \old(from[2 - i]));
    static void reverseInto(int[] from, int[] to) {
        for (int i = 0; i < 3; i++) {
            to[i] = from[2 - i];
        }
    }

    /** A list appended to itself becomes a ring. */
    //@ requires next == null;
    //@ ensures next.next != next;
    //^ ensures
    void appendWrong(Aliases tail) {
        next = tail;
    }

    //@ requires next == null && tail != this && tail.next != tail;
    //@ ensures next.next != next;
    void append(Aliases tail) {
        next = tail;
    }

    //@ requires n.next != null;
    //@ ensures n.value == \old(n.value);
    //^ ensures
    static void touchNextWrong(Aliases n) {
        n.next.value++;
    }

    //@ requires n.next != null && n.next != n;
    //@ ensures n.value == \old(n.value);
    //@ requires n.next.value < 100;
    //@ ensures n.next.value == \old(n.next.value) + 1;
    static void touchNext(Aliases n) {
        n.next.value++;
    }

    //@ requires o instanceof Aliases;
    //@ ensures ((Aliases) o).value == 5;
    //^ ensures
    void objectMayBeThisWrong(Object o) {
        ((Aliases) o).value = 5;
        value = 6;
    }

    //@ requires o instanceof Aliases;
    //@ ensures o != this ==> ((Aliases) o).value == 5;
    //@ ensures value == 6;
    void objectMayBeThis(Object o) {
        ((Aliases) o).value = 5;
        value = 6;
    }
}
