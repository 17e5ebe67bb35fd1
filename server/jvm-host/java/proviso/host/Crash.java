package proviso.host;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.tools.Diagnostic;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;

/**
 * javac itself broke down (an assertion of its own, a stack that was too small) and does not say over what. The bodies that
 * make it do so are found by blanking the others, and cost no more than themselves.
 */
final class Crash {
    private final Compiler compiler;
    private final StandardJavaFileManager disk;
    private final Compiler.Request request;
    private final List<MemoryFiles.SourceFile> sources;
    private final List<Suspect> suspects = new ArrayList<>();
    /** New texts are new files to javac. */
    private int number = 2_000_000;

    private static final class Suspect {
        final int source;
        final BodyBlanker.Body body;

        Suspect(int source, BodyBlanker.Body body) {
            this.source = source;
            this.body = body;
        }
    }

    Crash(
            Compiler compiler,
            StandardJavaFileManager disk,
            Compiler.Request request,
            List<MemoryFiles.SourceFile> sources) {
        this.compiler = compiler;
        this.disk = disk;
        this.request = request;
        this.sources = new ArrayList<>(sources);
    }

    /** The sources without what javac breaks down over, which is told as blanked or dropped and as an error. */
    List<MemoryFiles.SourceFile> helped(
            Throwable crash,
            List<Object[]> blanked,
            List<String> dropped,
            List<Diagnostic<? extends JavaFileObject>> said)
            throws IOException {
        for (MemoryFiles.SourceFile source : List.copyOf(sources)) {
            Compiler.Round parsed = compiler.parse(disk, request, List.of(source));
            if (parsed.crash != null) {
                sources.remove(source);
                dropped.add(source.name);
                said.add(new Failure(source, 0, source.text.length(), parsed.crash));
                continue;
            }
            for (BodyBlanker.Body body : BodyBlanker.bodies(parsed.task, parsed.units.get(source))) {
                // What is too short to be blanked breaks nothing.
                if (BodyBlanker.blank(source.text, List.of(body)) != null) {
                    suspects.add(new Suspect(sources.indexOf(source), body));
                }
            }
        }
        List<Suspect> guilty = new ArrayList<>();
        find(suspects, guilty);
        for (Suspect suspect : guilty) {
            MemoryFiles.SourceFile source = sources.get(suspect.source);
            blanked.add(Compiler.blanked(source, suspect.body));
            said.add(new Failure(source, suspect.body.start, suspect.body.end, crash));
        }
        return without(guilty);
    }

    private void find(List<Suspect> among, List<Suspect> guilty) throws IOException {
        if (among.isEmpty() || !breaksWith(among)) {
            return;
        }
        if (among.size() == 1) {
            guilty.addAll(among);
            return;
        }
        int before = guilty.size();
        find(among.subList(0, among.size() / 2), guilty);
        find(among.subList(among.size() / 2, among.size()), guilty);
        if (guilty.size() == before) {
            // Only together.
            guilty.addAll(among);
        }
    }

    private boolean breaksWith(List<Suspect> kept) throws IOException {
        List<Suspect> others = new ArrayList<>(suspects);
        others.removeAll(kept);
        return compiler.compile(disk, request, without(others)).crash != null;
    }

    private List<MemoryFiles.SourceFile> without(List<Suspect> blanked) {
        List<MemoryFiles.SourceFile> result = new ArrayList<>();
        for (int i = 0; i < sources.size(); i++) {
            MemoryFiles.SourceFile source = sources.get(i);
            List<BodyBlanker.Body> bodies = new ArrayList<>();
            for (Suspect suspect : blanked) {
                if (suspect.source == i) {
                    bodies.add(suspect.body);
                }
            }
            String text = bodies.isEmpty() ? null : BodyBlanker.blank(source.text, bodies);
            result.add(text == null ? source : new MemoryFiles.SourceFile(number++, source.name, text));
        }
        return result;
    }

    /** What is said of a text that javac breaks down over. */
    private static final class Failure implements Diagnostic<JavaFileObject> {
        private final MemoryFiles.SourceFile source;
        private final int start;
        private final int end;
        private final Throwable crash;

        Failure(MemoryFiles.SourceFile source, int start, int end, Throwable crash) {
            this.source = source;
            this.start = start;
            this.end = end;
            this.crash = crash;
        }

        @Override
        public Kind getKind() {
            return Kind.ERROR;
        }

        @Override
        public JavaFileObject getSource() {
            return source;
        }

        @Override
        public long getPosition() {
            return start;
        }

        @Override
        public long getStartPosition() {
            return start;
        }

        @Override
        public long getEndPosition() {
            return end;
        }

        @Override
        public long getLineNumber() {
            return source.text.substring(0, start).chars().filter(c -> c == '\n').count() + 1;
        }

        @Override
        public long getColumnNumber() {
            return NOPOS;
        }

        @Override
        public String getCode() {
            return "proviso.javac.failed";
        }

        @Override
        public String getMessage(Locale locale) {
            Throwable cause = crash;
            while (cause.getCause() != null) {
                cause = cause.getCause();
            }
            return "javac itself fails on this (" + cause.getClass().getSimpleName() + ")";
        }
    }
}
