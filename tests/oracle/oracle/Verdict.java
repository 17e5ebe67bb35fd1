package oracle;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What Proviso said of one method, read from lines of words between tabs. */
final class Verdict {
    String id;
    String verdict;
    int paths;
    /** Neither time nor anything else ended the search early. */
    boolean complete;
    String reasons;
    final List<Violation> violations = new ArrayList<>();

    static final class Violation {
        String kind;
        int line;
        String replay;
        final List<String[]> heap = new ArrayList<>();
    }

    static List<Verdict> read(Path file) throws IOException {
        List<Verdict> all = new ArrayList<>();
        Verdict last = null;
        Violation violation = null;
        for (String line : Files.readAllLines(file)) {
            String[] words = line.split("\t", -1);
            switch (words[0]) {
                case "method" -> {
                    last = new Verdict();
                    last.id = words[1];
                    last.verdict = words[2];
                    last.paths = Integer.parseInt(words[3]);
                    last.complete = words[4].equals("complete");
                    last.reasons = words[5];
                    all.add(last);
                }
                case "violation" -> {
                    violation = new Violation();
                    violation.kind = words[1];
                    violation.line = Integer.parseInt(words[2]);
                    violation.replay = words[3];
                    last.violations.add(violation);
                }
                default -> violation.heap.add(words);
            }
        }
        return all;
    }
}
