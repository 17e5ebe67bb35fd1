//? Circuit.indexFirst violated undefined i=-1
//? Circuit.testFirst holds
//? Circuit.bothSides violated undefined i=-1
class Circuit {
    //@ requires i < a.length && (i < 0 || a[i] == 0);
    //@ ensures a[i] == 0 || i < 0;
    void indexFirst(int[] a, int i) { }

    //@ requires i < a.length && (i < 0 || a[i] == 0);
    //@ ensures i < 0 || a[i] == 0;
    void testFirst(int[] a, int i) { }

    //@ requires i < a.length && (i < 0 || a[i] == 0);
    //@ ensures i < 0 | a[i] == 0;
    void bothSides(int[] a, int i) { }
}
