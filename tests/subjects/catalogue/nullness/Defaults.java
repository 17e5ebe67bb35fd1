/** References are non-null unless said otherwise. */
class Defaults {
    String name = "";
    /*@ nullable */ String nick;
    static String global = "";

    static String resultWrong(boolean b) {
        return b ? "x" : null;
        //^ null
    }

    static String result(boolean b) {
        return b ? "x" : "y";
    }

    static /*@ nullable */ String nullableResult(boolean b) {
        return b ? "x" : null;
    }

    void fieldWrong() {
        name = null;
        //^ null
        name = "";
    }

    //@ ensures name.equals("n") && nick == null;
    void field() {
        name = "n";
        nick = null;
    }

    int nickWrong() {
        return nick.length();
        //^ null
    }

    int nick() {
        return nick == null ? name.length() : nick.length();
    }

    static void staticWrong() {
        global = null;
        //^ null
    }

    static int staticRead() {
        return global.length();
    }

    //@ ensures \result == b.name;
    static String parameter(Defaults b) {
        return b.name;
    }

    static int parameterWrong(/*@ nullable */ Defaults b) {
        return b.name.length();
        //^ null
    }

    static int elementsWrong(String /*@ nullable */ [] a) {
        return a.length;
        //^ null
    }

    static int elements(String[] a) {
        return a.length;
    }
}

/*@ nullable_by_default */ class Lenient {
    String s;

    //@ ensures s == null;
    void set() {
        s = null;
    }

    int lengthWrong() {
        return s.length();
        //^ null
    }

    int length(/*@ non_null */ String t) {
        return t.length();
    }
}
