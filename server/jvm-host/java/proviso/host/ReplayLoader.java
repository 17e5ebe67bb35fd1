package proviso.host;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Map;

/**
 * The classes of one replay: those given as bytes, then those of the class path, all in one loader so that
 * classes from either side see each other.
 */
final class ReplayLoader extends URLClassLoader {
    private final Map<String, byte[]> given;

    ReplayLoader(Map<String, byte[]> given, URL[] classPath) {
        super(classPath, ClassLoader.getPlatformClassLoader());
        this.given = given;
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = given.get(name);
        return bytes == null ? super.findClass(name) : defineClass(name, bytes, 0, bytes.length);
    }
}
