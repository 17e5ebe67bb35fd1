package oracle;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;

/** Where a clause is evaluated: names, the heap as it is, and the heap as it was when the method began. */
final class Env {
    Object self;
    /** The class whose code the clause stands in; static fields are looked up there. */
    Class<?> owner;
    final Map<String, Object> now = new HashMap<>();
    /** Parameters as they were at entry: `\old(x)` in a body. */
    Map<String, Object> entry = Map.of();
    /** Assignments so far. */
    final java.util.List<Frame.Written> writes = new java.util.ArrayList<>();
    Object result;
    Throwable thrown;
    Snapshot pre;
    /** Inside of `\old`. */
    boolean old;

    Object variable(String name) {
        return old && entry.containsKey(name) ? entry.get(name) : now.get(name);
    }

    Object field(Object object, String name) {
        if (object == null) throw new Undefined("null." + name);
        Field field = Snapshot.field(object.getClass(), name);
        if (old && pre != null) {
            Map<Field, Object> held = pre.objects.get(object);
            if (held == null) throw new Ambiguous();
            return value(held.get(field));
        }
        try {
            return value(field.get(object));
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
    }

    Object staticField(String name) {
        Field field = Snapshot.field(owner, name);
        if (old && pre != null) return value(pre.statics.get(field));
        try {
            return value(field.get(null));
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
    }

    int length(Object array) {
        if (array == null) throw new Undefined("null.length");
        return Array.getLength(array);
    }

    Object element(Object array, BigInteger index) {
        int length = length(array);
        if (index.signum() < 0 || index.compareTo(BigInteger.valueOf(length)) >= 0) throw new Undefined("index " + index);
        if (old && pre != null) {
            Object[] held = pre.arrays.get(array);
            if (held == null) throw new Ambiguous();
            return value(held[index.intValue()]);
        }
        return value(Array.get(array, index.intValue()));
    }

    /** A Java value as clauses see it: integers become mathematical ones. Boxes stay objects. */
    static Object value(Object java) {
        if (java instanceof Character c) return BigInteger.valueOf(c);
        if (java instanceof Number n) return BigInteger.valueOf(n.longValue());
        return java;
    }
}
