package proviso.runtime;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * A kept state of the objects reachable from some roots. {@code \old(e)} is evaluated on a JVM by putting the kept
 * values back into the very objects, running the lambda, and restoring the present. JVM only.
 */
final class Snapshot {
    /** A location that now holds something else than when the snapshot was taken. */
    static final class Change {
        final Object owner;
        final String field;
        final int index;

        Change(Object owner, String field, int index) {
            this.owner = owner;
            this.field = field;
            this.index = index;
        }
    }

    private static final Map<Class<?>, Field[]> FIELDS = new HashMap<Class<?>, Field[]>();

    private final Map<Object, Object[]> kept = new IdentityHashMap<Object, Object[]>();
    private Map<Object, Object[]> present;

    private Snapshot() {}

    static Snapshot take(Roots roots) {
        Snapshot s = new Snapshot();
        Deque<Object> work = new ArrayDeque<Object>(roots.objects);
        for (Class<?> c : roots.classes)
            for (Class<?> k = c; k != null && isUser(k); k = k.getSuperclass()) work.add(k);
        while (!work.isEmpty()) {
            Object o = work.remove();
            if (s.kept.containsKey(o)) continue;
            if (!isWalked(o)) {
                // Known to exist (for \fresh), but its inside never changes or is nobody's business.
                s.kept.put(o, new Object[0]);
                continue;
            }
            Object[] values = read(o);
            s.kept.put(o, values);
            boolean primitive = o.getClass().isArray() && o.getClass().getComponentType().isPrimitive();
            Field[] fields = o.getClass().isArray() ? null : fieldsOf(o);
            for (int i = 0; i < values.length && !primitive; i++) {
                if (values[i] == null || (fields != null && fields[i].getType().isPrimitive())) continue;
                work.add(values[i]);
            }
            if (!(o instanceof Class) && isUser(o.getClass())) work.add(o.getClass());
        }
        return s;
    }

    boolean knows(Object o) {
        return kept.containsKey(o);
    }

    List<Object> objects() {
        List<Object> result = new ArrayList<Object>();
        for (Object o : kept.keySet()) if (!(o instanceof Class)) result.add(o);
        return result;
    }

    List<Change> changes() {
        List<Change> result = new ArrayList<Change>();
        for (Map.Entry<Object, Object[]> e : kept.entrySet()) {
            Object o = e.getKey();
            if (e.getValue().length == 0) continue;
            Object[] now = read(o);
            boolean array = o.getClass().isArray();
            for (int i = 0; i < now.length; i++) {
                if (same(e.getValue()[i], now[i], array ? o.getClass().getComponentType() : fieldsOf(o)[i].getType())) continue;
                result.add(array ? new Change(o, null, i) : new Change(o, fieldsOf(o)[i].getName(), -1));
            }
        }
        return result;
    }

    void swapIn() {
        Map<Object, Object[]> now = new IdentityHashMap<Object, Object[]>();
        for (Map.Entry<Object, Object[]> e : kept.entrySet()) {
            if (e.getValue().length == 0) continue;
            now.put(e.getKey(), read(e.getKey()));
            write(e.getKey(), e.getValue());
        }
        if (present == null) present = now; else nested.add(now);
    }

    private final List<Map<Object, Object[]>> nested = new ArrayList<Map<Object, Object[]>>();

    void swapOut() {
        Map<Object, Object[]> now;
        if (nested.isEmpty()) {
            now = present;
            present = null;
        } else {
            now = nested.remove(nested.size() - 1);
        }
        for (Map.Entry<Object, Object[]> e : now.entrySet()) write(e.getKey(), e.getValue());
    }

    private static boolean same(Object a, Object b, Class<?> type) {
        return type.isPrimitive() ? a.equals(b) : a == b;
    }

    private static boolean isUser(Class<?> c) {
        ClassLoader loader = c.getClassLoader();
        return loader != null && loader != ClassLoader.getSystemClassLoader().getParent() && !c.getName().startsWith("proviso.runtime.");
    }

    /** Objects of the program, arrays, the JDK's collections and ours; not strings, boxes, threads, class loaders. */
    private static boolean isWalked(Object o) {
        if (o instanceof Class) return isUser((Class<?>) o);
        Class<?> c = o.getClass();
        if (c.isArray() || isUser(c)) return true;
        if (o instanceof StringBuilder || o instanceof StringBuffer) return true;
        String name = c.getName();
        return name.startsWith("proviso.runtime.Input") || name.startsWith("java.util.") && !(o instanceof java.util.Locale);
    }

    private static Field[] fieldsOf(Object o) {
        Class<?> key = o instanceof Class ? (Class<?>) o : o.getClass();
        boolean statics = o instanceof Class;
        Map<Class<?>, Field[]> cache = statics ? STATICS : FIELDS;
        Field[] known = cache.get(key);
        if (known != null) return known;
        List<Field> found = new ArrayList<Field>();
        for (Class<?> c = key; c != null && c != Object.class; c = statics ? null : c.getSuperclass()) {
            for (Field f : c.getDeclaredFields()) {
                boolean isStatic = Modifier.isStatic(f.getModifiers());
                if (isStatic != statics || (isStatic && Modifier.isFinal(f.getModifiers()) && f.getType().isPrimitive())) continue;
                if (Memory.reaches(f)) found.add(f);
            }
        }
        Field[] fields = found.toArray(new Field[0]);
        cache.put(key, fields);
        return fields;
    }

    private static final Map<Class<?>, Field[]> STATICS = new HashMap<Class<?>, Field[]>();

    private static Object[] read(Object o) {
        if (o.getClass().isArray()) {
            Object[] values = new Object[Array.getLength(o)];
            for (int i = 0; i < values.length; i++) values[i] = Array.get(o, i);
            return values;
        }
        Field[] fields = fieldsOf(o);
        Object[] values = new Object[fields.length];
        for (int i = 0; i < fields.length; i++) values[i] = Memory.get(o, fields[i]);
        return values;
    }

    private static void write(Object o, Object[] values) {
        if (o.getClass().isArray()) {
            for (int i = 0; i < values.length; i++) Array.set(o, i, values[i]);
            return;
        }
        Field[] fields = fieldsOf(o);
        for (int i = 0; i < fields.length; i++) {
            boolean constant = Modifier.isFinal(fields[i].getModifiers());
            if (!constant) Memory.set(o, fields[i], values[i]);
        }
    }

    /** Field access that also reaches the JDK's own collections: sun.misc.Unsafe, looked up by name. */
    private static final class Memory {
        private static final Object UNSAFE = unsafe();
        private static final Map<String, Method> METHODS = new HashMap<String, Method>();

        private static Object unsafe() {
            try {
                Field f = Class.forName("sun.misc.Unsafe").getDeclaredField("theUnsafe");
                f.setAccessible(true);
                return f.get(null);
            } catch (ReflectiveOperationException e) {
                return null;
            }
        }

        static boolean reaches(Field f) {
            try {
                f.setAccessible(true);
                return true;
            } catch (RuntimeException closedModule) {
                try {
                    call("objectFieldOffset", new Class<?>[] {Field.class}, f);
                    return !Modifier.isStatic(f.getModifiers());
                } catch (RuntimeException hiddenOrRecord) {
                    return false;
                }
            }
        }

        static Object get(Object o, Field f) {
            try {
                return f.get(o instanceof Class ? null : o);
            } catch (IllegalAccessException closed) {
                Class<?> t = f.getType();
                return call("get" + suffix(t), new Class<?>[] {Object.class, long.class}, o, offset(f));
            }
        }

        static void set(Object o, Field f, Object value) {
            try {
                f.set(o instanceof Class ? null : o, value);
            } catch (IllegalAccessException closed) {
                Class<?> t = f.getType();
                Class<?> shape = t.isPrimitive() ? t : Object.class;
                call("put" + suffix(t), new Class<?>[] {Object.class, long.class, shape}, o, offset(f), value);
            }
        }

        private static Object offset(Field f) {
            return call("objectFieldOffset", new Class<?>[] {Field.class}, f);
        }

        private static String suffix(Class<?> t) {
            if (!t.isPrimitive()) return "Object";
            return Character.toUpperCase(t.getName().charAt(0)) + t.getName().substring(1);
        }

        private static Object call(String name, Class<?>[] shape, Object... arguments) {
            try {
                String key = name + shape.length;
                Method m = METHODS.get(key);
                if (m == null) {
                    m = UNSAFE.getClass().getMethod(name, shape);
                    METHODS.put(key, m);
                }
                return m.invoke(UNSAFE, arguments);
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException("no access to a field of the JDK", e);
            }
        }
    }
}
