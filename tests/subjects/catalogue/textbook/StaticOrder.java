/** Static initialisers run in textual order. */
class StaticOrder {
    static final class Wrong {
        static final Wrong ONE = new Wrong();
        static int base = 10;
        final int seen;

        Wrong() {
            seen = base;
        }
    }

    static final class Right {
        static int base = 10;
        static final Right ONE = new Right();
        final int seen;

        Right() {
            seen = base;
        }
    }

    //@ ensures \result == 10;
    //^ ensures
    static int wrong() {
        return Wrong.ONE.seen;
    }

    //@ ensures \result == 10;
    static int right() {
        return Right.ONE.seen;
    }
}
