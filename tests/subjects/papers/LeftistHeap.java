/** A mergeable heap of elements with int keys: the right spine is never longer than the left one. */
public class LeftistHeap {
    static class Node {
        int key;
        /*@ nullable */ Object element;
        int npl;
        /*@ nullable */ Node left;
        /*@ nullable */ Node right;

        Node(int key, /*@ nullable */ Object element) {
            this.key = key;
            this.element = element;
        }
    }

    /** What `insert` takes; no subclass, so that it is neither a heap nor a node. */
    public static final class Item {
    }

    /*@ nullable */ Node root;

    /** The nodes met so far; the last one of the list stands for none. */
    static class Seen {
        /*@ nullable */ Node node;
        /*@ nullable */ Seen next;

        Seen(/*@ nullable */ Node node, /*@ nullable */ Seen next) {
            this.node = node;
            this.next = next;
        }
    }

    /*@ pure helper */ boolean wellFormed() {
        return tree(root, new Seen(null, null)) != null && heapOrdered(root) && leftist(root);
    }

    /** Two well-formed heaps that share no node. */
    /*@ pure helper */ static boolean separate(LeftistHeap a, LeftistHeap b) {
        /*@ nullable */ Seen ofA = tree(a.root, new Seen(null, null));
        return ofA != null && heapOrdered(a.root) && leftist(a.root)
            && tree(b.root, ofA) != null && heapOrdered(b.root) && leftist(b.root);
    }

    /** The nodes of a tree added to those met before, or null if one of them is met again. */
    /*@ pure helper */ static /*@ nullable */ Seen tree(/*@ nullable */ Node t, /*@ nullable */ Seen seen) {
        if (t == null || seen == null) {
            return seen;
        }
        for (/*@ nullable */ Seen s = seen; s != null; s = s.next) {
            if (s.node == t) {
                return null;
            }
        }
        /*@ nullable */ Seen left = tree(t.left, new Seen(t, seen));
        return left == null ? null : tree(t.right, left);
    }

    /*@ pure helper */ static boolean heapOrdered(/*@ nullable */ Node t) {
        if (t == null) {
            return true;
        }
        if (t.left != null && t.left.key < t.key) {
            return false;
        }
        if (t.right != null && t.right.key < t.key) {
            return false;
        }
        return heapOrdered(t.left) && heapOrdered(t.right);
    }

    /*@ pure helper */ static boolean leftist(/*@ nullable */ Node t) {
        if (t == null) {
            return true;
        }
        return leftist(t.left) && leftist(t.right) && npl(t.left) >= npl(t.right) && t.npl == npl(t.right) + 1;
    }

    /*@ pure helper */ static int npl(/*@ nullable */ Node t) {
        return t == null ? -1 : t.npl;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object findMin() {
        if (root == null) {
            return null;
        }
        return root.element;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public void insert(int x, /*@ nullable */ Item item) {
        root = mergeTrees(new Node(x, item), root);
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object deleteMin() {
        if (root == null) {
            return null;
        }
        /*@ nullable */ Object least = root.element;
        root = mergeTrees(root.left, root.right);
        return least;
    }

    // A heap merged with itself is left alone before anything of it is read, so nothing is asked of it.
    //@ requires this == rhs || separate(this, rhs);
    //@ ensures this == rhs || wellFormed();
    public void merge(LeftistHeap rhs) {
        if (this == rhs) {
            return;
        }
        root = mergeTrees(root, rhs.root);
        rhs.root = null;
    }

    private static /*@ nullable */ Node mergeTrees(/*@ nullable */ Node a, /*@ nullable */ Node b) {
        if (a == null) {
            return b;
        }
        if (b == null) {
            return a;
        }
        return a.key < b.key ? join(a, b) : join(b, a);
    }

    private static Node join(Node a, Node b) {
        if (a.left == null) {
            a.left = b;
        } else {
            a.right = mergeTrees(a.right, b);
            if (a.left.npl < a.right.npl) {
                Node t = a.left;
                a.left = a.right;
                a.right = t;
            }
            a.npl = a.right.npl + 1;
        }
        return a;
    }
}
