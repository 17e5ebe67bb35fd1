package proviso.host;

import java.io.IOException;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import jdk.internal.misc.Unsafe;

/**
 * Makes real objects from their description without running any constructor. Every write is checked against
 * the type of the field or array first: {@code Unsafe} would not.
 */
final class HeapBuilder {
    static final Unsafe UNSAFE = Unsafe.getUnsafe();

    private final ClassLoader loader;
    /** Id to object, in the order of the request. */
    final Map<Integer, Object> objects = new LinkedHashMap<>();

    /** The description cannot be turned into a heap; the message says why. */
    static final class Impossible extends Exception {
        private static final long serialVersionUID = 1L;

        Impossible(String why) {
            super(why);
        }
    }

    HeapBuilder(ClassLoader loader) {
        this.loader = loader;
    }

    /** A reference to an object by id, as it stands in a message. */
    static final class Id {
        final int number;

        Id(int number) {
            this.number = number;
        }
    }

    /** Null, a box for a primitive value, or an {@link Id}. */
    static Object readValue(Wire.In in) throws IOException {
        int tag = in.u8();
        long bits = in.i64();
        switch (tag) {
            case 'N': return null;
            case 'Z': return bits != 0;
            case 'B': return (byte) bits;
            case 'C': return (char) bits;
            case 'S': return (short) bits;
            case 'I': return (int) bits;
            case 'J': return bits;
            case 'F': return Float.intBitsToFloat((int) bits);
            case 'D': return Double.longBitsToDouble(bits);
            case 'L': return new Id((int) bits);
            default: throw new IOException("value tag " + tag);
        }
    }

    /** Reads all descriptions and makes the objects: first every object, then what they hold. */
    void read(Wire.In in) throws IOException, Impossible {
        int count = in.count();
        Map<Integer, Object[]> contents = new HashMap<>();
        for (int i = 0; i < count; i++) {
            int id = in.i32();
            String className = in.string();
            int kind = in.u8();
            Object made;
            switch (kind) {
                case 0: {
                    int fields = in.count();
                    Object[] content = new Object[fields * 3];
                    for (int f = 0; f < fields; f++) {
                        content[3 * f] = in.string();
                        content[3 * f + 1] = in.string();
                        content[3 * f + 2] = readValue(in);
                    }
                    made = allocate(className);
                    contents.put(id, content);
                    break;
                }
                case 1: {
                    Object[] content = new Object[in.count()];
                    for (int e = 0; e < content.length; e++) {
                        content[e] = readValue(in);
                    }
                    Class<?> type = find(className);
                    if (!type.isArray()) {
                        throw new Impossible(className + " is not an array type");
                    }
                    made = Array.newInstance(type.getComponentType(), content.length);
                    contents.put(id, content);
                    break;
                }
                case 2: {
                    String text = in.utf16();
                    made = in.bool() ? text.intern() : text;
                    break;
                }
                case 3: {
                    Object value = readValue(in);
                    made = box(value, in.bool());
                    break;
                }
                case 4:
                    made = enumConstant(className, in.string());
                    break;
                case 5:
                    made = find(in.string());
                    break;
                default:
                    throw new Impossible("an object of " + className + " is not described");
            }
            objects.put(id, made);
        }
        for (Map.Entry<Integer, Object[]> entry : contents.entrySet()) {
            fill(objects.get(entry.getKey()), entry.getValue());
        }
    }

    private void fill(Object object, Object[] content) throws Impossible {
        if (object.getClass().isArray()) {
            Class<?> component = object.getClass().getComponentType();
            for (int i = 0; i < content.length; i++) {
                Array.set(object, i, fitting(content[i], component, "an element of " + object.getClass().getName()));
            }
            return;
        }
        for (int f = 0; f < content.length; f += 3) {
            Field field = field((String) content[f], (String) content[f + 1], false);
            if (!field.getDeclaringClass().isInstance(object)) {
                throw new Impossible(object.getClass().getName() + " has no field " + describe(field));
            }
            // By name: the variant that takes a Field refuses records and hidden classes.
            long offset = UNSAFE.objectFieldOffset(field.getDeclaringClass(), field.getName());
            put(object, offset, field.getType(), fitting(content[f + 2], field.getType(), describe(field)));
        }
    }

    private Object allocate(String className) throws Impossible {
        Class<?> type = find(className);
        if (type.isInterface() || Modifier.isAbstract(type.getModifiers()) || type.isArray() || type.isPrimitive()
                || type == Class.class || type == String.class || type.isEnum()) {
            throw new Impossible("an object of " + className + " cannot be allocated as it is");
        }
        try {
            UNSAFE.ensureClassInitialized(type);
            return UNSAFE.allocateInstance(type);
        } catch (InstantiationException | LinkageError failure) {
            throw new Impossible("cannot allocate " + className + ": " + failure);
        }
    }

    private static Object box(Object value, boolean cached) throws Impossible {
        if (value == null || value instanceof Id) {
            throw new Impossible("a box without a value");
        }
        if (cached) {
            return value; // Boxed by valueOf when it was read.
        }
        try {
            Object box = UNSAFE.allocateInstance(value.getClass());
            Field field = value.getClass().getDeclaredField("value");
            put(box, UNSAFE.objectFieldOffset(value.getClass(), "value"), field.getType(), value);
            return box;
        } catch (ReflectiveOperationException failure) {
            throw new Impossible("cannot make a box: " + failure);
        }
    }

    private Object enumConstant(String className, String name) throws Impossible {
        Class<?> type = find(className);
        // A constant with a body has a class of its own.
        Class<?> declaring = type.isEnum() ? type : type.getSuperclass();
        try {
            Object[] constants = declaring == null ? null : declaring.getEnumConstants();
            for (Object constant : constants == null ? new Object[0] : constants) {
                if (((Enum<?>) constant).name().equals(name)) {
                    return constant;
                }
            }
        } catch (LinkageError failure) {
            throw new Impossible("cannot initialise " + className + ": " + failure);
        }
        throw new Impossible(className + " has no constant " + name);
    }

    Class<?> find(String name) throws Impossible {
        switch (name) {
            case "boolean": return boolean.class;
            case "byte": return byte.class;
            case "char": return char.class;
            case "short": return short.class;
            case "int": return int.class;
            case "long": return long.class;
            case "float": return float.class;
            case "double": return double.class;
            case "void": return void.class;
            default:
        }
        try {
            return Class.forName(name, false, loader);
        } catch (ClassNotFoundException | LinkageError failure) {
            throw new Impossible("cannot load class " + name + ": " + failure);
        }
    }

    private Field field(String className, String name, boolean isStatic) throws Impossible {
        Class<?> type = find(className);
        try {
            Field field = type.getDeclaredField(name);
            if (Modifier.isStatic(field.getModifiers()) == isStatic) {
                return field;
            }
        } catch (NoSuchFieldException | LinkageError missing) {
            // Said below.
        }
        throw new Impossible(className + " has no " + (isStatic ? "static" : "instance") + " field " + name);
    }

    /** The real value for a described one, if a variable of this type may hold it. */
    Object fitting(Object described, Class<?> type, String where) throws Impossible {
        Object value = described;
        if (described instanceof Id) {
            value = objects.get(((Id) described).number);
            if (value == null) {
                throw new Impossible("there is no object " + ((Id) described).number + " for " + where);
            }
            if (type.isPrimitive() || !type.isInstance(value)) {
                throw new Impossible("a " + value.getClass().getName() + " does not fit " + where);
            }
            return value;
        }
        boolean fits = described == null
                ? !type.isPrimitive()
                : type.isPrimitive() && Array.get(Array.newInstance(type, 1), 0).getClass() == described.getClass();
        if (!fits) {
            throw new Impossible("the value " + described + " does not fit " + where);
        }
        return value;
    }

    Field setStatic(String className, String name, Object described) throws Impossible {
        Field field = field(className, name, true);
        Object value = fitting(described, field.getType(), describe(field));
        try {
            UNSAFE.ensureClassInitialized(field.getDeclaringClass());
        } catch (LinkageError failure) {
            throw new Impossible("cannot initialise " + className + ": " + failure);
        }
        put(UNSAFE.staticFieldBase(field), UNSAFE.staticFieldOffset(field), field.getType(), value);
        return field;
    }

    private static String describe(Field field) {
        return field.getDeclaringClass().getName() + "." + field.getName();
    }

    private static void put(Object base, long offset, Class<?> type, Object value) {
        if (type == boolean.class) {
            UNSAFE.putBoolean(base, offset, (Boolean) value);
        } else if (type == byte.class) {
            UNSAFE.putByte(base, offset, (Byte) value);
        } else if (type == char.class) {
            UNSAFE.putChar(base, offset, (Character) value);
        } else if (type == short.class) {
            UNSAFE.putShort(base, offset, (Short) value);
        } else if (type == int.class) {
            UNSAFE.putInt(base, offset, (Integer) value);
        } else if (type == long.class) {
            UNSAFE.putLong(base, offset, (Long) value);
        } else if (type == float.class) {
            UNSAFE.putFloat(base, offset, (Float) value);
        } else if (type == double.class) {
            UNSAFE.putDouble(base, offset, (Double) value);
        } else {
            UNSAFE.putReference(base, offset, value);
        }
    }

    static Object get(Object base, long offset, Class<?> type) {
        if (type == boolean.class) return UNSAFE.getBoolean(base, offset);
        if (type == byte.class) return UNSAFE.getByte(base, offset);
        if (type == char.class) return UNSAFE.getChar(base, offset);
        if (type == short.class) return UNSAFE.getShort(base, offset);
        if (type == int.class) return UNSAFE.getInt(base, offset);
        if (type == long.class) return UNSAFE.getLong(base, offset);
        if (type == float.class) return UNSAFE.getFloat(base, offset);
        if (type == double.class) return UNSAFE.getDouble(base, offset);
        return UNSAFE.getReference(base, offset);
    }
}
