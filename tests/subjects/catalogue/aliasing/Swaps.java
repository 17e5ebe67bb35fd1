/** Exchanging two things that may be one. */
class Swaps {
    int value;

    // The exchange without a third variable loses the value when both are one object.
    //@ ensures a.value == \old(b.value) && b.value == \old(a.value);
    //^ ensures
    static void swapWrong(Swaps a, Swaps b) {
        a.value ^= b.value;
        b.value ^= a.value;
        a.value ^= b.value;
    }

    //@ ensures a.value == \old(b.value) && b.value == \old(a.value);
    static void swap(Swaps a, Swaps b) {
        int kept = a.value;
        a.value = b.value;
        b.value = kept;
    }

    //@ requires 0 <= i && i < a.length && 0 <= j && j < a.length;
    //@ ensures a[i] == \old(a[j]) && a[j] == \old(a[i]);
    //^ ensures
    static void swapCellsWrong(int[] a, int i, int j) {
        a[i] ^= a[j];
        a[j] ^= a[i];
        a[i] ^= a[j];
    }

    //@ requires 0 <= i && i < a.length && 0 <= j && j < a.length;
    //@ ensures a[i] == \old(a[j]) && a[j] == \old(a[i]);
    static void swapCells(int[] a, int i, int j) {
        int kept = a[i];
        a[i] = a[j];
        a[j] = kept;
    }

    // The frame names one object; the other may be the same or not.
    //@ assignable a.value;
    static void writeOtherWrong(Swaps a, Swaps b) {
        a.value = 1;
        b.value = 2;
        //^ assignable
    }

    //@ requires a == b;
    //@ assignable a.value;
    //@ ensures a.value == 2;
    static void writeOther(Swaps a, Swaps b) {
        a.value = 1;
        b.value = 2;
    }

    // The source array may be the target.
    //@ requires from.length == 2 && to.length == 2;
    //@ ensures to[0] == \old(from[1]) && to[1] == \old(from[0]);
    //^ ensures
    static void turnWrong(int[] from, int[] to) {
        to[0] = from[1];
        to[1] = from[0];
    }

    //@ requires from.length == 2 && to.length == 2;
    //@ ensures to[0] == \old(from[1]) && to[1] == \old(from[0]);
    static void turn(int[] from, int[] to) {
        int kept = from[0];
        to[0] = from[1];
        to[1] = kept;
    }
}
