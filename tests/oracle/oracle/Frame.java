package oracle;

import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** `assignable`: true when every location that existed and has another value now is in the list. */
record Frame(List<Location> locations) implements Expr {
    /** One entry: `of.name`, `of.*`, `of[from..to]`, `of[*]`, or the static field `name`. */
    record Location(Expr of, String name, Expr from, Expr to) {
        String jml() {
            if (of == null) return name;
            if (name != null) return of instanceof Names.This && !name.equals("*") ? name : of.jml() + "." + name;
            if (from == null) return of.jml() + "[*]";
            if (to == null) return of.jml() + "[" + from.jml() + "]";
            return of.jml() + "[" + from.jml() + ".." + to.jml() + "]";
        }

        boolean covers(Env env, Object object, Field field) {
            if (of == null) return object == null && field.getName().equals(name);
            return object != null && name != null && of.eval(env) == object && (name.equals("*") || field.getName().equals(name));
        }

        boolean covers(Env env, Object array, int index) {
            if (of == null || name != null || of.eval(env) != array) return false;
            if (from == null) return true;
            long first = from.number(env).longValue();
            long last = to == null ? first : to.number(env).longValue();
            return first <= index && index <= last;
        }
    }

    private interface Cover {
        boolean by(Location location);
    }

    public Object eval(Env env) {
        boolean before = env.old;
        env.old = true;
        try {
            return fields(env) && elements(env);
        } finally {
            env.old = before;
        }
    }

    private boolean fields(Env env) {
        for (Map.Entry<Object, Map<Field, Object>> object : env.pre.objects.entrySet())
            for (Map.Entry<Field, Object> held : object.getValue().entrySet())
                if (changed(held, object.getKey()) && !any(l -> l.covers(env, object.getKey(), held.getKey()))) return false;
        for (Map.Entry<Field, Object> held : env.pre.statics.entrySet())
            if (changed(held, null) && !any(l -> l.covers(env, null, held.getKey()))) return false;
        return true;
    }

    private boolean elements(Env env) {
        for (Map.Entry<Object, Object[]> array : env.pre.arrays.entrySet())
            for (int i = 0; i < array.getValue().length; i++) {
                int index = i;
                boolean same = same(Array.get(array.getKey(), i), array.getValue()[i]);
                if (!same && !any(l -> l.covers(env, array.getKey(), index))) return false;
            }
        return true;
    }

    /** A location that does not exist, such as a field of null, allows nothing. */
    private boolean any(Cover cover) {
        for (Location location : locations)
            try {
                if (cover.by(location)) return true;
            } catch (Undefined none) {
                continue;
            }
        return false;
    }

    static boolean changed(Map.Entry<Field, Object> held, Object object) {
        try {
            return !same(held.getKey().get(object), held.getValue());
        } catch (IllegalAccessException error) {
            throw new IllegalStateException(error);
        }
    }

    private static boolean same(Object a, Object b) {
        return a == b || !Snapshot.isObject(a) && !Snapshot.isObject(b) && Objects.equals(a, b);
    }

    public String jml() {
        if (locations.isEmpty()) return "\\nothing";
        return locations.stream().map(Location::jml).collect(Collectors.joining(", "));
    }
}
