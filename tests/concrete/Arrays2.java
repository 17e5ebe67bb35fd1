import java.util.*;

public class Arrays2 {
    public static void main(String[] args) {
        int[][] grid = new int[4][5];
        for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) grid[i][j] = i * j;
        System.out.println(Arrays.deepToString(grid) + grid[3].length);
        int[][] ragged = {{1}, {2, 3}, {}};
        System.out.println(ragged[1][1] + ragged[2].length);
        long[][][] cube = new long[2][3][];
        System.out.println(cube[1][2] == null);
        int[] a = {1, 2, 3, 4, 5, 6};
        System.arraycopy(a, 0, a, 2, 4);
        System.out.println(Arrays.toString(a));
        int[] copy = a.clone();
        copy[0] = 99;
        System.out.println(a[0] + " " + Arrays.equals(a, copy) + " " + Arrays.mismatch(a, copy));
        char[] cs = "hello".toCharArray();
        cs[0]++;
        System.out.println(new String(cs) + cs.length);
        boolean[] flags = new boolean[3];
        flags[1] = !flags[0];
        System.out.println(Arrays.toString(flags));
        byte[] bytes = {(byte) 0x80, 0x7f};
        System.out.println(bytes[0] + bytes[1] + " " + (bytes[0] & 0xff));
        try {
            System.arraycopy(a, 0, a, 5, 3);
        } catch (ArrayIndexOutOfBoundsException e) {
            System.out.println("copy out of bounds");
        }
        try {
            Object[] objects = {"a", 1};
            String[] strings = new String[2];
            System.arraycopy(objects, 0, strings, 0, 2);
        } catch (ArrayStoreException e) {
            System.out.println("copy store");
        }
        Object o = a;
        System.out.println((o instanceof int[]) + " " + o.getClass().getSimpleName() + " " + (o instanceof Cloneable));
        float[] f = {1.5f, 2};
        double[] d = {1, 2.25};
        short[] s = {1, -1};
        System.out.println(f[0] + d[1] + s[1]);
        int[] sieve = new int[100];
        int count = 0;
        for (int i = 2; i < 100; i++) {
            if (sieve[i] == 0) {
                count++;
                for (int j = i * i; j < 100; j += i) sieve[j] = 1;
            }
        }
        System.out.println(count);
        Integer[] boxed = new Integer[2];
        Arrays.fill(boxed, 3);
        System.out.println(Arrays.asList(boxed));
        Arrays.setAll(a, i -> i * i);
        System.out.println(Arrays.stream(a, 1, 4).sum());
    }
}
