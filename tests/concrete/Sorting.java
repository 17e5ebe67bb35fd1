import java.util.*;

public class Sorting {
    public static void main(String[] args) {
        Random random = new Random(42);
        int[] a = new int[200];
        for (int i = 0; i < a.length; i++) a[i] = random.nextInt(1000) - 500;
        int[] b = a.clone();
        Arrays.sort(b);
        System.out.println(Arrays.toString(b));
        System.out.println(Arrays.binarySearch(b, b[17]) >= 0);
        Integer[] boxed = Arrays.stream(a).boxed().toArray(Integer[]::new);
        Arrays.sort(boxed, Comparator.comparing((Integer x) -> x % 10).thenComparing(Comparator.reverseOrder()));
        System.out.println(Arrays.asList(boxed).subList(0, 20));
        String[] words = {"pear", "fig", "apple", "kiwi", "date", "plum", "lime"};
        Arrays.sort(words, (x, y) -> x.length() != y.length() ? Integer.compare(x.length(), y.length()) : x.compareTo(y));
        System.out.println(String.join(" ", words));
        List<Integer> list = new ArrayList<>(List.of(boxed));
        Collections.shuffle(list, new Random(1));
        System.out.println(list.subList(0, 10));
        double[] d = {3.5, -0.0, 0.0, Double.NaN, -1};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d));
        long[] l = {5, 1, 4};
        Arrays.sort(l);
        System.out.println(l[0] + l[1] * 10 + l[2] * 100);
        System.out.println(random.nextDouble() + " " + random.nextLong() + " " + random.nextBoolean());
        int[] filled = new int[5];
        Arrays.fill(filled, 9);
        System.out.println(Arrays.equals(filled, new int[] {9, 9, 9, 9, 9}) + " " + Arrays.hashCode(filled) + " " + Arrays.stream(filled).sum());
        System.out.println(Arrays.toString(Arrays.copyOfRange(filled, 3, 8)) + Arrays.toString(Arrays.copyOf(words, 2)));
    }
}
