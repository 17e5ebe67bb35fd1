package oracle;

import java.math.BigInteger;

/** Integer expressions, all mathematical: they never wrap around. */
final class Numbers {
    private Numbers() {}

    record Constant(long value) implements Expr {
        public Object eval(Env env) {
            return BigInteger.valueOf(value);
        }

        public String jml() {
            if (value == Integer.MIN_VALUE) return "Integer.MIN_VALUE";
            if (value == Integer.MAX_VALUE) return "Integer.MAX_VALUE";
            return value < 0 ? "(" + value + ")" : "" + value;
        }
    }

    record Binary(String operator, Expr left, Expr right) implements Expr {
        public Object eval(Env env) {
            BigInteger a = left.number(env), b = right.number(env);
            switch (operator) {
                case "+": return a.add(b);
                case "-": return a.subtract(b);
                case "*": return a.multiply(b);
                case "&": return a.and(b);
                case "|": return a.or(b);
                case "^": return a.xor(b);
                default:
            }
            if (b.signum() == 0) throw new Undefined("division by zero");
            return operator.equals("/") ? a.divide(b) : a.remainder(b);
        }

        public String jml() {
            return "(" + left.jml() + " " + operator + " " + right.jml() + ")";
        }
    }

    record Negate(Expr of) implements Expr {
        public Object eval(Env env) {
            return of.number(env).negate();
        }

        public String jml() {
            return "(-" + of.jml() + ")";
        }
    }

    /** A cast is Java's: it takes the lowest bits. */
    record Cast(String type, Expr of) implements Expr {
        public Object eval(Env env) {
            BigInteger value = of.number(env);
            switch (type) {
                case "byte": return BigInteger.valueOf(value.byteValue());
                case "short": return BigInteger.valueOf(value.shortValue());
                case "char": return BigInteger.valueOf((char) value.intValue());
                case "int": return BigInteger.valueOf(value.intValue());
                default: return BigInteger.valueOf(value.longValue());
            }
        }

        public String jml() {
            return "((" + type + ") " + of.jml() + ")";
        }
    }

    record Conditional(Expr condition, Expr yes, Expr no) implements Expr {
        public Object eval(Env env) {
            return condition.truth(env) ? yes.eval(env) : no.eval(env);
        }

        public String jml() {
            return "(" + condition.jml() + " ? " + yes.jml() + " : " + no.jml() + ")";
        }
    }
}
