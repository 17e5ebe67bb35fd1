package oracle;

/** A field, parameter or local: `int`, `long`, `byte`, `boolean`, `int[]`, or a generated class. */
record Slot(String name, String type, boolean nullable) {
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
