/** The three small subjects of the thesis: abs, triangle classification, array partition. */
public class Small {
    public static int abs(int x) {
        if (x < 0) {
            return -x;
        }
        return x;
    }

    /** 1 scalene, 2 isosceles, 3 equilateral, 4 no triangle. Sides are small so that sums do not wrap. */
    //@ requires i <= 1000 && j <= 1000 && k <= 1000;
    public static int classify(int i, int j, int k) {
        if (i <= 0 || j <= 0 || k <= 0) {
            return 4;
        }
        int type = 0;
        if (i == j) {
            type = type + 1;
        }
        if (i == k) {
            type = type + 2;
        }
        if (j == k) {
            type = type + 3;
        }
        if (type == 0) {
            if (i + j <= k || j + k <= i || i + k <= j) {
                return 4;
            }
            return 1;
        }
        if (type > 3) {
            return 3;
        }
        if (type == 1 && i + j > k) {
            return 2;
        } else if (type == 2 && i + k > j) {
            return 2;
        } else if (type == 3 && j + k > i) {
            return 2;
        }
        return 4;
    }

    //@ requires a.length > 0;
    public static void partition(int[] a) {
        int n = a.length;
        int pivot = a[0];
        int lo = 1;
        int hi = n - 1;
        while (lo <= hi) {
            while (lo <= hi && a[lo] <= pivot) {
                lo++;
            }
            while (lo <= hi && a[hi] > pivot) {
                hi--;
            }
            if (lo < hi) {
                int t = a[lo];
                a[lo] = a[hi];
                a[hi] = t;
            }
        }
    }
}
