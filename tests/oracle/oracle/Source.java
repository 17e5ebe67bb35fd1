package oracle;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Prints classes: for Proviso with their JML, for the oracle with calls of the probe in its place. */
final class Source {
    private final boolean jml;
    private final StringBuilder text = new StringBuilder();
    private int line = 1;

    private Source(boolean jml) {
        this.jml = jml;
    }

    static String of(List<ClassShape> classes, boolean jml) {
        Source source = new Source(jml);
        for (ClassShape shape : classes) source.type(shape);
        return source.text.toString();
    }

    private void add(String more) {
        text.append(more);
        line += (int) more.chars().filter(c -> c == '\n').count();
    }

    private void type(ClassShape shape) {
        String variable = shape.generic ? "<T>" : "";
        add("class " + shape.name + variable + (shape.parent == null ? "" : " extends " + shape.parent.name + variable) + " {\n");
        for (Slot field : shape.fields) {
            if (field.isGhost()) {
                add("    " + (jml ? "//@ ghost " : "") + field.declaration(jml) + ";\n");
                continue;
            }
            String start = field.isArray() && !field.nullable() ? " = {}" : "";
            add("    " + field.declaration(jml) + start + ";\n");
        }
        for (Slot field : shape.statics) add("    static " + field.declaration(jml) + ";\n");
        if (jml) for (Clause clause : shape.invariants) clause(clause, "    ");
        if (shape.methods.stream().anyMatch(MethodShape::isConstructor)) add("\n    " + shape.name + "() { }\n");
        for (MethodShape method : shape.methods) method(method);
        add("}\n");
    }

    private void clause(Clause clause, String indent) {
        clause.line = line;
        add(indent + "//@ " + clause.jml() + "\n");
    }

    private void method(MethodShape method) {
        add("\n");
        if (jml) contract(method);
        String parameters = method.parameters.stream().map(p -> p.declaration(jml)).collect(Collectors.joining(", "));
        String result = method.result == null ? "void" : method.result.type();
        String marks = jml && method.pure ? "/*@ pure @*/ " : "";
        if (jml && method.result != null && method.result.nullable()) marks += "/*@ nullable @*/ ";
        method.line = line;
        String head = method.isConstructor() ? method.owner.name : (method.isStatic ? "static " : "") + result + " " + method.name;
        add("    " + marks + head + "(" + parameters + ") {\n");
        for (MethodShape.Piece piece : method.body) {
            if (piece instanceof MethodShape.Text java) add(java.java());
            else if (piece instanceof MethodShape.Write write) add(jml ? write.plain() : write.probed());
            else if (piece instanceof MethodShape.Set set) set(set);
            else if (piece instanceof MethodShape.Call call) add(jml ? call.java() : call.probed(method.owner, method.isStatic));
            else hook((Hook) piece, method);
        }
        add("    }\n");
    }

    private void set(MethodShape.Set set) {
        if (jml) add("        //@ set " + Slot.GHOST + " = " + set.value() + ";\n");
        else add("        { " + Slot.GHOST + " = " + set.value() + "; oracle.Probe.wrote(this, \"" + Slot.GHOST + "\"); }\n");
    }

    private void contract(MethodShape method) {
        for (int i = 0; i < method.cases.size(); i++) {
            SpecCase one = method.cases.get(i);
            if (i > 0 || method.overridden != null) add("    //@ also\n");
            if (one.behaviour != null) add("    //@ " + one.behaviour + "\n");
            // An `also` with nothing after it is no case.
            else if (one.clauses().isEmpty() && (i > 0 || method.overridden != null)) add("    //@ requires true;\n");
            for (Clause clause : one.clauses()) clause(clause, "    ");
        }
    }

    private void hook(Hook hook, MethodShape method) {
        if (jml) {
            for (Clause clause : hook.chosen) clause(clause, "        ");
            add("        " + hook.before);
        } else add("        " + hook.before + hook.probe(method.isStatic) + (hook.loop ? " && " : ";\n"));
    }
}
