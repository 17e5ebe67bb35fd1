package oracle;

import java.util.List;
import java.util.stream.Collectors;

/** `assignable`: true when every assignment to what existed before is to something in the list. */
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

        /** What it names has to exist, but an index may lie outside of the array. */
        void defined(Env env) {
            if (of != null && of.eval(env) == null) throw new Undefined(jml());
            if (from != null) from.eval(env);
            if (to != null) to.eval(env);
        }

        boolean covers(Env env, Written written) {
            if (of == null) return written.object == null && written.field.equals(name);
            if (of.eval(env) != written.object) return false;
            if (name != null) return written.field != null && (name.equals("*") || name.equals(written.field));
            if (written.field != null) return false;
            if (from == null) return true;
            long first = from.number(env).longValue();
            long last = to == null ? first : to.number(env).longValue();
            return first <= written.index && written.index <= last;
        }
    }

    /** An assignment: to a field of an object, a static field (no object), or an element. */
    record Written(Object object, String field, int index) {}

    public Object eval(Env env) {
        boolean before = env.old;
        env.old = true;
        try {
            for (Location location : locations) location.defined(env);
            for (Written written : env.writes) if (!free(written, env) && !allowed(written, env)) return false;
            return true;
        } finally {
            env.old = before;
        }
    }

    /** What was not there when the method began may be written. */
    private static boolean free(Written written, Env env) {
        return written.object != null && !env.pre.has(written.object);
    }

    private boolean allowed(Written written, Env env) {
        for (Location location : locations) if (location.covers(env, written)) return true;
        return false;
    }

    public String jml() {
        if (locations.isEmpty()) return "\\nothing";
        return locations.stream().map(Location::jml).collect(Collectors.joining(", "));
    }
}
