package proviso.host;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardLocation;

/** javac's view of files: sources and classes in memory over the files on disk. */
final class MemoryFiles extends ForwardingJavaFileManager<JavaFileManager> {
    /** Classes given with the request; they hide those of the class path. */
    private final Map<String, Map<String, ClassFile>> given = new LinkedHashMap<>();
    private final Map<String, ClassFile> made = new LinkedHashMap<>();

    private static final long LONGEST_SOURCE = 16 << 20;
    /** What the JDK itself has, and not even this side-car's classes. */
    private static final ClassLoader NOTHING = new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader());

    MemoryFiles(JavaFileManager disk) {
        super(disk);
    }

    void give(String name, byte[] bytes) {
        String packageName = name.substring(0, Math.max(name.lastIndexOf('.'), 0));
        given.computeIfAbsent(packageName, none -> new LinkedHashMap<>()).put(name, new ClassFile(name, bytes));
    }

    Map<String, ClassFile> made() {
        return made;
    }

    @Override
    public Iterable<JavaFileObject> list(
            Location location, String packageName, Set<JavaFileObject.Kind> kinds, boolean recurse)
            throws IOException {
        Iterable<JavaFileObject> disk = super.list(location, packageName, kinds, recurse);
        if (location == StandardLocation.SOURCE_PATH) {
            List<JavaFileObject> plain = new ArrayList<>();
            disk.forEach(file -> {
                if (isPlain(file)) {
                    plain.add(file);
                }
            });
            return plain;
        }
        Map<String, ClassFile> hiding = given.get(packageName);
        if (location != StandardLocation.CLASS_PATH || hiding == null
                || !kinds.contains(JavaFileObject.Kind.CLASS)) {
            return disk;
        }
        List<JavaFileObject> both = new ArrayList<>(hiding.values());
        for (JavaFileObject file : disk) {
            String name = super.inferBinaryName(location, file);
            if (name == null || !hiding.containsKey(name)) {
                both.add(file);
            }
        }
        return both;
    }

    @Override
    public String inferBinaryName(Location location, JavaFileObject file) {
        return file instanceof ClassFile ? ((ClassFile) file).binaryName : super.inferBinaryName(location, file);
    }

    /** A module sees only what it names, and contracts and tests need more: the sources are compiled as if they had none. */
    @Override
    public JavaFileObject getJavaFileForInput(Location location, String className, JavaFileObject.Kind kind)
            throws IOException {
        boolean declaration = location == StandardLocation.SOURCE_PATH && className.equals("module-info");
        JavaFileObject file = declaration ? null : super.getJavaFileForInput(location, className, kind);
        return file == null || location != StandardLocation.SOURCE_PATH || isPlain(file) ? file : null;
    }

    /** A pipe or a device under the name of a source would be waited for, or read without end. */
    private static boolean isPlain(JavaFileObject file) {
        URI place = file.toUri();
        if (!"file".equals(place.getScheme())) {
            return true;
        }
        try {
            Path path = Path.of(place);
            return Files.isRegularFile(path) && Files.size(path) <= LONGEST_SOURCE;
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }

    @Override
    public boolean isSameFile(FileObject a, FileObject b) {
        if (a instanceof SimpleJavaFileObject || b instanceof SimpleJavaFileObject) {
            return a == b;
        }
        return super.isSameFile(a, b);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
            Location location, String className, JavaFileObject.Kind kind, FileObject sibling) {
        ClassFile file = new ClassFile(className, null);
        made.put(className, file);
        return file;
    }

    /** Where javac is told to patch a module, every source of the request belongs to it. */
    @Override
    public Location getLocationForModule(Location location, JavaFileObject file) throws IOException {
        if (location == StandardLocation.PATCH_MODULE_PATH && file instanceof SourceFile) {
            return super.getLocationForModule(location, Compiler.PATCHED);
        }
        return super.getLocationForModule(location, file);
    }

    /** javac looks for processors and plug-ins on a path of their own if there is one, else on the class path. */
    @Override
    public boolean hasLocation(Location location) {
        if (location == StandardLocation.ANNOTATION_PROCESSOR_MODULE_PATH) {
            return false;
        }
        return location == StandardLocation.CLASS_OUTPUT || location == StandardLocation.ANNOTATION_PROCESSOR_PATH
                || super.hasLocation(location);
    }

    /** Nothing of the project is ever loaded into this JVM, whatever javac wants it for. */
    @Override
    public ClassLoader getClassLoader(Location location) {
        return NOTHING;
    }

    @Override
    public <S> ServiceLoader<S> getServiceLoader(Location location, Class<S> service) {
        return ServiceLoader.load(service, NOTHING);
    }

    /** The manager on disk is kept warm and shared by later requests. */
    @Override
    public void close() {}

    static final class ClassFile extends SimpleJavaFileObject {
        final String binaryName;
        private byte[] bytes;

        ClassFile(String binaryName, byte[] bytes) {
            super(URI.create("memory:///" + binaryName.replace('.', '/').replace("$", "%24") + ".class"), Kind.CLASS);
            this.binaryName = binaryName;
            this.bytes = bytes;
        }

        byte[] bytes() {
            return bytes;
        }

        /** javac takes the newer of a class and its source; what the request gives counts, whatever lies on disk. */
        @Override
        public long getLastModified() {
            return Long.MAX_VALUE;
        }

        @Override
        public InputStream openInputStream() {
            return new ByteArrayInputStream(bytes == null ? new byte[0] : bytes);
        }

        @Override
        public OutputStream openOutputStream() {
            return new ByteArrayOutputStream() {
                @Override
                public void close() {
                    bytes = toByteArray();
                }
            };
        }
    }

    static final class SourceFile extends SimpleJavaFileObject {
        /** As the client calls it. */
        final String name;
        private final String simpleName;
        final String text;

        SourceFile(int number, String name, String text) {
            // The number keeps equal names apart; the client's name may hold anything and is kept beside it.
            super(URI.create("memory:///source/" + number + ".java"), Kind.SOURCE);
            this.name = name;
            this.simpleName = name.substring(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }

        @Override
        public boolean isNameCompatible(String className, Kind kind) {
            // A text that was never saved has no file name that its class could have.
            return kind == Kind.SOURCE && (simpleName.equals(className + ".java") || name.startsWith("/untitled:/"));
        }

        @Override
        public String getName() {
            return simpleName;
        }
    }
}
