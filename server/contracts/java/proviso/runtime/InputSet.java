package proviso.runtime;

import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.NoSuchElementException;
import java.util.Spliterator;
import java.util.Spliterators;

/**
 * A set of the unknown input: the elements in the order of their insertion, in an array. Symbolic execution follows it
 * with few forks, where a hash table would make it guess hash codes; a JVM runs the same code in a replay.
 */
public final class InputSet<E> extends LinkedHashSet<E> {
    private static final long serialVersionUID = 1L;

    // An input is made field by field; these names are known to the engine and to the pictures of heaps.
    private Object[] items;
    private int count;
    private int changes;

    public InputSet() {
        items = new Object[4];
    }

    /** Whether the state is one that adding elements leads to. */
    public boolean proper() {
        for (int i = 1; i < count; i++) {
            for (int j = 0; j < i; j++) {
                if (InputMap.same(items[i], items[j])) return false;
            }
        }
        return true;
    }

    private int find(Object o) {
        for (int i = 0; i < count; i++) {
            if (InputMap.same(o, items[i])) return i;
        }
        return -1;
    }

    private void removeAt(int at) {
        // What was there once is gone now; only here would an element that the input holds twice come to light.
        for (int i = at + 1; i < count; i++) {
            Jml.assume(InputMap.PROPER, !InputMap.same(items[at], items[i]));
        }
        for (int i = at + 1; i < count; i++) items[i - 1] = items[i];
        items[--count] = null;
        changes++;
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
    public boolean contains(Object o) {
        return find(o) >= 0;
    }

    @Override
    public boolean add(E e) {
        if (find(e) >= 0) return false;
        if (count == items.length) items = InputMap.longer(items, count);
        items[count++] = e;
        changes++;
        return true;
    }

    @Override
    public boolean remove(Object o) {
        int at = find(o);
        if (at < 0) return false;
        removeAt(at);
        return true;
    }

    @Override
    public void clear() {
        changes++;
        items = new Object[4];
        count = 0;
    }

    @Override
    public Iterator<E> iterator() {
        return new Walk();
    }

    @Override
    public Spliterator<E> spliterator() {
        return Spliterators.spliterator(this, Spliterator.DISTINCT | Spliterator.ORDERED);
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
    public boolean addAll(Collection<? extends E> c) {
        boolean changed = false;
        for (E e : c) changed |= add(e);
        return changed;
    }

    @Override
    public Object clone() {
        InputSet<E> copy = new InputSet<E>();
        copy.items = InputMap.longer(items, count);
        copy.count = count;
        return copy;
    }

    private final class Walk implements Iterator<E> {
        private int next;
        private int expected = changes;
        private boolean removable;

        @Override
        public boolean hasNext() {
            return next < count;
        }

        @Override
        @SuppressWarnings("unchecked")
        public E next() {
            if (expected != changes) throw new ConcurrentModificationException();
            if (next >= count) throw new NoSuchElementException();
            removable = true;
            return (E) items[next++];
        }

        @Override
        public void remove() {
            if (!removable) throw new IllegalStateException();
            if (expected != changes) throw new ConcurrentModificationException();
            removable = false;
            removeAt(--next);
            expected = changes;
        }
    }
}
