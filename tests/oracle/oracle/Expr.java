package oracle;

/**
 * A JML expression, built by hand: what it is printed as, and what it means. Integers are
 * mathematical (BigInteger), booleans Boolean, references the objects themselves.
 */
interface Expr {
    Object eval(Env env);

    String jml();

    default java.math.BigInteger number(Env env) {
        return (java.math.BigInteger) eval(env);
    }

    default boolean truth(Env env) {
        return (Boolean) eval(env);
    }
}
