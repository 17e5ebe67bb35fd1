package oracle;

import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

/** Some classes made from one seed: written for Proviso, compiled plainly for the oracle. */
final class Batch {
    private static final int CLASSES = 10;
    private static final int METHODS = 5;
    /** Each family is a class, maybe with a subclass, in a file of its own. */
    final List<List<ClassShape>> families = new ArrayList<>();
    final Bodies.Counter hooks = new Bodies.Counter();

    static Batch make(long seed, Path sources, Path classes) throws IOException {
        Batch batch = new Batch();
        Dice dice = new Dice(seed);
        for (int i = 0; i < CLASSES; i++) batch.families.add(batch.family(dice, "G" + i));
        batch.compile(classes);
        Probe.hooks = batch.hooks.all;
        for (List<ClassShape> family : batch.families) {
            Chooser chooser = new Chooser(dice, family);
            for (ClassShape shape : family) chooser.invariants(shape);
            for (ClassShape shape : family) for (MethodShape method : shape.methods) chooser.contract(method);
            Files.writeString(sources.resolve(family.get(0).name + ".java"), Source.of(family, true));
        }
        return batch;
    }

    private List<ClassShape> family(Dice dice, String name) {
        List<ClassShape> family = new ArrayList<>();
        ClassShape base = Classes.base(dice, name);
        family.add(base);
        for (int i = 0; i < METHODS; i++) base.methods.add(Classes.method(dice, base, "m" + i, hooks));
        if (dice.chance(40)) base.methods.add(Classes.constructor(dice, base, hooks));
        if (dice.chance(40)) {
            ClassShape derived = Classes.derived(dice, base);
            family.add(derived);
            for (MethodShape method : base.methods)
                if (!method.isStatic && !method.isConstructor() && dice.chance(40)) derived.methods.add(Classes.overriding(dice, derived, method, hooks));
        }
        return family;
    }

    private static final class Text extends SimpleJavaFileObject {
        private final String content;

        Text(String name, String content) {
            super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
            this.content = content;
        }

        @Override
        public CharSequence getCharContent(boolean ignore) {
            return content;
        }
    }

    private void compile(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<JavaFileObject> files = new ArrayList<>();
        for (List<ClassShape> family : families) files.add(new Text(family.get(0).name, Source.of(family, false)));
        StringWriter errors = new StringWriter();
        List<String> options = List.of("-d", folder.toString(), "-proc:none", "-nowarn", "-cp", System.getProperty("java.class.path"));
        if (!compiler.getTask(errors, null, null, options, null, files).call()) throw new IllegalStateException("the generator made no Java:\n" + errors);
        ClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, Batch.class.getClassLoader());
        for (List<ClassShape> family : families) for (ClassShape shape : family) load(shape, loader);
    }

    private static void load(ClassShape shape, ClassLoader loader) {
        try {
            shape.loaded = loader.loadClass(shape.name);
        } catch (ClassNotFoundException error) {
            throw new IllegalStateException(error);
        }
        for (MethodShape method : shape.methods) if (method.isConstructor()) maker(method);
        for (MethodShape method : shape.methods)
            for (java.lang.reflect.Method candidate : shape.loaded.getDeclaredMethods())
                if (candidate.getName().equals(method.name) && !candidate.isBridge()) {
                    candidate.setAccessible(true);
                    method.loaded = candidate;
                }
    }

    private static void maker(MethodShape method) {
        for (java.lang.reflect.Constructor<?> candidate : method.owner.loaded.getDeclaredConstructors())
            if (candidate.getParameterCount() > 0) {
                candidate.setAccessible(true);
                method.maker = candidate;
            }
    }
}
