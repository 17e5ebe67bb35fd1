package proviso.host;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.util.JavacTask;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import javax.tools.Diagnostic;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/**
 * javac in memory. Classes are wanted even when some of the text does not compile: bodies with errors are
 * blanked, and sources that cannot be helped that way are left out.
 */
final class Compiler implements Main.Service {
    private static final int ROUNDS = 6;

    private final JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
    /** The module whose sources somebody may want to check: that of {@code java.lang} and {@code java.util}. */
    static final String PATCHED = "java.base";
    private static final Pattern JDK_PACKAGE = Pattern.compile("^package java\\.(lang|util|io|math|text|time)\\b", Pattern.MULTILINE);

    /** A folder with nothing in it: names a module whose sources are in memory. */
    private final Path empty;

    Compiler(Path empty) {
        this.empty = empty;
    }

    /** File managers keep jars open; one per class path in use, handed from request to request. */
    private final Map<String, Deque<StandardJavaFileManager>> idle =
            new LinkedHashMap<>() {
                @Override
                protected boolean removeEldestEntry(Map.Entry<String, Deque<StandardJavaFileManager>> eldest) {
                    return size() > 8;
                }
            };

    static final class Request {
        List<MemoryFiles.SourceFile> sources = new ArrayList<>();
        Map<String, byte[]> classes = new LinkedHashMap<>();
        String[] classPath;
        String[] sourcePath;
        int release;
        /** Classes of {@code java.*} can only be compiled as a part of their module. */
        boolean patches;
    }

    static final class Round {
        Map<String, MemoryFiles.ClassFile> classes;
        List<Diagnostic<? extends JavaFileObject>> diagnostics = new ArrayList<>();
        JavacTask task;
        /** Names were resolved, not only texts parsed. */
        boolean analysed;
        /** Code was being made: the trees are not those of the texts any more. */
        boolean late;
        /** What javac itself died of. */
        Throwable crash;
        Map<JavaFileObject, CompilationUnitTree> units = new LinkedHashMap<>();

        List<Diagnostic<? extends JavaFileObject>> errors() {
            List<Diagnostic<? extends JavaFileObject>> errors = new ArrayList<>(diagnostics);
            errors.removeIf(message -> message.getKind() != Diagnostic.Kind.ERROR);
            return errors;
        }
    }

    @Override
    public void serve(Wire.In in, Wire.Out out) throws Exception {
        Request request = read(in);
        String key = Arrays.toString(request.classPath) + Arrays.toString(request.sourcePath) + request.release
                + request.patches;
        StandardJavaFileManager disk = borrow(key, request);
        try {
            List<Object[]> blanked = new ArrayList<>();
            List<String> dropped = new ArrayList<>();
            List<MemoryFiles.SourceFile> sources = request.sources;
            Round last = compile(disk, request, sources);
            List<Diagnostic<? extends JavaFileObject>> crashes = new ArrayList<>();
            if (last.crash != null) {
                sources = new Crash(this, disk, request, sources).helped(last.crash, blanked, dropped, crashes);
                last = compile(disk, request, sources);
            }
            List<Diagnostic<? extends JavaFileObject>> said = new ArrayList<>(crashes);
            said.addAll(last.diagnostics);
            boolean resolved = last.analysed;
            for (int round = 1; round < ROUNDS && !last.errors().isEmpty() && last.crash == null; round++) {
                if (last.late) {
                    Round parsed = parse(disk, request, sources);
                    last.task = parsed.task;
                    last.units = parsed.units;
                }
                sources = repaired(last, sources, blanked, dropped, round < ROUNDS - 1);
                if (sources == null) {
                    break;
                }
                last = compile(disk, request, sources);
                if (!resolved && last.analysed && dropped.isEmpty()) {
                    // A syntax error keeps javac from resolving names anywhere; what it has to say on them comes now.
                    said.addAll(last.diagnostics);
                    resolved = true;
                }
            }
            if (last.crash != null) {
                throw new IOException("javac itself failed: " + Main.describe(last.crash), last.crash);
            }
            boolean clean = last.errors().isEmpty();
            if (!clean) {
                dropped.clear();
                blanked.clear();
                for (MemoryFiles.SourceFile source : request.sources) {
                    dropped.add(source.name);
                }
            }
            write(out, said, clean ? last : null, blanked, dropped);
        } finally {
            giveBack(key, disk);
        }
    }

    private static Request read(Wire.In in) throws IOException {
        Request request = new Request();
        int count = in.count();
        for (int i = 0; i < count; i++) {
            request.sources.add(new MemoryFiles.SourceFile(i, in.string(), in.string()));
        }
        count = in.count();
        for (int i = 0; i < count; i++) {
            request.classes.put(in.string(), in.bytes());
        }
        request.classPath = in.strings();
        request.sourcePath = in.strings();
        request.release = in.i32();
        request.patches = request.sources.stream().anyMatch(source -> JDK_PACKAGE.matcher(source.text).find());
        return request;
    }

    private StandardJavaFileManager borrow(String key, Request request) throws IOException {
        synchronized (idle) {
            Deque<StandardJavaFileManager> managers = idle.get(key);
            if (managers != null && !managers.isEmpty()) {
                return managers.pop();
            }
        }
        StandardJavaFileManager disk = javac.getStandardFileManager(null, Locale.ROOT, null);
        disk.setLocation(StandardLocation.CLASS_PATH, files(request.classPath));
        // Without a source path javac would look for sources on the class path.
        disk.setLocation(StandardLocation.SOURCE_PATH, files(request.sourcePath));
        if (request.patches) {
            // The folder only names the module: the sources are in memory.
            disk.handleOption("--patch-module", List.of(PATCHED + "=" + empty).iterator());
        }
        return disk;
    }

    private void giveBack(String key, StandardJavaFileManager disk) throws IOException {
        // Jars are kept open, listings are not: files on disk may change between requests.
        disk.flush();
        synchronized (idle) {
            idle.computeIfAbsent(key, none -> new ArrayDeque<>()).push(disk);
        }
    }

    private static List<File> files(String[] paths) {
        List<File> files = new ArrayList<>();
        for (String path : paths) {
            files.add(new File(path));
        }
        return files;
    }

    Round compile(StandardJavaFileManager disk, Request request, List<MemoryFiles.SourceFile> sources)
            throws IOException {
        Round round = parse(disk, request, sources);
        if (sources.isEmpty() || round.crash != null || !round.errors().isEmpty()) {
            return round;
        }
        round.analysed = true;
        try {
            round.task.analyze();
            if (round.errors().isEmpty()) {
                round.late = true;
                round.task.generate();
            }
        } catch (OutOfMemoryError gone) {
            throw gone;
        } catch (RuntimeException | Error failure) {
            round.crash = failure;
        }
        return round;
    }

    /** Only parses. */
    Round parse(StandardJavaFileManager disk, Request request, List<MemoryFiles.SourceFile> sources)
            throws IOException {
        Round round = new Round();
        MemoryFiles files = new MemoryFiles(disk);
        request.classes.forEach(files::give);
        round.classes = files.made();
        if (sources.isEmpty()) {
            return round;
        }
        List<String> options = new ArrayList<>(List.of(
                "-g", "-proc:none", "-Xlint:none", "-implicit:class", "-encoding", "UTF-8", "-Xmaxerrs", "1000"));
        if (request.patches) {
            // What they call at run time is not in a module.
            options.addAll(List.of("--add-reads", PATCHED + "=ALL-UNNAMED"));
        } else if (request.release > 0) {
            options.addAll(List.of("--release", Integer.toString(request.release)));
        }
        try {
            round.task = (JavacTask) javac.getTask(null, files, round.diagnostics::add, options, null, sources);
        } catch (IllegalArgumentException badOption) {
            throw new IOException(badOption.getMessage());
        }
        round.task.setLocale(Locale.ENGLISH);
        // In the order of the sources; the units' own file objects are wrapped by javac.
        int number = 0;
        try {
            for (CompilationUnitTree unit : round.task.parse()) {
                round.units.put(sources.get(number++), unit);
            }
        } catch (OutOfMemoryError gone) {
            throw gone;
        } catch (RuntimeException | Error failure) {
            round.crash = failure;
        }
        return round;
    }

    /** The sources with what does not compile taken out; null when nothing can be done. */
    private static List<MemoryFiles.SourceFile> repaired(
            Round round,
            List<MemoryFiles.SourceFile> sources,
            List<Object[]> blanked,
            List<String> dropped,
            boolean mayBlank) {
        Map<JavaFileObject, List<Long>> offsets = new LinkedHashMap<>();
        for (Diagnostic<? extends JavaFileObject> error : round.errors()) {
            if (!(error.getSource() instanceof MemoryFiles.SourceFile)) {
                // An error of the options or in a file on the source path: whoever needs that file goes too,
                // and who that is javac does not say.
                return null;
            }
            offsets.computeIfAbsent(error.getSource(), none -> new ArrayList<>()).add(error.getPosition());
        }
        List<MemoryFiles.SourceFile> result = new ArrayList<>();
        int number = 0;
        for (MemoryFiles.SourceFile source : sources) {
            List<Long> here = offsets.get(source);
            number++;
            if (here == null) {
                result.add(source);
                continue;
            }
            CompilationUnitTree unit = round.units.get(source);
            List<BodyBlanker.Body> bodies = mayBlank && unit != null
                    ? BodyBlanker.around(BodyBlanker.bodies(round.task, unit), here, round.late)
                    : null;
            String text = bodies == null ? null : BodyBlanker.blank(source.text, bodies);
            if (text == null || text.equals(source.text)) {
                blanked.removeIf(body -> body[0].equals(source.name));
                dropped.add(source.name);
                continue;
            }
            for (BodyBlanker.Body body : bodies) {
                blanked.add(blanked(source, body));
            }
            result.add(new MemoryFiles.SourceFile(1_000_000 + number, source.name, text));
        }
        return result;
    }

    /** As it is told to the client. */
    static Object[] blanked(MemoryFiles.SourceFile source, BodyBlanker.Body body) {
        return new Object[] {
            source.name, utf8Length(source.text, 0, body.start), utf8Length(source.text, 0, body.end)
        };
    }

    private static void write(
            Wire.Out out,
            List<Diagnostic<? extends JavaFileObject>> said,
            Round last,
            List<Object[]> blanked,
            List<String> dropped)
            throws IOException {
        List<MemoryFiles.ClassFile> classes = new ArrayList<>();
        if (last != null) {
            classes.addAll(last.classes.values());
            classes.removeIf(file -> file.bytes() == null);
        }
        out.i32(classes.size());
        for (MemoryFiles.ClassFile file : classes) {
            out.string(file.binaryName);
            out.bytes(file.bytes());
        }
        out.i32(said.size());
        for (Diagnostic<? extends JavaFileObject> message : said) {
            write(out, message);
        }
        out.i32(blanked.size());
        for (Object[] body : blanked) {
            out.string((String) body[0]);
            out.i32((Integer) body[1]);
            out.i32((Integer) body[2]);
        }
        out.strings(dropped);
    }

    private static void write(Wire.Out out, Diagnostic<? extends JavaFileObject> message) throws IOException {
        switch (message.getKind()) {
            case ERROR:
                out.u8(0);
                break;
            case WARNING:
            case MANDATORY_WARNING:
                out.u8(1);
                break;
            default:
                out.u8(2);
        }
        JavaFileObject source = message.getSource();
        CharSequence text = source == null ? "" : source.getCharContent(true);
        if (source == null) {
            out.string("");
        } else if (source instanceof MemoryFiles.SourceFile) {
            out.string(((MemoryFiles.SourceFile) source).name);
        } else {
            out.string(source.getName());
        }
        out.i32(utf8Length(text, 0, clamp(message.getStartPosition(), text)));
        out.i32(utf8Length(text, 0, clamp(message.getEndPosition(), text)));
        out.i32(utf8Length(text, 0, clamp(message.getPosition(), text)));
        out.i32((int) Math.max(message.getLineNumber(), 0));
        out.string(String.valueOf(message.getCode()));
        out.string(message.getMessage(Locale.ENGLISH));
    }

    private static int clamp(long position, CharSequence text) {
        return (int) Math.max(0, Math.min(position, text.length()));
    }

    /** javac counts UTF-16 units, the client bytes. */
    private static int utf8Length(CharSequence text, int from, int to) {
        int length = 0;
        for (int i = from; i < to; i++) {
            char unit = text.charAt(i);
            if (unit < 0x80) {
                length += 1;
            } else if (unit < 0x800) {
                length += 2;
            } else if (Character.isHighSurrogate(unit) && i + 1 < text.length()
                    && Character.isLowSurrogate(text.charAt(i + 1))) {
                length += 4;
                i++;
            } else {
                length += 3;
            }
        }
        return length;
    }
}
