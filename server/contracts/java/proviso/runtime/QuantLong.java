package proviso.runtime;

/** The quantifiers of {@link Quant} for long (and {@code \bigint}) variables. */
public final class QuantLong {
    private QuantLong() {}

    // ---- over long --------------------------------------------------------------------------------
    public static boolean forall(long from, long to, Fn.LongTest p) throws Throwable {
        for (long i = from; i < to; i++) if (!p.test(i)) return false;
        return true;
    }

    public static boolean exists(long from, long to, Fn.LongTest p) throws Throwable {
        for (long i = from; i < to; i++) if (p.test(i)) return true;
        return false;
    }

    public static BigInt numOf(long from, long to, Fn.LongTest p) throws Throwable {
        long count = 0;
        for (long i = from; i < to; i++) if (p.test(i)) count++;
        return BigInt.of(count);
    }

    public static BigInt sum(long from, long to, Fn.LongTest r, Fn.LongToLong f) throws Throwable {
        BigInt total = BigInt.of(0);
        for (long i = from; i < to; i++) if (r.test(i)) total = total.add(BigInt.of(f.at(i)));
        return total;
    }

    public static BigInt sum(long from, long to, Fn.LongTest r, Fn.LongToBig f) throws Throwable {
        BigInt total = BigInt.of(0);
        for (long i = from; i < to; i++) if (r.test(i)) total = total.add(f.at(i));
        return total;
    }

    public static double sum(long from, long to, Fn.LongTest r, Fn.LongToDouble f) throws Throwable {
        double total = 0;
        for (long i = from; i < to; i++) if (r.test(i)) total = total + f.at(i);
        return total;
    }

    public static BigInt product(long from, long to, Fn.LongTest r, Fn.LongToLong f) throws Throwable {
        BigInt total = BigInt.of(1);
        for (long i = from; i < to; i++) if (r.test(i)) total = total.multiply(BigInt.of(f.at(i)));
        return total;
    }

    public static BigInt product(long from, long to, Fn.LongTest r, Fn.LongToBig f) throws Throwable {
        BigInt total = BigInt.of(1);
        for (long i = from; i < to; i++) if (r.test(i)) total = total.multiply(f.at(i));
        return total;
    }

    public static double product(long from, long to, Fn.LongTest r, Fn.LongToDouble f) throws Throwable {
        double total = 1;
        for (long i = from; i < to; i++) if (r.test(i)) total = total * f.at(i);
        return total;
    }

    public static int max(long from, long to, Fn.LongTest r, Fn.LongToInt f) throws Throwable {
        int best = 0;
        boolean any = false;
        for (long i = from; i < to; i++)
            if (r.test(i)) {
                int x = f.at(i);
                if (!any || x > best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\max over an empty range");
        return best;
    }

    public static long max(long from, long to, Fn.LongTest r, Fn.LongToLong f) throws Throwable {
        long best = 0;
        boolean any = false;
        for (long i = from; i < to; i++)
            if (r.test(i)) {
                long x = f.at(i);
                if (!any || x > best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\max over an empty range");
        return best;
    }

    public static double max(long from, long to, Fn.LongTest r, Fn.LongToDouble f) throws Throwable {
        double best = 0;
        boolean any = false;
        for (long i = from; i < to; i++)
            if (r.test(i)) {
                double x = f.at(i);
                if (!any || x > best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\max over an empty range");
        return best;
    }

    public static BigInt max(long from, long to, Fn.LongTest r, Fn.LongToBig f) throws Throwable {
        BigInt best = null;
        boolean any = false;
        for (long i = from; i < to; i++)
            if (r.test(i)) {
                BigInt x = f.at(i);
                if (!any || best.isLess(x)) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\max over an empty range");
        return best;
    }

    public static int min(long from, long to, Fn.LongTest r, Fn.LongToInt f) throws Throwable {
        int best = 0;
        boolean any = false;
        for (long i = from; i < to; i++)
            if (r.test(i)) {
                int x = f.at(i);
                if (!any || x < best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\min over an empty range");
        return best;
    }

    public static long min(long from, long to, Fn.LongTest r, Fn.LongToLong f) throws Throwable {
        long best = 0;
        boolean any = false;
        for (long i = from; i < to; i++)
            if (r.test(i)) {
                long x = f.at(i);
                if (!any || x < best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\min over an empty range");
        return best;
    }

    public static double min(long from, long to, Fn.LongTest r, Fn.LongToDouble f) throws Throwable {
        double best = 0;
        boolean any = false;
        for (long i = from; i < to; i++)
            if (r.test(i)) {
                double x = f.at(i);
                if (!any || x < best) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\min over an empty range");
        return best;
    }

    public static BigInt min(long from, long to, Fn.LongTest r, Fn.LongToBig f) throws Throwable {
        BigInt best = null;
        boolean any = false;
        for (long i = from; i < to; i++)
            if (r.test(i)) {
                BigInt x = f.at(i);
                if (!any || x.isLess(best)) best = x;
                any = true;
            }
        if (!any) throw new Jml.Undefined("\\min over an empty range");
        return best;
    }
}
