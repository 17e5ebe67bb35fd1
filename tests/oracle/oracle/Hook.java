package oracle;

import java.util.ArrayList;
import java.util.List;

/** A place in a body where clauses stand (`assert`, or the head of a loop), and the names they may use. */
final class Hook implements MethodShape.Piece {
    final int id;
    final boolean loop;
    final List<Slot> names;
    final List<Clause> candidates = new ArrayList<>();
    final List<Clause> chosen = new ArrayList<>();
    /** Java between the clauses and the probe: `for (int i = 0; `, to which the probe is the first condition. */
    final String before;

    Hook(int id, boolean loop, List<Slot> names, String before) {
        this.id = id;
        this.loop = loop;
        this.names = names;
        this.before = before;
    }

    /** The call that the oracle's copy of the class makes in place of the clauses. */
    String probe(boolean isStatic) {
        StringBuilder call = new StringBuilder("oracle.Probe.at(" + id + ", " + (isStatic ? "null" : "this"));
        for (Slot name : names) call.append(", ").append(name.name());
        return call.append(')').toString();
    }
}
