//? Most.max violated undefined a={}
//? Most.sum violated ensures a={2147483647,1}
//? Most.sumOfNothing holds
class Most {
    //@ requires a.length == 0;
    //@ ensures \result == (\max int i; 0 <= i < a.length; a[i]);
    int max(int[] a) { return 0; }

    //@ requires a.length == 2;
    //@ ensures \result == (\sum int i; 0 <= i < a.length; a[i]);
    /*@ code_java_math */ int sum(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) s += a[i]; return s; }

    //@ requires a.length == 0;
    //@ ensures \result == (\sum int i; 0 <= i < a.length; a[i]);
    int sumOfNothing(int[] a) { return 0; }
}
