package oracle;

import java.util.ArrayList;
import java.util.List;

/** Chooses, out of random candidates, clauses that are worth checking: kept always, or broken by few inputs. */
final class Chooser {
    private final Dice dice;
    private final List<ClassShape> classes;

    Chooser(Dice dice, List<ClassShape> classes) {
        this.dice = dice;
        this.classes = classes;
    }

    /** Invariants that a fair part of all objects keeps. */
    void invariants(ClassShape shape) {
        if (!dice.chance(40)) return;
        MethodShape any = new MethodShape(shape, "any", false, null);
        Specs specs = new Specs(dice, shape, true, List.of(), null, false);
        List<Clause> candidates = new ArrayList<>();
        for (int i = 0; i < 6; i++) candidates.add(new Clause("invariant", specs.truth(2)));
        for (int[] sequence : Inputs.sequences(any, classes, dice.below(1 << 30))) {
            Run run = new Run(any, new Inputs(classes).build(any, sequence), classes);
            if (!run.wellFormed()) continue;
            for (Clause clause : candidates) clause.attempt(run.env);
        }
        for (Clause clause : candidates)
            if (shape.invariants.isEmpty() && clause.undefined == 0 && clause.yes > clause.no / 3 && clause.no > 0) shape.invariants.add(clause);
    }

    void contract(MethodShape method) {
        List<int[]> sequences = new ArrayList<>();
        for (int[] sequence : Inputs.sequences(method, classes, dice.below(1 << 30))) if (run(method, sequence).wellFormed()) sequences.add(sequence);
        method.inputs.addAll(sequences);
        if (method.overridden != null) {
            if (dice.chance(50)) return;
        }
        boolean several = dice.chance(25);
        for (int i = 0; i < (several ? 2 : 1); i++) oneCase(method, sequences, several);
        hooks(method, sequences);
    }

    private Run run(MethodShape method, int[] sequence) {
        return new Run(method, new Inputs(classes).build(method, sequence), classes);
    }

    private void oneCase(MethodShape method, List<int[]> sequences, boolean heavy) {
        SpecCase one = new SpecCase();
        method.cases.add(one);
        boolean hasThis = !method.isStatic && !method.isConstructor();
        Specs before = new Specs(dice, method.owner, hasThis, method.parameters, null, false);
        List<Clause> requires = new ArrayList<>();
        int preconditions = dice.below(3);
        for (int i = 0; i < 8; i++) requires.add(new Clause("requires", before.truth(2)));
        List<int[]> left = new ArrayList<>(sequences);
        for (Clause clause : requires) {
            if (one.requires.size() == preconditions) break;
            List<int[]> next = new ArrayList<>();
            for (int[] sequence : left) {
                Run run = run(method, sequence);
                run.wellFormed();
                int yes = clause.yes;
                clause.attempt(run.env);
                if (clause.yes > yes) next.add(sequence);
            }
            boolean defined = clause.undefined == 0 || dice.chance(3);
            if (defined && clause.no > 0 && next.size() * 6 > left.size()) {
                one.requires.add(clause);
                left = next;
            }
        }
        postconditions(method, one, left, heavy);
    }

    private void postconditions(MethodShape method, SpecCase one, List<int[]> inputs, boolean heavy) {
        boolean made = method.isConstructor();
        boolean hasThis = !method.isStatic && !made;
        Specs after = new Specs(dice, method.owner, hasThis || made, method.parameters, method.result, !made);
        Specs frames = new Specs(dice, method.owner, hasThis, method.parameters, null, false);
        List<Clause> ensures = new ArrayList<>();
        List<Clause> signals = new ArrayList<>();
        List<Clause> assignable = new ArrayList<>();
        for (int i = 0; i < 14; i++) ensures.add(new Clause("ensures", after.truth(2)));
        for (int i = 0; i < 4; i++)
            signals.add(new Clause("signals", new Specs(dice, method.owner, hasThis, method.parameters, null, true).truth(1),
                    dice.of("IllegalArgumentException", "IllegalStateException", "RuntimeException", "ArithmeticException", "Exception", "IndexOutOfBoundsException", "NullPointerException")));
        for (int i = 0; i < 5; i++) assignable.add(new Clause("assignable", frames.frame()));
        int thrown = 0;
        Probe.trying = true;
        for (int[] sequence : inputs) {
            Run run = run(method, sequence);
            run.wellFormed();
            run.call();
            if (run.env.thrown == null) for (Clause clause : ensures) clause.attempt(run.env);
            else {
                thrown++;
                for (Clause clause : signals) if (Run.isA(run.env.thrown, clause.exception)) clause.attempt(run.env);
            }
            for (Clause clause : assignable) clause.attempt(run.env);
        }
        Probe.trying = false;
        pick(ensures, one.ensures, 1 + dice.below(3));
        if (thrown > 0 && dice.chance(50)) pick(signals, one.signals, 1 + dice.below(2));
        List<Clause> frame = new ArrayList<>();
        pick(assignable, frame, 1);
        if (!frame.isEmpty() && dice.chance(70)) one.assignable = frame.get(0);
        if (dice.chance(20) || thrown > 0 && dice.chance(30))
            one.only = new Clause("signals_only", null, dice.of("IllegalArgumentException", "RuntimeException", "IllegalStateException, ArithmeticException", "NullPointerException", "IndexOutOfBoundsException, IllegalArgumentException"));
        if (heavy || dice.chance(25)) one.behaviour = thrown == 0 && dice.chance(70) ? "normal_behavior" : "behavior";
        if ("normal_behavior".equals(one.behaviour)) {
            one.signals.clear();
            one.only = null;
        }
    }

    private void hooks(MethodShape method, List<int[]> sequences) {
        for (MethodShape.Piece piece : method.body) if (piece instanceof Hook hook && dice.chance(60)) pick(hook.candidates, hook.chosen, 1 + dice.below(2));
    }

    /** Prefers clauses that always hold, then those that few inputs break. */
    private void pick(List<Clause> candidates, List<Clause> into, int count) {
        boolean strict = dice.chance(65);
        for (Clause clause : candidates) {
            if (into.size() >= count) return;
            int all = clause.yes + clause.no + clause.undefined;
            boolean kept = all > 0 && clause.yes == all;
            boolean rare = clause.undefined * 20 <= all && clause.yes > 0 && clause.no * 4 <= clause.yes;
            if (kept || !strict && rare) into.add(clause);
        }
    }
}
