package proviso.runtime;

import java.util.AbstractCollection;
import java.util.AbstractSet;
import java.util.Collection;
import java.util.ConcurrentModificationException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/**
 * A map of the unknown input: keys and values in the order of their insertion, in two arrays. Symbolic execution follows
 * it with few forks, where a hash table would make it guess hash codes; a JVM runs the same code in a replay.
 */
public final class InputMap<K, V> extends LinkedHashMap<K, V> {
    private static final long serialVersionUID = 1L;

    /** The number of the assumption that every element and key is there once. */
    static final int PROPER = -2;

    // An input is made field by field; these names are known to the engine and to the pictures of heaps.
    private Object[] keys;
    private Object[] values;
    private int count;
    private int changes;

    public InputMap() {
        keys = new Object[4];
        values = new Object[4];
    }

    /** Whether the state is one that putting entries leads to. */
    public boolean proper() {
        for (int i = 1; i < count; i++) {
            for (int j = 0; j < i; j++) {
                if (same(keys[i], keys[j])) return false;
            }
        }
        return true;
    }

    /** As a hash table sees it: objects that are equal but have different hash codes are different keys. */
    static boolean same(Object asked, Object held) {
        if (asked == held) return true;
        if (asked == null || held == null) return false;
        // Where the library guarantees that equal objects have equal hash codes, they need not be looked at.
        boolean sound = asked instanceof String || asked instanceof Number || asked instanceof Character
                || asked instanceof Boolean || asked instanceof Enum;
        return (sound || asked.hashCode() == held.hashCode()) && asked.equals(held);
    }

    static Object[] longer(Object[] old, int count) {
        Object[] array = new Object[count + 4];
        for (int i = 0; i < count; i++) array[i] = old[i];
        return array;
    }

    private int find(Object key) {
        for (int i = 0; i < count; i++) {
            if (same(key, keys[i])) return i;
        }
        return -1;
    }

    @SuppressWarnings("unchecked")
    private V value(int at) {
        return at < 0 ? null : (V) values[at];
    }

    private void append(Object key, Object value) {
        if (count == keys.length) {
            keys = longer(keys, count);
            values = longer(values, count);
        }
        keys[count] = key;
        values[count++] = value;
        changes++;
    }

    private void removeAt(int at) {
        // What was there once is gone now; only here would a key that the input holds twice come to light.
        for (int i = at + 1; i < count; i++) Jml.assume(PROPER, !same(keys[at], keys[i]));
        for (int i = at + 1; i < count; i++) {
            keys[i - 1] = keys[i];
            values[i - 1] = values[i];
        }
        keys[--count] = null;
        values[count] = null;
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
    public V get(Object key) {
        return value(find(key));
    }

    @Override
    public V getOrDefault(Object key, V other) {
        int at = find(key);
        return at < 0 ? other : value(at);
    }

    @Override
    public boolean containsKey(Object key) {
        return find(key) >= 0;
    }

    @Override
    public boolean containsValue(Object value) {
        for (int i = 0; i < count; i++) {
            if (Objects.equals(value, values[i])) return true;
        }
        return false;
    }

    @Override
    public V put(K key, V value) {
        int at = find(key);
        V old = value(at);
        if (at < 0) append(key, value); else values[at] = value;
        return old;
    }

    @Override
    public void putAll(Map<? extends K, ? extends V> other) {
        for (Map.Entry<? extends K, ? extends V> e : other.entrySet()) put(e.getKey(), e.getValue());
    }

    @Override
    public V putIfAbsent(K key, V value) {
        int at = find(key);
        V old = value(at);
        if (at < 0) append(key, value); else if (old == null) values[at] = value;
        return old;
    }

    @Override
    public V remove(Object key) {
        int at = find(key);
        V old = value(at);
        if (at >= 0) removeAt(at);
        return old;
    }

    @Override
    public boolean remove(Object key, Object value) {
        int at = find(key);
        if (at < 0 || !Objects.equals(values[at], value)) return false;
        removeAt(at);
        return true;
    }

    @Override
    public V replace(K key, V value) {
        int at = find(key);
        V old = value(at);
        if (at >= 0) values[at] = value;
        return old;
    }

    @Override
    public boolean replace(K key, V old, V value) {
        int at = find(key);
        if (at < 0 || !Objects.equals(values[at], old)) return false;
        values[at] = value;
        return true;
    }

    @Override
    public void clear() {
        changes++;
        keys = new Object[4];
        values = new Object[4];
        count = 0;
    }

    @Override
    public V computeIfAbsent(K key, Function<? super K, ? extends V> f) {
        V old = value(find(key));
        if (old != null) return old;
        int before = changes;
        V value = f.apply(key);
        if (before != changes) throw new ConcurrentModificationException();
        if (value != null) put(key, value);
        return value;
    }

    @Override
    public V computeIfPresent(K key, BiFunction<? super K, ? super V, ? extends V> f) {
        V old = value(find(key));
        return old == null ? null : store(key, old, f);
    }

    @Override
    public V compute(K key, BiFunction<? super K, ? super V, ? extends V> f) {
        return store(key, value(find(key)), f);
    }

    private V store(K key, V old, BiFunction<? super K, ? super V, ? extends V> f) {
        int before = changes;
        V value = f.apply(key, old);
        if (before != changes) throw new ConcurrentModificationException();
        if (value != null) put(key, value); else remove(key);
        return value;
    }

    @Override
    public V merge(K key, V value, BiFunction<? super V, ? super V, ? extends V> f) {
        if (value == null || f == null) throw new NullPointerException();
        V old = value(find(key));
        if (old == null) {
            put(key, value);
            return value;
        }
        int before = changes;
        V joined = f.apply(old, value);
        if (before != changes) throw new ConcurrentModificationException();
        if (joined != null) put(key, joined); else remove(key);
        return joined;
    }

    @Override
    @SuppressWarnings("unchecked")
    public void forEach(BiConsumer<? super K, ? super V> f) {
        if (f == null) throw new NullPointerException();
        int expected = changes;
        for (int i = 0; i < count && expected == changes; i++) f.accept((K) keys[i], (V) values[i]);
        if (expected != changes) throw new ConcurrentModificationException();
    }

    @Override
    @SuppressWarnings("unchecked")
    public void replaceAll(BiFunction<? super K, ? super V, ? extends V> f) {
        if (f == null) throw new NullPointerException();
        int expected = changes;
        for (int i = 0; i < count && expected == changes; i++) values[i] = f.apply((K) keys[i], (V) values[i]);
        if (expected != changes) throw new ConcurrentModificationException();
    }

    @Override
    public Object clone() {
        InputMap<K, V> copy = new InputMap<K, V>();
        copy.keys = longer(keys, count);
        copy.values = longer(values, count);
        copy.count = count;
        return copy;
    }

    @Override
    public Set<K> keySet() {
        return new Keys();
    }

    @Override
    public Collection<V> values() {
        return new Values();
    }

    @Override
    public Set<Map.Entry<K, V>> entrySet() {
        return new Entries();
    }

    private abstract class Walk<T> implements Iterator<T> {
        private int next;
        private int expected = changes;
        private boolean removable;

        @Override
        public boolean hasNext() {
            return next < count;
        }

        @Override
        public T next() {
            if (expected != changes) throw new ConcurrentModificationException();
            if (next >= count) throw new NoSuchElementException();
            removable = true;
            return at(next++);
        }

        @Override
        public void remove() {
            if (!removable) throw new IllegalStateException();
            if (expected != changes) throw new ConcurrentModificationException();
            removable = false;
            removeAt(--next);
            expected = changes;
        }

        abstract T at(int i);
    }

    private final class Keys extends AbstractSet<K> {
        @Override
        public int size() {
            return count;
        }

        @Override
        public boolean contains(Object key) {
            return containsKey(key);
        }

        @Override
        public boolean remove(Object key) {
            int at = find(key);
            if (at >= 0) removeAt(at);
            return at >= 0;
        }

        @Override
        public void clear() {
            InputMap.this.clear();
        }

        @Override
        public Iterator<K> iterator() {
            return new Walk<K>() {
                @Override
                @SuppressWarnings("unchecked")
                K at(int i) {
                    return (K) keys[i];
                }
            };
        }
    }

    private final class Values extends AbstractCollection<V> {
        @Override
        public int size() {
            return count;
        }

        @Override
        public void clear() {
            InputMap.this.clear();
        }

        @Override
        public Iterator<V> iterator() {
            return new Walk<V>() {
                @Override
                V at(int i) {
                    return value(i);
                }
            };
        }
    }

    private final class Entries extends AbstractSet<Map.Entry<K, V>> {
        @Override
        public int size() {
            return count;
        }

        @Override
        public boolean contains(Object o) {
            if (!(o instanceof Map.Entry)) return false;
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            int at = find(e.getKey());
            return at >= 0 && Objects.equals(values[at], e.getValue());
        }

        @Override
        public boolean remove(Object o) {
            if (!contains(o)) return false;
            removeAt(find(((Map.Entry<?, ?>) o).getKey()));
            return true;
        }

        @Override
        public void clear() {
            InputMap.this.clear();
        }

        @Override
        public Iterator<Map.Entry<K, V>> iterator() {
            return new Walk<Map.Entry<K, V>>() {
                @Override
                Map.Entry<K, V> at(int i) {
                    return new Pair(i);
                }
            };
        }
    }

    /** An entry writes through to the map, and keeps its last value when its key is removed. */
    private final class Pair implements Map.Entry<K, V> {
        private final K key;
        private V value;
        private int at;
        private int seen = changes;

        @SuppressWarnings("unchecked")
        Pair(int at) {
            this.at = at;
            key = (K) keys[at];
            value = InputMap.this.value(at);
        }

        /** Where the entry is now; searched for only when entries have come or gone. */
        private int place() {
            if (seen != changes) {
                at = find(key);
                seen = changes;
            }
            return at;
        }

        @Override
        public K getKey() {
            return key;
        }

        @Override
        public V getValue() {
            int at = place();
            if (at >= 0) value = InputMap.this.value(at);
            return value;
        }

        @Override
        public V setValue(V next) {
            V old = getValue();
            int at = place();
            if (at >= 0) values[at] = next;
            value = next;
            return old;
        }

        @Override
        public boolean equals(Object o) {
            if (!(o instanceof Map.Entry)) return false;
            Map.Entry<?, ?> e = (Map.Entry<?, ?>) o;
            return Objects.equals(key, e.getKey()) && Objects.equals(getValue(), e.getValue());
        }

        @Override
        public int hashCode() {
            return Objects.hashCode(key) ^ Objects.hashCode(getValue());
        }

        @Override
        public String toString() {
            return key + "=" + getValue();
        }
    }
}
