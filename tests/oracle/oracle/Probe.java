package oracle;

import java.util.List;

/** Called by the oracle's copy of a generated class where clauses stand in the body. */
public final class Probe {
    private Probe() {}

    static List<Hook> hooks;
    /** While candidates are tried all are evaluated; later the chosen ones. */
    static boolean trying;
    static Env entry;
    static Run run;

    public static void wrote(Object object, String field) {
        entry.writes.add(new Frame.Written(object, field, -1));
    }

    public static void wrote(Object array, int index) {
        entry.writes.add(new Frame.Written(array, null, index));
    }

    /** A call of another method is about to be made: its precondition is owed. */
    public static void calls(String from, String name, Object self, Object... arguments) {
        if (!trying) run.calls(from, name, self, arguments);
    }

    public static boolean at(int id, Object self, Object... values) {
        Hook hook = hooks.get(id);
        Env env = new Env();
        env.self = self;
        env.owner = entry.owner;
        env.entry = entry.now;
        env.pre = entry.pre;
        for (int i = 0; i < values.length; i++) env.now.put(hook.names.get(i).name(), values[i]);
        if (trying) {
            for (Clause clause : hook.candidates) clause.attempt(env);
            return true;
        }
        // In a method that is called `old` is that call's; only the state of the outermost one is known here.
        boolean called = !run.method.body.contains(hook);
        for (Clause clause : hook.chosen) if (called && clause.jml().contains("\\old")) throw new Ambiguous();
        for (Clause clause : hook.chosen) run.check(clause, clause.keyword.replace('_', '-'), env);
        return true;
    }
}
