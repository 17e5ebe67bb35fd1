// jdk 21
import java.util.*;

/** Record patterns inside one another, guards, primitive components. */
public class Sealed {
    sealed interface Expr permits Num, Sum, Neg, Name {}
    record Num(long value) implements Expr {}
    record Sum(Expr left, Expr right) implements Expr {}
    record Neg(Expr inner) implements Expr {}
    record Name(String text, int depth) implements Expr {}
    record Pair<A, B>(A first, B second) {}

    static long eval(Expr e, Map<String, Long> names) {
        return switch (e) {
            case Num(long v) -> v;
            case Sum(Num(var a), Num(var b)) -> a + b;
            case Sum(Expr a, Expr b) -> eval(a, names) + eval(b, names);
            case Neg(Neg(var inner)) -> eval(inner, names);
            case Neg(var inner) -> -eval(inner, names);
            case Name(String s, int d) when d > 0 -> names.getOrDefault(s, 0L) * d;
            case Name(String s, int d) -> names.get(s);
        };
    }
    static String kind(Pair<?, ?> p) {
        return switch (p) {
            case Pair<?, ?>(Integer a, Integer b) when a.equals(b) -> "same " + a;
            case Pair<?, ?>(Integer a, String b) -> a + b;
            case Pair<?, ?>(var a, var b) -> "other";
        };
    }
    public static void main(String[] args) {
        Expr e = new Sum(new Neg(new Neg(new Num(4))), new Sum(new Name("x", 2), new Sum(new Num(1), new Num(2))));
        System.out.println(eval(e, Map.of("x", 10L)) + " " + e);
        try { eval(new Name("y", 0), new HashMap<>()); } catch (NullPointerException n) { System.out.println("no y"); }
        System.out.println(kind(new Pair<>(3, 3)) + kind(new Pair<>(1, "s")) + kind(new Pair<>('c', 2)));
        Object o = new Pair<>(new Num(9), List.of(1, 2));
        if (o instanceof Pair<?, ?>(Num(long v), List<?> l) && v > l.size()) System.out.println(v + l.size());
    }
}
