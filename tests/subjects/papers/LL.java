/** Sorted lists of ints with a header node, and their merge. */
public class LL {
    static class Node {
        int data;
        /*@ nullable */ Node next;
    }

    Node header;

    /** The nodes met so far; the last one of the list stands for none. */
    static class Seen {
        /*@ nullable */ Node node;
        /*@ nullable */ Seen next;

        Seen(/*@ nullable */ Node node, /*@ nullable */ Seen next) {
            this.node = node;
            this.next = next;
        }
    }

    /** Two different lists without cycles that share no node, each sorted behind its header. */
    /*@ pure helper */ static boolean separate(LL a, LL b) {
        return a != b && chain(b.header, chain(a.header, new Seen(null, null))) != null
            && sorted(a.header.next) && sorted(b.header.next);
    }

    /** The nodes of a chain added to those met before, or null if one of them is met again. */
    /*@ pure helper */ static /*@ nullable */ Seen chain(/*@ nullable */ Node n, /*@ nullable */ Seen seen) {
        if (n == null || seen == null) {
            return seen;
        }
        for (/*@ nullable */ Seen s = seen; s != null; s = s.next) {
            if (s.node == n) {
                return null;
            }
        }
        return chain(n.next, new Seen(n, seen));
    }

    /*@ pure helper */ static boolean sorted(/*@ nullable */ Node n) {
        while (n != null && n.next != null) {
            if (n.data > n.next.data) {
                return false;
            }
            n = n.next;
        }
        return true;
    }

    //@ requires separate(this, other);
    //@ ensures sorted(header.next);
    public void merge(LL other) {
        /*@ nullable */ Node x = header.next;
        /*@ nullable */ Node y = other.header.next;
        Node last = header;
        while (x != null && y != null) {
            if (x.data <= y.data) {
                last.next = x;
                last = x;
                x = x.next;
            } else {
                last.next = y;
                last = y;
                y = y.next;
            }
        }
        last.next = x != null ? x : y;
        other.header.next = null;
    }
}
