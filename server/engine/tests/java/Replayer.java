import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Runs static methods of a class on arguments given as text and prints how each call ended: {@code Replayer CLASS FILE}, a
 * call a line.
 */
public class Replayer {
    public static void main(String[] args) throws Exception {
        Class<?> subject = Class.forName(args[0]);
        PrintStream answers = System.out;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        for (String line : Files.readAllLines(Path.of(args[1]))) {
            String[] parts = line.split("\\|", -1);
            Method method = null;
            for (Method m : subject.getDeclaredMethods()) if (m.getName().equals(parts[0])) method = m;
            method.setAccessible(true);
            Class<?>[] types = method.getParameterTypes();
            Object[] values = new Object[types.length];
            for (int i = 0; i < types.length; i++) {
                String text = parts[i + 1];
                // @n is the same array as argument n.
                values[i] = text.startsWith("@") ? values[Integer.parseInt(text.substring(1))] : value(types[i], text);
            }
            StringBuilder out = new StringBuilder();
            next();
            try {
                Object result = method.invoke(null, values);
                out.append("returned ").append(method.getReturnType() == void.class ? "" : text(result));
            } catch (InvocationTargetException e) {
                out.append("threw ").append(e.getCause().getClass().getName());
            }
            for (Object v : values) if (v != null && v.getClass().isArray()) out.append(" ").append(text(v));
            answers.println(out);
        }
        next();
    }

    /** Where whoever watches is told that another call begins. */
    static void next() {}

    private static Object value(Class<?> type, String text) {
        if (text.equals("null")) return null;
        if (type == int.class) return Integer.parseInt(text);
        if (type == long.class) return Long.parseLong(text);
        if (type == short.class) return Short.parseShort(text);
        if (type == byte.class) return Byte.parseByte(text);
        if (type == char.class) return (char) Integer.parseInt(text);
        if (type == boolean.class) return text.equals("1");
        if (type == double.class) return Double.longBitsToDouble(Long.parseLong(text));
        if (type == float.class) return Float.intBitsToFloat(Integer.parseInt(text));
        String[] cells = text.substring(1, text.length() - 1).split(",");
        int n = text.equals("[]") ? 0 : cells.length;
        Object array = java.lang.reflect.Array.newInstance(type.getComponentType(), n);
        for (int i = 0; i < n; i++) java.lang.reflect.Array.set(array, i, value(type.getComponentType(), cells[i]));
        return array;
    }

    private static String text(Object o) {
        if (o == null) return "null";
        if (o instanceof Character) return String.valueOf((int) (Character) o);
        if (o instanceof Boolean) return (Boolean) o ? "1" : "0";
        if (!o.getClass().isArray()) return o.toString();
        StringBuilder out = new StringBuilder("[");
        for (int i = 0; i < java.lang.reflect.Array.getLength(o); i++) {
            out.append(i > 0 ? "," : "").append(text(java.lang.reflect.Array.get(o, i)));
        }
        return out.append("]").toString();
    }
}
