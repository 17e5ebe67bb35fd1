import java.io.*;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import javax.tools.ToolProvider;

/** A warm JVM: for each line `source folder` it compiles the source into the folder, runs its `main`, and answers with what that printed. */
class Worker {
    public static void main(String[] args) throws Exception {
        BufferedReader requests = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
        PrintStream answers = System.out;
        for (String line; (line = requests.readLine()) != null; ) {
            String[] parts = line.split("\t");
            ByteArrayOutputStream printed = new ByteArrayOutputStream();
            ByteArrayOutputStream problems = new ByteArrayOutputStream();
            int status = ToolProvider.getSystemJavaCompiler().run(null, null, problems,
                "-g", "-nowarn", "-proc:none", "-Xlint:none", "-encoding", "UTF-8", "-d", parts[1], parts[0]);
            if (status == 0) {
                PrintStream out = new PrintStream(printed, false, StandardCharsets.UTF_8);
                System.setOut(out);
                try (URLClassLoader loader = new URLClassLoader(new java.net.URL[] {Path.of(parts[1]).toUri().toURL()})) {
                    String name = Path.of(parts[0]).getFileName().toString().replace(".java", "");
                    loader.loadClass(name).getMethod("main", String[].class).invoke(null, (Object) new String[0]);
                } catch (Throwable t) {
                    problems.writeBytes(("the program failed: " + t + " " + t.getCause()).getBytes(StandardCharsets.UTF_8));
                    status = 1;
                } finally {
                    System.setOut(answers);
                }
                out.flush();
            }
            byte[] answer = (status == 0 ? printed : problems).toByteArray();
            answers.println(status + " " + answer.length);
            answers.write(answer);
            answers.flush();
        }
    }
}
