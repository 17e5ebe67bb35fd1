/** Three elementary sorts over ints. */
public class Sort {
    /*@ pure helper */ static boolean sorted(int[] a) {
        for (int i = 1; i < a.length; i++) {
            if (a[i - 1] > a[i]) {
                return false;
            }
        }
        return true;
    }

    //@ requires a.length > 0;
    //@ ensures sorted(a);
    public static void insertionSort(int[] a) {
        for (int p = 1; p < a.length; p++) {
            int t = a[p];
            int j = p;
            while (j > 0 && t < a[j - 1]) {
                a[j] = a[j - 1];
                j--;
            }
            a[j] = t;
        }
    }

    //@ requires a.length > 0;
    //@ ensures sorted(a);
    public static void selectionSort(int[] a) {
        for (int i = 0; i < a.length - 1; i++) {
            int least = i;
            for (int j = i + 1; j < a.length; j++) {
                if (a[j] < a[least]) {
                    least = j;
                }
            }
            int t = a[i];
            a[i] = a[least];
            a[least] = t;
        }
    }

    //@ requires a.length > 0;
    //@ ensures sorted(a);
    public static void shellsort(int[] a) {
        for (int gap = a.length / 2; gap > 0; gap /= 2) {
            for (int i = gap; i < a.length; i++) {
                int t = a[i];
                int j = i;
                while (j >= gap && t < a[j - gap]) {
                    a[j] = a[j - gap];
                    j -= gap;
                }
                a[j] = t;
            }
        }
    }
}
