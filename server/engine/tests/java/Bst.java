import proviso.runtime.Jml;

/** A binary search tree of ints with its invariant, and drivers as lowering makes them. */
class Bst {
    static class Node {
        int element;
        Node left, right;

        Node(int element) { this.element = element; }
    }

    Node root;

    boolean wellFormed() { return ordered(root, Long.MIN_VALUE, Long.MAX_VALUE); }

    private static boolean ordered(Node t, long low, long high) {
        if (t == null) return true;
        if (t.element <= low || t.element >= high) return false;
        return ordered(t.left, low, t.element) && ordered(t.right, t.element, high);
    }

    void insert(int x) { root = insert(x, root); }

    private Node insert(int x, Node t) {
        if (t == null) return new Node(x);
        if (x < t.element) t.left = insert(x, t.left);
        else if (x > t.element) t.right = insert(x, t.right);
        return t;
    }

    boolean find(int x) {
        Node t = root;
        while (t != null) {
            if (x < t.element) t = t.left;
            else if (x > t.element) t = t.right;
            else return true;
        }
        return false;
    }

    Node findMin() {
        Node t = root;
        if (t != null) while (t.left != null) t = t.left;
        return t;
    }

    private static int size(Node t) { return t == null ? 0 : 1 + size(t.left) + size(t.right); }

    void proviso$check$1(int x) {
        Jml.begin(1);
        Jml.assume(1, wellFormed());
        Jml.enter();
        insert(x);
        Jml.leave();
        Jml.check(2, wellFormed());
        Jml.check(3, find(x));
        Jml.end();
    }

    void proviso$check$2(int x) {
        Jml.begin(2);
        Jml.assume(1, wellFormed());
        Jml.enter();
        find(x);
        Jml.leave();
        Jml.end();
    }

    void proviso$check$3() {
        Jml.begin(3);
        Jml.assume(1, wellFormed());
        Jml.enter();
        findMin();
        Jml.leave();
        Jml.end();
    }

    void proviso$check$4(int x) throws Throwable {
        Jml.begin(4);
        Jml.assume(1, wellFormed());
        Jml.enter();
        boolean was = false;
        insert(x);
        Jml.leave();
        boolean grew = size(root) == Jml.old(0, () -> size(root)) + (Jml.old(0, () -> find(x)) ? 0 : 1);
        Jml.check(5, grew);
        // Wrong on purpose: the size does not always grow.
        Jml.check(6, size(root) > Jml.old(0, () -> size(root)));
        Jml.end();
    }
}
