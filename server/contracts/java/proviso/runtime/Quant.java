package proviso.runtime;

/**
 * Quantifiers over ranges that can be walked: integers from (inclusive) to (exclusive), arrays and collections.
 * The bounds are longs whatever they were in the clause ({@link #at} and {@link #after} clamp them), so that a range
 * that ends at the largest int does not wrap. Plain Java: the engine runs the loops.
 */
public final class Quant {
    private Quant() {}

    /** A bound as it stands: {@code x <= i} starts at x, {@code i < x} ends before x. */
    public static long at(long x) { return x; }
    public static long at(BigInt x) { return clamp(x); }

    /** The bound after x: {@code x < i} starts there, {@code i <= x} ends before it. */
    public static long after(long x) { return x == Long.MAX_VALUE ? x : x + 1; }
    public static long after(BigInt x) { return clamp(x.add(BigInt.of(1))); }

    private static long clamp(BigInt x) {
        if (x.fitsLong()) return x.toLong();
        return x.isLess(BigInt.of(0)) ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    /** No bounds were found, so there is nothing to walk over. */
    public static boolean unbounded(String why) { throw Jml.unknown(why); }

    private static long first(long from) { return from < Integer.MIN_VALUE ? Integer.MIN_VALUE : from; }
    private static long end(long to) { return to > Integer.MAX_VALUE + 1L ? Integer.MAX_VALUE + 1L : to; }

    // ---- over int --------------------------------------------------------------------------------
    public static boolean forall(long from, long to, Fn.IntTest p) throws Throwable {
        for (long i = first(from), n = end(to); i < n; i++) if (!p.test((int) i)) return false;
        return true;
    }

    public static boolean exists(long from, long to, Fn.IntTest p) throws Throwable {
        for (long i = first(from), n = end(to); i < n; i++) if (p.test((int) i)) return true;
        return false;
    }

    public static BigInt numOf(long from, long to, Fn.IntTest p) throws Throwable {
        long count = 0;
        for (long i = first(from), n = end(to); i < n; i++) if (p.test((int) i)) count++;
        return BigInt.of(count);
    }

    public static BigInt sum(long from, long to, Fn.IntTest r, Fn.IntToLong f) throws Throwable {
        BigInt total = BigInt.of(0);
        for (long i = first(from), n = end(to); i < n; i++) if (r.test((int) i)) total = total.add(BigInt.of(f.at((int) i)));
        return total;
    }

    public static BigInt sum(long from, long to, Fn.IntTest r, Fn.IntToBig f) throws Throwable {
        BigInt total = BigInt.of(0);
        for (long i = first(from), n = end(to); i < n; i++) if (r.test((int) i)) total = total.add(f.at((int) i));
        return total;
    }

    public static double sum(long from, long to, Fn.IntTest r, Fn.IntToDouble f) throws Throwable {
        double total = 0;
        for (long i = first(from), n = end(to); i < n; i++) if (r.test((int) i)) total = total + f.at((int) i);
        return total;
    }

    public static BigInt product(long from, long to, Fn.IntTest r, Fn.IntToLong f) throws Throwable {
        BigInt total = BigInt.of(1);
        for (long i = first(from), n = end(to); i < n; i++) if (r.test((int) i)) total = total.multiply(BigInt.of(f.at((int) i)));
        return total;
    }

    public static BigInt product(long from, long to, Fn.IntTest r, Fn.IntToBig f) throws Throwable {
        BigInt total = BigInt.of(1);
        for (long i = first(from), n = end(to); i < n; i++) if (r.test((int) i)) total = total.multiply(f.at((int) i));
        return total;
    }

    public static double product(long from, long to, Fn.IntTest r, Fn.IntToDouble f) throws Throwable {
        double total = 1;
        for (long i = first(from), n = end(to); i < n; i++) if (r.test((int) i)) total = total * f.at((int) i);
        return total;
    }

    public static int max(long from, long to, Fn.IntTest r, Fn.IntToInt f) throws Throwable {
        int best = 0;
        boolean any = false;
        for (long i = first(from), n = end(to); i < n; i++)
            if (r.test((int) i)) {
                int x = f.at((int) i);
                if (!any || x > best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\max over an empty range");
        return best;
    }

    public static long max(long from, long to, Fn.IntTest r, Fn.IntToLong f) throws Throwable {
        long best = 0;
        boolean any = false;
        for (long i = first(from), n = end(to); i < n; i++)
            if (r.test((int) i)) {
                long x = f.at((int) i);
                if (!any || x > best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\max over an empty range");
        return best;
    }

    public static double max(long from, long to, Fn.IntTest r, Fn.IntToDouble f) throws Throwable {
        double best = 0;
        boolean any = false;
        for (long i = first(from), n = end(to); i < n; i++)
            if (r.test((int) i)) {
                double x = f.at((int) i);
                if (!any || x > best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\max over an empty range");
        return best;
    }

    public static BigInt max(long from, long to, Fn.IntTest r, Fn.IntToBig f) throws Throwable {
        BigInt best = null;
        boolean any = false;
        for (long i = first(from), n = end(to); i < n; i++)
            if (r.test((int) i)) {
                BigInt x = f.at((int) i);
                if (!any || best.isLess(x)) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\max over an empty range");
        return best;
    }

    public static int min(long from, long to, Fn.IntTest r, Fn.IntToInt f) throws Throwable {
        int best = 0;
        boolean any = false;
        for (long i = first(from), n = end(to); i < n; i++)
            if (r.test((int) i)) {
                int x = f.at((int) i);
                if (!any || x < best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\min over an empty range");
        return best;
    }

    public static long min(long from, long to, Fn.IntTest r, Fn.IntToLong f) throws Throwable {
        long best = 0;
        boolean any = false;
        for (long i = first(from), n = end(to); i < n; i++)
            if (r.test((int) i)) {
                long x = f.at((int) i);
                if (!any || x < best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\min over an empty range");
        return best;
    }

    public static double min(long from, long to, Fn.IntTest r, Fn.IntToDouble f) throws Throwable {
        double best = 0;
        boolean any = false;
        for (long i = first(from), n = end(to); i < n; i++)
            if (r.test((int) i)) {
                double x = f.at((int) i);
                if (!any || x < best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\min over an empty range");
        return best;
    }

    public static BigInt min(long from, long to, Fn.IntTest r, Fn.IntToBig f) throws Throwable {
        BigInt best = null;
        boolean any = false;
        for (long i = first(from), n = end(to); i < n; i++)
            if (r.test((int) i)) {
                BigInt x = f.at((int) i);
                if (!any || x.isLess(best)) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\min over an empty range");
        return best;
    }
}
