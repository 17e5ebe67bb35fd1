package oracle;

import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Builds the input that Proviso shows for a violation, out of real objects. */
final class Witness {
    /** It cannot be built; the reason says what was not understood. */
    @SuppressWarnings("serial")
    static final class Odd extends RuntimeException {
        Odd(String why) {
            super(why);
        }
    }

    private final List<ClassShape> classes;
    private final Map<String, Object> objects = new HashMap<>();

    private Witness(List<ClassShape> classes) {
        this.classes = classes;
    }

    static Inputs.Input build(MethodShape method, Verdict.Violation violation, List<ClassShape> classes) {
        try {
            return new Witness(classes).build(method, violation.heap);
        } catch (ReflectiveOperationException error) {
            throw new Odd(error.toString());
        }
    }

    private Inputs.Input build(MethodShape method, List<String[]> heap) throws ReflectiveOperationException {
        for (ClassShape shape : classes)
            for (Slot field : shape.statics) Snapshot.field(shape.loaded, field.name()).set(null, 0);
        for (String[] words : heap) if (words[0].equals("object")) objects.put(words[1], make(words));
        Object last = null;
        Map<String, Object> roots = new HashMap<>();
        for (String[] words : heap)
            switch (words[0]) {
                case "object" -> last = objects.get(words[1]);
                case "field" -> {
                    Field field = Snapshot.field(last.getClass(), words[1]);
                    field.set(last, value(words[2]));
                }
                case "element" -> Array.set(last, Integer.parseInt(words[1]), value(words[2]));
                default -> roots.put(words[1], value(words[2]));
            }
        return input(method, roots);
    }

    private Inputs.Input input(MethodShape method, Map<String, Object> roots) throws ReflectiveOperationException {
        Inputs.Input input = new Inputs.Input();
        input.self = roots.get("this");
        input.heap = new ArrayList<>(objects.values());
        input.arguments = new Object[method.parameters.size()];
        for (int i = 0; i < input.arguments.length; i++) {
            Slot slot = method.parameters.get(i);
            if (!roots.containsKey(slot.name())) throw new Odd("no value of " + slot.name());
            input.arguments[i] = roots.get(slot.name());
        }
        for (Map.Entry<String, Object> root : roots.entrySet()) {
            int dot = root.getKey().indexOf('.');
            if (dot < 0) continue;
            String type = root.getKey().substring(0, dot);
            for (ClassShape shape : classes)
                if (shape.name.equals(type)) Snapshot.field(shape.loaded, root.getKey().substring(dot + 1)).set(null, root.getValue());
        }
        return input;
    }

    private Object make(String[] words) throws ReflectiveOperationException {
        if (words[2].equals("int[]")) return new int[Integer.parseInt(words[3])];
        for (ClassShape shape : classes)
            if (shape.name.equals(words[2])) {
                Constructor<?> constructor = shape.loaded.getDeclaredConstructor();
                constructor.setAccessible(true);
                return constructor.newInstance();
            }
        if (words[2].equals("java.lang.Object")) return new Object();
        throw new Odd("an object of " + words[2]);
    }

    private Object value(String text) {
        int colon = text.indexOf(':');
        String value = text.substring(colon + 1);
        switch (text.substring(0, colon)) {
            case "null": return null;
            case "ref": return objects.get(value);
            case "int": return Integer.parseInt(value);
            case "long": return Long.parseLong(value);
            case "byte": return Byte.parseByte(value);
            case "char": return (char) Integer.parseInt(value);
            case "boolean": return Boolean.parseBoolean(value);
            default: throw new Odd("a value " + text);
        }
    }
}
