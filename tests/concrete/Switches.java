public class Switches {
    static int dense(int x) {
        switch (x) {
            case 1: return 10;
            case 2: return 20;
            case 3:
            case 4: return 34;
            default: return -1;
        }
    }
    static String sparse(int x) {
        return switch (x) {
            case -1000 -> "a";
            case 0, 77 -> "b";
            case 1_000_000 -> "c";
            default -> "d" + x;
        };
    }
    static int text(String s) {
        switch (s) {
            case "Aa": return 1;
            case "BB": return 2;
            case "other": return 3;
            default: return 0;
        }
    }
    static int fall(char c) {
        int n = 0;
        switch (c) {
            case 'a': n++;
            case 'b': n += 10;
            case 'c': n += 100; break;
            default: n = -1;
        }
        return n;
    }
    public static void main(String[] args) {
        for (int i = -1; i < 6; i++) System.out.print(dense(i) + " ");
        System.out.println(sparse(-1000) + sparse(77) + sparse(1_000_000) + sparse(5));
        System.out.println(text("Aa") + text("BB") * 10 + text("other") * 100 + text("C"));
        System.out.println(fall('a') + " " + fall('b') + " " + fall('c') + " " + fall('d'));
        Object o = 5;
        if (o instanceof Integer i && i > 3) System.out.println("pattern " + i);
        String t = """
            text block
              indented "quotes" \
            joined
            """;
        System.out.print(t);
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; j < 5; j++) {
                if (j == 3) continue outer;
                if (i == 2) break outer;
                System.out.print(i * 10 + j + " ");
            }
        }
        System.out.println();
    }
}
