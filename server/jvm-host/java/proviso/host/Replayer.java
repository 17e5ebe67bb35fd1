package proviso.host;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.Array;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs one call from a described heap and tells what came of it. */
final class Replayer implements Main.Service {
    private static final int OUTPUT_LIMIT = 64 << 10;

    private boolean fit = true;

    private static final class Request {
        Map<String, byte[]> classes = new LinkedHashMap<>();
        String[] classPath;
        /** Class, name, value. */
        List<Object[]> statics = new ArrayList<>();
        String className;
        String method;
        String descriptor;
        Object receiver;
        Object[] arguments;
        String eventsClass;
        String eventsMethod;
        /** Class, method, event. */
        String[] stop;
        boolean assertions;
        int objectLimit;
        /** Milliseconds after which a call that is still running is left alone; 0: never. */
        int patience;
    }

    @Override
    public boolean fit() {
        return fit;
    }

    @Override
    public void serve(Wire.In in, Wire.Out out) throws Exception {
        Request request = new Request();
        int count = in.count();
        for (int i = 0; i < count; i++) {
            request.classes.put(in.string(), in.bytes());
        }
        request.classPath = in.strings();
        PrintStream outBefore = System.out;
        PrintStream errBefore = System.err;
        Printed printed = new Printed();
        PrintStream capture = new PrintStream(printed, true, "UTF-8");
        try (ReplayLoader loader = new ReplayLoader(request.classes, urls(request.classPath))) {
            Thread.currentThread().setContextClassLoader(loader);
            System.setOut(capture);
            System.setErr(capture);
            replay(in, out, request, loader, printed);
        } finally {
            System.setOut(outBefore);
            System.setErr(errBefore);
            Thread.currentThread().setContextClassLoader(null);
            retireIfThreadsAreLeft();
        }
    }

    private void replay(Wire.In in, Wire.Out out, Request request, ReplayLoader loader, Printed printed)
            throws IOException {
        HeapBuilder heap = new HeapBuilder(loader);
        List<Field> statics = new ArrayList<>();
        Executable target;
        Object receiver;
        Object[] arguments;
        try {
            // Objects come before the flags in the message, and making them may initialise classes.
            loader.setDefaultAssertionStatus(true);
            heap.read(in);
            readRest(in, request);
            loader.setDefaultAssertionStatus(request.assertions);
            for (Object[] field : request.statics) {
                statics.add(heap.setStatic((String) field[0], (String) field[1], field[2]));
            }
            target = target(heap, request);
            receiver = request.receiver == null
                    ? null
                    : heap.fitting(request.receiver, target.getDeclaringClass(), "the receiver");
            boolean wantsReceiver = target instanceof Method
                    && !java.lang.reflect.Modifier.isStatic(target.getModifiers());
            if (wantsReceiver != (receiver != null)) {
                throw new HeapBuilder.Impossible(
                        request.method + (wantsReceiver ? " needs a receiver" : " has no receiver"));
            }
            arguments = new Object[request.arguments.length];
            Class<?>[] types = target.getParameterTypes();
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = heap.fitting(request.arguments[i], types[i], "parameter " + (i + 1));
            }
            target.setAccessible(true);
            if (!request.stop[0].isEmpty()) {
                heap.find(request.stop[0]).getMethod(request.stop[1], String.class).invoke(null, request.stop[2]);
            }
        } catch (HeapBuilder.Impossible impossible) {
            notReplayable(out, impossible.getMessage(), printed);
            return;
        } catch (RuntimeException | ReflectiveOperationException | LinkageError failure) {
            notReplayable(out, Main.describe(failure), printed);
            return;
        }

        Run run = new Run(target, receiver, arguments);
        if (request.patience == 0) {
            run.run();
        } else if (!run.endsWithin(request.patience)) {
            // A thread cannot be stopped: this process has to end with it.
            fit = false;
            out.u8(4);
            writeStack(out, run.thread.getStackTrace());
            out.strings(events(heap, request, new HeapReader(heap.objects, 0)));
            out.string(printed.text());
            out.i32(0);
            out.i32(0);
            out.bool(true);
            return;
        }
        Object result = run.result;
        Throwable thrown = run.thrown;
        if (thrown instanceof VirtualMachineError && !(thrown instanceof StackOverflowError)) {
            fit = false; // Out of memory: answer this one, then start afresh.
        }
        HeapReader reader = new HeapReader(heap.objects, request.objectLimit);
        List<String> events = events(heap, request, reader);

        if (thrown != null) {
            out.u8(2);
            writeThrown(out, thrown, reader);
        } else if (target instanceof Method && ((Method) target).getReturnType() == void.class) {
            out.u8(0);
        } else {
            out.u8(1);
            boolean primitive = target instanceof Method && ((Method) target).getReturnType().isPrimitive();
            reader.value(out, result, primitive);
        }
        out.strings(events);
        out.string(printed.text());
        // Statics first into a buffer: what they reach belongs to the heap, which comes before them.
        Wire.Out after = new Wire.Out();
        after.i32(statics.size());
        for (Field field : statics) {
            after.string(field.getDeclaringClass().getName());
            after.string(field.getName());
            Object value = HeapBuilder.get(
                    HeapBuilder.UNSAFE.staticFieldBase(field),
                    HeapBuilder.UNSAFE.staticFieldOffset(field),
                    field.getType());
            reader.value(after, value, field.getType().isPrimitive());
        }
        reader.objects(out);
        out.raw(after.finish());
        out.bool(reader.truncated());
    }

    private static void readRest(Wire.In in, Request request) throws IOException {
        int count = in.count();
        for (int i = 0; i < count; i++) {
            request.statics.add(new Object[] {in.string(), in.string(), HeapBuilder.readValue(in)});
        }
        request.className = in.string();
        request.method = in.string();
        request.descriptor = in.string();
        request.receiver = HeapBuilder.readValue(in);
        request.arguments = new Object[in.count()];
        for (int i = 0; i < request.arguments.length; i++) {
            request.arguments[i] = HeapBuilder.readValue(in);
        }
        request.eventsClass = in.string();
        request.eventsMethod = in.string();
        request.stop = new String[] {in.string(), in.string(), in.string()};
        request.assertions = in.bool();
        request.objectLimit = in.i32();
        request.patience = in.i32();
    }

    private static Executable target(HeapBuilder heap, Request request) throws HeapBuilder.Impossible {
        Class<?> type = heap.find(request.className);
        boolean constructor = request.method.equals("<init>");
        Executable[] all = constructor ? type.getDeclaredConstructors() : type.getDeclaredMethods();
        for (Executable candidate : all) {
            boolean named = constructor || candidate.getName().equals(request.method);
            if (named && descriptor(candidate).equals(request.descriptor)) {
                if (candidate.getParameterCount() != request.arguments.length) {
                    throw new HeapBuilder.Impossible(
                            request.method + " takes " + candidate.getParameterCount() + " arguments, "
                                    + request.arguments.length + " given");
                }
                return candidate;
            }
        }
        throw new HeapBuilder.Impossible(
                "there is no method " + request.className + "." + request.method + request.descriptor);
    }

    private static String descriptor(Executable executable) {
        StringBuilder text = new StringBuilder("(");
        for (Class<?> parameter : executable.getParameterTypes()) {
            text.append(parameter.descriptorString());
        }
        Class<?> result = executable instanceof Method ? ((Method) executable).getReturnType() : void.class;
        return text.append(')').append(result.descriptorString()).toString();
    }

    private static List<String> events(HeapBuilder heap, Request request, HeapReader reader) {
        List<String> events = new ArrayList<>();
        if (request.eventsClass.isEmpty()) {
            return events;
        }
        try {
            Method method = heap.find(request.eventsClass).getDeclaredMethod(request.eventsMethod);
            method.setAccessible(true);
            Object recorded = method.invoke(null);
            if (recorded instanceof Collection) {
                ((Collection<?>) recorded).forEach(event -> events.add(event(event, reader)));
            } else if (recorded != null && recorded.getClass().isArray()) {
                for (int i = 0; i < Array.getLength(recorded); i++) {
                    events.add(String.valueOf(Array.get(recorded, i)));
                }
            }
        } catch (HeapBuilder.Impossible | ReflectiveOperationException | LinkageError | RuntimeException failure) {
            events.add("events: " + failure);
        }
        return events;
    }

    /** A text, or a text and an object: then the object's id (0 if the pre-heap does not have it) and class follow. */
    private static String event(Object event, HeapReader reader) {
        if (!(event instanceof Object[])) {
            return String.valueOf(event);
        }
        Object[] parts = (Object[]) event;
        return parts[0] + "@ " + reader.known(parts[1]) + " " + parts[1].getClass().getName();
    }

    private static void writeThrown(Wire.Out out, Throwable thrown, HeapReader reader) throws IOException {
        out.string(thrown.getClass().getName());
        String message;
        try {
            message = thrown.getMessage(); // May be overridden by the user.
        } catch (Throwable failure) {
            message = null;
        }
        out.optional(message);
        reader.value(out, thrown, false);
        writeStack(out, thrown.getStackTrace());
    }

    private static void writeStack(Wire.Out out, StackTraceElement[] stack) throws IOException {
        // Below the frames of user code lie reflection's and ours.
        int end = stack.length;
        for (int i = 0; i < stack.length; i++) {
            String name = stack[i].getClassName();
            if (name.startsWith("jdk.internal.reflect.") || name.equals("java.lang.reflect.Method")
                    || name.equals("java.lang.reflect.Constructor") || name.startsWith("proviso.host.")) {
                end = i;
                break;
            }
        }
        int count = Math.min(end, 1024);
        out.i32(count);
        for (int i = 0; i < count; i++) {
            out.string(stack[i].getClassName());
            out.string(stack[i].getMethodName());
            out.optional(stack[i].getFileName());
            out.i32(stack[i].getLineNumber());
        }
    }

    /** The call itself. */
    private static final class Run implements Runnable {
        private final Executable target;
        private final Object receiver;
        private final Object[] arguments;
        Object result;
        Throwable thrown;
        Thread thread;

        Run(Executable target, Object receiver, Object[] arguments) {
            this.target = target;
            this.receiver = receiver;
            this.arguments = arguments;
        }

        @Override
        public void run() {
            try {
                result = target instanceof Constructor
                        ? ((Constructor<?>) target).newInstance(arguments)
                        : ((Method) target).invoke(receiver, arguments);
            } catch (InvocationTargetException wrapped) {
                thrown = wrapped.getCause();
            } catch (Throwable failure) {
                // Not from the user's code but from the call itself: class initialisation, abstract class, ...
                thrown = failure;
            }
        }

        boolean endsWithin(int milliseconds) {
            thread = new Thread(null, this, "endless?", Main.stackSize);
            thread.setContextClassLoader(Thread.currentThread().getContextClassLoader());
            thread.setDaemon(true);
            thread.start();
            try {
                thread.join(milliseconds);
            } catch (InterruptedException interrupted) {
                return false;
            }
            return !thread.isAlive();
        }
    }

    private static void notReplayable(Wire.Out out, String why, Printed printed) throws IOException {
        out.u8(3);
        out.string(why);
        out.i32(0);
        out.string(printed.text());
        out.i32(0);
        out.i32(0);
        out.bool(false);
    }

    /** Threads of the user's that go on would disturb the next replay. */
    private void retireIfThreadsAreLeft() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        Thread[] threads = new Thread[16];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            boolean ours = threads[i] == Thread.currentThread() || threads[i].getName().equals("main");
            fit &= ours;
        }
    }

    static URL[] urls(String[] paths) throws IOException {
        URL[] urls = new URL[paths.length];
        for (int i = 0; i < paths.length; i++) {
            urls[i] = new File(paths[i]).toURI().toURL();
        }
        return urls;
    }

    /** The first part of what is printed. */
    private static final class Printed extends ByteArrayOutputStream {
        @Override
        public synchronized void write(int one) {
            if (count < OUTPUT_LIMIT) {
                super.write(one);
            }
        }

        @Override
        public synchronized void write(byte[] bytes, int from, int length) {
            super.write(bytes, from, Math.min(length, OUTPUT_LIMIT - count));
        }

        synchronized String text() {
            return toString(StandardCharsets.UTF_8);
        }
    }
}
