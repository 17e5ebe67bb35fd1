/** A singly linked list with a length field. */
class Lists {
    static class Node {
        int value;
        /*@ nullable */ Node next;

        Node(int value, /*@ nullable */ Node next) {
            this.value = value;
            this.next = next;
        }
    }

    /*@ nullable */ Node head;
    int size;

    //@ invariant wellFormed();
    //^ invariant

    /*@ pure helper */ boolean wellFormed() {
        int n = 0;
        for (/*@ nullable */ Node p = head; p != null; p = p.next) {
            n++;
            if (n > size) {
                return false;
            }
        }
        return n == size;
    }

    Lists() {
    }

    //@ requires 0 <= i && i < size;
    //@ ensures i == 0 ==> \result == head.value;
    /*@ pure */ int at(int i) {
        Node p = head;
        for (int left = i; left > 0; left--) {
            p = p.next;
        }
        return p.value;
    }

    //@ requires size < 1000;
    //@ ensures size == \old(size) + 1 && head.value == v;
    void push(int v) {
        head = new Node(v, head);
        size++;
    }

    void pushWrong(int v) {
        head = new Node(v, head);
    }

    //@ requires size > 0;
    //@ ensures \result == \old(head.value);
    int pop() {
        int v = head.value;
        head = head.next;
        size--;
        return v;
    }

    int popWrong() {
        int v = head.value;
        //^ null
        head = head.next;
        size--;
        return v;
    }

    //@ ensures -1 <= \result && \result < size;
    //@ ensures \result >= 0 ==> at(\result) == v;
    //@ ensures \result < 0 ==> (\forall int i; 0 <= i && i < size; at(i) != v);
    int indexOf(int v) {
        int i = 0;
        for (/*@ nullable */ Node p = head; p != null; p = p.next) {
            if (p.value == v) {
                return i;
            }
            i++;
        }
        return -1;
    }

    //@ ensures \result >= 0 ==> \result < size;
    //^ ensures
    int indexOfWrong(int v) {
        int i = 0;
        /*@ nullable */ Node p = head;
        while (p != null && p.value != v) {
            p = p.next;
            i++;
        }
        return i;
    }

    //@ ensures (\forall int i; 0 <= i && i < size; at(i) == \old(at(size - 1 - i)));
    void reverse() {
        /*@ nullable */ Node done = null;
        /*@ nullable */ Node rest = head;
        //@ ghost int left = size;
        //@ decreases left;
        while (rest != null) {
            /*@ nullable */ Node next = rest.next;
            rest.next = done;
            done = rest;
            rest = next;
            //@ set left = left - 1;
        }
        head = done;
    }

    void reverseWrong() {
        /*@ nullable */ Node done = null;
        /*@ nullable */ Node rest = head;
        while (rest != null && rest.next != null) {
            /*@ nullable */ Node next = rest.next;
            rest.next = done;
            done = rest;
            rest = next;
        }
        head = done;
    }

    //@ ensures size == 0;
    void clear() {
        head = null;
        size = 0;
    }

    //@ ensures size == 0;
    void clearWrong() {
        size = 0;
    }
}
