/** Merging two sorted lists of ints into one. */
public class LL {
    static class Node {
        int data;
        /*@ nullable */ Node next;
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

    /*@ pure helper */ static boolean acyclic(/*@ nullable */ Node n) {
        for (/*@ nullable */ Node p = n; p != null; p = p.next) {
            if (contains(p.next, p)) {
                return false;
            }
        }
        return true;
    }

    /*@ pure helper */ static boolean contains(/*@ nullable */ Node list, Node n) {
        for (/*@ nullable */ Node p = list; p != null; p = p.next) {
            if (p == n) {
                return true;
            }
        }
        return false;
    }

    /*@ pure helper */ static boolean disjoint(/*@ nullable */ Node a, /*@ nullable */ Node b) {
        for (/*@ nullable */ Node p = a; p != null; p = p.next) {
            if (contains(b, p)) {
                return false;
            }
        }
        return true;
    }

    //@ requires acyclic(a) && acyclic(b) && disjoint(a, b) && sorted(a) && sorted(b);
    //@ ensures sorted(\result);
    public static Node merge(Node a, Node b) {
        /*@ nullable */ Node x = a;
        /*@ nullable */ Node y = b;
        Node head;
        if (x.data <= y.data) {
            head = x;
            x = x.next;
        } else {
            head = y;
            y = y.next;
        }
        Node last = head;
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
        return head;
    }
}
