/** The smallest surprise in Java: not every absolute value is positive. */
public class Abs {
    //? abs(int) violated ensures
    //? safeAbs(int) holds

    //@ ensures \result >= 0;
    public static int abs(int x) {
        return x < 0 ? -x : x;
    }

    //@ requires x != Integer.MIN_VALUE;
    //@ ensures \result >= 0;
    public static int safeAbs(int x) {
        return x < 0 ? -x : x;
    }
}
