package oracle;

import java.util.ArrayList;
import java.util.List;

/** One case of a method's contract. */
final class SpecCase {
    /** `behavior`, `normal_behavior`, `exceptional_behavior`, or null for a lightweight case. */
    String behaviour;
    final List<Clause> requires = new ArrayList<>();
    final List<Clause> ensures = new ArrayList<>();
    final List<Clause> signals = new ArrayList<>();
    Clause only;
    Clause assignable;

    List<Clause> clauses() {
        List<Clause> all = new ArrayList<>(requires);
        if (assignable != null) all.add(assignable);
        all.addAll(ensures);
        all.addAll(signals);
        if (only != null) all.add(only);
        return all;
    }
}
