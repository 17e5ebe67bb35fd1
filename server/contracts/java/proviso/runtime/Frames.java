package proviso.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * The open frames of a driver on the JVM. A JVM cannot see writes, only their effect: what differs from the pre-state
 * when the body ends and is in no permission of a frame breaks that frame. (A write of the same value goes unseen.)
 */
final class Frames {
    private static final class Permission {
        final int id;
        final Object owner;
        final String field;
        final int from;
        final int to;

        Permission(int id, Object owner, String field, int from, int to) {
            this.id = id;
            this.owner = owner;
            this.field = field;
            this.from = from;
            this.to = to;
        }
    }

    /** A frame that a loop or block of the body opens for itself. */
    private static final class Inner {
        final int id;
        final Snapshot before;

        Inner(int id, Snapshot before) {
            this.id = id;
            this.before = before;
        }
    }

    private final List<Integer> open = new ArrayList<Integer>();
    private final List<Integer> excepting = new ArrayList<Integer>();
    private final List<Inner> inner = new ArrayList<Inner>();
    private final List<Permission> permissions = new ArrayList<Permission>();

    void clear() {
        open.clear();
        excepting.clear();
        inner.clear();
        permissions.clear();
    }

    void open(int id) {
        if (!open.contains(id)) open.add(id);
    }

    /** What is named afterwards is what may not be written. */
    void openExcept(int id) {
        open(id);
        excepting.add(id);
    }

    void openInner(int id, Snapshot before) {
        inner.add(new Inner(id, before));
        // Of a recursive call the outer round has named its own locations: those of this round come last.
        permissions.add(null);
    }

    /** Closes the innermost frame of that number; true if something outside of it has changed. */
    boolean closeInner(int id) {
        if (inner.isEmpty() || inner.get(inner.size() - 1).id != id) return false;
        Inner frame = inner.remove(inner.size() - 1);
        List<Permission> own = new ArrayList<Permission>();
        for (Permission last = take(); last != null; last = take()) own.add(last);
        for (Snapshot.Change change : frame.before.changes()) if (!allows(own, id, change)) return true;
        return false;
    }

    private Permission take() {
        return permissions.isEmpty() ? null : permissions.remove(permissions.size() - 1);
    }

    void field(int id, Object o, String field) {
        if (o == null) throw new NullPointerException("assignable location of null");
        permissions.add(new Permission(id, o, field, 0, 0));
    }

    void elements(int id, Object array, int from, int to) {
        if (array == null) throw new NullPointerException("assignable elements of null");
        permissions.add(new Permission(id, array, null, from, to));
    }

    void statik(int id, Class<?> c, String field) {
        permissions.add(new Permission(id, c, field, 0, 0));
    }

    /** The frames that what changed since {@code before} does not fit into. */
    List<Integer> broken(Snapshot before) {
        List<Integer> result = new ArrayList<Integer>();
        if (open.isEmpty()) return result;
        for (Snapshot.Change change : before.changes())
            for (int id : open)
                if (!result.contains(id) && allows(permissions, id, change) == excepting.contains(id)) result.add(id);
        return result;
    }

    private static boolean allows(List<Permission> permissions, int id, Snapshot.Change change) {
        for (Permission p : permissions) {
            if (p == null || p.id != id) continue;
            if (p.owner instanceof Class && change.owner instanceof Class) {
                if (change.field.equals(p.field) && ((Class<?>) change.owner).isAssignableFrom((Class<?>) p.owner)) return true;
                if ("*".equals(p.field) && p.owner == change.owner) return true;
            } else if (p.owner == change.owner) {
                if (p.field == null ? p.from <= change.index && change.index < p.to : p.field.equals("*") || p.field.equals(change.field)) return true;
            }
        }
        return false;
    }
}
