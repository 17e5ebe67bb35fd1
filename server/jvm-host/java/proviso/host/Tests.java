package proviso.host;

import java.io.File;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * Starts a test runner so that only its own jars configure it: listeners, engines and settings that lie elsewhere on the
 * class path are not the tests we were asked to run.
 */
public final class Tests {
    private Tests() {}

    /** Class path, the runner's own jars, its main class, its arguments. */
    public static void main(String[] arguments) throws Throwable {
        Loader loader = new Loader(urls(arguments[0]), urls(arguments[1]));
        Thread.currentThread().setContextClassLoader(loader);
        String[] rest = Arrays.copyOfRange(arguments, 3, arguments.length);
        try {
            loader.loadClass(arguments[2]).getMethod("main", String[].class).invoke(null, (Object) rest);
        } catch (InvocationTargetException failure) {
            throw failure.getCause();
        }
    }

    private static URL[] urls(String path) throws IOException {
        return Replayer.urls(path.isEmpty() ? new String[0] : path.split(File.pathSeparator));
    }

    private static final class Loader extends URLClassLoader {
        private final List<String> own = new ArrayList<>();

        Loader(URL[] all, URL[] own) {
            super(all, ClassLoader.getPlatformClassLoader());
            for (URL jar : own) {
                this.own.add("jar:" + jar + "!/");
            }
        }

        @Override
        public URL findResource(String name) {
            if (!configuresRunner(name)) {
                return super.findResource(name);
            }
            try {
                Enumeration<URL> found = findResources(name);
                return found.hasMoreElements() ? found.nextElement() : null;
            } catch (IOException unreadable) {
                return null;
            }
        }

        @Override
        public Enumeration<URL> findResources(String name) throws IOException {
            Enumeration<URL> all = super.findResources(name);
            if (!configuresRunner(name)) {
                return all;
            }
            List<URL> kept = Collections.list(all);
            kept.removeIf(url -> own.stream().noneMatch(url.toString()::startsWith));
            return Collections.enumeration(kept);
        }

        private static boolean configuresRunner(String name) {
            return name.startsWith("META-INF/services/org.junit.") || name.startsWith("META-INF/services/org.testng.")
                    || name.equals("junit-platform.properties");
        }
    }
}
