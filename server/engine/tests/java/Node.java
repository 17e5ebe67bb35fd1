/** A list node, and the classics of lazy initialisation over it. */
class Node {
    Object data;
    Node next;
    int value;

    void swap(Node n) {
        Object e = data;
        data = n.data;
        n.data = e;
    }

    static void swapOf(Node a, Node b) {
        if (b == null) return;
        a.swap(b);
    }

    int length() {
        int n = 0;
        for (Node x = this; x != null; x = x.next) n++;
        return n;
    }

    /** Never ends on a cycle. */
    Node last() {
        Node x = this;
        while (x.next != null) x = x.next;
        return x;
    }

    boolean sameNext(Node o) { return next == o.next; }

    static boolean same(Node a, Node b) { return a == b; }

    static boolean isNode(Object o) { return o instanceof Node; }

    static int cast(Object o) { return ((Node) o).value; }

    static boolean newIsNotInput(Node n) { return n == new Node(); }

    static int writeThenRead(Node n, int v) { n.value = v; return n.value - v; }

    /** Aliasing decides. */
    static int aliased(Node a, Node b) {
        a.value = 1;
        b.value = 2;
        return a.value;
    }
}
