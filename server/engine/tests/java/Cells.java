/** Arrays. */
class Cells {
    static int get(int[] a, int i) { return a[i]; }

    static int twice(int[] a, int i, int j) { a[i] = 1; a[j] = 2; return a[i]; }

    static int local(int i) { int[] a = {1, 2, 3}; return a[i]; }

    static int[] make(int n) { return new int[n]; }

    static int sumFirst(int[] a, int n) {
        int s = 0;
        for (int i = 0; i < n; i++) s += a[i];
        return s;
    }

    static void store(Object[] a, Object o) { a[0] = o; }

    static int[][] grid() { int[][] g = new int[2][3]; g[1][2] = 7; return g; }

    static int gridValue() { return grid()[1][2]; }

    static void sort(int[] a) {
        for (int i = 1; i < a.length; i++) {
            int x = a[i];
            int j = i - 1;
            while (j >= 0 && a[j] > x) {
                a[j + 1] = a[j];
                j--;
            }
            a[j + 1] = x;
        }
    }

    static char narrow(char[] c, int v) { c[0] = (char) v; return c[0]; }
}
