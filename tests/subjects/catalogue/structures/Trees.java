/** Search trees: a rotation that loses a subtree, an insert that forgets the order. */
class Trees {
    int key;
    /*@ nullable */ Trees left;
    /*@ nullable */ Trees right;

    Trees(int key) {
        this.key = key;
    }

    //@ ensures \result ==> t == null || low < t.key && t.key < high;
    /*@ pure helper */ static boolean ordered(/*@ nullable */ Trees t, long low, long high) {
        return t == null || low < t.key && t.key < high && ordered(t.left, low, t.key) && ordered(t.right, t.key, high);
    }

    /*@ pure helper */ static boolean search(/*@ nullable */ Trees t) {
        return ordered(t, Long.MIN_VALUE, Long.MAX_VALUE);
    }

    //@ requires search(t);
    //@ ensures t != null && t.key == k ==> \result;
    /*@ pure */ static boolean has(/*@ nullable */ Trees t, int k) {
        return t != null && (t.key == k || has(t.left, k) || has(t.right, k));
    }

    //@ requires search(t);
    //@ ensures search(\result) && find(\result, k);
    static Trees insert(/*@ nullable */ Trees t, int k) {
        if (t == null) {
            return new Trees(k);
        }
        if (k < t.key) {
            t.left = insert(t.left, k);
        } else if (k > t.key) {
            t.right = insert(t.right, k);
        }
        return t;
    }

    //@ requires search(t);
    //@ ensures search(\result);
    //^ ensures
    static Trees insertWrong(/*@ nullable */ Trees t, int k) {
        if (t == null) {
            return new Trees(k);
        }
        if (k < t.key) {
            t.left = insertWrong(t.left, k);
        } else {
            t.right = insertWrong(t.right, k);
        }
        return t;
    }

    //@ requires search(t) && t.left != null;
    //@ ensures search(\result) && \result == \old(t.left);
    //@ ensures \old(t.left.right) == t.left;
    //@ ensures \result.right == t;
    static Trees rotate(Trees t) {
        Trees l = t.left;
        t.left = l.right;
        l.right = t;
        return l;
    }

    //@ requires search(t) && t.left != null;
    //@ ensures \old(t.left.right) == t.left;
    //^ ensures
    static Trees rotateWrong(Trees t) {
        Trees l = t.left;
        l.right = t;
        t.left = null;
        return l;
    }

    //@ requires search(t);
    //@ ensures \result <==> has(t, k);
    static /*@ pure */ boolean find(/*@ nullable */ Trees t, int k) {
        while (t != null) {
            if (k == t.key) {
                return true;
            }
            t = k < t.key ? t.left : t.right;
        }
        return false;
    }

    //@ requires search(t);
    //@ ensures \result <==> has(t, k);
    //^ ensures
    static boolean findWrong(/*@ nullable */ Trees t, int k) {
        while (t != null) {
            if (k == t.key) {
                return true;
            }
            t = k < t.key ? t.right : t.left;
        }
        return false;
    }
}
