import java.math.*;
import java.util.*;

/** Less common containers and their iterators, big decimals, captured variables. */
public class Containers {
    enum Day { MON, TUE, WED, THU }
    static class Box<T extends Comparable<T>> {
        private final List<List<T>> rows = new ArrayList<>();
        Box<T> row(List<? extends T> row) { rows.add(new ArrayList<>(row)); return this; }
        Optional<T> max() { return rows.stream().flatMap(List::stream).max(Comparator.naturalOrder()); }
    }
    interface Greeter {
        String name();
        private String polite(String s) { return "Dear " + s; }
        default String greet() { return polite(name()) + suffix(); }
        static String suffix() { return "!"; }
    }
    class Counter {
        int n;
        class Step { int by; Step(int by) { this.by = by; } int go() { n += by; total += by; return Counter.this.n; } }
    }
    int total;

    public static void main(String[] args) {
        EnumMap<Day, Integer> days = new EnumMap<>(Day.class);
        days.put(Day.WED, 3);
        days.merge(Day.MON, 1, Integer::sum);
        System.out.println(days + " " + EnumSet.range(Day.TUE, Day.THU) + " " + EnumSet.complementOf(EnumSet.of(Day.MON)));
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        Collections.addAll(queue, "pear", "fig", "apple", "kiwi", "nut");
        StringBuilder order = new StringBuilder();
        while (!queue.isEmpty()) order.append(queue.poll()).append(' ');
        System.out.println(order);
        List<Integer> numbers = new LinkedList<>(List.of(4, 7, 10, 13));
        for (ListIterator<Integer> i = numbers.listIterator(); i.hasNext(); ) { int n = i.next(); if (n % 2 == 0) i.remove(); else i.set(n * 2); }
        System.out.println(numbers);
        try { for (Integer n : numbers) numbers.remove(n); } catch (ConcurrentModificationException e) { System.out.println("modified"); }
        System.out.println(new Box<Integer>().row(List.of(3, 9)).row(List.of(5)).max() + " " + new Box<String>().max().isPresent());
        System.out.println(((Greeter) () -> "Ann").greet());
        Containers outer = new Containers();
        Counter counter = outer.new Counter();
        Counter.Step step = counter.new Step(4);
        System.out.println(step.go() + step.go() + " " + outer.total);
        System.out.println(new BigDecimal("10").divide(new BigDecimal("3"), 5, RoundingMode.HALF_UP) + " " + new BigDecimal("1.10").add(new BigDecimal("2.205")).stripTrailingZeros() + " " + new BigInteger("123456789012345678901234567890").modPow(BigInteger.valueOf(65537), BigInteger.valueOf(1000000007)));
        Deque<Character> stack = new ArrayDeque<>();
        boolean ok = true;
        for (char c : "([{}])(".toCharArray()) { if ("([{".indexOf(c) >= 0) stack.push(c); else ok &= !stack.isEmpty() && "([{".indexOf(stack.pop()) == ")]}".indexOf(c); }
        System.out.println(ok + " " + stack);
        NavigableMap<Integer, String> map = new TreeMap<>(Map.of(1, "a", 5, "e", 9, "i"));
        System.out.println(map.floorKey(6) + " " + map.descendingMap() + " " + map.subMap(1, false, 9, true) + " " + map.pollFirstEntry());
        BitSet bits = new BitSet();
        for (int i = 2; i < 30; i++) bits.set(i);
        for (int p = 2; p * p < 30; p++) for (int q = p * p; q < 30; q += p) bits.clear(q);
        System.out.println(bits + " " + bits.cardinality());
        LinkedHashMap<String, Integer> lru = new LinkedHashMap<>(8, 0.75f, true) { @Override protected boolean removeEldestEntry(Map.Entry<String, Integer> e) { return size() > 2; } };
        lru.put("a", 1); lru.put("b", 2); lru.get("a"); lru.put("c", 3);
        System.out.println(lru.keySet() + " " + Collections.unmodifiableList(new ArrayList<>(lru.values())) + " " + Collections.frequency(List.of(1, 2, 1), 1));
    }
}
