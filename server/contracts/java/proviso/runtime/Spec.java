package proviso.runtime;

/**
 * Specification arithmetic: integers are promoted to {@link BigInt}, floats stay IEEE. Java's overload resolution picks
 * the operand types, so lowering needs none. Plain Java: the engine runs these as they are (and may shortcut them).
 */
public final class Spec {
    private Spec() {}

    // ---- a value, with the type it has where it is not a constant ---------------------------------------
    public static boolean given(boolean x) { return x; }
    public static byte given(byte x) { return x; }
    public static short given(short x) { return x; }
    public static char given(char x) { return x; }
    public static int given(int x) { return x; }
    public static long given(long x) { return x; }
    public static float given(float x) { return x; }
    public static double given(double x) { return x; }
    public static <T> T given(T x) { return x; }

    // ---- + ------------------------------------------------------------------------------------------
    public static BigInt add(int a, int b) { return BigInt.of(a).add(BigInt.of(b)); }
    public static BigInt add(long a, long b) { return BigInt.of(a).add(BigInt.of(b)); }
    public static float add(float a, float b) { return a + b; }
    public static double add(double a, double b) { return a + b; }
    public static BigInt add(BigInt a, BigInt b) { return a.add(b); }
    public static BigInt add(BigInt a, long b) { return a.add(BigInt.of(b)); }
    public static BigInt add(long a, BigInt b) { return BigInt.of(a).add(b); }
    public static Real add(Real a, Real b) { return a.add(b); }
    public static Real add(Real a, BigInt b) { return a.add(Real.of(b)); }
    public static Real add(BigInt a, Real b) { return Real.of(a).add(b); }
    public static Real add(Real a, long b) { return a.add(Real.of(b)); }
    public static Real add(long a, Real b) { return Real.of(a).add(b); }
    public static Real add(Real a, double b) { return a.add(Real.of(b)); }
    public static Real add(double a, Real b) { return Real.of(a).add(b); }
    public static Real add(BigInt a, double b) { return Real.of(a).add(Real.of(b)); }
    public static Real add(double a, BigInt b) { return Real.of(a).add(Real.of(b)); }
    public static String add(String a, String b) { return a + b; }
    public static String add(String a, Object b) { return a + b; }
    public static String add(Object a, String b) { return a + b; }

    // ---- - ------------------------------------------------------------------------------------------
    public static BigInt sub(int a, int b) { return BigInt.of(a).subtract(BigInt.of(b)); }
    public static BigInt sub(long a, long b) { return BigInt.of(a).subtract(BigInt.of(b)); }
    public static float sub(float a, float b) { return a - b; }
    public static double sub(double a, double b) { return a - b; }
    public static BigInt sub(BigInt a, BigInt b) { return a.subtract(b); }
    public static BigInt sub(BigInt a, long b) { return a.subtract(BigInt.of(b)); }
    public static BigInt sub(long a, BigInt b) { return BigInt.of(a).subtract(b); }
    public static Real sub(Real a, Real b) { return a.subtract(b); }
    public static Real sub(Real a, BigInt b) { return a.subtract(Real.of(b)); }
    public static Real sub(BigInt a, Real b) { return Real.of(a).subtract(b); }
    public static Real sub(Real a, long b) { return a.subtract(Real.of(b)); }
    public static Real sub(long a, Real b) { return Real.of(a).subtract(b); }
    public static Real sub(Real a, double b) { return a.subtract(Real.of(b)); }
    public static Real sub(double a, Real b) { return Real.of(a).subtract(b); }
    public static Real sub(BigInt a, double b) { return Real.of(a).subtract(Real.of(b)); }
    public static Real sub(double a, BigInt b) { return Real.of(a).subtract(Real.of(b)); }

    // ---- * ------------------------------------------------------------------------------------------
    public static BigInt mul(int a, int b) { return BigInt.of(a).multiply(BigInt.of(b)); }
    public static BigInt mul(long a, long b) { return BigInt.of(a).multiply(BigInt.of(b)); }
    public static float mul(float a, float b) { return a * b; }
    public static double mul(double a, double b) { return a * b; }
    public static BigInt mul(BigInt a, BigInt b) { return a.multiply(b); }
    public static BigInt mul(BigInt a, long b) { return a.multiply(BigInt.of(b)); }
    public static BigInt mul(long a, BigInt b) { return BigInt.of(a).multiply(b); }
    public static Real mul(Real a, Real b) { return a.multiply(b); }
    public static Real mul(Real a, BigInt b) { return a.multiply(Real.of(b)); }
    public static Real mul(BigInt a, Real b) { return Real.of(a).multiply(b); }
    public static Real mul(Real a, long b) { return a.multiply(Real.of(b)); }
    public static Real mul(long a, Real b) { return Real.of(a).multiply(b); }
    public static Real mul(Real a, double b) { return a.multiply(Real.of(b)); }
    public static Real mul(double a, Real b) { return Real.of(a).multiply(b); }
    public static Real mul(BigInt a, double b) { return Real.of(a).multiply(Real.of(b)); }
    public static Real mul(double a, BigInt b) { return Real.of(a).multiply(Real.of(b)); }

    // ---- / ------------------------------------------------------------------------------------------
    public static BigInt div(int a, int b) { return BigInt.of(a).divide(BigInt.of(b)); }
    public static BigInt div(long a, long b) { return BigInt.of(a).divide(BigInt.of(b)); }
    public static float div(float a, float b) { return a / b; }
    public static double div(double a, double b) { return a / b; }
    public static BigInt div(BigInt a, BigInt b) { return a.divide(b); }
    public static BigInt div(BigInt a, long b) { return a.divide(BigInt.of(b)); }
    public static BigInt div(long a, BigInt b) { return BigInt.of(a).divide(b); }
    public static Real div(Real a, Real b) { return a.divide(b); }
    public static Real div(Real a, BigInt b) { return a.divide(Real.of(b)); }
    public static Real div(BigInt a, Real b) { return Real.of(a).divide(b); }
    public static Real div(Real a, long b) { return a.divide(Real.of(b)); }
    public static Real div(long a, Real b) { return Real.of(a).divide(b); }
    public static Real div(Real a, double b) { return a.divide(Real.of(b)); }
    public static Real div(double a, Real b) { return Real.of(a).divide(b); }
    public static Real div(BigInt a, double b) { return Real.of(a).divide(Real.of(b)); }
    public static Real div(double a, BigInt b) { return Real.of(a).divide(Real.of(b)); }

    // ---- % ------------------------------------------------------------------------------------------
    public static BigInt rem(int a, int b) { return BigInt.of(a).remainder(BigInt.of(b)); }
    public static BigInt rem(long a, long b) { return BigInt.of(a).remainder(BigInt.of(b)); }
    public static float rem(float a, float b) { return a % b; }
    public static double rem(double a, double b) { return a % b; }
    public static BigInt rem(BigInt a, BigInt b) { return a.remainder(b); }
    public static BigInt rem(BigInt a, long b) { return a.remainder(BigInt.of(b)); }
    public static BigInt rem(long a, BigInt b) { return BigInt.of(a).remainder(b); }

    // ---- unary ------------------------------------------------------------------------------------
    public static BigInt neg(int a) { return BigInt.of(a).negate(); }
    public static BigInt neg(long a) { return BigInt.of(a).negate(); }
    public static float neg(float a) { return -a; }
    public static double neg(double a) { return -a; }
    public static BigInt neg(BigInt a) { return a.negate(); }
    public static Real neg(Real a) { return a.negate(); }

    // ---- comparisons; a value, not a branch, where the engine shortcuts them ----------------------
    public static boolean lt(int a, int b) { return a < b; }
    public static boolean lt(long a, long b) { return a < b; }
    public static boolean lt(float a, float b) { return a < b; }
    public static boolean lt(double a, double b) { return a < b; }
    public static boolean lt(BigInt a, BigInt b) { return a.isLess(b); }
    public static boolean lt(BigInt a, long b) { return a.isLess(BigInt.of(b)); }
    public static boolean lt(long a, BigInt b) { return BigInt.of(a).isLess(b); }
    public static boolean lt(Real a, Real b) { return a.isLess(b); }
    public static boolean lt(Real a, BigInt b) { return a.isLess(Real.of(b)); }
    public static boolean lt(BigInt a, Real b) { return Real.of(a).isLess(b); }
    public static boolean lt(Real a, long b) { return a.isLess(Real.of(b)); }
    public static boolean lt(long a, Real b) { return Real.of(a).isLess(b); }
    public static boolean lt(Real a, double b) { return a.isLess(Real.of(b)); }
    public static boolean lt(double a, Real b) { return Real.of(a).isLess(b); }
    public static boolean lt(BigInt a, double b) { return Real.of(a).isLess(Real.of(b)); }
    public static boolean lt(double a, BigInt b) { return Real.of(a).isLess(Real.of(b)); }
    public static boolean le(int a, int b) { return a <= b; }
    public static boolean le(long a, long b) { return a <= b; }
    public static boolean le(float a, float b) { return a <= b; }
    public static boolean le(double a, double b) { return a <= b; }
    public static boolean le(BigInt a, BigInt b) { return a.isLessOrEqual(b); }
    public static boolean le(BigInt a, long b) { return a.isLessOrEqual(BigInt.of(b)); }
    public static boolean le(long a, BigInt b) { return BigInt.of(a).isLessOrEqual(b); }
    public static boolean le(Real a, Real b) { return a.isLessOrEqual(b); }
    public static boolean le(Real a, BigInt b) { return a.isLessOrEqual(Real.of(b)); }
    public static boolean le(BigInt a, Real b) { return Real.of(a).isLessOrEqual(b); }
    public static boolean le(Real a, long b) { return a.isLessOrEqual(Real.of(b)); }
    public static boolean le(long a, Real b) { return Real.of(a).isLessOrEqual(b); }
    public static boolean le(Real a, double b) { return a.isLessOrEqual(Real.of(b)); }
    public static boolean le(double a, Real b) { return Real.of(a).isLessOrEqual(b); }
    public static boolean le(BigInt a, double b) { return Real.of(a).isLessOrEqual(Real.of(b)); }
    public static boolean le(double a, BigInt b) { return Real.of(a).isLessOrEqual(Real.of(b)); }
    public static boolean eq(boolean a, boolean b) { return a == b; }
    public static boolean eq(int a, int b) { return a == b; }
    public static boolean eq(long a, long b) { return a == b; }
    public static boolean eq(float a, float b) { return a == b; }
    public static boolean eq(double a, double b) { return a == b; }
    public static boolean eq(BigInt a, BigInt b) { return a.isEqual(b); }
    public static boolean eq(BigInt a, long b) { return a.isEqual(BigInt.of(b)); }
    public static boolean eq(long a, BigInt b) { return BigInt.of(a).isEqual(b); }
    public static boolean eq(Real a, Real b) { return a.isEqual(b); }
    public static boolean eq(Real a, BigInt b) { return a.isEqual(Real.of(b)); }
    public static boolean eq(BigInt a, Real b) { return Real.of(a).isEqual(b); }
    public static boolean eq(Real a, long b) { return a.isEqual(Real.of(b)); }
    public static boolean eq(long a, Real b) { return Real.of(a).isEqual(b); }
    public static boolean eq(Real a, double b) { return a.isEqual(Real.of(b)); }
    public static boolean eq(double a, Real b) { return Real.of(a).isEqual(b); }
    public static boolean eq(BigInt a, double b) { return Real.of(a).isEqual(Real.of(b)); }
    public static boolean eq(double a, BigInt b) { return Real.of(a).isEqual(Real.of(b)); }
    public static boolean eq(String a, String b) { return a == b; }

    // ---- conversions ------------------------------------------------------------------------------
    public static BigInt big(int a) { return BigInt.of(a); }
    public static BigInt big(long a) { return BigInt.of(a); }
    public static BigInt big(BigInt a) { return a; }
    public static float big(float a) { return a; }
    public static double big(double a) { return a; }
    public static Real big(Real a) { return a; }
    public static Real real(long a) { return Real.of(a); }
    public static Real real(double a) { return Real.of(a); }
    public static Real real(BigInt a) { return Real.of(a); }
    public static Real real(Real a) { return a; }
    public static byte toByte(int a) { return (byte) a; }
    public static byte toByte(long a) { return (byte) a; }
    public static byte toByte(float a) { return (byte) a; }
    public static byte toByte(double a) { return (byte) a; }
    public static byte toByte(BigInt a) { return (byte) a.toInt(); }
    public static short toShort(int a) { return (short) a; }
    public static short toShort(long a) { return (short) a; }
    public static short toShort(float a) { return (short) a; }
    public static short toShort(double a) { return (short) a; }
    public static short toShort(BigInt a) { return (short) a.toInt(); }
    public static char toChar(int a) { return (char) a; }
    public static char toChar(long a) { return (char) a; }
    public static char toChar(float a) { return (char) a; }
    public static char toChar(double a) { return (char) a; }
    public static char toChar(BigInt a) { return (char) a.toInt(); }
    public static int toInt(int a) { return (int) a; }
    public static int toInt(long a) { return (int) a; }
    public static int toInt(float a) { return (int) a; }
    public static int toInt(double a) { return (int) a; }
    public static int toInt(BigInt a) { return a.toInt(); }
    public static long toLong(int a) { return (long) a; }
    public static long toLong(long a) { return (long) a; }
    public static long toLong(float a) { return (long) a; }
    public static long toLong(double a) { return (long) a; }
    public static long toLong(BigInt a) { return a.toLong(); }
    public static float toFloat(int a) { return (float) a; }
    public static float toFloat(long a) { return (float) a; }
    public static float toFloat(float a) { return (float) a; }
    public static float toFloat(double a) { return (float) a; }
    public static float toFloat(BigInt a) { return (float) a.toDouble(); }
    public static double toDouble(int a) { return (double) a; }
    public static double toDouble(long a) { return (double) a; }
    public static double toDouble(float a) { return (double) a; }
    public static double toDouble(double a) { return (double) a; }
    public static double toDouble(BigInt a) { return a.toDouble(); }

    // ---- connectives of total operands: no branch ------------------------------------------------------------
    public static boolean implies(boolean a, boolean b) { return !a | b; }
    public static boolean iff(boolean a, boolean b) { return a == b; }

    /** {@code java} computed as Java does, if that is what mathematics says; a value that fits no int is undefined. */
    public static int exact(int java, BigInt value) {
        if (!BigInt.of(java).isEqual(value)) throw new Jml.Undefined("a value in a specification does not fit in an int");
        return java;
    }

    public static long exact(long java, BigInt value) {
        if (!BigInt.of(java).isEqual(value)) throw new Jml.Undefined("a value in a specification does not fit in a long");
        return java;
    }

    public static int exactInt(BigInt value) { return exact(value.toInt(), value); }

    public static long exactLong(BigInt value) { return exact(value.toLong(), value); }


    /** {@code decreases}: no value yet, an undefined one (reported already), or strictly smaller. */
    public static boolean decreased(BigInt before, BigInt now) {
        return before == null || now == null || now.isLess(before);
    }

    /** A measure was taken where a state is made up; there is nothing to compare it with. */
    public static boolean taken(BigInt measure) {
        return true;
    }

    /** So that a branch on it is known as woven in. */
    public static boolean not(boolean value) {
        return !value;
    }

    public static boolean notNegative(BigInt measure) {
        return measure == null || BigInt.of(0).isLessOrEqual(measure);
    }

    // ---- types, arrays ---------------------------------------------------------------------------------------
    public static Class<?> typeof(Object o) {
        if (o == null) throw new Jml.Undefined("\\typeof(null)");
        return o.getClass();
    }
    public static Class<?> typeof(boolean a) { return boolean.class; }
    public static Class<?> typeof(byte a) { return byte.class; }
    public static Class<?> typeof(short a) { return short.class; }
    public static Class<?> typeof(char a) { return char.class; }
    public static Class<?> typeof(int a) { return int.class; }
    public static Class<?> typeof(long a) { return long.class; }
    public static Class<?> typeof(float a) { return float.class; }
    public static Class<?> typeof(double a) { return double.class; }

    public static Class<?> elemtype(Class<?> c) {
        if (c == null || !c.isArray()) throw new Jml.Undefined("\\elemtype of no array type");
        return c.getComponentType();
    }

    public static Class<?> elemtype(Object array) { return elemtype(typeof(array)); }

    public static boolean subtype(Class<?> a, Class<?> b) { return b.isAssignableFrom(a); }

    /** A null array is false, not undefined; all dimensions count. */
    public static boolean nonNullElements(Object[] a) {
        if (a == null) return false;
        for (int i = 0; i < a.length; i++) {
            Object o = a[i];
            if (o == null) return false;
            if (o instanceof Object[] && !nonNullElements((Object[]) o)) return false;
        }
        return true;
    }

    /** `List<non_null T>`: nothing of what the type argument of that number stands for is null. */
    public static boolean nonNullContent(Iterable<?> c, int argument) {
        if (c != null) for (Object o : c) if (o == null) return false;
        return true;
    }

    public static boolean nonNullContent(java.util.Map<?, ?> map, int argument) {
        if (map != null) for (Object o : argument == 0 ? map.keySet() : map.values()) if (o == null) return false;
        return true;
    }

    /** Of other types nobody knows what they hold. */
    public static boolean nonNullContent(Object other, int argument) {
        return true;
    }

    public static boolean nonNullElements(Iterable<?> c) {
        if (c == null) return false;
        for (Object o : c) if (o == null) return false;
        return true;
    }

    public static boolean nonNullElements(boolean[] a) { return a != null; }
    public static boolean nonNullElements(byte[] a) { return a != null; }
    public static boolean nonNullElements(short[] a) { return a != null; }
    public static boolean nonNullElements(char[] a) { return a != null; }
    public static boolean nonNullElements(int[] a) { return a != null; }
    public static boolean nonNullElements(long[] a) { return a != null; }
    public static boolean nonNullElements(float[] a) { return a != null; }
    public static boolean nonNullElements(double[] a) { return a != null; }
}
