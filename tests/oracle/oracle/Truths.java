package oracle;

import java.math.BigInteger;
import java.util.List;

/** Boolean expressions. What decides is evaluated from the left, as in Java. */
final class Truths {
    private Truths() {}

    record Literal(boolean value) implements Expr {
        public Object eval(Env env) {
            return value;
        }

        public String jml() {
            return "" + value;
        }
    }

    record Not(Expr of) implements Expr {
        public Object eval(Env env) {
            return !of.truth(env);
        }

        public String jml() {
            return "!" + of.jml();
        }
    }

    record Binary(String operator, Expr left, Expr right) implements Expr {
        public Object eval(Env env) {
            switch (operator) {
                case "&&": return left.truth(env) && right.truth(env);
                case "||": return left.truth(env) || right.truth(env);
                case "==>": return !left.truth(env) || right.truth(env);
                case "<==": return impliedBy(env);
                case "<==>": return left.truth(env) == right.truth(env);
                case "<=!=>": return left.truth(env) != right.truth(env);
                default: throw new IllegalStateException(operator);
            }
        }

        /** An old form; which side is looked at first is not said. */
        private boolean impliedBy(Env env) {
            Boolean first = orUndefined(left, env), second = orUndefined(right, env);
            if (first == null && second == null) throw new Undefined("both sides of <==");
            if (first == null || second == null) throw new Ambiguous();
            return first || !second;
        }

        private static Boolean orUndefined(Expr e, Env env) {
            try {
                return e.truth(env);
            } catch (Undefined none) {
                return null;
            }
        }

        public String jml() {
            return "(" + left.jml() + " " + operator + " " + right.jml() + ")";
        }
    }

    /** `a < b`, and chains of one direction as JML has them: `a <= b < c`. */
    record Compare(List<String> operators, List<Expr> operands) implements Expr {
        static Compare of(Expr left, String operator, Expr right) {
            return new Compare(List.of(operator), List.of(left, right));
        }

        public Object eval(Env env) {
            BigInteger left = operands.get(0).number(env);
            for (int i = 0; i < operators.size(); i++) {
                BigInteger right = operands.get(i + 1).number(env);
                if (!holds(left.compareTo(right), operators.get(i))) return decided(env, i + 2);
                left = right;
            }
            return true;
        }

        /** False already; whether the operands that are left have to be defined is not agreed upon. */
        private boolean decided(Env env, int next) {
            try {
                for (int i = next; i < operands.size(); i++) operands.get(i).eval(env);
            } catch (Undefined none) {
                throw new Ambiguous();
            }
            return false;
        }

        private static boolean holds(int sign, String operator) {
            switch (operator) {
                case "<": return sign < 0;
                case "<=": return sign <= 0;
                case ">": return sign > 0;
                case ">=": return sign >= 0;
                case "==": return sign == 0;
                default: return sign != 0;
            }
        }

        public String jml() {
            StringBuilder text = new StringBuilder("(").append(operands.get(0).jml());
            for (int i = 0; i < operators.size(); i++)
                text.append(' ').append(operators.get(i)).append(' ').append(operands.get(i + 1).jml());
            return text.append(')').toString();
        }
    }

    record Same(boolean equal, Expr left, Expr right) implements Expr {
        public Object eval(Env env) {
            return (left.eval(env) == right.eval(env)) == equal;
        }

        public String jml() {
            return "(" + left.jml() + (equal ? " == " : " != ") + right.jml() + ")";
        }
    }

    record Fresh(Expr of) implements Expr {
        public Object eval(Env env) {
            Object object = of.eval(env);
            if (object == null) throw new Undefined("\\fresh(null)");
            return !env.pre.has(object);
        }

        public String jml() {
            return "\\fresh(" + of.jml() + ")";
        }
    }

    record InstanceOf(Expr of, String type) implements Expr {
        public Object eval(Env env) {
            Object object = of.eval(env);
            for (Class<?> c = object == null ? null : object.getClass(); c != null; c = c.getSuperclass())
                if (c.getName().equals(type)) return true;
            return false;
        }

        public String jml() {
            return "(" + of.jml() + " instanceof " + type + ")";
        }
    }
}
