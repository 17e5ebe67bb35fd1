import java.util.*;
import java.util.function.*;

/** Unknown inputs meet the JDK: strings, boxes, collections, lambdas, records. */
class Library {
    static int outOfRange(int x) {
        if (x < 0) throw new ArrayIndexOutOfBoundsException(x);
        if (x > 9) throw new IndexOutOfBoundsException(x);
        return x;
    }

    static int readRange(int x) {
        try {
            if (x < 0 && x > -10) throw new StringIndexOutOfBoundsException(x);
        } catch (RuntimeException e) {
            return e.getMessage().length();
        }
        return 0;
    }

    static int boxed(Integer x) {
        throw new IllegalStateException("not " + x);
    }

    static int message(int x) {
        if (x < 0) {
            throw new IllegalArgumentException("negative: " + x);
        }
        return x;
    }

    static boolean readMessage(int x) {
        String text = "n" + (x & 15);
        if (text.equals("n13") != ((x & 15) == 13)) {
            throw new IllegalStateException();
        }
        return text.length() == 3;
    }

    static int formatted(int x) {
        if (x > 9) {
            throw new IllegalArgumentException(String.format("%d is more than %s", x, "nine"));
        }
        return x;
    }

    static int literal(String s) {
        return "abc".equals(s) ? 1 : 0;
    }

    static int switched(String s) {
        switch (s) {
            case "a":
                return 1;
            case "bc":
                return 2;
            default:
                return 0;
        }
    }

    static char first(String s) {
        return s.charAt(0);
    }

    static boolean boxes(int x, int y) {
        Integer a = x;
        Integer b = y;
        return a == b;
    }

    static boolean sameCached(int x) {
        Integer a = x;
        Integer b = 5;
        return a == b;
    }

    static boolean equalBoxes(int x, int y) {
        Integer a = x;
        Integer b = y;
        return a.equals(b);
    }

    static int max(int x, int y) {
        return Math.max(x, Math.abs(y));
    }

    static boolean list(int x, int y) {
        List<Integer> list = new ArrayList<>();
        list.add(x);
        list.add(7);
        return list.contains(y);
    }

    static int lambda(int x) {
        IntUnaryOperator twice = a -> 2 * a;
        Function<Integer, Integer> next = a -> a + 1;
        return twice.applyAsInt(next.apply(x));
    }

    static int random() {
        switch (new Random().nextInt(3)) {
            case 0:
                return 10;
            case 1:
                return 20;
            case 2:
                return 30;
            default:
                throw new AssertionError();
        }
    }

    static int printed(int x) {
        System.out.println("x is " + x);
        System.out.println(x);
        return x;
    }

    static int clock() {
        return System.nanoTime() > 100 ? 1 : 0;
    }

    static int copied(int[] a) {
        int[] b = new int[2];
        System.arraycopy(a, 0, b, 0, 2);
        return b[1];
    }

    static double root(double x) {
        return Math.sqrt(x) >= 0 ? 1 : 0;
    }

    static double unmodelled(double x) {
        return Math.sin(x);
    }

    record Pair(int a, int b) {}

    static boolean records(int x, int y) {
        return new Pair(x, 1).equals(new Pair(y, 1));
    }

    static String klass(Object o) {
        return o.getClass() == Library.class ? "mine" : "other";
    }

    static boolean optional(int x) {
        return Optional.of(x).filter(v -> v > 3).isPresent();
    }
}
