/** One more pair for the obligations that are rarer in the other files. */
class Kinds {
    int level;
    int[] data = new int[3];

    //@ requires n >= 0;
    //@ signals (IllegalStateException e) n > 5;
    //^ signals
    static void refuseWrong(int n) {
        if (n > 4) {
            throw new IllegalStateException();
        }
    }

    //@ requires n >= 0;
    //@ signals (IllegalStateException e) n > 5;
    //@ signals (IllegalStateException e) n > 6;
    //@ ensures n <= 6;
    static void refuse(int n) {
        if (n > 6) {
            throw new IllegalStateException();
        }
    }

    //@ signals_only IllegalStateException;
    //^ signals-only
    static void onlyWrong(boolean b) {
        if (b) {
            throw new IllegalArgumentException();
        }
    }

    //@ signals_only IllegalStateException;
    //@ signals (IllegalStateException e) b;
    //@ ensures !b;
    static void only(boolean b) {
        if (b) {
            throw new IllegalStateException();
        }
    }

    static int[] sizeWrong(int n) {
        return new int[n];
        //^ negative-size
    }

    //@ ensures \result.length == (n < 0 ? 0 : n & 3);
    static int[] size(int n) {
        return new int[n < 0 ? 0 : n & 3];
    }

    //@ requires a.length > 0;
    static void storeWrong(Object[] a) {
        a[0] = "text";
        //^ array-store
    }

    //@ requires a.length > 0 && \typeof(a) == \type(Object[]);
    //@ ensures a[0].equals("text");
    static void store(Object[] a) {
        a[0] = "text";
    }

    static int castWrong(Object o) {
        return ((Kinds) o).level;
        //^ cast
    }

    //@ ensures \result == (o instanceof Kinds ? ((Kinds) o).level : 0);
    static int cast(Object o) {
        return o instanceof Kinds ? ((Kinds) o).level : 0;
    }

    static int divideWrong(int a, int b) {
        return a / (b & 3);
        //^ arithmetic
    }

    //@ ensures (b | 1) != -1 ==> \result == a / (b | 1);
    static int divide(int a, int b) {
        return a / (b | 1);
    }

    //@ requires 0 <= n && n <= 3;
    static int countWrong(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i < n;
        //^ loop-invariant
        while (i < n) {
            i++;
        }
        return i;
    }

    //@ requires 0 <= n && n <= 3;
    //@ ensures \result == n;
    static int count(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i;
        while (i < n) {
            i++;
        }
        return i;
    }

    //@ requires 0 <= n && n <= 3;
    static void measureWrong(int n) {
        int i = 0;
        //@ decreases 1 - i;
        //^ decreases
        while (i < n) {
            i++;
        }
    }

    //@ requires 0 <= n && n <= 3;
    //@ ensures \result == n;
    static int measure(int n) {
        int i = 0;
        //@ decreases n - i;
        while (i < n) {
            i++;
        }
        return i;
    }

    static int neverWrong(int x) {
        if (x * 2 == 6) {
            //@ unreachable;
            //^ unreachable
            return 1;
        }
        return 0;
    }

    //@ ensures \result == 0;
    static int never(int x) {
        if (x * 2 == 7) {
            //@ unreachable;
            return 1;
        }
        return 0;
    }

    static void sureWrong(int x) {
        int y = x & 7;
        //@ assert y < 7;
        //^ assert
    }

    static void sure(int x) {
        int y = x & 7;
        //@ assert 0 <= y && y <= 7;
    }

    //@ requires data.length > 0;
    //@ assignable level;
    void writeWrong() {
        level = 1;
        data[0] = 1;
        //^ assignable
    }

    //@ requires data.length > 0;
    //@ assignable level, data[0];
    //@ ensures level == 1 && data[0] == 1;
    void write() {
        level = 1;
        data[0] = 1;
    }

    /*@ pure */ int peekWrong() {
        return level++;
        //^ assignable
    }

    /*@ pure */ int peek() {
        return level;
    }

    // A new object is nobody's business, an old one is.
    //@ assignable \nothing;
    static Kinds freshWrong(Kinds k) {
        Kinds made = k;
        made.level = 1;
        //^ assignable
        return made;
    }

    //@ assignable \nothing;
    //@ ensures \fresh(\result) && \result.level == 1;
    static Kinds fresh(Kinds k) {
        Kinds made = new Kinds();
        made.level = 1;
        return made;
    }

    //@ requires level < 100;
    //@ ensures \old(level) == level;
    //^ ensures
    void bumpWrong() {
        level++;
    }

    //@ requires level < 100;
    //@ ensures \old(level) + 1 == level;
    void bump() {
        level++;
    }

    //@ ensures \result != null;
    static Object giveWrong(boolean b) {
        //^ null
        return b ? new Object() : null;
    }

    static Object give(boolean b) {
        return b ? new Object() : "none";
    }

    //@ ensures \result >= x && \result >= y && (\result == x || \result == y);
    //^ ensures
    static int maxWrong(int x, int y) {
        return x - y > 0 ? x : y;
    }

    //@ ensures \result >= x && \result >= y && (\result == x || \result == y);
    static int max(int x, int y) {
        return x > y ? x : y;
    }

    //@ requires a.length <= 3;
    //@ ensures \result == (\num_of int i; 0 <= i && i < a.length; a[i] == null);
    //^ ensures
    static int nullsWrong(Object[] a) {
        int n = 0;
        for (int i = 1; i < a.length; i++) {
            if (a[i] == null) {
                n++;
            }
        }
        return n;
    }

    //@ requires a.length <= 3;
    //@ ensures \result == (\num_of int i; 0 <= i && i < a.length; a[i] == null);
    static int nulls(Object[] a) {
        int n = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == null) {
                n++;
            }
        }
        return n;
    }

    // A result that the caller can change behind the object's back.
    //@ ensures \result != data && \result.length == data.length;
    //^ ensures
    int[] exposeWrong() {
        return data;
    }

    //@ requires data.length <= 3;
    //@ ensures \result != data && \result.length == data.length;
    int[] expose() {
        return data.clone();
    }
}
