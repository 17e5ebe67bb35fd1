package proviso.runtime;

import java.util.ArrayList;
import java.util.List;

/**
 * The door between lowered JML and whoever runs it.
 *
 * <p>Lowered contracts call these methods. On a JVM (replay, generated tests) the bodies below run: they record what
 * happened as {@link #events()}. The symbolic engine replaces every method of this class, by name, with its own
 * meaning; each method says what that is after "Engine:".
 *
 * <p>A <em>driver</em> calls, in this order: begin, root*, (assumeNonNull | assume | undefined)*, (frame may*)*, enter,
 * the method under check, leave, (thrown | check | undefined)*, end. The driver's call of the method under check is not
 * dispatched by the engine: the body of the driver's own class is meant.
 */
public final class Jml {
    private Jml() {}

    /** Thrown on the JVM when an assumption is false: this input is none of the contract's business. */
    public static class Stop extends Error {
        private static final long serialVersionUID = 1L;

        Stop(String why) {
            super(why, null, false, false);
        }
    }

    /** Thrown on the JVM when a clause cannot be evaluated by running it: the clause says nothing, the others do. */
    public static final class GaveUp extends Stop {
        private static final long serialVersionUID = 1L;

        GaveUp(String why) {
            super(why);
        }
    }

    /** Thrown by a specification operator whose value is undefined, e.g. {@code \max} over nothing. */
    public static final class Undefined extends RuntimeException {
        private static final long serialVersionUID = 1L;

        public Undefined(String why) {
            super(why);
        }
    }

    private static final List<String> EVENTS = new ArrayList<String>();
    private static final List<Snapshot> STATES = new ArrayList<Snapshot>();
    private static final Frames FRAMES = new Frames();
    private static final Roots ROOTS = new Roots();
    private static int pastMode;
    private static String stopAt;
    private static boolean stopped;

    // ---- the course of a driver -----------------------------------------------------------------------------------

    /** A check of the method with this number starts. Engine: forget frames and roots. */
    public static void begin(int method) {
        EVENTS.clear();
        STATES.clear();
        FRAMES.clear();
        ROOTS.clear();
        pastMode = 0;
        EVENTS.add("begin " + method);
    }

    /** An object whose reachable state {@code \old} may ask for. Engine: nothing. */
    public static void root(Object o) {
        ROOTS.add(o);
    }

    /** A class whose statics {@code \old} may ask for. Engine: nothing (it does not initialise the class). */
    public static void root(Class<?> c) {
        ROOTS.add(c);
    }

    /** Clause {@code id} is taken to hold. Engine: drop the path where {@code holds} is false. */
    public static void assume(int id, boolean holds) {
        if (!holds) {
            EVENTS.add("assume " + id + " false");
            throw new Stop("assumption " + id + " is false");
        }
    }

    /** A parameter that is non-null by its declaration. Engine: a symbolic reference becomes a symbolic location. */
    public static void assumeNonNull(Object parameter) {
        if (parameter == null) {
            EVENTS.add("assume -1 false");
            throw new Stop("a non-null parameter is null");
        }
    }

    /** The pre-state is now. Engine: {@code old(0, ..)} refers to this point; writes are framed from here on. */
    public static void enter() {
        Snapshot s = Snapshot.take(ROOTS);
        if (STATES.isEmpty()) STATES.add(s); else STATES.set(0, s);
        EVENTS.add("enter");
    }

    /** The body has ended, normally or not. Engine: count a path; writes are no longer framed. */
    public static void leave() {
        if (stopped) return;
        EVENTS.add("leave");
        if (!STATES.isEmpty()) {
            for (int id : FRAMES.broken(STATES.get(0))) EVENTS.add("frame " + id);
        }
    }

    /** Whether the spec case whose first precondition is clause {@code id} applies. Engine: notes that it can. */
    public static void applies(int id, boolean holds) {}

    /** Whether the contract excuses this input from coming to an end. Engine: reports no execution that does not. */
    public static void mayDiverge(boolean excused) {}

    /** The driver is through. Engine: the path is complete. */
    public static void end() {
        EVENTS.add("end");
    }

    // ---- where a replay ends ------------------------------------------------------------------------------------------

    /** Nothing more is to run behind the first event that begins so: called by replay, before the driver. */
    public static void stopAt(String event) {
        stopAt = event;
    }

    /** Notes what happened; behind the event that is waited for, the run ends, and again if somebody caught that. */
    private static void happened(String event) {
        if (!stopped) EVENTS.add(event);
        if (stopAt != null && (event + " ").startsWith(stopAt) && !stopped) {
            stopped = true;
            EVENTS.add("stop");
        }
        if (stopped) throw new Stop("the finding has been seen");
    }

    // ---- findings -------------------------------------------------------------------------------------------------

    /** Clause {@code id} must hold here. Engine: report where it can be false, go on where it is true. */
    public static void check(int id, boolean holds) {
        if (pastMode == 0) happened("check " + id + (holds ? " true" : " false"));
    }

    /** The same inside an expression (loop conditions); the value is always true. Engine: as check, then push 1. */
    public static boolean holds(int id, boolean holds) {
        check(id, holds);
        return true;
    }

    /** Like {@link #check} but nothing is assumed afterwards (JML's check statement). */
    public static void checkOnly(int id, boolean holds) {
        check(id, holds);
    }

    /**
     * Evaluating clause {@code id} threw {@code t}: the clause is undefined. Engine: report it; the path goes on (the
     * lowered code then takes the clause to be false).
     */
    public static void undefined(int id, Throwable t) {
        if (t instanceof GaveUp) return;
        if (t instanceof Stop) throw (Stop) t;
        happened("undefined " + id + " " + t.getClass().getName() + ": " + t.getMessage());
    }

    /**
     * The method under check ended with {@code t}. {@code named}: an active case names its type (signals, signals_only).
     * Engine: a violation (null, bounds, cast, arithmetic, ...) if the exception is implicit — raised by an instruction,
     * not by a throw statement — and not named; AssertionError of a Java assert is a violation of kind assert. A path
     * on which something was reported ends here.
     */
    public static void thrown(int id, Throwable t, boolean named) {
        if (t instanceof Stop) throw (Stop) t;
        happened("thrown " + id + " " + t.getClass().getName() + (named ? " named" : " unnamed") + origin(t));
    }

    /** {@code " Class:line"} of the user's line that led to the exception, where the stack trace tells. */
    private static String origin(Throwable t) {
        for (StackTraceElement e : t.getStackTrace()) {
            String name = e.getClassName();
            boolean library = name.startsWith("java.") || name.startsWith("jdk.") || name.startsWith("sun.")
                    || name.startsWith("proviso.runtime.");
            if (!library) return e.getLineNumber() > 0 ? " " + name + ":" + e.getLineNumber() : "";
        }
        return "";
    }

    /** The value of this expression cannot be decided by running it. Engine: unknown with the reason; the path goes on at the next clause, or ends. */
    public static Error unknown(String why) {
        EVENTS.add("unknown " + why);
        throw new GaveUp(why);
    }

    /** What has happened since {@link #begin}, one line each; read by replay and by generated tests. */
    public static List<String> events() {
        return EVENTS;
    }

    // ---- loops ------------------------------------------------------------------------------------------------------

    /**
     * At the head of a loop whose invariants have just been checked; {@code seen}: not for the first time. True when
     * the invariants are to be assumed of a state that was made up. Engine, when loops are to be cut: forgets what a
     * round may change, and ends the path after one round.
     */
    public static boolean cut(boolean seen) {
        return false;
    }

    /** An invariant of such a state. Engine: as assume, then push 1. */
    public static boolean given(boolean holds) {
        return true;
    }

    // ---- objects besides receiver and parameters -------------------------------------------------------------------

    private static List<Object> others = new ArrayList<Object>();

    /**
     * How many objects of the pre-state are to be asked for their invariants now that the body has ended. A JVM asks
     * all it knows. Engine: those the body has changed, without {@code except}.
     */
    public static int changed(Object except) {
        others.clear();
        if (!STATES.isEmpty() && STATES.get(0) != null)
            for (Object o : STATES.get(0).objects()) if (o != except && !o.getClass().isArray()) others.add(o);
        return others.size();
    }

    /** One of them. */
    public static Object changedAt(Object except, int index) {
        return others.get(index);
    }

    /** Has the body written anything (a static variable) that was there before? Engine: exactly; a JVM asks in any case. */
    public static boolean shaken(boolean staticsOnly) {
        return true;
    }

    /**
     * Can the caller of {@code callee} have broken the invariants of {@code o}? Engine: {@code o} was changed or made,
     * and no object calls itself.
     */
    public static boolean suspect(Object o, Object callee) {
        return false;
    }

    /** An invariant that the callee relies on must hold here. Engine: as check, with a name of its own. */
    public static void checkAtCall(int id, boolean holds) {}

    // ---- other states ---------------------------------------------------------------------------------------------

    /** Names the current state; the number is given to {@code old}. Engine: remember the write overlay; number ≥ 1. */
    public static int mark() {
        if (STATES.isEmpty()) STATES.add(null);
        STATES.add(Snapshot.take(ROOTS));
        return STATES.size() - 1;
    }

    private static Snapshot past(int state) {
        if (state >= STATES.size() || STATES.get(state) == null) throw new Undefined("there is no such earlier state");
        Snapshot s = STATES.get(state);
        s.swapIn();
        pastMode++;
        return s;
    }

    private static void present(Snapshot s) {
        pastMode--;
        s.swapOut();
    }

    /** The value of {@code e} in an earlier state (0: at enter). Engine: run the lambda in past mode. */
    public static boolean old(int state, Fn.ToBoolean e) throws Throwable {
        Snapshot s = past(state);
        try { return e.get(); } finally { present(s); }
    }

    public static byte old(int state, Fn.ToByte e) throws Throwable {
        Snapshot s = past(state);
        try { return e.get(); } finally { present(s); }
    }

    public static short old(int state, Fn.ToShort e) throws Throwable {
        Snapshot s = past(state);
        try { return e.get(); } finally { present(s); }
    }

    public static char old(int state, Fn.ToChar e) throws Throwable {
        Snapshot s = past(state);
        try { return e.get(); } finally { present(s); }
    }

    public static int old(int state, Fn.ToInt e) throws Throwable {
        Snapshot s = past(state);
        try { return e.get(); } finally { present(s); }
    }

    public static long old(int state, Fn.ToLong e) throws Throwable {
        Snapshot s = past(state);
        try { return e.get(); } finally { present(s); }
    }

    public static float old(int state, Fn.ToFloat e) throws Throwable {
        Snapshot s = past(state);
        try { return e.get(); } finally { present(s); }
    }

    public static double old(int state, Fn.ToDouble e) throws Throwable {
        Snapshot s = past(state);
        try { return e.get(); } finally { present(s); }
    }

    public static <T> T old(int state, Fn.ToRef<T> e) throws Throwable {
        Snapshot s = past(state);
        try { return e.get(); } finally { present(s); }
    }

    /** Was {@code o} not there yet in that state? Engine: allocated on the path after that state. Null is undefined. */
    public static boolean fresh(int state, Object o) {
        if (o == null) throw new Undefined("\\fresh(null)");
        if (state >= STATES.size() || STATES.get(state) == null) throw new Undefined("there is no such earlier state");
        return !STATES.get(state).knows(o);
    }

    // ---- frames: what the body may write; several open frames intersect --------------------------------------------

    /** Opens the frame of assignable clause {@code id}: nothing but what follows may be written. Engine: same. */
    public static void frame(int id) {
        FRAMES.open(id);
    }

    /** Opens a frame that forbids what follows and permits everything else. Engine: same. */
    public static void frameExcept(int id) {
        FRAMES.openExcept(id);
    }

    /** A loop or block opens a frame for itself; what is allocated from now on is free. Engine: same. */
    public static void openFrame(int id) {
        FRAMES.openInner(id, Snapshot.take(ROOTS));
    }

    /** The loop or block has ended, however. Engine: the innermost frame of that number is open no more. */
    public static void closeFrame(int id) {
        if (FRAMES.closeInner(id)) happened("frame " + id);
    }

    /** The field of that name of {@code o} (declared in any class of o) may be written. */
    public static void mayField(int id, Object o, String field) {
        FRAMES.field(id, o, field);
    }

    /** All instance fields of {@code o} may be written. */
    public static void mayFields(int id, Object o) {
        FRAMES.field(id, o, "*");
    }

    /** Elements from (inclusive) to (exclusive) of an array may be written; empty when to ≤ from. */
    public static void mayElements(int id, Object array, int from, int to) {
        FRAMES.elements(id, array, from, to);
    }

    /** All elements of an array may be written. */
    public static void mayElements(int id, Object array) {
        FRAMES.elements(id, array, 0, Integer.MAX_VALUE);
    }

    /** A static field may be written. Engine: class object and name are constants. */
    public static void mayStatic(int id, Class<?> c, String field) {
        FRAMES.statik(id, c, field);
    }

    /** All static fields of a class may be written. */
    public static void mayStatics(int id, Class<?> c) {
        FRAMES.statik(id, c, "*");
    }

    // ---- calls that a contract answers instead of a body: the engine's business alone, no JVM runs a stub ------------

    private static Stop engineOnly() {
        return new Stop("only the engine answers calls by contract");
    }

    /** A stub starts. Engine: the state now is what {@code old(0, ..)} means in the clauses of this stub. */
    public static void call() {
        throw engineOnly();
    }

    /** Engine: the frame named next is not opened but collected, to be forgotten. */
    public static void forgetting() {
        throw engineOnly();
    }

    /** Engine: everything is to be forgotten. */
    public static void everything() {
        throw engineOnly();
    }

    /** Engine: what was collected has unknown values from here on; the caller's own frame must allow it. */
    public static void forget() {
        throw engineOnly();
    }

    /** Engine: both answers are followed in code under check, none but false in clauses. */
    public static boolean perhaps() {
        throw engineOnly();
    }

    /** Engine: a new exception of this class or any subclass. */
    public static Throwable raise(Class<? extends Throwable> type) {
        throw engineOnly();
    }

    /** The callee returns. Engine: notes it. */
    public static void answerVoid() {
        throw engineOnly();
    }

    /** Engine: an unknown value of the stub's result type; the same for the same pure question in the same heap. */
    public static <T> T answer() {
        throw engineOnly();
    }

    public static boolean answerBoolean() {
        throw engineOnly();
    }

    public static byte answerByte() {
        throw engineOnly();
    }

    public static short answerShort() {
        throw engineOnly();
    }

    public static char answerChar() {
        throw engineOnly();
    }

    public static int answerInt() {
        throw engineOnly();
    }

    public static long answerLong() {
        throw engineOnly();
    }

    public static float answerFloat() {
        throw engineOnly();
    }

    public static double answerDouble() {
        throw engineOnly();
    }
}
