package proviso.runtime;

/** A rational number standing for JML's {@code \real}: exact, never a rounded double. Runs as plain Java in the engine. */
public final class Real {
    private final BigInt numerator;
    /** Positive; the fraction is not reduced, comparisons multiply crosswise. */
    private final BigInt denominator;

    private Real(BigInt numerator, BigInt denominator) {
        this.numerator = numerator;
        this.denominator = denominator;
    }

    public static Real of(BigInt value) {
        return new Real(value, BigInt.of(1));
    }

    public static Real of(long value) {
        return of(BigInt.of(value));
    }

    /** The exact value of a double; NaN and infinities have none, so they are undefined. */
    public static Real of(double value) {
        if (value != value || value - value != 0.0) throw new Jml.Undefined("NaN and infinity are no \\real");
        long bits = Double.doubleToRawLongBits(value);
        int exponent = (int) ((bits >>> 52) & 0x7ff);
        long fraction = bits & 0xfffffffffffffL;
        if (exponent == 0) exponent = 1; else fraction |= 0x10000000000000L;
        BigInt n = BigInt.of(bits < 0 ? -fraction : fraction);
        BigInt scale = BigInt.of(1);
        int shift = exponent - 1075;
        for (int i = shift < 0 ? -shift : shift; i > 0; i--) scale = scale.add(scale);
        return shift < 0 ? new Real(n, scale) : of(n.multiply(scale));
    }

    public Real add(Real b) {
        return new Real(numerator.multiply(b.denominator).add(b.numerator.multiply(denominator)), denominator.multiply(b.denominator));
    }

    public Real subtract(Real b) {
        return add(b.negate());
    }

    public Real multiply(Real b) {
        return new Real(numerator.multiply(b.numerator), denominator.multiply(b.denominator));
    }

    public Real divide(Real b) {
        BigInt zero = BigInt.of(0);
        if (b.numerator.isEqual(zero)) throw new ArithmeticException("/ by zero");
        BigInt n = numerator.multiply(b.denominator);
        BigInt d = denominator.multiply(b.numerator);
        return d.isLess(zero) ? new Real(n.negate(), d.negate()) : new Real(n, d);
    }

    public Real negate() {
        return new Real(numerator.negate(), denominator);
    }

    public boolean isLess(Real b) {
        return numerator.multiply(b.denominator).isLess(b.numerator.multiply(denominator));
    }

    public boolean isLessOrEqual(Real b) {
        return !b.isLess(this);
    }

    public boolean isEqual(Real b) {
        return numerator.multiply(b.denominator).isEqual(b.numerator.multiply(denominator));
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Real && isEqual((Real) o);
    }

    @Override
    public int hashCode() {
        return numerator.divide(denominator).hashCode();
    }

    @Override
    public String toString() {
        return numerator + "/" + denominator;
    }
}
