import java.io.*;
import java.lang.reflect.*;

/** Runs the main methods of the named classes one after the other and prints what each printed, and how it ended. */
public class RunAll {
    public static void main(String[] names) throws Exception {
        PrintStream real = new PrintStream(new FileOutputStream(FileDescriptor.out), false, "UTF-8");
        for (String name : names) {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            System.setOut(new PrintStream(bytes, true, "UTF-8"));
            String ending = "returned";
            try {
                Class.forName(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
            } catch (InvocationTargetException e) {
                ending = "threw " + e.getCause().getClass().getName();
            }
            System.out.flush();
            real.print("\u0001" + name + "\u0001" + bytes.toString("UTF-8") + "\u0001" + ending);
        }
        real.flush();
    }
}
