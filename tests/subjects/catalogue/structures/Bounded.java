/** A stack and a ring buffer in arrays. */
class Bounded {
    int[] items;
    int count;
    //@ invariant 0 <= count && count <= items.length;
    //^ invariant

    //@ requires 0 <= capacity && capacity <= 3;
    Bounded(int capacity) {
        items = new int[capacity];
    }

    //@ requires count < items.length;
    //@ ensures items[count - 1] == x && count == \old(count) + 1;
    void push(int x) {
        items[count++] = x;
    }

    void pushWrong(int x) {
        items[count++] = x;
        //^ bounds
    }

    //@ requires count > 0;
    //@ ensures \result == \old(items[count - 1]);
    //@ ensures count == \old(count) - 1;
    int pop() {
        return items[--count];
    }

    //@ requires count > 0;
    //@ ensures \result == \old(items[count - 1]);
    //^ ensures
    int popWrong() {
        return items[count-- == items.length ? 0 : count];
    }

    void dropWrong() {
        count--;
    }

    //@ ensures count == (\old(count) > 0 ? \old(count) - 1 : 0);
    void drop() {
        if (count > 0) {
            count--;
        }
    }

    //@ ensures \result <==> count == 0;
    boolean isEmpty() {
        return count == 0;
    }
}

class Ring {
    int[] cells;
    int first;
    int used;
    //@ invariant cells.length > 0 && 0 <= first && first < cells.length && 0 <= used && used <= cells.length;
    //^ invariant

    //@ requires 0 < n && n < 4;
    Ring(int n) {
        cells = new int[n];
    }

    //@ requires used < cells.length && cells.length < 5;
    //@ ensures used == \old(used) + 1;
    //@ ensures cells[(first + \old(used)) % cells.length] == x;
    void add(int x) {
        cells[(first + used) % cells.length] = x;
        used++;
    }

    //@ requires used < cells.length && cells.length < 5;
    void addWrong(int x) {
        cells[first + used] = x;
        //^ bounds
        used++;
    }

    //@ requires used > 0 && cells.length < 5;
    //@ ensures \result == \old(cells[first]);
    //@ ensures used == \old(used) - 1 && first == (\old(first) + 1) % cells.length;
    int take() {
        int x = cells[first];
        first = (first + 1) % cells.length;
        used--;
        return x;
    }

    //@ requires used > 0 && cells.length < 5;
    int takeWrong() {
        int x = cells[first];
        first = first + 1;
        used--;
        return x;
    }
}
