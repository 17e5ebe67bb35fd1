package oracle;

/** A field, parameter or local: `int`, `long`, `byte`, `boolean`, `int[]`, a generated class, or its type variable `T`. */
record Slot(String name, String type, boolean nullable) {
    /** The one name of ghost fields. */
    static final String GHOST = "gh";

    boolean isGhost() {
        return name.equals(GHOST);
    }

    /** Of the type variable: it can be compared, and nothing else. */
    boolean isVariable() {
        return type.equals("T");
    }

    boolean isReference() {
        return isArray() || isObject() || isVariable();
    }

    boolean isNumber() {
        return type.equals("int") || type.equals("long") || type.equals("byte") || type.equals("char");
    }

    boolean isArray() {
        return type.endsWith("[]");
    }

    boolean isObject() {
        return type.startsWith("G") && !isArray();
    }

    /** As declared: references are non_null unless JML says otherwise. */
    String declaration(boolean jml) {
        String mark = jml && nullable ? "/*@ nullable @*/ " : "";
        return mark + type + " " + name;
    }
}
