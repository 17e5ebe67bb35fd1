import java.util.*;
import java.util.function.*;

public class Generics {
    static class Node<T extends Comparable<T>> {
        T value;
        Node<T> left, right;
        Node(T value) { this.value = value; }
        void insert(T v) {
            if (v.compareTo(value) < 0) {
                if (left == null) left = new Node<>(v); else left.insert(v);
            } else {
                if (right == null) right = new Node<>(v); else right.insert(v);
            }
        }
        void walk(Consumer<? super T> visit) {
            if (left != null) left.walk(visit);
            visit.accept(value);
            if (right != null) right.walk(visit);
        }
    }
    static <K, V extends Comparable<V>> K argMax(Map<K, V> map) {
        return map.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey).orElse(null);
    }
    @SafeVarargs
    static <T> List<T> listOf(T... items) { return new ArrayList<>(Arrays.asList(items)); }
    public static void main(String[] args) {
        Node<String> root = new Node<>("m");
        for (String s : "q d x a f z b".split(" ")) root.insert(s);
        StringBuilder b = new StringBuilder();
        root.walk(b::append);
        System.out.println(b);
        System.out.println(argMax(Map.of("a", 3, "b", 9, "c", 5)));
        List<? extends Number> numbers = listOf(1, 2.5, 3L);
        double sum = 0;
        for (Number n : numbers) sum += n.doubleValue();
        System.out.println(sum);
        try {
            List raw = new ArrayList<String>();
            raw.add(1);
            List<String> strings = raw;
            String s = strings.get(0);
        } catch (ClassCastException e) {
            System.out.println("heap pollution");
        }
        Map<String, List<Integer>> multi = new TreeMap<>();
        for (int i = 0; i < 10; i++) multi.computeIfAbsent(i % 3 == 0 ? "three" : "rest", k -> new ArrayList<>()).add(i);
        System.out.println(multi);
    }
}
