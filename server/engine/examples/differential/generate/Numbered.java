    // One number for a result of any type, so that results can be compared without a heap.
    static long number(boolean x) { return x ? 1 : 0; }
    static long number(char x) { return x; }
    static long number(int x) { return x; }
    static long number(long x) { return x; }
    static long number(float x) { return Float.floatToIntBits(x); }
    static long number(double x) { return Double.doubleToLongBits(x); }
    static long number(Object x) { return x == null ? 0 : 1; }
