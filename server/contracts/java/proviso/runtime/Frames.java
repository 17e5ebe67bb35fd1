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

    private final List<Integer> open = new ArrayList<Integer>();
    private final List<Permission> permissions = new ArrayList<Permission>();

    void clear() {
        open.clear();
        permissions.clear();
    }

    void open(int id) {
        if (!open.contains(id)) open.add(id);
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
            for (int id : open) if (!result.contains(id) && !allows(id, change)) result.add(id);
        return result;
    }

    private boolean allows(int id, Snapshot.Change change) {
        for (Permission p : permissions) {
            if (p.id != id) continue;
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
