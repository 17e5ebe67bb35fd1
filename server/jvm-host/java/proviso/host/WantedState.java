package proviso.host;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * The state a search is after: a root object and what is known of the objects it reaches. A field that is not spoken of
 * may hold anything. Objects are told apart by identity: two of the wanted are never one of the real.
 */
final class WantedState {
    /** States with more objects are not kept. */
    private static final int OBJECTS = 200;

    private static final class Description {
        String className;
        /** The length of an array or the size of a collection; -1 for an object with fields. */
        int length;
        /** Declaring class (empty: the object's own), name, value; the name of an element is its index. */
        List<Object[]> values = new ArrayList<>();
    }

    private final HeapBuilder heap;
    private final Map<Integer, Description> descriptions = new HashMap<>();
    private final int root;
    private final Map<Integer, Object> standsFor = new HashMap<>();
    private final Map<Object, Integer> usedBy = new IdentityHashMap<>();

    WantedState(Wire.In in, HeapBuilder heap) throws IOException {
        this.heap = heap;
        int count = in.count();
        for (int i = 0; i < count; i++) {
            Description description = new Description();
            int id = in.i32();
            description.className = in.string();
            description.length = in.i32();
            int values = in.count();
            for (int v = 0; v < values; v++) {
                description.values.add(new Object[] {in.string(), in.string(), HeapBuilder.readValue(in)});
            }
            descriptions.put(id, description);
        }
        root = in.i32();
    }

    String rootClass() {
        return descriptions.get(root).className;
    }

    static String javaName(String binary) {
        return binary.replace('$', '.');
    }

    /** How many of the wanted values are not there; 0 if the object is as wanted. */
    int missing(Object object) {
        standsFor.clear();
        usedBy.clear();
        return missing(root, object);
    }

    private int missing(int id, Object object) {
        Description description = descriptions.get(id);
        Object standIn = heap.objects.get(id);
        // What the test has a name for must be that very object; texts and numbers need only be equal.
        if (standIn != null && (description == null || standIn == object)) {
            return standIn == object || isAtom(standIn) && standIn.equals(object) ? 0 : 1;
        }
        if (description == null || object == null) {
            return description == null ? 1 : 1 + description.values.size();
        }
        Object known = standsFor.putIfAbsent(id, object);
        if (known != null) {
            return known == object ? 0 : 1;
        }
        if (usedBy.putIfAbsent(object, id) != null || !className(object.getClass()).equals(description.className)) {
            return 1 + description.values.size();
        }
        return description.length < 0 ? missingFields(description, object) : missingElements(description, object);
    }

    private int missingFields(Description description, Object object) {
        int missing = 0;
        for (Object[] wanted : description.values) {
            Field field = field(object.getClass(), (String) wanted[0], (String) wanted[1]);
            if (field == null) {
                missing++;
                continue;
            }
            Object value = HeapBuilder.get(
                    object, HeapBuilder.UNSAFE.objectFieldOffset(field), field.getType());
            missing += missingValue(wanted[2], value);
        }
        return missing;
    }

    private int missingElements(Description description, Object object) {
        Object[] elements = object instanceof Collection ? ((Collection<?>) object).toArray() : null;
        int length = elements == null ? Array.getLength(object) : elements.length;
        int missing = Math.abs(length - description.length);
        for (Object[] wanted : description.values) {
            int index = Integer.parseInt((String) wanted[1]);
            if (index >= length) {
                missing++;
            } else {
                missing += missingValue(wanted[2], elements == null ? Array.get(object, index) : elements[index]);
            }
        }
        return missing;
    }

    private int missingValue(Object wanted, Object value) {
        if (wanted instanceof HeapBuilder.Id) {
            return missing(((HeapBuilder.Id) wanted).number, value);
        }
        return wanted == null ? (value == null ? 0 : 1) : (wanted.equals(value) ? 0 : 1);
    }

    private static boolean isAtom(Object object) {
        return object instanceof String || object instanceof Number || object instanceof Boolean
                || object instanceof Character || object instanceof Enum;
    }

    private static String className(Class<?> type) {
        return javaName(type.isArray() ? type.getTypeName() : type.getName());
    }

    private static Field field(Class<?> type, String declaring, String name) {
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            if (declaring.isEmpty() || className(above).equals(declaring)) {
                for (Field field : above.getDeclaredFields()) {
                    if (field.getName().equals(name) && !Modifier.isStatic(field.getModifiers())) {
                        return field;
                    }
                }
                if (declaring.isEmpty()) {
                    return null;
                }
            }
        }
        return null;
    }

    /** Equal texts for equal states; null for a state that is too large to go on with. */
    String key(Object object) {
        StringBuilder text = new StringBuilder();
        Map<Object, Integer> numbers = new IdentityHashMap<>();
        List<Object> open = new ArrayList<>();
        reference(object, numbers, open, text);
        for (int i = 0; i < open.size(); i++) {
            if (open.size() > OBJECTS) {
                return null;
            }
            content(open.get(i), numbers, open, text);
        }
        return text.toString();
    }

    private void reference(Object object, Map<Object, Integer> numbers, List<Object> open, StringBuilder text) {
        if (object == null) {
            text.append("null;");
        } else if (isAtom(object)) {
            text.append(object.getClass().getName()).append(object).append(';');
        } else {
            Integer number = numbers.putIfAbsent(object, numbers.size());
            if (number == null) {
                number = numbers.size() - 1;
                open.add(object);
            }
            text.append('#').append(number).append(';');
        }
    }

    private void content(Object object, Map<Object, Integer> numbers, List<Object> open, StringBuilder text) {
        Class<?> type = object.getClass();
        text.append(type.getName()).append(':');
        for (Map.Entry<Integer, Object> standIn : heap.objects.entrySet()) {
            if (standIn.getValue() == object) {
                text.append('@').append(standIn.getKey());
            }
        }
        if (type.isArray()) {
            for (int i = 0; i < Array.getLength(object); i++) {
                reference(Array.get(object, i), numbers, open, text);
            }
            return;
        }
        for (Class<?> above = type; above != null; above = above.getSuperclass()) {
            for (Field field : above.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers())) {
                    text.append(field.getName()).append('=');
                    Object value = HeapBuilder.get(
                            object, HeapBuilder.UNSAFE.objectFieldOffset(field), field.getType());
                    reference(value, numbers, open, text);
                }
            }
        }
    }
}
