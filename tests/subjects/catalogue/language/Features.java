import java.util.function.IntUnaryOperator;

/** Contracts over the newer parts of Java: lambdas, enums, strings, switches, inner classes, varargs. */
class Features {
    enum Colour {
        RED, GREEN, BLUE
    }

    //@ ensures \result != c;
    static Colour next(Colour c) {
        switch (c) {
            case RED:
                return Colour.GREEN;
            case GREEN:
                return Colour.BLUE;
            default:
                return Colour.RED;
        }
    }

    //@ ensures \result != c;
    //^ ensures
    static Colour nextWrong(Colour c) {
        return c == Colour.RED ? Colour.GREEN : Colour.BLUE;
    }

    static int apply(IntUnaryOperator f, int x) {
        return f.applyAsInt(x);
    }

    //@ requires x < 1000;
    //@ ensures \result == x + 2;
    static int lambda(int x) {
        IntUnaryOperator inc = v -> v + 1;
        return inc.applyAsInt(inc.applyAsInt(x));
    }

    //@ requires x < 1000;
    //@ ensures \result == x + 2;
    //^ ensures
    static int lambdaWrong(int x) {
        IntUnaryOperator inc = v -> v + x;
        return inc.applyAsInt(2 * x);
    }

    //@ ensures \result.length() == 2;
    static String concat(boolean b) {
        return (b ? "a" : "b") + "c";
    }

    //@ ensures \result == 3;
    //^ ensures
    static int switchOnString(boolean b) {
        String s = b ? "one" : "three";
        switch (s) {
            case "one":
                return 1;
            case "three":
                return 3;
            default:
                return 0;
        }
    }

    class Inner {
        int v;

        //@ requires total < 100;
        //@ ensures total == \old(total) + 1;
        void bump() {
            total++;
        }

        //@ requires total < 100;
        //@ ensures total == \old(total) + 1;
        //^ ensures
        void bumpWrong() {
            v++;
        }
    }

    int total;

    //@ requires n == 3;
    //@ ensures \result == n;
    static int varargs(int n) {
        return count(1, 2, 3);
    }

    static int count(int... xs) {
        return xs.length;
    }

    interface Area {
        //@ ensures \result >= 0;
        //^ ensures
        int area();
    }

    static class Unit implements Area {
        //@ also
        //@ ensures \result == 1;
        public int area() {
            return 1;
        }
    }

    static class Negative implements Area {
        public int area() {
            return -1;
        }
    }

    static class Box<T> {
        T content;

        Box(T content) {
            this.content = content;
        }

        //@ ensures \result == content;
        T get() {
            return content;
        }

        //@ ensures content == \old(content);
        //^ ensures
        void putWrong(T other) {
            content = other;
        }

        //@ ensures content == other;
        void put(T other) {
            content = other;
        }
    }

    //@ ensures \result <==> o instanceof String;
    static boolean isString(Object o) {
        return o.getClass() == String.class;
    }

    //@ ensures \result instanceof Integer;
    //^ ensures
    static Object ternaryWrong(boolean b) {
        return b ? (Object) 1 : (Object) "x";
    }

    //@ requires c >= 'a' && c <= 'z';
    //@ ensures \result >= 'A' && \result <= 'Z';
    static char upper(char c) {
        return (char) (c - 32);
    }

    //@ requires c >= 'a' && c <= 'z';
    //@ ensures \result >= 'A' && \result <= 'Z';
    //^ ensures
    static char upperWrong(char c) {
        return (char) (c - 33);
    }

    //@ ensures \result == 6;
    static int multi() {
        int[][] m = new int[2][3];
        int n = 0;
        for (int[] row : m) {
            n += row.length;
        }
        return n;
    }

    //@ ensures \result == (a > b ? a : b);
    static long longs(long a, long b) {
        return Math.max(a, b);
    }

    //@ ensures \result == (a > b ? a : b);
    //^ ensures
    static long longsWrong(long a, long b) {
        return (int) Math.max(a, b);
    }

    private static final String[] WORDS = {"zero", "one", "two"};

    //@ requires 1 <= i && i < 3;
    //@ ensures \result.length() == 3;
    static String word(int i) {
        return WORDS[i];
    }

    //@ requires 0 <= i && i < 3;
    //@ ensures \result.length() == 3;
    //^ ensures
    static String wordWrong(int i) {
        return WORDS[i];
    }

    //@ requires -2 <= i && i < 0;
    //@ ensures \result.signum() < 0;
    static java.math.BigInteger small(int i) {
        return java.math.BigInteger.valueOf(i);
    }
}
