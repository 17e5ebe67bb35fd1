import java.util.*;

public class Interfaces {
    interface A { default String who() { return "A"; } static String util() { return "static"; } }
    interface B extends A { default String who() { return "B" + A.super.who(); } }
    interface C extends A { }
    static class D implements B, C { }
    static class E extends D { public String who() { return "E" + super.who(); } }
    static abstract class Base {
        final String log;
        Base() { log = init(); }
        abstract String init();
        private String secret() { return "base"; }
        String reveal() { return secret(); }
    }
    static class Derived extends Base {
        String field = "set";
        String init() { return "field is " + field; }
        String secret() { return "derived"; }
    }
    static class Order implements Comparable<Order>, Iterable<Integer> {
        final int n;
        Order(int n) { this.n = n; }
        public int compareTo(Order o) { return Integer.compare(n, o.n); }
        public Iterator<Integer> iterator() {
            return new Iterator<>() {
                int i = 0;
                public boolean hasNext() { return i < n; }
                public Integer next() { return i++; }
            };
        }
        @Override public boolean equals(Object o) { return o instanceof Order && ((Order) o).n == n; }
        @Override public int hashCode() { return n; }
    }
    static <T extends Comparable<T>> T max(List<T> list) {
        T best = list.get(0);
        for (T t : list) if (t.compareTo(best) > 0) best = t;
        return best;
    }
    public static void main(String[] args) {
        System.out.println(new D().who() + " " + new E().who() + " " + A.util());
        Derived d = new Derived();
        System.out.println(d.log + " " + d.reveal() + " " + d.secret());
        int sum = 0;
        for (int x : new Order(5)) sum += x;
        System.out.println(sum + " " + max(List.of(new Order(2), new Order(9), new Order(4))).n + max(List.of("x", "yy")));
        System.out.println(new Order(3).equals(new Order(3)) + " " + new HashSet<>(List.of(new Order(1), new Order(2))).contains(new Order(2)));
        Object[] things = {1, "s", 2.0, 'c', null, new int[0], new D()};
        for (Object o : things) {
            System.out.print((o instanceof Number) + "," + (o instanceof Comparable) + "," + (o instanceof A) + " ");
        }
        System.out.println();
        System.out.println(varargs() + varargs(1) + varargs(1, 2, 3));
    }
    static int varargs(int... xs) { return xs.length; }
}
