// jdk 21
import java.util.*;

public class Patterns {
    sealed interface Shape permits Circle, Square, Rect {}
    record Circle(double r) implements Shape {}
    record Square(double a) implements Shape {}
    record Rect(double w, double h) implements Shape {}
    enum Level { LOW, HIGH }
    record Box(Object content) {}

    static double area(Shape s) {
        return switch (s) {
            case Circle c -> 3 * c.r() * c.r();
            case Square q -> q.a() * q.a();
            case Rect(double w, double h) -> w * h;
        };
    }
    record Sized(int size, String name) {}
    static int sized(Object o) {
        return switch (o) {
            case Sized(int size, String name) when size > 0 -> size;
            case Sized(var size, var name) -> name == null ? -1 : name.length();
            case Rect(double w, double h) when w > h -> 11;
            case Rect(double w, double h) -> 12;
            default -> 5;
        };
    }
    static String describe(Object o) {
        return switch (o) {
            case null -> "null!";
            case Integer i when i > 10 -> "big " + i;
            case Integer i -> "int " + i;
            case String s when s.isEmpty() -> "empty";
            case String s -> "string " + s;
            case Level l when l == Level.HIGH -> "high level";
            case int[] a -> "ints " + a.length;
            case Box(Box(var inner)) -> "nested " + inner;
            case Box(String s) -> "boxed " + s;
            case List<?> l -> "list " + l.size();
            default -> "other " + o;
        };
    }
    static String constants(Object o) {
        return switch (o) {
            case Level l when l == Level.LOW -> "low";
            default -> "else";
        };
    }
    sealed interface Mixed permits E1, R1 {}
    enum E1 implements Mixed { A, B }
    record R1(int x) implements Mixed {}
    static String mixed(Mixed m) {
        return switch (m) {
            case E1.A -> "a";
            case E1.B -> "b";
            case R1(int x) when x > 0 -> "positive";
            case R1 r -> "r";
        };
    }
    static String text(String s) {
        return switch (s) {
            case "a" -> "A";
            case String t when t.length() > 3 -> "long";
            case String t -> t;
        };
    }
    static int level(Level l) {
        return switch (l) {
            case null -> -1;
            case LOW -> 0;
            case HIGH -> 1;
        };
    }
    public static void main(String[] args) {
        System.out.println(sized(new Sized(3, "x")) + " " + sized(new Sized(0, "abc")) + " " + sized(new Sized(-1, null)) + " " + sized("s") + " " + sized(new Rect(2, 1)) + " " + sized(new Rect(1, 2)));
        for (Shape s : List.of(new Circle(2), new Square(3), new Rect(2, 5))) System.out.println(area(s));
        Object[] all = {null, 5, 50, "", "x", Level.HIGH, Level.LOW, new int[3], new Box(new Box(1)), new Box("s"), new Box(2), List.of(1, 2), 2.5};
        for (Object o : all) System.out.println(describe(o));
        System.out.println(constants(Level.LOW) + constants(1));
        System.out.println(mixed(E1.A) + mixed(E1.B) + mixed(new R1(1)) + mixed(new R1(0)));
        System.out.println(text("a") + text("b") + text("hello") + level(null) + level(Level.HIGH));
        if (all[8] instanceof Box(Box(Integer i))) System.out.println(i + 1);
        System.out.println(List.of(1, 2, 3).reversed() + " " + new ArrayList<>(List.of(4, 5)).getLast());
    }
}
