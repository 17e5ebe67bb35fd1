/** Walks along lists and trees, strings, and recursion. `…Deep` breaks its contract only beyond every bound. */
class Walks {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    static class Tree {
        int value;
        /*@ nullable @*/ Tree left;
        /*@ nullable @*/ Tree right;
    }

    //@ ensures \result >= 0;
    static int cappedLength(/*@ nullable @*/ Node n) {
        int c = 0;
        while (n != null) {
            n = n.next;
            if (c < 1000) {
                c++;
            }
        }
        return c;
    }

    //@ ensures \result <= 300;
    static int lengthDeep(/*@ nullable @*/ Node n) {
        int c = 0;
        while (n != null) {
            n = n.next;
            c++;
        }
        return c;
    }

    //@ ensures \result != null ==> \result.value == x;
    static /*@ nullable @*/ Node find(/*@ nullable @*/ Node n, int x) {
        while (n != null) {
            if (n.value == x) {
                return n;
            }
            n = n.next;
        }
        return null;
    }

    //@ ensures \result.next == null;
    static Node last(Node n) {
        while (n.next != null) {
            n = n.next;
        }
        return n;
    }

    //@ ensures \result.next == null;
    static Node lastDeep(Node n) {
        int c = 0;
        while (n.next != null && c < 80) {
            n = n.next;
            c++;
        }
        return n;
    }

    //@ ensures \result.left == null;
    static Tree leftmost(Tree t) {
        while (t.left != null) {
            t = t.left;
        }
        return t;
    }

    //@ ensures \result != null ==> \result.value == x;
    static /*@ nullable @*/ Tree lookup(/*@ nullable @*/ Tree t, int x) {
        while (t != null) {
            if (x < t.value) {
                t = t.left;
            } else if (x > t.value) {
                t = t.right;
            } else {
                return t;
            }
        }
        return null;
    }

    //@ requires 0 <= n;
    //@ ensures \result == n;
    static int count(int n) {
        return n == 0 ? 0 : 1 + count(n - 1);
    }

    //@ requires 0 <= n;
    //@ ensures \result <= 400;
    static int countDeep(int n) {
        return n == 0 ? 0 : 1 + countDeep(n - 1);
    }

    //@ requires 0 <= n;
    //@ ensures \result == (n % 2 == 0);
    static boolean even(int n) {
        return n == 0 || odd(n - 1);
    }

    //@ requires 0 <= n;
    //@ ensures \result == (n % 2 == 1);
    static boolean odd(int n) {
        return n != 0 && even(n - 1);
    }

    //@ ensures 0 <= \result && \result <= s.length();
    static int spaces(String s) {
        int c = 0;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == ' ') {
                c++;
            }
        }
        return c;
    }

    //@ ensures \result < 60;
    static int spacesDeep(String s) {
        int c = 0;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == ' ') {
                c++;
            }
        }
        return c;
    }
}
