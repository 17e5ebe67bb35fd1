//? Jump.continues violated loop-invariant
//? Jump.breaks holds
class Jump {
    //@ requires n <= a.length;
    void continues(int[] a, int n) {
        int s = 0;
        int i;
        //@ loop_invariant s == i;
        for (i = 0; i < n; i++) { if (a[i] < 0) continue; s++; }
    }

    //@ requires n <= a.length;
    void breaks(int[] a, int n) {
        int s = 0;
        int i;
        //@ loop_invariant s == i;
        for (i = 0; i < n; i++) { if (a[i] < 0) break; s++; }
    }
}
