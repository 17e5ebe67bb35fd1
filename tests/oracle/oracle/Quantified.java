package oracle;

import java.math.BigInteger;

/** Quantifiers over an `int` between two bounds, with a further condition, by going through all values. */
record Quantified(String quantifier, String variable, Expr from, boolean including, Expr to, Expr filter, Expr body, int style)
        implements Expr {
    private static final BigInteger LOWEST = BigInteger.valueOf(Integer.MIN_VALUE);
    private static final BigInteger HIGHEST = BigInteger.valueOf(Integer.MAX_VALUE);

    public Object eval(Env env) {
        BigInteger first = from.number(env).max(LOWEST);
        BigInteger last = to.number(env);
        if (!including) last = last.subtract(BigInteger.ONE);
        last = last.min(HIGHEST);
        if (last.subtract(first).bitLength() > 6) throw new Ambiguous();
        Fold fold = new Fold();
        try {
            for (BigInteger i = first; i.compareTo(last) <= 0; i = i.add(BigInteger.ONE)) {
                env.now.put(variable, i);
                fold.next(env);
            }
        } finally {
            env.now.remove(variable);
        }
        return fold.end();
    }

    /** What the values so far come to. */
    private final class Fold {
        Boolean decided;
        boolean undefined;
        BigInteger number = quantifier.equals("\\product") ? BigInteger.ONE : BigInteger.ZERO;
        int counted;

        void next(Env env) {
            try {
                if (!filter.truth(env)) return;
                Object value = body.eval(env);
                if (value instanceof Boolean truth) {
                    if (quantifier.equals("\\num_of")) number = truth ? number.add(BigInteger.ONE) : number;
                    else if (truth == quantifier.equals("\\exists")) decided = truth;
                    return;
                }
                BigInteger n = (BigInteger) value;
                counted++;
                switch (quantifier) {
                    case "\\sum" -> number = number.add(n);
                    case "\\product" -> number = number.multiply(n);
                    case "\\max" -> number = counted == 1 ? n : number.max(n);
                    default -> number = counted == 1 ? n : number.min(n);
                }
            } catch (Undefined none) {
                undefined = true;
            }
        }

        Object end() {
            boolean logical = quantifier.equals("\\forall") || quantifier.equals("\\exists");
            if (undefined && decided != null) throw new Ambiguous();
            if (undefined) throw new Undefined("inside of " + quantifier);
            if (logical) return decided != null ? decided : quantifier.equals("\\forall");
            boolean extreme = quantifier.equals("\\max") || quantifier.equals("\\min");
            if (extreme && counted == 0) throw new Undefined(quantifier + " of nothing");
            return number;
        }
    }

    public String jml() {
        String less = including ? " <= " : " < ";
        String range = style == 0
                ? from.jml() + " <= " + variable + less + to.jml()
                : style == 1
                        ? from.jml() + " <= " + variable + " && " + variable + less + to.jml()
                        : variable + " >= " + from.jml() + " && " + to.jml() + (including ? " >= " : " > ") + variable;
        boolean always = filter instanceof Truths.Literal literal && literal.value();
        String all = always ? range : range + " && " + filter.jml();
        String inner = quantifier.equals("\\forall") && style == 1
                ? "; " + all + " ==> " + body.jml()
                : "; " + all + "; " + body.jml();
        return "(" + quantifier + " int " + variable + inner + ")";
    }
}
