package proviso.runtime;

import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.ListIterator;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;

/**
 * A queue or linked list of the unknown input: its elements in an array, so that symbolic execution need not guess how
 * nodes hang together. A JVM runs the same code in a replay.
 */
public final class InputQueue<E> extends LinkedList<E> {
    private static final long serialVersionUID = 1L;

    // An input is made field by field; these names are known to the engine and to the pictures of heaps.
    private Object[] items;
    private int count;

    public InputQueue() {
        items = new Object[4];
    }

    private static void inside(int index, int last) {
        if (index < 0 || index > last) throw new IndexOutOfBoundsException("Index: " + index);
    }

    @SuppressWarnings("unchecked")
    private E at(int index) {
        return (E) items[index];
    }

    private void insert(int index, E e) {
        if (count == items.length) items = InputMap.longer(items, count);
        for (int i = count; i > index; i--) items[i] = items[i - 1];
        items[index] = e;
        count++;
        modCount++;
    }

    private E take(int index) {
        E old = at(index);
        for (int i = index + 1; i < count; i++) items[i - 1] = items[i];
        items[--count] = null;
        modCount++;
        return old;
    }

    private void notEmpty() {
        if (count == 0) throw new NoSuchElementException();
    }

    @Override
    public int size() {
        return count;
    }

    @Override
    public boolean isEmpty() {
        return count == 0;
    }

    @Override
    public E getFirst() {
        notEmpty();
        return at(0);
    }

    @Override
    public E getLast() {
        notEmpty();
        return at(count - 1);
    }

    @Override
    public E removeFirst() {
        notEmpty();
        return take(0);
    }

    @Override
    public E removeLast() {
        notEmpty();
        return take(count - 1);
    }

    @Override
    public void addFirst(E e) {
        insert(0, e);
    }

    @Override
    public void addLast(E e) {
        insert(count, e);
    }

    @Override
    public boolean add(E e) {
        insert(count, e);
        return true;
    }

    @Override
    public void add(int index, E e) {
        inside(index, count);
        insert(index, e);
    }

    @Override
    public boolean addAll(Collection<? extends E> c) {
        return addAll(count, c);
    }

    @Override
    @SuppressWarnings("unchecked")
    public boolean addAll(int index, Collection<? extends E> c) {
        inside(index, count);
        Object[] more = c.toArray();
        for (int i = 0; i < more.length; i++) insert(index + i, (E) more[i]);
        return more.length > 0;
    }

    @Override
    public E get(int index) {
        inside(index, count - 1);
        return at(index);
    }

    @Override
    public E set(int index, E e) {
        inside(index, count - 1);
        E old = at(index);
        items[index] = e;
        return old;
    }

    @Override
    public E remove(int index) {
        inside(index, count - 1);
        return take(index);
    }

    @Override
    public boolean remove(Object o) {
        int at = indexOf(o);
        if (at >= 0) take(at);
        return at >= 0;
    }

    @Override
    public void clear() {
        items = new Object[4];
        count = 0;
        modCount++;
    }

    @Override
    public int indexOf(Object o) {
        for (int i = 0; i < count; i++) {
            if (o == null ? items[i] == null : o.equals(items[i])) return i;
        }
        return -1;
    }

    @Override
    public int lastIndexOf(Object o) {
        for (int i = count - 1; i >= 0; i--) {
            if (o == null ? items[i] == null : o.equals(items[i])) return i;
        }
        return -1;
    }

    @Override
    public boolean contains(Object o) {
        return indexOf(o) >= 0;
    }

    @Override
    public E peek() {
        return count == 0 ? null : at(0);
    }

    @Override
    public E peekFirst() {
        return peek();
    }

    @Override
    public E peekLast() {
        return count == 0 ? null : at(count - 1);
    }

    @Override
    public E element() {
        return getFirst();
    }

    @Override
    public E poll() {
        return count == 0 ? null : take(0);
    }

    @Override
    public E pollFirst() {
        return poll();
    }

    @Override
    public E pollLast() {
        return count == 0 ? null : take(count - 1);
    }

    @Override
    public E remove() {
        return removeFirst();
    }

    @Override
    public boolean offer(E e) {
        return add(e);
    }

    @Override
    public boolean offerFirst(E e) {
        addFirst(e);
        return true;
    }

    @Override
    public boolean offerLast(E e) {
        return add(e);
    }

    @Override
    public void push(E e) {
        addFirst(e);
    }

    @Override
    public E pop() {
        return removeFirst();
    }

    @Override
    public boolean removeFirstOccurrence(Object o) {
        return remove(o);
    }

    @Override
    public boolean removeLastOccurrence(Object o) {
        int at = lastIndexOf(o);
        if (at >= 0) take(at);
        return at >= 0;
    }

    @Override
    public Iterator<E> iterator() {
        return new Walk(0);
    }

    @Override
    public ListIterator<E> listIterator(int index) {
        inside(index, count);
        return new Walk(index);
    }

    @Override
    public Iterator<E> descendingIterator() {
        final ListIterator<E> back = new Walk(count);
        return new Iterator<E>() {
            @Override
            public boolean hasNext() {
                return back.hasPrevious();
            }

            @Override
            public E next() {
                return back.previous();
            }

            @Override
            public void remove() {
                back.remove();
            }
        };
    }

    @Override
    public Object[] toArray() {
        Object[] all = new Object[count];
        for (int i = 0; i < count; i++) all[i] = items[i];
        return all;
    }

    @Override
    @SuppressWarnings("unchecked")
    public <T> T[] toArray(T[] into) {
        T[] all = into.length >= count
                ? into
                : (T[]) java.lang.reflect.Array.newInstance(into.getClass().getComponentType(), count);
        for (int i = 0; i < count; i++) all[i] = (T) items[i];
        if (all.length > count) all[count] = null;
        return all;
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliterator(this, Spliterator.ORDERED);
    }

    @Override
    public Object clone() {
        InputQueue<E> copy = new InputQueue<E>();
        copy.items = InputMap.longer(items, count);
        copy.count = count;
        return copy;
    }

    private final class Walk implements ListIterator<E> {
        private int next;
        private int last = -1;
        private int expected = modCount;

        Walk(int next) {
            this.next = next;
        }

        private void unchanged() {
            if (expected != modCount) throw new ConcurrentModificationException();
        }

        private void given() {
            if (last < 0) throw new IllegalStateException();
            unchanged();
        }

        @Override
        public boolean hasNext() {
            return next < count;
        }

        @Override
        public E next() {
            unchanged();
            if (next >= count) throw new NoSuchElementException();
            last = next++;
            return at(last);
        }

        @Override
        public boolean hasPrevious() {
            return next > 0;
        }

        @Override
        public E previous() {
            unchanged();
            if (next <= 0) throw new NoSuchElementException();
            last = --next;
            return at(last);
        }

        @Override
        public int nextIndex() {
            return next;
        }

        @Override
        public int previousIndex() {
            return next - 1;
        }

        @Override
        public void remove() {
            given();
            take(last);
            if (last < next) next--;
            last = -1;
            expected = modCount;
        }

        @Override
        public void set(E e) {
            given();
            items[last] = e;
        }

        @Override
        public void add(E e) {
            unchanged();
            insert(next++, e);
            last = -1;
            expected = modCount;
        }
    }
}
