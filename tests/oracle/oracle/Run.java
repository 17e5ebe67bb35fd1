package oracle;

import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** One call on a real JVM, and what of the contract it broke. */
final class Run {
    /** `group` is what Proviso's kinds are compared by; `line` is 0 where no clause says it. */
    record Finding(String group, int line) {}

    final MethodShape method;
    final Inputs.Input input;
    final Env env = new Env();
    final Set<Finding> findings = new LinkedHashSet<>();
    /** Breaks that Proviso does not look for, but may find: invariants of objects nobody changed. */
    final Set<Finding> further = new LinkedHashSet<>();
    final List<SpecCase> active = new ArrayList<>();
    private final List<ClassShape> classes;

    Run(MethodShape method, Inputs.Input input, List<ClassShape> classes) {
        this.method = method;
        this.input = input;
        this.classes = classes;
        env.self = input.self;
        env.owner = method.owner.loaded;
        for (int i = 0; i < input.arguments.length; i++) env.now.put(method.parameters.get(i).name(), input.arguments[i]);
        env.entry = env.now;
    }

    /** All objects keep their invariants and what is non_null is not null; no precondition looked at yet. */
    boolean wellFormed() {
        List<Object> roots = new ArrayList<>(Arrays.asList(input.arguments));
        roots.add(input.self);
        roots.addAll(input.heap);
        env.pre = Snapshot.of(roots, classes.stream().map(c -> c.loaded).toArray(Class<?>[]::new));
        for (int i = 0; i < input.arguments.length; i++) {
            Slot slot = method.parameters.get(i);
            if (!slot.nullable() && input.arguments[i] == null) return false;
        }
        for (Object object : env.pre.objects.keySet()) if (nullField(object) != null || !brokenInvariants(object).isEmpty()) return false;
        return true;
    }

    ClassShape shape(Object object) {
        for (ClassShape shape : classes) if (shape.loaded == object.getClass()) return shape;
        throw new IllegalStateException("not ours: " + object.getClass());
    }

    private Slot nullField(Object object) {
        for (Slot slot : shape(object).allFields())
            if (slot.isReference() && !slot.nullable() && env.field(object, slot.name()) == null) return slot;
        return null;
    }

    private List<Clause> brokenInvariants(Object object) {
        List<Clause> broken = new ArrayList<>();
        Env own = new Env();
        own.self = object;
        own.owner = env.owner;
        for (Clause clause : shape(object).allInvariants())
            try {
                if (!clause.condition.truth(own)) broken.add(clause);
            } catch (Undefined none) {
                broken.add(clause);
            }
        return broken;
    }

    /** Which cases apply; false when none does. A precondition without a value is a finding. */
    boolean admitted() {
        List<SpecCase> governing = method.governing();
        for (SpecCase one : governing) {
            boolean applies = true;
            for (Clause clause : one.requires)
                try {
                    applies = clause.condition.truth(env);
                    if (!applies) break;
                } catch (Undefined none) {
                    findings.add(new Finding("undefined", clause.line));
                    return true;
                }
            if (applies) active.add(one);
        }
        return !active.isEmpty() || governing.isEmpty();
    }

    /** Calls the method. What it returned or threw is in `env`. */
    void call() {
        Probe.entry = env;
        Probe.run = this;
        try {
            if (method.isConstructor()) env.self = method.maker.newInstance(input.arguments);
            else env.result = method.loaded.invoke(input.self, input.arguments);
        } catch (InvocationTargetException thrown) {
            env.thrown = thrown.getCause();
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    /** A call in code of the class `from`: what the callee, as named there, requires holds, and its non_null arguments are not null. */
    void calls(String from, String name, Object self, Object[] arguments) {
        MethodShape callee = classes.stream().filter(c -> c.name.equals(from)).findFirst().orElseThrow().method(name);
        Env at = new Env();
        at.self = callee.isStatic ? null : self;
        at.owner = callee.owner.loaded;
        boolean fits = true;
        for (int i = 0; i < arguments.length; i++) {
            Slot slot = callee.parameters.get(i);
            at.now.put(slot.name(), arguments[i]);
            fits &= !slot.isReference() || slot.nullable() || arguments[i] != null;
        }
        if (!fits || !callee.accepts(at)) findings.add(new Finding("requires-at-call", 0));
        // A callee relies on the invariants of its arguments; an object that calls itself knows what it does in between.
        if (callee.isStatic) for (Object argument : arguments) if (isOurs(argument) && argument != self && !keptBy(argument)) reliedOn(argument);
    }

    private boolean isOurs(Object value) {
        return Snapshot.isObject(value) && !value.getClass().isArray();
    }

    /** Nobody has written to it since the method began. */
    private boolean keptBy(Object object) {
        return env.pre.has(object) && env.writes.stream().noneMatch(one -> one.object() == object && one.field() != null);
    }

    private void reliedOn(Object object) {
        for (Clause clause : brokenInvariants(object))
            if (method.owner.base().invariants.contains(clause)) findings.add(new Finding("invariant", clause.line));
    }

    void check(Clause clause, String group, Env where) {
        try {
            if (!clause.condition.truth(where)) findings.add(new Finding(group, clause.line));
        } catch (Undefined none) {
            findings.add(new Finding("undefined", clause.line));
        } catch (RuntimeException error) {
            // Not to be taken for an exception of the method.
            throw new AssertionError("the oracle cannot evaluate " + clause.jml(), error);
        }
    }

    /** Everything that is owed when the call has ended. */
    void judge() {
        if (!findings.isEmpty()) return;
        call();
        if (env.thrown instanceof Ambiguous unclear) throw unclear;
        if (env.thrown instanceof AssertionError error) throw error;
        if (env.thrown instanceof StackOverflowError || env.thrown instanceof OutOfMemoryError) throw new Ambiguous();
        if (env.thrown == null) returned();
        else threw();
        for (SpecCase one : active) if (one.assignable != null) check(one.assignable, "assignable", env);
        if (method.pure && !new Frame(List.of()).truth(env)) findings.add(new Finding("assignable", 0));
        invariants();
    }

    private void returned() {
        Slot result = method.result;
        if (result != null && result.isReference() && !result.nullable() && env.result == null)
            findings.add(new Finding("null", 0));
        for (SpecCase one : active) {
            if ("exceptional_behavior".equals(one.behaviour)) findings.add(new Finding("ensures", 0));
            for (Clause clause : one.ensures) check(clause, "ensures", env);
        }
    }

    /** An exception that the JVM itself raises has to be named by a clause (`Exception` names none); others only if a clause speaks against them. */
    private void threw() {
        boolean named = false;
        for (SpecCase one : active) {
            if ("normal_behavior".equals(one.behaviour)) findings.add(new Finding("exception", 0));
            if (one.only != null) {
                boolean allowed = false;
                for (String name : one.only.exception.split(", ")) allowed |= isA(env.thrown, name);
                named |= allowed;
                if (!allowed) findings.add(new Finding("exception", one.only.line));
            }
            for (Clause clause : one.signals)
                if (isA(env.thrown, clause.exception)) {
                    named |= !clause.exception.equals("Exception");
                    check(clause, "exception", env);
                }
        }
        boolean raised = !(env.thrown instanceof IllegalArgumentException || env.thrown instanceof IllegalStateException);
        if (raised && !named) findings.add(new Finding("exception", 0));
    }

    static boolean isA(Throwable thrown, String name) {
        for (Class<?> c = thrown.getClass(); c != null; c = c.getSuperclass()) if (c.getSimpleName().equals(name)) return true;
        return false;
    }

    private void invariants() {
        if (method.pure) return;
        if (method.isConstructor() && env.thrown == null) {
            if (nullField(env.self) != null) findings.add(new Finding("null", 0));
            for (Clause clause : brokenInvariants(env.self)) findings.add(new Finding("invariant", clause.line));
        }
        for (Object object : env.pre.objects.keySet()) {
            boolean owed = object == input.self || Arrays.stream(input.arguments).anyMatch(a -> a == object);
            boolean written = false;
            for (Frame.Written one : env.writes) written |= one.object() == object && one.field() != null;
            if (nullField(object) != null) (owed || written ? findings : further).add(new Finding("null", 0));
            for (Clause clause : brokenInvariants(object)) (written || owed ? findings : further).add(new Finding("invariant", clause.line));
        }
    }
}
