package oracle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An oracle for contracts that shares no code with Proviso. Reads commands, a line each:
 * `make SEED SOURCES CLASSES` writes random classes with contracts, `judge SEED FILE` compares the verdicts in the file with
 * what the JVM shows, one line per method, and ends with `done`. Several may be made before they are judged.
 */
public final class Oracle {
    private Oracle() {}

    public static void main(String[] arguments) throws IOException {
        BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
        Map<String, Batch> made = new HashMap<>();
        for (String line = commands.readLine(); line != null; line = commands.readLine()) {
            String[] words = line.split("\t");
            if (words[0].equals("make")) made.put(words[1], Batch.make(Long.parseLong(words[1]), Path.of(words[2]), Path.of(words[3])));
            else judge(made.remove(words[1]), Verdict.read(Path.of(words[2])));
            System.out.println("done");
            System.out.flush();
        }
    }

    private static void judge(Batch batch, List<Verdict> verdicts) {
        Probe.hooks = batch.hooks.all;
        Map<String, Verdict> byName = new HashMap<>();
        for (Verdict verdict : verdicts)
            if (!verdict.id.contains("<init>()")) byName.put(verdict.id.substring(0, verdict.id.indexOf('(')), verdict);
        for (List<ClassShape> family : batch.families)
            for (ClassShape shape : family)
                for (MethodShape method : shape.methods) {
                    String name = shape.name + "." + method.name;
                    Verdict verdict = byName.get(name);
                    System.out.println(name + "\t" + (verdict == null ? "ABSENT" : new Comparison(method, verdict, family).judge()));
                }
    }
}
