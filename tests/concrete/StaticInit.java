public class StaticInit {
    static StringBuilder log = new StringBuilder();
    static class Parent {
        static { log.append("P"); }
        int x = note("px");
        { log.append("{p}"); }
        Parent() { log.append("(p)"); }
    }
    static class Child extends Parent {
        static final int CONSTANT = 5;
        static final Integer BOXED = note("boxed");
        static { log.append("C"); }
        int y = note("cy");
        Child() { super(); log.append("(c)"); }
    }
    static class Bad {
        static int value = compute();
        static int compute() { throw new IllegalStateException("bad init"); }
    }
    static class Cycle1 { static int a = Cycle2.b + 1; }
    static class Cycle2 { static int b = Cycle1.a + 1; }
    static int note(String s) { log.append('<').append(s).append('>'); return 1; }
    public static void main(String[] args) {
        System.out.println(Child.CONSTANT + " " + log);
        new Child();
        System.out.println(log);
        new Child();
        System.out.println(log);
        for (int i = 0; i < 2; i++) {
            try {
                System.out.println(Bad.value);
            } catch (Throwable t) {
                System.out.println(t.getClass().getName());
            }
        }
        System.out.println(Cycle1.a + " " + Cycle2.b);
        Child[] none = new Child[3];
        System.out.println(none[0] + " " + none.length);
    }
}
