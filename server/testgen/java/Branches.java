package proviso.probe;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;

/** Told by probes which branches are taken; keeps those of each test's act and writes them when the JVM ends. */
public final class Branches {
    private static final Map<String, BitSet> TESTS = new TreeMap<>();
    private static volatile BitSet current;

    static {
        Runtime.getRuntime().addShutdownHook(new Thread(Branches::write));
    }

    private Branches() {}

    public static synchronized void begin(String test) {
        current = TESTS.computeIfAbsent(test, name -> new BitSet());
    }

    public static void end() {
        current = null;
    }

    public static void hit(int branch) {
        BitSet taken = current;
        if (taken != null) {
            synchronized (taken) {
                taken.set(branch);
            }
        }
    }

    private static synchronized void write() {
        try (PrintWriter out = new PrintWriter(System.getProperty("proviso.branches"), "UTF-8")) {
            TESTS.forEach((test, taken) -> {
                out.print(test);
                taken.stream().forEach(branch -> out.print(" " + branch));
                out.println();
            });
        } catch (IOException | RuntimeException failure) {
            // Whoever asked finds no measurement.
        }
    }
}
