import java.util.*;

public class Records {
    record Point(int x, double y) {
        Point {
            if (x < 0) throw new IllegalArgumentException("negative");
        }
        static Point origin() { return new Point(0, 0); }
        double length() { return Math.sqrt(x * x + y * y); }
    }
    record Pair<A, B>(A first, B second) {}
    record Everything(byte b, short s, char c, boolean z, long l, float f, String t, int[] a) {}
    record Empty() {}

    public static void main(String[] args) {
        Point p = new Point(3, 4);
        System.out.println(p + " " + p.length() + " " + p.equals(new Point(3, 4)) + " " + p.equals(null) + " " + p.hashCode());
        System.out.println(new Pair<>("a", 1) + " " + new Pair<>("a", null).hashCode() + " " + new Pair<>(null, 2).equals(new Pair<>(null, 2)));
        Everything e = new Everything((byte) 1, (short) 2, 'c', true, 5L, 1.5f, "t", null);
        System.out.println(e + " " + e.hashCode() + " " + e.equals(e));
        System.out.println(new Empty() + " " + new Empty().hashCode() + " " + new Empty().equals(new Empty()));
        Set<Point> set = new HashSet<>(List.of(p, Point.origin()));
        System.out.println(set.contains(new Point(0, 0)) + " " + set.contains(new Point(1, 0)));
        try {
            new Point(-1, 0);
        } catch (IllegalArgumentException ex) {
            System.out.println(ex.getMessage());
        }
        System.out.println(new Point(0, -0.0).equals(new Point(0, 0.0)) + " " + new Point(0, Double.NaN).equals(new Point(0, Double.NaN)));
    }
}
