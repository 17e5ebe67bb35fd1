package oracle;

import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;

/** A generated method with its contract. */
final class MethodShape {
    static final String CONSTRUCTOR = "<init>";
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
    java.lang.reflect.Constructor<?> maker;
    final List<int[]> inputs = new ArrayList<>();

    /** A piece of the body: Java text, or a place where clauses stand. */
    sealed interface Piece permits Text, Write, Set, Call, Hook {}

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

    /** `set` of a ghost field of `this`. */
    record Set(String value) implements Piece {}

    /** A call of another method of the class on `this`; `target` is empty or begins the statement. */
    record Call(int number, String target, String name, List<String> arguments) implements Piece {
        String java() {
            return "        " + target + name + "(" + String.join(", ", arguments) + ");\n";
        }

        /** What is passed is evaluated once, noted, and passed. */
        String probed(ClassShape owner, boolean fromStatic) {
            MethodShape callee = owner.method(name);
            StringBuilder text = new StringBuilder();
            List<String> passed = new ArrayList<>();
            String prefix = "c" + number + "x";
            for (int i = 0; i < arguments.size(); i++) {
                passed.add(prefix + i);
                text.append(callee.parameters.get(i).type()).append(' ').append(passed.get(i)).append(" = ").append(arguments.get(i)).append("; ");
            }
            String self = fromStatic ? "null" : "this";
            text.append("oracle.Probe.calls(\"").append(owner.name).append("\", \"").append(name).append("\", ").append(self);
            for (String one : passed) text.append(", ").append(one);
            return "        " + text + "); " + target + name + "(" + String.join(", ", passed) + ");\n";
        }
    }

    boolean isConstructor() {
        return name.equals(CONSTRUCTOR);
    }

    MethodShape(ClassShape owner, String name, boolean isStatic, Slot result) {
        this.owner = owner;
        this.name = name;
        this.isStatic = isStatic;
        this.result = result;
    }

    /** Whether the precondition of some case holds; one without a value does not. */
    boolean accepts(Env env) {
        List<SpecCase> governing = governing();
        for (SpecCase one : governing)
            try {
                boolean applies = true;
                for (Clause clause : one.requires) applies = applies && clause.condition.truth(env);
                if (applies) return true;
            } catch (Undefined none) {
                // Another case may take the call.
            }
        return governing.isEmpty();
    }

    /** All cases that govern it: its own and the inherited. */
    List<SpecCase> governing() {
        List<SpecCase> all = new ArrayList<>();
        if (overridden != null) all.addAll(overridden.governing());
        all.addAll(cases);
        return all;
    }
}
