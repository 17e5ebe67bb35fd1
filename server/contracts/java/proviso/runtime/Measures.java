package proviso.runtime;

/** The measures (measured_by) of the methods that are running now, innermost first. Runs as it is on JVM and engine. */
public final class Measures {
    private Measures() {}

    private static final class Entry {
        final int clause;
        final BigInt measure;
        final Entry below;

        Entry(int clause, BigInt measure, Entry below) {
            this.clause = clause;
            this.measure = measure;
            this.below = below;
        }
    }

    private static Entry top;

    /** The method starts. False if it is running already with a measure that is no larger; null: undefined, says nothing. */
    public static boolean enter(int clause, BigInt measure) {
        Entry outer = top;
        while (outer != null && (outer.clause != clause || outer.measure == null)) outer = outer.below;
        top = new Entry(clause, measure, top);
        return outer == null || measure == null || measure.isLess(outer.measure);
    }

    public static void leave() {
        top = top.below;
    }
}
