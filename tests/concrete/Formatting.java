import java.util.*;

public class Formatting {
    public static void main(String[] args) {
        System.out.println(String.format("%d %5d|%-5d|%05d %x %X %o", 42, 42, 42, 42, 255, 255, 8));
        System.out.println(String.format("%s %10s|%-10s|%S %c %b %%", "abc", "abc", "abc", "abc", 'z', true));
        System.out.println(String.format("%.2f %8.3f %e %g", 3.14159, 2.71828, 12345.678, 0.0001234));
        System.out.println(String.format("%,d %+d %(d", 1234567, 5, -5));
        System.out.printf("%s %s%n", List.of(1, 2), null);
        System.out.println(String.format("%2$s %1$s", "a", "b"));
        System.out.println("%d items".formatted(3));
        try {
            String.format("%d", "x");
        } catch (IllegalFormatException e) {
            System.out.println(e.getMessage());
        }
        StringJoiner j = new StringJoiner(", ", "{", "}");
        j.add("a").add("b");
        System.out.println(j);
        System.out.println(Arrays.toString(new int[] {1, 2}) + Arrays.deepToString(new int[][] {{1}, {2, 3}}));
    }
}
