/** An unbalanced binary search tree: keys are ints, each with an element. */
public class BinarySearchTree {
    static class Node {
        int key;
        /*@ nullable */ Object element;
        /*@ nullable */ Node left;
        /*@ nullable */ Node right;

        Node(int key, /*@ nullable */ Object element) {
            this.key = key;
            this.element = element;
        }
    }

    /** What `insert` takes; no subclass, so that it is neither a tree nor a node. */
    public static final class Item {
    }

    /*@ nullable */ Node root;
    /** The element that the last change took out. */
    /*@ nullable */ Object previous;

    /*@ pure helper */ boolean wellFormed() {
        return ordered(root, null, null);
    }

    /** Every element lies strictly between those of the nodes `low` and `high` (null: no limit). */
    /*@ pure helper */ static boolean ordered(/*@ nullable */ Node t, /*@ nullable */ Node low, /*@ nullable */ Node high) {
        if (t == null) {
            return true;
        }
        if (low != null && t.key <= low.key) {
            return false;
        }
        if (high != null && t.key >= high.key) {
            return false;
        }
        return ordered(t.left, low, t) && ordered(t.right, t, high);
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object find(int x) {
        /*@ nullable */ Node t = root;
        while (t != null) {
            if (x < t.key) {
                t = t.left;
            } else if (x > t.key) {
                t = t.right;
            } else {
                return t.element;
            }
        }
        return null;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed() && \result == (root == null);
    public boolean isEmpty() {
        return root == null;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object findMin() {
        if (root == null) {
            return null;
        }
        Node t = root;
        while (t.left != null) {
            t = t.left;
        }
        return t.element;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object findMax() {
        if (root == null) {
            return null;
        }
        Node t = root;
        while (t.right != null) {
            t = t.right;
        }
        return t.element;
    }

    /** Gives the element that the key had before. */
    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object insert(int x, /*@ nullable */ Item item) {
        previous = null;
        root = insertBelow(x, item, root);
        return previous;
    }

    private Node insertBelow(int x, /*@ nullable */ Item item, /*@ nullable */ Node t) {
        if (t == null) {
            return new Node(x, item);
        }
        if (x < t.key) {
            t.left = insertBelow(x, item, t.left);
        } else if (x > t.key) {
            t.right = insertBelow(x, item, t.right);
        } else {
            previous = t.element;
            t.element = item;
        }
        return t;
    }

    /** Gives the element that the key had. */
    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object remove(int x) {
        previous = null;
        root = removeBelow(x, root);
        return previous;
    }

    private /*@ nullable */ Node removeBelow(int x, /*@ nullable */ Node t) {
        if (t == null) {
            return null;
        }
        if (x < t.key) {
            t.left = removeBelow(x, t.left);
        } else if (x > t.key) {
            t.right = removeBelow(x, t.right);
        } else {
            previous = t.element;
            if (t.left == null || t.right == null) {
                return t.left != null ? t.left : t.right;
            }
            Node next = minimum(t.right);
            t.key = next.key;
            t.element = next.element;
            t.right = withoutMinimum(t.right);
        }
        return t;
    }

    private static Node minimum(Node t) {
        while (t.left != null) {
            t = t.left;
        }
        return t;
    }

    private static /*@ nullable */ Node withoutMinimum(Node t) {
        if (t.left == null) {
            return t.right;
        }
        t.left = withoutMinimum(t.left);
        return t;
    }
}
