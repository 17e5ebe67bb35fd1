/** A heap in an array; element 0 is not used. */
public class BinaryHeap {
    int currentSize;
    int[] array;

    /*@ pure helper */ boolean wellFormed() {
        if (currentSize < 0 || currentSize >= array.length) {
            return false;
        }
        for (int i = 2; i <= currentSize; i++) {
            if (array[i] < array[i / 2]) {
                return false;
            }
        }
        return true;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public int findMin() {
        if (currentSize == 0) {
            return Integer.MAX_VALUE;
        }
        return array[1];
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public void insert(int x) {
        if (currentSize == array.length - 1) {
            throw new IllegalStateException("full");
        }
        int hole = ++currentSize;
        for (; hole > 1 && x < array[hole / 2]; hole /= 2) {
            array[hole] = array[hole / 2];
        }
        array[hole] = x;
    }

    //@ requires wellFormed();
    //@ ensures wellFormed();
    public int deleteMin() {
        if (currentSize == 0) {
            return Integer.MAX_VALUE;
        }
        int least = array[1];
        array[1] = array[currentSize--];
        percolateDown(1);
        return least;
    }

    private void percolateDown(int hole) {
        int t = array[hole];
        int child;
        for (; hole * 2 <= currentSize; hole = child) {
            child = hole * 2;
            if (child != currentSize && array[child + 1] < array[child]) {
                child++;
            }
            if (array[child] < t) {
                array[hole] = array[child];
            } else {
                break;
            }
        }
        array[hole] = t;
    }
}
