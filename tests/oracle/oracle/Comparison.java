package oracle;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares one verdict with what the JVM shows. Says one word, and what it is about where they disagree. */
final class Comparison {
    private final MethodShape method;
    private final Verdict verdict;
    private final List<ClassShape> family;
    private int valid;
    private int[] breaking;
    private final Set<Run.Finding> found = new LinkedHashSet<>();
    /** Findings that some input shows alone: those Proviso has to report, too. */
    private final Map<Run.Finding, int[]> alone = new HashMap<>();

    Comparison(MethodShape method, Verdict verdict, List<ClassShape> family) {
        this.method = method;
        this.verdict = verdict;
        this.family = family;
    }

    String judge() {
        for (int[] sequence : method.inputs) enumerate(sequence);
        boolean passed = verdict.verdict.equals("holds") || verdict.verdict.equals("holds-to-bound");
        if (passed && verdict.paths == 0) return "EMPTY";
        if (passed && breaking != null) return "FALSE-HOLDS\t" + found + " on " + describe(breaking);
        if (verdict.verdict.equals("spec-error")) return "SPEC-ERROR\t" + verdict.reasons;
        for (Verdict.Violation violation : verdict.violations) {
            String wrong = alarm(violation);
            if (wrong != null) return wrong;
        }
        if (verdict.verdict.equals("violated")) {
            for (Map.Entry<Run.Finding, int[]> owed : alone.entrySet())
                if (verdict.complete && verdict.violations.stream().noneMatch(v -> matches(v, owed.getKey())))
                    return "MISSED\t" + owed.getKey() + " on " + describe(owed.getValue());
            return "violated";
        }
        if (verdict.verdict.equals("unknown")) return "unknown\t" + verdict.reasons + (breaking == null ? "" : "\tbreakable");
        return valid == 0 ? "holds-untried" : verdict.verdict;
    }

    private void enumerate(int[] sequence) {
        Run run = new Run(method, new Inputs(family).build(method, sequence), family);
        try {
            if (!run.wellFormed() || !run.admitted()) return;
            valid++;
            run.judge();
        } catch (Ambiguous none) {
            return;
        }
        found.addAll(run.findings);
        if (run.findings.isEmpty()) return;
        if (breaking == null) breaking = sequence;
        if (run.findings.size() == 1) alone.putIfAbsent(run.findings.iterator().next(), sequence);
    }

    /** Null when the violation is right. */
    private String alarm(Verdict.Violation violation) {
        if (violation.replay.equals("diverged")) return "DIVERGED\t" + violation.kind + " line " + violation.line;
        String what = violation.kind + " line " + violation.line + " [" + violation.replay + "]";
        Run run;
        try {
            run = new Run(method, Witness.build(method, violation, family), family);
            if (!run.wellFormed()) return "FALSE-ALARM\t" + what + ": the input breaks invariants or nullness";
            if (!run.admitted()) return "FALSE-ALARM\t" + what + ": the input breaks the precondition";
            run.judge();
        } catch (Witness.Odd odd) {
            return "ODD-WITNESS\t" + what + ": " + odd.getMessage();
        } catch (Ambiguous none) {
            return null;
        }
        if (run.findings.stream().anyMatch(f -> matches(violation, f)) || run.further.stream().anyMatch(f -> matches(violation, f))) return null;
        return "FALSE-ALARM\t" + what + ": the run shows " + run.findings;
    }

    private static boolean matches(Verdict.Violation violation, Run.Finding finding) {
        boolean line = violation.line == finding.line() || finding.line() == 0 || violation.line == 0;
        return line && group(violation.kind).contains(finding.group());
    }

    private static Set<String> group(String kind) {
        switch (kind) {
            case "null": return Set.of("null", "exception");
            case "signals": case "signals-only": case "bounds": case "cast": case "arithmetic": case "negative-size":
            case "array-store": case "uncaught":
                return Set.of("exception");
            default: return Set.of(kind);
        }
    }

    private String describe(int[] sequence) {
        Inputs.Input input = new Inputs(family).build(method, sequence);
        StringBuilder text = new StringBuilder();
        Map<Object, String> names = new java.util.IdentityHashMap<>();
        text.append("this=").append(show(input.self, names));
        for (int i = 0; i < input.arguments.length; i++)
            text.append(' ').append(method.parameters.get(i).name()).append('=').append(show(input.arguments[i], names));
        for (ClassShape shape : family)
            for (Slot field : shape.statics) {
                Env env = new Env();
                env.owner = shape.loaded;
                text.append(' ').append(field.name()).append('=').append(env.staticField(field.name()));
            }
        return text.toString();
    }

    private String show(Object value, Map<Object, String> names) {
        if (value instanceof int[] array) return names.computeIfAbsent(array, x -> "#" + names.size()) + java.util.Arrays.toString(array);
        if (!Snapshot.isObject(value)) return String.valueOf(value);
        if (names.containsKey(value)) return names.get(value);
        String name = value.getClass().getSimpleName() + "#" + names.size();
        names.put(value, name);
        TreeSet<String> fields = new TreeSet<>();
        Env env = new Env();
        for (java.lang.reflect.Field field : Snapshot.fields(value.getClass()))
            if (!java.lang.reflect.Modifier.isStatic(field.getModifiers())) fields.add(field.getName() + "=" + show(env.field(value, field.getName()), names));
        return name + fields;
    }
}
