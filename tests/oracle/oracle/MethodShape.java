package oracle;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** A generated method with its contract. */
final class MethodShape {
    final ClassShape owner;
    final String name;
    final boolean isStatic;
    final Slot result;
    final List<Slot> parameters = new ArrayList<>();
    final List<Piece> body = new ArrayList<>();
    final List<SpecCase> cases = new ArrayList<>();
    /** The method it overrides, whose contract it inherits. */
    MethodShape overridden;
    boolean pure;
    int line;
    Method loaded;
    final List<int[]> inputs = new ArrayList<>();

    /** A piece of the body: Java text, or a place where clauses stand. */
    sealed interface Piece permits Text, Write, Hook {}

    record Text(String java) implements Piece {}

    /** An assignment to `object.field` or `object[index]` (a static field without object), under a condition or not. */
    record Write(String condition, String object, String field, String index, String java) implements Piece {
        String plain() {
            return "        " + (condition == null ? "" : "if (" + condition + ") ") + java + "\n";
        }

        /** What is written to is noted first: the assignment may change what its own target means. */
        String probed() {
            String target = object == null ? "null" : object;
            String place = field != null ? "\"" + field + "\"" : "wi";
            String index = this.index == null ? "" : "int wi = " + this.index + "; ";
            return "        " + (condition == null ? "" : "if (" + condition + ") ") + "{ Object wo = " + target + "; " + index + java
                    + " oracle.Probe.wrote(wo, " + place + "); }\n";
        }
    }

    MethodShape(ClassShape owner, String name, boolean isStatic, Slot result) {
        this.owner = owner;
        this.name = name;
        this.isStatic = isStatic;
        this.result = result;
    }

    /** All cases that govern it: its own and the inherited. */
    List<SpecCase> governing() {
        List<SpecCase> all = new ArrayList<>();
        if (overridden != null) all.addAll(overridden.governing());
        all.addAll(cases);
        return all;
    }
}
