/** A search tree with levels (Andersson), over ints; an absent child is null and has level 0. */
public class AATree {
    static class Node {
        int element;
        int level;
        /*@ nullable */ Node left;
        /*@ nullable */ Node right;

        Node(int element) {
            this.element = element;
            this.level = 1;
        }
    }

    /*@ nullable */ Node root;

    /*@ pure helper */ boolean wellFormed() {
        return ordered(root, null, null) && levelled(root);
    }

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

    /** A left child is one level lower, a right child one lower or equal, two equal rights in a row never. */
    /*@ pure helper */ static boolean levelled(/*@ nullable */ Node t) {
        if (t == null) {
            return true;
        }
        if (!levelled(t.left) || !levelled(t.right)) {
            return false;
        }
        if (t.level != level(t.left) + 1) {
            return false;
        }
        if (t.right == null) {
            return t.level == 1;
        }
        if (t.right.level == t.level) {
            return level(t.right.right) < t.level;
        }
        return t.right.level == t.level - 1;
    }

    /*@ pure helper */ static int level(/*@ nullable */ Node t) {
        return t == null ? 0 : t.level;
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
        } else {
            return t;
        }
        return split(skew(t));
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
        } else if (t.left == null) {
            return t.right;
        } else {
            Node p = t.left;
            while (p.right != null) {
                p = p.right;
            }
            t.element = p.element;
            t.left = removeBelow(p.element, t.left);
        }
        return rebalance(t);
    }

    private static Node rebalance(Node t) {
        int lower = Math.min(level(t.left), level(t.right)) + 1;
        if (lower < t.level) {
            t.level = lower;
            if (t.right != null && lower < t.right.level) {
                t.right.level = lower;
            }
            t = skew(t);
            if (t.right != null) {
                t.right = skew(t.right);
                if (t.right.right != null) {
                    t.right.right = skew(t.right.right);
                }
            }
            t = split(t);
            if (t.right != null) {
                t.right = split(t.right);
            }
        }
        return t;
    }

    /** Turns a left child of the same level to the right. */
    private static Node skew(Node t) {
        if (t.left != null && t.left.level == t.level) {
            Node l = t.left;
            t.left = l.right;
            l.right = t;
            return l;
        }
        return t;
    }

    /** Lifts the middle of three nodes of one level. */
    private static Node split(Node t) {
        if (t.right != null && t.right.right != null && t.right.right.level == t.level) {
            Node r = t.right;
            t.right = r.left;
            r.left = t;
            r.level++;
            return r;
        }
        return t;
    }
}
