package oracle;

/** One clause: its words, its tree, the line it is printed on, and how a trial on many inputs went. */
final class Clause {
    /** `requires`, `ensures`, `signals`, `signals_only`, `assignable`, `invariant`, `loop_invariant`, `assert`, `decreases`. */
    final String keyword;
    final Expr condition;
    /** The exception of `signals`, the list of `signals_only`. */
    final String exception;
    int line;
    int yes;
    int no;
    int undefined;

    Clause(String keyword, Expr condition, String exception) {
        this.keyword = keyword;
        this.condition = condition;
        this.exception = exception;
    }

    Clause(String keyword, Expr condition) {
        this(keyword, condition, null);
    }

    String jml() {
        switch (keyword) {
            case "signals": return "signals (" + exception + " e) " + condition.jml() + ";";
            case "signals_only": return "signals_only " + exception + ";";
            default: return keyword + " " + condition.jml() + ";";
        }
    }

    /** Tries it and notes the result; for choosing among candidates. */
    void attempt(Env env) {
        try {
            if (condition.truth(env)) yes++;
            else no++;
        } catch (Undefined | Ambiguous none) {
            undefined++;
        }
    }
}
