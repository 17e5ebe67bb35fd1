public class Exceptions {
    static class Own extends Exception {
        final int code;
        Own(String message, int code, Throwable cause) { super(message, cause); this.code = code; }
    }
    static class Resource implements AutoCloseable {
        final String name;
        Resource(String name) { this.name = name; System.out.println("open " + name); }
        public void close() { System.out.println("close " + name); throw new IllegalStateException("close " + name); }
    }

    static int finallyWins() {
        try {
            throw new RuntimeException("lost");
        } finally {
            return 7;
        }
    }

    static int order(StringBuilder log, int mode) {
        try {
            log.append("try;");
            if (mode == 1) throw new IllegalArgumentException("x");
            if (mode == 2) return 2;
            if (mode == 3) { Object o = null; o.hashCode(); }
            return 0;
        } catch (IllegalArgumentException | NullPointerException e) {
            log.append(e.getClass().getSimpleName()).append(';');
            return 1;
        } finally {
            log.append("finally;");
        }
    }

    static int deep(int n) { return n == 0 ? Integer.parseInt("zz") : deep(n - 1) + 1; }

    public static void main(String[] args) {
        try {
            try {
                throw new IllegalStateException("inner");
            } catch (IllegalStateException e) {
                throw new Own("outer", 3, e);
            }
        } catch (Own e) {
            System.out.println(e.getMessage() + e.code + e.getCause().getMessage() + " " + e);
        }
        System.out.println(finallyWins());
        for (int mode = 0; mode < 4; mode++) {
            StringBuilder log = new StringBuilder();
            System.out.println(order(log, mode) + " " + log);
        }
        try (Resource a = new Resource("a"); Resource b = new Resource("b")) {
            System.out.println("body");
            throw new RuntimeException("body failed");
        } catch (RuntimeException e) {
            System.out.println(e.getMessage() + " " + e.getSuppressed().length + " " + e.getSuppressed()[0].getMessage());
        }
        try {
            deep(5);
        } catch (NumberFormatException e) {
            System.out.println(e.getMessage());
        }
        try {
            Object o = "text";
            Integer i = (Integer) o;
        } catch (ClassCastException e) {
            System.out.println("cast");
        }
        try {
            Object[] a = new String[1];
            a[0] = 1;
        } catch (ArrayStoreException e) {
            System.out.println("store");
        }
        try {
            int[] a = new int[-1];
        } catch (NegativeArraySizeException e) {
            System.out.println("size");
        }
        try {
            int[] a = new int[2];
            a[2] = 1;
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("index");
        }
        try {
            java.util.Objects.requireNonNull(null, "must not be null");
        } catch (NullPointerException e) {
            System.out.println(e.getMessage());
        }
        try {
            assert args.length > 5 : "not run";
            throw new Error("own error");
        } catch (Error e) {
            System.out.println(e);
        }
    }
}
