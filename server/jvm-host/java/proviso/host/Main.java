package proviso.host;

import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * The side-car's loop: frames from stdin, answers to stdout. When stdin ends, so does the process,
 * whatever is running: no side-car outlives the program that started it.
 */
public final class Main {
    /** Of threads that run code of the user's. */
    static volatile long stackSize;

    private Main() {}

    interface Service {
        void serve(Wire.In request, Wire.Out reply) throws Exception;

        /** Whether the process is fit for further requests. */
        default boolean fit() {
            return true;
        }
    }

    public static void main(String[] arguments) throws IOException {
        InputStream stdin = System.in;
        DataOutputStream out = new DataOutputStream(new FileOutputStream(FileDescriptor.out));
        // Whoever prints or reads must not disturb the frames.
        System.setOut(new PrintStream(new FileOutputStream(FileDescriptor.err), true));
        System.setIn(new ByteArrayInputStream(new byte[0]));
        Service service;
        ExecutorService workers;
        if (arguments[0].equals("compile")) {
            service = new Compiler(Path.of(arguments[1]));
            workers = Executors.newFixedThreadPool(2, task -> new Thread(null, task, "compile", 16L << 20));
        } else {
            long stack = Long.parseLong(arguments[1]) << 10;
            stackSize = stack;
            service = arguments[0].equals("search") ? new Searcher() : new Replayer();
            workers = Executors.newSingleThreadExecutor(task -> new Thread(null, task, arguments[0], stack));
        }
        DataInputStream in = new DataInputStream(new BufferedInputStream(stdin, 1 << 16));
        try {
            while (true) {
                byte[] frame = new byte[in.readInt()];
                in.readFully(frame);
                workers.execute(() -> answer(service, frame, out));
            }
        } catch (EOFException end) {
            Runtime.getRuntime().halt(0);
        } catch (Throwable hopeless) {
            // No memory for a frame, no thread to serve it: with this thread gone the process would live on and never
            // answer again. The client starts another.
            Runtime.getRuntime().halt(1);
        }
    }

    private static void answer(Service service, byte[] frame, DataOutputStream out) {
        try {
            Wire.In request = new Wire.In(frame);
            long id = request.i64();
            byte[] body;
            try {
                Wire.Out reply = new Wire.Out();
                reply.bool(true);
                service.serve(request, reply);
                body = reply.finish();
            } catch (Throwable failure) {
                Wire.Out reply = new Wire.Out();
                reply.bool(false);
                reply.string(describe(failure));
                body = reply.finish();
            }
            synchronized (out) {
                // One write for the frame: a reader never sees a half.
                java.io.ByteArrayOutputStream whole = new java.io.ByteArrayOutputStream(body.length + 12);
                DataOutputStream head = new DataOutputStream(whole);
                head.writeInt(body.length + 8);
                head.writeLong(id);
                head.write(body);
                out.write(whole.toByteArray());
                out.flush();
            }
            if (!service.fit()) {
                Runtime.getRuntime().halt(0);
            }
        } catch (Throwable hopeless) {
            // The client is gone or memory is: let it start afresh.
            Runtime.getRuntime().halt(1);
        }
    }

    static String describe(Throwable failure) {
        StringBuilder text = new StringBuilder(failure.toString());
        StackTraceElement[] stack = failure.getStackTrace();
        for (int i = 0; i < Math.min(stack.length, 5); i++) {
            text.append(" at ").append(stack[i]);
        }
        return text.toString();
    }
}
