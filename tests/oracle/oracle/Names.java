package oracle;

/** What names mean: variables, fields, elements, the result, and all of them in the old state. */
final class Names {
    private Names() {}

    record Variable(String name) implements Expr {
        public Object eval(Env env) {
            return Env.value(env.variable(name));
        }

        public String jml() {
            return name;
        }
    }

    record This() implements Expr {
        public Object eval(Env env) {
            return env.self;
        }

        public String jml() {
            return "this";
        }
    }

    record Null() implements Expr {
        public Object eval(Env env) {
            return null;
        }

        public String jml() {
            return "null";
        }
    }

    record Result() implements Expr {
        public Object eval(Env env) {
            return Env.value(env.result);
        }

        public String jml() {
            return "\\result";
        }
    }

    /** A field; of `this` it may be written without `this`. */
    record Field(Expr of, String name) implements Expr {
        public Object eval(Env env) {
            return env.field(of.eval(env), name);
        }

        public String jml() {
            return of instanceof This ? name : of.jml() + "." + name;
        }
    }

    record Static(String name) implements Expr {
        public Object eval(Env env) {
            return env.staticField(name);
        }

        public String jml() {
            return name;
        }
    }

    record Length(Expr of) implements Expr {
        public Object eval(Env env) {
            return java.math.BigInteger.valueOf(env.length(of.eval(env)));
        }

        public String jml() {
            return of.jml() + ".length";
        }
    }

    record Element(Expr of, Expr index) implements Expr {
        public Object eval(Env env) {
            return env.element(of.eval(env), index.number(env));
        }

        public String jml() {
            return of.jml() + "[" + index.jml() + "]";
        }
    }

    record Old(Expr of) implements Expr {
        public Object eval(Env env) {
            boolean before = env.old;
            env.old = true;
            try {
                return of.eval(env);
            } finally {
                env.old = before;
            }
        }

        public String jml() {
            return "\\old(" + of.jml() + ")";
        }
    }
}
