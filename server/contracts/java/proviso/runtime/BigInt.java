package proviso.runtime;

import java.math.BigInteger;

/**
 * A mathematical integer, JML's {@code \bigint}: specification arithmetic neither wraps nor overflows.
 *
 * <p>Engine: an intrinsic class. A value is a bit-vector term just wide enough; the methods marked "intrinsic" are
 * replaced, the others run as they are. More than 512 bits ends the path as unknown.
 */
public final class BigInt implements Comparable<BigInt> {
    private final BigInteger value;

    private BigInt(BigInteger value) {
        this.value = value;
    }

    /** Intrinsic. */
    public static BigInt of(int value) {
        return new BigInt(BigInteger.valueOf(value));
    }

    /** Intrinsic. */
    public static BigInt of(long value) {
        return new BigInt(BigInteger.valueOf(value));
    }

    /** A constant too large for a long. Intrinsic (the string is a constant). */
    public static BigInt parse(String decimal) {
        return new BigInt(new BigInteger(decimal));
    }

    /** Intrinsic. */
    public BigInt add(BigInt b) {
        return new BigInt(value.add(b.value));
    }

    /** Intrinsic. */
    public BigInt subtract(BigInt b) {
        return new BigInt(value.subtract(b.value));
    }

    /** Intrinsic. */
    public BigInt multiply(BigInt b) {
        return new BigInt(value.multiply(b.value));
    }

    /** Intrinsic; truncates toward zero; never called with zero. */
    private BigInt quotient(BigInt b) {
        return new BigInt(value.divide(b.value));
    }

    /** Intrinsic; has the sign of the dividend; never called with zero. */
    private BigInt remainderOf(BigInt b) {
        return new BigInt(value.remainder(b.value));
    }

    /** Intrinsic. */
    public BigInt negate() {
        return new BigInt(value.negate());
    }

    /** Intrinsic. */
    public boolean isLess(BigInt b) {
        return value.compareTo(b.value) < 0;
    }

    /** Intrinsic. */
    public boolean isLessOrEqual(BigInt b) {
        return value.compareTo(b.value) <= 0;
    }

    /** Intrinsic. */
    public boolean isEqual(BigInt b) {
        return value.equals(b.value);
    }

    /** The low 32 bits, as a Java cast gives. Intrinsic. */
    public int toInt() {
        return value.intValue();
    }

    /** The low 64 bits, as a Java cast gives. Intrinsic. */
    public long toLong() {
        return value.longValue();
    }

    /** Intrinsic. */
    public boolean fitsLong() {
        return value.bitLength() < 64;
    }

    /** Intrinsic. */
    public double toDouble() {
        return value.doubleValue();
    }

    public BigInt divide(BigInt b) {
        if (b.isEqual(of(0))) throw new ArithmeticException("/ by zero");
        return quotient(b);
    }

    public BigInt remainder(BigInt b) {
        if (b.isEqual(of(0))) throw new ArithmeticException("/ by zero");
        return remainderOf(b);
    }

    @Override
    public int compareTo(BigInt b) {
        return isLess(b) ? -1 : isEqual(b) ? 0 : 1;
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof BigInt && isEqual((BigInt) o);
    }

    @Override
    public int hashCode() {
        return toInt();
    }

    @Override
    public String toString() {
        return value.toString();
    }
}
