/** An unbalanced binary search tree over ints. */
public class BinarySearchTree {
    static class Node {
        int element;
        /*@ nullable */ Node left;
        /*@ nullable */ Node right;

        Node(int element) {
            this.element = element;
        }
    }

    /*@ nullable */ Node root;

    /*@ pure helper */ boolean wellFormed() {
        return ordered(root, null, null);
    }

    /** Every element lies strictly between those of the nodes `low` and `high` (null: no limit). */
    /*@ pure helper */ static boolean ordered(/*@ nullable */ Node t, /*@ nullable */ Node low, /*@ nullable */ Node high) {
        if (t == null) {
            return true;
        }
        if (low != null && t.element <= low.element) {
            return false;
        }
        if (high != null && t.element >= high.element) {
            return false;
        }
        return ordered(t.left, low, t) && ordered(t.right, t, high);
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public boolean find(int x) {
        /*@ nullable */ Node t = root;
        while (t != null) {
            if (x < t.element) {
                t = t.left;
            } else if (x > t.element) {
                t = t.right;
            } else {
                return true;
            }
        }
        return false;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public int findMin() {
        if (root == null) {
            return Integer.MIN_VALUE;
        }
        Node t = root;
        while (t.left != null) {
            t = t.left;
        }
        return t.element;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public int findMax() {
        if (root == null) {
            return Integer.MAX_VALUE;
        }
        Node t = root;
        while (t.right != null) {
            t = t.right;
        }
        return t.element;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public void insert(int x) {
        root = insertBelow(x, root);
    }

    private static Node insertBelow(int x, /*@ nullable */ Node t) {
        if (t == null) {
            return new Node(x);
        }
        if (x < t.element) {
            t.left = insertBelow(x, t.left);
        } else if (x > t.element) {
            t.right = insertBelow(x, t.right);
        }
        return t;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public void remove(int x) {
        root = removeBelow(x, root);
    }

    private static /*@ nullable */ Node removeBelow(int x, /*@ nullable */ Node t) {
        if (t == null) {
            return null;
        }
        if (x < t.element) {
            t.left = removeBelow(x, t.left);
        } else if (x > t.element) {
            t.right = removeBelow(x, t.right);
        } else if (t.left != null && t.right != null) {
            t.element = minimum(t.right).element;
            t.right = removeBelow(t.element, t.right);
        } else {
            return t.left != null ? t.left : t.right;
        }
        return t;
    }

    private static Node minimum(Node t) {
        while (t.left != null) {
            t = t.left;
        }
        return t;
    }
}
