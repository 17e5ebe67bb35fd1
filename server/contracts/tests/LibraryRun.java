import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.*;
import java.util.function.Supplier;

/** Runs drivers of stand-ins on real JDK objects. Arguments: class and driver, alternating. Prints what went wrong. */
public class LibraryRun {
    private static final Random RANDOM = new Random(7);
    private static final int RUNS = 40;

    @SafeVarargs
    private static <T> T any(T... choices) {
        return choices[RANDOM.nextInt(choices.length)];
    }

    private static List<Object> list() {
        List<Object> strings = new ArrayList<>();
        for (int i = RANDOM.nextInt(4); i > 0; i--) strings.add(any("a", "b", "c", null));
        return any(strings, new LinkedList<>(strings), Collections.unmodifiableList(strings), Arrays.asList(strings.toArray()), new Vector<>(strings));
    }

    private static Set<Object> set() {
        Set<Object> strings = new HashSet<>();
        for (int i = RANDOM.nextInt(4); i > 0; i--) strings.add(any("a", "b", "c"));
        return any(strings, new TreeSet<>(strings), new LinkedHashSet<>(strings), Collections.unmodifiableSet(strings));
    }

    private static Map<Object, Object> map() {
        Map<Object, Object> strings = new HashMap<>();
        for (int i = RANDOM.nextInt(4); i > 0; i--) strings.put(any("a", "b", "c"), any("x", "y", null));
        return any(strings, new TreeMap<>(strings), new LinkedHashMap<>(strings), Collections.unmodifiableMap(strings));
    }

    private static int[] ints() {
        int[] all = new int[RANDOM.nextInt(4)];
        for (int i = 0; i < all.length; i++) all[i] = any(-1, 0, 1, 7, Integer.MAX_VALUE);
        if (RANDOM.nextBoolean()) Arrays.sort(all);
        return all;
    }

    private static Object value(Class<?> type) {
        if (type == int.class) return any(Integer.MIN_VALUE, -7, -1, 0, 1, 2, 3, 97, 1000, Integer.MAX_VALUE);
        if (type == long.class) return any(Long.MIN_VALUE, -1L, 0L, 1L, 5L, Long.MAX_VALUE);
        if (type == double.class) return any(Double.NaN, Double.NEGATIVE_INFINITY, -1e300, -1.0, -0.0, 0.5, 1.0, Math.PI / 2, 7.25, 1e22, Double.MAX_VALUE, Double.POSITIVE_INFINITY);
        if (type == char.class) return any('a', 'z', 'Q', '0', '9', ' ', '\u00e9');
        if (type == boolean.class) return any(true, false);
        if (type == String.class || type == CharSequence.class) return any("", "a", "abc", " ab ", "b", "ca", null);
        if (type == int[].class) return any(ints(), ints(), ints(), null);
        if (type == Integer.class) return any(-1, 0, 5, 1000);
        if (type == Long.class) return any(-1L, 0L, 5L);
        if (type == Boolean.class) return any(true, false);
        if (type == Character.class) return any('a', '7');
        if (type == List.class) return list();
        if (type == Set.class) return set();
        if (type == Map.class) return map();
        if (type == Collection.class) return any(list(), set());
        if (type == Iterable.class) return any(list(), set());
        if (type == Iterator.class) return any(list(), set()).iterator();
        if (type == Comparator.class) return any(Comparator.<Object, String>comparing(String::valueOf), Comparator.<Object, String>comparing(String::valueOf).reversed());
        if (type == Comparable.class) return any("a", "abc", "");
        if (type == Optional.class) return any(Optional.empty(), Optional.of("a"));
        if (type == Object.class) return any("a", "b", "abc", 5, 5L, null, new int[0]);
        throw new IllegalArgumentException("no values of " + type);
    }

    public static void main(String[] args) throws Throwable {
        int ran = 0;
        for (int i = 0; i < args.length; i += 2) {
            Class<?> type = Class.forName(args[i]);
            Method driver = null;
            for (Method m : type.getDeclaredMethods()) if (m.getName().equals(args[i + 1])) driver = m;
            driver.setAccessible(true);
            int through = 0;
            for (int run = 0; run < RUNS; run++) {
                Object[] values = new Object[driver.getParameterCount()];
                for (int p = 0; p < values.length; p++) values[p] = value(driver.getParameterTypes()[p]);
                String what = args[i] + " " + args[i + 1] + " " + Arrays.deepToString(values);
                try {
                    driver.invoke(null, values);
                } catch (InvocationTargetException e) {
                    if (e.getCause() instanceof proviso.runtime.Jml.Stop) continue;
                    System.out.println("escaped " + e.getCause() + " " + what);
                }
                through++;
                for (String event : proviso.runtime.Jml.events())
                    if (event.endsWith(" false") || event.startsWith("undefined") || event.startsWith("frame") || event.startsWith("unknown"))
                        System.out.println(event + " :: " + what);
            }
            if (through == 0) System.out.println("never applies: " + args[i] + " " + args[i + 1]);
            ran += through;
        }
        System.out.println("ran " + ran);
    }
}
