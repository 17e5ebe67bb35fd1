    // What every generated method may use: classes, a variable of every type, and a printed form of the heap.
    static int steps, said;
    static int gI = 3; static long gL = 17; static float gF = 1.25f; static double gD = 0.5; static boolean gZ; static char gC = 'k';
    static byte gB = 7; static short gH = -9; static String gS = "g"; static int[] gV = {4, 5}; static Integer gX = 128;
    static Node gN; static Object gO; static int[][] gG = {{1}, {2, 3}}; static Color gE = Color.RED; static Object[] gA = {1, "t"};
    static byte[] gY = {1, -1}; static double[] gW = {0.5}; static char[] gK = {'a', 'b'}; static Long gJ = 1000L;
    static Shape gT = new Sq(2); static List<Integer> gQ = new ArrayList<>(); static Map<String, Integer> gM = new HashMap<>();
    static Two gU = new Two(1, "u"); static long[][] gR = new long[2][2]; static short[] gP = {1, 2};

    static void reset() {
        steps = 0; said = 0; Cube.made = 0;
        gI = 3; gL = 17; gF = 1.25f; gD = 0.5; gZ = false; gC = 'k'; gB = 7; gH = -9; gS = "g"; gV = new int[] {4, 5}; gX = 128;
        gN = new Node(1, null); gO = "o"; gG = new int[][] {{1}, {2, 3}}; gE = Color.RED; gA = new Object[] {1, "t"};
        gY = new byte[] {1, -1}; gW = new double[] {0.5}; gK = new char[] {'a', 'b'}; gJ = 1000L;
        gT = new Sq(2); gQ = new ArrayList<>(List.of(5, 6)); gM = new HashMap<>(); gU = new Two(1, "u");
        gR = new long[2][2]; gP = new short[] {1, 2};
    }

    record Two(int x, String y) {
        Two { if (x == 13) throw new Failure(x, "unlucky"); }
        int both() { return x + (y == null ? 0 : y.length()); }
    }
    enum Color {
        RED, GREEN { int weight() { return -7; } }, BLUE;
        int weight() { return ordinal() + 1; }
    }
    interface Shape {
        int area();
        default String described() { return tag() + area(); }
        private String tag() { return "S"; }
        static Shape of(int n) { return n > 0 ? new Sq(n) : new Cube(-n); }
    }
    static class Sq implements Shape {
        int n;
        Sq(int n) { this.n = n; }
        public int area() { return n * n; }
    }
    static class Cube extends Sq {
        static int made;
        Cube(int n) { super(n); made++; }
        public int area() { return 6 * super.area(); }
        public String described() { return "C" + super.described(); }
    }
    static class Node {
        byte b; short h; char c = 'n'; int i; long l; float f; double d; boolean z; String s; Node next; int[] values; Object any;
        { l = 5; }
        Node(int i, Node next) { this.i = i; this.next = next; }
        int sum(int limit) { int r = 0; for (Node n = this; n != null && limit-- > 0; n = n.next) r += n.i; return r; }
        Node push(int i) { return new Sub(i, this); }
        int kind() { return 1; }
        class Inner { int up = i + 1; int outer() { i += up; return Node.this.i * 2; } }
        @Override public boolean equals(Object o) { return o instanceof Node n && n.i == i; }
        @Override public int hashCode() { return i * 7; }
    }
    static class Sub extends Node {
        int extra;
        Sub(int i, Node next) { super(i, next); extra = i * 2; }
        @Override int kind() { return super.kind() + extra; }
    }
    static class Failure extends RuntimeException {
        final int code;
        Failure(int code, String message) { super(message); this.code = code; }
    }
    static class Checked extends Exception { Checked(String message, Throwable cause) { super(message, cause); } }
    static class Closing implements AutoCloseable {
        final int n;
        Closing(int n) { this.n = n; say("open " + n); }
        @Override public void close() { say("close " + n); if (n % 3 == 0) throw new Failure(n, "closing"); }
    }

    static void say(Object o) { if (said++ < 12) System.out.println("  " + o); }
    // Generic and overloaded methods, nested, would make javac's work exponential.
    static int[] copy(int[] x, int n) { return Arrays.copyOf(x, n); }
    static int[][] copyG(int[][] x, int n) { return Arrays.copyOf(x, n); }
    static Object[] copyA(Object[] x, int n) { return Arrays.copyOf(x, n); }
    static String orNone(String s) { return Objects.requireNonNullElse(s, "none"); }
    /** Keeps strings from growing without end in loops. */
    static String cut(String s) { return s.length() > 60 ? s.substring(0, 60) : s; }
    static int total(int... all) { int r = all.length; for (int x : all) r = 31 * r + x; return r; }
    static String kindOf(Object o) { return o == null ? "null" : o.getClass().getName(); }
    static int fails(int n) throws Checked { if (n < 0) throw new Checked("c" + n, new Failure(n, "f")); return n; }
    static <T extends Comparable<T>> int order(T x, T y) { return x.compareTo(y); }
    static int apply(IntBinaryOperator f, int x, int y) { return f.applyAsInt(x, y); }
    interface Callable_ { long call(int n); }
    static Node find(Node n, Predicate<Node> p) { for (int i = 0; n != null && i < 9; i++, n = n.next) if (p.test(n)) return n; return null; }

    static int argI(int i) { return switch (i) { case 0 -> 0; case 1 -> 1; case 2 -> -7; case 3 -> Integer.MAX_VALUE; default -> 12345; }; }
    static long argL(int i) { return switch (i) { case 0 -> 0L; case 1 -> -1L; case 2 -> 1L << 40; case 3 -> Long.MIN_VALUE; default -> 987654321012L; }; }
    static double argD(int i) { return switch (i) { case 0 -> 0.0; case 1 -> 0.5; case 2 -> -2.75; case 3 -> Double.NaN; default -> 1e300; }; }
    static String argS(int i) { return switch (i) { case 0 -> ""; case 1 -> "abc"; case 2 -> "Hello w"; case 3 -> null; default -> "\u00e4\u20ac"; }; }
    static int[] argV(int i) { return switch (i) { case 0 -> new int[0]; case 1 -> new int[] {3, 1, 2}; case 2 -> new int[] {Integer.MIN_VALUE, 9}; case 3 -> new int[] {5}; default -> null; }; }
    static Node argN(int i) {
        Node n = new Node(i, null);
        switch (i) {
            case 0: return null;
            case 1: return n;
            case 2: n.next = n; return n;
            case 3: n.next = new Sub(-4, new Node(6, null)); n.any = n.next; return n;
            default: n.values = new int[] {8, 9}; n.any = n.values; n.s = "s"; return n;
        }
    }

    /** A number for everything reachable, shared objects and cycles included; short, because an interpreter has to compute it. */
    static class Digest {
        long hash = 7;
        Object[] seen = new Object[64];
        int count;
        void add(long n) { hash = hash * 1000003 + n; }
        void add(double d) { add(Double.doubleToLongBits(d)); }
        void add(Object o) {
            if (o == null) { add(1); return; }
            if (o instanceof String s) { add(s.hashCode()); return; }
            if (o instanceof Integer i) { add((long) i); return; }
            if (o instanceof Double || o instanceof Float) { add(((Number) o).doubleValue()); return; }
            if (o instanceof Number n) { add(n.longValue()); return; }
            if (o instanceof Character c) { add((long) c); return; }
            if (o instanceof Color c) { add((long) c.ordinal()); return; }
            for (int i = 0; i < count; i++) if (seen[i] == o) { add(100L + i); return; }
            if (count == seen.length) seen = Arrays.copyOf(seen, 2 * count);
            seen[count++] = o;
            if (o instanceof int[] a) { add(11); for (int x : a) add(x); }
            else if (o instanceof long[] a) { add(12); for (long x : a) add(x); }
            else if (o instanceof byte[] a) { add(13); for (byte x : a) add(x); }
            else if (o instanceof short[] a) { add(14); for (short x : a) add(x); }
            else if (o instanceof char[] a) { add(15); for (char x : a) add(x); }
            else if (o instanceof double[] a) { add(16); for (double x : a) add(x); }
            else if (o instanceof Object[] a) { add(a.getClass().getName().hashCode()); for (Object x : a) add(x); }
            else if (o instanceof Sq q) { add(q.getClass() == Cube.class ? 18 : 17); add(q.n); }
            else if (o instanceof Two t) { add(19); add(t.x()); add(t.y()); }
            else if (o instanceof List<?> a) { add(20); for (Object x : a) add(x); }
            else if (o instanceof Map<?, ?> a) { add(21); for (Map.Entry<?, ?> x : a.entrySet()) { add(x.getKey()); add(x.getValue()); } }
            else if (o instanceof Node n) {
                add(n instanceof Sub s ? s.extra : n.getClass() == Node.class ? 22 : 23);
                add(n.b); add(n.h); add(n.c); add(n.i); add(n.l); add(n.f); add(n.d); add(n.z ? 1 : 0);
                add(n.s); add(n.next); add(n.values); add(n.any);
            }
        }
    }
    /** A result in words, unless it is an object of several parts. */
    static String show(Object o) {
        if (o == null || o instanceof String || o instanceof Number || o instanceof Boolean || o instanceof Color || o instanceof Two) return String.valueOf(o);
        Digest d = new Digest();
        d.add(o);
        return "#" + d.hash;
    }
    static String thrown(Throwable t) {
        String name = t.getClass().getName();
        return t instanceof Failure f ? name + f.code + t.getMessage() : t instanceof NumberFormatException ? name + t.getMessage() : name;
    }
    static String heap(Object v, Object n) {
        Digest d = new Digest();
        try {
            d.add(v); d.add(n); d.add(gI); d.add(gL); d.add(gF); d.add(gD); d.add(gZ ? 1 : 0); d.add(gC); d.add(gB); d.add(gH);
            d.add(gS); d.add(gV); d.add(gX); d.add(gN); d.add(gO); d.add(gG); d.add(gE); d.add(gA); d.add(gY); d.add(gW); d.add(gK);
            d.add(gJ); d.add(gT); d.add(gQ); d.add(gM); d.add(gU); d.add(gR); d.add(gP); d.add(Cube.made);
        } catch (ConcurrentModificationException e) {
            return "a stale part of a list";
        }
        return Long.toHexString(d.hash);
    }
