package proviso.runtime;

import java.lang.reflect.Array;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The values of the parts of a clause, for the explanation of a clause that is false. Only a JVM runs this: the shadow
 * that calls it is made for one replay (LowerOptions::explained).
 */
public final class Parts {
    private Parts() {}

    /** Longer arrays are shown as objects. */
    private static final int FULL_ARRAY = 8;

    private static final Map<Integer, Map<Integer, Object>> VALUES = new LinkedHashMap<Integer, Map<Integer, Object>>();
    /** Values of quantified variables for which the body was false last. */
    private static final Map<String, String> TRIED = new LinkedHashMap<String, String>();
    private static boolean recording;

    /** Clause {@code id} is evaluated from here on; an evaluation that has failed stays as it was. */
    public static void begin(int id) {
        recording = true;
        for (String event : Jml.events()) {
            if (event.equals("check " + id + " false") || event.startsWith("undefined " + id + " ")) recording = false;
        }
        TRIED.clear();
        if (recording) VALUES.put(id, new LinkedHashMap<Integer, Object>());
    }

    private static void put(int id, int part, Object value) {
        if (recording) VALUES.get(id).put(part, value);
        TRIED.clear();
    }

    public static void at(int id, int part, boolean value) {
        StringBuilder text = new StringBuilder("= ").append(value);
        if (!value && !TRIED.isEmpty()) {
            String before = " for ";
            for (Map.Entry<String, String> variable : TRIED.entrySet()) {
                text.append(before).append(variable.getKey()).append(" = ").append(variable.getValue());
                before = ", ";
            }
        }
        put(id, part, text.toString());
    }

    public static void at(int id, int part, char value) {
        put(id, part, "= " + literal(value));
    }

    public static void at(int id, int part, int value) {
        put(id, part, "= " + value);
    }

    public static void at(int id, int part, long value) {
        put(id, part, "= " + value);
    }

    public static void at(int id, int part, float value) {
        put(id, part, "= " + value + "f");
    }

    public static void at(int id, int part, double value) {
        put(id, part, "= " + value);
    }

    public static void at(int id, int part, Object value) {
        String text = text(value);
        put(id, part, text == null ? value : "= " + text);
    }

    public static void undefined(int id, int part, Throwable thrown) {
        if (thrown instanceof Jml.Stop) {
            put(id, part, "? " + thrown.getMessage());
            return;
        }
        String message = thrown.getMessage();
        put(id, part, "! " + thrown.getClass().getSimpleName() + (message == null ? "" : ": " + message));
    }

    /** The body of a universal quantifier for one value of its variable. */
    public static boolean tried(String variable, long value, boolean holds) {
        if (!holds) TRIED.put(variable, Long.toString(value));
        return holds;
    }

    public static boolean tried(String variable, Object value, boolean holds) {
        String text = text(value);
        if (!holds) TRIED.put(variable, text == null ? value.getClass().getSimpleName() : text);
        return holds;
    }

    /** A value in Java's words; null for objects, which only the reader can name. */
    private static String text(Object value) {
        if (value == null) return "null";
        if (value instanceof String) return quoted((String) value);
        if (value instanceof Character) return literal((Character) value);
        if (value instanceof Number && value.getClass().getName().startsWith("java.lang.")) return value.toString();
        if (value instanceof Boolean || value instanceof BigInt || value instanceof Real) return value.toString();
        if (value instanceof Enum) {
            Enum<?> constant = (Enum<?>) value;
            return constant.getDeclaringClass().getSimpleName() + "." + constant.name();
        }
        if (value instanceof Class) return ((Class<?>) value).getSimpleName() + ".class";
        Class<?> element = value.getClass().getComponentType();
        if (element == null || !element.isPrimitive() || Array.getLength(value) > FULL_ARRAY) return null;
        StringBuilder text = new StringBuilder("new ").append(element.getSimpleName()).append("[]{");
        for (int i = 0; i < Array.getLength(value); i++) {
            text.append(i == 0 ? "" : ", ").append(text(Array.get(value, i)));
        }
        return text.append('}').toString();
    }

    private static String quoted(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (char c : value.toCharArray()) text.append(c == '"' ? "\\\"" : escaped(c));
        return text.append('"').toString();
    }

    private static String literal(char c) {
        return "'" + (c == '\'' ? "\\'" : escaped(c)) + "'";
    }

    private static String escaped(char c) {
        if (c == '\\') return "\\\\";
        if (c == '\n') return "\\n";
        if (c == '\t') return "\\t";
        return c >= ' ' && c <= '~' ? String.valueOf(c) : String.format("\\u%04x", (int) c);
    }

    /** One event per part: a text, or a text and the object it is about. */
    public static List<Object> events() {
        List<Object> events = new ArrayList<Object>();
        for (Map.Entry<Integer, Map<Integer, Object>> clause : VALUES.entrySet()) {
            for (Map.Entry<Integer, Object> part : clause.getValue().entrySet()) {
                String head = "part " + clause.getKey() + " " + part.getKey() + " ";
                Object value = part.getValue();
                // Strings are told as texts, so an object is never one.
                events.add(value instanceof String ? (Object) (head + value) : new Object[] {head, value});
            }
        }
        return events;
    }
}
