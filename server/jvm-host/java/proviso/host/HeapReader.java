package proviso.host;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Describes the objects reachable from some roots, in the language {@link HeapBuilder} reads. */
final class HeapReader {
    private final Map<Object, Integer> ids = new IdentityHashMap<>();
    private final Deque<Object> toDescribe = new ArrayDeque<>();
    private final int limit;
    private int nextId = 1;
    private int described;
    private boolean truncated;

    /** @param known objects that keep the ids they have */
    HeapReader(Map<Integer, Object> known, int limit) {
        this.limit = limit;
        known.forEach((id, object) -> {
            // Two ids may denote one object (an interned string); the first one stays.
            // All of the pre-heap is shown again, also what no root reaches any more.
            if (ids.putIfAbsent(object, id) == null) {
                toDescribe.add(object);
            }
            nextId = Math.max(nextId, id + 1);
        });
    }

    boolean truncated() {
        return truncated;
    }

    /** Writes a value of the given static type; objects seen for the first time are described later. */
    void value(Wire.Out out, Object value, boolean primitive) throws IOException {
        if (value == null) {
            scalar(out, 'N', 0);
        } else if (!primitive) {
            scalar(out, 'L', id(value));
        } else {
            primitive(out, value);
        }
    }

    private static void primitive(Wire.Out out, Object value) throws IOException {
        if (value instanceof Boolean) {
            scalar(out, 'Z', (Boolean) value ? 1 : 0);
        } else if (value instanceof Character) {
            scalar(out, 'C', (Character) value);
        } else if (value instanceof Float) {
            scalar(out, 'F', Float.floatToRawIntBits((Float) value) & 0xffffffffL);
        } else if (value instanceof Double) {
            scalar(out, 'D', Double.doubleToRawLongBits((Double) value));
        } else {
            char tag = value instanceof Byte ? 'B' : value instanceof Short ? 'S' : value instanceof Integer ? 'I' : 'J';
            scalar(out, tag, ((Number) value).longValue());
        }
    }

    /** Writes a value as {@link HeapBuilder#readValue} gave it. */
    static void described(Wire.Out out, Object value) throws IOException {
        if (value == null) {
            scalar(out, 'N', 0);
        } else if (value instanceof HeapBuilder.Id) {
            scalar(out, 'L', ((HeapBuilder.Id) value).number);
        } else {
            primitive(out, value);
        }
    }

    private static void scalar(Wire.Out out, char tag, long bits) throws IOException {
        out.u8(tag);
        out.i64(bits);
    }

    /** The id of an object of the pre-heap, 0 of any other. */
    int known(Object object) {
        return ids.getOrDefault(object, 0);
    }

    private int id(Object object) {
        Integer known = ids.get(object);
        if (known == null) {
            known = nextId++;
            ids.put(object, known);
            toDescribe.add(object);
        }
        return known;
    }

    /** Writes the list of all objects met so far and of what they reach. */
    void objects(Wire.Out out) throws IOException {
        Wire.Out all = new Wire.Out();
        int count = 0;
        while (!toDescribe.isEmpty()) {
            Object object = toDescribe.poll();
            count++;
            all.i32(ids.get(object));
            all.string(object.getClass().getName());
            body(all, object);
        }
        out.i32(count);
        out.raw(all.finish());
    }

    private void body(Wire.Out out, Object object) throws IOException {
        Class<?> type = object.getClass();
        if (++described > limit) {
            truncated = true;
            out.u8(6);
        } else if (object instanceof String) {
            out.u8(2);
            out.utf16((String) object);
            out.bool(false);
        } else if (object instanceof Class) {
            out.u8(5);
            out.string(((Class<?>) object).getName());
        } else if (object instanceof Enum) {
            out.u8(4);
            out.string(((Enum<?>) object).name());
        } else if (isBox(type)) {
            out.u8(3);
            value(out, object, true);
            out.bool(false);
        } else if (type.isArray()) {
            array(out, object);
        } else if (isOpaque(object)) {
            out.u8(6);
        } else {
            fields(out, object);
        }
    }

    private static boolean isBox(Class<?> type) {
        return type == Boolean.class || type == Byte.class || type == Character.class || type == Short.class
                || type == Integer.class || type == Long.class || type == Float.class || type == Double.class;
    }

    /** The machinery of the JVM: large, and no business of a witness. */
    private static boolean isOpaque(Object object) {
        return object instanceof ClassLoader || object instanceof Thread || object instanceof Module
                || object instanceof java.lang.reflect.AccessibleObject || object instanceof StackTraceElement
                || object.getClass().isHidden() || object.getClass().getName().startsWith("java.lang.invoke.")
                || object.getClass().getName().startsWith("jdk.internal.");
    }

    private void array(Wire.Out out, Object array) throws IOException {
        int length = Array.getLength(array);
        if (length > limit) {
            truncated = true;
            out.u8(6);
            return;
        }
        out.u8(1);
        out.i32(length);
        boolean primitive = array.getClass().getComponentType().isPrimitive();
        for (int i = 0; i < length; i++) {
            value(out, Array.get(array, i), primitive);
        }
    }

    private void fields(Wire.Out out, Object object) throws IOException {
        List<Field> fields = new ArrayList<>();
        for (Class<?> type = object.getClass(); type != null; type = type.getSuperclass()) {
            if (type == Throwable.class) {
                continue; // Message and stack are reported with the outcome.
            }
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    fields.add(field);
                }
            }
        }
        out.u8(0);
        out.i32(fields.size());
        for (Field field : fields) {
            out.string(field.getDeclaringClass().getName());
            out.string(field.getName());
            long offset = HeapBuilder.UNSAFE.objectFieldOffset(field.getDeclaringClass(), field.getName());
            Class<?> type = field.getType();
            value(out, HeapBuilder.get(object, offset, type), type.isPrimitive());
        }
    }
}
