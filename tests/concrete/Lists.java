import java.util.*;

public class Lists {
    public static void main(String[] args) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            list.add(i * 7 % 13);
        }
        System.out.println(list + " " + list.size() + " " + list.indexOf(5) + " " + list.contains(12));
        Collections.sort(list);
        System.out.println(list);
        list.remove(Integer.valueOf(5));
        list.remove(0);
        list.removeIf(x -> x % 2 == 0);
        System.out.println(list);
        Collections.reverse(list);
        System.out.println(list.subList(1, 4) + " " + Collections.max(list) + " " + Collections.min(list));
        LinkedList<String> linked = new LinkedList<>(List.of("a", "b", "c"));
        linked.addFirst("z");
        linked.removeLast();
        System.out.println(linked + linked.peekFirst());
        Deque<Integer> deque = new ArrayDeque<>();
        deque.push(1);
        deque.push(2);
        deque.addLast(3);
        System.out.println(deque + " " + deque.pop() + " " + deque.pollLast());
        PriorityQueue<String> queue = new PriorityQueue<>(Comparator.comparing(String::length).thenComparing(Comparator.reverseOrder()));
        queue.addAll(List.of("ccc", "a", "bb", "b", "aaa"));
        while (!queue.isEmpty()) {
            System.out.print(queue.poll() + " ");
        }
        System.out.println();
        ListIterator<Integer> it = list.listIterator();
        while (it.hasNext()) {
            int x = it.next();
            it.set(x + 100);
        }
        System.out.println(list.equals(new ArrayList<>(list)) + " " + list.hashCode());
        try {
            for (Integer x : list) {
                list.add(x);
            }
        } catch (ConcurrentModificationException e) {
            System.out.println("modified");
        }
        try {
            List.of(1, 2).add(3);
        } catch (UnsupportedOperationException e) {
            System.out.println("immutable");
        }
        Integer[] array = list.toArray(new Integer[0]);
        System.out.println(array.length + " " + Arrays.asList(array));
        try {
            list.get(100);
        } catch (IndexOutOfBoundsException e) {
            System.out.println(e.getMessage());
        }
    }
}
