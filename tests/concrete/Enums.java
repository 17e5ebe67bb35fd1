import java.util.*;

public class Enums {
    enum Color { RED, GREEN, BLUE }
    enum Op {
        PLUS("+") { int apply(int a, int b) { return a + b; } },
        TIMES("*") { int apply(int a, int b) { return a * b; } };
        final String symbol;
        Op(String symbol) { this.symbol = symbol; }
        abstract int apply(int a, int b);
    }

    static String name(Color c) {
        switch (c) {
            case RED: return "rot";
            case GREEN: return "gruen";
            default: return "andere";
        }
    }

    public static void main(String[] args) {
        for (Color c : Color.values()) {
            System.out.println(c + " " + c.ordinal() + " " + name(c) + " " + c.compareTo(Color.GREEN));
        }
        System.out.println(Color.valueOf("BLUE") + " " + Color.valueOf("RED").name());
        try {
            Color.valueOf("PINK");
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
        for (Op op : Op.values()) {
            System.out.println(op + op.symbol + op.apply(3, 4) + op.getDeclaringClass().getSimpleName());
        }
        EnumMap<Color, Integer> map = new EnumMap<>(Color.class);
        map.put(Color.BLUE, 1);
        map.put(Color.RED, 2);
        System.out.println(map + " " + EnumSet.complementOf(EnumSet.of(Color.RED)) + EnumSet.allOf(Color.class).size());
        int n = switch (Color.GREEN) {
            case RED -> 1;
            case GREEN -> { int t = 5; yield t * 2; }
            case BLUE -> 3;
        };
        System.out.println(n);
    }
}
