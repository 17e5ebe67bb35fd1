package oracle;

import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes the inputs of a method out of a sequence of choices: all of them where they are few, else a sample. */
final class Inputs {
    static final int MOST = 700;
    private static final int SAMPLE = 450;
    private static final long[] VALUES = {0, 1, -1, 2, Integer.MAX_VALUE, Integer.MIN_VALUE, 3};
    private static final Object[] UNKNOWN = {new Object(), new Object()};
    private final List<ClassShape> classes;
    private int[] fixed = {};
    private Random random;
    private final List<Integer> made = new ArrayList<>();
    private final List<Integer> ways = new ArrayList<>();
    private final List<Object> objects = new ArrayList<>();
    private final List<Object> arrays = new ArrayList<>();

    Inputs(List<ClassShape> classes) {
        this.classes = classes;
    }

    /** The receiver (or null) and the arguments. */
    static final class Input {
        Object self;
        Object[] arguments;
        /** Everything that was made for it, in reach or not. */
        List<Object> heap;
    }

    /** All sequences of choices up to a number, or a random sample. */
    static List<int[]> sequences(MethodShape method, List<ClassShape> classes, long seed) {
        List<int[]> all = new ArrayList<>();
        int[] next = {};
        while (next != null && all.size() < MOST) {
            Inputs inputs = new Inputs(classes);
            inputs.build(method, next);
            all.add(inputs.taken());
            next = inputs.successor();
        }
        if (next == null) return all;
        all.clear();
        Random random = new Random(seed);
        for (int i = 0; i < SAMPLE; i++) {
            Inputs inputs = new Inputs(classes);
            inputs.random = random;
            inputs.build(method, new int[0]);
            all.add(inputs.taken());
        }
        return all;
    }

    private int[] taken() {
        return made.stream().mapToInt(i -> i).toArray();
    }

    private int[] successor() {
        for (int i = made.size() - 1; i >= 0; i--)
            if (made.get(i) + 1 < ways.get(i)) {
                int[] next = Arrays.copyOf(taken(), i + 1);
                next[i]++;
                return next;
            }
        return null;
    }

    private int choose(int n) {
        int at = made.size();
        int choice = at < fixed.length ? fixed[at] : random != null ? random.nextInt(n) : 0;
        made.add(choice);
        ways.add(n);
        return choice;
    }

    Input build(MethodShape method, int[] sequence) {
        fixed = sequence;
        Input input = new Input();
        try {
            for (ClassShape shape : classes)
                for (Slot field : shape.statics) Snapshot.field(shape.loaded, field.name()).set(null, value(field));
            if (!method.isStatic && !method.isConstructor()) input.self = object(receiver(method));
            input.arguments = new Object[method.parameters.size()];
            for (int i = 0; i < input.arguments.length; i++) input.arguments[i] = value(method.parameters.get(i));
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
        input.heap = new ArrayList<>(objects);
        input.heap.addAll(arrays);
        return input;
    }

    /** The class of the method, or one that inherits it and has invariants of its own. */
    private ClassShape receiver(MethodShape method) {
        List<ClassShape> all = new ArrayList<>(List.of(method.owner));
        for (ClassShape shape : classes)
            if (shape.parent == method.owner && !shape.invariants.isEmpty() && shape.method(method.name) == method) all.add(shape);
        return all.size() == 1 ? method.owner : all.get(choose(all.size()));
    }

    private Object value(Slot slot) throws ReflectiveOperationException {
        if (slot.type().equals("boolean")) return choose(2) == 1;
        if (slot.isNumber()) return number(slot.type());
        if (slot.isVariable()) return unknown(slot);
        return slot.isArray() ? array(slot) : reference(slot);
    }

    /** Of the type variable: two objects, or null. */
    private Object unknown(Slot slot) {
        int choice = choose(slot.nullable() ? 3 : 2);
        return choice == 2 ? null : UNKNOWN[choice];
    }

    private Object number(String type) {
        long value = VALUES[choose(VALUES.length)];
        switch (type) {
            case "long": return value == 3 ? Long.MAX_VALUE : value;
            case "byte": return (byte) (value == Integer.MAX_VALUE ? 127 : value == Integer.MIN_VALUE ? -128 : value);
            case "char": return (char) value;
            default: return (int) value;
        }
    }

    private Object array(Slot slot) {
        int others = arrays.size() + (slot.nullable() ? 1 : 0);
        boolean more = arrays.size() < 3;
        int choice = choose(others + (more ? 3 : 0));
        if (choice < arrays.size()) return arrays.get(choice);
        if (choice < others) return null;
        int[] array = new int[choice - others];
        arrays.add(array);
        for (int i = 0; i < array.length; i++) array[i] = (int) number("int");
        return array;
    }

    private Object reference(Slot slot) throws ReflectiveOperationException {
        int others = objects.size() + (slot.nullable() ? 1 : 0);
        int choice = choose(others + (objects.size() < 2 ? classes.size() : 0));
        if (choice < objects.size()) return objects.get(choice);
        if (choice < others) return null;
        return object(classes.get(choice - others));
    }

    private Object object(ClassShape shape) throws ReflectiveOperationException {
        Constructor<?> constructor = shape.loaded.getDeclaredConstructor();
        constructor.setAccessible(true);
        Object object = constructor.newInstance();
        objects.add(object);
        for (Slot field : shape.allFields()) {
            Field target = Snapshot.field(shape.loaded, field.name());
            target.set(object, value(field));
        }
        return object;
    }
}
