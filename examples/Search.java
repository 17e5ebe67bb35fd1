/** Binary search, with the off-by-one that everybody has written once. */
public class Search {
    //? find(int[],int) holds-to-bound
    //? findWrong(int[],int) violated bounds

    //@ requires (\forall int i; 0 < i && i < a.length; a[i - 1] <= a[i]);
    //@ ensures -1 <= \result && \result < a.length;
    //@ ensures \result >= 0 ==> a[\result] == key;
    //@ ensures \result < 0 ==> (\forall int i; 0 <= i && i < a.length; a[i] != key);
    public static int find(int[] a, int key) {
        int lo = 0;
        int hi = a.length - 1;
        while (lo <= hi) {
            int mid = lo + (hi - lo) / 2;
            if (a[mid] < key) {
                lo = mid + 1;
            } else if (a[mid] > key) {
                hi = mid - 1;
            } else {
                return mid;
            }
        }
        return -1;
    }

    //@ ensures \result >= 0 ==> a[\result] == key;
    public static int findWrong(int[] a, int key) {
        int lo = 0;
        int hi = a.length;
        while (lo <= hi) {
            int mid = lo + (hi - lo) / 2;
            if (a[mid] < key) {
                lo = mid + 1;
            } else if (a[mid] > key) {
                hi = mid - 1;
            } else {
                return mid;
            }
        }
        return -1;
    }
}
