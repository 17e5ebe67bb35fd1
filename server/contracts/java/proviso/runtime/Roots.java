package proviso.runtime;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The objects and classes from which a driver's pre-state is reached. JVM only. */
final class Roots {
    final List<Object> objects = new ArrayList<Object>();
    final Set<Class<?>> classes = QuantIn.identitySet();

    void add(Object o) {
        if (o instanceof Class) classes.add((Class<?>) o); else if (o != null) objects.add(o);
    }

    void clear() {
        objects.clear();
        classes.clear();
    }
}
