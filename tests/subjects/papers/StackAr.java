/** A stack in an array. */
public class StackAr {
    /*@ nullable */ Object[] theArray;
    int topOfStack;

    /*@ pure helper */ boolean wellFormed() {
        return -1 <= topOfStack && topOfStack < theArray.length;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public void push(/*@ nullable */ Object x) {
        if (topOfStack == theArray.length - 1) {
            throw new IllegalStateException("full");
        }
        theArray[++topOfStack] = x;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public void pop() {
        if (topOfStack < 0) {
            throw new IllegalStateException("empty");
        }
        theArray[topOfStack--] = null;
    }
}
