/** A mergeable heap: the right spine is never longer than the left one. */
public class LeftistHeap {
    static class Node {
        int element;
        int npl;
        /*@ nullable */ Node left;
        /*@ nullable */ Node right;

        Node(int element) {
            this.element = element;
        }
    }

    /*@ nullable */ Node root;

    /*@ pure helper */ boolean wellFormed() {
        return tree(root) && heapOrdered(root) && leftist(root);
    }

    /** No node is met twice. */
    /*@ pure helper */ static boolean tree(/*@ nullable */ Node t) {
        if (t == null) {
            return true;
        }
        return !contains(t.left, t) && !contains(t.right, t) && disjoint(t.left, t.right) && tree(t.left) && tree(t.right);
    }

    /*@ pure helper */ static boolean contains(/*@ nullable */ Node t, Node n) {
        return t != null && (t == n || contains(t.left, n) || contains(t.right, n));
    }

    /*@ pure helper */ static boolean disjoint(/*@ nullable */ Node a, /*@ nullable */ Node b) {
        return a == null || !contains(b, a) && disjoint(a.left, b) && disjoint(a.right, b);
    }

    /*@ pure helper */ static boolean heapOrdered(/*@ nullable */ Node t) {
        if (t == null) {
            return true;
        }
        if (t.left != null && t.left.element < t.element) {
            return false;
        }
        if (t.right != null && t.right.element < t.element) {
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
    public int findMin() {
        if (root == null) {
            return Integer.MAX_VALUE;
        }
        return root.element;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public void insert(int x) {
        root = mergeTrees(new Node(x), root);
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public void deleteMin() {
        if (root != null) {
            root = mergeTrees(root.left, root.right);
        }
    }

    //@ requires wellFormed() && rhs.wellFormed() && (this == rhs || disjoint(root, rhs.root));
    //@ ensures wellFormed();
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
        return a.element < b.element ? join(a, b) : join(b, a);
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
