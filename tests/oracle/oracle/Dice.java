package oracle;

import java.util.List;
import java.util.Random;

/** Random choices from one seed. */
final class Dice {
    private final Random random;

    Dice(long seed) {
        random = new Random(seed * 0x9E3779B97F4A7C15L + 1);
        random.nextLong();
    }

    int below(int n) {
        return random.nextInt(n);
    }

    boolean chance(int percent) {
        return below(100) < percent;
    }

    @SafeVarargs
    final <T> T of(T... all) {
        return all[below(all.length)];
    }

    <T> T of(List<T> all) {
        return all.get(below(all.size()));
    }

    /** Mostly small numbers, at times the edges of `int`. */
    int number() {
        int kind = below(20);
        if (kind == 0) return Integer.MIN_VALUE;
        if (kind == 1) return Integer.MAX_VALUE;
        if (kind == 2) return of(7, 10, 100, -100, 127, 128);
        return below(6) - 2;
    }
}
