import java.util.*;

public class Iterators {
    static class Ring<T> extends AbstractList<T> {
        private final T[] items;
        private int start;
        @SuppressWarnings("unchecked")
        Ring(int n) { items = (T[]) new Object[n]; }
        public T get(int i) { return items[(start + i) % items.length]; }
        public int size() { return items.length; }
        public T set(int i, T v) { T old = get(i); items[(start + i) % items.length] = v; return old; }
        void rotate() { start = (start + 1) % items.length; }
    }
    static class Matrix implements Iterable<int[]> {
        public Iterator<int[]> iterator() { return List.of(new int[] {1, 2}, new int[] {3}).iterator(); }
    }
    public static void main(String[] args) {
        Ring<String> ring = new Ring<>(4);
        for (int i = 0; i < 4; i++) ring.set(i, "r" + i);
        ring.rotate();
        System.out.println(ring + " " + ring.contains("r2") + " " + ring.indexOf("r0") + " " + ring.equals(List.of("r1", "r2", "r3", "r0")));
        for (int[] row : new Matrix()) for (int x : row) System.out.print(x);
        System.out.println();
        Iterator<Integer> it = new TreeSet<>(List.of(3, 1, 2)).iterator();
        it.next();
        it.remove();
        System.out.println(it.next());
        Set<String> lru = Collections.newSetFromMap(new LinkedHashMap<>(16, 0.75f, true) {
            protected boolean removeEldestEntry(Map.Entry<String, Boolean> e) { return size() > 2; }
        });
        lru.addAll(List.of("a", "b", "c"));
        System.out.println(lru);
        System.out.println(Collections.nCopies(3, "x") + " " + Collections.unmodifiableList(ring).get(0) + " " + Collections.frequency(List.of(1, 2, 1), 1));
        Spliterator<Integer> sp = List.of(1, 2, 3).spliterator();
        sp.tryAdvance(x -> System.out.print("first " + x + ";"));
        sp.forEachRemaining(System.out::print);
        System.out.println();
        StringTokenizer st = new StringTokenizer("a b,c", " ,");
        while (st.hasMoreTokens()) System.out.print(st.nextToken() + "|");
        System.out.println();
    }
}
