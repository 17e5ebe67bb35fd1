/** Code around which the client has questions. */
class Hooked {
    Hooked partner;
    static Hooked shared;
    int value;

    static boolean proviso$requires$1(int x) { return x > 0; }

    static int root(int x) { return x; }

    static int caller(int x) { return root(x) + root(x); }

    boolean proviso$requires$2(int x) { return partner.value < x; }

    int over(int x) { return x; }

    int callsOver(Hooked h, int x) { return h == null ? 0 : h.over(x); }

    void unset() { partner = null; }

    void set(Hooked h) { partner = h; }

    int partnerValue() { return partner.value; }

    static int sharedValue() { return shared.value; }

    static int random() { return 4; }

    static boolean guess() { return random() == 5; }

    static int forever(int x) { while (x != 7) { x = x * 3 + 1; } return x; }

    static final int LIMIT = Integer.parseInt("42");
    static int counter = 3;

    static int limit() { return LIMIT; }

    static int count() { return counter; }

    static void store(Object[] a, Object o) {
        if (a != null && a.length > 0) a[0] = o;
    }

    static void storeNumber() {
        Object[] a = new String[1];
        a[0] = 1;
    }

    static int asserted(int x) { assert x != 3; return x; }

    static class Broken {
        static int x = 1 / Integer.parseInt("0");
    }

    static int broken() {
        try { return Broken.x; } catch (ExceptionInInitializerError e) { }
        try { return Broken.x; } catch (NoClassDefFoundError e) { return 2; }
    }
}
