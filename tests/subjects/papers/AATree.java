/** A search tree with levels (Andersson), after the usual textbook: int keys, each with an element, and one node for "none". */
public class AATree {
    static class Node {
        int key;
        /*@ nullable */ Object element;
        int level;
        Node left;
        Node right;

        Node(int key, /*@ nullable */ Object element, int level, /*@ nullable */ Node child) {
            this.key = key;
            this.element = element;
            this.level = level;
            this.left = child == null ? this : child;
            this.right = this.left;
        }
    }

    /** Stands for an absent child; its level is 0 and it is its own child. A class of its own: it is no node to count. */
    static final class None extends Node {
        None() {
            super(0, null, 0, null);
        }
    }

    /** What `insert` takes; no subclass, so that it is neither a tree nor a node. */
    public static final class Item {
    }

    None none;
    Node root;
    /** The element that the last change took out. */
    /*@ nullable */ Object previous;

    /*@ pure helper */ boolean wellFormed() {
        return none.left == none && none.right == none && none.level == 0 && ordered(root, null, null) && levelled(root);
    }

    /*@ pure helper */ boolean ordered(Node t, /*@ nullable */ Node low, /*@ nullable */ Node high) {
        if (t == none) {
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

    /** A left child is one level lower, a right child one lower or equal, two equal rights in a row never. */
    /*@ pure helper */ boolean levelled(Node t) {
        if (t == none) {
            return true;
        }
        return levelled(t.left) && levelled(t.right) && t.level == t.left.level + 1
            && (t.right.level == t.level || t.right.level == t.level - 1) && t.right.right.level < t.level;
    }

    /** For a key that is not there: the element of `none`. */
    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object find(int x) {
        none.key = x;
        Node t = root;
        while (x != t.key) {
            t = x < t.key ? t.left : t.right;
        }
        return t.element;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed() && \result == (root == none);
    public boolean isEmpty() {
        return root == none;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object findMin() {
        if (root == none) {
            return null;
        }
        Node t = root;
        while (t.left != none) {
            t = t.left;
        }
        return t.element;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object findMax() {
        if (root == none) {
            return null;
        }
        Node t = root;
        while (t.right != none) {
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

    private Node insertBelow(int x, /*@ nullable */ Item item, Node t) {
        if (t == none) {
            return new Node(x, item, 1, none);
        }
        if (x < t.key) {
            t.left = insertBelow(x, item, t.left);
        } else if (x > t.key) {
            t.right = insertBelow(x, item, t.right);
        } else {
            previous = t.element;
            t.element = item;
            return t;
        }
        return split(skew(t));
    }

    /** Gives the element that the key had. */
    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object remove(int x) {
        previous = null;
        root = removeBelow(x, root);
        return previous;
    }

    private Node removeBelow(int x, Node t) {
        if (t == none) {
            return t;
        }
        if (x < t.key) {
            t.left = removeBelow(x, t.left);
        } else if (x > t.key) {
            t.right = removeBelow(x, t.right);
        } else {
            previous = t.element;
            if (t.right == none) {
                return none;
            }
            Node next = t.right;
            while (next.left != none) {
                next = next.left;
            }
            t.key = next.key;
            t.element = next.element;
            t.right = withoutMinimum(t.right);
        }
        return rebalance(t);
    }

    private Node withoutMinimum(Node t) {
        if (t.left == none) {
            return t.right;
        }
        t.left = withoutMinimum(t.left);
        return rebalance(t);
    }

    private static Node rebalance(Node t) {
        if (t.left.level < t.level - 1 || t.right.level < t.level - 1) {
            t.level--;
            if (t.right.level > t.level) {
                t.right.level = t.level;
            }
            t = skew(t);
            t.right = skew(t.right);
            t.right.right = skew(t.right.right);
            t = split(t);
            t.right = split(t.right);
        }
        return t;
    }

    /** Turns a left child of the same level to the right. */
    private static Node skew(Node t) {
        if (t.level != 0 && t.left.level == t.level) {
            Node l = t.left;
            t.left = l.right;
            l.right = t;
            return l;
        }
        return t;
    }

    /** Lifts the middle of three nodes of one level. */
    private static Node split(Node t) {
        if (t.level != 0 && t.right.right.level == t.level) {
            Node r = t.right;
            t.right = r.left;
            r.left = t;
            r.level++;
            return r;
        }
        return t;
    }
}
