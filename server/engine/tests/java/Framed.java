import proviso.runtime.BigInt;
import proviso.runtime.Jml;

/** Frames, earlier states, freshness, exceptions and exact arithmetic, as lowering writes them. */
class Framed {
    int a, b;
    int[] cells;
    Framed other;
    static int shared;

    void writeA() { a = a + 1; }

    void writeOther() { if (other != null) other.a = 1; }

    void writeCell(int i) { if (cells != null && i >= 0 && i < cells.length) cells[i] = 1; }

    void writeNew() { Framed f = new Framed(); f.b = 1; f.cells = new int[1]; f.cells[0] = 3; }

    void writeStatic() { shared = 1; }

    void proviso$check$1() {
        Jml.begin(1);
        Jml.frame(10);
        Jml.mayField(10, this, "a");
        Jml.enter();
        writeA();
        Jml.leave();
        Jml.end();
    }

    void proviso$check$2() {
        Jml.begin(2);
        Jml.frame(11);
        Jml.mayField(11, this, "a");
        Jml.enter();
        writeOther();
        Jml.leave();
        Jml.end();
    }

    void proviso$check$3(int i) {
        Jml.begin(3);
        Jml.frame(12);
        if (cells != null) Jml.mayElements(12, cells, 0, 2);
        Jml.enter();
        writeCell(i);
        Jml.leave();
        Jml.end();
    }

    void proviso$check$4() {
        Jml.begin(4);
        Jml.frame(13);
        Jml.enter();
        writeNew();
        Jml.leave();
        Jml.end();
    }

    void proviso$check$5() {
        Jml.begin(5);
        Jml.frame(14);
        Jml.enter();
        writeStatic();
        Jml.leave();
        Jml.end();
    }

    /** A field written before it was ever read: its old value is found afterwards. */
    void proviso$check$6() throws Throwable {
        Jml.begin(6);
        Jml.enter();
        b = 5;
        a = 7;
        Jml.leave();
        Jml.check(20, b == 5);
        Jml.check(21, Jml.old(0, () -> b) == 5);
        int mark = Jml.mark();
        a = 8;
        Jml.check(22, Jml.old(mark, () -> a) == 7);
        Jml.check(23, Jml.old(mark, () -> this.other) == other);
        Jml.end();
    }

    Framed make(boolean fresh) { return fresh ? new Framed() : this; }

    void proviso$check$7(boolean fresh) {
        Jml.begin(7);
        Jml.enter();
        Framed r = make(fresh);
        Jml.leave();
        Jml.check(30, Jml.fresh(0, r) == fresh);
        Jml.check(31, Jml.fresh(0, r));
        Jml.end();
    }

    int divide(int x) { return 1 / x; }

    void refuse(int x) { if (x < 0) throw new IllegalArgumentException(); }

    void proviso$check$8(int x) {
        Jml.begin(8);
        Jml.enter();
        Throwable thrown = null;
        try { divide(x); refuse(x); } catch (Throwable t) { thrown = t; }
        Jml.leave();
        if (thrown != null) Jml.thrown(40, thrown, false);
        Jml.end();
    }

    void proviso$check$9(int x, int y) {
        Jml.begin(9);
        Jml.enter();
        int sum = x + y;
        Jml.leave();
        BigInt exact = BigInt.of(x).add(BigInt.of(y));
        Jml.check(50, BigInt.of(sum).isEqual(exact) || x > 0 && y > 0 || x < 0 && y < 0);
        Jml.check(51, exact.multiply(exact).isEqual(BigInt.parse("-1")) == false);
        Jml.check(52, BigInt.of(sum).isEqual(exact));
        Jml.end();
    }

    boolean undefinedClause() { return other.a > 0; }

    void proviso$check$10() {
        Jml.begin(10);
        Jml.enter();
        Jml.leave();
        boolean ok = false;
        try { ok = undefinedClause(); } catch (Throwable t) { Jml.undefined(60, t); }
        Jml.check(61, ok || !ok);
        Jml.end();
    }
}
