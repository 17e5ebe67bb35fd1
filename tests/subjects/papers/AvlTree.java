/** A height-balanced search tree, after the usual textbook: keys are ints, each with an element. */
public class AvlTree {
    static class Node {
        int key;
        /*@ nullable */ Object element;
        int height;
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
        return ordered(root, null, null) && balanced(root);
    }

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

    /*@ pure helper */ static boolean balanced(/*@ nullable */ Node t) {
        if (t == null) {
            return true;
        }
        if (!balanced(t.left) || !balanced(t.right)) {
            return false;
        }
        int l = height(t.left);
        int r = height(t.right);
        return l - r <= 1 && r - l <= 1 && t.height == (l > r ? l : r) + 1;
    }

    /*@ pure helper */ static int height(/*@ nullable */ Node t) {
        return t == null ? -1 : t.height;
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
            if (height(t.left) - height(t.right) == 2) {
                t = x < t.left.key ? rotateWithLeftChild(t) : doubleWithLeftChild(t);
            }
        } else if (x > t.key) {
            t.right = insertBelow(x, item, t.right);
            if (height(t.right) - height(t.left) == 2) {
                t = x > t.right.key ? rotateWithRightChild(t) : doubleWithRightChild(t);
            }
        } else {
            previous = t.element;
            t.element = item;
        }
        t.height = max(height(t.left), height(t.right)) + 1;
        return t;
    }

    private static int max(int a, int b) {
        return a > b ? a : b;
    }

    private static Node rotateWithLeftChild(Node k2) {
        Node k1 = k2.left;
        k2.left = k1.right;
        k1.right = k2;
        k2.height = max(height(k2.left), height(k2.right)) + 1;
        k1.height = max(height(k1.left), k2.height) + 1;
        return k1;
    }

    private static Node rotateWithRightChild(Node k1) {
        Node k2 = k1.right;
        k1.right = k2.left;
        k2.left = k1;
        k1.height = max(height(k1.left), height(k1.right)) + 1;
        k2.height = max(height(k2.right), k1.height) + 1;
        return k2;
    }

    private static Node doubleWithLeftChild(Node k3) {
        k3.left = rotateWithRightChild(k3.left);
        return rotateWithLeftChild(k3);
    }

    private static Node doubleWithRightChild(Node k1) {
        k1.right = rotateWithLeftChild(k1.right);
        return rotateWithRightChild(k1);
    }
}
