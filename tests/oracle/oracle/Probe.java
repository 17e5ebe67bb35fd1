package oracle;

import java.util.List;

/** Called by the oracle's copy of a generated class where clauses stand in the body. */
public final class Probe {
    private Probe() {}

    /** Ends a run at the first broken clause. */
    @SuppressWarnings("serial")
    static final class Stop extends Error {
        Stop() {
            super(null, null, false, false);
        }
    }

    static List<Hook> hooks;
    /** While candidates are tried all are evaluated; later the chosen ones, up to the first broken one. */
    static boolean trying;
    static Env entry;
    static Run run;

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
        for (Clause clause : hook.chosen) {
            run.check(clause, clause.keyword.replace('_', '-'), env);
            if (!run.findings.isEmpty()) throw new Stop();
        }
        return true;
    }
}
