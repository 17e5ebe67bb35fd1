import java.util.*;

public class Interpreter {
    interface Expr { double eval(Map<String, Double> env); }
    static class Parser {
        final String text;
        int at;
        Parser(String text) { this.text = text.replace(" ", ""); }
        Expr parse() {
            Expr e = sum();
            if (at != text.length()) throw new IllegalStateException("junk at " + at);
            return e;
        }
        Expr sum() {
            Expr left = product();
            while (at < text.length() && (peek() == '+' || peek() == '-')) {
                char op = text.charAt(at++);
                Expr l = left, r = product();
                left = op == '+' ? env -> l.eval(env) + r.eval(env) : env -> l.eval(env) - r.eval(env);
            }
            return left;
        }
        Expr product() {
            Expr left = factor();
            while (at < text.length() && (peek() == '*' || peek() == '/')) {
                char op = text.charAt(at++);
                Expr l = left, r = factor();
                left = op == '*' ? env -> l.eval(env) * r.eval(env) : env -> l.eval(env) / r.eval(env);
            }
            return left;
        }
        Expr factor() {
            char c = peek();
            if (c == '(') {
                at++;
                Expr e = sum();
                at++;
                return e;
            }
            if (c == '-') {
                at++;
                Expr e = factor();
                return env -> -e.eval(env);
            }
            int start = at;
            if (Character.isLetter(c)) {
                while (at < text.length() && Character.isLetterOrDigit(peek())) at++;
                String name = text.substring(start, at);
                return env -> Optional.ofNullable(env.get(name)).orElseThrow(() -> new NoSuchElementException(name));
            }
            while (at < text.length() && (Character.isDigit(peek()) || peek() == '.')) at++;
            if (start == at) throw new IllegalStateException("unexpected " + c);
            double v = Double.parseDouble(text.substring(start, at));
            return env -> v;
        }
        char peek() { return at < text.length() ? text.charAt(at) : '$'; }
    }
    public static void main(String[] args) {
        Map<String, Double> env = new HashMap<>(Map.of("x", 3.0, "y2", 0.5));
        for (String s : List.of("1 + 2 * 3", "(1+2)*3 - -4", "x * x / y2", "1/0", "2.5*(x-1", "z + 1", "4 $ 4")) {
            try {
                System.out.println(s + " = " + new Parser(s).parse().eval(env));
            } catch (IllegalStateException | NoSuchElementException e) {
                System.out.println(s + " ! " + e.getMessage());
            }
        }
    }
}
