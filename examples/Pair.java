/** Two nodes, perhaps the same one: the hover draws who points to whom. */
public class Pair {
    //? swap(Node,Node) holds
    //? moveAll(Node,Node) violated ensures

    static class Node {
        int value;
        /*@ nullable */ Node next;
    }

    //@ assignable a.value, b.value;
    //@ ensures a.value == \old(b.value) && b.value == \old(a.value);
    static void swap(Node a, Node b) {
        int t = a.value;
        a.value = b.value;
        b.value = t;
    }

    //@ requires from.value < 1000 && to.value < 1000;
    //@ requires from.value > 0 && to.value > 0;
    //@ assignable from.value, to.value;
    //@ ensures to.value == \old(to.value) + \old(from.value);
    static void moveAll(Node from, Node to) {
        to.value += from.value;
        from.value = 0;
    }
}
