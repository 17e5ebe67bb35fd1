package oracle;

/** JML does not say what the clause means here (false for one value, undefined for another): no verdict is wrong. */
@SuppressWarnings("serial")
final class Ambiguous extends Error {
    Ambiguous() {
        super(null, null, false, false);
    }
}
