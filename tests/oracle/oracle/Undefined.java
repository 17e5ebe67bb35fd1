package oracle;

/** A clause has no value here: null dereferenced, an index outside, a division by zero, … */
@SuppressWarnings("serial")
final class Undefined extends RuntimeException {
    Undefined(String why) {
        super(why, null, false, false);
    }
}
