import com.sun.jdi.Bootstrap;
import com.sun.jdi.Location;
import com.sun.jdi.Method;
import com.sun.jdi.ReferenceType;
import com.sun.jdi.VirtualMachine;
import com.sun.jdi.connect.Connector;
import com.sun.jdi.connect.LaunchingConnector;
import com.sun.jdi.event.BreakpointEvent;
import com.sun.jdi.event.ClassPrepareEvent;
import com.sun.jdi.event.Event;
import com.sun.jdi.event.EventSet;
import com.sun.jdi.event.VMDisconnectEvent;
import com.sun.jdi.request.BreakpointRequest;
import com.sun.jdi.request.ClassPrepareRequest;
import com.sun.jdi.request.EventRequest;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs {@link Replayer} in a second JVM and watches it as a debugger does: which of the given instructions were executed,
 * in which order. {@code Courses CLASSPATH CLASS CALLS POINTS}; a line of POINTS is {@code class method descriptor offset…}.
 * Prints what the Replayer printed, then for each call a line {@code course} with the points it came by.
 */
public class Courses {
    private final Map<String, List<String[]>> points = new HashMap<>();
    private final List<StringBuilder> courses = new ArrayList<>();
    /** Short names of the points, as they are printed. */
    private final Map<Location, String> names = new HashMap<>();

    public static void main(String[] args) throws Exception {
        new Courses().run(args[0], args[1], args[2], Path.of(args[3]));
    }

    private void run(String classPath, String subject, String calls, Path given) throws Exception {
        for (String line : Files.readAllLines(given)) {
            String[] parts = line.split(" ");
            points.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(parts);
        }
        LaunchingConnector connector = Bootstrap.virtualMachineManager().defaultConnector();
        Map<String, Connector.Argument> arguments = connector.defaultArguments();
        arguments.get("options").setValue("-Xmx256m -XX:-OmitStackTraceInFastThrow -cp " + classPath);
        arguments.get("main").setValue("Replayer " + subject + " " + calls);
        VirtualMachine vm = connector.launch(arguments);
        StringBuilder printed = new StringBuilder();
        Thread output = copy(vm.process().getInputStream(), printed);
        Thread errors = copy(vm.process().getErrorStream(), new StringBuilder());
        for (String name : points.keySet()) prepare(vm, name);
        prepare(vm, "Replayer");
        while (handle(vm.eventQueue().remove())) {}
        output.join();
        errors.join();
        System.out.print(printed);
        for (StringBuilder course : courses) System.out.println("course" + course);
    }

    private static Thread copy(InputStream from, StringBuilder to) {
        Thread thread = new Thread(() -> {
            try {
                to.append(new String(from.readAllBytes(), StandardCharsets.UTF_8));
            } catch (java.io.IOException closed) {
                to.append("(output lost)");
            }
        });
        thread.start();
        return thread;
    }

    private static void prepare(VirtualMachine vm, String name) {
        ClassPrepareRequest request = vm.eventRequestManager().createClassPrepareRequest();
        request.addClassFilter(name);
        request.setSuspendPolicy(EventRequest.SUSPEND_EVENT_THREAD);
        request.enable();
    }

    private boolean handle(EventSet events) {
        for (Event event : events) {
            if (event instanceof VMDisconnectEvent) return false;
            if (event instanceof ClassPrepareEvent) stopAt(((ClassPrepareEvent) event).referenceType());
            if (event instanceof BreakpointEvent) passed(((BreakpointEvent) event).location());
        }
        events.resume();
        return true;
    }

    private void stopAt(ReferenceType type) {
        if (type.name().equals("Replayer")) {
            // The thread waits here, so that nothing of the call before is still under way.
            breakpoint(type.methodsByName("next").get(0).location(), EventRequest.SUSPEND_EVENT_THREAD);
            return;
        }
        for (String[] parts : points.get(type.name())) {
            for (Method method : type.methodsByName(parts[1], parts[2])) {
                for (int i = 3; i < parts.length; i++) {
                    Location location = method.locationOfCodeIndex(Long.parseLong(parts[i]));
                    names.put(location, parts[0] + "." + parts[1] + parts[2] + "@" + parts[i]);
                    breakpoint(location, EventRequest.SUSPEND_NONE);
                }
            }
        }
    }

    private static void breakpoint(Location location, int policy) {
        BreakpointRequest request = location.virtualMachine().eventRequestManager().createBreakpointRequest(location);
        request.setSuspendPolicy(policy);
        request.enable();
    }

    private void passed(Location location) {
        String name = names.get(location);
        if (name == null) courses.add(new StringBuilder());
        else if (!courses.isEmpty()) courses.get(courses.size() - 1).append(' ').append(name);
    }
}
