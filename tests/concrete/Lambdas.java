import java.util.*;
import java.util.function.*;

public class Lambdas {
    static int twice(int x) { return 2 * x; }
    int field = 5;
    int plusField(int x) { return x + field; }
    interface Tri<A, B, C, R> { R apply(A a, B b, C c); }
    interface ToLong { long apply(int x); }

    public static void main(String[] args) {
        Function<Integer, Integer> f = Lambdas::twice;
        Function<Integer, Integer> g = f.andThen(x -> x + 1).compose(x -> x * 10);
        System.out.println(f.apply(4) + " " + g.apply(3));
        Lambdas l = new Lambdas();
        IntUnaryOperator bound = l::plusField;
        l.field = 7;
        System.out.println(bound.applyAsInt(1));
        Supplier<List<String>> make = ArrayList::new;
        List<String> list = make.get();
        list.add("q");
        System.out.println(list);
        Function<Integer, int[]> array = int[]::new;
        System.out.println(array.apply(3).length);
        BiFunction<String, String, Boolean> eq = String::equals;
        System.out.println(eq.apply("a", "a"));
        Tri<Integer, Long, Double, String> tri = (a, b, c) -> a + "/" + b + "/" + c;
        System.out.println(tri.apply(1, 2L, 3.0));
        ToLong widened = x -> x;
        System.out.println(widened.apply(3));
        Comparator<String> c = Comparator.<String>naturalOrder().reversed();
        System.out.println(c.compare("a", "b"));
        Runnable r = (Runnable & java.io.Serializable) () -> System.out.println("both");
        r.run();
        System.out.println(r instanceof java.io.Serializable);
        Supplier<Supplier<Integer>> nested = () -> { int y = 3; return () -> y * l.field; };
        System.out.println(nested.get().get());
        Predicate<String> p = String::isEmpty;
        System.out.println(p.negate().or(s -> true).test(""));
        ObjIntConsumer<StringBuilder> append = StringBuilder::append;
        StringBuilder b = new StringBuilder();
        append.accept(b, 12);
        System.out.println(b);
        UnaryOperator<String> up = String::toUpperCase;
        System.out.println(up.apply("abc"));
        IntBinaryOperator max = Math::max;
        System.out.println(max.applyAsInt(3, 9));
        ToIntFunction<Integer> unbox = x -> x;
        System.out.println(unbox.applyAsInt(8));
        Function<Object, String> ts = Object::toString;
        System.out.println(ts.apply(List.of(1)));
        BooleanSupplier bs = new ArrayList<>()::isEmpty;
        System.out.println(bs.getAsBoolean());
    }
}
