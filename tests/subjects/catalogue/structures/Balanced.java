/** Balanced trees: an AVL rotation with a stale height, a red-black insert that leaves a red child under a red node. */
class Avl {
    int height;
    /*@ nullable */ Avl left;
    /*@ nullable */ Avl right;

    //@ ensures \result == (t == null ? 0 : t.height);
    /*@ pure helper */ static int height(/*@ nullable */ Avl t) {
        return t == null ? 0 : t.height;
    }

    /*@ pure helper */ static boolean measured(Avl t) {
        return t.height == 1 + Math.max(height(t.left), height(t.right));
    }

    //@ requires t.left != null && t.left != t && t.right != t && t.right != t.left && measured(t) && measured(t.left);
    //@ requires t.left.left != t && t.left.right != t && t.left.left != t.left && t.left.right != t.left;
    //@ ensures measured(\result) && measured(t);
    //^ ensures
    static Avl rotateWrong(Avl t) {
        Avl l = t.left;
        t.left = l.right;
        l.right = t;
        l.height = 1 + Math.max(height(l.left), height(l.right));
        return l;
    }

    //@ requires t.left != null && t.left != t && t.right != t && t.right != t.left && measured(t) && measured(t.left);
    //@ requires t.left.left != t && t.left.right != t && t.left.left != t.left && t.left.right != t.left;
    //@ ensures measured(\result) && measured(t) && \result.right == t;
    static Avl rotate(Avl t) {
        Avl l = t.left;
        t.left = l.right;
        l.right = t;
        t.height = 1 + Math.max(height(t.left), height(t.right));
        l.height = 1 + Math.max(height(l.left), height(l.right));
        return l;
    }
}

class RedBlack {
    boolean red;
    /*@ nullable */ RedBlack left;
    /*@ nullable */ RedBlack right;

    //@ ensures red;
    RedBlack() {
        red = true;
    }

    /*@ pure helper */ static boolean isRed(/*@ nullable */ RedBlack t) {
        return t != null && t.red;
    }

    /** No red node of the topmost two levels has a red child. */
    //@ ensures \result <==> !t.red || !isRed(t.left) && !isRed(t.right);
    /*@ pure helper */ static boolean alternates(RedBlack t) {
        return !(t.red && (isRed(t.left) || isRed(t.right)));
    }

    // A new red leaf: a red parent cannot take it without a recolouring.
    //@ requires t.left == null && alternates(t);
    //@ ensures alternates(t);
    //^ ensures
    static void insertLeftWrong(RedBlack t) {
        t.left = new RedBlack();
    }

    //@ requires t.left == null && alternates(t);
    //@ ensures alternates(t) && t.left != null;
    static void insertLeft(RedBlack t) {
        t.left = new RedBlack();
        t.red = false;
    }
}
