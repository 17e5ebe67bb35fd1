package oracle;

import java.util.ArrayList;
import java.util.List;

/** Random method bodies: Java text, with places for clauses. They always end, after few rounds of their loops. */
final class Bodies {
    private final Dice dice;
    private final ClassShape self;
    private final MethodShape method;
    private final List<Slot> variables;
    private final Counter hooks;
    private int names;
    private int loops;

    /** Numbers the places for clauses of a whole batch. */
    static final class Counter {
        final List<Hook> all = new ArrayList<>();
    }

    Bodies(Dice dice, MethodShape method, Counter hooks) {
        this.dice = dice;
        this.self = method.owner;
        this.method = method;
        this.variables = new ArrayList<>(method.parameters);
        this.hooks = hooks;
    }

    void make() {
        int count = 1 + dice.below(3);
        for (int i = 0; i < count; i++) statement(dice.chance(30) ? 2 : 1);
        if (method.result != null) text("return " + expression(method.result) + ";");
    }

    private void text(String line) {
        method.body.add(new MethodShape.Text("        " + line + "\n"));
    }

    private void statement(int depth) {
        if (ghost() && dice.chance(12)) {
            method.body.add(new MethodShape.Set(leaf()));
            return;
        }
        if (dice.chance(12) && call()) return;
        int kind = dice.below(depth > 0 ? 18 : 8);
        switch (kind) {
            case 0: case 1: assignField(); return;
            case 2: case 3: assignElement(); return;
            case 4: local(); return;
            case 5: assignLocal(); return;
            case 6: fail(); return;
            case 7: assertion(); return;
            case 8: case 9: case 10: choice(depth); return;
            case 11: case 12: case 13: loop(depth); return;
            case 14: whileLoop(depth); return;
            case 15: attempt(depth); return;
            case 16: early(); return;
            default: foreach(depth);
        }
    }

    private boolean ghost() {
        return !method.isStatic && self.allFields().stream().anyMatch(Slot::isGhost);
    }

    /** A number without arithmetic: clauses do not compute as Java does. */
    private String leaf() {
        List<String> all = new ArrayList<>();
        for (Slot v : variables) if (v.type().equals("int")) all.add(v.name());
        all.add("f");
        all.add("" + (dice.below(5) - 1));
        return dice.of(all);
    }

    /** Calls a method that was made before, so that no calls go round in a circle. */
    private boolean call() {
        if (method.isConstructor()) return false;
        List<MethodShape> all = new ArrayList<>();
        for (MethodShape other : self.base().methods) {
            boolean before = other.name.compareTo(method.name) < 0;
            boolean clauses = other.body.stream().anyMatch(piece -> piece instanceof Hook);
            if (before && !clauses && !other.isConstructor() && (other.isStatic || !method.isStatic)) all.add(other);
        }
        if (all.isEmpty()) return false;
        MethodShape callee = dice.of(all);
        List<String> arguments = new ArrayList<>();
        for (Slot parameter : callee.parameters) arguments.add(parameter.isNumber() && !parameter.type().equals("int") ? "(" + parameter.type() + ") (" + number(1) + ")" : expression(parameter));
        String target = "";
        Slot result = callee.result;
        if (result != null && result.type().equals("int") && dice.chance(60)) {
            Slot slot = new Slot("v" + names++, "int", false);
            target = "int " + slot.name() + " = ";
            method.body.add(new MethodShape.Call(names++, target, callee.name, arguments));
            variables.add(slot);
            return true;
        }
        method.body.add(new MethodShape.Call(names++, target, callee.name, arguments));
        return true;
    }

    private List<String> objects() {
        List<String> all = new ArrayList<>();
        if (!method.isStatic) {
            all.add("this");
            for (Slot f : self.allFields()) if (f.isObject() && dice.chance(50)) all.add(f.name());
        }
        for (Slot v : variables) if (v.isObject()) all.add(v.name());
        return all;
    }

    private List<Slot> fieldsOf(String object) {
        List<Slot> all = new ArrayList<>(self.allFieldsOfBase(object.equals("this") ? new Names.This() : new Names.Null()));
        all.removeIf(Slot::isGhost);
        return all;
    }

    private List<String> arrays() {
        List<String> all = new ArrayList<>();
        for (Slot v : variables) if (v.isArray()) all.add(v.name());
        for (String o : objects()) for (Slot f : fieldsOf(o)) if (f.isArray()) all.add(dotted(o, f.name()));
        return all;
    }

    private static String dotted(String object, String field) {
        return object.equals("this") ? field : object + "." + field;
    }

    private void assignField() {
        List<String> objects = objects();
        if (!self.allStatics().isEmpty() && dice.chance(20) || objects.isEmpty()) {
            if (self.allStatics().isEmpty()) return;
            String name = dice.of(self.allStatics()).name();
            write(null, null, name, null, name + dice.of(" = ", " += ") + number(1) + ";");
            return;
        }
        String object = dice.of(objects);
        Slot field = dice.of(fieldsOf(object));
        String target = dotted(object, field.name());
        String java = field.isNumber() && dice.chance(40)
                ? target + dice.of("++;", "--;", " += " + number(0) + ";")
                : target + " = " + expression(field) + ";";
        write(null, object, field.name(), null, java);
    }

    private void write(String condition, String object, String field, String index, String java) {
        method.body.add(new MethodShape.Write(condition, object, field, index, java));
    }

    private String cast(Slot slot, String value) {
        return slot.type().equals("int") || slot.type().equals("long") ? value : "(" + slot.type() + ") (" + value + ")";
    }

    private void assignElement() {
        List<String> arrays = arrays();
        if (arrays.isEmpty()) {
            assignField();
            return;
        }
        String array = dice.of(arrays);
        String index = dice.chance(60) ? "" + dice.below(2) : number(0);
        String assign = array + "[" + index + "] = " + number(1) + ";";
        String guard = index + " >= 0 && " + index + " < " + array + ".length";
        write(dice.chance(70) ? guard : null, array, null, index, assign);
    }

    private void local() {
        Slot slot = dice.chance(75) ? new Slot("v" + names++, "int", false) : new Slot("v" + names++, "int[]", false);
        text(slot.type() + " " + slot.name() + " = " + expression(slot) + ";");
        variables.add(slot);
    }

    private void assignLocal() {
        List<Slot> all = new ArrayList<>();
        for (Slot v : variables) if (!v.name().startsWith("i")) all.add(v);
        if (all.isEmpty()) {
            local();
            return;
        }
        Slot slot = dice.of(all);
        text(slot.name() + " = " + (slot.isNumber() ? cast(slot, number(2)) : expression(slot)) + ";");
    }

    private void fail() {
        text("if (" + condition(1) + ") throw new " + dice.of("IllegalArgumentException", "IllegalStateException") + "();");
    }

    private void assertion() {
        hook(false, "");
        text("");
    }

    private Hook hook(boolean loop, String before) {
        Hook hook = new Hook(hooks.all.size(), loop, new ArrayList<>(variables), before);
        hooks.all.add(hook);
        method.body.add(hook);
        Specs specs = new Specs(dice, self, !method.isStatic, variables, null, !method.isConstructor());
        for (int i = 0; i < 6; i++) hook.candidates.add(new Clause(loop ? "loop_invariant" : "assert", specs.truth(2)));
        return hook;
    }

    private void block(int depth) {
        int visible = variables.size();
        int count = 1 + dice.below(2);
        for (int i = 0; i < count; i++) statement(depth - 1);
        while (variables.size() > visible) variables.remove(variables.size() - 1);
    }

    private void choice(int depth) {
        text("if (" + condition(2) + ") {");
        block(depth);
        if (dice.chance(50)) {
            text("} else {");
            block(depth);
        }
        text("}");
    }

    private void loop(int depth) {
        Slot counter = new Slot("i" + names++, "int", false);
        List<String> arrays = arrays();
        String bound = !arrays.isEmpty() && dice.chance(70)
                ? dice.of(arrays) + ".length"
                : dice.chance(50) ? "" + (1 + dice.below(3)) : "(" + number(0) + ") && " + counter.name() + " < 3";
        boolean up = dice.chance(80) || bound.contains("&&");
        variables.add(counter);
        String start = up ? "0" : bound + " - 1";
        String condition = up ? counter.name() + " < " + bound : counter.name() + " >= 0";
        hook(true, "for (int " + counter.name() + " = " + start + "; ");
        text("(" + condition + "); " + counter.name() + (up ? "++" : "--") + ") {");
        loops++;
        int visible = variables.size();
        block(depth);
        if (dice.chance(20)) text("if (" + condition(1) + ") " + dice.of("break", "continue") + ";");
        while (variables.size() > visible) variables.remove(variables.size() - 1);
        loops--;
        text("}");
        variables.remove(counter);
    }

    private void whileLoop(int depth) {
        Slot counter = new Slot("i" + names++, "int", false);
        text("int " + counter.name() + " = " + (1 + dice.below(2)) + ";");
        variables.add(counter);
        hook(true, "while (");
        text("(" + counter.name() + "-- > 0 && " + condition(1) + ")) {");
        block(depth);
        text("}");
    }

    private void foreach(int depth) {
        List<String> arrays = arrays();
        if (arrays.isEmpty()) {
            choice(depth);
            return;
        }
        Slot element = new Slot("v" + names++, "int", false);
        text("for (int " + element.name() + " : " + dice.of(arrays) + ") {");
        variables.add(element);
        block(depth);
        text("}");
        variables.remove(element);
    }

    private void attempt(int depth) {
        text("try {");
        block(depth);
        text("} catch (" + dice.of("ArithmeticException", "IndexOutOfBoundsException", "NullPointerException", "IllegalStateException", "RuntimeException") + " x" + names++ + ") {");
        block(depth);
        if (dice.chance(30)) {
            text("} finally {");
            block(0);
        }
        text("}");
    }

    private void early() {
        text("if (" + condition(1) + ") return" + (method.result == null ? "" : " " + expression(method.result)) + ";");
    }

    private String condition(int depth) {
        if (depth > 0 && dice.chance(30)) return "(" + condition(depth - 1) + dice.of(" && ", " || ") + condition(depth - 1) + ")";
        List<String> flags = new ArrayList<>();
        for (Slot v : variables) if (v.type().equals("boolean")) flags.add(v.name());
        if (!flags.isEmpty() && dice.chance(30)) return (dice.chance(50) ? "!" : "") + dice.of(flags);
        List<String> objects = objects();
        if (!objects.isEmpty() && dice.chance(25)) return dice.of(objects) + dice.of(" == ", " != ") + (dice.chance(40) ? "null" : dice.of(objects));
        return number(1) + " " + dice.of("<", "<=", "==", "!=", ">", ">=") + " " + number(0);
    }

    private String number(int depth) {
        if (depth > 0 && dice.chance(55)) {
            switch (dice.below(8)) {
                case 0: case 1: return "(" + number(depth - 1) + " + " + number(depth - 1) + ")";
                case 2: return "(" + number(depth - 1) + " - " + number(depth - 1) + ")";
                case 3: return "(" + number(depth - 1) + " * " + (dice.below(4) - 1) + ")";
                case 4: return "(" + number(depth - 1) + dice.of(" / ", " % ") + (dice.chance(70) ? "" + (1 + dice.below(3)) : number(0)) + ")";
                case 5: return "(" + condition(0) + " ? " + number(depth - 1) + " : " + number(depth - 1) + ")";
                case 6: return dice.of("Math.max", "Math.min") + "(" + number(depth - 1) + ", " + number(depth - 1) + ")";
                default: return "(" + number(0) + dice.of(" & ", " | ", " ^ ", " << ", " >> ", " >>> ") + number(0) + ")";
            }
        }
        List<String> all = new ArrayList<>();
        for (Slot v : variables) if (v.isNumber()) all.add(v.type().equals("long") ? "(int) " + v.name() : v.name());
        for (Slot s : self.allStatics()) all.add(s.name());
        for (String o : objects()) for (Slot f : fieldsOf(o)) if (f.isNumber()) all.add((f.type().equals("long") ? "(int) " : "") + dotted(o, f.name()));
        for (String a : arrays()) {
            all.add(a + ".length");
            if (dice.chance(40)) all.add(a + "[" + (loops > 0 && dice.chance(60) ? anyCounter() : "" + dice.below(2)) + "]");
        }
        if (all.isEmpty() || dice.chance(25)) {
            int n = dice.number();
            return n == Integer.MIN_VALUE ? "Integer.MIN_VALUE" : n < 0 ? "(" + n + ")" : "" + n;
        }
        return dice.of(all);
    }

    private String anyCounter() {
        for (int i = variables.size() - 1; i >= 0; i--) if (variables.get(i).name().startsWith("i")) return variables.get(i).name();
        return "0";
    }

    /** A value for a slot; never null where null is not allowed, unless it comes from something nullable. */
    private String expression(Slot slot) {
        if (slot.type().equals("boolean")) return condition(2);
        if (slot.isNumber()) return cast(slot, number(2));
        List<String> all = new ArrayList<>();
        if (slot.isArray()) {
            for (Slot v : variables) if (v.isArray() && (slot.nullable() || !v.nullable())) all.add(v.name());
            if (!method.isStatic) for (Slot f : self.allFields()) if (f.isArray() && (slot.nullable() || !f.nullable())) all.add(f.name());
            all.add("new int[" + dice.below(3) + "]");
            if (dice.chance(40)) all.add("new int[]{" + number(0) + ", " + number(0) + "}");
            if (slot.nullable()) all.add("null");
            return dice.of(all);
        }
        if (slot.isVariable()) return unknown(slot);
        if (!method.isStatic) all.add("this");
        for (Slot v : variables) if (v.isObject() && (slot.nullable() || !v.nullable())) all.add(v.name());
        if (slot.nullable()) {
            all.add("null");
            if (!method.isStatic) for (Slot f : self.allFields()) if (f.isObject()) all.add(f.name());
        }
        if (all.isEmpty() || dice.chance(20)) all.add("new " + slot.type() + "()");
        return dice.of(all);
    }

    /** A value of the type variable: one that is there. */
    private String unknown(Slot slot) {
        List<String> all = new ArrayList<>();
        for (Slot v : variables) if (v.isVariable() && (slot.nullable() || !v.nullable())) all.add(v.name());
        if (slot.nullable() && !method.isStatic) all.add("t");
        if (slot.nullable()) all.add("null");
        // Nothing of that type is sure to be there.
        if (all.isEmpty()) all.add("t");
        return dice.of(all);
    }
}
