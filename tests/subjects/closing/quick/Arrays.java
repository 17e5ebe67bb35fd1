/** Loops over arrays. `…Deep` breaks its contract only beyond every bound that is looked at. */
class Arrays {
    //@ requires a.length > 0;
    //@ ensures (\forall int j; 0 <= j && j < a.length; \result >= a[j]);
    static int max(int[] a) {
        int m = a[0];
        for (int i = 1; i < a.length; i++) {
            if (a[i] > m) {
                m = a[i];
            }
        }
        return m;
    }

    //@ requires a.length > 0;
    //@ ensures (\forall int j; 0 <= j && j < a.length; \result >= a[j]);
    static int maxDeep(int[] a) {
        int m = a[0];
        for (int i = 1; i < a.length; i++) {
            if (a[i] > m && i != 70) {
                m = a[i];
            }
        }
        return m;
    }

    //@ requires a.length > 0;
    //@ ensures (\forall int j; 0 <= j && j < a.length; \result <= a[j]);
    static int minEach(int[] a) {
        int m = a[0];
        for (int x : a) {
            if (x < m) {
                m = x;
            }
        }
        return m;
    }

    //@ requires a.length > 0;
    //@ ensures (\exists int j; 0 <= j && j < a.length; \result == a[j]);
    static int someMax(int[] a) {
        int m = a[0];
        for (int i = 0; i < a.length; i++) {
            if (a[i] > m) {
                m = a[i];
            }
        }
        return m;
    }

    //@ ensures \result == -1 ==> (\forall int j; 0 <= j && j < a.length; a[j] != x);
    //@ ensures \result != -1 ==> 0 <= \result && \result < a.length && a[\result] == x;
    static int find(int[] a, int x) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) {
                return i;
            }
        }
        return -1;
    }

    //@ ensures \result == -1 ==> (\forall int j; 0 <= j && j < a.length; a[j] != x);
    static int findDeep(int[] a, int x) {
        for (int i = 0; i < a.length && i < 90; i++) {
            if (a[i] == x) {
                return i;
            }
        }
        return -1;
    }

    //@ ensures \result == -1 || a[\result] == x;
    static int findLast(int[] a, int x) {
        for (int i = a.length - 1; i >= 0; i--) {
            if (a[i] == x) {
                return i;
            }
        }
        return -1;
    }

    //@ ensures \result == (\exists int j; 0 <= j && j < a.length; a[j] == x);
    static boolean contains(int[] a, int x) {
        for (int y : a) {
            if (y == x) {
                return true;
            }
        }
        return false;
    }

    //@ ensures \result == (\exists int j; 0 <= j && j < a.length; a[j] == x);
    static boolean containsDeep(int[] a, int x) {
        int seen = 0;
        for (int y : a) {
            if (y == x) {
                return true;
            }
            if (++seen == 64) {
                return false;
            }
        }
        return false;
    }

    //@ ensures \result == (\forall int j; 0 <= j && j < a.length; a[j] > 0);
    static boolean allPositive(int[] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] <= 0) {
                return false;
            }
        }
        return true;
    }

    //@ ensures (\forall int j; 0 <= j && j < a.length; a[j] == v);
    static void fill(int[] a, int v) {
        for (int i = 0; i < a.length; i++) {
            a[i] = v;
        }
    }

    //@ ensures (\forall int j; 0 <= j && j < a.length; a[j] == v);
    static void fillDeep(int[] a, int v) {
        for (int i = 0; i < a.length; i++) {
            if (i != 60) {
                a[i] = v;
            }
        }
    }

    //@ ensures (\forall int j; 0 <= j && j < a.length; a[j] == 0);
    static void clearDown(int[] a) {
        for (int i = a.length - 1; i >= 0; i--) {
            a[i] = 0;
        }
    }

    //@ ensures (\forall int j; 0 <= j && j < a.length; a[j] == j);
    static void number(int[] a) {
        int i = 0;
        while (i < a.length) {
            a[i] = i;
            i++;
        }
    }

    //@ requires a.length == b.length && a != b;
    //@ ensures (\forall int j; 0 <= j && j < a.length; a[j] == b[j]);
    static void copy(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            a[i] = b[i];
        }
    }

    //@ requires a.length == b.length;
    //@ ensures (\forall int j; 0 <= j && j < a.length; a[j] == b[j]);
    static void copyDeep(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            if (i < 50) {
                a[i] = b[i];
            }
        }
    }

    //@ ensures 0 <= \result && \result <= a.length;
    static int count(int[] a, int x) {
        int c = 0;
        for (int y : a) {
            if (y == x) {
                c++;
            }
        }
        return c;
    }

    //@ ensures \result < 50;
    static int countDeep(int[] a) {
        int c = 0;
        for (int i = 0; i < a.length; i++) {
            c++;
        }
        return c;
    }

    //@ requires (\forall int i; 0 <= i && i < a.length - 1; a[i] <= a[i + 1]);
    //@ ensures \result == -1 || a[\result] == x;
    static int binarySearch(int[] a, int x) {
        int lo = 0;
        int hi = a.length - 1;
        while (lo <= hi) {
            int mid = (lo + hi) >>> 1;
            if (a[mid] < x) {
                lo = mid + 1;
            } else if (a[mid] > x) {
                hi = mid - 1;
            } else {
                return mid;
            }
        }
        return -1;
    }

    //@ ensures \result == -1 || a[\result] == x;
    static int binarySearchDeep(int[] a, int x) {
        int lo = 0;
        int hi = a.length - 1;
        while (lo <= hi) {
            // Overflows for arrays of more than a billion elements.
            int mid = (lo + hi) / 2;
            if (a[mid] < x) {
                lo = mid + 1;
            } else if (a[mid] > x) {
                hi = mid - 1;
            } else {
                return mid;
            }
        }
        return -1;
    }

    //@ ensures \result ==> (\forall int j; 0 <= j && j < a.length - 1; a[j] <= a[j + 1]);
    static boolean sorted(int[] a) {
        for (int i = 0; i < a.length - 1; i++) {
            if (a[i] > a[i + 1]) {
                return false;
            }
        }
        return true;
    }

    //@ ensures \result ==> (\forall int j; 0 <= j && j < a.length - 1; a[j] <= a[j + 1]);
    static boolean sortedDeep(int[] a) {
        for (int i = 0; i < a.length - 1; i++) {
            if (a[i] > a[i + 1] && i < 55) {
                return false;
            }
        }
        return true;
    }

    //@ requires a.length == b.length;
    //@ ensures \result == (\forall int j; 0 <= j && j < a.length; a[j] == b[j]);
    static boolean same(int[] a, int[] b) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] != b[i]) {
                return false;
            }
        }
        return true;
    }

    //@ ensures (\forall int j; 0 <= j && j < a.length; \old(a[j]) < 0 ==> a[j] == 0);
    static void dropNegative(int[] a) {
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 0) {
                a[i] = 0;
            }
        }
    }

    //@ ensures (\forall int j; 0 <= j && j < a.length; a[j] == \old(a[a.length - 1 - j]));
    static void reverse(int[] a) {
        // open: the fact speaks of both ends at once
        int i = 0;
        int j = a.length - 1;
        while (i < j) {
            int t = a[i];
            a[i] = a[j];
            a[j] = t;
            i++;
            j--;
        }
    }

    //@ requires n >= 0;
    //@ ensures \result.length == n && (\forall int j; 0 <= j && j < n; \result[j] == v);
    static int[] filled(int n, int v) {
        int[] a = new int[n];
        for (int i = 0; i < n; i++) {
            a[i] = v;
        }
        return a;
    }

    //@ ensures \result >= 0;
    static int pairs(int[] a) {
        int c = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = i + 1; j < a.length; j++) {
                if (a[i] == a[j] && c < 100) {
                    c++;
                }
            }
        }
        return c;
    }

    //@ ensures \result <= 800;
    static int pairsDeep(int[] a) {
        int c = 0;
        for (int i = 0; i < a.length; i++) {
            for (int j = i + 1; j < a.length; j++) {
                c++;
            }
        }
        return c;
    }
}
