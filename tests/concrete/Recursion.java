import java.util.*;

public class Recursion {
    static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
    static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
    static void hanoi(int n, char from, char to, char via, StringBuilder out) {
        if (n == 0) return;
        hanoi(n - 1, from, via, to, out);
        out.append(from).append(to).append(' ');
        hanoi(n - 1, via, to, from, out);
    }
    static void permute(String prefix, String rest, List<String> out) {
        if (rest.isEmpty()) out.add(prefix);
        for (int i = 0; i < rest.length(); i++) permute(prefix + rest.charAt(i), rest.substring(0, i) + rest.substring(i + 1), out);
    }
    static int queens(int n, int row, int cols, int d1, int d2) {
        if (row == n) return 1;
        int count = 0;
        for (int c = 0; c < n; c++) {
            int a = 1 << c, b = 1 << (row + c), d = 1 << (row - c + n);
            if ((cols & a) == 0 && (d1 & b) == 0 && (d2 & d) == 0) count += queens(n, row + 1, cols | a, d1 | b, d2 | d);
        }
        return count;
    }
    public static void main(String[] args) {
        System.out.println(fib(15) + " " + ackermann(2, 3));
        StringBuilder b = new StringBuilder();
        hanoi(4, 'A', 'C', 'B', b);
        System.out.println(b);
        List<String> all = new ArrayList<>();
        permute("", "abcd", all);
        System.out.println(all);
        System.out.println(queens(6, 0, 0, 0, 0));
        Map<Integer, Long> memo = new HashMap<>();
        System.out.println(memoFib(80, memo));
    }
    static long memoFib(int n, Map<Integer, Long> memo) {
        if (n < 2) return n;
        Long known = memo.get(n);
        if (known != null) return known;
        long v = memoFib(n - 1, memo) + memoFib(n - 2, memo);
        memo.put(n, v);
        return v;
    }
}
