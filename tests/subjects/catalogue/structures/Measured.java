/** A stack whose invariant counts its nodes and would never end on a ring. */
class Measured {
    static class Node {
        final int value;
        final /*@ nullable */ Node next;

        Node(int value, /*@ nullable */ Node next) {
            this.value = value;
            this.next = next;
        }
    }

    /*@ nullable */ Node top;
    int size;
    String last = "";

    //@ invariant size == length(top);
    //^ invariant

    /*@ pure helper */ static int length(/*@ nullable */ Node node) {
        int count = 0;
        while (node != null) {
            count++;
            node = node.next;
        }
        return count;
    }

    //@ requires size < Integer.MAX_VALUE;
    //@ ensures size == \old(size) + 1;
    void push(int value) {
        top = new Node(value, top);
        size++;
    }

    /** The text that nobody reads must not stand between the engine and the JVM. */
    void pushWrong(int value) {
        top = new Node(value, top);
        last = "pushed " + value;
    }

    //@ requires y != 0 && (x != Integer.MIN_VALUE || y != -1);
    //@ ensures \result == x / y;
    static int quotient(int x, int y) {
        return x / y;
    }

    //@ requires y != 0;
    //@ ensures \result == x / y;
    //^ ensures
    static int quotientWrong(int x, int y) {
        return x / y;
        //^ overflow
    }
}
