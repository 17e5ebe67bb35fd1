import java.util.*;
import java.util.stream.*;

public class Graph {
    private final Map<Integer, Map<Integer, Integer>> edges = new TreeMap<>();
    void edge(int a, int b, int w) {
        edges.computeIfAbsent(a, k -> new TreeMap<>()).put(b, w);
        edges.computeIfAbsent(b, k -> new TreeMap<>()).put(a, w);
    }
    Map<Integer, Integer> dijkstra(int from) {
        Map<Integer, Integer> dist = new TreeMap<>();
        PriorityQueue<int[]> queue = new PriorityQueue<>((x, y) -> Integer.compare(x[1], y[1]));
        queue.add(new int[] {from, 0});
        while (!queue.isEmpty()) {
            int[] next = queue.poll();
            if (dist.putIfAbsent(next[0], next[1]) != null) continue;
            for (Map.Entry<Integer, Integer> e : edges.get(next[0]).entrySet()) {
                if (!dist.containsKey(e.getKey())) queue.add(new int[] {e.getKey(), next[1] + e.getValue()});
            }
        }
        return dist;
    }
    List<Integer> bfs(int from) {
        List<Integer> order = new ArrayList<>();
        Set<Integer> seen = new HashSet<>(Set.of(from));
        Queue<Integer> queue = new ArrayDeque<>(List.of(from));
        while (!queue.isEmpty()) {
            int n = queue.remove();
            order.add(n);
            for (int m : edges.get(n).keySet()) if (seen.add(m)) queue.add(m);
        }
        return order;
    }
    public static void main(String[] args) {
        Graph g = new Graph();
        int seed = 12345;
        for (int i = 1; i < 15; i++) {
            seed = seed * 1103515245 + 12345;
            g.edge(i, Math.floorMod(seed >> 8, i), Math.floorMod(seed >> 16, 20) + 1);
            seed = seed * 1103515245 + 12345;
            g.edge(i, Math.floorMod(seed >> 4, i + 1) == i ? 0 : Math.floorMod(seed >> 4, i), 7);
        }
        System.out.println(g.dijkstra(0));
        System.out.println(g.bfs(3));
        System.out.println(g.edges.entrySet().stream().map(e -> e.getKey() + ":" + e.getValue().size()).collect(Collectors.joining(" ")));
    }
}
