package proviso.host;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;

/**
 * Looks for calls that a test may make (a constructor or static factory, then methods) after which an object is as
 * wanted. Best first: of the states seen, the one that lacks least is tried next. Only counts bound the search, so the
 * same question has the same answer on every machine.
 */
final class Searcher implements Main.Service {
    /** A method with more combinations of arguments is tried with the first so many. */
    private static final int COMBINATIONS = 64;

    private final List<Executable> makers = new ArrayList<>();
    private final List<Executable> methods = new ArrayList<>();
    private final List<Object> values = new ArrayList<>();
    private HeapBuilder heap;
    private WantedState wanted;
    /** What may be called; null when that is anything. */
    private Set<String> callable;
    private int triesLeft;

    /** One call of a sequence: what, and the described arguments. */
    private static final class Call {
        final Executable target;
        final Object[] arguments;

        Call(Executable target, Object[] arguments) {
            this.target = target;
            this.arguments = arguments;
        }
    }

    private static final class Tried {
        final List<Call> calls;
        final int missing;
        final int number;

        Tried(List<Call> calls, int missing, int number) {
            this.calls = calls;
            this.missing = missing;
            this.number = number;
        }

        int cost() {
            return 2 * missing + calls.size();
        }
    }

    @Override
    public void serve(Wire.In in, Wire.Out out) throws Exception {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        int count = in.count();
        for (int i = 0; i < count; i++) {
            classes.put(in.string(), in.bytes());
        }
        makers.clear();
        methods.clear();
        values.clear();
        PrintStream outBefore = System.out;
        PrintStream errBefore = System.err;
        try (ReplayLoader loader = new ReplayLoader(classes, Replayer.urls(in.strings()))) {
            Thread.currentThread().setContextClassLoader(loader);
            System.setOut(new PrintStream(OutputStream.nullOutputStream()));
            System.setErr(System.out);
            List<Call> found = null;
            try {
                found = search(in, loader, classes.keySet());
            } catch (HeapBuilder.Impossible | LinkageError cannot) {
                // What cannot be looked for is not found.
            }
            write(out, found);
        } finally {
            System.setOut(outBefore);
            System.setErr(errBefore);
            Thread.currentThread().setContextClassLoader(null);
        }
    }

    private List<Call> search(Wire.In in, ReplayLoader loader, Set<String> names) throws Exception {
        heap = new HeapBuilder(loader);
        heap.read(in);
        wanted = new WantedState(in, heap);
        int count = in.count();
        for (int i = 0; i < count; i++) {
            values.add(HeapBuilder.readValue(in));
        }
        boolean limited = in.bool();
        Set<String> named = new HashSet<>(Arrays.asList(in.strings()));
        callable = limited ? named : null;
        int most = in.i32();
        triesLeft = in.i32();
        for (String name : names) {
            if (WantedState.javaName(name).equals(wanted.rootClass())) {
                collect(heap.find(name), loader);
            }
        }
        return best(most);
    }

    private void collect(Class<?> type, ReplayLoader loader) {
        if (!Modifier.isAbstract(type.getModifiers()) && !type.isEnum()) {
            add(makers, type.getDeclaredConstructors());
        }
        List<Method> factories = new ArrayList<>();
        for (Method method : type.getDeclaredMethods()) {
            if (Modifier.isStatic(method.getModifiers()) && method.getReturnType() == type) {
                factories.add(method);
            }
        }
        add(makers, factories.toArray(new Executable[0]));
        for (Class<?> above = type; above != null && above.getClassLoader() == loader; above = above.getSuperclass()) {
            List<Method> own = new ArrayList<>();
            for (Method method : above.getDeclaredMethods()) {
                int modifiers = method.getModifiers();
                if (!Modifier.isStatic(modifiers) && !Modifier.isAbstract(modifiers)) {
                    own.add(method);
                }
            }
            add(methods, own.toArray(new Executable[0]));
        }
    }

    /** What a test of the package can call; public things first, in an order that does not depend on the JVM. */
    private void add(List<Executable> to, Executable[] candidates) {
        List<Executable> sorted = new ArrayList<>(Arrays.asList(candidates));
        sorted.removeIf(one -> Modifier.isPrivate(one.getModifiers()) || one.isSynthetic());
        sorted.removeIf(one -> callable != null && !callable.contains(name(one)));
        sorted.sort(Comparator.comparing((Executable one) -> !Modifier.isPublic(one.getModifiers()))
                .thenComparing(Executable::getParameterCount)
                .thenComparing(Executable::toString));
        for (Executable one : sorted) {
            one.setAccessible(true);
            to.add(one);
        }
    }

    private static String name(Executable one) {
        Class<?> result = one instanceof Method ? ((Method) one).getReturnType() : void.class;
        String descriptor = MethodType.methodType(result, one.getParameterTypes()).toMethodDescriptorString();
        String name = one instanceof Method ? one.getName() : "<init>";
        return one.getDeclaringClass().getName() + "." + name + descriptor;
    }

    private List<Call> best(int most) {
        PriorityQueue<Tried> open = new PriorityQueue<>(
                Comparator.comparingInt(Tried::cost).thenComparingInt(tried -> tried.number));
        Set<String> seen = new HashSet<>();
        int number = 0;
        List<Call> none = new ArrayList<>();
        for (Executable maker : makers) {
            for (Call call : calls(maker)) {
                List<Call> found = attempt(none, call, open, seen, number++);
                if (found != null) {
                    return found;
                }
            }
        }
        while (!open.isEmpty() && triesLeft > 0) {
            Tried tried = open.poll();
            if (tried.calls.size() > most) {
                continue;
            }
            for (Executable method : methods) {
                for (Call call : calls(method)) {
                    List<Call> found = attempt(tried.calls, call, open, seen, number++);
                    if (found != null) {
                        return shortened(found);
                    }
                }
            }
        }
        return null;
    }

    /** The sequence if it makes what is wanted; otherwise a new state waits for its turn. */
    private List<Call> attempt(List<Call> before, Call call, PriorityQueue<Tried> open, Set<String> seen, int number) {
        if (triesLeft-- <= 0) {
            return null;
        }
        List<Call> calls = new ArrayList<>(before);
        calls.add(call);
        Object made = run(calls);
        if (made == null) {
            return null;
        }
        int missing = wanted.missing(made);
        if (missing == 0) {
            return calls;
        }
        String state = wanted.key(made);
        if (state != null && seen.add(state)) {
            open.add(new Tried(calls, missing, number));
        }
        return null;
    }

    /** Calls that turn out not to be needed are left out. */
    private List<Call> shortened(List<Call> found) {
        List<Call> calls = new ArrayList<>(found);
        for (int i = calls.size() - 1; i > 0; i--) {
            List<Call> fewer = new ArrayList<>(calls);
            fewer.remove(i);
            Object made = run(fewer);
            if (made != null && wanted.missing(made) == 0) {
                calls = fewer;
            }
        }
        return calls;
    }

    /** The object, or null if one of the calls throws. */
    private Object run(List<Call> calls) {
        Object made = null;
        try {
            for (Call call : calls) {
                Class<?>[] types = call.target.getParameterTypes();
                Object[] arguments = new Object[types.length];
                for (int i = 0; i < types.length; i++) {
                    arguments[i] = heap.fitting(call.arguments[i], types[i], "an argument");
                }
                if (call.target instanceof Constructor) {
                    made = ((Constructor<?>) call.target).newInstance(arguments);
                } else if (made == null) {
                    made = ((Method) call.target).invoke(null, arguments);
                } else {
                    ((Method) call.target).invoke(made, arguments);
                }
                if (made == null) {
                    return null;
                }
            }
            return made;
        } catch (ReflectiveOperationException | HeapBuilder.Impossible | RuntimeException | LinkageError failure) {
            return null;
        }
    }

    private List<Call> calls(Executable target) {
        List<Object[]> combinations = new ArrayList<>();
        combinations.add(new Object[0]);
        for (Class<?> type : target.getParameterTypes()) {
            List<Object[]> longer = new ArrayList<>();
            for (Object[] start : combinations) {
                for (Object value : fitting(type)) {
                    if (longer.size() < COMBINATIONS) {
                        Object[] next = Arrays.copyOf(start, start.length + 1);
                        next[start.length] = value;
                        longer.add(next);
                    }
                }
            }
            combinations = longer;
        }
        List<Call> calls = new ArrayList<>();
        combinations.forEach(arguments -> calls.add(new Call(target, arguments)));
        return calls;
    }

    private List<Object> fitting(Class<?> type) {
        List<Object> fitting = new ArrayList<>();
        for (Object value : values) {
            try {
                heap.fitting(value, type, "an argument");
                fitting.add(value);
            } catch (HeapBuilder.Impossible other) {
                // A value of another type.
            }
        }
        return fitting;
    }

    private static void write(Wire.Out out, List<Call> found) throws IOException {
        out.bool(found != null);
        if (found == null) {
            return;
        }
        out.i32(found.size());
        for (Call call : found) {
            out.optional(call.target instanceof Constructor ? null : call.target.getName());
            out.i32(call.arguments.length);
            for (Object argument : call.arguments) {
                HeapReader.described(out, argument);
            }
        }
    }
}
