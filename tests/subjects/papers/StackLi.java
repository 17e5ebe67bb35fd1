/** A stack as a linked list. */
public class StackLi {
    static class Node {
        /*@ nullable */ Object element;
        /*@ nullable */ Node next;

        Node(/*@ nullable */ Object element, /*@ nullable */ Node next) {
            this.element = element;
            this.next = next;
        }
    }

    /*@ nullable */ Node top;

    /*@ pure helper */ boolean wellFormed() {
        for (/*@ nullable */ Node p = top; p != null; p = p.next) {
            for (/*@ nullable */ Node q = p.next; q != null; q = q.next) {
                if (q == p) {
                    return false;
                }
            }
        }
        return true;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public void push(/*@ nullable */ Object x) {
        top = new Node(x, top);
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public void pop() {
        if (top == null) {
            throw new IllegalStateException("empty");
        }
        top = top.next;
    }
}
