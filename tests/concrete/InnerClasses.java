import java.util.function.*;

public class InnerClasses {
    private int counter = 10;
    class Inner {
        int value = counter++;
        class Deeper {
            int sum() { return value + counter; }
        }
    }
    static class Nested {
        private static int made;
        private final int id = ++made;
    }
    interface Shape { double area(); default String describe() { return getClass().getSimpleName() + " " + area(); } }

    Supplier<Integer> local(int base) {
        class Local implements Supplier<Integer> {
            public Integer get() { return base + counter; }
        }
        return new Local();
    }

    public static void main(String[] args) {
        InnerClasses outer = new InnerClasses();
        Inner inner = outer.new Inner();
        Inner.Deeper deeper = inner.new Deeper();
        System.out.println(inner.value + " " + deeper.sum() + " " + outer.local(100).get());
        System.out.println(new Nested().id + " " + new Nested().id);
        Shape anonymous = new Shape() {
            public double area() { return 2.5; }
        };
        System.out.println("[" + anonymous.describe() + "]");
        Shape lambda = () -> 4;
        System.out.println(lambda.area());
        int[] box = {0};
        Runnable r = () -> box[0]++;
        r.run();
        r.run();
        System.out.println(box[0]);
        System.out.println(Inner.class.getName() + " " + Nested.class.getSimpleName() + " " + int[][].class.getName() + " " + String[].class.getSimpleName());
    }
}
