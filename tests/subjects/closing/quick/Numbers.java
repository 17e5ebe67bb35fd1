/** Loops over numbers. `…Deep` breaks its contract only beyond every bound that is looked at. */
class Numbers {
    int total;
    int rounds;

    //@ requires n >= 0;
    //@ ensures \result == n;
    static int up(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }

    //@ requires n >= 0;
    //@ ensures \result <= 500;
    static int upDeep(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }

    //@ requires n >= 0;
    //@ ensures \result == 0;
    static int down(int n) {
        while (n > 0) {
            n--;
        }
        return n;
    }

    //@ requires 0 <= n && n <= 1000;
    //@ ensures \result == 2 * n;
    static int twice(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += 2;
        }
        return s;
    }

    //@ requires n >= 0;
    //@ ensures \result >= 0;
    static int sumWrapsDeep(int n) {
        int s = 0;
        for (int i = 0; i <= n; i++) {
            s += i;
        }
        return s;
    }

    //@ ensures \result == 0;
    static int never(int n, int m) {
        int c = 0;
        for (int i = 0; i < n; i++) {
            for (int j = 0; j < m; j++) {
                if (i > n) {
                    c++;
                }
            }
        }
        return c;
    }

    //@ requires n >= 0;
    //@ ensures \result == n;
    static int balanced(int n) {
        int x = n;
        int y = 0;
        while (x > 0) {
            x--;
            y++;
        }
        return y;
    }

    //@ requires n > 0;
    //@ ensures 0 <= \result && \result <= 31;
    static int log(int n) {
        // open: needs that n was halved so often
        int r = 0;
        while (n > 1) {
            n = n / 2;
            r++;
        }
        return r;
    }

    //@ ensures \result >= 0;
    static int absSteps(int n) {
        int steps = 0;
        while (n != 0) {
            n = n / 2;
            if (steps < 1000) {
                steps++;
            }
        }
        return steps;
    }

    //@ requires low <= high;
    //@ ensures low <= \result && \result <= high;
    static int between(int low, int high, int wanted) {
        int x = low;
        while (x < high && x < wanted) {
            x++;
        }
        return x;
    }

    //@ requires low <= high;
    //@ ensures \result <= low + 100;
    static int betweenDeep(int low, int high) {
        int x = low;
        while (x < high) {
            x++;
        }
        return x;
    }

    //@ requires 0 <= n && n <= 10000;
    //@ ensures \result == 3 * n;
    static long thrice(int n) {
        long s = 0;
        int i = 0;
        while (i < n) {
            s += 3;
            i++;
        }
        return s;
    }

    //@ ensures \result == (n > 0);
    static boolean any(int n) {
        boolean seen = false;
        for (int i = 0; i < n; i++) {
            seen = true;
        }
        return seen;
    }

    //@ ensures !\result;
    static boolean anyDeep(int n) {
        boolean seen = false;
        for (int i = 0; i < n; i++) {
            if (i == 300) {
                seen = true;
            }
        }
        return seen;
    }

    //@ requires 0 <= n;
    //@ requires rounds == 0;
    //@ assignable rounds;
    //@ ensures rounds == n;
    void round(int n) {
        for (int i = 0; i < n; i++) {
            rounds++;
        }
    }

    //@ requires 0 <= n;
    //@ requires rounds == 0;
    //@ assignable rounds;
    //@ ensures rounds < 200;
    void roundDeep(int n) {
        for (int i = 0; i < n; i++) {
            rounds++;
        }
    }

    //@ requires total == 7;
    //@ ensures total == 7;
    void untouched(int n) {
        int c = 0;
        for (int i = 0; i < n; i++) {
            c += i;
        }
        rounds = c;
    }

    //@ ensures \result % 2 == 0;
    static int even(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += 2;
        }
        return s;
    }

    //@ ensures \result != 200;
    static int evenDeep(int n) {
        int s = 0;
        for (int i = 0; i < n; i++) {
            s += 2;
        }
        return s;
    }

    //@ requires n >= 0;
    //@ ensures \result == n;
    static int skipping(int n) {
        int i = 0;
        int c = 0;
        while (true) {
            if (i >= n) {
                break;
            }
            i++;
            if (i < 0) {
                continue;
            }
            c++;
        }
        return c;
    }
}
