package oracle;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** What all objects in reach, and the static fields, held at one moment. References are the objects themselves. */
final class Snapshot {
    final Map<Object, Map<Field, Object>> objects = new IdentityHashMap<>();
    final Map<Object, Object[]> arrays = new IdentityHashMap<>();
    final Map<Field, Object> statics = new HashMap<>();
    private static final Map<Class<?>, List<Field>> FIELDS = new java.util.WeakHashMap<>();

    static Snapshot of(Iterable<Object> roots, Class<?>... classes) {
        Snapshot snapshot = new Snapshot();
        ArrayDeque<Object> todo = new ArrayDeque<>();
        for (Object root : roots) if (root != null) todo.add(root);
        for (Class<?> type : classes)
            for (Field field : fields(type))
                if (Modifier.isStatic(field.getModifiers())) snapshot.note(snapshot.statics, field, null, todo);
        while (!todo.isEmpty()) snapshot.visit(todo.poll(), todo);
        return snapshot;
    }

    private void visit(Object object, ArrayDeque<Object> todo) {
        if (object.getClass().isArray()) {
            if (arrays.containsKey(object)) return;
            Object[] held = new Object[Array.getLength(object)];
            for (int i = 0; i < held.length; i++) {
                held[i] = Array.get(object, i);
                if (isObject(held[i])) todo.add(held[i]);
            }
            arrays.put(object, held);
        } else if (isObject(object) && !objects.containsKey(object)) {
            Map<Field, Object> held = new HashMap<>();
            objects.put(object, held);
            for (Field field : fields(object.getClass()))
                if (!Modifier.isStatic(field.getModifiers())) note(held, field, object, todo);
        }
    }

    private void note(Map<Field, Object> held, Field field, Object object, ArrayDeque<Object> todo) {
        try {
            Object value = field.get(object);
            held.put(field, value);
            if (isObject(value)) todo.add(value);
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
    }

    boolean has(Object object) {
        return objects.containsKey(object) || arrays.containsKey(object);
    }

    /** Something with a state that clauses can see: an array, or an object of a generated class. */
    static boolean isObject(Object value) {
        return value != null && (value.getClass().isArray() || value.getClass().getName().startsWith("G"));
    }

    /** All fields, inherited ones too, of generated classes. */
    static List<Field> fields(Class<?> type) {
        return FIELDS.computeIfAbsent(type, ignored -> {
            List<Field> all = new ArrayList<>();
            for (Class<?> c = type; c != null && c.getName().startsWith("G"); c = c.getSuperclass())
                for (Field field : c.getDeclaredFields()) {
                    if (field.isSynthetic()) continue;
                    field.setAccessible(true);
                    all.add(field);
                }
            return all;
        });
    }

    static Field field(Class<?> type, String name) {
        for (Field field : fields(type)) if (field.getName().equals(name)) return field;
        throw new IllegalStateException(type + " has no field " + name);
    }
}
