/** Frames of array elements and data groups. */
class Elements {
    //@ requires a.length > 1;
    //@ assignable a[0];
    static void firstWrong(int[] a) {
        a[1] = 0;
        //^ assignable
    }

    //@ requires a.length > 1;
    //@ assignable a[0];
    //@ ensures a[0] == 0;
    static void first(int[] a) {
        a[0] = 0;
    }

    //@ assignable a[*];
    //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == 0);
    static void all(int[] a) {
        for (int i = 0; i < a.length; i++) {
            a[i] = 0;
        }
    }

    //@ requires a.length > 2;
    //@ assignable a[0..1];
    static void rangeWrong(int[] a, int i) {
        if (0 <= i && i < 3) {
            a[i] = 7;
            //^ assignable
        }
    }

    //@ requires a.length > 2;
    //@ assignable a[0..1];
    //@ ensures 0 <= i && i < 2 ==> a[i] == 7;
    static void range(int[] a, int i) {
        if (0 <= i && i < 2) {
            a[i] = 7;
        }
    }

    //@ assignable a[*];
    static void otherArrayWrong(int[] a, int[] b) {
        if (b.length > 0) {
            b[0] = 1;
            //^ assignable
        }
    }

    //@ model int state;
    int p; //@ in state;
    int q; //@ in state;
    int r;

    //@ assignable state;
    //@ ensures p == 1 && q == 2;
    void group() {
        p = 1;
        q = 2;
    }

    //@ assignable state;
    void groupWrong() {
        r = 3;
        //^ assignable
    }
}
