/** Lists and trees that are built and changed, and recursion along them. `…Deep` breaks its contract only beyond every bound.
 * A walk along a ring never ends; rings are no findings. */
class Chains {
    static class Node {
        int value;
        /*@ nullable @*/ Node next;
    }

    static class Tree {
        int value;
        /*@ nullable @*/ Tree left;
        /*@ nullable @*/ Tree right;
    }

    //@ ensures \result ==> n != null;
    static boolean contains(/*@ nullable @*/ Node n, int x) {
        // open: that nobody is there to be walked to is not guessed of two references
        for (Node at = n; at != null; at = at.next) {
            if (at.value == x) {
                return true;
            }
        }
        return false;
    }

    //@ ensures \result != 100;
    static int positionDeep(/*@ nullable @*/ Node n, int x) {
        int i = 0;
        for (Node at = n; at != null; at = at.next) {
            if (at.value == x) {
                return i;
            }
            i++;
        }
        return -1;
    }

    //@ requires n > 0;
    //@ ensures \result.value == 1;
    static Node build(int n) {
        Node head = new Node();
        head.value = 1;
        for (int i = 0; i < n; i++) {
            Node next = new Node();
            next.value = 1;
            next.next = head;
            head = next;
        }
        return head;
    }

    //@ requires n > 0;
    //@ ensures \result.value != 500;
    static Node buildDeep(int n) {
        Node head = new Node();
        for (int i = 0; i < n; i++) {
            Node next = new Node();
            next.value = i;
            next.next = head;
            head = next;
        }
        return head;
    }

    //@ ensures n != null ==> \result != null;
    static /*@ nullable @*/ Node reverse(/*@ nullable @*/ Node n) {
        // open: an implication between both references is not guessed
        Node done = null;
        Node rest = n;
        while (rest != null) {
            Node next = rest.next;
            rest.next = done;
            done = rest;
            rest = next;
        }
        return done;
    }

    //@ ensures \result.next == null && \result.value == x;
    static Node append(Node n, int x) {
        Node at = n;
        while (at.next != null) {
            at = at.next;
        }
        Node last = new Node();
        last.value = x;
        at.next = last;
        return last;
    }

    //@ ensures \result >= m;
    static int maximum(/*@ nullable @*/ Node n, int m) {
        int most = m;
        while (n != null) {
            if (n.value > most) {
                most = n.value;
            }
            n = n.next;
        }
        return most;
    }

    //@ ensures \result ==> t != null;
    static boolean treeContains(/*@ nullable @*/ Tree t, int x) {
        // open: nothing is guessed of the value a parameter had
        while (t != null && t.value != x) {
            t = x < t.value ? t.left : t.right;
        }
        return t != null;
    }

    //@ ensures \result >= t.value;
    static int rightmost(Tree t) {
        // open: nothing is guessed of the value a parameter had
        int most = t.value;
        while (t.right != null) {
            t = t.right;
            if (t.value > most) {
                most = t.value;
            }
        }
        return most;
    }

    //@ ensures \result < 70;
    static int rightDepthDeep(Tree t) {
        int depth = 0;
        while (t.right != null) {
            t = t.right;
            depth++;
        }
        return depth;
    }

    //@ ensures \result.value == x;
    static Tree insert(/*@ nullable @*/ Tree t, int x) {
        Tree made = new Tree();
        made.value = x;
        if (t == null) {
            return made;
        }
        Tree at = t;
        while (true) {
            if (x < at.value) {
                if (at.left == null) {
                    at.left = made;
                    return made;
                }
                at = at.left;
            } else {
                if (at.right == null) {
                    at.right = made;
                    return made;
                }
                at = at.right;
            }
        }
    }

    //@ requires n >= 0;
    //@ ensures \result == (n % 3 == 0);
    static boolean third(int n) {
        return n == 0 || n >= 3 && third(n - 3);
    }

    //@ requires n >= 0;
    //@ ensures \result <= 250;
    static int depthDeep(int n) {
        return n <= 0 ? 0 : 1 + depthDeep(n - 1);
    }

    //@ requires 0 <= i && i <= a.length;
    //@ ensures \result ==> (\exists int j; i <= j && j < a.length; a[j] == x);
    static boolean among(int[] a, int i, int x) {
        return i < a.length && (a[i] == x || among(a, i + 1, x));
    }

    //@ requires low <= high;
    //@ ensures low <= \result && \result <= high;
    static int climb(int low, int high) {
        return low == high ? low : climb(low + 1, high);
    }
}
