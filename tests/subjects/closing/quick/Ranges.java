/** Two ends, parts and copies of arrays. `…Deep` breaks its contract only beyond every bound that is looked at. */
class Ranges {
    //@ ensures \result.length == a.length;
    //@ ensures (\forall int j; 0 <= j && j < a.length; \result[j] == a[a.length - 1 - j]);
    static int[] reversed(int[] a) {
        // open: the index counted from the other end is not matched with the quantifier
        int[] b = new int[a.length];
        for (int i = 0; i < a.length; i++) {
            b[i] = a[a.length - 1 - i];
        }
        return b;
    }

    //@ ensures (\forall int j; 0 <= j && j < a.length; \result[j] == a[a.length - 1 - j]);
    static int[] reversedDeep(int[] a) {
        int[] b = new int[a.length];
        for (int i = 0; i < a.length && i < 77; i++) {
            b[i] = a[a.length - 1 - i];
        }
        return b;
    }

    //@ ensures \result ==> (\forall int j; 0 <= j && j < a.length; a[j] == a[a.length - 1 - j]);
    static boolean palindrome(int[] a) {
        // open: the index counted from the other end is not matched with the quantifier
        for (int i = 0; i < a.length; i++) {
            if (a[i] != a[a.length - 1 - i]) {
                return false;
            }
        }
        return true;
    }

    //@ ensures \result ==> (\forall int j; 0 <= j && j < a.length; a[j] == a[a.length - 1 - j]);
    static boolean palindromeDeep(int[] a) {
        for (int i = 0; i < a.length && i < 40; i++) {
            if (a[i] != a[a.length - 1 - i]) {
                return false;
            }
        }
        return true;
    }

    //@ ensures 0 <= \result && \result <= a.length;
    static int partition(int[] a, int pivot) {
        int kept = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < pivot) {
                int t = a[i];
                a[i] = a[kept];
                a[kept] = t;
                kept++;
            }
        }
        return kept;
    }

    //@ ensures \result < 60;
    static int partitionDeep(int[] a, int pivot) {
        int kept = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < pivot) {
                a[kept] = a[i];
                kept++;
            }
        }
        return kept;
    }

    //@ ensures \result ==> (\exists int j; 0 <= j && j < a.length; a[j] == wanted);
    static boolean fromBothEnds(int[] a, int wanted) {
        int i = 0;
        int k = a.length - 1;
        while (i <= k) {
            if (a[i] == wanted || a[k] == wanted) {
                return true;
            }
            i++;
            k--;
        }
        return false;
    }

    //@ requires from <= to;
    //@ ensures \result >= from && \result <= to;
    static int meet(int from, int to) {
        int lo = from;
        int hi = to;
        while (lo < hi) {
            lo++;
            if (lo < hi) {
                hi--;
            }
        }
        return lo;
    }

    //@ requires 0 <= from && from <= to && to <= a.length;
    //@ ensures (\forall int j; from <= j && j < to; a[j] == v);
    static void fillRange(int[] a, int from, int to, int v) {
        for (int i = from; i < to; i++) {
            a[i] = v;
        }
    }

    //@ requires 0 <= from && from <= to && to <= a.length;
    //@ ensures (\forall int j; from <= j && j < to; a[j] == v);
    static void fillRangeDeep(int[] a, int from, int to, int v) {
        for (int i = from; i < to - 1 || i < to && i < from + 50; i++) {
            a[i] = v;
        }
    }

    //@ requires 0 < n && n <= a.length;
    //@ ensures (\forall int j; 0 <= j && j < n; \result <= a[j]);
    static int minOfFirst(int[] a, int n) {
        int m = a[0];
        for (int i = 1; i < n; i++) {
            if (a[i] < m) {
                m = a[i];
            }
        }
        return m;
    }

    //@ ensures \result == -1 || 0 <= \result && \result < a.length && a[\result] > 0;
    static int firstPositive(int[] a) {
        int found = -1;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 0) {
                found = i;
                break;
            }
        }
        return found;
    }

    //@ ensures \result == -1 || a[\result] > 0;
    static int firstPositiveDeep(int[] a) {
        int found = -1;
        for (int i = 0; i < a.length; i++) {
            if (a[i] > 0 || i == 88) {
                found = i;
                break;
            }
        }
        return found;
    }

    //@ ensures \result <= a.length;
    static int skipNegative(int[] a) {
        int c = 0;
        for (int i = 0; i < a.length; i++) {
            if (a[i] < 0) {
                continue;
            }
            c++;
        }
        return c;
    }

    //@ requires a.length == b.length && a.length == c.length && c != a && c != b;
    //@ ensures (\forall int j; 0 <= j && j < a.length; c[j] == (a[j] ^ b[j]));
    static void either(int[] a, int[] b, int[] c) {
        for (int i = 0; i < a.length; i++) {
            c[i] = a[i] ^ b[i];
        }
    }

    //@ requires a.length == b.length && a.length == c.length && c != a && c != b;
    //@ ensures (\forall int j; 0 <= j && j < a.length; c[j] == (a[j] ^ b[j]));
    static void eitherDeep(int[] a, int[] b, int[] c) {
        for (int i = 0; i < a.length; i++) {
            c[i] = i == 99 ? 0 : a[i] ^ b[i];
        }
    }

    //@ ensures \result >= 0;
    static int grid(int rows, int columns) {
        int cells = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                if (cells < 1_000_000) {
                    cells++;
                }
            }
        }
        return cells;
    }

    //@ ensures \result != 4000;
    static int gridDeep(int rows, int columns) {
        int cells = 0;
        for (int i = 0; i < rows; i++) {
            for (int j = 0; j < columns; j++) {
                cells++;
            }
        }
        return cells;
    }

    //@ ensures 0 <= \result && \result <= s.length();
    static int leadingBlanks(String s) {
        int i = 0;
        while (i < s.length() && s.charAt(i) == ' ') {
            i++;
        }
        return i;
    }

    //@ ensures \result <= 45;
    static int leadingBlanksDeep(String s) {
        int i = 0;
        while (i < s.length() && s.charAt(i) == ' ') {
            i++;
        }
        return i;
    }

    //@ ensures \result ==> (\forall int j; 0 <= j && j < s.length(); s.charAt(j) >= '0' && s.charAt(j) <= '9');
    static boolean digits(String s) {
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) < '0' || s.charAt(i) > '9') {
                return false;
            }
        }
        return true;
    }

    //@ requires n >= 1;
    //@ ensures \result == n;
    static int doCounts(int n) {
        // open: do loops are not cut at invariants
        int i = 0;
        do {
            i++;
        } while (i < n);
        return i;
    }

    //@ requires n >= 1;
    //@ ensures \result < 333;
    static int doCountsDeep(int n) {
        int i = 0;
        do {
            i++;
        } while (i < n);
        return i;
    }

    //@ requires a.length > 0;
    //@ ensures (\forall int j; 0 <= j && j < a.length; a[j] == 1);
    static void doFill(int[] a) {
        // open: do loops are not cut at invariants
        int i = 0;
        do {
            a[i] = 1;
            i++;
        } while (i < a.length);
    }

    //@ ensures \result >= 0 && \result <= 9;
    static int lastDigit(int n) {
        int m = n < 0 ? 0 : n;
        do {
            m = m % 10;
        } while (m > 9);
        return m;
    }
}
