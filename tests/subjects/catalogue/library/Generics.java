package library;

import java.math.BigInteger;
import java.util.List;

/** What generic types promise of the input holds, and what the user casts may fail. */
class Generics {
    static class Box<T> {
        /*@ nullable @*/ T content;
    }

    //@ ensures \result == (box.content == null ? 0 : box.content.length());
    static int length(Box<String> box) {
        String text = box.content;
        return text == null ? 0 : text.length();
    }

    //@ ensures \result == (box.content == null || box.content.content == null ? 0 : box.content.content.length());
    static int lengthInside(Box<Box<String>> box) {
        Box<String> inner = box.content;
        return inner == null || inner.content == null ? 0 : inner.content.length();
    }

    //@ ensures \result == (\sum int i; 0 <= i && i < numbers.size(); numbers.get(i) == null ? 0 : numbers.get(i) & 7);
    static int sum(List<Integer> numbers) {
        int sum = 0;
        for (Integer number : numbers) if (number != null) sum += number & 7;
        return sum;
    }

    static String written(Box<Object> box) {
        return "" + (String) box.content;
        //^ cast
    }

    enum Colour {
        RED, GREEN
    }

    enum Size {
        SMALL, LARGE
    }

    /** Two values of one type variable are of one enum; `Enum.compareTo` would throw otherwise. */
    static <T extends Comparable<T>> int compare(T a, T b) {
        return a.compareTo(b);
    }

    static <T extends Enum<T>> int compareOrder(T a, T b) {
        return a.compareTo(b);
    }

    @SuppressWarnings({"rawtypes", "unchecked"})
    //@ requires a instanceof Colour && b instanceof Enum;
    static int compareWrong(Comparable a, Object b) {
        return a.compareTo(b);
        //^ cast
    }

    /** Only the library knows which big numbers there are, so nothing can be said for sure. */
    //@ ensures \result.signum() > 0;
    static BigInteger square(BigInteger number) {
        //^ unknown: inner state of a java.math.BigInteger
        return number.multiply(number);
    }
}
