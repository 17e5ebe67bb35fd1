import java.util.*;

public class Maps {
    public static void main(String[] args) {
        Map<String, Integer> map = new HashMap<>();
        String text = "the quick brown fox jumps over the lazy dog the end";
        for (String word : text.split(" ")) {
            map.merge(word, 1, Integer::sum);
        }
        System.out.println(new TreeMap<>(map));
        System.out.println(map);
        map.computeIfAbsent("new", k -> k.length());
        map.computeIfPresent("the", (k, v) -> v * 10);
        map.remove("fox");
        System.out.println(map.get("the") + " " + map.getOrDefault("absent", -1) + " " + map.containsKey("fox") + " " + map.size());
        Map<Integer, String> linked = new LinkedHashMap<>();
        for (int i = 20; i > 0; i -= 3) {
            linked.put(i, "v" + i);
        }
        for (Map.Entry<Integer, String> e : linked.entrySet()) {
            System.out.print(e.getKey() + "=" + e.getValue() + ";");
        }
        System.out.println();
        TreeMap<Integer, String> tree = new TreeMap<>(linked);
        System.out.println(tree.firstKey() + " " + tree.floorKey(10) + " " + tree.headMap(10) + " " + tree.descendingMap());
        Set<Integer> set = new HashSet<>(List.of(5, 3, 9, 1));
        set.retainAll(Set.of(3, 9, 100));
        System.out.println(set + " " + new TreeSet<Integer>(Comparator.reverseOrder()) {{ add(1); add(2); }});
        Map<Integer, Integer> big = new HashMap<>();
        for (int i = 0; i < 300; i++) {
            big.put(i * 31, i);
        }
        int sum = 0;
        for (int v : big.values()) {
            sum += v;
        }
        System.out.println(sum + " " + big.size() + " " + big.keySet().stream().mapToInt(x -> x).max().getAsInt());
        System.out.println(Map.of("k", 1).get("k") + " " + new IdentityHashMap<>(Map.of(1, 2)).size());
        BitSet bits = new BitSet();
        bits.set(3);
        bits.set(70);
        System.out.println(bits + " " + bits.cardinality());
    }
}
