/** A red-black tree with parent links, keyed by ints, after the design of the JDK's class of that name. */
public class TreeMap {
    static class Entry {
        int key;
        /*@ nullable */ Object value;
        boolean black;
        /*@ nullable */ Entry left;
        /*@ nullable */ Entry right;
        /*@ nullable */ Entry parent;

        Entry(int key, /*@ nullable */ Object value, /*@ nullable */ Entry parent) {
            this.key = key;
            this.value = value;
            this.parent = parent;
            this.black = true;
        }
    }

    /** What `put` takes; no subclass, so that it is neither a map nor an entry. */
    public static final class Item {
    }

    /*@ nullable */ Entry root;

    /*@ pure helper */ boolean wellFormed() {
        return connected(root, null, null, null) && (root == null || root.black) && reds(root) && blackHeight(root) >= 0;
    }

    /** Search order and parent links together: both are known as soon as a node is. */
    /*@ pure helper */ static boolean connected(/*@ nullable */ Entry t, /*@ nullable */ Entry parent, /*@ nullable */ Entry low, /*@ nullable */ Entry high) {
        if (t == null) {
            return true;
        }
        if (low != null && t.key <= low.key) {
            return false;
        }
        if (high != null && t.key >= high.key) {
            return false;
        }
        if (t.parent != parent) {
            return false;
        }
        return connected(t.left, t, low, t) && connected(t.right, t, t, high);
    }

    /** A red entry has black children. */
    /*@ pure helper */ static boolean reds(/*@ nullable */ Entry t) {
        if (t == null) {
            return true;
        }
        if (!t.black && (!black(t.left) || !black(t.right))) {
            return false;
        }
        return reds(t.left) && reds(t.right);
    }

    /** Black entries on each way down, or -1 where two ways differ. */
    /*@ pure helper */ static int blackHeight(/*@ nullable */ Entry t) {
        if (t == null) {
            return 0;
        }
        int l = blackHeight(t.left);
        int r = blackHeight(t.right);
        if (l < 0 || l != r) {
            return -1;
        }
        return t.black ? l + 1 : l;
    }

    /*@ pure helper */ static boolean black(/*@ nullable */ Entry t) {
        return t == null || t.black;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object get(int key) {
        /*@ nullable */ Entry t = entry(key);
        return t == null ? null : t.value;
    }

    private /*@ nullable */ Entry entry(int key) {
        /*@ nullable */ Entry t = root;
        while (t != null) {
            if (key < t.key) {
                t = t.left;
            } else if (key > t.key) {
                t = t.right;
            } else {
                return t;
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
    public int lastKey() {
        if (root == null) {
            return Integer.MIN_VALUE;
        }
        Entry t = root;
        while (t.right != null) {
            t = t.right;
        }
        return t.key;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object put(int key, /*@ nullable */ Item value) {
        if (root == null) {
            root = new Entry(key, value, null);
            return null;
        }
        Entry t = root;
        while (true) {
            if (key == t.key) {
                /*@ nullable */ Object previous = t.value;
                t.value = value;
                return previous;
            }
            if (key < t.key) {
                if (t.left == null) {
                    t.left = new Entry(key, value, t);
                    fixAfterInsertion(t.left);
                    return null;
                }
                t = t.left;
            } else {
                if (t.right == null) {
                    t.right = new Entry(key, value, t);
                    fixAfterInsertion(t.right);
                    return null;
                }
                t = t.right;
            }
        }
    }

    private void fixAfterInsertion(Entry start) {
        /*@ nullable */ Entry x = start;
        x.black = false;
        while (x != null && x != root && !x.parent.black) {
            if (parentOf(x) == leftOf(parentOf(parentOf(x)))) {
                /*@ nullable */ Entry y = rightOf(parentOf(parentOf(x)));
                if (!black(y)) {
                    setBlack(parentOf(x), true);
                    setBlack(y, true);
                    setBlack(parentOf(parentOf(x)), false);
                    x = parentOf(parentOf(x));
                } else {
                    if (x == rightOf(parentOf(x))) {
                        x = parentOf(x);
                        rotateLeft(x);
                    }
                    setBlack(parentOf(x), true);
                    setBlack(parentOf(parentOf(x)), false);
                    if (parentOf(parentOf(x)) != null) {
                        rotateRight(parentOf(parentOf(x)));
                    }
                }
            } else {
                /*@ nullable */ Entry y = leftOf(parentOf(parentOf(x)));
                if (!black(y)) {
                    setBlack(parentOf(x), true);
                    setBlack(y, true);
                    setBlack(parentOf(parentOf(x)), false);
                    x = parentOf(parentOf(x));
                } else {
                    if (x == leftOf(parentOf(x))) {
                        x = parentOf(x);
                        rotateRight(x);
                    }
                    setBlack(parentOf(x), true);
                    setBlack(parentOf(parentOf(x)), false);
                    if (parentOf(parentOf(x)) != null) {
                        rotateLeft(parentOf(parentOf(x)));
                    }
                }
            }
        }
        root.black = true;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public /*@ nullable */ Object remove(int key) {
        /*@ nullable */ Entry t = entry(key);
        if (t == null) {
            return null;
        }
        /*@ nullable */ Object previous = t.value;
        deleteEntry(t);
        return previous;
    }

    private void deleteEntry(Entry start) {
        Entry p = start;
        if (p.left != null && p.right != null) {
            Entry s = p.right;
            while (s.left != null) {
                s = s.left;
            }
            p.key = s.key;
            p.value = s.value;
            p = s;
        }
        /*@ nullable */ Entry replacement = p.left != null ? p.left : p.right;
        if (replacement != null) {
            replacement.parent = p.parent;
            if (p.parent == null) {
                root = replacement;
            } else if (p == p.parent.left) {
                p.parent.left = replacement;
            } else {
                p.parent.right = replacement;
            }
            p.left = null;
            p.right = null;
            p.parent = null;
            if (p.black) {
                fixAfterDeletion(replacement);
            }
        } else if (p.parent == null) {
            root = null;
        } else {
            if (p.black) {
                fixAfterDeletion(p);
            }
            if (p.parent != null) {
                if (p == p.parent.left) {
                    p.parent.left = null;
                } else if (p == p.parent.right) {
                    p.parent.right = null;
                }
                p.parent = null;
            }
        }
    }

    private void fixAfterDeletion(Entry start) {
        /*@ nullable */ Entry x = start;
        while (x != root && black(x)) {
            if (x == leftOf(parentOf(x))) {
                /*@ nullable */ Entry s = rightOf(parentOf(x));
                if (!black(s)) {
                    setBlack(s, true);
                    setBlack(parentOf(x), false);
                    rotateLeft(parentOf(x));
                    s = rightOf(parentOf(x));
                }
                if (black(leftOf(s)) && black(rightOf(s))) {
                    setBlack(s, false);
                    x = parentOf(x);
                } else {
                    if (black(rightOf(s))) {
                        setBlack(leftOf(s), true);
                        setBlack(s, false);
                        rotateRight(s);
                        s = rightOf(parentOf(x));
                    }
                    setBlack(s, black(parentOf(x)));
                    setBlack(parentOf(x), true);
                    setBlack(rightOf(s), true);
                    rotateLeft(parentOf(x));
                    x = root;
                }
            } else {
                /*@ nullable */ Entry s = leftOf(parentOf(x));
                if (!black(s)) {
                    setBlack(s, true);
                    setBlack(parentOf(x), false);
                    rotateRight(parentOf(x));
                    s = leftOf(parentOf(x));
                }
                if (black(rightOf(s)) && black(leftOf(s))) {
                    setBlack(s, false);
                    x = parentOf(x);
                } else {
                    if (black(leftOf(s))) {
                        setBlack(rightOf(s), true);
                        setBlack(s, false);
                        rotateLeft(s);
                        s = leftOf(parentOf(x));
                    }
                    setBlack(s, black(parentOf(x)));
                    setBlack(parentOf(x), true);
                    setBlack(leftOf(s), true);
                    rotateRight(parentOf(x));
                    x = root;
                }
            }
        }
        setBlack(x, true);
    }

    private static /*@ nullable */ Entry parentOf(/*@ nullable */ Entry p) {
        return p == null ? null : p.parent;
    }

    private static /*@ nullable */ Entry leftOf(/*@ nullable */ Entry p) {
        return p == null ? null : p.left;
    }

    private static /*@ nullable */ Entry rightOf(/*@ nullable */ Entry p) {
        return p == null ? null : p.right;
    }

    private static void setBlack(/*@ nullable */ Entry p, boolean black) {
        if (p != null) {
            p.black = black;
        }
    }

    private void rotateLeft(/*@ nullable */ Entry p) {
        if (p != null) {
            Entry r = p.right;
            p.right = r.left;
            if (r.left != null) {
                r.left.parent = p;
            }
            r.parent = p.parent;
            if (p.parent == null) {
                root = r;
            } else if (p.parent.left == p) {
                p.parent.left = r;
            } else {
                p.parent.right = r;
            }
            r.left = p;
            p.parent = r;
        }
    }

    private void rotateRight(/*@ nullable */ Entry p) {
        if (p != null) {
            Entry l = p.left;
            p.left = l.right;
            if (l.right != null) {
                l.right.parent = p;
            }
            l.parent = p.parent;
            if (p.parent == null) {
                root = l;
            } else if (p.parent.right == p) {
                p.parent.right = l;
            } else {
                p.parent.left = l;
            }
            l.right = p;
            p.parent = l;
        }
    }
}
