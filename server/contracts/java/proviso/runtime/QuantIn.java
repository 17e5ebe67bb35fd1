package proviso.runtime;

import java.util.Arrays;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;

/**
 * Quantifiers over the members of an array or a collection, and over reachable objects. Null members are skipped:
 * quantified variables are non-null. Plain Java, but for {@link #reach}.
 */
public final class QuantIn {
    private QuantIn() {}

    public static <T> boolean forall(Iterable<? extends T> c, Class<T> type, Fn.RefTest<T> p) throws Throwable {
        for (Object x : c) if (type.isInstance(x) && !p.test(type.cast(x))) return false;
        return true;
    }

    public static <T> boolean exists(Iterable<? extends T> c, Class<T> type, Fn.RefTest<T> p) throws Throwable {
        for (Object x : c) if (type.isInstance(x) && p.test(type.cast(x))) return true;
        return false;
    }

    public static <T> BigInt numOf(Iterable<? extends T> c, Class<T> type, Fn.RefTest<T> p) throws Throwable {
        int count = 0;
        for (Object x : c) if (type.isInstance(x) && p.test(type.cast(x))) count++;
        return BigInt.of(count);
    }

    public static <T> BigInt sum(Iterable<? extends T> c, Class<T> type, Fn.RefTest<T> r, Fn.RefToLong<T> f) throws Throwable {
        BigInt total = BigInt.of(0);
        for (Object x : c) if (type.isInstance(x) && r.test(type.cast(x))) total = total.add(BigInt.of(f.at(type.cast(x))));
        return total;
    }

    public static <T> BigInt sum(Iterable<? extends T> c, Class<T> type, Fn.RefTest<T> r, Fn.RefToBig<T> f) throws Throwable {
        BigInt total = BigInt.of(0);
        for (Object x : c) if (type.isInstance(x) && r.test(type.cast(x))) total = total.add(f.at(type.cast(x)));
        return total;
    }

    /** The objects reachable from {@code o}, itself included; null reaches nothing. */
    public static List<Object> reach(Object o) {
        return Arrays.asList(reached(o));
    }

    /** Engine: intrinsic over its heap (or unknown). */
    private static Object[] reached(Object o) {
        if (o == null) return new Object[0];
        Roots roots = new Roots();
        roots.add(o);
        return Snapshot.take(roots).objects().toArray();
    }

    /** Is {@code x} one of them (by identity)? */
    public static boolean has(Iterable<?> c, Object x) {
        for (Object y : c) if (x == y) return true;
        return false;
    }

    static <T> Set<T> identitySet() {
        return Collections.newSetFromMap(new IdentityHashMap<T, Boolean>());
    }
}
